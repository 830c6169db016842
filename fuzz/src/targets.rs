//! The fuzz targets: each function takes any bytes and panics if it finds a fault.

use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use quintet_analysis::AnalysisOptions;
use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::in_progress;
use quintet_arena::matches::results::{self, Store};
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Margin, Move, Seat};
use quintet_engine::{Knowledge, Settings};
use quintet_record::setup_words::SetupWords;
use quintet_record::{position_line, rule_names, setup_words, sgf, svg, text};
use quintet_search::Limits;
use quintet_solve::{SolveOptions, ValueStore};
use quintet_web::{Sessions, WebOptions};

use crate::setups;
use crate::slow::Slow;
use crate::solver::boards::{random_case, random_setup};
use crate::solver::{self, Extent};

/// An output that keeps what is written.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).expect("output is UTF-8")
    }
}

/// A folder of this process that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let thread = std::thread::current().id();
        let path = std::env::temp_dir().join(format!("quintet-fuzz-{}-{thread:?}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the temporary folder can be written to");
        Folder(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("the temporary folder can be written to");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Settings that keep an execution short.
fn settings() -> Settings {
    Settings { hash_mib: 1, seed: 1, ..Settings::default() }
}

/// Returns text in which no number has more than three digits, so that no search is long.
fn with_small_numbers(text: &str) -> String {
    let mut digits = 0;
    let is_short = |c: &char| {
        digits = if c.is_ascii_digit() { digits + 1 } else { 0 };
        digits <= 3
    };
    text.chars().filter(|c| !c.is_control() || *c == '\n').filter(is_short).collect()
}

/// Returns the setup whose number the first bytes are, among those of the rules' tests, or one that
/// the next bytes choose, with its name and the other bytes.
fn choose_setup(data: &[u8]) -> Option<(String, Setup, &[u8])> {
    static LINES: LazyLock<Vec<String>> = LazyLock::new(setups::small);
    let (&[low, high], mut rest) = data.split_first_chunk()?;
    if high & 0x80 != 0 {
        let info = quintet_games::GAMES[usize::from(low) % quintet_games::GAMES.len()];
        let setup = random_setup(info, &mut rest)?;
        return Some((position_line::format(&setup, &setup.empty_diagram()), setup, rest));
    }
    let line = &LINES[usize::from(u16::from_le_bytes([low, high])) % LINES.len()];
    Some((line.clone(), setups::setup(line), rest))
}

/// Words of commands that write files, set limits or compute for long.
const LEFT_OUT: &[&str] =
    &["printsgf", "svg", "loadsgf", "perft", "solve", "benchmark", "visits", "time", "threads", "hash", "level"];

/// GTP: every line has one answer in the standard's framing, and no answer is an internal error.
pub fn gtp(data: &[u8]) {
    let Some((&game, rest)) = data.split_first() else { return };
    let info = quintet_games::GAMES[usize::from(game) % quintet_games::GAMES.len()];
    let mut options = quintet_gtp::Options::new(Setup::new(info));
    options.settings = Settings { exact: false, ..settings() };
    options.visits = Some(2);
    let mut session = quintet_gtp::Session::new(options).expect("this notation fits every game");
    let text = with_small_numbers(&String::from_utf8_lossy(rest));
    let is_short = |line: &&str| !LEFT_OUT.iter().any(|word| line.to_ascii_lowercase().contains(word));
    let lines: Vec<&str> = text.lines().filter(is_short).take(30).collect();
    let output = Output::default();
    let mut input = lines.join("\n");
    input.push_str("\nname\n");
    quintet_gtp::serve(&mut session, Cursor::new(input), output.clone()).expect("memory can be written to");
    let text = output.text();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    for answer in text.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
        // Behind the number of the command; a refusal may quote these words.
        let text = answer[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        assert!(!text.starts_with("internal error"), "{answer:?}");
    }
}

/// SGF: what is read is written, and read back to the same tree; every game has a picture.
pub fn sgf(data: &[u8]) {
    let Ok(record) = sgf::read(data, None) else { return };
    let game = record.replay();
    let written = sgf::write(&record.tree);
    let again = sgf::read(written.as_bytes(), None).unwrap_or_else(|error| panic!("{error} in {written:?}"));
    assert_eq!(again.tree.setup(), record.tree.setup(), "{written:?}");
    assert_eq!(again.tree.start().diagram(), record.tree.start().diagram(), "{written:?}");
    assert_eq!(again.moves(), record.moves(), "{written:?}");
    assert_eq!(again.replay().key(), game.key(), "{written:?}");
    assert_eq!(sgf::write(&again.tree), written);
    let _ = (svg::picture(&game, &svg::PictureOptions::default()), text::board(&game));
}

/// Position lines: what is read is written to a line that is read back to the same position.
pub fn position_line(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else { return };
    let Ok((setup, diagram)) = position_line::read(line) else { return };
    let written = position_line::format(&setup, &diagram);
    assert_eq!(position_line::read(&written).expect("a written line can be read"), (setup.clone(), diagram.clone()));
    let game = Game::from_diagram(setup, &diagram).expect("a read position is one");
    assert_eq!(position_line::write(&game), written);
    let moves = game.legal_moves(game.to_move());
    let mut game = game;
    if let Some(&mv) = moves.first() {
        game.play(game.to_move(), mv).expect("it is legal");
        game.undo(1).expect("there is a move");
        assert_eq!(game.diagram(), diagram);
    }
}

/// Setups in words, as on the command line, and the texts that name rules.
pub fn setup(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut words = SetupWords::default();
    for word in text.split_whitespace().take(12) {
        match setup_words::rule(word) {
            Ok(("game", name)) => words.game = Some(name.to_owned()),
            Ok(("size", size)) => words.size = Some(size.to_owned()),
            Ok(("block", vertex)) => words.blocked.push(vertex.to_owned()),
            Ok(("komi", number)) => words.komi = setup_words::komi(number).ok(),
            Ok((name, value)) => words.rules.push((name.to_owned(), value.to_owned())),
            Err(_) => {}
        }
    }
    if let Ok(setup) = words.read() {
        let line = position_line::format(&setup, &setup.empty_diagram());
        assert_eq!(position_line::read(&line).expect("a written line can be read").0, setup);
        if let Ok(Some(named)) = rule_names::read(&setup, text) {
            assert!(named.setup.info().id == setup.info().id);
        }
    }
    // Matches that can be played are stored and read back; others may have numbers that JSON lacks.
    if let Some(config) = toml::from_str::<MatchConfig>(text).ok().filter(|config| config.check().is_ok()) {
        let json = serde_json::to_string(&config).expect("a configuration is plain data");
        assert_eq!(serde_json::from_str::<MatchConfig>(&json).expect("it was written"), config);
    }
}

/// The analysis protocol: every answer is a JSON object on one line.
pub fn analysis(data: &[u8]) {
    let text = with_small_numbers(&String::from_utf8_lossy(data));
    let lines: Vec<&str> = text.lines().take(4).collect();
    let mut options = AnalysisOptions::new(Setup::new(quintet_games::DEFAULT));
    options.settings = settings();
    options.visits = Some(4);
    // The end of the input stops every search.
    options.quits_at_end = true;
    let output = Output::default();
    quintet_analysis::serve(options, Knowledge::default(), Cursor::new(lines.join("\n")), output.clone())
        .expect("memory can be written to");
    for line in output.text().lines() {
        let answer: serde_json::Value = serde_json::from_str(line).expect("an answer is JSON");
        assert!(answer.is_object() && !line.contains("Internal error"), "{line}");
    }
}

/// Messages of the page to a session.
pub fn page(data: &[u8]) {
    let options = WebOptions {
        setup: Setup::new(quintet_games::DEFAULT),
        record: None,
        settings: settings(),
        level: None,
        limits: Limits { visits: Some(4), time: None },
        engines: Vec::new(),
        matches: Vec::new(),
        patience: Duration::from_secs(1),
        idle: Duration::from_secs(60),
        kept: quintet_web::KEPT,
    };
    let text = with_small_numbers(&String::from_utf8_lossy(data));
    let sessions = Sessions::new(options, Knowledge::default(), None);
    let page = sessions.join(None).expect("there is room for a session");
    text.lines().take(20).for_each(|line| _ = page.send(line));
    drop(page);
    sessions.end_all();
}

/// Weights: what is read is written, and read back to the same text.
pub fn weights(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for info in quintet_games::GAMES {
        if let Ok(weights) = info.read_weights(text) {
            let written = weights.write(&info.heuristics, "");
            let again = info.read_weights(&written).expect("written weights can be read");
            assert_eq!(again.write(&info.heuristics, ""), written);
        }
    }
}

/// Tables: a file with a damaged header or sum is refused.
pub fn table(data: &[u8]) {
    let folder = Folder::new("table");
    let path = folder.file("table", data);
    let store = ValueStore::default();
    let _ = quintet_solve::open_table(&path, quintet_games::find, &store);
    let _ = quintet_solve::prove_table(&path, quintet_games::find, 1, &|_, _| true);
}

/// Checkpoints: whatever the file says, the bounds enclose the true value, which is W+1.
pub fn checkpoint(data: &[u8]) {
    let folder = Folder::new("checkpoint");
    let path = folder.file("checkpoint", data);
    let setup = setups::setup("cascade 4");
    let limits = quintet_solve::Limits { nodes: Some(500), memory: 1 << 20, ..quintet_solve::Limits::default() };
    let options = SolveOptions { limits, checkpoint: Some(&path), ends: false };
    if let Ok(solution) = quintet_solve::solve_diagram(&setup, None, &options, &ValueStore::default(), &|_| true) {
        let (low, high) = (solution.low, solution.high);
        assert!(low <= -1.0 && -1.0 <= high, "the bounds are {low} and {high}");
    }
}

/// Result files, configurations of matches and games in progress.
pub fn results(data: &[u8]) {
    let folder = Folder::new("results");
    let (config, games) = match data.iter().position(|&byte| byte == 0) {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (&[][..], data),
    };
    let path = folder.file("games.jsonl", games);
    if let Ok(read) = results::read(&path) {
        for record in &read.records {
            let _ = record.setup.setup();
        }
    }
    folder.file("match.json", config);
    if let Ok(Some(config)) = Store::kept_config(&folder.0) {
        let _ = config.check();
        let _ = Store::open(&folder.0, &config, true, &mut |_| ());
    }
    std::fs::create_dir_all(folder.0.join("live")).expect("the temporary folder can be written to");
    folder.file("live/00001.moves", games);
    let _ = in_progress::games(Path::new(&folder.0));
}

/// Games: each move's legality and result against a second implementation.
pub fn games(data: &[u8]) {
    let Some((line, setup, moves)) = choose_setup(data) else { return };
    let line = line.as_str();
    let (mut fast, mut slow) = (Game::new(setup.clone()), Slow::new(&setup));
    for pair in moves.chunks_exact(2).take(80) {
        compare(line, &fast, &slow);
        let code = u16::from_le_bytes([pair[0], pair[1]]);
        // Mostly a legal move of the side to move, by its number; else any code of either side.
        let (seat, mv) = if code & 7 != 7 {
            let seat = slow.to_move();
            let legal = slow.legal_moves(seat);
            match legal.get(usize::from(code >> 3) % legal.len().max(1)) {
                Some(&mv) => (seat, mv),
                None => (seat, Move::PASS),
            }
        } else if code & 8 == 0 {
            let count = usize::from(code >> 4 & 3).min(slow.plies());
            fast.undo(count).expect("no more moves than were played");
            (0..count).for_each(|_| slow.undo());
            continue;
        } else {
            let conceivable = slow.conceivable();
            (Seat::BOTH[usize::from(code >> 4 & 1)], conceivable[usize::from(code >> 5) % conceivable.len()])
        };
        let legal = slow.is_legal(seat, mv);
        assert_eq!(fast.is_legal(seat, mv), legal, "{mv:?} of {seat:?}, {line} after {:?}", fast.moves());
        if slow.is_over() {
            break;
        }
        if legal {
            assert!(slow.play(seat, mv));
            fast.play(seat, mv)
                .unwrap_or_else(|_| panic!("{mv:?} of {seat:?} refused, {line} after {:?}", fast.moves()));
        }
    }
    compare(line, &fast, &slow);
}

/// The solver and the bounds of games against brute force.
pub fn solver(data: &[u8]) {
    let Some((&game, mut choices)) = data.split_first() else { return };
    let info = quintet_games::GAMES[usize::from(game) % quintet_games::GAMES.len()];
    let extent = Extent { positions: 500, on_lines: 200 };
    let run = move || {
        if let Some(mut case) = random_case(info, &mut choices) {
            let _ = solver::compare(&mut case, &mut choices, extent, &mut solver::Seen::default());
        }
    };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(solver::STACK).spawn_scoped(scope, run);
        let done = worker.expect("a thread can be started").join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

fn compare(line: &str, fast: &Game, slow: &Slow) {
    let context = || format!("{line} after {:?}", fast.moves());
    for point in (0..fast.setup().width() * fast.setup().height()).map(Point) {
        if fast.geometry().contains(point) {
            assert_eq!(fast.stone(point), slow.board().get(slow.cell(point)), "stone at {point:?}, {}", context());
        }
    }
    assert_eq!(fast.to_move(), slow.to_move(), "side to move, {}", context());
    assert_eq!(fast.outcome().map(|o| (o.margin.points(), o.ending)), slow.outcome(), "outcome, {}", context());
    assert_eq!(fast.is_over(), slow.is_over(), "end, {}", context());
    assert_eq!(fast.score().map(Margin::points), slow.score(), "score, {}", context());
    assert_eq!(fast.captured(), slow.captured(), "captured, {}", context());
    for seat in Seat::BOTH {
        assert_eq!(fast.legal_moves(seat), slow.legal_moves(seat), "moves of {seat:?}, {}", context());
    }
}
