-- Ratings for two players (Glicko-2) and for more (Weng-Lin) used to share one row per account and game, which only Djambi
-- has both of. What each match did to such a row is not known, but the matches are: all rated matches of Djambi count as
-- not rated yet, in their old order, and the server computes both ratings from them after it has started.
INSERT INTO unrated (table_id, at)
SELECT rated_tables.table_id, rated_tables.at FROM rated_tables JOIN tables ON tables.id = rated_tables.table_id
WHERE tables.game = 'djambi' OR tables.game LIKE 'djambi:%'
ON CONFLICT DO NOTHING;

DELETE FROM rated_tables WHERE table_id IN (SELECT id FROM tables WHERE game = 'djambi' OR game LIKE 'djambi:%');

DELETE FROM ratings WHERE game = 'djambi';

-- Glicko-2 cannot leave a volatility of 0: everybody begins with 0.06.
UPDATE ratings SET volatility = 0.06 WHERE volatility <= 0;

-- Challenges that an account has made.
CREATE INDEX challenges_by_challenger ON challenges (challenger, at);
