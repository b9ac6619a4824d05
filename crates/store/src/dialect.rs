//! What differs between the databases. Everything else is one SQL text for all of them.

/// A kind of database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Sqlite,
}

impl Dialect {
    /// The database's clock, in milliseconds since 1970.
    pub(crate) const fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT CAST(round(unixepoch('subsec') * 1000) AS INTEGER)",
        }
    }

    /// How a transaction that writes begins.
    pub(crate) const fn begin(self) -> &'static str {
        match self {
            // Takes the write lock at once: what the transaction reads cannot change before it writes.
            Self::Sqlite => "BEGIN IMMEDIATE",
        }
    }
}
