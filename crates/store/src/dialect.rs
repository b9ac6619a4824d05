//! What differs between the databases. Everything else is one SQL text for all of them.

/// A kind of database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

impl Dialect {
    /// The database's clock, in milliseconds since 1970.
    pub(crate) const fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT CAST(round(unixepoch('subsec') * 1000) AS INTEGER)",
            #[cfg(feature = "postgres")]
            Self::Postgres => "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)",
        }
    }

    /// How a transaction that writes begins.
    pub(crate) const fn begin(self) -> &'static str {
        match self {
            // Takes the write lock at once: what the transaction reads cannot change before it writes.
            Self::Sqlite => "BEGIN IMMEDIATE",
            #[cfg(feature = "postgres")]
            Self::Postgres => "BEGIN",
        }
    }

    /// Finds a table and keeps others from writing to what belongs to it until the transaction ends.
    pub(crate) const fn lock_table(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT id FROM tables WHERE id = $1",
            #[cfg(feature = "postgres")]
            Self::Postgres => "SELECT id FROM tables WHERE id = $1 FOR UPDATE",
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
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT),
                 CAST(COALESCE(json_agg(json_build_array(id,
                     COALESCE((SELECT MAX(seq) FROM events WHERE table_id = id), 0),
                     COALESCE((SELECT at FROM events WHERE table_id = id ORDER BY seq DESC LIMIT 1), 0))), '[]') AS TEXT)
                 FROM tables WHERE id IN (SELECT json_array_elements_text(CAST($1 AS JSON)))"
            }
        }
    }

    /// Inserts events that come as one JSON list of `[table, seq, text, by, at]`.
    pub(crate) const fn insert_events(self) -> &'static str {
        match self {
            // Whatever fails, all of the transaction is undone: there is no need to keep what this statement alone changed.
            Self::Sqlite => {
                "INSERT OR FAIL INTO events (table_id, seq, text, by, at)
                 SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1)"
            }
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "INSERT INTO events (table_id, seq, text, by, at)
                 SELECT e ->> 0, CAST(e ->> 1 AS BIGINT), e ->> 2, e ->> 3, CAST(e ->> 4 AS BIGINT)
                 FROM json_array_elements(CAST($1 AS JSON)) e"
            }
        }
    }

    /// Where the tables of a JSON list of ids stand.
    pub(crate) const fn standings(self) -> &'static str {
        macro_rules! standings {
            ($ids:literal) => {
                concat!(
                    "SELECT t.id, COALESCE((SELECT MAX(seq) FROM events WHERE table_id = t.id), 0), t.revision,
                     CAST((SELECT COUNT(*) + COALESCE(SUM(removed), 0) FROM talk WHERE table_id = t.id) AS BIGINT),
                     (SELECT COUNT(*) FROM alliances WHERE table_id = t.id),
                     CAST((SELECT COALESCE(SUM(changes), 0) FROM wishes WHERE table_id = t.id) AS BIGINT),
                     (SELECT id FROM tables WHERE rematch_of = t.id)
                     FROM tables t WHERE t.id IN ",
                    $ids
                )
            };
        }
        match self {
            Self::Sqlite => standings!("(SELECT value FROM json_each($1))"),
            #[cfg(feature = "postgres")]
            Self::Postgres => standings!("(SELECT json_array_elements_text(CAST($1 AS JSON)))"),
        }
    }

    /// Renews the leases of the waiting tables of a JSON list of ids until `$2`; none becomes shorter.
    pub(crate) const fn keep_waiting(self) -> &'static str {
        macro_rules! keep_waiting {
            ($ids:literal) => {
                concat!("UPDATE origins SET until = $2 WHERE until < $2 AND table_id IN ", $ids)
            };
        }
        match self {
            Self::Sqlite => keep_waiting!("(SELECT value FROM json_each($1))"),
            #[cfg(feature = "postgres")]
            Self::Postgres => keep_waiting!("(SELECT json_array_elements_text(CAST($1 AS JSON)))"),
        }
    }

    /// Notes when to look at tables: a JSON list of `[table, at]`, each table once.
    pub(crate) const fn set_wakes(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "INSERT INTO wakes (table_id, at) SELECT value ->> 0, value ->> 1 FROM json_each($1) WHERE true
                 ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
            }
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "INSERT INTO wakes (table_id, at) SELECT e ->> 0, CAST(e ->> 1 AS BIGINT)
                 FROM json_array_elements(CAST($1 AS JSON)) e
                 ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
            }
        }
    }

    /// Takes up to `$3` tables that are due at `$1`, and puts them off until `$2`. Nobody waits for a row that
    /// somebody else is about to take.
    pub(crate) const fn take_due(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "UPDATE wakes SET at = $2 WHERE table_id IN
                 (SELECT table_id FROM wakes WHERE at <= $1 ORDER BY at LIMIT $3) RETURNING table_id AS id"
            }
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "UPDATE wakes SET at = $2 WHERE table_id IN
                 (SELECT table_id FROM wakes WHERE at <= $1 ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED)
                 RETURNING table_id AS id"
            }
        }
    }

    /// Gives the oldest job whose lease has run out at `$1` to `$2` until `$3`.
    pub(crate) const fn take_job(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "UPDATE jobs SET owner = $2, until = $3 WHERE id =
                 (SELECT id FROM jobs WHERE until <= $1 AND rank <= $4 ORDER BY rank, created, id LIMIT 1)
                 RETURNING id, asker, question"
            }
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "UPDATE jobs SET owner = $2, until = $3 WHERE id =
                 (SELECT id FROM jobs WHERE until <= $1 AND rank <= $4 ORDER BY rank, created, id LIMIT 1 FOR UPDATE SKIP LOCKED)
                 RETURNING id, asker, question"
            }
        }
    }

    /// Keeps two programs from changing the schema at the same time.
    pub(crate) const fn lock_schema(self) -> Option<&'static str> {
        match self {
            // The transaction has the write lock already.
            Self::Sqlite => None,
            #[cfg(feature = "postgres")]
            // Any number will do that nobody else uses.
            Self::Postgres => Some("SELECT pg_advisory_xact_lock(5211760941)"),
        }
    }

    /// Lets those who look for an opponent look one after the other: otherwise two might each find nobody.
    pub(crate) const fn lock_seeks(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            #[cfg(feature = "postgres")]
            Self::Postgres => Some("SELECT pg_advisory_xact_lock(5211760942)"),
        }
    }

    /// A step of the schema, which is written in the words of `SQLite`, in the words of this database.
    pub(crate) fn schema(self, step: &str) -> String {
        self.words().iter().fold(step.to_owned(), |step, (ours, theirs)| step.replace(ours, theirs))
    }

    const fn words(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Sqlite => &[],
            #[cfg(feature = "postgres")]
            Self::Postgres => &[
                (" WITHOUT ROWID", ""),
                ("INTEGER PRIMARY KEY", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
                (" INTEGER", " BIGINT"),
                (" REAL", " DOUBLE PRECISION"),
                // Texts are compared by their bytes, as SQLite does.
                (" TEXT", " TEXT COLLATE \"C\""),
            ],
        }
    }
}
