//! The players of both sides.

use std::time::Duration;

use super::error::RequestError;
use crate::messages::Seats;
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_core::notation::quote;
use quintet_core::types::Seat;
use quintet_engine::Level;
use quintet_search::Limits;

/// Returns whether a name is one of the built-in engine or of a person, which no external engine
/// may have.
pub fn is_own_name(name: &str) -> bool {
    name == PERSON || name == GUEST || Strength::of(name).is_some()
}

/// The name of a person.
const PERSON: &str = "person";

/// The name of a person who plays on another page, by invitation.
pub const GUEST: &str = "guest";

/// The name of the built-in engine within limits that are chosen.
const LIMITED: &str = "quintet";

/// The name of the built-in engine at full strength.
const STRONG: &str = "quintet-strong";

/// The names of the built-in engine at a level begin so.
const LEVEL: &str = "quintet-level-";

/// The level of an opponent for most people.
const MEDIUM: u64 = 7;

/// Names of earlier versions for two levels.
const EARLIER: [(&str, u64); 2] = [("quintet-easy", 3), ("quintet-medium", MEDIUM)];

/// The time per move at full strength.
const STRONG_TIME: Duration = Duration::from_secs(4);

/// The longest time per move.
const LONGEST_MOVE: f64 = 3600.0;

/// The player of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    Person,
    /// A person who plays on another page, by invitation.
    Guest,
    /// The built-in engine.
    BuiltIn(Strength),
    /// An external engine, by its index.
    External(usize),
}

/// The strength of the built-in engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// By the limits that were chosen.
    Limited,
    /// A level of the game.
    Level(Level),
    /// Full strength.
    Strong,
}

impl Strength {
    /// Returns all strengths, weakest first; the last one is [`Strength::Limited`].
    pub fn all() -> impl Iterator<Item = Strength> {
        Level::all().map(Strength::Level).chain([Strength::Strong, Strength::Limited])
    }

    /// Returns the strength of an opponent for most people.
    pub fn medium() -> Strength {
        Level::new(MEDIUM).map_or(Strength::Strong, Strength::Level)
    }

    /// Returns the strength of a name.
    fn of(name: &str) -> Option<Strength> {
        let earlier = EARLIER.iter().find(|(earlier, _)| *earlier == name);
        let number = earlier.map(|&(_, number)| number);
        match name {
            LIMITED => Some(Strength::Limited),
            STRONG => Some(Strength::Strong),
            _ => {
                let number = number.or_else(|| name.strip_prefix(LEVEL)?.parse().ok())?;
                Level::new(number).ok().map(Strength::Level)
            }
        }
    }

    /// Returns the name of the built-in engine with this strength.
    pub fn name(self) -> String {
        match self {
            Strength::Limited => LIMITED.to_owned(),
            Strength::Level(level) => format!("{LEVEL}{level}"),
            Strength::Strong => STRONG.to_owned(),
        }
    }

    /// Returns the name in words.
    pub fn about(self) -> String {
        match self {
            Strength::Limited => "quintet, by seconds or visits".to_owned(),
            Strength::Level(level) => format!("quintet, level {level} of {}", Level::HIGHEST),
            Strength::Strong => "quintet, full strength".to_owned(),
        }
    }

    /// Returns the name of the opponent in a sentence.
    pub fn in_a_game(self) -> String {
        match self {
            Strength::Limited => "quintet".to_owned(),
            Strength::Level(level) => format!("level {level}"),
            Strength::Strong => "full strength".to_owned(),
        }
    }

    /// Returns the name of a player as people say it: `level 3` for `quintet-level-3`.
    pub fn in_words(name: &str) -> String {
        Strength::of(name).map_or_else(|| name.to_owned(), Strength::in_a_game)
    }

    /// Returns the level, if it is one.
    pub fn level(self) -> Option<Level> {
        match self {
            Strength::Level(level) => Some(level),
            Strength::Limited | Strength::Strong => None,
        }
    }
}

/// The players of both sides and the limits of their moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Players {
    /// The players of Black and White.
    seats: [Player; 2],
    /// Their names.
    names: [String; 2],
    /// The number of visits per move.
    visits: Option<u64>,
    /// The time per move.
    time: Option<Duration>,
}

impl Players {
    /// Creates players without limits; `engines` are the external engines.
    pub fn new(seats: [Player; 2], engines: &[EngineConfig]) -> Players {
        let names = seats.map(|player| match player {
            Player::Person => PERSON.to_owned(),
            Player::Guest => GUEST.to_owned(),
            Player::BuiltIn(strength) => strength.name(),
            Player::External(index) => engines[index].name.clone(),
        });
        Players { seats, names, visits: None, time: None }
    }

    /// Creates two persons.
    pub fn persons() -> Players {
        Players::new([Player::Person; 2], &[])
    }

    /// Reads the players of a request.
    ///
    /// # Errors
    /// Returns an error if there is no such player, or the limits are not accepted.
    pub fn read(seats: &Seats, engines: &[EngineConfig]) -> Result<Players, RequestError> {
        if seats.visits == Some(0) {
            return Err(RequestError::Visits);
        }
        if seats.seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0 || seconds > LONGEST_MOVE) {
            return Err(RequestError::Seconds);
        }
        let players = [read_player(&seats.seat_b, engines)?, read_player(&seats.seat_w, engines)?];
        let time = seats.seconds.map(Duration::from_secs_f64);
        Ok(Players { visits: seats.visits, time, ..Players::new(players, engines) })
    }

    /// Returns the players as a request has them.
    pub fn request(&self) -> Seats {
        let [seat_b, seat_w] = self.names.clone();
        Seats { seat_b, seat_w, visits: self.visits, seconds: self.time.map(|time| time.as_secs_f64()) }
    }

    /// Returns the number of visits per move.
    pub fn visits(&self) -> Option<u64> {
        self.visits
    }

    /// Returns the time per move.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the name of the player of a side.
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// Returns the player of a side.
    pub fn of(&self, seat: Seat) -> Player {
        self.seats[seat.index()]
    }

    /// Returns whether a person plays a side, here or by invitation.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.of(seat), Player::Person | Player::Guest)
    }

    /// Returns whether a person plays either side.
    pub fn has_person(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.is_person(seat))
    }

    /// Returns whether a guest plays either side.
    pub fn has_guest(&self) -> bool {
        self.seats.contains(&Player::Guest)
    }

    /// Exchanges the players of Black and White.
    pub fn swap(&mut self) {
        self.seats.swap(0, 1);
        self.names.swap(0, 1);
    }

    /// Returns the limits of the built-in engine; `usual` ones apply if the page gives none. With a
    /// clock, no limit at all means that the clock alone limits its moves.
    pub fn limits(&self, strength: Strength, usual: Limits, has_clock: bool) -> Limits {
        match strength {
            Strength::Level(_) => Limits::default(),
            Strength::Strong => Limits { visits: None, time: Some(STRONG_TIME) },
            Strength::Limited => {
                let given = Limits { visits: self.visits, time: self.time };
                let limits = if given == Limits::default() { usual } else { given };
                if has_clock { limits } else { limits.or_default() }
            }
        }
    }
}

fn read_player(name: &str, engines: &[EngineConfig]) -> Result<Player, RequestError> {
    if name == PERSON {
        return Ok(Player::Person);
    }
    if name == GUEST {
        return Ok(Player::Guest);
    }
    if let Some(strength) = Strength::of(name) {
        return Ok(Player::BuiltIn(strength));
    }
    let found = engines.iter().position(|engine| engine.name == name);
    found.map(Player::External).ok_or_else(|| RequestError::NoPlayer(quote(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_has_a_name_that_no_engine_may_have() {
        for strength in Strength::all() {
            assert_eq!(Strength::of(&strength.name()), Some(strength));
            assert!(is_own_name(&strength.name()));
        }
        assert_eq!(Strength::of("quintet-easy"), Strength::of("quintet-level-3"));
        for name in ["quintet-level-0", "quintet-level-13", "quintet-level-", "quintet-7", "Quintet", "gnugo"] {
            assert!(!is_own_name(name), "{name}");
        }
    }
}
