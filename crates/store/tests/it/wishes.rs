//! Who wants another game.

use menagerie_store::*;

use crate::fixture::*;

fn wish(seat: &str, nonce: Option<&str>) -> (String, Option<String>) {
    (seat.to_owned(), nonce.map(str::to_owned))
}

pub(crate) async fn a_wish_stands_until_it_is_withdrawn(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    assert_eq!(store.want_rematch(&table, "red", Some("r")).await.unwrap(), [wish("red", Some("r"))]);
    // Said again it stays what others know, and nothing has happened.
    let standing = store.standings(std::slice::from_ref(&table)).await.unwrap();
    assert_eq!(store.want_rematch(&table, "red", Some("another")).await.unwrap(), [wish("red", Some("r"))]);
    assert_eq!(store.standings(std::slice::from_ref(&table)).await.unwrap(), standing);
    let both = [wish("black", None), wish("red", Some("r"))];
    assert_eq!(store.want_rematch(&table, "black", None).await.unwrap(), both);
    assert_eq!(store.rematch_wishes(&table).await.unwrap(), both);
    assert_eq!(store.withdraw_rematch(&table, "red").await.unwrap(), [wish("black", None)]);
    assert_eq!(store.want_rematch(&table, "red", Some("new")).await.unwrap()[1], wish("red", Some("new")));
    assert_eq!(store.rematch_wishes(&other).await.unwrap(), []);
}

pub(crate) async fn a_seat_without_a_wish_declines_those_of_the_others(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    store.want_rematch(&table, "red", Some("r")).await.unwrap();
    store.want_rematch(&other, "red", None).await.unwrap();
    assert_eq!(store.withdraw_rematch(&table, "black").await.unwrap(), []);
    assert_eq!(store.rematch_wishes(&table).await.unwrap(), []);
    assert_eq!(store.rematch_wishes(&other).await.unwrap(), [wish("red", None)], "another table's offer stands");
    // It can be offered again, with a fresh nonce.
    assert_eq!(store.want_rematch(&table, "red", Some("new")).await.unwrap(), [wish("red", Some("new"))]);
}

pub(crate) async fn of_two_wishes_at_once_one_knows_both(store: &Store) {
    for _ in 0..10 {
        let table = make(store, playing()).await.id;
        let (red, black) =
            tokio::join!(store.want_rematch(&table, "red", None), store.want_rematch(&table, "black", None));
        let mut known = [red.unwrap().len(), black.unwrap().len()];
        known.sort_unstable();
        assert_eq!(known, [1, 2]);
    }
}

pub(crate) async fn wishes_are_checked(store: &Store) {
    let table = make(store, playing()).await.id;
    let long = "x".repeat(1_000);
    assert!(matches!(store.want_rematch(&table, &long, None).await, Err(StoreError::TooLong { .. })));
    assert!(matches!(store.want_rematch(&table, "red", Some(&long)).await, Err(StoreError::TooLong { .. })));
    assert!(matches!(store.want_rematch(&fresh_id(), "red", None).await, Err(StoreError::NotFound("table"))));
}
