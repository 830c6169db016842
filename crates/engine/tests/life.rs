//! Dead stones at the end of games, judged by GNU Go, by rules of thumb that hold for certain shapes, and
//! counted once everywhere.

use quintet_core::board::{Point, PointSet};
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat, Stone};
use quintet_engine::Knowledge;
use quintet_engine::life::{Life, Status, judged};

/// Returns an empty board with a rule set.
fn setup(size: u16, rules: &str, komi: f64) -> Setup {
    let info = quintet_games::find("stoical").unwrap();
    let setup = Setup::new(info).with_size(size).unwrap();
    let mut setup = setup.with_rule_set(info.rule_set(rules).unwrap()).unwrap();
    setup.set_komi(komi);
    setup
}

/// Returns the game after moves that both sides play in turn.
fn played<'a>(setup: Setup, moves: impl Iterator<Item = &'a str>) -> Game {
    let mut game = judged(Game::new(setup), &Knowledge::default());
    for (seat, word) in Seat::BOTH.into_iter().cycle().zip(moves) {
        let mv = game.read_word(seat, word).unwrap();
        game.play(seat, mv).unwrap_or_else(|_| panic!("{seat:?} {word}"));
    }
    game
}

/// Returns a board of rows from the top, `x` for Black and `o` for White, after two passes.
fn ended(rows: &[&str]) -> Game {
    let setup = setup(rows.len() as u16, "chinese-ogs", 0.0);
    let mut diagram = setup.empty_diagram();
    let geometry = setup.geometry();
    for point in geometry.points() {
        let vertex = geometry.vertex(point);
        let stone = rows[rows.len() - 1 - vertex.y as usize].as_bytes()[vertex.x as usize];
        diagram.stones[point.index()] = match stone {
            b'x' => Some(Stone::Black),
            b'o' => Some(Stone::White),
            _ => None,
        };
    }
    let mut game = judged(Game::from_diagram(setup, &diagram).unwrap(), &Knowledge::default());
    game.play(Seat::Black, Move::PASS).unwrap();
    game.play(Seat::White, Move::PASS).unwrap();
    game
}

fn vertices(game: &Game, points: PointSet) -> String {
    let mut names: Vec<String> = points.iter().map(|point| game.geometry().vertex(point).to_string()).collect();
    names.sort();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

#[test]
fn dead_stones_are_those_of_gnu_go_in_its_own_games() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/dead-stones.txt")).unwrap();
    let (mut games, mut same, mut winners) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap();
        let (size, score, dead, moves) = (word().parse().unwrap(), word(), word(), word());
        // GNU Go plays by simple ko, which allows nothing that positional superko forbids in these games.
        let game = played(setup(size, "chinese-ogs", 7.0), moves.split(','));
        assert!(game.is_over());
        games += 1;
        same += u32::from(vertices(&game, game.dead_stones()) == dead);
        let winner = game.outcome().unwrap().winner().map_or('0', |seat| seat.letter().to_ascii_uppercase());
        winners += u32::from(score.starts_with(winner));
    }
    assert_eq!(games, 75);
    // In the others both passed although a fight or a large area was open.
    assert!(same >= 70, "the same dead stones in {same} of {games} games");
    assert!(winners >= 72, "the same winner in {winners} of {games} games");
}

#[test]
fn a_stone_alone_in_a_narrow_corridor_is_dead() {
    // Five empty points between living walls; a stone on each of the places.
    for place in 0..5 {
        let mut corridor = [b'.'; 5];
        corridor[place] = b'o';
        let corridor = String::from_utf8(corridor.to_vec()).unwrap();
        let rows = [
            "......x..",
            ".xxxxxx..",
            ".x.....x.",
            "xxxxxxxxx",
            &format!("xx{corridor}xx"),
            "xxxxxxxxx",
            "ooooooooo",
            ".oo.oo.o.",
            "o.o.o..o.",
        ];
        let game = ended(&rows);
        let stone = game
            .geometry()
            .points()
            .find(|&point| game.geometry().vertex(point).y == 4 && { game.stone(point) == Some(Stone::White) });
        assert!(game.dead_stones().contains(stone.unwrap()), "{corridor}: {}", vertices(&game, game.dead_stones()));
    }
}

#[test]
fn the_rule_sets_of_stoical_go_itself_and_tromp_taylor_remove_nothing() {
    let moves = ["C3", "G7", "pass", "pass"];
    let own = played(Setup::new(quintet_games::find("stoical").unwrap()), moves.into_iter());
    let tromp_taylor = played(setup(9, "tromp-taylor", 0.0), moves.into_iter());
    for game in [own, tromp_taylor] {
        assert!(game.is_over() && game.dead_stones().is_empty());
        assert_eq!(Life::of(&game, &Knowledge::default()).groups(Status::Dead).count(), 0);
    }
}

#[test]
fn the_count_follows_komi_undo_and_play_after_the_end() {
    // White's stone in the corner is dead.
    let rows = [
        "..x......",
        "..xo.....",
        "xxxo.....",
        "ooxo.....",
        ".oxo.....",
        "ooxo.....",
        "xxxo.....",
        ".xxo.....",
        "o.xo.....",
    ];
    let mut game = ended(&rows);
    let dead = game.dead_stones();
    let all = |game: &Game| -> Vec<Point> { game.geometry().points().collect() };
    assert!(!dead.is_empty() && dead.iter().all(|point| all(&game).contains(&point)));
    let margin = game.outcome().unwrap().margin.points();
    assert_eq!(game.score().unwrap().points(), margin);
    game.set_komi(3.5);
    assert_eq!(game.outcome().unwrap().margin.points(), margin - 3.5);
    assert!(game.explain_outcome().unwrap().contains("removed before the count"));
    game.undo(1).unwrap();
    assert!(game.dead_stones().is_empty() && game.outcome().is_none());
    game.play(Seat::White, Move::PASS).unwrap();
    assert_eq!(game.dead_stones(), dead);
}

#[test]
fn the_same_position_gets_the_same_answer() {
    let rows = [
        "..x......",
        "..xo.....",
        "xxxo.....",
        "ooxo.....",
        ".oxo.....",
        "ooxo.....",
        "xxxo.....",
        ".xxo.....",
        "o.xo.....",
    ];
    let dead = |_| vertices(&ended(&rows), ended(&rows).dead_stones());
    let answers: Vec<String> = (0..3).map(dead).collect();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}
