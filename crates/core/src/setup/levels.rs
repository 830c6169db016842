//! The levels of play of a game.

/// The number of levels of a game.
pub const LEVELS: usize = 12;

/// How the engine plays at a level.
///
/// A player at a level searches for `visits` simulations and overlooks some moves: its own, and its
/// opponent's replies. Before it plays, it compares its move with the best one that it knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelInfo {
    /// The number of simulations of each search.
    pub visits: u32,
    /// The probability with which each move is overlooked, from 0 to 1.
    pub oversight: f32,
    /// The largest loss of expected result, compared with the best known move, with which a move is
    /// still played; 1 allows every move.
    pub max_loss: f32,
}

/// The levels of a game, weakest first.
pub type Levels = [LevelInfo; LEVELS];

/// The levels of a game that has no table of its own.
pub const DEFAULT_LEVELS: Levels = levels([
    (2, 0.95, 1.0),
    (4, 0.9, 1.0),
    (6, 0.8, 1.0),
    (8, 0.7, 0.9),
    (12, 0.6, 0.8),
    (16, 0.5, 0.7),
    (25, 0.4, 0.6),
    (40, 0.3, 0.5),
    (80, 0.2, 0.4),
    (160, 0.1, 0.3),
    (400, 0.05, 0.2),
    (1_000, 0.0, 0.0),
]);

/// Makes a table of levels from visits, oversight and the largest loss of each.
pub const fn levels(rows: [(u32, f32, f32); LEVELS]) -> Levels {
    let mut levels = [LevelInfo { visits: 1, oversight: 0.0, max_loss: 0.0 }; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        let (visits, oversight, max_loss) = rows[level];
        levels[level] = LevelInfo { visits, oversight, max_loss };
        level += 1;
    }
    levels
}
