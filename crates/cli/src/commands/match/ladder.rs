//! The ladder: matches of each level against the one below, as a Markdown table for each game.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use menagerie_engine::arena::{EngineMatch, MatchConfig, MatchQueue, MatchScore, Mean};
use menagerie_engine::levels;
use menagerie_game::GameInfo;

use super::ladder_results::LadderResults;
use super::progress::Progress;
use super::record_output::RecordOutput;
use super::wrong;
use crate::error::CliError;

/// The games of a match of two levels, before [`games`] reduces them for the highest ones: a multiple of all seatings.
pub(super) const GAMES: usize = 144;

const HEAD: &str = "\
| level | against | games | points | won, drawn, lost | time per action |
|---|---|---|---|---|---|";

/// How many games a level plays against the one below. Level 7 plays half of them, level 8 an eighth: they take the longest.
/// A game of chance plays twice as many, and four times as many at level 8, because luck hides the difference between
/// two levels. With more than two seats level 8 plays a quarter, because an opening has six seatings: fewer games would
/// have too few openings.
const fn games(level: u8, games: usize, info: &GameInfo, seats: usize) -> usize {
    let times = match level {
        0..=7 if info.chance => 2,
        8.. if info.chance => 4,
        8.. if seats > 2 => 2,
        _ => 1,
    };
    let games = times * games;
    match level {
        0..=6 => games,
        7 => games.div_ceil(2),
        _ => games.div_ceil(8),
    }
}

/// The ladders of some games, as one queue.
pub(super) struct LadderRun<'a> {
    /// One configuration for each game, without players.
    pub(super) games: Vec<MatchConfig>,
    /// The file with the results of the games.
    pub(super) results: Option<&'a Path>,
    pub(super) deadline: Option<Instant>,
}

/// A match of a level against the one below.
pub(super) struct Step {
    /// The stronger level.
    pub(super) level: u8,
    pub(super) config: MatchConfig,
}

impl LadderRun<'_> {
    /// Plays all matches in one queue and prints a table for each game, also after an interruption or the deadline.
    pub(super) fn play(
        &self,
        output: &mut RecordOutput,
        halt: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let steps = self.steps()?;
        let matches = steps.iter().map(|step| EngineMatch::new(&step.config)).collect::<Result<Vec<_>, _>>();
        let matches = matches.map_err(|error| wrong(&error))?;
        let mut queue = MatchQueue::new(&matches);
        let mut results = LadderResults::open(self.results, &self.games)?;
        for known in results.take_known() {
            let index = steps.iter().position(|step| known.is_of(step));
            if let Some((index, result)) = index.and_then(|index| Some((index, known.result(&matches[index])?))) {
                queue.add(index, &result);
            }
        }
        let mut progress = Progress::new(queue.games_left());
        let (mut played, mut saved) = (0, Ok(()));
        let concurrency = self.games.first().map_or(1, |config| config.concurrency);
        let done = queue.run_until(concurrency, self.deadline, halt, &mut |index, record, scores| {
            played += 1;
            progress.show(played, || {
                let step = &steps[index];
                let mean = scores[index].mean(0).map(|mean| mean.to_string()).unwrap_or_default();
                format!("{} level {}: {mean}", step.config.chosen, step.level)
            });
            if saved.is_ok() {
                saved = results.add(&steps[index], &record.result).and_then(|()| output.add(record));
            }
        });
        progress.clear();
        self.write_tables(&steps, queue.scores(), out)?;
        saved?;
        done.map_err(|error| wrong(&error))
    }

    /// All steps of all games. Those of the highest level come first, because their games are the longest.
    fn steps(&self) -> Result<Vec<Step>, CliError> {
        let mut steps = Vec::new();
        for level in (2..=levels()).rev() {
            for config in &self.games {
                let players = [level, level - 1].map(|level| format!("level:{level}").parse());
                let players = players.into_iter().collect::<Result<_, _>>().map_err(CliError::Usage)?;
                let seats = config.chosen.start().seats().len();
                let games = games(level, config.games, config.chosen.game.info(), seats);
                let config = MatchConfig { players, games, ..config.clone() };
                steps.push(Step { level, config });
            }
        }
        Ok(steps)
    }

    fn write_tables(&self, steps: &[Step], scores: &[MatchScore], out: &mut impl Write) -> Result<(), CliError> {
        for (number, config) in self.games.iter().enumerate() {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(out, "{gap}## {}\n\n{HEAD}", config.chosen)?;
            // Each level has one step for each game.
            let of_game = steps.iter().zip(scores).skip(number).step_by(self.games.len());
            for row in of_game.rev().filter_map(|(step, score)| row(step.level, score)) {
                writeln!(out, "{row}")?;
            }
        }
        Ok(out.flush()?)
    }
}

/// `None` if no game was played.
fn row(level: u8, score: &MatchScore) -> Option<String> {
    let (mean, player_score) = (score.mean(0)?, score.player_scores().first()?);
    let (below, games, time) = (level - 1, score.games(), player_score.time_per_action().as_millis());
    let results = format!("{}, {}, {}", player_score.won, player_score.drawn, player_score.lost);
    let points = match mean {
        // All games were won: the bound is exact.
        Mean { value, margin } if value >= 1.0 => format!("100 %, at least {:.0} %", (100.0 * (1.0 - margin)).floor()),
        _ => mean.to_string(),
    };
    Some(format!("| {level} | {below} | {games} | {points} | {results} | {time} ms |"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_levels_play_fewer_games_and_games_of_chance_or_many_seats_more() {
        let games_of = |text: &str| {
            let chosen: menagerie_catalog::Chosen = text.parse().unwrap();
            [6, 7, 8].map(|level| games(level, GAMES, chosen.game.info(), chosen.start().seats().len()))
        };
        assert_eq!(games_of("shogi5"), [144, 72, 18]);
        assert_eq!(games_of("djambi:2"), [144, 72, 18]);
        assert_eq!(games_of("djambi:3"), [144, 72, 36]);
        assert_eq!(games_of("djambi"), [144, 72, 36]);
        assert_eq!(games_of("heaven-hell"), [288, 144, 72]);
    }
}
