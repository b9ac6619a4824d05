-- The address that a table was made from, as long as the table waits or is played at: one address has a limited number of
-- tables in the lobby, and an operator finds its tables. A public table waits until its lease runs out; nodes renew the
-- lease while a player who sits there is connected. Without a lease it waits like a private table.
CREATE TABLE origins (
    table_id    TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    address     TEXT    NOT NULL,
    until       INTEGER
);

CREATE INDEX origins_by_address ON origins (address);
CREATE INDEX origins_by_lease ON origins (until);

-- A hash of the message that was carried out: its number stands for no other message.
ALTER TABLE answers ADD COLUMN content TEXT;
