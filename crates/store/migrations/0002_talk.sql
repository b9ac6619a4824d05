-- Words between people, and what an operator does about them.

CREATE TABLE talk (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    id          INTEGER NOT NULL,
    seat        TEXT,
    name        TEXT    NOT NULL,
    room        TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    removed     INTEGER NOT NULL,
    PRIMARY KEY (table_id, id)
);

CREATE TABLE alliances (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    id          INTEGER NOT NULL,
    by          TEXT    NOT NULL,
    partner     TEXT    NOT NULL,
    what        TEXT    NOT NULL,
    shown       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (table_id, id)
);

-- Whom a listener does not want to hear.
CREATE TABLE mutes (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    listener    TEXT    NOT NULL,
    speaker     TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (table_id, listener, speaker)
);

CREATE TABLE reports (
    id          INTEGER PRIMARY KEY,
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    message     INTEGER,
    by          TEXT    NOT NULL,
    about       TEXT    NOT NULL,
    reason      TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    settled     INTEGER
);

CREATE TABLE bans (
    kind        TEXT    NOT NULL,
    subject     TEXT    NOT NULL,
    reason      TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    until       INTEGER,
    PRIMARY KEY (kind, subject)
);
