//! SQL dialects: the statements that differ between `SQLite` and `PostgreSQL`. All other SQL is one text for both.

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

    /// Finds a table and locks it for writers until the transaction ends.
    pub(crate) const fn lock_table(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT id FROM tables WHERE id = $1",
            #[cfg(feature = "postgres")]
            Self::Postgres => "SELECT id FROM tables WHERE id = $1 FOR UPDATE",
        }
    }

    /// The database's clock, and where the logs of some tables end: `[id, seq, at]` of each that exists. The ids come
    /// as one JSON list, and so does the answer: one statement and one row for groups of any size.
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

    /// Inserts events from one JSON list of `[table, seq, text, by, at]`.
    pub(crate) const fn insert_events(self) -> &'static str {
        match self {
            // After any failure the whole transaction is rolled back, so `SQLite` need not be able to undo this
            // statement alone.
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

    /// The version counters of the tables in a JSON list of ids.
    pub(crate) const fn table_versions(self) -> &'static str {
        macro_rules! table_versions {
            ($ids:literal) => {
                concat!(
                    "SELECT t.id, COALESCE((SELECT MAX(seq) FROM events WHERE table_id = t.id), 0), t.revision,
                     CAST((SELECT COUNT(*) + COALESCE(SUM(removed), 0) FROM chat_messages WHERE table_id = t.id) AS BIGINT),
                     (SELECT COUNT(*) FROM alliance_steps WHERE table_id = t.id),
                     CAST((SELECT COALESCE(SUM(changes), 0) FROM rematch_votes WHERE table_id = t.id) AS BIGINT),
                     (SELECT id FROM tables WHERE rematch_of = t.id)
                     FROM tables t WHERE t.id IN ",
                    $ids
                )
            };
        }
        match self {
            Self::Sqlite => table_versions!("(SELECT value FROM json_each($1))"),
            #[cfg(feature = "postgres")]
            Self::Postgres => table_versions!("(SELECT json_array_elements_text(CAST($1 AS JSON)))"),
        }
    }

    /// Extends the leases of the waiting tables in a JSON list of ids to `$2`. No lease becomes shorter.
    pub(crate) const fn renew_lobby_leases(self) -> &'static str {
        macro_rules! renew_lobby_leases {
            ($ids:literal) => {
                concat!("UPDATE table_origins SET lease_until = $2 WHERE lease_until < $2 AND table_id IN ", $ids)
            };
        }
        match self {
            Self::Sqlite => renew_lobby_leases!("(SELECT value FROM json_each($1))"),
            #[cfg(feature = "postgres")]
            Self::Postgres => renew_lobby_leases!("(SELECT json_array_elements_text(CAST($1 AS JSON)))"),
        }
    }

    /// Sets deadlines from a JSON list of `[table, at]`, each table once.
    pub(crate) const fn set_deadlines(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "INSERT INTO deadlines (table_id, at) SELECT value ->> 0, value ->> 1 FROM json_each($1) WHERE true
                 ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
            }
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "INSERT INTO deadlines (table_id, at) SELECT e ->> 0, CAST(e ->> 1 AS BIGINT)
                 FROM json_array_elements(CAST($1 AS JSON)) e
                 ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
            }
        }
    }

    /// Takes up to `$3` tables whose deadline is at most `$1`, and moves their deadline to `$2`. Callers skip rows that
    /// another caller has locked.
    pub(crate) const fn take_due(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "UPDATE deadlines SET at = $2 WHERE table_id IN
                 (SELECT table_id FROM deadlines WHERE at <= $1 ORDER BY at LIMIT $3) RETURNING table_id AS id"
            }
            #[cfg(feature = "postgres")]
            Self::Postgres => {
                "UPDATE deadlines SET at = $2 WHERE table_id IN
                 (SELECT table_id FROM deadlines WHERE at <= $1 ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED)
                 RETURNING table_id AS id"
            }
        }
    }

    /// Gives the first job whose lease has expired at `$1` to worker `$2` until `$3`. The job has a priority up to `$4`
    /// and takes up to `$5` milliseconds. A debt beyond `$6` is over the budget. The order is that of the server's own
    /// scheduler.
    pub(crate) const fn take_job(self) -> &'static str {
        macro_rules! take_job {
            ($greatest:literal, $lock:literal) => {
                concat!(
                    "UPDATE jobs SET worker = $2, lease_until = $3, taken = $1 WHERE id = (SELECT j.id FROM jobs j
                     LEFT JOIN search_debts a ON a.owner = j.address_key LEFT JOIN search_debts u ON u.owner = j.account_key
                     LEFT JOIN search_debts t ON t.owner = j.table_key
                     WHERE j.lease_until <= $1 AND j.priority <= $4 AND j.max_millis <= $5 ORDER BY j.priority,
                     CASE WHEN ",
                    $greatest,
                    "(COALESCE(a.until, 0), COALESCE(u.until, 0)) > $6 THEN 1 ELSE 0 END, 1 - j.attended, ",
                    $greatest,
                    "(COALESCE(a.until, 0), COALESCE(u.until, 0), $1), ",
                    $greatest,
                    "(COALESCE(t.until, 0), $1), j.created, j.id LIMIT 1",
                    $lock,
                    ") RETURNING id, requester, request, address_key, account_key, table_key, max_millis"
                )
            };
        }
        match self {
            Self::Sqlite => take_job!("MAX", ""),
            #[cfg(feature = "postgres")]
            Self::Postgres => take_job!("GREATEST", " FOR UPDATE OF j SKIP LOCKED"),
        }
    }

    /// Keeps two programs from migrating the schema at the same time.
    pub(crate) const fn lock_schema(self) -> Option<&'static str> {
        match self {
            // The transaction has the write lock already.
            Self::Sqlite => None,
            #[cfg(feature = "postgres")]
            // An arbitrary number that no other lock uses.
            Self::Postgres => Some("SELECT pg_advisory_xact_lock(5211760941)"),
        }
    }

    /// Makes seeks wait for each other: otherwise two could each find no opponent.
    pub(crate) const fn lock_seeks(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => None,
            #[cfg(feature = "postgres")]
            Self::Postgres => Some("SELECT pg_advisory_xact_lock(5211760942)"),
        }
    }

    /// A migration, written for `SQLite`, in the words of this database.
    pub(crate) fn schema(self, migration: &str) -> String {
        self.words().iter().fold(migration.to_owned(), |sql, (ours, theirs)| sql.replace(ours, theirs))
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
                // Compare texts by their bytes, as SQLite does.
                (" TEXT", " TEXT COLLATE \"C\""),
            ],
        }
    }
}
