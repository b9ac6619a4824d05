-- Secrets drawn for tables that are still to be made: their hashes are told before the makers add to the dice.
CREATE TABLE commitments (
    token       TEXT    NOT NULL PRIMARY KEY,
    secret      TEXT    NOT NULL,
    asker       TEXT    NOT NULL,
    until       INTEGER NOT NULL
);

CREATE INDEX commitments_by_asker ON commitments (asker, until);

-- What the chance of a table's rematch will be drawn from; its hash is shown from the start.
ALTER TABLE tables ADD COLUMN next_secret TEXT;
