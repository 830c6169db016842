//! The cells around a cell of the board, and those of them with some property.
//!
//! *Places* are bits of every second position, one for each of the eight cells around a cell in the
//! order of [`LibertyBoard::surrounding`].

use super::LibertyBoard;

impl<const S: usize, const N: usize, const W: usize> LibertyBoard<S, N, W> {
    /// The offsets of the four neighbours.
    const ORTHOGONAL_OFFSETS: [usize; 4] = [S.wrapping_neg(), usize::MAX, 1, S];

    /// The offsets of the eight cells around a cell.
    const SURROUNDING_OFFSETS: [usize; 8] =
        [(S + 1).wrapping_neg(), S.wrapping_neg(), (S - 1).wrapping_neg(), usize::MAX, 1, S - 1, S, S + 1];

    /// The places of the four neighbours.
    pub(super) const ORTHOGONAL_PLACES: u32 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;

    /// Returns the four neighbours of a cell.
    #[inline(always)]
    pub fn orthogonal(at: usize) -> impl Iterator<Item = usize> {
        (0..4).map(move |i| at.wrapping_add(Self::ORTHOGONAL_OFFSETS[i]) & (N - 1))
    }

    /// Returns the eight cells around a cell; the `i`-th and the `7 − i`-th are opposite.
    #[inline(always)]
    pub fn surrounding(at: usize) -> impl Iterator<Item = usize> {
        (0..8).map(move |i| at.wrapping_add(Self::SURROUNDING_OFFSETS[i]) & (N - 1))
    }

    /// Returns the places of the cells around a cell that have this content.
    #[inline(always)]
    pub(super) fn places_with(&self, at: usize, content: u8) -> u32 {
        const ALL: u32 = 0x5555;
        let difference = u32::from(self.patterns[at & (N - 1)]) ^ (ALL * u32::from(content));
        !(difference | difference >> 1) & ALL
    }

    /// Returns the cells at places around a cell.
    ///
    /// Iterating over bits has one branch for their number, which is easier to predict than one for
    /// the content of each cell.
    #[inline(always)]
    pub(super) fn cells_at(at: usize, mut places: u32) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let place = places.trailing_zeros() as usize / 2;
            (places != 0).then(|| {
                places &= places - 1;
                at.wrapping_add(Self::SURROUNDING_OFFSETS[place & 7]) & (N - 1)
            })
        })
    }

    /// Returns the neighbours of a cell that have this content.
    #[inline(always)]
    pub fn orthogonal_with(&self, at: usize, content: u8) -> impl Iterator<Item = usize> + use<S, N, W> {
        Self::cells_at(at, self.places_with(at, content) & Self::ORTHOGONAL_PLACES)
    }

    /// Returns the neighbours of a cell with a property, which is computed for all four without
    /// branches: good for rare properties.
    #[inline(always)]
    pub fn orthogonal_where<F: Fn(usize) -> bool>(
        &self,
        at: usize,
        holds: F,
    ) -> impl Iterator<Item = usize> + use<S, N, W, F> {
        let bit = |i: usize, place: u32| {
            u32::from(holds(at.wrapping_add(Self::ORTHOGONAL_OFFSETS[i]) & (N - 1))) << (2 * place)
        };
        Self::cells_at(at, bit(0, 1) | bit(1, 3) | bit(2, 4) | bit(3, 6))
    }

    /// Returns the cells around a cell with a property, in the same way.
    #[inline(always)]
    pub fn surrounding_where<F: Fn(usize) -> bool>(
        &self,
        at: usize,
        holds: F,
    ) -> impl Iterator<Item = usize> + use<S, N, W, F> {
        let mut places = 0;
        for (i, cell) in Self::surrounding(at).enumerate() {
            places |= u32::from(holds(cell)) << (2 * i);
        }
        Self::cells_at(at, places)
    }

    /// Returns whether a cell belongs to a chain of this colour with this number of liberties.
    #[inline(always)]
    pub fn has_chain(&self, at: usize, colour: u8, liberties: u16) -> bool {
        (self.content[at & (N - 1)] == colour) & (self.chains[self.head_index(at & (N - 1))].count == liberties)
    }
}
