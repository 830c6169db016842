//! Classes of what stands on the eight points around an empty one: turned and mirrored neighbourhoods are alike, and colours
//! are seen by the seat that is to move. For weights that are learnt, one a class.

use std::sync::OnceLock;

use super::shapes::SYMMETRIES;
use super::{EMPTY, WALL};

/// How many classes there are of what can stand on a board without blocked points: 1,107, and 0 for all else.
pub const CLASSES: usize = 1108;

/// How many classes there are where stones that give no liberty may stand anywhere, and count on the four points beside
/// alone: 2,865, from 1 on.
pub const WALLED_CLASSES: usize = 2866;

/// Neighbourhoods: two bits for each of the eight points, as in `Fights`.
const NEIGHBOURHOODS: usize = 1 << 16;

/// The class of every neighbourhood.
pub struct Neighbourhoods {
    /// Seen by Black, and by White.
    classes: Box<[[u16; NEIGHBOURHOODS]; 2]>,
}

impl Neighbourhoods {
    /// The [`CLASSES`] of a board without blocked points; the table is made at its first use.
    pub fn on_board() -> &'static Neighbourhoods {
        static TABLE: OnceLock<Neighbourhoods> = OnceLock::new();
        TABLE.get_or_init(|| Neighbourhoods::make(|around| is_on_board(around).then_some(around)))
    }

    /// The [`WALLED_CLASSES`]; the table is made at its first use.
    pub fn walled() -> &'static Neighbourhoods {
        static TABLE: OnceLock<Neighbourhoods> = OnceLock::new();
        TABLE.get_or_init(|| Neighbourhoods::make(|around| Some(without_diagonal_walls(around))))
    }

    /// The class of a neighbourhood, seen by the seat of this colour.
    #[inline]
    pub fn class(&self, around: u16, colour: u8) -> u16 {
        self.classes[usize::from(colour & 1)][usize::from(around)]
    }

    /// `seen`: what counts of a neighbourhood, turned ones alike; `None` where it can't be.
    fn make(seen: impl Fn(usize) -> Option<usize>) -> Neighbourhoods {
        let mut classes: Box<[[u16; NEIGHBOURHOODS]; 2]> = Box::new([[0; NEIGHBOURHOODS]; 2]);
        let mut count = 0;
        // The least of a class stands for it.
        for around in 0..NEIGHBOURHOODS {
            if classes[0][around] == 0 && seen(around) == Some(around) {
                count += 1;
                SYMMETRIES.iter().for_each(|places| classes[0][turned(around, places)] = count);
            }
        }
        for around in 0..NEIGHBOURHOODS {
            if let Some(seen) = seen(around) {
                let class = classes[0][seen];
                classes[0][around] = class;
                classes[1][exchanged(around)] = class;
            }
        }
        Neighbourhoods { classes }
    }
}

/// The same with nothing on the diagonals where no liberty is.
fn without_diagonal_walls(around: usize) -> usize {
    [0, 2, 5, 7].into_iter().fold(around, |around, place| match content(around, place) {
        WALL => around ^ usize::from(WALL ^ EMPTY) << (2 * place),
        _ => around,
    })
}

/// What stands at one of the eight places.
fn content(around: usize, place: usize) -> u8 {
    (around >> (2 * place)) as u8 & 3
}

/// The same with each point's content taken from another place.
fn turned(around: usize, places: &[usize; 8]) -> usize {
    (0..8).fold(0, |turned, i| turned | usize::from(content(around, places[i])) << (2 * i))
}

/// The same with the colours exchanged: the lower bit of each point whose higher bit is not set is the other one.
fn exchanged(around: usize) -> usize {
    const {
        assert!(EMPTY == 2 && WALL == 3);
    }
    around ^ (!(around >> 1) & 0x5555)
}

/// Whether what is beyond the edge is nothing, one side, or two sides of a corner.
fn is_on_board(around: usize) -> bool {
    /// The higher bit of each of the points of a side, which is set with the lower one where they are beyond the edge.
    const SIDES: [usize; 4] = [0x002a, 0xa800, 0x0882, 0x8220];
    const {
        assert!(WALL == 3);
    }
    let [north, south, west, east] = SIDES;
    let walls = around & around << 1 & 0xaaaa;
    [0, north, south].iter().any(|side| [0, west, east].iter().any(|other| side | other == walls))
}

/// Eight points in rows, `x` Black's, `o` White's, `#` beyond the edge.
#[cfg(test)]
pub fn around(text: &str) -> u16 {
    let contents = text.chars().filter(|&c| c != ' ').map(|c| match c {
        'x' => 0,
        'o' => 1,
        '#' => WALL,
        _ => EMPTY,
    });
    contents.enumerate().fold(0, |around, (i, content)| around | u16::from(content) << (2 * i))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbourhoods_that_are_turned_mirrored_or_of_exchanged_colours_are_alike() {
        let class = |text, colour| Neighbourhoods::on_board().class(around(text), colour);
        let cut = class("xo. o.  ...", 0);
        assert_eq!(class(".ox .o ...", 0), cut, "mirrored");
        assert_eq!(class("... o. xo.", 0), cut, "turned");
        assert_eq!(class("ox. x. ...", 1), cut, "the other seat");
        assert_ne!(class("ox. x. ...", 0), cut, "exchanged");
        assert_ne!(class("xo. .. ...", 0), cut, "another");
    }

    #[test]
    fn classes_are_as_many_as_there_are() {
        let table = Neighbourhoods::on_board();
        let most = (0..=u16::MAX).flat_map(|around| [0, 1].map(|colour| table.class(around, colour))).max();
        // By Burnside's lemma: 954 in the middle of a board ((3^8 + 2·3^2 + 3^4 + 4·3^5) / 8), 135 at its edge
        // ((3^5 + 3^3) / 2), 18 in a corner ((3^3 + 3^2) / 2).
        assert_eq!(most, Some(954 + 135 + 18));
        assert_eq!(usize::from(most.unwrap()) + 1, CLASSES);
    }

    #[test]
    fn walls_anywhere_are_told_apart_beside_a_point_and_not_on_its_diagonals() {
        let class = |text| Neighbourhoods::walled().class(around(text), 0);
        assert_eq!(class("#x# .. o.x"), class(".x. .. o.x"));
        assert_ne!(class("x#. .. ..."), class("x.. .. ..."));
        let most = (0..=u16::MAX).map(|around| Neighbourhoods::walled().class(around, 1)).max();
        // Burnside's lemma: (12^4 + 12^2 + 2·12 + 2·4^2·4·3^2 + 2·3^2·3·4^2) / 8.
        assert_eq!(most, Some(2865));
        assert_eq!(WALLED_CLASSES, 2866);
    }
}
