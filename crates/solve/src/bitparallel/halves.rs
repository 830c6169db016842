//! All contents of one half of a board.

/// All contents of a half with this many points filled, this many of them by the side that begins.
pub struct Class {
    pub filled: usize,
    pub own: usize,
    /// The filled points, and those of them that belong to the side that begins.
    pub contents: Vec<[u16; 2]>,
    /// For each content, and for a stone of the other side or an own one, the index of the content
    /// that it leads to: one for each free point.
    pub next: [Vec<u32>; 2],
}

/// The time is checked each time that the contents of this many sets of points are found.
const CHECK_EVERY: u16 = 1 << 5;

/// Returns the index of a class.
pub fn class(filled: usize, own: usize) -> usize {
    filled * (filled + 1) / 2 + own
}

/// All contents of a half of the board.
pub struct Half {
    pub points: usize,
    pub classes: Vec<Class>,
}

impl Half {
    /// Finds all contents of a half of this many points; `None` if `go_on` returned `false`.
    pub fn new(points: usize, go_on: &dyn Fn() -> bool) -> Option<Half> {
        let codes = Codes::new(points);
        let mut indices = vec![0; 3_usize.pow(points as u32)];
        let sizes = (0..=points).flat_map(|filled| (0..=filled).map(move |own| (filled, own)));
        let mut classes: Vec<Class> = sizes
            .map(|(filled, own)| Class { filled, own, contents: Vec::new(), next: [Vec::new(), Vec::new()] })
            .collect();
        for filled in 0..1_u16 << points {
            if filled.is_multiple_of(CHECK_EVERY) && !go_on() {
                return None;
            }
            let mut own = filled;
            loop {
                let contents = &mut classes[class(filled.count_ones() as usize, own.count_ones() as usize)].contents;
                indices[codes.code([filled, own])] = contents.len() as u32;
                contents.push([filled, own]);
                if own == 0 {
                    break;
                }
                own = (own - 1) & filled;
            }
        }
        for class in &mut classes {
            if !go_on() {
                return None;
            }
            for (next, mine) in class.next.iter_mut().zip([0, u16::MAX]) {
                for &[filled, own] in &class.contents {
                    let free = (0..points).map(|i| 1 << i).filter(|stone| filled & stone == 0);
                    next.extend(free.map(|stone| indices[codes.code([filled | stone, own | stone & mine])]));
                }
            }
        }
        Some(Half { points, classes })
    }
}

/// Numbers for contents: a digit in base 3 for each point, 1 for a stone and 2 for an own one.
struct Codes(Vec<usize>);

impl Codes {
    fn new(points: usize) -> Codes {
        let digits = |set: u16| (0..points).filter(move |i| set >> i & 1 == 1).map(|i| 3_usize.pow(i as u32)).sum();
        Codes((0..1_u16 << points).map(digits).collect())
    }

    fn code(&self, [filled, own]: [u16; 2]) -> usize {
        self.0[usize::from(filled)] + self.0[usize::from(own)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_has_each_content_once_and_a_stone_leads_to_the_content_with_it() {
        let half = Half::new(5, &|| true).expect("nothing stops it");
        assert_eq!(half.classes.iter().map(|class| class.contents.len()).sum::<usize>(), 3_usize.pow(5));
        for one in half.classes.iter().filter(|one| one.filled < 5) {
            for (mine, next) in one.next.iter().enumerate() {
                for (&[filled, own], next) in one.contents.iter().zip(next.chunks(5 - one.filled)) {
                    let to = &half.classes[class(one.filled + 1, one.own + mine)].contents;
                    let stones: Vec<u16> = next.iter().map(|&index| to[index as usize][0] & !filled).collect();
                    assert!(stones.is_sorted() && stones.iter().all(|stone| stone.is_power_of_two()));
                    assert!(next.iter().all(|&index| to[index as usize][1] & filled == own));
                }
            }
        }
    }
}
