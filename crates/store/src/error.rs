//! The errors of the store.

use std::sync::Arc;

use sqlx::error::DatabaseError;

/// Why the store did not carry out a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another writer was first: read again and decide anew.
    #[error("another request changed it first")]
    Conflict,
    /// There is no such row. Holds what was looked for.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The name, the id or the token is in use. Holds which.
    #[error("this {0} is taken")]
    Taken(&'static str),
    /// A text is longer than the store keeps.
    #[error("the {what} is too long: at most {limit} characters")]
    TooLong {
        /// The name of the text.
        what: &'static str,
        /// The most characters.
        limit: usize,
    },
    /// A text contains a NUL character, which not every database can keep.
    #[error("the {0} contains a NUL character")]
    Nul(&'static str),
    /// A list is longer than the store takes.
    #[error("too many {what}: at most {limit}")]
    TooMany {
        /// What the list holds.
        what: &'static str,
        /// The most entries.
        limit: usize,
    },
    /// A quota is used up until some are used, settled or removed.
    #[error("too many {what}: at most {limit}")]
    Quota {
        /// What the quota limits.
        what: &'static str,
        /// The most that may be kept.
        limit: usize,
    },
    /// The seat has reached its rate limit for chat.
    #[error("too many messages: wait a few seconds")]
    TooFast,
    /// The idempotency key was used for a request with another content.
    #[error("this number was used for another message: choose a new one for each message")]
    Reused,
    /// The disk is full, or the database has the size that the operator allows.
    #[error("the database is full: nothing was written; make room or allow it more")]
    Full,
    /// The database cannot be written.
    #[error("the database is read-only: nothing was written; check the permissions of its file and folder")]
    ReadOnly,
    /// Another process has locked the database for too long.
    #[error("the database is busy: another process is writing to it")]
    Busy,
    /// The file cannot be opened.
    #[error("the database cannot be opened: check that its folder exists and can be read")]
    CannotOpen,
    /// The file is not a Menagerie database, or it is damaged.
    #[error("the file is no Menagerie database, or it is damaged: {0}")]
    Damaged(String),
    /// The file is a database of another program. Holds how the store knows.
    #[error("the file belongs to another program ({0}), and nothing in it was changed: choose another file")]
    Foreign(String),
    /// A newer program has migrated the database.
    #[error("the database has schema version {found}, this program knows versions up to {known}: use a newer program")]
    TooNew {
        /// The version found.
        found: i64,
        /// The newest version known.
        known: i64,
    },
    /// This kind of database cannot do it. Holds what.
    #[error("this database cannot do that: {0}")]
    Unsupported(&'static str),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Any other error of the database.
    #[error("the database failed: {0}")]
    Database(Arc<sqlx::Error>),
}

/// The result type of the store's functions.
pub type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }

    /// A violated unique key becomes `Taken`, with a name that the caller knows.
    pub(crate) fn or_taken(self, what: &'static str) -> Self {
        if self.is_unique_violation() { Self::Taken(what) } else { self }
    }

    /// A violated unique key becomes `Conflict`: another writer was first.
    pub(crate) fn or_conflict(self) -> Self {
        if self.is_unique_violation() { Self::Conflict } else { self }
    }

    /// A violated foreign key becomes `NotFound`.
    pub(crate) fn or_missing(self, what: &'static str) -> Self {
        let missing = matches!(&self, Self::Database(error)
            if error.as_database_error().is_some_and(DatabaseError::is_foreign_key_violation));
        if missing { Self::NotFound(what) } else { self }
    }

    /// Whether the connection to a database server is gone. What became of the statement is unknown.
    #[cfg(feature = "postgres")]
    pub(crate) fn is_connection_lost(&self) -> bool {
        /// The class of errors with which a server ends its sessions: it shuts down, or has crashed.
        const OPERATOR_INTERVENTION: &str = "57P";
        let Self::Database(error) = self else { return false };
        let code = error.as_database_error().and_then(DatabaseError::code);
        matches!(**error, sqlx::Error::Io(_)) || code.is_some_and(|code| code.starts_with(OPERATOR_INTERVENTION))
    }

    pub(crate) fn is_unique_violation(&self) -> bool {
        matches!(self, Self::Database(error) if error.as_database_error().is_some_and(DatabaseError::is_unique_violation))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(DatabaseError::code);
        if let Some(named) = code.and_then(|code| by_code(&code, &error)) {
            return named;
        }
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::PoolTimedOut => Self::Busy,
            error => Self::Database(Arc::new(error)),
        }
    }
}

// Errors that an operator can do something about. SQLite's codes are numbers whose low byte is the primary code;
// PostgreSQL's codes have five characters.
fn by_code(code: &str, error: &sqlx::Error) -> Option<StoreError> {
    /// `SQLITE_IOERR_SHMSIZE`: no room for the 32 kB index of the write-ahead log.
    const NO_ROOM_FOR_INDEX: u32 = 4874;
    if code.len() == 5 {
        return match code {
            "53100" => Some(StoreError::Full),
            "25006" | "42501" => Some(StoreError::ReadOnly),
            "55P03" | "40P01" => Some(StoreError::Busy),
            _ => None,
        };
    }
    let code = code.parse::<u32>().ok()?;
    if code == NO_ROOM_FOR_INDEX {
        return Some(StoreError::Full);
    }
    match code & 0xff {
        5 | 6 => Some(StoreError::Busy),
        3 | 8 => Some(StoreError::ReadOnly),
        13 => Some(StoreError::Full),
        14 => Some(StoreError::CannotOpen),
        11 | 26 => Some(StoreError::damaged(error.to_string())),
        _ => None,
    }
}
