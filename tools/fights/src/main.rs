//! Generates fights on 9×9 boards whose right moves are proved: the files of `tests/fights`.
//!
//! A board is random: walls with eyes of their own, and between them about ten points where stones
//! of both colours fight. It is kept if one or two moves are proved to reach some number of points,
//! and every other move, including a pass, is proved to reach at least four fewer, so that with a
//! komi in between these moves win and all others lose. With `ko=stoical` fights are kept whose
//! answer differs from that of ordinary Go.
//!
//! `cargo run --release -p quintet-fights -- --seed 7 --boards 1700 --out fights`

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use quintet_core::position::AnyPosition;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_fights::boards::{self, Fight};
use quintet_fights::proof::{self, Prover};
use quintet_fights::themes::{self, Theme};
use quintet_record::position_line;
use quintet_system::{atomic_file, exit_status, input_file};

/// The difference in points between the right moves and all others.
const GAP: f64 = 4.0;

/// The maximum number of right moves.
const MOST_RIGHT: usize = 2;

/// The minimum number of wrong moves.
const LEAST_WRONG: usize = 4;

/// The number of fights that are kept for variations.
const POOL: u32 = 40;

/// The maximum number of fights in the files that come from one board.
const MOST_OF_A_FAMILY: usize = 3;

/// The minimum length of the proof of a right move, in plies.
const LEAST_PLIES: usize = 6;

/// The maximum number of positions of a proof.
const POSITIONS: u64 = 200_000;

/// The ko rules.
const RULES: [&str; 2] = ["positional", "stoical"];

/// Make fights on 9×9 boards whose right moves are proved.
#[derive(Parser)]
struct Options {
    /// The folder to write to, a file a theme.
    #[arg(long, default_value = "fights")]
    out: PathBuf,
    /// The seed of the boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Fights of each theme.
    #[arg(long, default_value_t = 40)]
    each: usize,
    /// Fights of one ko rule alone: `positional` or `stoical`.
    #[arg(long, value_parser = RULES)]
    ko: Option<String>,
    /// Looks at the boards of these suites again, in place of random ones.
    #[arg(long, num_args = 1..)]
    from: Vec<PathBuf>,
    /// Boards to look at, at most.
    #[arg(long, default_value_t = 1_000_000)]
    boards: u64,
}

/// The proved result of a fight.
struct Proved {
    /// The margin for the side to move with best play.
    value: f64,
    /// The answer, if the fight is suitable.
    answer: Option<Answer>,
}

/// The answer of a fight.
struct Answer {
    /// The right moves.
    right: Vec<Move>,
    /// A margin for the side to move between the right moves and all others.
    margin: f64,
    /// The theme.
    theme: Theme,
}

/// Finds the value and the right moves of a fight; `None` if it is not a fight.
fn solve(setup: &Setup, fight: &Fight) -> Option<Proved> {
    let Fight { diagram, region } = fight;
    let start = setup.position(diagram).ok()?;
    let seat = start.to_move();
    let [low, high] = start.value_bounds().map(|bound| bound * seat.sign());
    let (low, high) = (low.min(high), low.max(high));
    // The walls live, and there is something to fight for.
    let points = region.iter().filter(|&&inside| inside).count() as f64;
    if high - low > 2.0 * points || high - low < 2.0 * GAP {
        return None;
    }
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    if moves.len() < LEAST_WRONG + 1 {
        return None;
    }
    let value = value(&*start, region, low, high)?;
    Some(Proved { value, answer: answer(setup, &*start, region, &moves, value)? })
}

/// Finds by bisection the most that the side to move can reach; `None` if that takes too long.
fn value(start: &dyn AnyPosition, region: &[bool], low: f64, high: f64) -> Option<f64> {
    let seat = start.to_move();
    let (mut least, mut most) = (low, high);
    while most - least >= 1.0 {
        let middle = (least + most + 1.0).div_euclid(2.0);
        if Prover::new(region, seat, middle, POSITIONS).proves(start)? {
            least = middle;
        } else {
            most = middle - 1.0;
        }
    }
    Prover::new(region, seat.other(), -least, POSITIONS).proves(start)?.then_some(least)
}

/// Finds the right moves; `Some(None)` if the fight is not suitable, `None` if that takes too long.
fn answer(
    setup: &Setup,
    start: &dyn AnyPosition,
    region: &[bool],
    moves: &[Move],
    value: f64,
) -> Option<Option<Answer>> {
    let seat = start.to_move();
    // Every move has to be proved right or wrong.
    let mut right: Vec<(Move, Box<dyn AnyPosition>)> = Vec::new();
    let mut prover = Prover::new(region, seat, value, POSITIONS);
    let mut other = Prover::new(region, seat.other(), GAP - value, POSITIONS);
    for &mv in moves {
        let mut next = start.boxed_clone();
        next.advance(mv);
        if other.proves(&*next)? {
            continue;
        }
        if right.len() == MOST_RIGHT || mv == Move::PASS || !prover.proves(&*next)? {
            return Some(None);
        }
        right.push((mv, next));
    }
    if right.is_empty() || moves.len() - right.len() < LEAST_WRONG {
        return Some(None);
    }
    let lines = right.iter().map(|(mv, next)| {
        let mut line = vec![*mv];
        line.extend(prover.line(&**next));
        line
    });
    let line = lines.min_by_key(Vec::len)?;
    if line.len() < LEAST_PLIES {
        return Some(None);
    }
    let theme = themes::theme(&setup.geometry(), region, start, &line);
    let right = right.iter().map(|(mv, _)| *mv).collect();
    Some(Some(Answer { right, margin: value - GAP / 2.0, theme }))
}

fn setup(ko: &str) -> Setup {
    let line = format!("stoical 9 ko={ko} repetition=none komi=0 {} b", ["........."; 9].join("/"));
    position_line::read(&line).expect("a board").0
}

/// Formats a fight as a test of a suite, with the ko rule `ko`.
fn test(fight: &Fight, answer: &Answer, ko: &str, number: usize) -> String {
    let mut setup = setup(ko);
    let seat = fight.diagram.to_move;
    setup.set_komi(answer.margin * seat.sign());
    let vertices = answer.right.iter().filter_map(|mv| mv.point());
    let right: Vec<String> = vertices.map(|point| setup.geometry().vertex(point).to_string()).collect();
    let line = position_line::format(&setup, &fight.diagram);
    let letter = if seat == Seat::Black { 'b' } else { 'w' };
    format!("quintet-set_position {line}\n{number} reg_genmove {letter}\n#? [{}]\n", right.join("|"))
}

fn main() -> ExitCode {
    exit_status(env!("CARGO_PKG_NAME"), run())
}

fn run() -> anyhow::Result<()> {
    let options = Options::parse();
    // Proofs do not repeat positions, so superko does not matter for them.
    let (go, stoical) = (setup("simple"), setup("stoical"));
    let mut rng = seeded(options.seed);
    let mut files: BTreeMap<(&str, Theme), Vec<String>> = BTreeMap::new();
    // Fights for variations, which are suitable more often than new boards, each with the number of
    // its first board; and the number of fights that were kept of each first board.
    let mut pool: Vec<(u64, Fight)> = Vec::new();
    let mut kept_of: BTreeMap<u64, usize> = BTreeMap::new();
    let mut boards_seen: HashSet<String> = HashSet::new();
    let mut given = read_fights(&options.from)?.into_iter();
    for number in 1..=options.boards {
        let again = options.from.is_empty() && pool.len() as u32 > random_below(&mut rng, 2 * POOL);
        let (family, fight) = if !options.from.is_empty() {
            let Some(fight) = given.next() else { break };
            (number, fight)
        } else if again {
            let (family, fight) = &pool[random_below(&mut rng, pool.len() as u32) as usize];
            (*family, boards::changed(fight, &mut rng))
        } else {
            let Some(fight) = boards::random(&go, &mut rng) else { continue };
            (number, fight)
        };
        if !boards_seen.insert(position_line::format(&go, &fight.diagram)) {
            continue;
        }
        let [by_go, by_ban] = [&go, &stoical].map(|setup| solve(setup, &fight));
        let (Some(by_go), Some(by_ban)) = (by_go, by_ban) else { continue };
        let has_other_answer = differs(&by_go, &by_ban);
        let kept = if has_other_answer { ("stoical", by_ban.answer) } else { ("positional", by_go.answer) };
        let (ko, Some(answer)) = kept else { continue };
        if options.ko.as_ref().is_some_and(|wanted| wanted != ko) {
            continue;
        }
        let file = files.entry((ko, answer.theme)).or_default();
        if file.len() == options.each {
            continue;
        }
        if pool.len() as u32 == POOL {
            pool.swap_remove(random_below(&mut rng, POOL) as usize);
        }
        pool.push((family, fight.clone()));
        let family_kept = kept_of.entry(family).or_default();
        if *family_kept < MOST_OF_A_FAMILY {
            *family_kept += 1;
            file.push(test(&fight, &answer, ko, file.len() + 1));
            eprint!("\r{number} boards: {}", describe(&files));
        }
        let kinds = Theme::ALL.len() * if options.ko.is_some() { 1 } else { RULES.len() };
        if files.len() == kinds && files.values().all(|file| file.len() == options.each) {
            break;
        }
    }
    eprintln!();
    std::fs::create_dir_all(&options.out)?;
    for ((ko, theme), tests) in files {
        let mut text = String::new();
        writeln!(
            text,
            "# Fights on 9x9 boards, ko={ko}: {}. Made by tools/fights; docs/research/strength.md describes how.",
            theme.name()
        )?;
        tests.iter().for_each(|test| text += test);
        atomic_file::write(&options.out.join(format!("{ko}-{}.tst", theme.name())), text.as_bytes())?;
    }
    Ok(())
}

/// Reads the fights of suites.
fn read_fights(files: &[PathBuf]) -> anyhow::Result<Vec<Fight>> {
    let mut fights = Vec::new();
    for file in files {
        for line in
            input_file::read_to_string(file)?.lines().filter_map(|row| row.strip_prefix("quintet-set_position "))
        {
            let (setup, diagram) = position_line::read(line)?;
            let region = proof::region(&setup, &diagram);
            fights.push(Fight { diagram, region });
        }
    }
    Ok(fights)
}

/// Returns whether the answer differs from that of ordinary Go: in its value, or in its right
/// moves.
fn differs(go: &Proved, ban: &Proved) -> bool {
    let moves = go.answer.as_ref().zip(ban.answer.as_ref());
    ban.answer.is_some() && (go.value - ban.value).abs() >= GAP
        || moves.is_some_and(|(go, ban)| !ban.right.iter().any(|mv| go.right.contains(mv)))
}

fn describe(files: &BTreeMap<(&str, Theme), Vec<String>>) -> String {
    files
        .iter()
        .map(|((ko, theme), tests)| format!("{ko} {} {}", theme.name(), tests.len()))
        .collect::<Vec<_>>()
        .join(", ")
}
