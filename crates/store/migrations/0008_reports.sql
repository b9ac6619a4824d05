-- The words that a complaint is about, for they may be removed; and where it comes from, if not from a seat.
ALTER TABLE reports ADD COLUMN words TEXT;
ALTER TABLE reports ADD COLUMN source TEXT;

CREATE INDEX reports_by_table ON reports (table_id, message);

-- Always empty: whether the database can be written is tried here.
CREATE TABLE trials (
    filling     TEXT    NOT NULL
);
