//! The 64-bit key of a position.

/// Mixes the words that make up a position into one 64-bit key, by folded multiplication: computed when asked for, so
/// that no position carries a hash that could go wrong.
///
/// ```
/// # use menagerie_game::Key;
/// let key = |words: [u64; 2]| words.into_iter().fold(Key::new(), Key::word).finish();
/// assert_eq!(key([1, 2]), key([1, 2]));
/// assert_ne!(key([1, 2]), key([2, 1]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key(u64);

impl Key {
    const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
    const FACTOR: u64 = 0xA076_1D64_78BD_642F;

    /// The key of nothing.
    #[expect(clippy::new_without_default, reason = "a key is begun, never defaulted")]
    #[inline]
    pub const fn new() -> Self {
        Self(Self::SEED)
    }

    /// The key with one more word in it.
    #[inline]
    #[must_use]
    pub const fn word(self, word: u64) -> Self {
        Self(folded(self.0 ^ word, Self::FACTOR) ^ word.rotate_left(32))
    }

    /// The finished key.
    #[inline]
    pub const fn finish(self) -> u64 {
        folded(self.0 ^ Self::SEED, 0xE703_7ED1_A0B4_28DB)
    }
}

/// The two halves of a product, combined.
#[inline]
const fn folded(a: u64, b: u64) -> u64 {
    if cfg!(target_family = "wasm") {
        return folded_by_halves(a, b);
    }
    let product = a as u128 * b as u128;
    (product as u64) ^ (product >> 64) as u64
}

/// The same with multiplications of 64 bits. WebAssembly has no wider ones and calls a slow function for them.
#[inline]
const fn folded_by_halves(a: u64, b: u64) -> u64 {
    const LOW: u64 = u32::MAX as u64;
    let (a_high, a_low, b_high, b_low) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let low = a_low * b_low;
    let middle = a_high * b_low + (low >> 32);
    let other = a_low * b_high + (middle & LOW);
    let high = a_high * b_high + (middle >> 32) + (other >> 32);
    a.wrapping_mul(b) ^ high
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of WebAssembly are those of the native program.
    #[test]
    fn both_ways_to_multiply_agree() {
        let numbers = [0, 1, 2, u64::MAX, u64::MAX - 1, Key::SEED, Key::FACTOR, u32::MAX as u64, 1 << 32, 1 << 63];
        for a in numbers {
            for b in numbers {
                assert_eq!(folded(a, b), folded_by_halves(a, b), "{a} * {b}");
            }
        }
    }
}
