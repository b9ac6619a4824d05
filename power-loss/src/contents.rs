//! What a database holds, read through the store itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use menagerie_store::{Result, Stage, Store, StoreError, TableId, TokenHash};
use rusqlite::{Connection, OpenFlags};

use crate::promises::{Fact, Promise};

/// More chat messages than any table has.
const TALK: u32 = 100_000;

/// The names and tokens that clients know. Tables are found without them.
#[derive(Default)]
pub(crate) struct Wanted {
    accounts: BTreeSet<String>,
    sessions: BTreeSet<String>,
    api_tokens: BTreeSet<String>,
}

impl Wanted {
    /// Everything that was ever acknowledged.
    pub(crate) fn of(promises: &[Promise]) -> Self {
        let mut wanted = Self::default();
        for promise in promises {
            match &promise.fact {
                Fact::Account { name } => wanted.accounts.insert(name.clone()),
                Fact::Session { token } => wanted.sessions.insert(token.clone()),
                Fact::ApiToken { token } => wanted.api_tokens.insert(token.clone()),
                _ => false,
            };
        }
        wanted
    }
}

/// The contents of a database.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Contents {
    /// What `SQLite`'s own checks found.
    pub(crate) damage: Vec<String>,
    pub(crate) tables: BTreeMap<String, TableContents>,
    pub(crate) accounts: BTreeSet<String>,
    /// By account, game and level.
    pub(crate) stars: BTreeMap<(String, String, String), u8>,
    /// The tokens of the sessions.
    pub(crate) sessions: BTreeSet<String>,
    pub(crate) api_tokens: BTreeSet<String>,
}

/// A table with its log and its chat.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TableContents {
    pub(crate) game: String,
    pub(crate) start: String,
    /// The seats with the hashes of their tokens.
    pub(crate) seats: Vec<(String, Option<TokenHash>)>,
    pub(crate) is_over: bool,
    /// The events: text, author, and time.
    pub(crate) events: Vec<(String, String, i64)>,
    /// Whether the events are numbered from 1 without gaps.
    pub(crate) is_numbered: bool,
    pub(crate) chat: BTreeSet<String>,
}

/// Opens the database in this file and reads it.
pub(crate) async fn read(database: &Path, wanted: &Wanted) -> Result<Contents> {
    let store = Store::open(database).await?;
    let contents = read_store(&store, database, wanted).await;
    store.close().await;
    contents
}

async fn read_store(store: &Store, database: &Path, wanted: &Wanted) -> Result<Contents> {
    let (damage, tables) = check_database(database).unwrap_or_else(|error| (vec![error.to_string()], Vec::new()));
    let mut contents = Contents { damage, ..Contents::default() };
    for id in tables {
        contents.tables.insert(id.clone(), table(store, &id.parse()?).await?);
    }
    for name in &wanted.accounts {
        let Some(account) = found(store.account_named(name).await)? else { continue };
        contents.accounts.insert(name.clone());
        for stars in store.lesson_stars(account.id).await? {
            contents.stars.insert((name.clone(), stars.game, stars.level), stars.stars);
        }
    }
    for token in &wanted.sessions {
        if store.session(&TokenHash::of(token)).await?.is_some() {
            contents.sessions.insert(token.clone());
        }
    }
    for token in &wanted.api_tokens {
        if store.api_token(&TokenHash::of(token)).await?.is_some() {
            contents.api_tokens.insert(token.clone());
        }
    }
    Ok(contents)
}

async fn table(store: &Store, id: &TableId) -> Result<TableContents> {
    let table = store.table(id).await?;
    let events = store.events(id, 0).await?;
    let chat = store.chat_messages(id, TALK).await?;
    Ok(TableContents {
        game: table.game,
        start: table.start,
        seats: table.seats.into_iter().map(|seat| (seat.seat, seat.token)).collect(),
        is_over: table.stage == Stage::Over && table.result.is_some(),
        is_numbered: (1..).zip(&events).all(|(number, event)| event.seq == number),
        events: events.into_iter().map(|event| (event.text, event.by, event.at.0)).collect(),
        chat: chat.into_iter().map(|message| message.text).collect(),
    })
}

fn found<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(StoreError::NotFound(_)) => Ok(None),
        result => result.map(Some),
    }
}

/// `SQLite`'s own checks, and the ids of all tables.
fn check_database(database: &Path) -> rusqlite::Result<(Vec<String>, Vec<String>)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(database, flags)?;
    let texts = |sql: &str| -> rusqlite::Result<Vec<String>> {
        connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
    };
    let mut damage = texts("PRAGMA integrity_check")?;
    damage.retain(|line| line != "ok");
    damage.extend(texts("PRAGMA foreign_key_check")?.into_iter().map(|table| format!("a foreign key of {table}")));
    Ok((damage, texts("SELECT id FROM tables")?))
}
