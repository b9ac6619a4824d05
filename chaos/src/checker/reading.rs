//! The tables of a run, read from the store when nobody writes to it any more.

use std::collections::BTreeSet;

use menagerie_record::DiceProof;
use menagerie_record::dice::Secret;
use menagerie_store::{Dice, Player, Result, Store, Table, TableId};
use menagerie_wire::http::SeatPlan;

use super::TableLog;

/// As much as anybody says at a table.
const TALK: u32 = 10_000;

/// Reads the tables with these ids.
pub(crate) async fn read(store: &Store, ids: &BTreeSet<&str>) -> Result<Vec<TableLog>> {
    let mut tables = Vec::with_capacity(ids.len());
    for id in ids {
        let id: TableId = id.parse()?;
        tables.push(one(store, store.table(&id).await?).await?);
    }
    Ok(tables)
}

async fn one(store: &Store, table: Table) -> Result<TableLog> {
    let people = table.seats.iter().filter(|seat| matches!(seat.player, Player::Person { .. }));
    Ok(TableLog {
        events: store.events(&table.id, 1).await?,
        said: store.talk(&table.id, TALK).await?,
        people: people.map(|seat| seat.seat.clone()).collect(),
        began_full: table.seats.iter().all(|seat| seat.plan != SeatPlan::Open),
        dice: table.dice.as_ref().map(proof),
        id: table.id.to_string(),
        game: table.game,
        start: table.start,
        clock: table.settings.clock,
        stage: table.stage,
        result: table.result,
        created: table.created.0,
    })
}

fn proof(dice: &Dice) -> DiceProof {
    let secret = Secret::new(dice.secret.0);
    // A commitment is written as a secret is.
    let commitment = Secret::new(dice.commitment).to_hex();
    DiceProof { commitment, nonces: dice.nonces.clone(), secret: Some(secret.to_hex()) }
}
