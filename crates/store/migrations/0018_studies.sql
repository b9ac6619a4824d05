-- Studies: games or positions with variations and comments. A guest's study has the hash of the token that may change it.
CREATE TABLE studies (
    id          TEXT    NOT NULL,
    account     INTEGER REFERENCES accounts (id),
    token       TEXT,
    creator     TEXT    NOT NULL,
    title       TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    content     TEXT    NOT NULL,
    revision    INTEGER NOT NULL,
    created     INTEGER NOT NULL,
    updated     INTEGER NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID;

CREATE INDEX studies_by_account ON studies (account, updated);
CREATE INDEX studies_by_creator ON studies (creator);
