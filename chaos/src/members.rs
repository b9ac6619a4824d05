//! Accounts that play rated matches over the HTTP API for bots: registration, sign-in, challenges, seeks, game streams,
//! and imports of finished records.

mod account;
mod bot;
mod log;
mod matchmaking;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use menagerie_catalog::games;
use serde_json::Value;
use tokio::time::sleep;

use crate::checker::Kind;
use crate::http::{self, Request};
use crate::players::{Counts, RunState};
use account::Member;
pub(crate) use log::{MemberLog, Moves};

/// Pairs of accounts. Each pair plays other games, so that the seeks of different pairs never meet.
pub(crate) const PAIRS: usize = 2;

/// What all members did.
pub(crate) type SharedLog = Arc<Mutex<MemberLog>>;

/// The means of a member: the nodes, and the log of everything that was acknowledged.
#[derive(Clone)]
struct Site {
    world: Arc<RunState>,
    log: SharedLog,
}

impl Site {
    fn note(&self, change: impl FnOnce(&mut MemberLog)) {
        change(&mut self.log.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Sends a request to a random node. `None` if there is no whole answer.
    async fn send(&self, request: Request<'_>, dice: &mut Rng) -> Option<http::Response> {
        let node = self.world.nodes[dice.usize(..self.world.nodes.len())];
        let response = http::send(node, &request).await.ok()?;
        let what = || format!("{} {}: {}", request.method, request.path, response.body);
        if response.status >= 500 {
            Counts::add(&self.world.counts.refused);
            self.world.trouble(what());
        }
        if serde_json::from_str::<Value>(&response.body).is_err() && request.path.starts_with("/api/") {
            self.world.find(Kind::Garbled, None, what());
        }
        Some(response)
    }

    async fn pause(&self, dice: &mut Rng) {
        sleep(Duration::from_millis(dice.u64(50..300))).await;
    }
}

/// The games of a pair: those of two seats in which nothing is hidden.
fn games_of(pair: usize) -> Vec<&'static str> {
    let open = games().iter().map(|game| game.info()).filter(|info| info.seats.len() == 2 && !info.hidden);
    open.map(|info| info.id).skip(pair).step_by(PAIRS).collect()
}

/// Two accounts play one match after another until the run ends.
pub(crate) async fn play(world: Arc<RunState>, log: SharedLog, pair: usize, mut dice: Rng) {
    let site = Site { world, log };
    let (games, mut turn) = (games_of(pair), 0);
    let Some(members) = join(&site, pair, &mut dice).await else { return };
    while !site.world.is_ending() && !games.is_empty() {
        let game = games[turn % games.len()];
        turn += 1;
        let Some(table) = matchmaking::arrange(&site, &members, game, turn.is_multiple_of(2), &mut dice).await else {
            site.pause(&mut dice).await;
            continue;
        };
        let [one, other] = &members;
        let (first, second) = (dice.fork(), dice.fork());
        tokio::join!(bot::play(&site, one, &table, first), bot::play(&site, other, &table, second));
        matchmaking::import(&site, &table, &mut dice).await;
        let member = dice.usize(..2);
        account::check_sign_in(&site, &members[member], &mut dice).await;
    }
}

/// Registers two accounts; `None` if the run ends before.
async fn join(site: &Site, pair: usize, dice: &mut Rng) -> Option<[Member; 2]> {
    let mut names = ["a", "b"].map(|seat| format!("member{pair}{seat}{:04x}", dice.u16(..))).into_iter();
    let one = account::register(site, names.next()?, dice).await?;
    let other = account::register(site, names.next()?, dice).await?;
    Some([one, other])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_has_games_of_its_own() {
        let of_all: Vec<&str> = (0..PAIRS).flat_map(games_of).collect();
        let different: std::collections::BTreeSet<&&str> = of_all.iter().collect();
        assert!((0..PAIRS).all(|pair| !games_of(pair).is_empty()));
        assert_eq!(different.len(), of_all.len());
    }
}
