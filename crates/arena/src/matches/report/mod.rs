//! Reports on matches: as text and as a page.

pub mod boards;
pub mod chart;
pub mod html;
pub mod replay;
pub mod series;
pub mod standings;
pub mod standings_table;
pub mod text;
