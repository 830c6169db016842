//! The state of the game as the page shows it.

use super::Session;
use crate::messages::{GameView, MoveView, SeatView};
use crate::review;
use crate::view;
use quintet_core::notation::move_words;
use quintet_core::types::{Move, Seat};
use quintet_record::tree::NodeId;

impl Session {
    /// Returns a move of the current line.
    fn step(&self, node: NodeId) -> MoveView {
        let (seat, mv) = self.tree.tree().step(node);
        let before = self.tree.tree().parent(node).unwrap_or(node);
        let review = review::review(self.tree.value(before), self.tree.value(node), seat);
        MoveView {
            node,
            seat: seat.letter(),
            word: move_words::format(self.game().info(), self.game().geometry(), mv),
            value: self.tree.value(node),
            grade: review.map(|review| review.grade.name()),
            lost: review.map(|review| review.lost),
            others: self.tree.tree().children(before).len() - 1,
        }
    }

    /// Returns the state of the game.
    pub(super) fn state(&self) -> GameView {
        let game = self.game();
        let (info, node) = (game.info(), self.tree.node());
        let forfeit = self.tree.forfeit();
        let over = self.tree.is_over();
        let seat = game.to_move();
        let (kinds, reasons) = view::kinds(game, over);
        let line = self.tree.line();
        let at = line.iter().position(|&step| step == node).map_or(0, |index| index + 1);
        let next = line.get(at).copied();
        let mut others = self.tree.tree().children(node).to_vec();
        others.retain(|&child| Some(child) != next);
        others.sort_unstable();
        GameView {
            node,
            game: info.id,
            title: view::title(game.setup()),
            position: quintet_record::position_line::write(game),
            scene: view::scene(game, self.tree.cells()),
            to_move: seat.letter(),
            over,
            status: view::status(game, forfeit),
            news: view::news(game),
            kinds,
            reasons,
            pass: info.passes.then(|| !over && game.is_legal(seat, Move::PASS)),
            swap: game.setup().has_swap().then(|| !over && game.is_legal(seat, Move::SWAP)),
            insight: view::insight(game, self.tree.cells()),
            captured: game.captured(),
            score: view::score(game),
            reason: forfeit
                .map_or_else(|| view::reason(game), |forfeit| view::forfeit_reason(forfeit.reason).to_owned()),
            line: line.iter().map(|&step| self.step(step)).collect(),
            at,
            aside: node != self.end(),
            branches: others.into_iter().map(|child| (child, self.step(child).word)).collect(),
            seats: Seat::BOTH.map(|seat| SeatView {
                name: view::seat_name(info, seat),
                stone: info.own_stone(seat).name(),
                player: self.player_name(seat),
            }),
            yours: self.check_turn().is_ok() && self.takes_tries(),
            waiting: self.phase.is_paused() && !over && !self.players.is_person(seat),
            trying: self.phase.is_exploring(),
            analysing: self.thinking.analysis.is_on(),
            exact: self.exact.task.is_on(),
            clock: self.clock_view(),
            puzzle: self.puzzle_view(),
            faults: self.faults.clone(),
            can: [node != NodeId::ROOT || forfeit.is_some(), self.tree.onward().is_some()],
        }
    }
}
