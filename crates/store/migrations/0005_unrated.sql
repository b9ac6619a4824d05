-- Matches that are over and whose ratings are still to be written: usually none, for that is done at once.
CREATE TABLE unrated (
    table_id    TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    at          INTEGER NOT NULL
);

CREATE INDEX unrated_by_time ON unrated (at, table_id);

-- Whether accounts' ratings are at stake; it stands in the settings too.
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

UPDATE tables SET rated = 1 WHERE settings LIKE '%"rated":true%';

INSERT INTO unrated (table_id, at) SELECT id, updated FROM tables
WHERE stage = 'over' AND rated = 1 AND id NOT IN (SELECT table_id FROM rated_tables);
