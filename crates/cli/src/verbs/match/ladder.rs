//! Every level against the one below.

use std::io::Write;
use std::sync::atomic::Ordering;

use menagerie_engine::arena::{Plan, Spec, Standing};
use menagerie_engine::levels;

use super::Table;
use crate::failure::Failure;

const HEAD: &str = "\
| level | against | games | points | won, drawn, lost | time per action |
|---|---|---|---|---|---|";

/// Writes a table row after each match, so that a long run is not lost when it is broken off.
pub(super) fn run(plan: &Plan, table: &mut Table, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{HEAD}")?;
    for below in 1..levels() {
        let players = [below + 1, below].map(|level| format!("level:{level}").parse::<Spec>());
        let players = players.into_iter().collect::<Result<_, _>>().map_err(Failure::Call)?;
        let plan = Plan { players, ..plan.clone() };
        let standing = table.play(&plan, &format!("{} level {} against {below}: ", plan.chosen, below + 1))?;
        if let Some(row) = row(below, &standing) {
            writeln!(out, "{row}")?;
            out.flush()?;
        }
        if table.halt.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(())
}

/// Nothing if no game was played.
fn row(below: u8, standing: &Standing) -> Option<String> {
    let (mean, share) = (standing.mean(0)?, standing.shares().first()?);
    let (level, games, time) = (below + 1, standing.games(), share.time_per_action().as_millis());
    let results = format!("{}, {}, {}", share.won, share.drawn, share.lost);
    Some(format!("| {level} | {below} | {games} | {mean} | {results} | {time} ms |"))
}
