//! The referee of a game: whose turn it is, which moves are legal, how much time is left, and how
//! the game ends.
//!
//! A referee does no communication. Its caller passes on the answers of the players, which may be
//! engines or people, and the moves that were played.

use std::time::Duration;

use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::time_control::TimeControl;
use quintet_core::types::{Margin, Move, Seat};
use serde::{Deserialize, Serialize};

use super::engine::EngineFault;
use super::loss_on_time::PlayerClock;
use super::process::ProcessError;

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It ended by the rules of the game.
    Score,
    /// A player resigned.
    Resign,
    /// A player ran out of time and loses.
    Time,
    /// A player made an illegal move and loses.
    Illegal,
    /// An engine ended; the game is void.
    Crash,
    /// An engine did not respond long after its limit; the game is void.
    Timeout,
    /// An engine broke the protocol; the game is void.
    Protocol,
    /// The referee ended it early because of the score.
    Adjudicated,
    /// It had too many moves and is drawn.
    MaxMoves,
}

impl Reason {
    /// Returns whether such a game counts for nobody.
    pub fn is_void(self) -> bool {
        matches!(self, Reason::Crash | Reason::Timeout | Reason::Protocol)
    }

    /// Returns the word for it in results.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Score => "score",
            Reason::Resign => "resign",
            Reason::Time => "time",
            Reason::Illegal => "illegal",
            Reason::Crash => "crash",
            Reason::Timeout => "timeout",
            Reason::Protocol => "protocol",
            Reason::Adjudicated => "adjudicated",
            Reason::MaxMoves => "max-moves",
        }
    }
}

/// The rule by which a referee ends a game early because of the score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// The required lead in points, above 0.
    pub lead: f64,
    /// The number of plies in a row with such a lead.
    pub plies: u32,
}

/// The terms of a game.
#[derive(Clone, Debug)]
pub struct Terms<'a> {
    /// Game, size, rules and komi.
    pub setup: &'a Setup,
    /// The time controls of Black and White.
    pub clocks: [Option<TimeControl>; 2],
    /// The time by which a limit may be exceeded without loss.
    pub margin: Duration,
    /// The number of plies after which the game is drawn.
    pub max_moves: usize,
    /// The rule for ending the game early.
    pub adjudication: Option<Adjudication>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    pub reason: Reason,
    /// The winner; `None` in draws and void games.
    pub winner: Option<Seat>,
    /// The margin, if the game was counted.
    pub margin: Option<Margin>,
    /// The player at fault, if any.
    pub culprit: Option<Seat>,
    /// An explanation.
    pub detail: String,
}

impl Decision {
    fn lost(reason: Reason, loser: Seat, detail: String) -> Decision {
        Decision { reason, winner: Some(loser.other()), margin: None, culprit: Some(loser), detail }
    }

    fn counted(reason: Reason, margin: Margin, detail: String) -> Decision {
        Decision { reason, winner: margin.winner(), margin: Some(margin), culprit: None, detail }
    }

    /// Returns the result: `B+n`, `W+n`, `0`; `B+R` (resigned), `B+T` (time), `B+F` (illegal move);
    /// `Void`.
    pub fn result(&self) -> String {
        let Some(winner) = self.winner else {
            return if self.reason.is_void() { "Void" } else { "0" }.to_owned();
        };
        let letter = winner.letter().to_ascii_uppercase();
        match (self.reason, self.margin) {
            (Reason::Resign, _) => format!("{letter}+R"),
            (Reason::Time, _) => format!("{letter}+T"),
            (Reason::Illegal, _) => format!("{letter}+F"),
            (_, Some(margin)) => margin.to_string(),
            (_, None) => format!("{letter}+"),
        }
    }
}

/// The game is to be abandoned because the cancel flag of an engine was raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// The referee of a game in progress.
pub struct Referee<'a> {
    terms: Terms<'a>,
    game: Game,
    clocks: [Option<PlayerClock>; 2],
    moves: Vec<String>,
    times: Vec<f64>,
    /// The number of plies in a row for which Black has led by enough; negative if White has.
    lead: i64,
    decision: Option<Decision>,
}

impl<'a> Referee<'a> {
    /// Returns the referee of a game before its first move.
    pub fn new(terms: Terms<'a>) -> Referee<'a> {
        let clocks = terms.clocks.map(|control| control.map(|control| PlayerClock::new(control, terms.margin)));
        let game = Game::new(terms.setup.clone());
        Referee { terms, game, clocks, moves: Vec::new(), times: Vec::new(), lead: 0, decision: None }
    }

    /// Returns the side with the first move; then the sides take turns.
    pub fn first(&self) -> Seat {
        self.terms.setup.info().first
    }

    /// Returns the moves so far, in the program's own words.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the seconds that each answer took; 0 in the opening. There is one more than moves if the
    /// last answer was none: late, illegal or a resignation.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Returns the clock of a side.
    pub fn clock(&self, seat: Seat) -> Option<&PlayerClock> {
        self.clocks[seat.index()].as_ref()
    }

    /// Returns the end of the game; `None` while it goes on.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// Returns the side to move; `None` once the game has ended.
    pub fn turn(&self) -> Option<Seat> {
        self.decision.is_none().then(|| self.game.to_move())
    }

    /// Plays a move of the opening, which takes no time, and returns its word.
    ///
    /// # Panics
    /// Panics if it is illegal.
    pub fn open(&mut self, mv: Move) -> String {
        let word = self.play(mv).expect("an opening is legal");
        self.times.push(0.0);
        self.check_end();
        word
    }

    /// Plays a move of a game that was recorded. Returns `false` if it is illegal or the game has
    /// ended.
    pub fn replay(&mut self, word: &str) -> bool {
        let Some(seat) = self.turn() else { return false };
        let mv = self.game.read_word(seat, word);
        let played = mv.and_then(|mv| self.play(mv)).is_some();
        if played {
            self.check_end();
        }
        played
    }

    /// Returns the game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Judges the answer of the side to move and its time: a move in the program's own words, or
    /// `resign`. Returns the move that was played; `None` if there was none, which ends the game.
    pub fn answer(&mut self, answer: &str, time: Duration) -> Option<Move> {
        let seat = self.turn()?;
        let seconds = time.as_secs_f64();
        self.times.push((seconds * 1e4).round() / 1e4);
        if let Some(clock) = &mut self.clocks[seat.index()] {
            let limit = clock.limit().as_secs_f64();
            if !clock.spend(time) {
                let detail = format!("{seconds:.3} seconds for a move that could take {limit:.3}");
                self.decision = Some(Decision::lost(Reason::Time, seat, detail));
                return None;
            }
        }
        if answer.eq_ignore_ascii_case("resign") {
            let (winner, detail) = (Some(seat.other()), "resignation".to_owned());
            self.decision = Some(Decision { reason: Reason::Resign, winner, margin: None, culprit: None, detail });
            return None;
        }
        let mv = self.game.read_word(seat, answer);
        let played = mv.filter(|mv| self.play(*mv).is_some());
        if played.is_none() {
            let shown: String = answer.chars().take(40).collect();
            self.decision = Some(Decision::lost(Reason::Illegal, seat, format!("illegal move {shown}")));
            return None;
        }
        self.check_end();
        played
    }

    /// Ends the game because of an engine's fault.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the cause was the engine's cancel flag.
    pub fn fault(&mut self, culprit: Seat, fault: &EngineFault) -> Result<(), Cancelled> {
        let reason = match fault {
            EngineFault::Process(ProcessError::Cancelled) => return Err(Cancelled),
            EngineFault::Process(ProcessError::Timeout { .. }) => Reason::Timeout,
            EngineFault::Process(ProcessError::Protocol(_))
            | EngineFault::Refused { .. }
            | EngineFault::NoWord(_)
            | EngineFault::NotCoded(_)
            | EngineFault::NoNetwork
            | EngineFault::NoEvaluation(_) => Reason::Protocol,
            EngineFault::Process(_) => Reason::Crash,
        };
        let culprit = Some(culprit);
        self.decision = Some(Decision { reason, winner: None, margin: None, culprit, detail: fault.to_string() });
        Ok(())
    }

    /// Returns the game as it stands.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Plays a move for the side to move and returns its word; `None` if it is illegal.
    fn play(&mut self, mv: Move) -> Option<String> {
        let word = self.game.word(mv);
        self.game.play(self.game.to_move(), mv).ok()?;
        self.moves.push(word.clone());
        Some(word)
    }

    /// Decides the game if it is over or one of the terms ends it.
    fn check_end(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            let detail = outcome.ending.name().to_owned();
            self.decision = Some(Decision::counted(Reason::Score, outcome.margin, detail));
            return;
        }
        if let Some(Adjudication { lead, plies }) = self.terms.adjudication
            && let Some(score) = self.game.score()
        {
            let leads = |seat| score.for_seat(seat) >= lead;
            self.lead = match self.lead {
                count if leads(Seat::Black) => count.max(0) + 1,
                count if leads(Seat::White) => count.min(0) - 1,
                _ => 0,
            };
            if self.lead.unsigned_abs() >= u64::from(plies) {
                let detail = format!("led by {lead} or more for {plies} plies");
                self.decision = Some(Decision::counted(Reason::Adjudicated, score, detail));
                return;
            }
        }
        let most = self.terms.max_moves;
        if self.moves.len() >= most {
            let (reason, detail) = (Reason::MaxMoves, format!("not over after {most} moves"));
            self.decision = Some(Decision { reason, winner: None, margin: None, culprit: None, detail });
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_games as games;

    use super::*;

    fn terms(setup: &Setup) -> Terms<'_> {
        Terms { setup, clocks: [None; 2], margin: Duration::ZERO, max_moves: 400, adjudication: None }
    }

    fn setup(id: &str, size: u16) -> Setup {
        Setup::new(games::find(id).expect("a game of ours")).with_size(size).expect("a size that it has")
    }

    #[test]
    fn the_time_of_an_answer_that_is_no_move_is_kept() {
        let setup = setup("stoical", 5);
        let clock = Some(TimeControl::PerMove(Duration::from_millis(500)));
        for (answer, time) in [("C3", 900), ("resign", 200), ("Z9", 300)] {
            let mut referee = Referee::new(Terms { clocks: [clock; 2], ..terms(&setup) });
            assert!(referee.answer("A1", Duration::from_millis(100)).is_some());
            assert!(referee.answer(answer, Duration::from_millis(time)).is_none(), "{answer}");
            assert_eq!((referee.moves().len(), referee.times()), (1, &[0.1, time as f64 / 1000.0][..]), "{answer}");
        }
    }

    #[test]
    fn a_game_between_people_is_refereed_move_by_move() {
        let setup = setup("cascade", 1);
        let mut referee = Referee::new(terms(&setup));
        assert_eq!(referee.turn(), Some(Seat::White));
        let played = referee.answer("RED@a1", Duration::from_millis(1500));
        assert!(played.is_some() && referee.turn().is_none());
        assert_eq!((referee.moves(), referee.times()), (&["red@A1".to_owned()][..], &[1.5][..]));
        assert_eq!(referee.decision().expect("it is over").reason, Reason::Score);
        assert_eq!(referee.answer("A1", Duration::ZERO), None, "after the end nothing is played");
    }

    #[test]
    fn a_player_that_resigns_plays_illegally_or_is_too_late_loses() {
        let setup = setup("bracket", 3);
        for (answer, reason, result) in [("Resign", Reason::Resign, "W+R"), ("A9", Reason::Illegal, "W+F")] {
            let mut referee = Referee::new(terms(&setup));
            assert_eq!(referee.answer(answer, Duration::ZERO), None);
            let decision = referee.decision().expect("it is over");
            assert_eq!((decision.reason, decision.result().as_str()), (reason, result));
        }
        let control = Some(TimeControl::PerMove(Duration::from_secs(1)));
        let mut referee = Referee::new(Terms { clocks: [None, control], ..terms(&setup) });
        assert!(referee.answer("A1", Duration::from_secs(9)).is_some(), "Black has no clock");
        assert_eq!(referee.answer("A2", Duration::from_secs(2)), None);
        assert_eq!(referee.decision().expect("it is over").result(), "B+T");
    }

    #[test]
    fn a_game_that_lasts_too_long_is_drawn() {
        let setup = setup("bracket", 5);
        let mut referee = Referee::new(Terms { max_moves: 2, ..terms(&setup) });
        for word in ["A1", "B1"] {
            assert!(referee.answer(word, Duration::ZERO).is_some());
        }
        let decision = referee.decision().expect("it is over");
        assert_eq!((decision.reason, decision.winner, decision.result().as_str()), (Reason::MaxMoves, None, "0"));
    }
}
