//! The players of both sides.

use std::time::Duration;

use super::error::RequestError;
use crate::messages::Seats;
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_core::notation::quote;
use quintet_core::types::Seat;
use quintet_search::Limits;

/// The names that no external engine may have.
pub const OWN_NAMES: [&str; 5] = ["person", "quintet", "quintet-easy", "quintet-medium", "quintet-strong"];

/// The longest time per move.
const LONGEST_MOVE: f64 = 3600.0;

/// The player of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person.
    Person,
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
    /// Easy.
    Easy,
    /// Medium.
    Medium,
    /// Strong.
    Strong,
}

impl Strength {
    const ALL: [Strength; 4] = [Strength::Limited, Strength::Easy, Strength::Medium, Strength::Strong];

    /// Returns the name of the built-in engine with this strength.
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Limited => "quintet",
            Strength::Easy => "quintet-easy",
            Strength::Medium => "quintet-medium",
            Strength::Strong => "quintet-strong",
        }
    }
}

/// The players of both sides and the limits of their moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Players {
    /// The players of Black and White.
    pub seats: [Player; 2],
    /// The number of visits per move.
    pub visits: Option<u64>,
    /// The time per move.
    pub time: Option<Duration>,
}

impl Players {
    /// Creates players without limits.
    pub fn new(seats: [Player; 2]) -> Players {
        Players { seats, visits: None, time: None }
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
        Ok(Players {
            seats: [read_player(&seats.seat_b, engines)?, read_player(&seats.seat_w, engines)?],
            visits: seats.visits,
            time: seats.seconds.map(Duration::from_secs_f64),
        })
    }

    /// Returns the player of a side.
    pub fn of(&self, seat: Seat) -> Player {
        self.seats[seat.index()]
    }

    /// Returns whether a person plays a side.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.of(seat) == Player::Person
    }

    /// Returns whether a person plays either side.
    pub fn has_person(&self) -> bool {
        self.seats.contains(&Player::Person)
    }

    /// Exchanges the players of Black and White.
    pub fn swap(&mut self) {
        self.seats.swap(0, 1);
    }

    /// Returns the limits of the built-in engine; `usual` ones apply if the page gives none.
    pub fn limits(&self, strength: Strength, usual: Limits) -> Limits {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        match strength {
            Strength::Easy => Limits { visits: Some(40), time: seconds(2) },
            Strength::Medium => Limits { visits: Some(1000), time: seconds(3) },
            Strength::Strong => Limits { visits: None, time: seconds(4) },
            Strength::Limited => {
                let given = Limits { visits: self.visits, time: self.time };
                let limits = if given == Limits::default() { usual } else { given };
                limits.or_default()
            }
        }
    }
}

fn read_player(name: &str, engines: &[EngineConfig]) -> Result<Player, RequestError> {
    if name == "person" {
        return Ok(Player::Person);
    }
    if let Some(strength) = Strength::ALL.into_iter().find(|strength| strength.name() == name) {
        return Ok(Player::BuiltIn(strength));
    }
    let found = engines.iter().position(|engine| engine.name == name);
    found.map(Player::External).ok_or_else(|| RequestError::NoPlayer(quote(name)))
}

/// Returns the name of a player.
pub fn player_name(player: Player, engines: &[EngineConfig]) -> String {
    match player {
        Player::Person => "person".to_owned(),
        Player::BuiltIn(strength) => strength.name().to_owned(),
        Player::External(index) => engines[index].name.clone(),
    }
}
