-- Accounts, how they sign in, and how strong they are.

CREATE TABLE accounts (
    id          INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL,
    folded      TEXT    NOT NULL UNIQUE,
    password    TEXT    NOT NULL,
    bot         INTEGER NOT NULL,
    created     INTEGER NOT NULL
);

CREATE TABLE sessions (
    id          INTEGER PRIMARY KEY,
    account     INTEGER NOT NULL REFERENCES accounts (id),
    token       TEXT    NOT NULL UNIQUE,
    label       TEXT    NOT NULL,
    created     INTEGER NOT NULL,
    used        INTEGER NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account, id);

CREATE TABLE api_tokens (
    id          INTEGER PRIMARY KEY,
    account     INTEGER NOT NULL REFERENCES accounts (id),
    token       TEXT    NOT NULL UNIQUE,
    label       TEXT    NOT NULL,
    scopes      TEXT    NOT NULL,
    created     INTEGER NOT NULL,
    used        INTEGER NOT NULL
);

CREATE INDEX api_tokens_by_account ON api_tokens (account, id);

CREATE TABLE ratings (
    account     INTEGER NOT NULL REFERENCES accounts (id),
    game        TEXT    NOT NULL,
    value       REAL    NOT NULL,
    deviation   REAL    NOT NULL,
    volatility  REAL    NOT NULL,
    games       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (account, game)
);

CREATE INDEX ratings_by_value ON ratings (game, value);

-- The tables whose result has gone into the ratings: each counts once.
CREATE TABLE rated_tables (
    table_id    TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    at          INTEGER NOT NULL
);
