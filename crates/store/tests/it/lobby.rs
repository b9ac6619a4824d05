//! The lobby is shared fairly, and no table waits in it for ever.

use menagerie_store::*;

use crate::fixture::*;

const ALL: LobbyPage = LobbyPage { offset: 0, limit: 50 };

fn from(address: &str) -> TableOrigin {
    TableOrigin { address: address.to_owned(), lease: Some(60_000), max_waiting: 10 }
}

async fn make_from(store: &Store, address: &str) -> TableId {
    store.create_table_from(&waiting(), Some(&from(address))).await.unwrap().id
}

pub(crate) async fn addresses_take_turns(store: &Store) {
    let rare = make_from(store, "192.0.2.1").await;
    let mut many = Vec::new();
    for _ in 0..5 {
        many.push(make_from(store, "192.0.2.2").await);
    }
    let listed: Vec<TableId> =
        store.lobby(Stage::Waiting, ALL).await.unwrap().into_iter().map(|table| table.id).collect();
    assert_eq!(listed.len(), 6);
    assert!(listed[..2].contains(&rare), "one table of each address comes before the second of any");
    let first = store.lobby(Stage::Waiting, LobbyPage { offset: 0, limit: 2 }).await.unwrap();
    let then = store.lobby(Stage::Waiting, LobbyPage { offset: 2, limit: 50 }).await.unwrap();
    let paged: Vec<TableId> = first.into_iter().chain(then).map(|table| table.id).collect();
    assert_eq!(paged, listed, "pages follow each other in that order");
}

pub(crate) async fn an_address_has_so_many_tables_in_the_lobby(store: &Store) {
    let few = TableOrigin { max_waiting: 2, ..from("192.0.2.1") };
    for _ in 0..2 {
        store.create_table_from(&waiting(), Some(&few)).await.unwrap();
    }
    let refused = store.create_table_from(&waiting(), Some(&few)).await;
    assert!(matches!(refused, Err(StoreError::Quota { limit: 2, .. })), "{refused:?}");
    // Private tables and matches do not count, and each address has its own limit.
    let private = NewTable { settings: Settings::default(), ..waiting() };
    store.create_table_from(&private, Some(&few)).await.unwrap();
    store.create_table_from(&playing(), Some(&few)).await.unwrap();
    store.create_table_from(&waiting(), Some(&TableOrigin { address: "192.0.2.2".to_owned(), ..few })).await.unwrap();
    assert_eq!(store.lobby(Stage::Waiting, ALL).await.unwrap().len(), 3, "what was refused is not there");
}

pub(crate) async fn a_table_waits_while_its_lease_is_kept(store: &Store) {
    let over = TableOrigin { lease: Some(-1), ..from("192.0.2.1") };
    let (left, kept) = (waiting(), waiting());
    for table in [&left, &kept] {
        store.create_table_from(table, Some(&over)).await.unwrap();
    }
    let private = NewTable { settings: Settings::default(), ..waiting() };
    store.create_table_from(&private, Some(&over)).await.unwrap();
    let patient = waiting();
    store.create_table_from(&patient, Some(&TableOrigin { lease: None, ..over })).await.unwrap();
    store.renew_lobby_leases(&[kept.id.clone(), patient.id.clone()], 60_000).await.unwrap();
    assert_eq!(store.expired_lobby_tables(50).await.unwrap(), [left.id]);
    // A lease never becomes shorter. A table with a running lease is not closed for its age.
    store.renew_lobby_leases(std::slice::from_ref(&kept.id), -1).await.unwrap();
    assert_eq!(store.expired_lobby_tables(50).await.unwrap().len(), 1);
    assert!(!store.close_waiting(Millis(i64::MAX)).await.unwrap().contains(&kept.id));
    assert!(store.expired_lobby_tables(50).await.unwrap().is_empty(), "what is closed waits no more");
}

pub(crate) async fn an_operator_finds_the_tables_of_an_address(store: &Store) {
    let rare = make_from(store, "192.0.2.9").await;
    for _ in 0..3 {
        make_from(store, "192.0.2.2").await;
    }
    store.create_table_from(&NewTable { stage: Stage::Closed, ..waiting() }, Some(&from("192.0.2.9"))).await.unwrap();
    let all = store.tables_by_address(None, 100).await.unwrap();
    let addresses: Vec<&str> = all.iter().map(|it| it.address.as_str()).collect();
    assert_eq!(addresses, ["192.0.2.2", "192.0.2.2", "192.0.2.2", "192.0.2.9"]);
    let one = store.tables_by_address(Some("192.0.2.9"), 100).await.unwrap();
    assert_eq!(one.iter().map(|it| &it.table).collect::<Vec<_>>(), [&rare]);
    assert!(one[0].public && one[0].stage == Stage::Waiting);
    assert!(store.tables_by_address(Some("192.0.2.77"), 100).await.unwrap().is_empty());
}

pub(crate) async fn what_is_over_is_forgotten(store: &Store) {
    let open = make_from(store, "192.0.2.1").await;
    let closed = NewTable { stage: Stage::Closed, ..waiting() };
    store.create_table_from(&closed, Some(&from("192.0.2.1"))).await.unwrap();
    assert_eq!(store.drop_table_origins(Millis(0)).await.unwrap(), 1);
    let left = store.tables_by_address(None, 100).await.unwrap();
    assert_eq!(left.iter().map(|it| &it.table).collect::<Vec<_>>(), [&open]);
    assert_eq!(store.drop_table_origins(Millis(i64::MAX)).await.unwrap(), 1, "nor is an address kept for ever");
}
