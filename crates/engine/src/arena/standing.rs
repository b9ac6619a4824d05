//! How a match stands.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::elo::{Elo, Mean};
use super::record::GameRecord;
use super::sprt::{Bounds, Sprt, Verdict};

/// What is known after some games.
#[derive(Clone, Debug)]
pub struct Standing {
    shares: Vec<Share>,
    /// How many games each opening is played: once with every seating.
    per_opening: usize,
    /// The points of all players in the games with each opening.
    openings: BTreeMap<usize, Vec<Vec<f64>>>,
    games: usize,
    /// Whether the two players have as many seats as each other.
    even: bool,
    bounds: Option<Bounds>,
    faults: Vec<String>,
}

/// What one player has got.
#[derive(Clone, Debug)]
pub struct Share {
    /// The player's name.
    pub name: String,
    /// Points of all its seats.
    pub points: f64,
    /// Games in which it got the whole point.
    pub won: usize,
    /// Games in which it got a part of it.
    pub drawn: usize,
    /// Games in which it got nothing.
    pub lost: usize,
    time: Duration,
    actions: u32,
}

impl Share {
    /// How long it thought about an action, on average.
    pub fn time_per_action(&self) -> Duration {
        self.time / self.actions.max(1)
    }
}

/// With fewer openings than this the spread among them is no measure.
const FEW_OPENINGS: usize = 10;

/// A sum of exact fractions, as exactly as floating point allows.
const NEARLY_NOTHING: f64 = 1e-9;

impl Standing {
    pub(crate) fn new(names: Vec<String>, per_opening: usize, even: bool, bounds: Option<Bounds>) -> Self {
        let share = |name| Share { name, points: 0.0, won: 0, drawn: 0, lost: 0, time: Duration::ZERO, actions: 0 };
        let shares = names.into_iter().map(share).collect();
        Self { shares, per_opening, openings: BTreeMap::new(), games: 0, even, bounds, faults: Vec::new() }
    }

    pub(crate) fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        let mut points = vec![0.0; self.shares.len()];
        for (seat, &player) in game.players.iter().enumerate() {
            points[player] += game.scores[seat];
            self.shares[player].time += game.thinking[seat].0;
            self.shares[player].actions += game.thinking[seat].1;
        }
        for (share, &points) in self.shares.iter_mut().zip(&points) {
            share.points += points;
            match points {
                _ if points > 1.0 - NEARLY_NOTHING => share.won += 1,
                _ if points < NEARLY_NOTHING => share.lost += 1,
                _ => share.drawn += 1,
            }
        }
        self.openings.entry(game.opening).or_default().push(points);
        self.faults.extend(game.faults.iter().map(|fault| format!("game {}: {fault}", game.number + 1)));
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        self.games
    }

    /// What each player has got.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// What players did wrong, in words.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Independent samples of a player's points: one for each opening that was played with every seating. What the
    /// opening gives to a seat comes to both players and drops out.
    fn by_opening(&self, player: usize) -> Vec<f64> {
        let whole = self.openings.values().filter(|games| games.len() == self.per_opening);
        whole.map(|games| games.iter().map(|points| points[player]).sum::<f64>() / games.len() as f64).collect()
    }

    /// A player's points in each game.
    fn by_game(&self, player: usize) -> Vec<f64> {
        self.openings.values().flatten().map(|points| points[player]).collect()
    }

    /// A player's points per game, with their margin. A few openings may agree by chance, and say nothing about the
    /// spread: as long as there are so few, every game is a sample.
    pub fn mean(&self, player: usize) -> Option<Mean> {
        let value = self.shares.get(player)?.points / self.games as f64;
        let openings = self.by_opening(player);
        let samples = if openings.len() < FEW_OPENINGS { self.by_game(player) } else { openings };
        Mean::of(&samples).map(|mean| Mean { value, ..mean })
    }

    /// How much stronger the first of two players is; nothing where the seats are shared unevenly.
    pub fn elo(&self) -> Option<Elo> {
        if self.shares.len() == 2 && self.even { self.mean(0).map(Elo::from_mean) } else { None }
    }

    /// What the sequential test says, if there is one.
    pub fn sprt(&self) -> Option<Sprt> {
        self.bounds.map(|bounds| Sprt::test(&self.by_opening(0), bounds))
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.shares.iter().map(|share| share.name.chars().count()).max().unwrap_or_default();
        for (player, share) in self.shares.iter().enumerate() {
            let Some(mean) = self.mean(player) else { return writeln!(f, "no games") };
            writeln!(
                f,
                "{:width$}  {:.1} of {} points ({mean}): {} won, {} drawn, {} lost; {} ms per action",
                share.name,
                share.points,
                self.games,
                share.won,
                share.drawn,
                share.lost,
                share.time_per_action().as_millis(),
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
            let (Bounds { elo0, elo1 }, limit) = (bounds, Sprt::threshold());
            writeln!(f, "SPRT [{elo0}, {elo1}]: {says}, {:.2} between -{limit:.2} and {limit:.2}", sprt.ratio)?;
        }
        if let Some(fault) = self.faults.first() {
            writeln!(f, "{} faults, the first in {fault}", self.faults.len())?;
        }
        Ok(())
    }
}
