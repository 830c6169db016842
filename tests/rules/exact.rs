//! Exact values: forward search, retrograde analysis and a look at every position agree, whatever the memory and the
//! number of threads; tables are proved, and what is wrong in one is found.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::setup::Setup;
use quintet::solve::fold::Folds;
use quintet::solve::retrograde::{Analysis, Question};
use quintet::solve::table::{self, Values};
use quintet::solve::{self, Limits, known, verify};
use quintet::words::{Action, Move, Rng, Seat, random_below};
use rand::SeedableRng as _;

use crate::setups::setup;
use crate::solve::Graph;
use crate::walk::each_reached;

const MIB: u64 = 1 << 20;

/// Solves the start of a game, after a move if one is given, by forward search alone.
struct Forward(Option<Move>, Limits);

impl Visitor for Forward {
    type Output = solve::Solution;

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        let mut position = G::new(setup);
        if let Some(mv) = self.0 {
            position.play(mv).unwrap();
        }
        solve::search_alone(setup, &position, self.1)
    }
}

/// Solves the start of a game, after a move if one is given, in the way that fits.
pub fn solved(setup: &Setup, first: Option<Move>) -> f64 {
    struct Solve(Option<Move>);
    impl Visitor for Solve {
        type Output = f64;
        fn visit<G: Game>(self, setup: &Setup) -> f64 {
            // Endless play counts 0 in all of these values; the rules that say so would have to be proved not to matter.
            let setup = &match setup.info().id {
                "stoical" => setup.with_rule("repetition", "none").unwrap(),
                _ => setup.clone(),
            };
            let mut position = G::new(setup);
            if let Some(mv) = self.0 {
                position.play(mv).unwrap();
            }
            let solution = solve::solve(setup, &position, Limits::default(), &|_| true);
            solution.value().unwrap() + 0.0
        }
    }
    games::visit(setup, Solve(first))
}

fn forward(line: &str, limits: Limits) -> solve::Solution {
    games::visit(&setup(line), Forward(None, limits))
}

/// All values of a setup by retrograde analysis.
struct Backward(usize);

impl Visitor for Backward {
    type Output = (Vec<i8>, Vec<u8>, i32);

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        let states = G::states(setup).unwrap();
        let mut analysis = Analysis::new(&*states, Question::Values, known::largest_margin(setup), self.0);
        analysis.run(1, &mut |_| true).unwrap();
        let start = states.number(&G::new(setup).diagram()).unwrap();
        let value = analysis.value(start).0;
        let (values, ranks) = analysis.into_values();
        (values, ranks, value)
    }
}

const SMALL: &[&str] = &[
    "alaric 1",
    "alaric 2",
    "alaric 3",
    "alaric 4",
    "alaric 5",
    "alaric 6",
    "alaric 7",
    "alaric 8",
    "alaric 1 board=line",
    "alaric 2 board=line",
    "alaric 5 board=line",
    "alaric 7 board=line",
    "alaric 2 board=line edge=wall",
    "alaric 5 board=line edge=wall",
    "alaric 7 board=line edge=wall",
];

#[test]
fn three_ways_to_a_value_agree_on_small_rings_and_lines() {
    for line in SMALL {
        let brute = Graph::new(&setup(line), &[]).value();
        assert_eq!(games::visit(&setup(line), Backward(1)).2, brute, "{line}: retrograde analysis");
        for threads in [1, 2] {
            let limits = Limits { threads, memory: MIB, ..Limits::default() };
            assert_eq!(forward(line, limits).value(), Some(f64::from(brute)), "{line}: forward search");
        }
    }
}

#[test]
fn forward_search_agrees_with_a_look_at_every_position_on_small_boards() {
    for line in ["cascade 2 fill=down", "cascade 2 fill=both", "stoical 2 repetition=none"] {
        let brute = Graph::new(&setup(line), &[]).value();
        for (threads, memory) in [(1, 0), (1, MIB), (2, MIB)] {
            let limits = Limits { threads, memory, ..Limits::default() };
            assert_eq!(forward(line, limits).value(), Some(f64::from(brute)), "{line}");
        }
    }
    for eye in ["any", "strict", "group"] {
        let line = format!("cancer 2 eye={eye}");
        let brute = Graph::new(&setup(&line), &[]).value();
        assert_eq!(forward(&line, Limits::default()).value(), Some(f64::from(brute)), "{line}");
    }
}

/// Solves every `n`-th position that play can lead to by forward search, with one thread and with two; how many there are.
struct Everywhere(usize);

impl Visitor for Everywhere {
    type Output = usize;

    fn visit<G: Game>(self, setup: &Setup) -> usize {
        let start = G::new(setup);
        let graph = solve::graph::Graph::new(setup, &start, 1_000_000, &|_| true).expect("it is small");
        let mut found = 0;
        each_reached(start, |position| {
            found += 1;
            if position.is_over() || found % self.0 != 0 {
                return;
            }
            let known = graph.solution(position, std::time::Instant::now()).expect("it was reached").value();
            for threads in [1, 2] {
                let limits = Limits { threads, memory: MIB, ..Limits::default() };
                let value = solve::search_alone(setup, position, limits).value();
                assert_eq!(value, known, "{} with {threads} threads: {:?}", table::name(setup), position.diagram());
            }
        });
        found
    }
}

#[test]
fn forward_search_finds_the_values_of_positions_where_play_can_come_round() {
    for (line, every) in [("alaric 6", 7), ("alaric 9", 397), ("stoical 2x3 repetition=none", 7)] {
        let found = games::visit(&setup(line), Everywhere(every));
        assert!(found > 20 * every, "{line}: {found}");
    }
}

#[test]
fn the_two_seats_of_a_position_reached_in_other_ways_get_one_value() {
    // A1 and C1 in either order, with D1 between: the same position, and so the same value and best moves.
    let ways: [[u16; 3]; 2] = [[0, 3, 2], [2, 3, 0]];
    struct After([u16; 3]);
    impl Visitor for After {
        type Output = (f64, Vec<Move>);
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let mut position = G::new(setup);
            self.0.iter().for_each(|&cell| position.play(Move::place(0, quintet::board::Point(cell))).unwrap());
            let solution = solve::solve(setup, &position, Limits::default(), &|_| true);
            (solution.value().unwrap(), solution.best)
        }
    }
    for line in ["alaric 9", "alaric 8 board=line"] {
        let told = ways.map(|way| games::visit(&setup(line), After(way)));
        assert_eq!(told[0], told[1], "{line}");
    }
}

#[test]
fn several_threads_find_the_moves_and_the_line_that_one_finds() {
    let boards =
        ["cascade 3 fill=down", "cascade 4 fill=both", "bracket 4 shape=rhombus", "cancer 3 pie=off", "alaric 9"];
    for line in boards {
        let one = forward(line, Limits::default());
        assert!(!one.best.is_empty() && !one.line.is_empty(), "{line}");
        for (threads, patience) in [(2, 1 << 27), (2, 5000), (3, 1 << 27), (8, 500)] {
            let told = forward(line, Limits { threads, patience, ..Limits::default() });
            assert_eq!(
                (told.value(), told.best, told.line),
                (one.value(), one.best.clone(), one.line.clone()),
                "{line} by {threads}"
            );
        }
    }
}

#[test]
fn a_search_cut_short_tells_bounds_that_hold_the_value() {
    for nodes in [1, 10, 100, 1000, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solution = forward("cascade 3 fill=down", limits);
        assert!(solution.low <= 0.0 && solution.high >= 0.0, "{nodes}: {solution:?}");
        assert_eq!(solution.text().starts_with("unknown"), solution.low != solution.high);
    }
}

#[test]
fn a_question_that_takes_too_long_is_put_off_and_answered_in_the_end() {
    for line in ["cascade 3 fill=down", "cascade 3 fill=both", "cancer 3 pie=off", "stoical 3 repetition=none"] {
        let value = forward(line, Limits::default()).value();
        for patience in [1, 3000] {
            let limits = Limits { patience, ..Limits::default() };
            assert_eq!(forward(line, limits).value(), value, "{line} with {patience}");
        }
    }
}

#[test]
fn values_and_ranks_are_the_same_with_any_number_of_threads() {
    for line in ["alaric 12", "alaric 10 board=line edge=wall"] {
        let one = games::visit(&setup(line), Backward(1));
        assert_eq!(one, games::visit(&setup(line), Backward(2)), "{line}");
        assert_eq!(one, games::visit(&setup(line), Backward(3)), "{line}");
    }
}

/// Holds the numbering of positions to the game's own moves, and looking back to looking forward.
struct Numbered;

impl Visitor for Numbered {
    type Output = ();

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        let states = G::states(setup).unwrap();
        let mut moves = Vec::new();
        for first in (0..states.len()).step_by(1000) {
            let last = (first + 1000).min(states.len());
            states.runs(first..last, &mut |count, each| moves.extend((0..count).map(|_| each)));
        }
        assert_eq!(moves.len() as u64, states.len());
        let mut edges = Vec::new();
        for state in 0..states.len() {
            let diagram = states.diagram(state);
            assert_eq!(states.number(&diagram), Some(state));
            let position = G::from_diagram(setup, &diagram).unwrap();
            let (mut legal, mut after) = (Vec::new(), Vec::new());
            position.legal_moves(&mut legal);
            states.after(state, &mut after);
            assert_eq!(after.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), legal);
            assert_eq!(legal.len() as u32, moves[state as usize]);
            if legal.is_empty() {
                assert_eq!(position.outcome().unwrap().margin, f64::from(states.margin(state)));
            }
            for (mv, next) in after {
                let mut played = position.clone();
                played.play(mv).unwrap();
                assert_eq!(states.number(&played.diagram()), Some(next));
                edges.push((state as u32, next as u32));
            }
        }
        let mut back = Vec::new();
        for state in 0..states.len() as u32 {
            let mut before = Vec::new();
            states.before(&[state], &mut before);
            back.extend(before.into_iter().map(|from| (from, state)));
        }
        edges.sort_unstable();
        back.sort_unstable();
        assert!(edges == back, "{setup:?}: moves forth and back differ");
        // Images of a position have its value, if not always its number.
        assert!(states.len() < 3 || states.number(&G::new(setup).diagram()) == Some(0));
    }
}

#[test]
fn positions_are_numbered_without_gaps_and_looking_back_undoes_looking_forward() {
    for n in 1..=8 {
        for rules in ["board=ring", "board=line", "board=line edge=wall"] {
            games::visit(&setup(&format!("alaric {n} {rules}")), Numbered);
        }
    }
}

/// Makes a table in a folder of its own.
fn made(line: &str, folder: &str) -> (Setup, PathBuf) {
    struct Make(PathBuf);
    impl Visitor for Make {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let limits = Limits { memory: 1 << 30, ..Limits::default() };
            known::find::<G>(setup, limits, &|_| true).unwrap().write::<G>(&self.0).unwrap();
        }
    }
    let folder = std::env::temp_dir().join(format!("quintet-tables-{}-{folder}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let setup = setup(line);
    let path = folder.join("table");
    games::visit(&setup, Make(path.clone()));
    (setup, path)
}

struct Prove(PathBuf);

impl Visitor for Prove {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        let states = G::states(setup).unwrap();
        let values = Values::open(&self.0, setup, states.len()).map_err(|error| error.to_string())?;
        table::check_sums(&self.0, states.len()).map_err(|error| error.to_string())?;
        let proved = verify::prove(&*states, &values, 2, &|_| true).unwrap();
        proved.map_err(|error| error.to_string())
    }
}

#[test]
fn a_table_is_proved_and_what_is_wrong_in_one_is_found_and_named() {
    let (seven, path) = made("alaric 7", "proof");
    let prove = |setup: &Setup| games::visit(setup, Prove(path.clone()));
    assert_eq!(prove(&seven), Ok(()));
    let right = fs::read(&path).unwrap();
    for at in [0, 20, 1023, 1024, 1100, 1024 + 526, right.len() - 40, right.len() - 1] {
        for bit in [0, 7] {
            let mut wrong = right.clone();
            wrong[at] ^= 1 << bit;
            fs::write(&path, &wrong).unwrap();
            assert!(prove(&seven).is_err(), "byte {at} bit {bit}");
        }
    }
    fs::write(&path, &right[..right.len() - 1]).unwrap();
    assert!(prove(&seven).unwrap_err().contains("bytes; a table of 526 positions has"));
    fs::write(&path, String::from_utf8_lossy(&right[..1024]).replace("table 1", "table 2")).unwrap();
    assert!(prove(&seven).unwrap_err().contains("a table of version 2; version 1 is read"));
    fs::write(&path, &right).unwrap();
    let other = prove(&setup("alaric 7 board=line")).unwrap_err();
    assert!(other.contains("'alaric 7 board=ring edge=open', not of 'alaric 7 board=line edge=open'"), "{other}");
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn values_that_hold_each_other_up_in_a_circle_are_not_proved() {
    struct Forge;
    impl Visitor for Forge {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let states = G::states(setup).unwrap();
            let (values, ranks, _) = games::visit(setup, Backward(1));
            let values_of = |values: &[i8], ranks: &[u8]| Values::new(values.to_vec(), ranks.to_vec());
            assert_eq!(verify::prove(&*states, &values_of(&values, &ranks), 1, &|_| true), Some(Ok(())));
            // A won position told as drawn, and its opponents' too, would agree with their neighbours but for ranks.
            let won = values.iter().position(|&value| value > 0).unwrap();
            let mut forged = ranks.clone();
            forged[won] += 1;
            assert!(verify::prove(&*states, &values_of(&values, &forged), 1, &|_| true).unwrap().is_err());
            let mut forged = values.clone();
            let drawn = (0..values.len()).find(|&i| values[i] == 0 && ranks[i] == 0).unwrap();
            forged[drawn] = 1;
            assert!(verify::prove(&*states, &values_of(&forged, &ranks), 1, &|_| true).unwrap().is_err());
        }
    }
    games::visit(&setup("alaric 9"), Forge);
}

#[test]
fn a_table_has_the_same_bytes_from_every_run() {
    let (_, one) = made("alaric 10", "one");
    let (_, two) = made("alaric 10", "two");
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
    assert_eq!(fs::read(table::sidecar_path(&one)).unwrap(), fs::read(table::sidecar_path(&two)).unwrap());
    for path in [one, two] {
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}

#[test]
fn the_seat_that_moves_out_of_turn_is_looked_up_through_its_moves() {
    // Both seats are barred from cells: play with alternate turns never leads there.
    struct Odd;
    impl Visitor for Odd {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let mut position = G::new(setup);
            for (seat, cell) in [(Seat::Black, 0), (Seat::White, 1), (Seat::Black, 2), (Seat::Black, 4)] {
                position.set_to_move(seat);
                position.play(Move::place(0, quintet::board::Point(cell))).unwrap();
            }
            position.set_to_move(Seat::Black);
            let known = known::within::<G>(setup, 1 << 20).unwrap();
            let by_table = known.value(&position).unwrap().0;
            let by_search = solve::search_alone(setup, &position, Limits::default()).value();
            assert_eq!(by_search, Some(f64::from(by_table)));
        }
    }
    games::visit(&setup("alaric 7"), Odd);
}

/// A row of a strategy in docs/solved.md: the position, and for each of Black's moves White's answer, if there is one.
type Row = (String, Vec<(char, Option<char>)>);

/// The rows of the strategy for a ring of n cells.
fn strategy(n: usize) -> Vec<Row> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/solved.md")).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = lines.map(|line| line.split(" | ").collect::<Vec<_>>());
    let rows = cells.filter_map(|cells| match cells[..] {
        [row, position, answers] if row.parse::<usize>().is_ok() => {
            let position = position.trim_matches('`').to_owned();
            let answer = |text: &str| {
                let mut letters = text.chars();
                let first = letters.next().unwrap();
                let answer = letters.next().filter(|c| *c == '–').and_then(|_| letters.next());
                (first, answer)
            };
            (position.len() == n).then(|| (position, answers.split("; ").map(answer).collect()))
        }
        _ => None,
    });
    rows.collect()
}

#[test]
fn the_strategies_for_rings_of_seven_and_eight_answer_every_move_and_win() {
    struct Follow(Vec<Row>);
    impl Visitor for Follow {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let states = G::states(setup).unwrap();
            let n = setup.width();
            let number = |position: &G| states.number(&position.diagram()).unwrap();
            let cell = |letter: char| Move::place(0, quintet::board::Point(letter as u16 - 'A' as u16));
            // What follows a row comes back to a row by turning the ring, or is won.
            let mut rows = HashMap::new();
            let mut positions = Vec::new();
            for (drawing, answers) in &self.0 {
                let stone = |letter: char| quintet::words::Stone::from_letter(letter);
                let mut diagram = quintet::setup::Diagram::empty(setup);
                diagram.stones = drawing.chars().map(stone).collect();
                let barred: Vec<String> = drawing
                    .char_indices()
                    .filter(|(_, c)| *c == '-')
                    .map(|(i, _)| format!("{}1", char::from(b'A' + i as u8)))
                    .collect();
                if !barred.is_empty() {
                    diagram.state.insert("barred-b".into(), barred.join(","));
                }
                let position = G::from_diagram(setup, &diagram).unwrap();
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let answered: Vec<Move> = answers.iter().map(|(mv, _)| cell(*mv)).collect();
                let mut sorted = answered.clone();
                sorted.sort();
                assert_eq!(sorted, legal, "{drawing}: every move of Black is answered");
                for image in images(n, &diagram) {
                    rows.insert(G::from_diagram(setup, &image).unwrap().key(), positions.len());
                }
                positions.push((position, answers.clone()));
            }
            let mut next = vec![Vec::new(); positions.len()];
            for (row, (position, answers)) in positions.iter().enumerate() {
                for &(mv, answer) in answers {
                    let mut after = position.clone();
                    after.play(cell(mv)).unwrap();
                    assert_eq!(answer.is_none(), after.is_over());
                    if let Some(answer) = answer {
                        after.play(cell(answer)).unwrap();
                    }
                    match after.outcome() {
                        Some(outcome) => assert_eq!(outcome.winner(), Some(Seat::White)),
                        None => next[row].push(*rows.get(&after.key()).expect("a row follows")),
                    }
                }
            }
            assert_eq!(number(&positions[0].0), 0, "the first row is the empty board");
            // No row leads back to itself: so the game ends.
            let mut left: Vec<usize> = (0..next.len()).collect();
            while let Some(at) = left.iter().position(|&row| next[row].iter().all(|to| !left.contains(to))) {
                left.swap_remove(at);
            }
            assert!(left.is_empty(), "rows {left:?} lead round in a circle");
        }
    }
    for n in [7, 8] {
        games::visit(&setup(&format!("alaric {n}")), Follow(strategy(n)));
    }
}

/// All turns and reflections of a position on a ring.
fn images(n: u16, diagram: &quintet::setup::Diagram) -> Vec<quintet::setup::Diagram> {
    let turns = (0..2 * n).map(|turn| {
        let to = |i: u16| if turn < n { (i + turn) % n } else { (2 * n + turn - i) % n };
        let mut image = diagram.clone();
        for i in 0..n {
            image.stones[usize::from(to(i))] = diagram.stones[usize::from(i)];
        }
        for value in image.state.values_mut() {
            let cells = value.split(',').map(|word| u16::from(word.as_bytes()[0] - b'A'));
            let mut cells: Vec<u16> = cells.map(to).collect();
            cells.sort_unstable();
            let words = cells.iter().map(|&cell| format!("{}1", char::from(b'A' + cell as u8)));
            *value = words.collect::<Vec<_>>().join(",");
        }
        image
    });
    turns.collect()
}

#[test]
fn a_forced_cycle_of_stoical_go_is_endless_where_komi_lies_between_the_two_ends() {
    struct Cycle(f64);
    impl Visitor for Cycle {
        type Output = (Option<f64>, Option<known::Ends>, usize);
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let setup = &{
                let mut setup = setup.clone();
                setup.set_komi(self.0);
                setup
            };
            let point = |vertex: &str| setup.geometry().point(vertex.parse().unwrap()).unwrap();
            let mut position = G::new(setup);
            for vertex in ["A1", "A2", "B6"] {
                position.play(Move::place(0, point(vertex))).unwrap();
            }
            position.play(Move::PASS).unwrap();
            let graph = solve::graph::Graph::new(setup, &position, 1 << 20, &|_| true).unwrap();
            let solution = graph.solution(&position, std::time::Instant::now()).unwrap();
            (solution.value(), solution.ends, graph.cycles().len())
        }
    }
    let line = "stoical 2x6 repetition=none";
    let (value, ends, cycles) = games::visit(&setup(line), Cycle(0.0));
    assert_eq!((value, cycles), (Some(3.0), 85));
    let margins = ends.unwrap().map(|end| end.map(|(margin, _)| margin));
    assert_eq!(margins, [Some(3), Some(-4)], "neither seat can force the game to end as well as it could go on");
    // Whoever ends the game loses by half a point: so nobody does.
    assert_eq!(games::visit(&setup(line), Cycle(3.5)).0, Some(0.0));
}

#[test]
fn turned_boards_and_boards_of_exchanged_colours_are_looked_up_as_one() {
    struct Turned;
    impl Visitor for Turned {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let folds = Folds::new::<G>(setup);
            let turned = |mv: Move, turn: &[u16], exchanged: bool| match mv.action() {
                // In Cascade the kinds 0 and 1 are White's and Black's colours.
                Action::Place { kind: kind @ 0..2, point } if exchanged && G::info().kinds.len() == 3 => {
                    Move::place(1 - kind, quintet::board::Point(turn[point.index()]))
                }
                Action::Place { kind, point } => Move::place(kind, quintet::board::Point(turn[point.index()])),
                _ => mv,
            };
            let geometry = setup.geometry();
            let same: Vec<u16> = (0..geometry.width() * geometry.height()).collect();
            for (i, turn) in G::symmetries(setup).iter().chain([&same]).enumerate() {
                for exchanged in [false, true] {
                    let mut rng = Rng::seed_from_u64(i as u64);
                    let (mut position, mut image) = (G::new(setup), G::new(setup));
                    if exchanged {
                        image.set_to_move(position.to_move().other());
                    }
                    let mut moves = Vec::new();
                    for _ in 0..40 {
                        if position.is_over() {
                            break;
                        }
                        assert_eq!(folds.key(&position), folds.key(&image), "{} {turn:?}", G::info().id);
                        moves.clear();
                        position.legal_moves(&mut moves);
                        let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
                        position.play(mv).unwrap();
                        image.play(turned(mv, turn, exchanged)).unwrap();
                        position.settle();
                        image.settle();
                    }
                }
            }
        }
    }
    let lines = ["alaric 7", "alaric 8 board=line", "bracket 5", "bracket 4 shape=rhombus", "cascade 4"];
    let more = ["cascade 5 fill=both", "cancer 4 pie=off", "cancer 3x5 pie=off eye=group", "stoical 4", "stoical 2x5"];
    for line in lines.iter().chain(&more) {
        games::visit(&setup(line), Turned);
    }
}

#[test]
fn best_play_ends_within_the_bounds_that_a_game_tells_of_every_position() {
    /// The value for Black, of every position on the way.
    fn value<G: Game>(position: &G, known: &mut HashMap<u64, f64>) -> f64 {
        if let Some(outcome) = position.outcome() {
            return outcome.margin.points();
        }
        if let Some(&value) = known.get(&position.key()) {
            return value;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let values = moves.iter().map(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            value(&next, known)
        });
        let sign = position.to_move().sign();
        let best = sign * values.map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max);
        let [low, high] = position.value_bounds();
        assert!((low..=high).contains(&best), "{best} is not within {low} and {high}: {:?}", position.diagram());
        known.insert(position.key(), best);
        best
    }
    struct Bounds;
    impl Visitor for Bounds {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            value(&G::new(setup), &mut HashMap::new());
        }
    }
    for line in ["cascade 2", "cascade 2 fill=both", "cascade 3 fill=both", "bracket 3", "cancer 2"] {
        games::visit(&setup(line), Bounds);
    }
}

#[test]
fn small_boards_of_stoical_go_are_solved_at_once_and_where_repetition_draws_if_it_cannot_matter() {
    for (line, value) in [("stoical 2", 0.0), ("stoical 2x3 repetition=none", 0.0), ("stoical 3 repetition=none", 9.0)]
    {
        struct Solve;
        impl Visitor for Solve {
            type Output = Option<f64>;
            fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
                solve::solve(setup, &G::new(setup), Limits::default(), &|_| true).value()
            }
        }
        assert_eq!(games::visit(&setup(line), Solve), Some(value), "{line}");
    }
}
