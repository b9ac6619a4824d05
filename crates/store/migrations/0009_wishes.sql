-- The seats that want another game once a match is over, and what they add to its dice. A wish that was withdrawn stays, with how
-- often it has changed: so whoever compares sees that something happened.
CREATE TABLE wishes (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    seat        TEXT    NOT NULL,
    wants       INTEGER NOT NULL,
    nonce       TEXT,
    changes     INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

-- What a seat has said lately is counted before it says more.
CREATE INDEX talk_by_time ON talk (table_id, at);
CREATE INDEX alliances_by_time ON alliances (table_id, at);
