//! What the eight points around an empty one tell: eyes, and the shapes that are worth a stone.
//!
//! The shapes are those of S. Gelly, Y. Wang, R. Munos and O. Teytaud, *Modification of UCT with Patterns in
//! Monte-Carlo Go* (2006): hane, cuts, and what is played at the edge.

use std::sync::OnceLock;

use super::{EMPTY, WALL};

/// What a neighbourhood tells.
///
/// From the lowest bit: the weight of the shape for Black and for White (6 bits each), whether the point is an eye of
/// Black or White, whether Black or White stones are beside it, and how many empty points (3 bits).
#[derive(Clone, Copy)]
pub struct Entry(u32);

const WEIGHT_BITS: u32 = 6;
const EYE: u32 = 2 * WEIGHT_BITS;
const TOUCHES: u32 = EYE + 2;
const EMPTIES: u32 = TOUCHES + 2;

impl Entry {
    /// How much the shape is worth that a stone of this colour makes; 0 where it is none.
    #[inline(always)]
    pub fn weight(self, colour: u8) -> u32 {
        (self.0 >> (WEIGHT_BITS * u32::from(colour))) & ((1 << WEIGHT_BITS) - 1)
    }

    /// Whether the point is an eye that this colour should leave alone: as in `Chains::is_eye`.
    #[inline(always)]
    pub fn is_eye(self, colour: u8) -> bool {
        self.0 >> (EYE + u32::from(colour)) & 1 != 0
    }

    /// Whether a stone of this colour is beside the point.
    #[inline(always)]
    pub fn touches(self, colour: u8) -> bool {
        self.0 >> (TOUCHES + u32::from(colour)) & 1 != 0
    }

    /// How many of the four points beside it are empty.
    #[inline(always)]
    pub fn empty_neighbours(self) -> u32 {
        self.0 >> EMPTIES & 7
    }
}

/// All neighbourhoods: eight points, two bits each.
pub struct Shapes(Box<[u32; 1 << 16]>);

/// A shape, three rows of three: `X` and `O` are the two colours, either way round; `x` is anything but `X`, `o` anything
/// but `O`, `.` empty, `#` beyond the edge, `?` anything. In the middle the stone is played.
struct Shape {
    rows: &'static str,
    weight: u32,
    /// Whether `X` is to move: 'X', 'O', or both (`*`).
    mover: char,
}

static SHAPES: &[Shape] = &[
    // Hane: around the end of two stones that face each other.
    Shape { rows: "XOX ... ???", weight: 12, mover: '*' },
    Shape { rows: "XO. ... ?.?", weight: 12, mover: '*' },
    Shape { rows: "XO? X.. x.?", weight: 10, mover: '*' },
    Shape { rows: ".O. X.. ...", weight: 6, mover: '*' },
    // Cuts.
    Shape { rows: "XO? O.o ?o?", weight: 20, mover: '*' },
    Shape { rows: "XO? O.X ???", weight: 20, mover: '*' },
    Shape { rows: "?X? O.O ooo", weight: 16, mover: '*' },
    Shape { rows: "OX? o.O ???", weight: 10, mover: '*' },
    // At the edge.
    Shape { rows: "X.? O.? ###", weight: 8, mover: '*' },
    Shape { rows: "OX? X.O ###", weight: 14, mover: '*' },
    Shape { rows: "?X? x.O ###", weight: 10, mover: 'X' },
    Shape { rows: "?XO x.x ###", weight: 8, mover: '*' },
    Shape { rows: "?OX X.O ###", weight: 14, mover: 'X' },
];

impl Shapes {
    /// The table, made at its first use.
    pub fn get() -> &'static Shapes {
        static TABLE: OnceLock<Shapes> = OnceLock::new();
        TABLE.get_or_init(Shapes::make)
    }

    /// What is known of a neighbourhood.
    #[inline(always)]
    pub fn entry(&self, around: u16) -> Entry {
        Entry(self.0[usize::from(around)])
    }

    fn make() -> Shapes {
        let mut table = Box::new([0; 1 << 16]);
        for (around, entry) in table.iter_mut().enumerate() {
            *entry = facts(around as u16);
        }
        for shape in SHAPES {
            let cells = cells(shape.rows);
            for places in SYMMETRIES {
                for swapped in [false, true] {
                    let cells = places.map(|place| accepted(cells[place], swapped));
                    // `X` is White where the colours are swapped.
                    let x = u32::from(swapped);
                    let movers: &[u32] = match shape.mover {
                        'X' => &[x],
                        'O' => &[1 - x],
                        _ => &[0, 1],
                    };
                    fill(&mut table, &cells, 0, 0, movers, shape.weight);
                }
            }
        }
        Shapes(table)
    }
}

/// The symmetries of a square: for each of the eight points around its middle the place from which its content comes.
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

/// The eight cells around the middle of a shape.
fn cells(rows: &str) -> [char; 8] {
    let rows: Vec<char> = rows.chars().filter(|&c| c != ' ').collect();
    std::array::from_fn(|i| rows[if i < 4 { i } else { i + 1 }])
}

/// Which contents a letter of a shape stands for, as bits.
fn accepted(letter: char, swapped: bool) -> u8 {
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

/// Notes a shape in all neighbourhoods that have it.
fn fill(table: &mut [u32; 1 << 16], cells: &[u8; 8], i: usize, around: usize, movers: &[u32], weight: u32) {
    if i == 8 {
        for mover in movers {
            let shift = WEIGHT_BITS * mover;
            let known = (table[around] >> shift) & ((1 << WEIGHT_BITS) - 1);
            if weight > known {
                table[around] += (weight - known) << shift;
            }
        }
        return;
    }
    for content in 0..4 {
        if cells[i] >> content & 1 != 0 {
            fill(table, cells, i + 1, around | content << (2 * i), movers, weight);
        }
    }
}

/// What a neighbourhood tells, shapes apart.
fn facts(around: u16) -> u32 {
    let content = |i: usize| (around >> (2 * i)) as u8 & 3;
    let beside = [1, 3, 4, 6].map(content);
    let diagonal = [0, 2, 5, 7].map(content);
    let count = |cells: [u8; 4], what: u8| cells.into_iter().filter(|&content| content == what).count() as u32;
    let mut entry = count(beside, EMPTY) << EMPTIES;
    for colour in 0..2 {
        let enclosed = count(beside, colour) + count(beside, WALL) == 4;
        let hostile = count(diagonal, 1 - colour);
        let is_eye = enclosed && hostile * (1 + count(diagonal, WALL)) <= 1;
        entry |= u32::from(is_eye) << (EYE + u32::from(colour));
        entry |= u32::from(count(beside, colour) > 0) << (TOUCHES + u32::from(colour));
    }
    entry
}
