//! Password hashing with argon2id, on blocking threads because hashing is slow on purpose.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use menagerie_table::secret::Entropy;
use menagerie_wire::Code;
use tokio::sync::Semaphore;

use crate::error::ServerError;

const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 200;
/// Limits concurrent hashing: each takes 19 MiB and one processor.
static HASHING_PERMITS: Semaphore = Semaphore::const_new(4);

/// A hash that no password matches, with the default parameters.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes a new password; the result holds salt and parameters.
pub(crate) async fn hash(entropy: &Entropy, password: String) -> Result<String, ServerError> {
    let length = password.chars().count();
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&length) {
        return Err(ServerError::new(
            Code::Malformed,
            format!("a password has {MIN_LENGTH} to {MAX_LENGTH} characters"),
        ));
    }
    let mut salt = [0; 16];
    entropy(&mut salt);
    let _place = HASHING_PERMITS.acquire().await;
    let hashing = tokio::task::spawn_blocking(move || {
        let hashed: Result<PasswordHash, _> = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
        hashed.map(|hash| hash.to_string())
    });
    hashing.await.map_err(|error| ServerError::trouble(&error))?.map_err(|error| ServerError::trouble(&error))
}

/// Whether a password matches a hash. Without a hash the check takes as long and fails, so that response times do not
/// reveal which names exist.
pub(crate) async fn matches(password: String, hash: Option<String>) -> bool {
    if password.len() > 4 * MAX_LENGTH {
        return false;
    }
    let _place = HASHING_PERMITS.acquire().await;
    let checking = tokio::task::spawn_blocking(move || {
        let known = hash.is_some();
        let parsed = PasswordHash::new(hash.as_deref().unwrap_or(DUMMY_HASH));
        parsed.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()) && known
    });
    checking.await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use menagerie_table::secret::system_entropy;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let hashed = hash(&system_entropy(), "correct horse".to_owned()).await.unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "19 MiB and two passes: {hashed}");
        let again = hash(&system_entropy(), "correct horse".to_owned()).await.unwrap();
        assert_ne!(hashed, again, "each password has a salt of its own");
        assert!(matches("correct horse".to_owned(), Some(hashed.clone())).await);
        assert!(!matches("correct house".to_owned(), Some(hashed)).await);
        assert!(!matches("correct horse".to_owned(), None).await);
    }

    /// Checking an unknown name costs the same work as checking a known one.
    #[tokio::test]
    async fn an_unknown_name_costs_the_same_work() {
        let hashed = hash(&system_entropy(), "correct horse".to_owned()).await.unwrap();
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(parameters(&hashed), parameters(DUMMY_HASH));
        assert!(PasswordHash::new(DUMMY_HASH).is_ok());
        assert_eq!(hashed.len(), DUMMY_HASH.len(), "salt and hash have the same length");
        let (mut known, mut unknown) = (Duration::MAX, Duration::MAX);
        for _ in 0..5 {
            known = known.min(time_of_check(Some(hashed.clone())).await);
            unknown = unknown.min(time_of_check(None).await);
        }
        assert!(unknown * 3 > known, "{unknown:?} and {known:?}");
    }

    async fn time_of_check(hash: Option<String>) -> Duration {
        let begin = Instant::now();
        assert!(!matches("wrong horse".to_owned(), hash).await);
        begin.elapsed()
    }

    /// `docs/host/security.md`: more than four at a time would take the memory and all processors.
    #[tokio::test]
    async fn four_passwords_are_hashed_at_a_time() {
        let entropy = system_entropy();
        let all = HASHING_PERMITS.acquire_many(4).await.unwrap();
        assert_eq!(HASHING_PERMITS.available_permits(), 0);
        // A hash takes a small part of this time.
        let waits = Duration::from_secs(1);
        assert!(timeout(waits, hash(&entropy, "correct horse".to_owned())).await.is_err(), "a new password waits");
        assert!(timeout(waits, matches("correct horse".to_owned(), None)).await.is_err(), "a check waits");
        drop(all);
        assert!(hash(&entropy, "correct horse".to_owned()).await.is_ok());
    }

    #[tokio::test]
    async fn short_passwords_are_refused() {
        assert!(hash(&system_entropy(), "1234567".to_owned()).await.is_err());
        assert!(hash(&system_entropy(), "12345678".to_owned()).await.is_ok());
    }

    /// The longest password has 200 characters of up to four bytes. A longer one costs no hash, not even a wait for one.
    #[tokio::test]
    async fn passwords_that_are_too_long_are_refused_without_work() {
        let longest = "\u{1f40d}".repeat(MAX_LENGTH);
        let hashed = hash(&system_entropy(), longest.clone()).await.unwrap();
        assert!(matches(longest.clone(), Some(hashed.clone())).await);
        assert!(hash(&system_entropy(), format!("{longest}x")).await.is_err());
        let _all = HASHING_PERMITS.acquire_many(4).await.unwrap();
        let refused = timeout(Duration::from_secs(20), matches(format!("{longest}x"), Some(hashed)));
        assert_eq!(refused.await, Ok(false));
    }
}
