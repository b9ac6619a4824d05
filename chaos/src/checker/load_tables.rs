//! Reads the tables of a run from the store after all writers have stopped.

use menagerie_record::DiceProof;
use menagerie_record::dice::Secret;
use menagerie_store::{self as store, Dice, Player, Result, SeatPlan, Store, Table, TableId};
use menagerie_wire::Ended;
use menagerie_wire::table::{Stage, TimeControl};

use super::TableLog;

/// More chat messages than any table has.
const TALK: u32 = 10_000;

/// Reads the table with this id.
pub(crate) async fn read(store: &Store, id: &str) -> Result<TableLog> {
    let id: TableId = id.parse()?;
    one(store, store.table(&id).await?).await
}

async fn one(store: &Store, table: Table) -> Result<TableLog> {
    let people = table.seats.iter().filter(|seat| matches!(seat.player, Player::Person { .. }));
    let computers = table.seats.iter().filter(|seat| matches!(seat.player, Player::Computer { .. }));
    Ok(TableLog {
        events: store.events(&table.id, 1).await?,
        said: store.chat_messages(&table.id, TALK).await?,
        alliances: store.alliance_steps(&table.id).await?,
        rematch_votes: store.rematch_votes(&table.id).await?.into_iter().map(|(seat, _)| seat).collect(),
        rematch: table.rematch.is_some(),
        people: people.map(|seat| seat.seat.clone()).collect(),
        computers: computers.map(|seat| seat.seat.clone()).collect(),
        began_full: table.seats.iter().all(|seat| seat.plan != SeatPlan::Open),
        dice: table.dice.as_ref().map(proof),
        id: table.id.to_string(),
        game: table.game,
        start: table.start,
        clock: clock(table.settings.clock),
        stage: stage(table.stage),
        result: table.result.map(ended),
        created: table.created.0,
    })
}

const fn stage(stored: store::Stage) -> Stage {
    match stored {
        store::Stage::Waiting => Stage::Waiting,
        store::Stage::Playing => Stage::Playing,
        store::Stage::Over => Stage::Over,
        store::Stage::Closed => Stage::Closed,
    }
}

const fn clock(stored: store::TimeControl) -> TimeControl {
    match stored {
        store::TimeControl::None => TimeControl::None,
        store::TimeControl::Fischer { initial, increment } => TimeControl::Fischer { initial, increment },
        store::TimeControl::Byoyomi { initial, period, periods } => TimeControl::Byoyomi { initial, period, periods },
        store::TimeControl::Days { days } => TimeControl::Days { days },
    }
}

fn ended(stored: store::MatchResult) -> Ended {
    // The stored word of a cause is its word on the wire.
    let cause = stored.cause.and_then(|word| serde_json::from_value(word.into()).ok());
    Ended { scores: stored.scores, rule: stored.rule, reason: stored.reason, cause }
}

fn proof(dice: &Dice) -> DiceProof {
    let secret = Secret::new(dice.secret.0);
    // A commitment has the same text form as a secret.
    let commitment = Secret::new(dice.commitment).to_hex();
    DiceProof { commitment, nonces: dice.nonces.clone(), secret: Some(secret.to_hex()) }
}
