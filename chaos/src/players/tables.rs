//! The tables of a run, and their players.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use menagerie_catalog::{Chosen, games};
use menagerie_game::GameName;
use menagerie_wire::http::{CreateTable, Join, SeatPlan, Seated};
use menagerie_wire::table::TimeControl;
use tokio::time::sleep;

use super::RunState;
use super::client::{Client, Companions};
use crate::checker::Kind;
use crate::http;

/// The occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occupant {
    /// A client that created the table.
    Maker,
    /// A client that joins later.
    Guest,
    /// A computer player of this level.
    Computer(u8),
}
use Occupant::*;

/// A table setup that is played again and again.
pub(crate) struct Plan {
    /// The game with its options.
    game: String,
    seats: Vec<Occupant>,
    clock: TimeControl,
    /// Whether a spectator follows the game.
    watched: bool,
}

const QUICK: TimeControl = TimeControl::Fischer { initial: 12, increment: 0 };
const SLOW: TimeControl = TimeControl::Fischer { initial: 60, increment: 2 };
const PERIODS: TimeControl = TimeControl::Byoyomi { initial: 5, period: 3, periods: 2 };

/// Who sits where (repeated if there are more seats), with which clock, and whether a spectator follows.
const WAYS: [(&[Occupant], TimeControl, bool); 10] = [
    (&[Maker], TimeControl::None, false),
    (&[Maker, Computer(1)], TimeControl::None, false),
    (&[Maker, Guest, Maker, Maker], SLOW, false),
    (&[Maker], TimeControl::None, true),
    (&[Maker, Guest], QUICK, true),
    (&[Computer(1), Maker], SLOW, false),
    (&[Maker, Guest], PERIODS, false),
    (&[Maker, Computer(1), Maker], TimeControl::None, false),
    (&[Maker, Computer(1)], SLOW, false),
    (&[Maker], TimeControl::None, false),
];

/// Two tables for every game, the second with the game's first option: all of them together with and without clocks, with
/// people and with computer players.
pub(crate) fn plans() -> Vec<Plan> {
    let plain = games().iter().map(|game| game.info().id.to_owned());
    let with_option = games().iter().map(|game| {
        let info = game.info();
        GameName { id: info.id, options: info.options.first().map_or("", |option| option.id) }.to_string()
    });
    plain.chain(with_option).zip(WAYS.iter().cycle()).filter_map(|(game, way)| plan(game, way)).collect()
}

fn plan(game: String, &(seats, clock, watched): &(&[Occupant], TimeControl, bool)) -> Option<Plan> {
    let chosen: Chosen = game.parse().ok()?;
    let seats = chosen.start().seats().iter().zip(seats.iter().cycle()).map(|(_, occupant)| *occupant).collect();
    Some(Plan { game, seats, clock, watched })
}

/// A table with the tokens of its clients.
struct CreatedTable {
    id: String,
    tokens: Vec<String>,
}

/// Plays such tables until the run ends.
pub(crate) async fn play(world: Arc<RunState>, plan: Plan, mut dice: Rng) {
    while !world.is_ending() {
        let Some(made) = make(&world, &plan, &mut dice).await else {
            // No node answers now; retry.
            sleep(Duration::from_millis(dice.u64(100..500))).await;
            continue;
        };
        let mut table = Some(made.id);
        while let Some(id) = table.take() {
            let watcher = plan.watched.then_some(None);
            let tokens: Vec<Option<String>> = made.tokens.iter().cloned().map(Some).chain(watcher).collect();
            let companions = Companions::new(tokens.len());
            let client = |token| Client::new(Arc::clone(&world), Arc::clone(&companions), &id, token, dice.fork());
            let clients = tokens.into_iter().map(client).map(Client::play);
            let rematches = join_all(clients.collect::<Vec<_>>()).await;
            table = rematches.into_iter().flatten().next().filter(|_| !world.is_ending());
        }
    }
}

/// Creates a table and fills its seats. After any failure the caller creates another one.
async fn make(world: &RunState, plan: &Plan, dice: &mut Rng) -> Option<CreatedTable> {
    let seat = |sits: &Occupant| match sits {
        Maker => SeatPlan::Here { name: "Ann".to_owned() },
        Guest => SeatPlan::Open,
        Computer(level) => SeatPlan::Computer { level: *level },
    };
    let wanted = CreateTable {
        game: plan.game.clone(),
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
    Some(CreatedTable { id: made.table.id, tokens })
}

async fn post<T: serde::de::DeserializeOwned>(
    world: &RunState,
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
    let seated = serde_json::from_value(answer.clone());
    seated.map_err(|error| world.find(Kind::Garbled, None, format!("POST {path}: {error}: {answer}"))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_played_twice_with_a_sitter_for_every_seat() {
        let plans = plans();
        assert_eq!(plans.len(), 2 * games().len());
        for plan in &plans {
            let chosen: Chosen = plan.game.parse().unwrap();
            assert_eq!(plan.seats.len(), chosen.start().seats().iter().count(), "{}", plan.game);
            assert!(plan.seats.contains(&Maker), "{}", plan.game);
        }
        assert!(plans.iter().any(|plan| plan.watched) && plans.iter().any(|plan| plan.clock == PERIODS));
    }
}
