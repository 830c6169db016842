//! Learning from the program's own games: weights of moves' features, networks (`quintet learn`), and the numbers of the search
//! (`quintet tune`). Both play their games as matches, so that results, resuming and shards are those of `quintet match`.

mod check;
pub mod command;
mod examples;
mod fit;
mod gradient;
mod replay;
mod samples;
mod training;
pub mod tune;
