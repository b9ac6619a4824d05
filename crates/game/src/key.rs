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
        let product = (self.0 ^ word) as u128 * Self::FACTOR as u128;
        Self((product as u64) ^ (product >> 64) as u64 ^ word.rotate_left(32))
    }

    /// The finished key.
    #[inline]
    pub const fn finish(self) -> u64 {
        let product = (self.0 ^ Self::SEED) as u128 * 0xE703_7ED1_A0B4_28DB;
        (product as u64) ^ (product >> 64) as u64
    }
}
