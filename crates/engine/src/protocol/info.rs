//! The `info` and `bestmove` lines of a search.

use std::fmt::Display;

use menagerie_search::{Report, SearchResult, Value};

use super::Dialect;

/// An `info` line about the progress of a search.
pub(crate) fn info<A: Display>(report: &Report<'_, A>, dialect: Dialect) -> String {
    let stats = report.stats;
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth,
        report.selective_depth.max(report.depth),
        report.multipv,
        score(report.value, dialect),
        stats.nodes,
        stats.nodes_per_second(),
        stats.hashfull,
        stats.time.as_millis(),
        report.principal_variation.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    )
}

/// UGI counts the distance to a win in actions, UCI in moves of the winner.
fn score(value: Value, dialect: Dialect) -> String {
    let distance = |plies: u32| match dialect {
        Dialect::Ugi => plies,
        Dialect::Uci => plies.div_ceil(2),
    };
    match value {
        Value::Centi(centi) => format!("cp {centi}"),
        Value::Wins { plies } => format!("mate {}", distance(plies)),
        Value::Loses { plies } => format!("mate -{}", distance(plies)),
    }
}

/// The `bestmove` line of a result.
pub(crate) fn best_move<A: Display>(result: &SearchResult<A>, dialect: Dialect) -> String {
    match (&result.ponder, dialect) {
        (Some(ponder), Dialect::Uci) => format!("bestmove {} ponder {ponder}", result.action),
        _ => format!("bestmove {}", result.action),
    }
}

/// The line about an option that is refused. Its third word, as in Stockfish, tells it from other lines.
pub(crate) fn refusal(reason: &str) -> String {
    format!("info string ERROR: {reason}")
}

/// The answer if the seat has nothing to decide.
pub(crate) const NO_MOVE: &str = "bestmove 0000";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_actions_by_ugi_and_in_moves_by_uci() {
        for (value, ugi, uci) in [
            (Value::Centi(-31), "cp -31", "cp -31"),
            (Value::Wins { plies: 1 }, "mate 1", "mate 1"),
            (Value::Wins { plies: 5 }, "mate 5", "mate 3"),
            (Value::Loses { plies: 4 }, "mate -4", "mate -2"),
        ] {
            assert_eq!((score(value, Dialect::Ugi), score(value, Dialect::Uci)), (ugi.into(), uci.into()));
        }
    }
}
