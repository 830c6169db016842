//! Games and positions as text and pictures.
//!
//! - [`setup_words`]: a game, its size, rules, komi and blocked points, as users write them;
//! - [`position_line`]: a position in one line;
//! - [`rule_names`]: the names that rules have in records and in other programs;
//! - [`coded`]: moves as single vertices of a larger board;
//! - [`sgf`]: games as SGF files;
//! - [`tree`]: a game with its variations;
//! - [`suicide`]: moves of ordinary Go that take their own stones;
//! - [`text`] and [`svg`]: boards as plain text and as pictures;
//! - [`xml`]: escaping for SVG and HTML.

pub mod coded;
pub mod katago_rules;
pub mod position_line;
pub mod rule_names;
pub mod setup_words;
pub mod sgf;
pub mod suicide;
pub mod svg;
pub mod text;
pub mod tree;
pub mod xml;
