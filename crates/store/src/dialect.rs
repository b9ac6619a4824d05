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

    /// The database's clock, and where the logs of some tables end: `[id, seq, at]` of each that exists. The tables' ids come
    /// as one JSON list, and so does the answer: one statement for groups of any size, and one row.
    pub(crate) const fn log_ends(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT CAST(round(unixepoch('subsec') * 1000) AS INTEGER), json_group_array(json_array(id,
                     COALESCE((SELECT MAX(seq) FROM events WHERE table_id = id), 0),
                     COALESCE((SELECT at FROM events WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0)))
                 FROM tables WHERE id IN (SELECT value FROM json_each($1))"
            }
        }
    }

    /// Inserts events that come as one JSON list of `[table, seq, text, by, at]`.
    pub(crate) const fn insert_events(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "INSERT INTO events (table_id, seq, text, by, at)
                 SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1)"
            }
        }
    }
}
