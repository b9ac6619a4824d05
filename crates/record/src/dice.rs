//! The dice of a table: fixed before the match by a secret that is published only as its hash, stirred by everybody who sits
//! down, and verifiable by all when the secret is published at the end (commitment scheme). `docs/play/dice.md` says it exactly.
//!
//! ```
//! use menagerie_record::dice::{Secret, TableDice};
//!
//! let secret = Secret::new([7; 32]);
//! let dice = TableDice::new(&secret, ["ann's nonce", "bob's nonce"]);
//! let index = dice.choose(0, &[1, 3]);
//! assert!(index < 2);
//! assert_eq!(index, dice.choose(0, &[1, 3]), "the same draw falls the same way");
//! ```

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// A table's secret: 256 bits from the operating system, drawn when the table is created.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// Never shown by accident.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// The secret with these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads 64 lower-case hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// 64 hexadecimal digits; to be published when the match is over.
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }

    /// The bytes themselves, for those who keep them.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What is published before the match: the SHA-256 of the secret's 32 bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        to_hex(&Sha256::digest(self.0).into())
    }
}

/// The dice of one table.
#[derive(Clone, PartialEq, Eq)]
pub struct TableDice {
    key: [u8; 32],
}

impl fmt::Debug for TableDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TableDice(…)")
    }
}

impl TableDice {
    /// The dice made of the secret and the nonces of those who sat down, in that order. The key is the SHA-256 of the
    /// secret and of each nonce behind its length in bytes (8 bytes, big-endian).
    pub fn new<'a>(secret: &Secret, nonces: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hash = Sha256::new();
        hash.update(secret.0);
        for nonce in nonces {
            hash.update((nonce.len() as u64).to_be_bytes());
            hash.update(nonce.as_bytes());
        }
        Self { key: hash.finalize().into() }
    }

    /// Draw number `n` among alternatives with these weights (of chance's actions, sorted by their texts): the index of the
    /// one drawn. Without bias: a value that would favour some is thrown away and the next try taken.
    ///
    /// # Panics
    /// If the weights sum up to 0.
    pub fn choose(&self, n: u64, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        assert!(total > 0, "chance has something to draw from");
        let fair = u64::MAX - u64::MAX % total;
        let value = (0..=u32::MAX).map(|attempt| self.value(n, attempt)).find(|&value| value < fair);
        let mut left = value.unwrap_or(0) % total;
        let falls = |&weight: &u32| match left.checked_sub(u64::from(weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        };
        weights.iter().position(falls).unwrap_or(0)
    }

    /// The first 8 bytes of HMAC-SHA256(key, n as 8 bytes big-endian, then the attempt as 4 bytes big-endian), read as a
    /// big-endian number.
    fn value(&self, n: u64, attempt: u32) -> u64 {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
        mac.update(&n.to_be_bytes());
        mac.update(&attempt.to_be_bytes());
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        bytes.iter().take(8).fold(0, |value, &byte| value << 8 | u64::from(byte))
    }
}

fn to_hex(bytes: &[u8; 32]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> Secret {
        Secret::new(std::array::from_fn(|i| i as u8))
    }

    #[test]
    fn the_commitment_is_the_sha_256_of_the_secret() {
        // printf of the bytes 00 to 1f through sha256sum.
        assert_eq!(secret().commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
        assert_eq!(Secret::from_hex(&secret().to_hex()), Some(secret()));
        for wrong in ["", "00", &"g".repeat(64), &"A0".repeat(32), &"é".repeat(32)] {
            assert_eq!(Secret::from_hex(wrong), None);
        }
    }

    #[test]
    fn draws_follow_the_weights() {
        let dice = TableDice::new(&secret(), ["a", "b"]);
        let mut counts = [0_u32; 3];
        for n in 0..8000 {
            counts[dice.choose(n, &[1, 3, 4])] += 1;
        }
        // Five standard deviations around 1000, 3000, 4000.
        for (count, (expected, deviation)) in counts.into_iter().zip([(1000, 148), (3000, 217), (4000, 224)]) {
            assert!(count.abs_diff(expected) < deviation, "{counts:?}");
        }
    }

    #[test]
    fn the_order_and_the_borders_of_nonces_matter() {
        let dice = |nonces: &[&str]| TableDice::new(&secret(), nonces.iter().copied());
        assert_ne!(dice(&["a", "b"]), dice(&["b", "a"]));
        assert_ne!(dice(&["ab", ""]), dice(&["a", "b"]));
    }

    #[test]
    fn nothing_secret_is_shown_for_debugging() {
        assert_eq!(format!("{:?} {:?}", secret(), TableDice::new(&secret(), [])), "Secret(…) TableDice(…)");
    }
}
