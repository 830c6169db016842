//! The foundation of games, search, solver and protocols: boards, moves, setups, positions and
//! games in progress.
//!
//! The modules, lowest first; each uses only those before it:
//!
//! - [`board`]: points, vertices, sets of points, the shapes of boards;
//! - [`types`]: seats, stones, moves, margins, outcomes; [`random`] numbers;
//! - [`time`]: the system clock, or one that tests drive; [`time_control`]: how much time a player
//!   has;
//! - [`diagram`]: positions in a game-independent form;
//! - [`weights`]: the learned weights of a game;
//! - [`position`]: the traits that a game implements, [`Position`](position::Position) for its
//!   rules first;
//! - [`tutorial`]: rules and an example game for beginners;
//! - [`setup`]: constant facts about a game; the game, size and rules that are played;
//! - [`notation`]: moves as words;
//! - [`game`]: a position together with the moves that led to it; [`groups`]: connected stones.

pub mod board;
pub mod diagram;
pub mod game;
pub mod groups;
pub mod notation;
pub mod position;
pub mod random;
pub mod setup;
pub mod time;
pub mod time_control;
pub mod tutorial;
pub mod types;
pub mod weights;
