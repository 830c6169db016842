//! Cleaning up after a dispute about dead stones: the engine captures the opponent's dead stones
//! before it passes.

use quintet_core::board::{Point, PointSet};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::groups::Group;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Choice, Engine, Settings};
use quintet_search::{Limits, Restriction};

use super::Session;
use crate::call::Call;
use crate::session::Thinking;
use quintet_engine::life::{Life, Status, open_diagram};

/// How much less than the best move of all a move near the dead stones may promise.
const TOLERANCE: f64 = 0.1;

impl Session {
    /// Plays a move of `seat` that helps to capture dead stones of its opponent, even after two
    /// passes, and returns its word; `None` if there are no such stones or no such move.
    ///
    /// A move near the dead stones is played, unless one elsewhere is better: an answer to a threat.
    pub async fn clean_up(&mut self, call: &mut Call<'_>, seat: Seat) -> Option<String> {
        let (game, near) = self.dispute(seat)?;
        let start = self.time_source.now();
        let near = self.clean_up_search(call, &game, Restriction { seat, moves: near, others: true, plies: 1 }).await;
        let no_pass = Restriction { seat, moves: vec![Move::PASS], others: false, plies: 1 };
        let anywhere = self.clean_up_search(call, &game, no_pass).await;
        self.clock.spend(seat, self.time_source.since(start));
        let promise = |choice: &Choice| choice.report.candidates.first().map_or(0.0, |best| best.win_rate);
        let choices = match promise(&near) + TOLERANCE < promise(&anywhere) {
            true => [anywhere, near],
            false => [near, anywhere],
        };
        // Superko may forbid the best ones.
        let moves: Vec<Move> = choices
            .iter()
            .flat_map(|choice| {
                choice.mv.into_iter().chain(choice.report.candidates.iter().map(|candidate| candidate.mv))
            })
            .filter(|&mv| mv != Move::PASS)
            .collect();
        moves.into_iter().find_map(|mv| {
            let word = self.word(mv);
            self.play_move(seat, mv).is_ok().then_some(word)
        })
    }

    /// Searches the game of a dispute with half of the time for a move.
    async fn clean_up_search(&self, call: &mut Call<'_>, game: &Game, restriction: Restriction) -> Choice {
        let seat = restriction.seat;
        let limits = self.limits(seat);
        let limits = Limits { time: limits.time.map(|time| time / 2), ..limits };
        let restrictions = [restriction];
        let mut thinking = Thinking { fresh: true, ..Thinking::new(call).within(limits) };
        thinking.options.restrictions = &restrictions;
        // Exact values of the real game do not apply to the stakes of the cleanup.
        let settings = Settings { exact: false, resign_below: 0.0, ..self.preferences.settings.clone() };
        let mut engine = Engine::new(game.clone(), &self.knowledge);
        thinking.run(call, &mut engine, seat, &settings, &*self.time_source, &mut |_, _| {}).await
    }

    /// Returns a game in which `seat` has to capture the largest part of its opponent's dead stones
    /// to win, and its moves near them; `None` if there is nothing to capture.
    fn dispute(&self, seat: Seat) -> Option<(Game, Vec<Move>)> {
        let game = self.game();
        let life = Life::of(game, &self.knowledge);
        let stone = game.info().own_stone(seat.other());
        let dead: Vec<&Group> = life.groups(Status::Dead).filter(|group| group.stone == stone).collect();
        if dead.is_empty() {
            return None;
        }
        let diagram = Diagram { to_move: seat, ..open_diagram(game) };
        let mut setup = game.setup().clone();
        let mut cleared = diagram.clone();
        dead.iter().flat_map(|group| &group.points).for_each(|point| cleared.stones[point.index()] = None);
        // Halfway between the counts of the board with and without the dead stones.
        let [standing, captured] =
            [&diagram, &cleared].map(|diagram| Some(setup.position(diagram).ok()?.score()?.points()));
        setup.set_komi(setup.komi() + f64::midpoint(standing?, captured?));
        let open = Game::from_diagram(setup, &diagram).ok()?;
        let near = surroundings(game, &dead);
        let moves: Vec<Move> = open
            .legal_moves(seat)
            .into_iter()
            .filter(|mv| mv.point().is_some_and(|point| near.contains(point)))
            .collect();
        (!moves.is_empty()).then_some((open, moves))
    }
}

/// Returns the empty points that are connected with groups by empty points and the groups'
/// members.
fn surroundings(game: &Game, groups: &[&Group]) -> PointSet {
    let mut seen = PointSet::EMPTY;
    let mut queue: Vec<Point> = groups.iter().flat_map(|group| group.liberties.iter().copied()).collect();
    queue.retain(|&point| seen.insert(point));
    let is_open =
        |point: Point| game.stone(point).is_none() || groups.iter().any(|group| group.points.contains(&point));
    while let Some(point) = queue.pop() {
        for neighbour in game.geometry().neighbours(point) {
            if is_open(neighbour) && seen.insert(neighbour) {
                queue.push(neighbour);
            }
        }
    }
    seen
}
