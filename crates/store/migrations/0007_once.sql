-- Messages of clients that were carried out and answer no version: words, steps of alliances. Whoever asks again, at
-- whichever node, is answered as before. The key is a hash of who asked and of the message's number.
CREATE TABLE answers (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    asked       TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (table_id, asked)
) WITHOUT ROWID;

CREATE INDEX answers_by_time ON answers (at);

-- Accounts that look for an opponent at a table of their own. A seek whose node does not renew its lease is over; one
-- without a lease waits as long as its table.
CREATE TABLE seeks (
    table_id    TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    account     INTEGER NOT NULL REFERENCES accounts (id),
    terms       TEXT    NOT NULL,
    place       INTEGER,
    node        TEXT    NOT NULL,
    until       INTEGER,
    at          INTEGER NOT NULL
);

CREATE INDEX seeks_by_terms ON seeks (terms, at);
CREATE INDEX seeks_by_lease ON seeks (until);
CREATE INDEX seeks_by_node ON seeks (node);
