//! The state of the game as the page shows it.

use super::earlier_games::EarlierGames;
use super::engines::Engines;
use super::game_clock::GameClock;
use super::guests::Role;
use super::live_game::LiveGame;
use super::page_game::PageGame;
use super::players::Strength;
use super::puzzle::PuzzlePlay;
use super::variations::variations;
use crate::messages::{GameView, MoveView, SeatView, SharedView};
use crate::review;
use crate::view;
use quintet_core::types::{Move, Seat};
use quintet_record::position_line;
use quintet_record::sgf::Markup;
use quintet_record::tree::{GameTree, NodeId, Step};

/// Returns the move, or the stones set up, that lead to a node.
fn step(page: &PageGame, node: NodeId) -> MoveView {
    let (seat, word) = match page.tree().step(node) {
        Step::Move(seat, mv) => (*seat, page.game().word(*mv)),
        Step::SetUp(diagram) => (diagram.to_move.other(), "set-up".to_owned()),
        Step::Nothing | Step::Unread => (page.to_move(), String::new()),
    };
    let before = page.tree().position(page.tree().parent(node).unwrap_or(node));
    let review = match page.tree().step(node) {
        Step::Move(..) => review::review(page.value(before), page.value(node), seat),
        _ => None,
    };
    MoveView {
        node,
        seat,
        word,
        value: page.value(node),
        grade: review.map(|review| review.grade),
        lost: review.map(|review| review.lost),
        others: page.tree().next(before).len() - 1,
    }
}

/// Returns the name and the rank that a record gives to a player.
fn known_as(tree: &GameTree, seat: Seat) -> String {
    let [name, rank] = match seat {
        Seat::Black => ["PB", "BR"],
        Seat::White => ["PW", "WR"],
    };
    let facts: Vec<String> =
        [name, rank].into_iter().filter_map(|fact| tree.fact(fact)).map(Strength::in_words).collect();
    facts.join(", ")
}

/// Returns the state of the game for the pages of a role.
pub fn state(
    (role, shared): (Role, Option<SharedView>),
    live: &LiveGame,
    engines: &Engines,
    earlier: &EarlierGames,
    puzzle: Option<&PuzzlePlay>,
) -> GameView {
    let page = live.game();
    let (game, node) = (page.game(), page.node());
    let (info, seat) = (game.info(), page.to_move());
    let (forfeit, over) = (page.forfeit(), page.is_over());
    let (kinds, reasons) = view::kinds(game, over);
    let line = page.line();
    let solving = puzzle.is_some_and(PuzzlePlay::is_unsolved);
    let at = page.tree().steps(node);
    let next = line.get(at).copied();
    let mut others = page.tree().next(node);
    others.retain(|&child| Some(child) != next);
    others.sort_unstable();
    let [analysing, exact] = engines.shows();
    GameView {
        node,
        game: info.id,
        title: view::title(game.setup()),
        position: position_line::write(game),
        scene: view::scene(game, page.cells()),
        to_move: seat,
        over,
        status: view::status(game, forfeit),
        news: view::news(game),
        kinds,
        reasons,
        pass: info.passes.then(|| !over && game.is_legal(seat, Move::PASS)),
        swap: game.setup().has_swap().then(|| !over && game.is_legal(seat, Move::SWAP)),
        insight: view::insight(game, page.cells()),
        captured: game.captured(),
        score: view::score(game),
        reason: forfeit.map_or_else(|| view::reason(game), |forfeit| view::forfeit_reason(forfeit.reason).to_owned()),
        winner: forfeit.map_or_else(|| game.outcome()?.winner(), |forfeit| Some(forfeit.loser.other())),
        won: view::won(game, forfeit),
        line: line.iter().map(|&node| step(page, node)).collect(),
        at,
        aside: live.is_aside(),
        variation: live.is_variation(),
        latest: page.tree().steps(live.latest()),
        can_play_on: live.can_play_on() && shared.is_none(),
        branches: others.into_iter().map(|child| (child, step(page, child).word)).collect(),
        variations: if solving { Vec::new() } else { variations(page) },
        remarks: view::remarks(Markup::of(page.tree(), node), page.cells()),
        earlier: if role == Role::Host { earlier.views() } else { Vec::new() },
        seats: Seat::BOTH.map(|seat| SeatView {
            name: view::seat_name(info, seat),
            stone: info.own_stone(seat).name(),
            player: live.players().name(seat).to_owned(),
            known_as: known_as(page.tree(), seat),
        }),
        shared,
        yours: live.check_turn(role).is_ok() && puzzle.is_none_or(PuzzlePlay::takes_tries),
        waiting: live.phase().is_paused() && !live.is_aside() && !over && !live.players().is_person(seat),
        trying: live.phase().is_exploring(),
        analysing,
        exact,
        clock: live.clock().map(GameClock::view),
        puzzle: puzzle.map(|puzzle| puzzle.view(page)),
        faults: if role == Role::Host { engines.faults().to_vec() } else { Vec::new() },
        can: match (live.can_undo_and_redo(), role) {
            (_, Role::Watcher) => [false, false],
            ([undo, _], _) if live.players().has_guest() && !live.steps() => [undo, false],
            (can, _) => can,
        },
    }
}
