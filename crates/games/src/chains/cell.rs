//! Cells of the padded board and what they hold.

/// A cell of the padded board.
pub type Cell = u16;

/// The content of an empty point. The content of a stone is the index of its owner's seat, 0 or 1.
pub const EMPTY: u8 = 2;

/// The content of a point that holds no stone and gives no liberty: blocked, or a cancer stone. The
/// frame around the board has this content too.
pub const WALL: u8 = 3;
