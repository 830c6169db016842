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
//! - [`network`] and [`weights`]: the learned weights of a game;
//! - [`position`]: the traits that a game implements, [`Position`](position::Position) for its
//!   rules first;
//! - [`tutorial`]: rules and an example game for beginners;
//! - [`setup`]: constant facts about a game; the game, size and rules that are played;
//! - [`game`]: a position together with the moves that led to it;
//! - [`notation`]: moves as words; [`groups`]: connected stones.
//!
//! [`atomic_file`] replaces files as a whole, [`file_lock`] locks them, [`input_file`] reads them within
//! a bound; [`panics`] reads the messages of panics; [`exhaustion`] ends the program where memory or threads are missing.

pub mod atomic_file;
pub mod board;
pub mod diagram;
pub mod exhaustion;
pub mod file_lock;
pub mod game;
pub mod groups;
pub mod input_file;
pub mod network;
pub mod notation;
pub mod panics;
pub mod position;
pub mod random;
pub mod setup;
pub mod time;
pub mod time_control;
pub mod tutorial;
pub mod types;
pub mod weights;
