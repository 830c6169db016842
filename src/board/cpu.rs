//! Work on bits by the best instructions that the processor has, found out at run time.
//!
//! The ordinary build has to run on any 64-bit processor, and so counts bits in a dozen instructions. Work that lives
//! on such operations is written once, as a [`Kernel`], and compiled twice.

/// Operations for which a processor may have an instruction. All implementations give the same results.
pub trait BitOps: Copy {
    /// The set bit of `set` with `n` set bits below it, alone. `n` must be smaller than the number of set bits; else
    /// the result is some bit or none.
    fn nth_bit(self, set: u64, n: u32) -> u64;
}

/// Work to be done with some implementation of [`BitOps`].
pub trait Kernel {
    /// What the work gives.
    type Output;

    /// Does the work. To be marked `#[inline(always)]`, or it is compiled for the common processor alone.
    fn run<B: BitOps>(self, bits: B) -> Self::Output;
}

/// Does the work with the best implementation that this processor has.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(fast) = fast::Fast::detect() {
        return fast.run(kernel);
    }
    kernel.run(Portable)
}

/// Instructions that every processor has.
#[derive(Clone, Copy)]
struct Portable;

impl BitOps for Portable {
    #[inline(always)]
    fn nth_bit(self, mut set: u64, n: u32) -> u64 {
        for _ in 0..n {
            set &= set.wrapping_sub(1);
        }
        set & set.wrapping_neg()
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod fast {
    use std::arch::x86_64::_pdep_u64;

    use super::{BitOps, Kernel};

    /// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT: made by [`Fast::detect`] alone.
    #[derive(Clone, Copy)]
    pub struct Fast(());

    impl Fast {
        #[inline]
        pub fn detect() -> Option<Fast> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Fast(()))
        }

        #[inline]
        pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn run<K: Kernel>(kernel: K, fast: Fast) -> K::Output {
                kernel.run(fast)
            }
            // SAFETY: the function needs but these instructions, and a `Fast` proves that the processor has them.
            unsafe { run(kernel, self) }
        }
    }

    impl BitOps for Fast {
        #[inline(always)]
        fn nth_bit(self, set: u64, n: u32) -> u64 {
            // SAFETY: the instruction is of BMI2, which a `Fast` proves that the processor has.
            unsafe { _pdep_u64(1u64.wrapping_shl(n), set) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NthBit(u64, u32);

    impl Kernel for NthBit {
        type Output = u64;

        #[inline(always)]
        fn run<B: BitOps>(self, bits: B) -> u64 {
            bits.nth_bit(self.0, self.1)
        }
    }

    #[test]
    fn the_nth_bit_has_n_bits_below_it_on_any_processor() {
        for set in [1, 0b1011_0100, u64::MAX, 1 << 63, 0x8000_0000_0001_0100] {
            for n in 0..u64::count_ones(set) {
                for bit in [dispatch(NthBit(set, n)), NthBit(set, n).run(Portable)] {
                    assert_eq!((bit & set).count_ones(), 1);
                    assert_eq!((set & (bit - 1)).count_ones(), n);
                }
            }
        }
    }
}
