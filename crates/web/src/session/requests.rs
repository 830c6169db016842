//! The requests of pages: each is handed to the component that it is about.

use super::error::RequestError;
use super::guests::Role;
use super::live_game::LiveGame;
use super::players::Players;
use super::puzzle::{self, PuzzlePlay};
use super::{Phase, Session, files, new_game, permissions, state};
use crate::lessons;
use crate::matches::{MatchError, MatchWatcher};
use crate::messages::{PageRequest, Purpose, Update};
use quintet_core::game::Game;
use quintet_core::time_control::TimeControl;
use quintet_games as games;
use quintet_record::position_line;
use quintet_record::tree::{GameTree, NodeId};

impl Session {
    /// Does what a page asks for, if it may.
    pub(super) fn obey(&mut self, request: PageRequest) -> Result<(), RequestError> {
        self.puzzle.as_ref().map_or(Ok(()), |puzzle| puzzle.check(&request))?;
        let Some(role) = self.role() else { return Ok(()) };
        permissions::check(&request, role, &self.live)?;
        // While others play, a page looks at another position alone.
        let looks = role == Role::Watcher || self.live.is_shared();
        match request {
            PageRequest::New(new) => self.begin(&new)?,
            PageRequest::Preview(new) => self.reply(&Update::Preview(new_game::preview(&new))),
            // A page that is reloaded, or a copy of its tab, shows the game itself.
            PageRequest::Open { position } if position == position_line::write(self.live.game().game()) => {}
            PageRequest::Open { position } => {
                let (setup, diagram) = position_line::read(&position)?;
                let game = Game::from_diagram(setup, &diagram)?;
                self.replace(GameTree::new(game), Players::persons(), TimeControl::Unlimited);
            }
            PageRequest::Load { sgf, seats } => {
                let players = seats.map(|seats| Players::read(&seats, &self.options.engines)).transpose();
                // An engine that is no longer there leaves its side to a person.
                self.load(sgf.as_bytes(), players.ok().flatten().unwrap_or_else(Players::persons))?;
            }
            PageRequest::Resume { id } => {
                let game = self.earlier.take(id).ok_or(RequestError::NoEarlierGame)?;
                self.show_game(game);
            }
            PageRequest::Save => self.reply(&files::sgf(&self.live)),
            PageRequest::Picture => self.reply(&files::picture(&self.live)),
            PageRequest::Animation => self.reply(&files::animation(&self.live)),
            PageRequest::ReplayPage => self.reply(&files::replay_page(&self.live)),
            PageRequest::Invite { origin } => {
                let invitations = self.guests.invite(self.live.players(), &origin)?;
                self.reply(&Update::Invitations(invitations));
                self.changed = true;
            }
            PageRequest::EndInvitations => {
                self.guests.end();
                self.changed = true;
            }
            PageRequest::Rematch => {
                let rematch = self.guests.rematch(&self.live, role, &self.knowledge)?;
                self.show_rematch(rematch);
            }
            PageRequest::Answer { accept } => {
                let rematch = self.guests.answer(&mut self.live, role, accept, &self.knowledge)?;
                self.show_rematch(rematch);
            }
            PageRequest::Play { word, node } => self.play(&word, node, role)?,
            PageRequest::Undo if self.live.players().has_guest() && !self.live.steps() => {
                self.guests.take_back(&mut self.live, role)?;
                self.changed = true;
            }
            PageRequest::Undo => self.live.undo()?,
            PageRequest::Redo => self.live.redo()?,
            PageRequest::Goto { node } if looks && self.live.game().tree().contains(node) => {
                self.show_alone(node, role)
            }
            PageRequest::Return if looks => self.show_alone(self.live.game().node(), role),
            PageRequest::Goto { node } if self.live.game().tree().contains(node) => self.live.show(node),
            PageRequest::Goto { .. } => return Err(RequestError::NoSuchNode),
            PageRequest::Return => self.end_exploring(),
            PageRequest::PlayOn => self.live.play_on()?,
            PageRequest::Resign => {
                let seat = self.live.seat_of(role);
                // A page without a side of its own resigns for nobody else.
                if seat.is_none() && self.live.players().has_guest() {
                    return Err(RequestError::Watching);
                }
                self.live.resign(seat)?;
            }
            PageRequest::Stop => {
                self.engines.stop();
                self.engines.switch(Purpose::Review, false);
                self.live.change(|_, phase| phase.set_paused(true));
            }
            PageRequest::Go => {
                self.engines.forget_faults();
                self.live.return_to_game();
                self.live.change(|_, phase| phase.resume());
            }
            PageRequest::Seats(seats) => {
                let others = Players::read(&seats, &self.options.engines)?;
                self.engines.dismiss();
                self.live.change(|players, phase| (*players, *phase) = (others, Phase::Playing));
            }
            PageRequest::Flip => {
                self.engines.dismiss();
                self.live.change(|players, phase| {
                    players.swap();
                    phase.set_paused(false);
                });
            }
            PageRequest::Try { on: false } => self.end_exploring(),
            PageRequest::Try { on: true } => {
                self.engines.stop();
                self.live.change(|_, phase| phase.set_exploring(true));
            }
            PageRequest::Hint if self.live.game().is_over() => return Err(RequestError::GameOver),
            PageRequest::Hint => self.engines.switch(Purpose::Hint, true),
            PageRequest::Analyse { on } => {
                self.engines.switch(Purpose::Analysis, on);
                self.changed = true;
            }
            PageRequest::Review => self.engines.review(self.live.game()),
            PageRequest::Exact { on } => {
                self.engines.set_exact(on);
                self.changed = true;
            }
            PageRequest::Lesson { game } => {
                let info = games::find(&game).ok_or(RequestError::NoGame)?;
                self.reply(&Update::Lesson(lessons::lesson(info)));
            }
            PageRequest::Puzzles { game } => self.reply(&puzzle::list(&game)?),
            PageRequest::Puzzle { game, id } => {
                let (puzzle, game) = PuzzlePlay::open(&game, &id)?;
                self.replace(GameTree::new(game), Players::persons(), TimeControl::Unlimited);
                self.engines.switch(Purpose::Analysis, false);
                self.engines.set_exact(false);
                self.puzzle = Some(puzzle);
            }
            PageRequest::Retry => match &mut self.puzzle {
                Some(puzzle) => puzzle.retry(&mut self.live)?,
                None => return Err(RequestError::NoWrongTry),
            },
            PageRequest::Solution => match &mut self.puzzle {
                Some(puzzle) => puzzle.show_solution(&mut self.live),
                None => return Err(RequestError::NoPuzzleOpen),
            },
            PageRequest::Matches => self.watch(|matches| Ok(matches.show_list()))?,
            PageRequest::Match { index } => self.watch(|matches| matches.show_match(index))?,
            PageRequest::Replay { index, number } => self.watch(|matches| matches.show_game(index, number))?,
            PageRequest::Unwatch => self.watch(|matches| {
                matches.hide();
                Ok(Vec::new())
            })?,
        }
        Ok(())
    }

    /// Changes what the page watches of the matches.
    fn watch(
        &mut self,
        change: impl FnOnce(&mut MatchWatcher) -> Result<Vec<Update>, MatchError>,
    ) -> Result<(), RequestError> {
        let updates = self.connection.matches().map_or(Ok(Vec::new()), change)?;
        updates.iter().for_each(|update| self.reply(update));
        Ok(())
    }

    /// Leaves the variation that is tried.
    fn end_exploring(&mut self) {
        self.live.change(|_, phase| phase.set_exploring(false));
        self.live.return_to_game();
    }

    /// Shows a rematch, if there is one.
    fn show_rematch(&mut self, rematch: Option<LiveGame>) {
        self.changed = true;
        if let Some(game) = rematch {
            self.show_game(game);
        }
    }

    /// Shows another position to the page whose request is handled, and to no other.
    fn show_alone(&mut self, node: NodeId, role: Role) {
        let Session { live, guests, connection, engines, earlier, puzzle, .. } = self;
        let state = live.look_at(node, |live| {
            let shared = guests.view(role, live, connection);
            state::state((role, shared), live, engines, earlier, puzzle.as_ref())
        });
        self.reply(&Update::State(Box::new(state)));
    }

    /// Plays a move of a person who saw the position of `node`.
    fn play(&mut self, word: &str, node: NodeId, role: Role) -> Result<(), RequestError> {
        if node != self.live.game().node() {
            return Err(RequestError::OldPosition);
        }
        self.live.check_turn(role)?;
        if let Some(puzzle) = self.puzzle.as_mut().filter(|puzzle| puzzle.is_unsolved()) {
            return puzzle.play(&mut self.live, word);
        }
        let mv = self.live.game().read_move(word)?;
        let is_person = self.live.players().is_person(self.live.game().to_move());
        let is_game = !self.live.is_aside();
        self.live.play(mv);
        if is_person && is_game {
            self.live.change(|_, phase| phase.set_paused(false));
        }
        Ok(())
    }
}
