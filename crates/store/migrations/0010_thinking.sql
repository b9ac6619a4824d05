-- Fair shares of thinking time, and deadlines for every match that may go on by itself.

-- Who made a table: a digest of the address, and after a '#' the account's number if there was one.
ALTER TABLE tables ADD COLUMN creator TEXT;

-- Whom a job is charged to, whether a client is connected to its table, and the most milliseconds it may take.
ALTER TABLE jobs ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN account TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN board TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN attended INTEGER NOT NULL DEFAULT 1;
ALTER TABLE jobs ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN taken INTEGER;

-- When the thinking that an address, an account or a table has used is paid off.
CREATE TABLE debts (
    payer       TEXT    NOT NULL PRIMARY KEY,
    until       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX debts_by_time ON debts (until);

-- A server on SQLite used to open every such table when it started; now it opens those that are due.
INSERT INTO wakes (table_id, at) SELECT id, 0 FROM tables
WHERE stage = 'playing' AND (clocked = 1 OR id IN (SELECT table_id FROM seats WHERE kind = 'computer'))
AND id NOT IN (SELECT table_id FROM wakes);
