-- The best result of an account in each level of a game's course.
CREATE TABLE lesson_stars (
    account     INTEGER NOT NULL REFERENCES accounts (id),
    game        TEXT    NOT NULL,
    level       TEXT    NOT NULL,
    stars       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (account, game, level)
) WITHOUT ROWID;

-- How often something happened in a level, for all learners together. It names no account and no address.
CREATE TABLE lesson_counts (
    game        TEXT    NOT NULL,
    level       TEXT    NOT NULL,
    event       TEXT    NOT NULL,
    count       INTEGER NOT NULL,
    PRIMARY KEY (game, level, event)
) WITHOUT ROWID;
