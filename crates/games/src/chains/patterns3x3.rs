//! The 3×3 pattern around an empty point: eyes, neighbours, and patterns that are worth a move.
//!
//! The patterns are those of S. Gelly, Y. Wang, R. Munos and O. Teytaud, *Modification of UCT with
//! Patterns in Monte-Carlo Go* (2006): hane, cuts, and moves at the edge.
//!
//! A pattern is a number of 16 bits: the contents of the eight points around the middle, two bits
//! each, from the lower left point row by row.

use std::sync::LazyLock;

use super::cell::{EMPTY, WALL};

pub const PATTERNS: usize = 1 << 16;

/// Facts about a pattern.
///
/// From the lowest bit: the weight of a move by Black and by White (6 bits each), whether the
/// middle is an eye of Black or White, whether Black or White stones are next to it, and the number
/// of empty neighbours (3 bits).
#[derive(Clone, Copy)]
pub struct PatternFacts(u32);

const WEIGHT_BITS: u32 = 6;
const EYE: u32 = 2 * WEIGHT_BITS;
const TOUCHES: u32 = EYE + 2;
const EMPTY_NEIGHBOURS: u32 = TOUCHES + 2;

impl PatternFacts {
    /// Returns the weight of a move of this colour; 0 if none of the listed patterns matches.
    #[inline(always)]
    pub fn weight(self, colour: u8) -> u32 {
        (self.0 >> (WEIGHT_BITS * u32::from(colour))) & ((1 << WEIGHT_BITS) - 1)
    }

    /// Returns whether the middle is an eye that this colour should not fill, as
    /// `ChainBoard::is_eye` does.
    #[inline(always)]
    pub fn is_eye(self, colour: u8) -> bool {
        self.0 >> (EYE + u32::from(colour)) & 1 != 0
    }

    /// Returns whether a stone of this colour is next to the middle.
    #[inline(always)]
    pub fn touches(self, colour: u8) -> bool {
        self.0 >> (TOUCHES + u32::from(colour)) & 1 != 0
    }

    /// Returns the number of empty points among the four neighbours of the middle.
    #[inline(always)]
    pub fn empty_neighbours(self) -> u32 {
        self.0 >> EMPTY_NEIGHBOURS & 7
    }
}

/// The facts about all patterns.
pub struct PatternTable(Box<[u32; PATTERNS]>);

/// A listed pattern in three rows of three. `X` and `O` are the two colours, in both ways; `x` is
/// anything but `X`, `o` anything but `O`, `.` empty, `#` beyond the edge, `?` anything. The move
/// is in the middle.
struct ListedPattern {
    rows: &'static str,
    weight: u32,
    /// The colour of the move: `X`, `O`, or both (`*`).
    mover: char,
}

static LISTED_PATTERNS: &[ListedPattern] = &[
    // Hane: around the end of two stones that face each other.
    ListedPattern { rows: "XOX ... ???", weight: 12, mover: '*' },
    ListedPattern { rows: "XO. ... ?.?", weight: 12, mover: '*' },
    ListedPattern { rows: "XO? X.. x.?", weight: 10, mover: '*' },
    ListedPattern { rows: ".O. X.. ...", weight: 6, mover: '*' },
    // Cuts.
    ListedPattern { rows: "XO? O.o ?o?", weight: 20, mover: '*' },
    ListedPattern { rows: "XO? O.X ???", weight: 20, mover: '*' },
    ListedPattern { rows: "?X? O.O ooo", weight: 16, mover: '*' },
    ListedPattern { rows: "OX? o.O ???", weight: 10, mover: '*' },
    // At the edge.
    ListedPattern { rows: "X.? O.? ###", weight: 8, mover: '*' },
    ListedPattern { rows: "OX? X.O ###", weight: 14, mover: '*' },
    ListedPattern { rows: "?X? x.O ###", weight: 10, mover: 'X' },
    ListedPattern { rows: "?XO x.x ###", weight: 8, mover: '*' },
    ListedPattern { rows: "?OX X.O ###", weight: 14, mover: 'X' },
];

impl PatternTable {
    /// Returns the table; the first call computes it.
    pub fn get() -> &'static PatternTable {
        static TABLE: LazyLock<PatternTable> = LazyLock::new(PatternTable::compute);
        &TABLE
    }

    /// Returns the facts about a pattern.
    #[inline(always)]
    pub fn facts(&self, pattern: u16) -> PatternFacts {
        PatternFacts(self.0[usize::from(pattern)])
    }

    fn compute() -> PatternTable {
        let mut table = Box::new([0; PATTERNS]);
        for (pattern, entry) in table.iter_mut().enumerate() {
            *entry = facts_without_weights(pattern as u16);
        }
        for listed in LISTED_PATTERNS {
            let letters = letters_around_middle(listed.rows);
            for places in SYMMETRIES {
                for swapped in [false, true] {
                    let accepted = places.map(|place| accepted_contents(letters[place], swapped));
                    // `X` is White if the colours are swapped.
                    let x = u32::from(swapped);
                    let movers: &[u32] = match listed.mover {
                        'X' => &[x],
                        'O' => &[1 - x],
                        _ => &[0, 1],
                    };
                    add_weight(&mut table, &accepted, 0, 0, movers, listed.weight);
                }
            }
        }
        PatternTable(table)
    }
}

/// The symmetries of a square: for each of the eight points around its middle, the place that its
/// content comes from.
pub const SYMMETRIES: [[usize; 8]; 8] = {
    let mut all = [[0; 8]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut place = 0;
        while place < 8 {
            let square = if place < 4 { place } else { place + 1 };
            let (mut x, mut y) = (square % 3, square / 3);
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            if symmetry & 1 != 0 {
                x = 2 - x;
            }
            if symmetry & 2 != 0 {
                y = 2 - y;
            }
            let from = 3 * y + x;
            all[symmetry][place] = if from < 4 { from } else { from - 1 };
            place += 1;
        }
        symmetry += 1;
    }
    all
};

/// Returns the eight letters around the middle of a listed pattern.
fn letters_around_middle(rows: &str) -> [char; 8] {
    let rows: Vec<char> = rows.chars().filter(|&c| c != ' ').collect();
    std::array::from_fn(|i| rows[if i < 4 { i } else { i + 1 }])
}

/// Returns the contents that a letter stands for, as bits.
fn accepted_contents(letter: char, swapped: bool) -> u8 {
    let (x, o) = if swapped { (1 << 1, 1 << 0) } else { (1 << 0, 1 << 1) };
    match letter {
        'X' => x,
        'O' => o,
        'x' => !x & 0xf,
        'o' => !o & 0xf,
        '.' => 1 << EMPTY,
        '#' => 1 << WALL,
        _ => 0xf,
    }
}

/// Raises the weight of all patterns whose contents are accepted. `pattern` has the contents of the
/// first `i` places.
fn add_weight(table: &mut [u32; PATTERNS], accepted: &[u8; 8], i: usize, pattern: usize, movers: &[u32], weight: u32) {
    if i == 8 {
        for mover in movers {
            let shift = WEIGHT_BITS * mover;
            let known = (table[pattern] >> shift) & ((1 << WEIGHT_BITS) - 1);
            if weight > known {
                table[pattern] += (weight - known) << shift;
            }
        }
        return;
    }
    for content in 0..4 {
        if accepted[i] >> content & 1 != 0 {
            add_weight(table, accepted, i + 1, pattern | content << (2 * i), movers, weight);
        }
    }
}

/// Returns the facts about a pattern but for the weights.
fn facts_without_weights(pattern: u16) -> u32 {
    let content = |i: usize| (pattern >> (2 * i)) as u8 & 3;
    let neighbours = [1, 3, 4, 6].map(content);
    let diagonals = [0, 2, 5, 7].map(content);
    let count = |cells: [u8; 4], what: u8| cells.into_iter().filter(|&content| content == what).count() as u32;
    let mut facts = count(neighbours, EMPTY) << EMPTY_NEIGHBOURS;
    for colour in 0..2 {
        let is_enclosed = count(neighbours, colour) + count(neighbours, WALL) == 4;
        let hostile = count(diagonals, 1 - colour);
        let is_eye = is_enclosed && hostile * (1 + count(diagonals, WALL)) <= 1;
        facts |= u32::from(is_eye) << (EYE + u32::from(colour));
        facts |= u32::from(count(neighbours, colour) > 0) << (TOUCHES + u32::from(colour));
    }
    facts
}
