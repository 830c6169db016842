//! What the page is told of its session: the game as it stands, and what there is to choose from.

use super::{Session, Who};
use crate::games::GAMES;
use crate::record::move_words;
use crate::record::setup_words::Size;
use crate::setup::GameInfo;
use crate::web::messages::{Defaults, GameChoice, GameView, Hello, MoveView, PlayerChoice, RuleChoice, SeatView};
use crate::web::tree::ROOT;
use crate::web::view;
use crate::words::{Move, Seat};

/// From fewer simulations nothing is said of a position.
const TRUSTED: u64 = 50;
/// A move that gives away so much of the expected result is a mistake.
const MISTAKE: f64 = 0.12;

impl Session {
    fn step(&self, node: usize) -> MoveView {
        let (seat, mv) = self.tree.step(node);
        let value = self.tree.value(node);
        let before = self.tree.before(node);
        let trusted = |node| self.tree.value(node).filter(|value| value.exact || value.visits >= TRUSTED);
        let lost = trusted(before).zip(trusted(node)).map(|(before, after)| (before.rate - after.rate) * seat.sign());
        MoveView {
            node,
            seat: seat.letter(),
            word: move_words::format(self.game().info(), self.game().geometry(), mv),
            value,
            mistake: lost.filter(|lost| *lost >= MISTAKE),
            others: self.tree.children(before).len() - 1,
        }
    }

    pub(super) fn state(&self) -> GameView {
        let game = self.game();
        let (info, node) = (game.info(), self.tree.current());
        let resigned = self.tree.resigned(node);
        let over = self.tree.is_over();
        let seat = game.to_move();
        let (kinds, reasons) = view::kinds(game, over);
        let line = self.tree.line();
        let at = line.iter().position(|&step| step == node).map_or(0, |index| index + 1);
        let next = line.get(at).copied();
        let others = self.tree.children(node).iter().filter(|&&child| Some(child) != next);
        let has_swap = info.swap.is_some_and(|name| game.setup().rules().any(|rule| rule == (name, "on")));
        let outcome = game.outcome();
        GameView {
            node,
            game: info.id,
            title: view::title(game.setup()),
            position: view::position_line(game),
            scene: view::scene(game, &self.cells),
            to_move: seat.letter(),
            over,
            status: view::status(game, resigned),
            news: view::news(game),
            kinds,
            reasons,
            pass: info.passes.then(|| !over && game.is_legal(seat, Move::PASS)),
            swap: has_swap.then(|| !over && game.is_legal(seat, Move::SWAP)),
            insight: view::insight(game, &self.cells),
            captured: game.captured(),
            score: view::score(game),
            reason: match resigned {
                Some(_) => view::GIVEN_UP.to_owned(),
                None => outcome.map_or(String::new(), |outcome| view::reason(game, &outcome)),
            },
            line: line.iter().map(|&step| self.step(step)).collect(),
            at,
            aside: node != self.tree.end(),
            branches: others.map(|&child| (child, self.step(child).word)).collect(),
            seats: Seat::BOTH.map(|seat| SeatView {
                name: view::seat_name(info, seat),
                stone: info.own_stone(seat).name(),
                player: self.who_name(&self.who[seat.index()]),
            }),
            yours: self.turn().is_ok(),
            waiting: self.waiting && !over && self.who[seat.index()] != Who::Person,
            trying: self.trying,
            analysing: self.analysing,
            exact: self.exact,
            faults: self.faults.clone(),
            can: [node != ROOT || resigned.is_some(), self.tree.onward().is_some()],
        }
    }

    pub(super) fn hello(&self) -> Hello {
        let mut players: Vec<PlayerChoice> = [
            ("person", "A person", false),
            ("quintet-easy", "quintet, easy", false),
            ("quintet-medium", "quintet, medium", false),
            ("quintet-strong", "quintet, strong", false),
            ("quintet", "quintet, by seconds or visits", true),
        ]
        .map(|(name, about, bounded)| PlayerChoice { name: name.to_owned(), about: about.to_owned(), bounded })
        .into();
        players.extend(self.options.engines.iter().map(|engine| PlayerChoice {
            name: engine.name.clone(),
            about: engine.name.clone(),
            bounded: true,
        }));
        let setup = &self.options.setup;
        let geometry = setup.geometry();
        Hello {
            session: self.id.clone(),
            resumed: self.resumed,
            version: env!("CARGO_PKG_VERSION"),
            games: GAMES.iter().map(|info| game_line(info)).collect(),
            players,
            matches: !self.options.matches.is_empty(),
            defaults: Defaults {
                game: setup.info().id.to_owned(),
                size: Size::written(setup).to_string(),
                rules: setup.rules().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
                komi: setup.komi(),
                blocked: setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect(),
                visits: self.options.limits.visits,
                seconds: self.options.limits.time.map(|time| time.as_secs_f64()),
            },
        }
    }
}

fn game_line(info: &'static GameInfo) -> GameChoice {
    let lesson = info.lesson;
    let rules = info.rules.iter().zip(lesson.choices).map(|(rule, explained)| RuleChoice {
        name: rule.name,
        about: explained.about,
        values: rule.values.iter().copied().zip(explained.values.iter().copied()).collect(),
    });
    GameChoice {
        id: info.id,
        title: info.title,
        summary: lesson.headline,
        signs: lesson.signs,
        least: *info.sizes.start(),
        most: *info.sizes.end(),
        size: info.default_size,
        size_text: lesson.size,
        rectangular: info.rectangular,
        komi: info.komi,
        blocking: info.blocking,
        handicap: info.handicap,
        seats: Seat::BOTH.map(|seat| view::seat_name(info, seat)),
        first: info.first.letter(),
        rules: rules.collect(),
    }
}
