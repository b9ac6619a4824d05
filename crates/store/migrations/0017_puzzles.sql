-- The rating of a puzzle, once an account has tried it. Before that it has the rating of its collection.
CREATE TABLE puzzle_ratings (
    puzzle      TEXT    NOT NULL,
    value       REAL    NOT NULL,
    deviation   REAL    NOT NULL,
    volatility  REAL    NOT NULL,
    games       INTEGER NOT NULL,
    PRIMARY KEY (puzzle)
) WITHOUT ROWID;

-- The rating of an account in the puzzles of a game.
CREATE TABLE puzzle_solvers (
    account     INTEGER NOT NULL REFERENCES accounts (id),
    game        TEXT    NOT NULL,
    value       REAL    NOT NULL,
    deviation   REAL    NOT NULL,
    volatility  REAL    NOT NULL,
    games       INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) WITHOUT ROWID;

-- The first result of an account in a puzzle, the one that counts.
CREATE TABLE puzzle_results (
    account     INTEGER NOT NULL REFERENCES accounts (id),
    puzzle      TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    solved      INTEGER NOT NULL,
    before      REAL    NOT NULL,
    after       REAL    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (account, puzzle)
) WITHOUT ROWID;
