-- Conventional names for tables, columns and indexes. The rows stay as they are.

-- Chat, and the steps of alliances.
ALTER TABLE talk RENAME TO chat_messages;
ALTER TABLE chat_messages RENAME COLUMN room TO channel;
DROP INDEX talk_by_time;
CREATE INDEX chat_messages_by_time ON chat_messages (table_id, at);

ALTER TABLE alliances RENAME TO alliance_steps;
ALTER TABLE alliance_steps RENAME COLUMN shown TO open;
DROP INDEX alliances_by_time;
CREATE INDEX alliance_steps_by_time ON alliance_steps (table_id, at);

-- Players' reports of chat messages. The reporter's address is set for spectators only.
ALTER TABLE reports RENAME COLUMN by TO reporter;
ALTER TABLE reports RENAME COLUMN source TO reporter_address;
ALTER TABLE reports RENAME COLUMN about TO reported;
ALTER TABLE reports RENAME COLUMN words TO message_text;

-- When a node must open a table although no client did: a flag falls, or a computer player has to move.
ALTER TABLE wakes RENAME TO deadlines;
DROP INDEX wakes_by_time;
CREATE INDEX deadlines_by_time ON deadlines (at);

-- Rematch votes. A vote that was withdrawn is not active; `changes` counts both.
ALTER TABLE wishes RENAME TO rematch_votes;
ALTER TABLE rematch_votes RENAME COLUMN wants TO active;

-- Idempotency keys of chat messages and steps of alliances, with the version of the first answer.
ALTER TABLE answers RENAME TO idempotency_keys;
ALTER TABLE idempotency_keys RENAME COLUMN asked TO key_hash;
ALTER TABLE idempotency_keys RENAME COLUMN content TO content_hash;
DROP INDEX answers_by_time;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (at);

-- Write probes: a row is inserted and deleted to find out whether the database can be written.
ALTER TABLE trials RENAME TO write_probes;
ALTER TABLE write_probes RENAME COLUMN filling TO payload;

-- Jobs of computer players. The keys name those whose budget a search is charged to.
ALTER TABLE jobs RENAME COLUMN asker TO requester;
ALTER TABLE jobs RENAME COLUMN rank TO priority;
ALTER TABLE jobs RENAME COLUMN question TO request;
ALTER TABLE jobs RENAME COLUMN owner TO worker;
ALTER TABLE jobs RENAME COLUMN until TO lease_until;
ALTER TABLE jobs RENAME COLUMN address TO address_key;
ALTER TABLE jobs RENAME COLUMN account TO account_key;
ALTER TABLE jobs RENAME COLUMN board TO table_key;
ALTER TABLE jobs RENAME COLUMN cost TO max_millis;

-- Search time that an address, an account or a table has used and not yet paid off.
ALTER TABLE debts RENAME TO search_debts;
ALTER TABLE search_debts RENAME COLUMN payer TO owner;
DROP INDEX debts_by_time;
CREATE INDEX search_debts_by_time ON search_debts (until);

-- Rated matches that are over and whose ratings are still to be written.
ALTER TABLE unrated RENAME TO rating_queue;
DROP INDEX unrated_by_time;
CREATE INDEX rating_queue_by_time ON rating_queue (at, table_id);

-- The address that a table was made from, and the lease of a public table that waits.
ALTER TABLE origins RENAME TO table_origins;
ALTER TABLE table_origins RENAME COLUMN until TO lease_until;
DROP INDEX origins_by_address;
DROP INDEX origins_by_lease;
CREATE INDEX table_origins_by_address ON table_origins (address);
CREATE INDEX table_origins_by_lease ON table_origins (lease_until);

ALTER TABLE seeks RENAME COLUMN until TO lease_until;
ALTER TABLE challenges RENAME COLUMN shown TO body;

ALTER TABLE commitments RENAME COLUMN asker TO requester;
DROP INDEX commitments_by_asker;
CREATE INDEX commitments_by_requester ON commitments (requester, until);

-- Addresses from which an account has signed in before, as hashes.
ALTER TABLE sign_in_places RENAME TO known_sign_ins;
ALTER TABLE known_sign_ins RENAME COLUMN place TO address_hash;
DROP INDEX sign_in_places_by_time;
CREATE INDEX known_sign_ins_by_time ON known_sign_ins (at);
