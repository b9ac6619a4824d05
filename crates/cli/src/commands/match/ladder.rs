//! The ladder: a match of each level against the one below, as a Markdown table.

use std::io::Write;
use std::sync::atomic::Ordering;

use menagerie_engine::arena::{MatchConfig, MatchScore, PlayerSpec};
use menagerie_engine::levels;

use super::MatchRunner;
use crate::error::CliError;

const HEAD: &str = "\
| level | against | games | points | won, drawn, lost | time per action |
|---|---|---|---|---|---|";

/// Level 7 plays half of the games, level 8 a quarter: they take the longest.
const fn games(level: u8, games: usize) -> usize {
    match level {
        0..=6 => games,
        7 => games.div_ceil(2),
        _ => games.div_ceil(4),
    }
}

/// Writes a table row after each match, so that an interrupted run keeps its finished rows.
pub(super) fn run(config: &MatchConfig, runner: &mut MatchRunner, out: &mut impl Write) -> Result<(), CliError> {
    writeln!(out, "{HEAD}")?;
    for below in 1..levels() {
        let players = [below + 1, below].map(|level| format!("level:{level}").parse::<PlayerSpec>());
        let players = players.into_iter().collect::<Result<_, _>>().map_err(CliError::Usage)?;
        let config = MatchConfig { players, games: games(below + 1, config.games), ..config.clone() };
        let score = runner.play(&config, &format!("{} level {} against {below}: ", config.chosen, below + 1))?;
        if let Some(row) = row(below, &score) {
            writeln!(out, "{row}")?;
            out.flush()?;
        }
        if runner.halt.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(())
}

/// `None` if no game was played.
fn row(below: u8, score: &MatchScore) -> Option<String> {
    let (mean, player_score) = (score.mean(0)?, score.player_scores().first()?);
    let (level, games, time) = (below + 1, score.games(), player_score.time_per_action().as_millis());
    let results = format!("{}, {}, {}", player_score.won, player_score.drawn, player_score.lost);
    Some(format!("| {level} | {below} | {games} | {mean} | {results} | {time} ms |"))
}
