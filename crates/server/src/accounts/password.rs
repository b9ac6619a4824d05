//! Passwords: argon2id, on threads of their own, because hashing is slow on purpose.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use menagerie_table::secret::Entropy;
use menagerie_wire::Code;
use tokio::sync::Semaphore;

use crate::error::ApiError;

const SHORTEST: usize = 8;
const LONGEST: usize = 200;
/// Each takes 19 MiB and a processor: more at once would only be slower.
static PLACES: Semaphore = Semaphore::const_new(4);

/// The hash of nobody's password, with the usual parameters.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The hash of a new password, with its salt and parameters.
pub(crate) async fn hash(entropy: &Entropy, password: String) -> Result<String, ApiError> {
    let length = password.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) {
        return Err(ApiError::new(Code::Malformed, format!("a password has {SHORTEST} to {LONGEST} characters")));
    }
    let mut salt = [0; 16];
    entropy(&mut salt);
    let _place = PLACES.acquire().await;
    let hashing = tokio::task::spawn_blocking(move || {
        let hashed: Result<PasswordHash, _> = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
        hashed.map(|hash| hash.to_string())
    });
    hashing.await.map_err(|error| ApiError::trouble(&error))?.map_err(|error| ApiError::trouble(&error))
}

/// Whether a password is the one that was hashed. Without a hash it takes as long and is wrong: a name that is not there
/// cannot be told from a wrong password.
pub(crate) async fn matches(password: String, hash: Option<String>) -> bool {
    if password.len() > 4 * LONGEST {
        return false;
    }
    let _place = PLACES.acquire().await;
    let checking = tokio::task::spawn_blocking(move || {
        let known = hash.is_some();
        let parsed = PasswordHash::new(hash.as_deref().unwrap_or(NOBODY));
        parsed.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()) && known
    });
    checking.await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use menagerie_table::secret::system_entropy;

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let hashed = hash(&system_entropy(), "correct horse".to_owned()).await.unwrap();
        assert!(hashed.starts_with("$argon2id$"));
        assert!(matches("correct horse".to_owned(), Some(hashed.clone())).await);
        assert!(!matches("correct house".to_owned(), Some(hashed)).await);
        assert!(!matches("correct horse".to_owned(), None).await);
    }

    /// What is checked for a name that is not there is as much work as for one that is.
    #[tokio::test]
    async fn an_unknown_name_costs_the_same_work() {
        let hashed = hash(&system_entropy(), "correct horse".to_owned()).await.unwrap();
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(parameters(&hashed), parameters(NOBODY));
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert_eq!(hashed.len(), NOBODY.len(), "salt and hash are as long");
    }

    #[tokio::test]
    async fn short_passwords_are_refused() {
        assert!(hash(&system_entropy(), "1234567".to_owned()).await.is_err());
    }
}
