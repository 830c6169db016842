//! Five abstract games behind one Go Text Protocol engine.
//!
//! The modules, in the order in which they depend on each other:
//! [`board`] (points, vertices, shapes), [`words`] (seats, stones, moves), [`setup`], [`weights`] (what was learnt) and
//! [`game`] (what a game is), [`lesson`] (how one is taught), [`history`] (positions that remember what came before),
//! [`games`] (the five of them), [`search`] (trees over any game), [`engine`] (a player), [`players`] (one for any game),
//! [`record`] (games as text), [`play`] (a person against the engine), [`gtp`] (the protocol), [`analysis`] (positions in
//! JSON, many at once), [`driver`] (other engines as processes), [`matches`] between them, [`learn`] (from such games),
//! [`regress`] and [`check`] (what engines are held to), [`web`] (the board in a browser), [`mod@bench`] (measuring all of
//! it).

pub mod analysis;
pub mod bench;
pub mod board;
pub mod check;
pub mod driver;
pub mod engine;
pub mod game;
pub mod games;
pub mod groups;
pub mod gtp;
pub mod history;
pub mod learn;
pub mod lesson;
pub mod matches;
pub mod play;
pub mod players;
pub mod record;
pub mod regress;
pub mod search;
pub mod setup;
pub mod web;
pub mod weights;
pub mod words;
