//! The cells next to a cell of the board of informed playouts, and those of them that hold something.

use super::Fights;

impl<const S: usize, const N: usize, const W: usize> Fights<S, N, W> {
    /// How far off the neighbours of a cell are, and all eight cells around it.
    const FOUR: [usize; 4] = [S.wrapping_neg(), usize::MAX, 1, S];
    const EIGHT: [usize; 8] =
        [(S + 1).wrapping_neg(), S.wrapping_neg(), (S - 1).wrapping_neg(), usize::MAX, 1, S - 1, S, S + 1];

    /// The four neighbours of a cell.
    #[inline(always)]
    pub fn four(at: usize) -> impl Iterator<Item = usize> {
        (0..4).map(move |i| at.wrapping_add(Self::FOUR[i]) & (N - 1))
    }

    /// The eight cells around a cell; the `i`-th and the `7 − i`-th are opposite.
    #[inline(always)]
    pub fn eight(at: usize) -> impl Iterator<Item = usize> {
        (0..8).map(move |i| at.wrapping_add(Self::EIGHT[i]) & (N - 1))
    }

    /// Those of the eight cells around a cell that hold this, as bits of every second place, in the order of [`Fights::eight`].
    #[inline(always)]
    pub(super) fn around_with(&self, at: usize, content: u8) -> u32 {
        const PLACES: u32 = 0x5555;
        let other = u32::from(self.around[at & (N - 1)]) ^ (PLACES * u32::from(content));
        !(other | other >> 1) & PLACES
    }

    /// The cells of those bits. Bits are gone through where cells would have to be asked one by one: what each of them holds
    /// can't be foreseen, how many there are can better.
    #[inline(always)]
    pub(super) fn cells_of(at: usize, mut places: u32) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let place = places.trailing_zeros() as usize / 2;
            (places != 0).then(|| {
                places &= places - 1;
                at.wrapping_add(Self::EIGHT[place & 7]) & (N - 1)
            })
        })
    }

    /// Which of the eight cells around a cell are its neighbours.
    pub(super) const BESIDE: u32 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;

    /// The neighbours of a cell that hold this, in the order of [`Fights::four`].
    #[inline(always)]
    pub fn four_with(&self, at: usize, content: u8) -> impl Iterator<Item = usize> + use<S, N, W> {
        Self::cells_of(at, self.around_with(at, content) & Self::BESIDE)
    }

    /// The neighbours of a cell of which something holds, in the same order. It is asked of all four, whatever they hold: to be
    /// used where it seldom holds.
    #[inline(always)]
    pub fn four_where<F: Fn(usize) -> bool>(
        &self,
        at: usize,
        holds: F,
    ) -> impl Iterator<Item = usize> + use<S, N, W, F> {
        let of = |i: usize, place: u32| u32::from(holds(at.wrapping_add(Self::FOUR[i]) & (N - 1))) << (2 * place);
        Self::cells_of(at, of(0, 1) | of(1, 3) | of(2, 4) | of(3, 6))
    }

    /// The same of the eight cells around a cell, in the order of [`Fights::eight`].
    #[inline(always)]
    pub fn eight_where<F: Fn(usize) -> bool>(
        &self,
        at: usize,
        holds: F,
    ) -> impl Iterator<Item = usize> + use<S, N, W, F> {
        let places =
            Self::eight(at).enumerate().fold(0, |places, (i, cell)| places | u32::from(holds(cell)) << (2 * i));
        Self::cells_of(at, places)
    }

    /// Whether a cell is part of a chain of this colour with so many liberties.
    #[inline(always)]
    pub fn is_of(&self, at: usize, colour: u8, liberties: u16) -> bool {
        (self.content[at & (N - 1)] == colour)
            & (self.chains[usize::from(self.head[at & (N - 1)]) & (N - 1)].count == liberties)
    }
}
