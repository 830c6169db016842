//! Five abstract games behind one Go Text Protocol engine.
//!
//! The modules, in the order in which they depend on each other:
//! [`board`] (points, vertices, shapes), [`words`] (seats, stones, moves), [`setup`], [`network`] (a small one, for boards), [`weights`] (what was learnt) and
//! [`game`] (what a game is), [`lesson`] (how one is taught), [`history`] (positions that remember what came before),
//! [`games`] (the five of them), [`search`] (trees over any game),
//! [`states`] (positions with numbers), [`solve`] (exact values), [`engine`] (a player), [`players`] (one for any game),
//! [`record`] (games as text), [`solvers`] (solving for any game), [`play`] (a person against the engine), [`gtp`] (the protocol), [`analysis`] (positions in
//! JSON, many at once), [`driver`] (other engines as processes), [`mod@matches`] between them, [`learn`] (from such games),
//! [`regress`] and [`check`] (what engines are held to), [`web`] (the board in a browser), [`mod@bench`] (measuring all of
//! it).
//!
//! Playing a game, here of random moves:
//!
//! ```
//! use quintet::games;
//! use quintet::setup::Setup;
//! use quintet::words::{Rng, random_below};
//! use rand::SeedableRng as _;
//!
//! let mut rng = Rng::seed_from_u64(1);
//! let mut game = games::start(&Setup::new(games::find("bracket").unwrap()));
//! while !game.is_over() {
//!     let seat = game.to_move();
//!     let moves = game.legal_moves(seat);
//!     game.play(seat, moves[random_below(&mut rng, moves.len() as u32) as usize])?;
//! }
//! println!("{} by {}", game.outcome().unwrap().margin, game.outcome().unwrap().ending.name());
//! # Ok::<(), quintet::words::IllegalMove>(())
//! ```
//!
//! Two engines, each with the state of its own that a GTP session keeps, and a referee that knows the rules:
//!
//! ```
//! use quintet::games;
//! use quintet::gtp::{Options, Session};
//! use quintet::record::move_words;
//! use quintet::setup::Setup;
//!
//! let setup = Setup::new(games::find("cancer").unwrap()).with_size(4).unwrap();
//! let engine = |visits| Session::new(Options { visits: Some(visits), ..Options::new(setup.clone()) }).unwrap();
//! let mut engines = [engine(20), engine(5)];
//! let mut referee = games::start(&setup);
//! while !referee.is_over() {
//!     let seat = referee.to_move();
//!     let answer = engines[seat.index()].execute(&format!("genmove {}", seat.letter()));
//!     let word = answer.trim_start_matches("= ").trim_end();
//!     let mv = move_words::read(referee.info(), referee.geometry(), seat, word).expect("a move");
//!     referee.play(seat, mv).expect("a legal one");
//!     engines[seat.other().index()].execute(&format!("play {} {word}", seat.letter()));
//! }
//! assert!(referee.outcome().unwrap().winner().is_some(), "there are no draws in Cancer");
//! ```

pub mod analysis;
pub mod bench;
pub mod board;
pub mod check;
pub mod conformance;
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
pub mod network;
pub mod play;
pub mod players;
pub mod record;
pub mod regress;
pub mod search;
pub mod setup;
pub mod solve;
pub mod solvers;
pub mod states;
pub mod web;
pub mod weights;
pub mod words;

pub use board::{Geometry, Point, PointSet, Shape, Vertex};
pub use engine::{AnyPlayer, Choice, Player, Request, Settings};
pub use game::Game;
pub use history::{AnyHistory, History};
pub use players::player;
pub use search::{Interrupt, Limits, Report};
pub use setup::{Diagram, GameInfo, Setup};
pub use words::{Margin, Move, Outcome, Seat, Stone};
