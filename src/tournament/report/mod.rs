//! What a match, or several, came to: on a terminal and as a page.

pub mod chart;
pub mod standings;
pub mod table;
