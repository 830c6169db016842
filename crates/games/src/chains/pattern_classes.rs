//! Classes of 3×3 patterns for learned weights, one weight a class. Patterns that a symmetry of the
//! square carries into each other are in one class; colours are seen by the side to move.

use std::sync::LazyLock;

use super::cell::{EMPTY, WALL};
use super::patterns3x3::{PATTERNS, SYMMETRIES};

/// The number of classes on boards without blocked points: 1,107, and class 0 for all other
/// patterns.
pub const CLASSES: usize = 1108;

/// The number of classes if walls can be anywhere but count as neighbours of the middle only:
/// 2,865, numbered from 1.
pub const CLASSES_WITH_WALLS: usize = 2866;

/// The class of every pattern.
pub struct PatternClasses {
    /// Seen by Black and by White.
    classes: Box<[[u16; PATTERNS]; 2]>,
}

impl PatternClasses {
    /// Returns the [`CLASSES`] of boards without blocked points; the first call computes them.
    pub fn without_walls() -> &'static PatternClasses {
        static TABLE: LazyLock<PatternClasses> =
            LazyLock::new(|| PatternClasses::compute(|pattern| is_without_walls(pattern).then_some(pattern)));
        &TABLE
    }

    /// Returns the [`CLASSES_WITH_WALLS`]; the first call computes them.
    pub fn with_walls() -> &'static PatternClasses {
        static TABLE: LazyLock<PatternClasses> =
            LazyLock::new(|| PatternClasses::compute(|pattern| Some(without_diagonal_walls(pattern))));
        &TABLE
    }

    /// Returns the class of a pattern, seen by the side of this colour.
    #[inline]
    pub fn class(&self, pattern: u16, colour: u8) -> u16 {
        self.classes[usize::from(colour & 1)][usize::from(pattern)]
    }

    /// Computes the classes. `canonical` returns the pattern that stands for a pattern, symmetries
    /// apart, or `None` if the pattern cannot occur.
    fn compute(canonical: impl Fn(usize) -> Option<usize>) -> PatternClasses {
        let mut classes: Box<[[u16; PATTERNS]; 2]> = Box::new([[0; PATTERNS]; 2]);
        let mut count = 0;
        // The least pattern of a class numbers it.
        for pattern in 0..PATTERNS {
            if classes[0][pattern] == 0 && canonical(pattern) == Some(pattern) {
                count += 1;
                SYMMETRIES.iter().for_each(|places| classes[0][transformed(pattern, places)] = count);
            }
        }
        for pattern in 0..PATTERNS {
            if let Some(canonical) = canonical(pattern) {
                let class = classes[0][canonical];
                classes[0][pattern] = class;
                classes[1][with_colours_exchanged(pattern)] = class;
            }
        }
        PatternClasses { classes }
    }
}

/// Returns the pattern with diagonal walls made empty.
fn without_diagonal_walls(pattern: usize) -> usize {
    [0, 2, 5, 7].into_iter().fold(pattern, |pattern, place| match content(pattern, place) {
        WALL => pattern ^ usize::from(WALL ^ EMPTY) << (2 * place),
        _ => pattern,
    })
}

/// Returns the content of one of the eight places.
fn content(pattern: usize, place: usize) -> u8 {
    (pattern >> (2 * place)) as u8 & 3
}

/// Returns the pattern with the content of each place taken from another place.
fn transformed(pattern: usize, places: &[usize; 8]) -> usize {
    (0..8).fold(0, |transformed, i| transformed | usize::from(content(pattern, places[i])) << (2 * i))
}

/// Returns the pattern with the colours exchanged: flips the lower bit of each content whose higher
/// bit is not set.
fn with_colours_exchanged(pattern: usize) -> usize {
    const {
        assert!(EMPTY == 2 && WALL == 3);
    }
    pattern ^ (!(pattern >> 1) & 0x5555)
}

/// Returns whether the walls of a pattern are none, one side, or the two sides of a corner.
fn is_without_walls(pattern: usize) -> bool {
    /// The higher bit of the content of each point of a side. It is set together with the lower bit
    /// in walls.
    const SIDES: [usize; 4] = [0x002a, 0xa800, 0x0882, 0x8220];
    const {
        assert!(WALL == 3);
    }
    let [north, south, west, east] = SIDES;
    let walls = pattern & pattern << 1 & 0xaaaa;
    [0, north, south].iter().any(|side| [0, west, east].iter().any(|other| side | other == walls))
}

/// Reads a pattern from rows: `x` is Black, `o` White, `#` a wall.
#[cfg(test)]
pub fn pattern(text: &str) -> u16 {
    let contents = text.chars().filter(|&c| c != ' ').map(|c| match c {
        'x' => 0,
        'o' => 1,
        '#' => WALL,
        _ => EMPTY,
    });
    contents.enumerate().fold(0, |pattern, (i, content)| pattern | u16::from(content) << (2 * i))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_patterns_have_one_class_and_colours_are_seen_by_the_mover() {
        let class = |text, colour| PatternClasses::without_walls().class(pattern(text), colour);
        let cut = class("xo. o.  ...", 0);
        assert_eq!(class(".ox .o ...", 0), cut, "mirrored");
        assert_eq!(class("... o. xo.", 0), cut, "rotated");
        assert_eq!(class("ox. x. ...", 1), cut, "the other side");
        assert_ne!(class("ox. x. ...", 0), cut, "exchanged");
        assert_ne!(class("xo. .. ...", 0), cut, "another");
    }

    #[test]
    fn the_number_of_classes_agrees_with_burnsides_lemma() {
        let table = PatternClasses::without_walls();
        let most = (0..=u16::MAX).flat_map(|pattern| [0, 1].map(|colour| table.class(pattern, colour))).max();
        // 954 in the middle of a board ((3^8 + 2·3^2 + 3^4 + 4·3^5) / 8), 135 at its edge ((3^5 +
        // 3^3) / 2), 18 in a corner ((3^3 + 3^2) / 2).
        assert_eq!(most, Some(954 + 135 + 18));
        assert_eq!(usize::from(most.unwrap()) + 1, CLASSES);
    }

    #[test]
    fn walls_count_as_neighbours_and_not_on_diagonals() {
        let class = |text| PatternClasses::with_walls().class(pattern(text), 0);
        assert_eq!(class("#x# .. o.x"), class(".x. .. o.x"));
        assert_ne!(class("x#. .. ..."), class("x.. .. ..."));
        let most = (0..=u16::MAX).map(|pattern| PatternClasses::with_walls().class(pattern, 1)).max();
        // Burnside's lemma: (12^4 + 12^2 + 2·12 + 2·4^2·4·3^2 + 2·3^2·3·4^2) / 8.
        assert_eq!(most, Some(2865));
        assert_eq!(CLASSES_WITH_WALLS, 2866);
    }
}
