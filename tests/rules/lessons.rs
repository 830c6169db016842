//! The tutorials agree with the rules, and every illegal move has a reason.

use quintet_conformance::small_setup;
use quintet_core::game::Game;
use quintet_core::notation::move_words as words;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_games::{self as games, GAMES};
use quintet_record::position_line;

fn short_game(id: &str) -> Game {
    let info = games::find(id).unwrap();
    let game = &info.presentation.tutorial.game;
    let setup = game.rules.iter().fold(Setup::new(info), |setup, (name, value)| setup.with_rule(name, value).unwrap());
    Game::new(setup.with_size(game.size).unwrap())
}

#[test]
fn every_short_game_is_legal_and_comes_to_its_end() {
    for info in GAMES {
        let mut game = short_game(info.id);
        for (word, _) in info.presentation.tutorial.game.moves {
            let seat = game.to_move();
            let mv = words::read(info, game.geometry(), seat, word).unwrap_or_else(|| panic!("{}: {word}", info.id));
            assert_eq!(game.play(seat, mv), Ok(()), "{}: {word}", info.id);
        }
        assert!(game.is_over(), "{}", info.id);
        assert!(
            !info.presentation.tutorial.game.moves.last().unwrap().1.is_empty(),
            "{}: the end is explained",
            info.id
        );
    }
}

#[test]
fn the_short_games_are_those_of_the_manual() {
    let manual = include_str!("../../docs/tutorial.md");
    let all = manual.split("## A short game of each").nth(1).unwrap();
    for info in GAMES {
        let section = all.split("\n### ").find(|part| part.starts_with(info.title)).unwrap();
        let mut played: Vec<String> = Vec::new();
        let mut lines = section.lines().peekable();
        while let Some(line) = lines.next() {
            let answer = lines.peek().copied().unwrap_or_default();
            if line == "> undo" {
                played.pop();
            } else if let Some(play) = line.strip_prefix("> play ").filter(|_| !answer.starts_with('?')) {
                played.push(play.split(' ').nth(1).unwrap().to_owned());
            }
        }
        let taught: Vec<&str> = info.presentation.tutorial.game.moves.iter().map(|(word, _)| *word).collect();
        assert_eq!(played, taught, "{}", info.id);
    }
}

#[test]
fn every_rule_and_each_of_its_values_is_explained() {
    for info in GAMES {
        assert_eq!(info.presentation.tutorial.choices.len(), info.rules.len(), "{}", info.id);
        for (rule, explained) in info.rules.iter().zip(info.presentation.tutorial.choices) {
            assert_eq!(rule.values.len(), explained.values.len(), "{} {}", info.id, rule.name);
        }
    }
}

/// Returns all moves that a client could send, legal or not.
fn all_moves(game: &Game) -> Vec<Move> {
    let kinds = game.info().kinds.len() as u8;
    let places = game.geometry().points().flat_map(|point| (0..kinds).map(move |kind| Move::place(kind, point)));
    places.chain([Move::PASS, Move::SWAP]).collect()
}

#[test]
fn a_reason_is_given_for_illegal_moves_and_only_for_them() {
    for info in GAMES {
        for choice in 0..info.rules.iter().map(|rule| rule.values.len()).max().unwrap_or(1) {
            let mut setup = small_setup(info);
            for rule in info.rules {
                setup = setup.with_rule(rule.name, rule.values[choice.min(rule.values.len() - 1)]).unwrap();
            }
            let mut rng = seeded(7);
            let mut game = Game::new(setup.clone());
            for _ in 0..120 {
                for seat in Seat::BOTH {
                    for mv in all_moves(&game) {
                        let why = game.why_illegal(seat, mv);
                        assert_eq!(why.is_none(), game.is_legal(seat, mv), "{} {mv:?}", info.id);
                        assert_ne!(why, Some("the rules of this game do not allow it"), "{} {mv:?}", info.id);
                    }
                }
                let seat = game.to_move();
                let moves = game.legal_moves(seat);
                if moves.is_empty() {
                    break;
                }
                game.play(seat, moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
            }
        }
    }
}

/// Reads a move of the side to move.
fn read(game: &Game, word: &str) -> Move {
    words::read(game.info(), game.geometry(), game.to_move(), word).unwrap()
}

/// Returns the game after some moves, which alternate.
fn played(id: &str, size: u16, moves: &str) -> Game {
    let mut game = Game::new(Setup::new(games::find(id).unwrap()).with_size(size).unwrap());
    for word in moves.split_whitespace() {
        let (seat, mv) = (game.to_move(), read(&game, word));
        game.play(seat, mv).unwrap_or_else(|_| panic!("{id}: {word}"));
    }
    game
}

/// Returns the reason why a move of the side to move is illegal after some moves.
fn why(id: &str, size: u16, moves: &str, refused: &str) -> &'static str {
    let game = played(id, size, moves);
    game.why_illegal(game.to_move(), read(&game, refused)).unwrap_or_else(|| panic!("{id}: {refused} is legal"))
}

#[test]
fn the_reason_names_the_rule_that_is_broken() {
    for (id, size, moves, refused, expected) in [
        ("alaric", 7, "D1 A1 G1 E1 B1", "A1", "barred until your next turn"),
        ("alaric", 7, "D1", "D1", "a stone stands there already"),
        ("stoical", 5, "C3 D3 C5 D5 B4 E4 B2 C4 D4", "C4", "captures right after a capture"),
        ("stoical", 3, "B1 C3 A2", "A1", "suicide"),
        ("cancer", 4, "B2", "cancer@A1", "first put down a stone of your own colour"),
        ("cancer", 4, "A1 B2 C3 B1 D4", "A2", "a white stone may not capture"),
        ("cancer", 4, "A1 B2", "cancer@D4", "has to capture or to fill an eye"),
        ("cancer", 4, "A1 B2", "swap-pieces", "only White can swap"),
        ("cancer", 4, "A1 B2", "pass", "nobody passes"),
        ("cascade", 3, "red@B2", "white@B2", "a stone stands there already"),
        ("bracket", 5, "", "swap-pieces", "nobody swaps"),
    ] {
        let text = why(id, size, moves, refused);
        assert!(text.contains(expected), "{id} {refused}: {text}");
    }
}

#[test]
fn a_game_with_counted_stones_says_how_many_there_are() {
    for (id, size, moves, expected) in [
        ("alaric", 4, "A1 B1 D1", Some("stones: Black 2, White 1")),
        // The stone between two is taken.
        ("alaric", 4, "A1 B1 C1", Some("stones: Black 2, White 0")),
        ("cancer", 4, "A1 B2 C3", Some("stones: Red 2, White 1")),
        ("cascade", 3, "red@A1 white@C1", Some("stones: Black 0, White 1")),
        ("bracket", 5, "A1 B1", None),
        ("stoical", 5, "A1 B1", None),
    ] {
        let game = played(id, size, moves);
        let text = game.position().explain_score(game.geometry());
        assert_eq!(text.as_deref(), expected, "{id} {moves}");
    }
}

#[test]
fn an_end_without_stones_of_either_colour_is_explained() {
    let (setup, diagram) = position_line::read("cancer 2 eye=any pie=on co/r. b").unwrap();
    let mut game = Game::from_diagram(setup, &diagram).unwrap();
    game.play(Seat::Black, read(&game, "cancer@B1")).unwrap();
    let text = game.explain_outcome().unwrap();
    assert!(text.contains("all red and white stones") && text.contains("the mover, Red, wins"), "{text}");
    let (setup, diagram) = position_line::read("cancer 2 eye=any pie=on c./.r w winner=b").unwrap();
    let text = Game::from_diagram(setup, &diagram).unwrap().explain_outcome().unwrap();
    assert_eq!(text, "White has no stone left on the board, and has lost.");
}

#[test]
fn the_end_of_a_game_of_stoical_go_is_explained_by_both_areas() {
    for (line, expected) in [
        ("stoical 3 ko=stoical repetition=none komi=0 .x./xxo/.xo w passes=2", "Black has 6, White 2."),
        ("stoical 3 ko=stoical repetition=none komi=0 oo./..x/... w passes=2", "Black has 1, White 2."),
        ("stoical 3 ko=stoical repetition=none komi=2.5 oo./..x/... w passes=2", "White 2, and 2.5 of komi for White."),
    ] {
        let (setup, diagram) = position_line::read(line).unwrap();
        let text = Game::from_diagram(setup, &diagram).unwrap().explain_outcome().unwrap();
        assert!(text.ends_with(expected), "{line}: {text}");
    }
}

#[test]
fn a_swap_without_the_pie_rule_has_its_own_reason() {
    let (setup, diagram) = position_line::read("cancer 3 eye=any pie=off r../.../... w").unwrap();
    let game = Game::from_diagram(setup, &diagram).unwrap();
    assert_eq!(game.why_illegal(Seat::White, Move::SWAP), Some("the pie rule is off in this game"));
}

/// The group that decides is one of the loser's, which the winner has bracketed.
#[test]
fn the_group_that_decides_is_bracketed_by_the_winner() {
    let mut rng = seeded(5);
    let mut decided = 0;
    for (shape, scoring) in
        [("hexagon", "largest"), ("hexagon", "smallest"), ("rhombus", "largest"), ("rhombus", "smallest")]
    {
        let setup = Setup::new(games::find("bracket").unwrap()).with_size(7).unwrap();
        let setup = setup.with_rule("shape", shape).unwrap().with_rule("scoring", scoring).unwrap();
        for _ in 0..100 {
            let mut game = Game::new(setup.clone());
            while !game.is_over() {
                let moves = game.legal_moves(game.to_move());
                game.play(game.to_move(), moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
            }
            let decision = game.decision().unwrap();
            match game.outcome().unwrap().winner() {
                Some(winner) => {
                    let loser = game.info().own_stone(winner.other());
                    assert!(decision.points.iter().all(|&point| game.stone(point) == Some(loser)), "{shape} {scoring}");
                    let size = decision.points.len();
                    assert_eq!(decision.words, format!("{} group of {size} bracketed", loser.name()));
                    decided += 1;
                }
                None => assert!(decision.points.is_empty(), "{shape} {scoring}"),
            }
        }
    }
    assert!(decided > 200, "{decided}");
}
