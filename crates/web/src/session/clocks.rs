//! The clock of the game, if it has one.

use std::sync::Arc;
use std::time::Duration;

use super::game_clock::GameClock;
use super::page_game::PageGame;
use crate::messages::ClockView;
use quintet_core::time::TimeSource;
use quintet_core::time_control::{TimeControl, TimeLeft};
use quintet_core::types::Seat;
use quintet_engine::Clock;
use quintet_record::tree::NodeId;

/// The clock of one game after another; games without a clock have unlimited time.
pub struct Clocks {
    time: Arc<dyn TimeSource>,
    clock: Option<GameClock>,
}

/// What a look at a clock has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// Nothing else than before.
    Unchanged,
    /// It was started or stopped, or a period has begun.
    Changed,
    /// The time of the side to move at this node is up.
    Expired(NodeId, Seat),
}
