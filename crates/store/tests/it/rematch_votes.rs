//! Rematch votes.

use menagerie_store::*;

use crate::fixture::*;

fn vote(seat: &str, nonce: Option<&str>) -> (String, Option<String>) {
    (seat.to_owned(), nonce.map(str::to_owned))
}

pub(crate) async fn a_vote_stands_until_it_is_withdrawn(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    assert_eq!(store.vote_for_rematch(&table, "red", Some("r")).await.unwrap(), [vote("red", Some("r"))]);
    // A repeated vote keeps its nonce and changes nothing.
    let standing = store.table_versions(std::slice::from_ref(&table)).await.unwrap();
    assert_eq!(store.vote_for_rematch(&table, "red", Some("another")).await.unwrap(), [vote("red", Some("r"))]);
    assert_eq!(store.table_versions(std::slice::from_ref(&table)).await.unwrap(), standing);
    let both = [vote("black", None), vote("red", Some("r"))];
    assert_eq!(store.vote_for_rematch(&table, "black", None).await.unwrap(), both);
    assert_eq!(store.rematch_votes(&table).await.unwrap(), both);
    assert_eq!(store.withdraw_rematch_vote(&table, "red").await.unwrap(), [vote("black", None)]);
    assert_eq!(store.vote_for_rematch(&table, "red", Some("new")).await.unwrap()[1], vote("red", Some("new")));
    assert_eq!(store.rematch_votes(&other).await.unwrap(), []);
}

pub(crate) async fn a_seat_without_a_vote_declines_those_of_the_others(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    store.vote_for_rematch(&table, "red", Some("r")).await.unwrap();
    store.vote_for_rematch(&other, "red", None).await.unwrap();
    assert_eq!(store.withdraw_rematch_vote(&table, "black").await.unwrap(), []);
    assert_eq!(store.rematch_votes(&table).await.unwrap(), []);
    assert_eq!(store.rematch_votes(&other).await.unwrap(), [vote("red", None)], "another table's offer stands");
    // The seat can vote again, with a fresh nonce.
    assert_eq!(store.vote_for_rematch(&table, "red", Some("new")).await.unwrap(), [vote("red", Some("new"))]);
}

pub(crate) async fn of_two_votes_at_once_one_knows_both(store: &Store) {
    for _ in 0..10 {
        let table = make(store, playing()).await.id;
        let (red, black) =
            tokio::join!(store.vote_for_rematch(&table, "red", None), store.vote_for_rematch(&table, "black", None));
        let mut known = [red.unwrap().len(), black.unwrap().len()];
        known.sort_unstable();
        assert_eq!(known, [1, 2]);
    }
}

pub(crate) async fn votes_are_checked(store: &Store) {
    let table = make(store, playing()).await.id;
    let long = "x".repeat(1_000);
    assert!(matches!(store.vote_for_rematch(&table, &long, None).await, Err(StoreError::TooLong { .. })));
    assert!(matches!(store.vote_for_rematch(&table, "red", Some(&long)).await, Err(StoreError::TooLong { .. })));
    assert!(matches!(store.vote_for_rematch(&fresh_id(), "red", None).await, Err(StoreError::NotFound("table"))));
}
