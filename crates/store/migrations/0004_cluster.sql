-- What several nodes and workers share.

-- When somebody has to look at a table although nobody came: a flag may fall, a computer player may have to move.
CREATE TABLE wakes (
    table_id    TEXT    NOT NULL PRIMARY KEY,
    at          INTEGER NOT NULL
);

CREATE INDEX wakes_by_time ON wakes (at);

-- What computer players are asked, and what they answered. Whoever has a job's lease thinks about it; when the lease has
-- run out, somebody else may.
CREATE TABLE jobs (
    id          TEXT    NOT NULL PRIMARY KEY,
    asker       TEXT    NOT NULL,
    rank        INTEGER NOT NULL,
    question    TEXT    NOT NULL,
    owner       TEXT,
    until       INTEGER NOT NULL,
    answer      TEXT,
    created     INTEGER NOT NULL
);

CREATE INDEX jobs_by_lease ON jobs (until, rank, created);

-- Invitations of one account to a table of another, until they are answered.
CREATE TABLE challenges (
    table_id    TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    challenger  INTEGER NOT NULL REFERENCES accounts (id),
    challenged  INTEGER NOT NULL REFERENCES accounts (id),
    shown       TEXT    NOT NULL,
    at          INTEGER NOT NULL
);

CREATE INDEX challenges_by_challenged ON challenges (challenged, at);
