//! The sixth game, played by all that plays games: nothing of it knows Hedge but its folder and its line in the list.

use super::INFO;
use crate::conformance::{self, Extent};
use crate::engine::{Request, Settings};
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::gtp::{Options, Session, Style};
use crate::players::player;
use crate::record::{position, sgf, svg, text};
use crate::search::{Interrupt, Limits};
use crate::setup::Setup;
use crate::words::Move;

struct Check(Extent);

impl Visitor for Check {
    type Output = Result<(), conformance::Broken>;

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        conformance::check::<G>(setup, self.0)
    }
}

#[test]
fn the_sixth_game_is_in_the_list_and_keeps_what_the_trait_promises() {
    assert!(std::ptr::eq(games::find("HEDGE").unwrap(), &INFO));
    conformance::check_info(&INFO).unwrap();
    for size in [1, 2, 3, 5, 9] {
        for beside in INFO.rules[0].values {
            let setup = Setup::new(&INFO).with_size(size).unwrap().with_rule("beside", beside).unwrap();
            games::visit(&setup, Check(Extent { games: 6, plies: 90, seed: 1 })).unwrap();
        }
    }
}

#[test]
fn it_is_played_by_gtp_in_every_spelling() {
    for style in [Style::Words, Style::Coded, Style::Gogui] {
        let setup = Setup::new(&INFO).with_size(2).unwrap();
        let mut session = Session::new(Options { style, visits: Some(50), ..Options::new(setup) }).unwrap();
        let mut ask = |line: &str| session.execute(line).trim_end().to_owned();
        assert_eq!(ask("quintet-get_rules"), r#"= {"beside":"sides"}"#);
        assert_eq!(ask("kata-get-rules"), r#"= {"beside":"sides"}"#);
        assert_eq!(ask("all_legal b"), "= A1 B1 A2 B2");
        for (seat, vertex) in [("b", "A1"), ("w", "B2"), ("b", "B1")] {
            assert_eq!(ask(&format!("play {seat} {vertex}")), "=");
        }
        assert_eq!(ask("genmove w"), "= A2");
        assert_eq!(ask("final_score"), "= 0");
        assert_eq!(ask("quintet-position"), "= hedge 2 beside=sides oo/xx b");
        assert_eq!(ask("undo"), "=");
        assert_eq!(ask("fixed_handicap 2"), "? Hedge has no handicap stones");
    }
}

#[test]
fn it_is_searched_written_down_and_drawn() {
    let setup = Setup::new(&INFO).with_rectangle(3, 1);
    assert!(setup.is_err(), "rectangles are 2 wide at least");
    let setup = Setup::new(&INFO).with_rectangle(2, 3).unwrap();
    let mut player = player(&setup, None).unwrap();
    let (settings, interrupt) = (Settings::default(), Interrupt::default());
    while !player.history().is_over() {
        let seat = player.history().to_move();
        let limits = Limits { visits: Some(200), time: None };
        let choice = player.choose(&Request::new(seat, limits, &settings, &interrupt), &mut |_| {});
        player.history_mut().play(seat, choice.mv.unwrap()).unwrap();
    }
    let game = player.history();
    let record = sgf::read(sgf::write(game, &sgf::Notes::default()).as_bytes(), None).unwrap();
    assert_eq!((&record.setup, &record.moves[..]), (&setup, game.moves()));
    let line = position::write(game);
    assert_eq!(position::read(&line).unwrap().0, setup);
    assert!(text::board(game).starts_with("Hedge 2x3 beside=sides"));
    assert!(svg::picture(game, &svg::PictureOptions::default()).contains("Hedge"));
}

#[test]
fn pairs_are_counted_along_sides_or_across_corners_too() {
    // Black's stones: A1, B2, C3, A3, B3; White's: A2, B1, C1, C2.
    let moves = ["A1", "A2", "B2", "B1", "C3", "C1", "A3", "C2", "B3"];
    // Along sides Black has B2–B3, A3–B3, B3–C3 and White B1–C1, C1–C2; across corners Black has A1–B2, B2–C3, A3–B2 more,
    // and White A2–B1, B1–C2.
    for (beside, margin) in [("sides", "B+1"), ("corners", "B+2")] {
        let setup = Setup::new(&INFO).with_size(3).unwrap().with_rule("beside", beside).unwrap();
        let mut game = games::start(&setup);
        for vertex in moves {
            let point = game.geometry().point(vertex.parse().unwrap()).unwrap();
            game.play(game.to_move(), Move::place(0, point)).unwrap();
        }
        assert_eq!(game.outcome().unwrap().margin.to_string(), margin, "{beside}");
    }
}
