//! Ids, tokens and their digests. The server shows a token once, to its owner, and keeps its SHA-256.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

/// Where randomness comes from: the operating system, or in tests something that can be repeated.
pub type Entropy = Arc<dyn Fn(&mut [u8]) + Send + Sync>;

/// The operating system's randomness. A browser passes its own in.
#[cfg(not(target_family = "wasm"))]
pub fn system_entropy() -> Entropy {
    Arc::new(|bytes| getrandom::fill(bytes).expect("an operating system without randomness cannot keep secrets"))
}

/// The SHA-256 of a token.
#[derive(Clone, Copy)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Of a token's text.
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// What stands for the same token at a rematch of the table: nobody has to be given a new token, and no two tables
    /// keep the same digest.
    #[must_use]
    pub fn at_rematch(self, table: &str) -> Self {
        Self(Sha256::new().chain_update(self.0).chain_update(table.as_bytes()).finalize().into())
    }

    /// What stands for the token after these rematches.
    #[must_use]
    pub fn through(self, rematches: &[String]) -> Self {
        rematches.iter().fold(self, |digest, table| digest.at_rematch(table))
    }
}

/// In constant time, so that an answer's delay tells nothing.
impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Digest {}

/// Never shown.
impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Digest(…)")
    }
}

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A word of `length` random base-62 characters: 24 make a token (142 bits).
pub fn random_word(entropy: &Entropy, length: usize) -> String {
    let mut word = String::with_capacity(length);
    let mut bytes = [0; 32];
    while word.len() < length {
        entropy(&mut bytes);
        // Bytes from 248 on would make the first letters likelier than the others.
        let letters = bytes.iter().filter(|&&byte| byte < 248).map(|&byte| char::from(BASE62[usize::from(byte % 62)]));
        word.extend(letters.take(length - word.len()));
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_length_and_differ() {
        let entropy = system_entropy();
        let (first, second) = (random_word(&entropy, 24), random_word(&entropy, 24));
        assert_eq!(first.len(), 24);
        assert!(first.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_ne!(first, second);
    }

    /// With every byte equally often, every letter comes equally often: a token has all of its 142 bits.
    #[test]
    fn every_letter_of_a_word_is_equally_likely() {
        let next = std::sync::atomic::AtomicU8::new(0);
        let entropy: Entropy = std::sync::Arc::new(move |bytes: &mut [u8]| {
            for byte in bytes {
                *byte = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        });
        let word = random_word(&entropy, 2 * 248);
        for letter in BASE62 {
            assert_eq!(word.bytes().filter(|byte| byte == letter).count(), 8, "{}", char::from(*letter));
        }
        assert_eq!(random_word(&entropy, 40).len(), 40, "more letters than come at once");
    }

    #[test]
    fn digests_are_equal_for_equal_tokens_and_say_nothing() {
        assert_eq!(Digest::of("abc"), Digest::of("abc"));
        assert_ne!(Digest::of("abc"), Digest::of("abd"));
        assert_eq!(format!("{:?}", Digest::of("abc")), "Digest(…)");
    }

    #[test]
    fn a_rematch_has_digests_of_its_own() {
        let digest = Digest::of("abc");
        let rematches = ["one", "two"].map(|table| digest.at_rematch(table));
        assert!(rematches[0] != digest && rematches[1] != digest && rematches[0] != rematches[1]);
        assert_eq!(digest.through(&["one".to_owned()]), rematches[0]);
    }

    /// Two arrays of 32 bytes are compared too fast for a measurement to tell one way from the other. So this test reads
    /// the source: equality of digests is the constant-time comparison and nothing else.
    #[test]
    fn digests_are_compared_in_constant_time() {
        let source = include_str!("secret.rs").split("mod tests").next().unwrap();
        let equality = source.split("impl PartialEq for Digest").nth(1).unwrap().split("\n}\n").next().unwrap();
        assert_eq!((equality.matches(".ct_eq(").count(), equality.matches("==").count()), (1, 0), "{equality}");
    }
}
