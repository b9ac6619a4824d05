//! The score of a match: points, Elo and the state of the sequential test.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::elo::{Elo, Mean};
use super::record::{GameResult, ThinkingTime};
use super::sprt::{Sprt, SprtBounds, Verdict};

/// The score after some games.
#[derive(Clone, Debug)]
pub struct MatchScore {
    player_scores: Vec<PlayerScore>,
    /// The number of games per opening: one for each seating.
    per_opening: usize,
    /// The points of all players, by opening and game.
    openings: BTreeMap<usize, Vec<Vec<f64>>>,
    games: usize,
    /// Whether both players have the same number of seats.
    even: bool,
    bounds: Option<SprtBounds>,
    faults: Vec<String>,
}

/// The score of one player.
#[derive(Clone, Debug)]
pub struct PlayerScore {
    /// The player's name.
    pub name: String,
    /// The points of all its seats.
    pub points: f64,
    /// Games in which it got the whole point.
    pub won: usize,
    /// Games in which it got a part of the point.
    pub drawn: usize,
    /// Games in which it got nothing.
    pub lost: usize,
    thinking: ThinkingTime,
}

impl PlayerScore {
    /// The mean thinking time per action.
    pub fn time_per_action(&self) -> Duration {
        self.thinking.total / self.thinking.actions.max(1)
    }

    /// The time of its longest reply.
    pub fn longest_reply(&self) -> Duration {
        self.thinking.longest
    }
}

/// With fewer openings than this, the variance between openings is not reliable.
const FEW_OPENINGS: usize = 10;

/// The tolerance of a floating-point sum.
const NEARLY_NOTHING: f64 = 1e-9;

impl MatchScore {
    pub(crate) fn new(names: Vec<String>, per_opening: usize, even: bool, bounds: Option<SprtBounds>) -> Self {
        let player_score =
            |name| PlayerScore { name, points: 0.0, won: 0, drawn: 0, lost: 0, thinking: ThinkingTime::default() };
        let player_scores = names.into_iter().map(player_score).collect();
        Self { player_scores, per_opening, openings: BTreeMap::new(), games: 0, even, bounds, faults: Vec::new() }
    }

    pub(crate) fn add(&mut self, game: &GameResult) {
        self.games += 1;
        let mut points = vec![0.0; self.player_scores.len()];
        for (seat, &player) in game.players.iter().enumerate() {
            points[player] += game.scores[seat];
            self.player_scores[player].thinking.add(game.thinking[seat]);
        }
        for (player_score, &points) in self.player_scores.iter_mut().zip(&points) {
            player_score.points += points;
            match points {
                _ if points > 1.0 - NEARLY_NOTHING => player_score.won += 1,
                _ if points < NEARLY_NOTHING => player_score.lost += 1,
                _ => player_score.drawn += 1,
            }
        }
        self.openings.entry(game.opening).or_default().push(points);
        self.faults.extend(game.faults.iter().map(|fault| format!("game {}: {fault}", game.number + 1)));
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The score of each player.
    pub fn player_scores(&self) -> &[PlayerScore] {
        &self.player_scores
    }

    /// The players' faults, as text.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Independent samples of a player's points: one for each opening that was played with every
    /// seating. The advantage of a seat in an opening cancels out.
    fn by_opening(&self, player: usize) -> Vec<f64> {
        let whole = self.openings.values().filter(|games| games.len() == self.per_opening);
        whole.map(|games| games.iter().map(|points| points[player]).sum::<f64>() / games.len() as f64).collect()
    }

    /// A player's points in each game.
    fn by_game(&self, player: usize) -> Vec<f64> {
        self.openings.values().flatten().map(|points| points[player]).collect()
    }

    /// A player's mean points per game with their margin. With few openings each game is a sample,
    /// because a few equal openings say nothing about the variance.
    pub fn mean(&self, player: usize) -> Option<Mean> {
        let value = self.player_scores.get(player)?.points / self.games as f64;
        let openings = self.by_opening(player);
        let samples = if openings.len() < FEW_OPENINGS { self.by_game(player) } else { openings };
        Mean::of(&samples).map(|mean| Mean { value, ..mean })
    }

    /// The Elo difference of the first of two players; `None` if they share the seats unevenly.
    pub fn elo(&self) -> Option<Elo> {
        if self.player_scores.len() == 2 && self.even { self.mean(0).map(Elo::from_mean) } else { None }
    }

    /// The state of the sequential test, if there is one.
    pub fn sprt(&self) -> Option<Sprt> {
        self.bounds.map(|bounds| Sprt::test(&self.by_opening(0), bounds))
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            self.player_scores.iter().map(|player_score| player_score.name.chars().count()).max().unwrap_or_default();
        for (player, player_score) in self.player_scores.iter().enumerate() {
            let Some(mean) = self.mean(player) else { return writeln!(f, "no games") };
            writeln!(
                f,
                "{:width$}  {:.1} of {} points ({mean}): {} won, {} drawn, {} lost; {} ms per action, longest {} ms",
                player_score.name,
                player_score.points,
                self.games,
                player_score.won,
                player_score.drawn,
                player_score.lost,
                player_score.time_per_action().as_millis(),
                player_score.longest_reply().as_millis(),
            )?;
        }
        if let Some(elo) = self.elo() {
            writeln!(f, "Elo difference: {elo}")?;
        }
        if let (Some(sprt), Some(bounds)) = (self.sprt(), self.bounds) {
            let says = match sprt.verdict {
                Verdict::Confirmed => "confirmed",
                Verdict::Refuted => "refuted",
                Verdict::Open => "open",
            };
            let (SprtBounds { elo0, elo1 }, limit) = (bounds, Sprt::threshold());
            writeln!(f, "SPRT [{elo0}, {elo1}]: {says}, {:.2} between -{limit:.2} and {limit:.2}", sprt.ratio)?;
        }
        if let Some(fault) = self.faults.first() {
            writeln!(f, "{} faults, the first in {fault}", self.faults.len())?;
        }
        Ok(())
    }
}
