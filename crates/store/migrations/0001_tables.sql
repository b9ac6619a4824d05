-- Tables, their seats and their logs.
-- Times are milliseconds since 1970; hashes are lower-case hex; JSON is text.

CREATE TABLE tables (
    id          TEXT    NOT NULL PRIMARY KEY,
    revision    INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    start       TEXT    NOT NULL,
    settings    TEXT    NOT NULL,
    public      INTEGER NOT NULL,
    clocked     INTEGER NOT NULL,
    stage       TEXT    NOT NULL,
    secret      TEXT,
    commitment  TEXT,
    nonces      TEXT    NOT NULL,
    rematch_of  TEXT    UNIQUE REFERENCES tables (id),
    result      TEXT,
    created     INTEGER NOT NULL,
    updated     INTEGER NOT NULL
);

CREATE INDEX tables_by_stage ON tables (stage, public, created, id);

CREATE TABLE seats (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    place       INTEGER NOT NULL,
    seat        TEXT    NOT NULL,
    plan        TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    name        TEXT,
    account     INTEGER,
    bot         INTEGER NOT NULL,
    level       INTEGER,
    token       TEXT    UNIQUE,
    PRIMARY KEY (table_id, place)
);

CREATE INDEX seats_by_account ON seats (account, table_id);

-- The log: the truth about a match. The key decides between two writers.
CREATE TABLE events (
    table_id    TEXT    NOT NULL,
    seq         INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    by          TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
