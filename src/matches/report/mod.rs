//! What a match, or several, came to: on a terminal and as a page.

pub mod boards;
pub mod chart;
pub mod html;
pub mod series;
pub mod standings;
pub mod table;
