//! Reads what the store has of the members after all writers have stopped.

use std::collections::{BTreeMap, BTreeSet};

use menagerie_game::GameName;
use menagerie_store::{AccountId, PageRequest, Player, Result, Store, StoreError, Table, TableId};

use super::{MemberStore, MemberTable};
use crate::members::MemberLog;

/// More tables than a run has rated.
const QUEUE: u32 = 10_000;

/// Reads the accounts of these names, all their tables, and the imported tables. `rated` lists the rated tables in the order
/// of their rating.
pub(crate) async fn read(store: &Store, log: &MemberLog, rated: Vec<String>) -> Result<MemberStore> {
    let mut found = MemberStore { rated, ..MemberStore::default() };
    let mut names: BTreeMap<AccountId, String> = BTreeMap::new();
    for (name, _) in &log.accounts {
        match store.account_named(name).await {
            Ok(account) => {
                found.accounts.insert(name.clone(), store.ratings(account.id).await?);
                names.insert(account.id, name.clone());
            }
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    for account in names.keys() {
        let mut request = Some(PageRequest::first(200));
        while let Some(page) = request {
            let tables = store.history(*account, &page).await?;
            request = page.next(&tables);
            for table in tables.items {
                found.tables.insert(table.id.to_string(), one(store, table, &names).await?);
            }
        }
    }
    let imports: BTreeSet<&String> = log.imports.iter().map(|(imported, _)| imported).collect();
    for id in imports {
        let id: TableId = id.parse()?;
        match store.table(&id).await {
            Ok(table) => drop(found.tables.insert(id.to_string(), one(store, table, &names).await?)),
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    found.queue = store.rating_queue(QUEUE).await?.iter().map(ToString::to_string).collect();
    Ok(found)
}

async fn one(store: &Store, table: Table, names: &BTreeMap<AccountId, String>) -> Result<MemberTable> {
    let account = |player: &Player| match player {
        Player::Person { account: Some(account), .. } => names.get(account).cloned(),
        _ => None,
    };
    Ok(MemberTable {
        key: GameName::new(&table.game).id.to_owned(),
        rated: table.settings.rated,
        seats: table.seats.iter().map(|seat| (seat.seat.clone(), account(&seat.player))).collect(),
        events: store.events(&table.id, 1).await?,
        scores: table.result.map(|result| result.scores.into_iter().map(|(_, score)| score).collect()),
    })
}
