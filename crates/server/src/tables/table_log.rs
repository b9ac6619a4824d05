//! Log lines about tables. They never name the players.

use menagerie_store::{MatchResult, Settings, Table};

/// Something happens to a table.
pub(crate) fn log_table(what: &str, table: &Table) {
    let Settings { public, rated, .. } = table.settings;
    tracing::info!(table = %table.id, game = table.game, public, rated, "{what}");
}

/// A table's match is over.
pub(crate) fn log_end(table: &Table, ended: &MatchResult) {
    let scores: Vec<f64> = ended.scores.iter().map(|(_, score)| *score).collect();
    tracing::info!(table = %table.id, game = table.game, rule = ended.rule, ?scores, "a match is over");
}
