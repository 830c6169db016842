//! Operations on bits and vectors with runtime detection of processor features.
//!
//! The default build targets any 64-bit processor and emulates BMI2 and POPCNT with many
//! instructions. Code that depends on them is written once as a [`Kernel`] and compiled for both.

use std::sync::atomic::{AtomicBool, Ordering};

/// Operations on bits and vectors that some processors have instructions for. All implementations
/// return the same results.
pub trait BitOps: Copy {
    /// The number of single-precision numbers in a vector register.
    const VECTOR: usize = 8;

    /// Returns the single bit of `set` that has `n` set bits below it (select, `1 << n` deposited
    /// by PDEP).
    ///
    /// If `n` is not smaller than the number of set bits, the result is an arbitrary bit or 0.
    fn nth_bit(self, set: u64, n: u32) -> u64;

    /// Extracts the bits of `set` selected by `mask` into the low bits (PEXT).
    fn gather(self, set: u64, mask: u64) -> u64;

    /// Deposits the low bits of `set` at the bits of `mask` (PDEP), the inverse of
    /// [`BitOps::gather`].
    fn scatter(self, set: u64, mask: u64) -> u64;

    /// Adds to each sum the products of two numbers with its two weights (PMADDWD, VPDPWSSD). Not both
    /// numbers and both weights may be the least of their type.
    #[inline(always)]
    fn add_products<const L: usize>(self, sums: &mut [i32; L], numbers: [i16; 2], weights: &[[i16; 2]; L]) {
        let [a, b] = numbers.map(i32::from);
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum += a * i32::from(weights[0]) + b * i32::from(weights[1]);
        }
    }
}

/// Code that is compiled for each implementation of [`BitOps`].
pub trait Kernel {
    /// The type of the result.
    type Output;

    /// Runs the code. Implementations must be `#[inline(always)]` to be compiled with the detected
    /// features.
    fn run<B: BitOps>(self, bits: B) -> Self::Output;
}

/// Set if this process does not use AVX-512, even if the processor supports it.
static AVX512_DISABLED: AtomicBool = AtomicBool::new(false);

/// Disables AVX-512 in this process, to measure the speed of a processor without it. Results are the
/// same.
pub fn disable_avx512() {
    AVX512_DISABLED.store(true, Ordering::Relaxed);
}

/// Returns the SIMD instructions that [`dispatch_wide`] uses: `avx512`, `avx2`,
/// `simd128` or `portable`.
pub fn simd() -> &'static str {
    if cfg!(target_feature = "simd128") {
        return "simd128";
    }
    #[cfg(target_arch = "x86_64")]
    {
        if fast::Wide::detect().is_some() {
            return "avx512";
        }
        if fast::Fast::detect().is_some() {
            return "avx2";
        }
    }
    "portable"
}

/// Runs a kernel with the fastest implementation that this processor supports.
#[inline(always)]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(fast) = fast::Fast::detect() {
        return fast.run(kernel);
    }
    kernel.run(Portable)
}

/// Runs a kernel like [`dispatch`], but with vectors of 64 bytes (AVX-512 with VNNI) if the processor has
/// them. For few kernels: each is compiled once more.
#[inline(always)]
pub fn dispatch_wide<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = fast::Wide::detect() {
        return wide.run(kernel);
    }
    dispatch(kernel)
}

/// Runs a kernel with the implementation for all processors.
pub fn run_portable<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Portable)
}

#[cfg(target_arch = "x86_64")]
pub use fast::Fast;

/// Returns two numbers as the halves of one.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
#[inline(always)]
fn pair([low, high]: [i16; 2]) -> i32 {
    i32::from(high) << 16 | i32::from(low as u16)
}

/// Returns how many of the eight bytes are at most `n`. All of them, and `n`, are less than 128.
#[inline(always)]
fn not_above(bytes: u64, n: u32) -> u32 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    (((u64::from(n) * 0x0101_0101_0101_0101) | HIGH).wrapping_sub(bytes) & HIGH).count_ones()
}

/// [`BitOps::nth_bit`] without unpredictable branches, by broadword selection (S. Vigna, *Broadword
/// Implementation of Rank/Select Queries*, 2008): first the byte that contains the bit, then the bit
/// in it.
#[inline(always)]
fn broadword_nth_bit(set: u64, n: u32) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let pairs = set - (set >> 1 & (0x55 * ONES));
    let nibbles = (pairs & (0x33 * ONES)) + (pairs >> 2 & (0x33 * ONES));
    let bytes = (nibbles + (nibbles >> 4)) & (0x0f * ONES);
    let up_to = bytes.wrapping_mul(ONES);
    let shift = 8 * not_above(up_to, n);
    let in_byte = n - ((up_to << 8 >> (shift & 63)) & 0xff) as u32;
    // Each bit of the byte as a byte of its own.
    let masked = (((set >> (shift & 63)) & 0xff) * ONES) & 0x8040_2010_0804_0201;
    let spread = (masked + 0x7f * ONES) & (0x80 * ONES);
    let up_to = (spread >> 7).wrapping_mul(ONES);
    (1 << (not_above(up_to, in_byte) & 7)) << (shift & 63)
}

/// The implementation for all processors.
#[derive(Clone, Copy)]
struct Portable;

impl BitOps for Portable {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    const VECTOR: usize = 4;

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    #[allow(unsafe_code)]
    fn add_products<const L: usize>(self, sums: &mut [i32; L], numbers: [i16; 2], weights: &[[i16; 2]; L]) {
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128_load, v128_store};
        const { assert!(L.is_multiple_of(4)) };
        let numbers = i32x4_splat(pair(numbers));
        for (sums, weights) in sums.as_chunks_mut::<4>().0.iter_mut().zip(weights.as_chunks::<4>().0) {
            let sums: *mut [i32; 4] = sums;
            let weights: *const [[i16; 2]; 4] = weights;
            // SAFETY: both arrays have the 16 bytes that are read and written, and the instructions
            // need no alignment.
            unsafe {
                let products = i32x4_dot_i16x8(numbers, v128_load(weights.cast()));
                v128_store(sums.cast(), i32x4_add(v128_load(sums.cast()), products));
            }
        }
    }

    #[inline(always)]
    fn nth_bit(self, mut set: u64, n: u32) -> u64 {
        // Without POPCNT, counting takes longer than removing bits.
        if cfg!(target_arch = "x86_64") {
            for _ in 0..n {
                set &= set.wrapping_sub(1);
            }
            return set & set.wrapping_neg();
        }
        broadword_nth_bit(set, n)
    }

    #[inline(always)]
    fn gather(self, set: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut to) = (0, 1);
        while mask != 0 {
            let bit = mask & mask.wrapping_neg();
            gathered |= if set & bit != 0 { to } else { 0 };
            to <<= 1;
            mask ^= bit;
        }
        gathered
    }

    #[inline(always)]
    fn scatter(self, mut set: u64, mut mask: u64) -> u64 {
        let mut scattered = 0;
        while mask != 0 {
            let bit = mask & mask.wrapping_neg();
            scattered |= if set & 1 != 0 { bit } else { 0 };
            set >>= 1;
            mask ^= bit;
        }
        scattered
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod fast {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
        _mm512_dpwssd_epi32, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_storeu_si512, _pdep_u64, _pext_u64,
    };

    use super::{BitOps, Kernel, pair};

    /// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT. Only [`Fast::detect`]
    /// creates it.
    #[derive(Clone, Copy)]
    pub struct Fast(());

    impl Fast {
        #[inline(always)]
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
            // SAFETY: the function requires exactly the features that a `Fast` proves.
            unsafe { run(kernel, self) }
        }
    }

    impl BitOps for Fast {
        #[inline(always)]
        fn nth_bit(self, set: u64, n: u32) -> u64 {
            // SAFETY: a `Fast` proves that the processor has BMI2.
            unsafe { _pdep_u64(1u64.wrapping_shl(n), set) }
        }

        #[inline(always)]
        fn gather(self, set: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pext_u64(set, mask) }
        }

        #[inline(always)]
        fn scatter(self, set: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pdep_u64(set, mask) }
        }

        #[inline(always)]
        fn add_products<const L: usize>(self, sums: &mut [i32; L], numbers: [i16; 2], weights: &[[i16; 2]; L]) {
            const { assert!(L.is_multiple_of(8)) };
            for (sums, weights) in sums.as_chunks_mut::<8>().0.iter_mut().zip(weights.as_chunks::<8>().0) {
                let sums: *mut [i32; 8] = sums;
                let weights: *const [[i16; 2]; 8] = weights;
                // SAFETY: a `Fast` proves that the processor has AVX2. Both arrays have the 32 bytes
                // that are read and written, and the instructions need no alignment.
                unsafe {
                    let numbers = _mm256_set1_epi32(pair(numbers));
                    let products = _mm256_madd_epi16(numbers, _mm256_loadu_si256(weights.cast()));
                    _mm256_storeu_si256(sums.cast(), _mm256_add_epi32(_mm256_loadu_si256(sums.cast()), products));
                }
            }
        }
    }

    /// Proof that the processor has what a [`Fast`] proves, AVX-512F, AVX-512BW and AVX-512 VNNI. Only
    /// [`Wide::detect`] creates it.
    #[derive(Clone, Copy)]
    pub struct Wide(Fast);

    impl Wide {
        #[inline(always)]
        pub fn detect() -> Option<Wide> {
            let has_all = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni");
            let is_enabled = !super::AVX512_DISABLED.load(super::Ordering::Relaxed);
            Fast::detect().filter(|_| has_all && is_enabled).map(Wide)
        }

        #[inline]
        pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn run<K: Kernel>(kernel: K, wide: Wide) -> K::Output {
                kernel.run(wide)
            }
            // SAFETY: the function requires exactly the features that a `Wide` proves.
            unsafe { run(kernel, self) }
        }
    }

    impl BitOps for Wide {
        const VECTOR: usize = 16;

        #[inline(always)]
        fn nth_bit(self, set: u64, n: u32) -> u64 {
            self.0.nth_bit(set, n)
        }

        #[inline(always)]
        fn gather(self, set: u64, mask: u64) -> u64 {
            self.0.gather(set, mask)
        }

        #[inline(always)]
        fn scatter(self, set: u64, mask: u64) -> u64 {
            self.0.scatter(set, mask)
        }

        #[inline(always)]
        fn add_products<const L: usize>(self, sums: &mut [i32; L], numbers: [i16; 2], weights: &[[i16; 2]; L]) {
            if !L.is_multiple_of(16) {
                return self.0.add_products(sums, numbers, weights);
            }
            for (sums, weights) in sums.as_chunks_mut::<16>().0.iter_mut().zip(weights.as_chunks::<16>().0) {
                let sums: *mut [i32; 16] = sums;
                let weights: *const [[i16; 2]; 16] = weights;
                // SAFETY: a `Wide` proves that the processor has VNNI. Both arrays have the 64
                // bytes that are read and written, and the instructions need no alignment.
                unsafe {
                    let numbers = _mm512_set1_epi32(pair(numbers));
                    let sum = _mm512_dpwssd_epi32(
                        _mm512_loadu_si512(sums.cast()),
                        numbers,
                        _mm512_loadu_si512(weights.cast()),
                    );
                    _mm512_storeu_si512(sums.cast(), sum);
                }
            }
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
    fn nth_bit_has_n_set_bits_below_it() {
        for set in [1, 0b1011_0100, u64::MAX, 1 << 63, 0x8000_0000_0001_0100] {
            for n in 0..u64::count_ones(set) {
                for bit in [dispatch(NthBit(set, n)), NthBit(set, n).run(Portable), broadword_nth_bit(set, n)] {
                    assert_eq!((bit & set).count_ones(), 1);
                    assert_eq!((set & (bit - 1)).count_ones(), n);
                }
            }
        }
    }

    struct Gather(u64, u64);

    impl Kernel for Gather {
        type Output = [u64; 2];

        #[inline(always)]
        fn run<B: BitOps>(self, bits: B) -> [u64; 2] {
            let gathered = bits.gather(self.0, self.1);
            [gathered, bits.scatter(gathered, self.1)]
        }
    }

    #[test]
    fn scatter_reverts_gather() {
        assert_eq!(dispatch(Gather(0b1011_0110, 0b1110_0011)), [0b10110, 0b1010_0010]);
        for set in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX, 1 << 63] {
            for mask in [0, 1, 0xf0f0_f0f0_0f0f_0f0f, u64::MAX, 1 << 63, 0x8000_0000_0001_0100] {
                let [gathered, scattered] = dispatch(Gather(set, mask));
                assert_eq!(scattered, set & mask);
                assert_eq!([gathered, scattered], Gather(set, mask).run(Portable));
            }
        }
    }
}
