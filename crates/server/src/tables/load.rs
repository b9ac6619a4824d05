//! Loads a stored table into the state that its task holds.

use menagerie_game::{GameInfo, GameName};
use menagerie_record::dice::{Secret, TableDice};
use menagerie_store as store;
use menagerie_store::{Stage, Store, TableId, TableVersions};
use menagerie_table::secret::Digest;
use menagerie_table::{Draw, FirstAction, SeatAssignment, TableInfo};
use menagerie_wire::Code;
use menagerie_wire::table as wire;

use crate::accounts::rating::rating_key;
use crate::error::ServerError;
use crate::records::stored::ToWire;

/// The longest chain of rematches; after that the players make a new table.
pub(crate) const LONGEST_LINEAGE: usize = 100;

/// The table as a room holds it, with what the store knows of its players.
pub(crate) async fn table_info(store: &Store, table: &store::Table) -> Result<TableInfo, ServerError> {
    Ok(TableInfo { lineage: lineage(store, table).await?, ..listed_table_info(store, table).await? })
}

/// The same for a list, in which nobody shows a token: the rematches that led to the table do not matter there.
pub(crate) async fn listed_table_info(store: &Store, table: &store::Table) -> Result<TableInfo, ServerError> {
    let game = GameName::new(&table.game).id;
    let info = menagerie_catalog::find(game).map(menagerie_game::erased::AnyGame::info);
    let info = info.ok_or_else(|| ServerError::new(Code::NotFound, format!("there is no game '{game}'")))?;
    let key = rating_key(&table.game);
    let mut seats = Vec::with_capacity(table.seats.len());
    for seat in &table.seats {
        seats.push(chair(store, info, &key, seat).await?);
    }
    let next = table.dice.as_ref().and_then(|dice| dice.next);
    Ok(TableInfo {
        id: table.id.to_string(),
        game: table.game.clone(),
        start: table.start.clone(),
        seats,
        public: table.settings.public,
        rated: table.settings.rated,
        clock: table.settings.clock.to_wire(),
        stage: table.stage.to_wire(),
        commitment: table.dice.as_ref().map(|dice| Secret::new(dice.secret.0).commitment()),
        next_commitment: next.map(|next| Secret::new(next.0).commitment()),
        created: table.created.0,
        // Nothing but the start changes a table while its match is on, nor does the end.
        started: matches!(table.stage, Stage::Playing | Stage::Over).then_some(table.updated.0),
        first_action: first_action(table.settings.first_action),
        rematch: table.rematch.as_ref().map(ToString::to_string),
        lineage: Vec::new(),
    })
}

const fn first_action(stored: store::FirstAction) -> FirstAction {
    match stored {
        store::FirstAction::Clocked => FirstAction::Clocked,
        store::FirstAction::Free => FirstAction::Free,
        store::FirstAction::Within(millis) => FirstAction::Within(millis as i64),
    }
}

/// How chance is drawn at a table: from its secret and what those who sat down added.
pub(crate) fn draw_of(table: &store::Table) -> Draw {
    match &table.dice {
        None => Box::new(|_, _| 0),
        Some(dice) => {
            let nonces = dice.nonces.iter().map(String::as_str);
            let dice = TableDice::new(&Secret::new(dice.secret.0), nonces);
            Box::new(move |n, weights| dice.choose(n, weights))
        }
    }
}

async fn chair(
    store: &Store,
    info: &'static GameInfo,
    key: &str,
    seat: &store::Seat,
) -> Result<SeatAssignment, ServerError> {
    let named =
        info.seat_named(&seat.seat).ok_or_else(|| ServerError::trouble(&format!("a seat named {}", seat.seat)))?;
    let token = seat.token.map(|token| Digest(*token.as_bytes()));
    Ok(SeatAssignment { seat: named, player: player(store, key, &seat.player).await?, token })
}

async fn player(store: &Store, key: &str, player: &store::Player) -> Result<wire::Player, ServerError> {
    Ok(match player {
        store::Player::Open => wire::Player::Open,
        store::Player::Computer { level } => wire::Player::Computer { level: *level },
        store::Player::Person { name, account: None, bot } => {
            wire::Player::Person { name: name.clone(), account: None, rating: None, bot: *bot }
        }
        store::Player::Person { name, account: Some(id), bot } => wire::Player::Person {
            name: name.clone(),
            account: Some(store.account(*id).await?.name),
            rating: store.rating(*id, key).await?.map(|rating| rating.value.round() as i32),
            bot: *bot,
        },
    })
}

/// The rematches that led to a table, the table itself last; empty for one that is no rematch.
async fn lineage(store: &Store, table: &store::Table) -> Result<Vec<String>, ServerError> {
    let mut ids = Vec::new();
    let mut earlier = table.rematch_of.clone();
    let mut id = table.id.clone();
    while let Some(before) = earlier.filter(|_| ids.len() < LONGEST_LINEAGE) {
        ids.push(id.to_string());
        earlier = store.table(&before).await?.rematch_of;
        id = before;
    }
    ids.reverse();
    Ok(ids)
}

/// A table's id in an address.
pub(crate) fn table_id(text: &str) -> Result<TableId, ServerError> {
    text.parse().map_err(|_| ServerError::new(Code::NotFound, "there is no such table"))
}

/// The versions of a table in the store.
pub(crate) async fn versions_of(store: &Store, id: &TableId) -> Result<Option<TableVersions>, ServerError> {
    let found = store.table_versions(std::slice::from_ref(id)).await?;
    Ok(found.into_iter().next().map(|(_, versions)| versions))
}

/// The versions of everything but the log, which has its own comparison.
pub(crate) fn beside_the_log(versions: TableVersions) -> TableVersions {
    TableVersions { seq: 0, ..versions }
}
