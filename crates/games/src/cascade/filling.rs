//! The rule that fills squares next to two filled ones.

use quintet_core::board::Bits;

use super::Cascade;

/// Returns the colours of the stones that a pair makes.
#[inline]
fn between<const W: usize>(a: [Bits<W>; 2], b: [Bits<W>; 2]) -> [Bits<W>; 2] {
    let (low, high) = (a[0] ^ b[0], a[1] ^ b[1]);
    let alike = !(low | high);
    [low | a[0] & alike, high | a[1] & alike]
}

impl<const W: usize> Cascade<W> {
    /// The squares of the first column, by width of the board.
    const FIRST_COLUMN: &'static [[u64; W]; 26] = &Self::columns(0);
    /// The squares of the last column, by width of the board.
    const LAST_COLUMN: &'static [[u64; W]; 26] = &Self::columns(1);

    const fn columns(last: usize) -> [[u64; W]; 26] {
        let mut columns = [[0; W]; 26];
        let mut width = 1;
        while width < columns.len() && width * width <= 64 * W {
            let mut row = 0;
            while row < width {
                let square = row * width + last * (width - 1);
                columns[width][square / 64] |= 1 << (square % 64);
                row += 1;
            }
            width += 1;
        }
        columns
    }

    pub(super) fn first_column(&self) -> Bits<W> {
        Bits(Self::FIRST_COLUMN[usize::from(self.width)])
    }

    pub(super) fn last_column(&self) -> Bits<W> {
        Bits(Self::LAST_COLUMN[usize::from(self.width)])
    }

    /// Puts stones on the empty squares `wanted`, each in the colour that its pair makes.
    #[inline]
    fn place_between(&mut self, wanted: Bits<W>, a: [Bits<W>; 2], b: [Bits<W>; 2]) {
        let colour = between(a, b);
        self.low = self.low | colour[0] & wanted;
        self.high = self.high | colour[1] & wanted;
        self.empty -= wanted.count() as u16;
    }

    /// Returns the empty squares that are directly below two filled ones.
    #[inline(always)]
    fn below_pairs(&self) -> Bits<W> {
        let (filled, width) = (self.filled(), self.width.into());
        filled.down(1) & filled.down(width) & !(filled | self.last_column())
    }

    /// Returns the empty squares that are directly above two filled ones.
    #[inline(always)]
    fn above_pairs(&self) -> Bits<W> {
        let (filled, width) = (self.filled(), self.width.into());
        filled.up(1) & filled.up(width) & !(filled | self.first_column()) & self.board()
    }

    /// Fills the squares that are directly below two filled ones now. Returns whether there were
    /// any.
    #[inline(always)]
    fn fill_down<const N: usize>(boards: &mut [Cascade<W>; N]) -> bool {
        let wanted = boards[0].below_pairs();
        if wanted.is_empty() {
            return false;
        }
        for board in boards {
            let (low, high, width) = (board.low, board.high, board.width.into());
            board.place_between(wanted, [low.down(1), high.down(1)], [low.down(width), high.down(width)]);
        }
        true
    }

    /// Fills the squares that are directly above two filled ones now. Returns whether there were
    /// any.
    #[inline(always)]
    fn fill_up<const N: usize>(boards: &mut [Cascade<W>; N]) -> bool {
        let wanted = boards[0].above_pairs();
        if wanted.is_empty() {
            return false;
        }
        for board in boards {
            let (low, high, width) = (board.low, board.high, board.width.into());
            board.place_between(wanted, [low.up(1), high.up(1)], [low.up(width), high.up(width)]);
        }
        true
    }

    /// Fills everything that the rules fill.
    #[inline]
    pub(super) fn fill(&mut self) {
        Self::fill_alike(std::array::from_mut(self));
    }

    /// Fills everything that the rules fill on boards that differ in colours only, and so in the
    /// same squares: downwards until nothing changes, then upwards, and so on.
    #[inline(always)]
    pub(super) fn fill_alike<const N: usize>(boards: &mut [Cascade<W>; N]) {
        loop {
            while Self::fill_down(boards) {}
            if !boards[0].both || !Self::fill_up(boards) {
                return;
            }
            while Self::fill_up(boards) {}
        }
    }

    /// Returns whether the rules fill a square now.
    #[inline(always)]
    pub(super) fn fills(&self) -> bool {
        !self.below_pairs().is_empty() || (self.both && !self.above_pairs().is_empty())
    }
}
