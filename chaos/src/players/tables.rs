//! The tables that are played at, and those who sit there.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use menagerie_wire::http::{CreateTable, Join, SeatPlan, Seated};
use menagerie_wire::table::TimeControl;
use tokio::time::sleep;

use super::World;
use super::client::Client;
use crate::http;
use crate::transcript::Transcript;

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sits {
    /// A client that was there when the table was made.
    Maker,
    /// A client that sits down later.
    Guest,
    /// A computer player of this level.
    Computer(u8),
}
use Sits::*;

/// A table that is played at again and again.
pub(crate) struct Plan {
    game: &'static str,
    seats: &'static [Sits],
    clock: TimeControl,
    /// Whether somebody looks on.
    watched: bool,
}

const QUICK: TimeControl = TimeControl::Fischer { initial: 12, increment: 0 };
const SLOW: TimeControl = TimeControl::Fischer { initial: 60, increment: 2 };
const PERIODS: TimeControl = TimeControl::Byoyomi { initial: 5, period: 3, periods: 2 };

const fn plan(game: &'static str, seats: &'static [Sits], clock: TimeControl, watched: bool) -> Plan {
    Plan { game, seats, clock, watched }
}

/// All five games, with and without clocks, with people and with computer players.
pub(crate) const PLANS: [Plan; 10] = [
    plan("chess2", &[Maker, Maker], TimeControl::None, false),
    plan("jungle", &[Maker, Computer(1)], TimeControl::None, false),
    plan("djambi", &[Maker, Guest, Maker, Maker], SLOW, false),
    plan("heaven-hell", &[Maker, Maker], TimeControl::None, true),
    plan("shogi5", &[Maker, Guest], QUICK, true),
    plan("chess2:bear", &[Computer(1), Maker], SLOW, false),
    plan("jungle:classic", &[Maker, Guest], PERIODS, false),
    plan("djambi:3", &[Maker, Computer(1), Maker], TimeControl::None, false),
    plan("heaven-hell", &[Maker, Computer(1)], SLOW, false),
    plan("shogi5", &[Maker, Maker], TimeControl::None, false),
];

/// A table with the tokens of those who play there.
struct Made {
    id: String,
    tokens: Vec<String>,
}

/// Plays at such tables until the run ends, and hands over what all clients wrote down.
pub(crate) async fn play(world: Arc<World>, plan: &'static Plan, mut dice: Rng) -> Vec<Transcript> {
    let mut transcripts = Vec::new();
    while !world.is_ending() {
        let Some(made) = make(&world, plan, &mut dice).await else {
            // Nobody answers just now; people try again.
            sleep(Duration::from_millis(dice.u64(100..500))).await;
            continue;
        };
        let mut table = Some(made.id);
        while let Some(id) = table.take() {
            let watcher = plan.watched.then_some(None);
            let tokens = made.tokens.iter().cloned().map(Some).chain(watcher);
            let clients = tokens.map(|token| Client::new(Arc::clone(&world), &id, token, dice.fork()).play());
            let played = join_all(clients.collect::<Vec<_>>()).await;
            table = played.iter().find_map(|(_, rematch)| rematch.clone()).filter(|_| !world.is_ending());
            transcripts.extend(played.into_iter().map(|(transcript, _)| transcript));
        }
    }
    transcripts
}

/// Makes a table and lets everybody sit down. Whatever goes wrong, the table is left and another one made.
async fn make(world: &World, plan: &Plan, dice: &mut Rng) -> Option<Made> {
    let seat = |sits: &Sits| match sits {
        Maker => SeatPlan::Here { name: "Ann".to_owned() },
        Guest => SeatPlan::Open,
        Computer(level) => SeatPlan::Computer { level: *level },
    };
    let wanted = CreateTable {
        game: plan.game.to_owned(),
        seats: plan.seats.iter().map(seat).collect(),
        shuffle: false,
        public: dice.bool(),
        rated: false,
        clock: plan.clock,
        position: None,
        nonce: Some(format!("{}", dice.u64(..))),
        commitment: None,
    };
    let made: Seated = post(world, "/api/tables", &wanted, dice).await?;
    let mut tokens: Vec<String> = made.tokens.into_iter().map(|(_, token)| token).collect();
    for _ in plan.seats.iter().filter(|sits| **sits == Guest) {
        let join = Join { name: "Bob".to_owned(), seat: None, nonce: None };
        let seated: Seated = post(world, &format!("/api/tables/{}/join", made.table.id), &join, dice).await?;
        tokens.extend(seated.tokens.into_iter().map(|(_, token)| token));
    }
    Some(Made { id: made.table.id, tokens })
}

async fn post<T: serde::de::DeserializeOwned>(
    world: &World,
    path: &str,
    body: &impl serde::Serialize,
    dice: &mut Rng,
) -> Option<T> {
    let node = world.nodes[dice.usize(..world.nodes.len())];
    let body = serde_json::to_string(body).ok()?;
    let (status, answer) = http::call(node, "POST", path, &body).await.ok()?;
    if status >= 300 {
        return None;
    }
    serde_json::from_value(answer).ok()
}
