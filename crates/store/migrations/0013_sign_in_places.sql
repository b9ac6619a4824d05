-- Where an account signed in before, as a hash of account and address: attempts from there have a budget of failures of
-- their own, so that strangers' attempts do not keep the owner out.
CREATE TABLE sign_in_places (
    account     INTEGER NOT NULL REFERENCES accounts (id),
    place       TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (account, place)
) WITHOUT ROWID;

CREATE INDEX sign_in_places_by_time ON sign_in_places (at);
