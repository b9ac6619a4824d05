//! Reads rows into types. An impossible value is `Damaged`, not a panic.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::ids::from_hex;
use crate::tables::{Dice, Player, Seat, Table};
use crate::{AccountId, DiceSecret, Millis, Result, Stage, StoreError, TableId, TokenHash};

/// The tables of a query, newest first, with their seats. One statement reads both, so that they belong to the same
/// moment.
macro_rules! select_tables {
    ($chosen:literal) => {
        $crate::rows::select_tables!($chosen, "t.created DESC, t.id DESC")
    };
    ($chosen:literal, $order:literal) => {
        concat!(
            "SELECT t.id, t.revision, t.game, t.start, t.settings, t.stage, t.secret, t.commitment, t.nonces,
             t.next_secret, t.creator, t.rematch_of, (SELECT r.id FROM tables r WHERE r.rematch_of = t.id) AS rematch, t.result,
             t.created, t.updated, s.place, s.seat, s.plan, s.kind, s.name, s.account, s.bot, s.level, s.token FROM (",
            $chosen,
            ") t LEFT JOIN seats s ON s.table_id = t.id ORDER BY ",
            $order,
            ", s.place"
        )
    };
}
pub(crate) use select_tables;

/// Reads the rows of [`select_tables`], one per seat.
pub(crate) fn tables(rows: &[AnyRow]) -> Result<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    for row in rows {
        let id: &str = row.try_get("id")?;
        if tables.last().is_none_or(|last| last.id.as_str() != id) {
            tables.push(table(row)?);
        }
        if let (Some(table), Some(_)) = (tables.last_mut(), row.try_get::<Option<i64>, _>("place")?) {
            table.seats.push(seat(row)?);
        }
    }
    Ok(tables)
}

fn table(row: &AnyRow) -> Result<Table> {
    let table_id = |text: Option<String>| text.map(|text| id(&text)).transpose();
    let result: Option<String> = row.try_get("result")?;
    Ok(Table {
        id: id(row.try_get("id")?)?,
        revision: row.try_get("revision")?,
        game: row.try_get("game")?,
        start: row.try_get("start")?,
        settings: from_json(row.try_get("settings")?)?,
        stage: Stage::parse(row.try_get("stage")?)?,
        seats: Vec::new(),
        dice: dice(row)?,
        rematch_of: table_id(row.try_get("rematch_of")?)?,
        rematch: table_id(row.try_get("rematch")?)?,
        creator: row.try_get::<Option<String>, _>("creator")?.map(|text| text.parse()).transpose()?,
        result: result.map(|json| from_json(&json)).transpose()?,
        created: Millis(row.try_get("created")?),
        updated: Millis(row.try_get("updated")?),
    })
}

fn dice(row: &AnyRow) -> Result<Option<Dice>> {
    let bytes = |column: &str| -> Result<Option<[u8; 32]>> {
        let hex: Option<String> = row.try_get(column)?;
        hex.map(|hex| from_hex(&hex).ok_or_else(|| StoreError::damaged(format!("the {column} of a table")))).transpose()
    };
    let (Some(secret), Some(commitment)) = (bytes("secret")?, bytes("commitment")?) else { return Ok(None) };
    let next = bytes("next_secret")?.map(DiceSecret);
    Ok(Some(Dice { secret: DiceSecret(secret), commitment, nonces: from_json(row.try_get("nonces")?)?, next }))
}

fn seat(row: &AnyRow) -> Result<Seat> {
    let token: Option<String> = row.try_get("token")?;
    let damaged = || StoreError::damaged("a seat");
    let player = match row.try_get("kind")? {
        "open" => Player::Open,
        "person" => Player::Person {
            name: row.try_get("name")?,
            account: row.try_get::<Option<i64>, _>("account")?.map(AccountId),
            bot: flag(row, "bot")?,
        },
        "computer" => Player::Computer { level: row.try_get::<i64, _>("level")? as u8 },
        _ => return Err(damaged()),
    };
    Ok(Seat {
        seat: row.try_get("seat")?,
        plan: from_json(row.try_get("plan")?)?,
        player,
        token: token.map(|hex| TokenHash::from_hex(&hex).ok_or_else(damaged)).transpose()?,
    })
}

pub(crate) fn ids(rows: &[AnyRow]) -> Result<Vec<TableId>> {
    rows.iter().map(|row| id(row.try_get("id")?)).collect()
}

pub(crate) fn id(text: &str) -> Result<TableId> {
    text.parse().map_err(|_| StoreError::damaged("a table's id"))
}

pub(crate) fn flag(row: &AnyRow, column: &str) -> Result<bool> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

pub(crate) fn json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| StoreError::damaged(error.to_string()))
}

pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| StoreError::damaged(error.to_string()))
}
