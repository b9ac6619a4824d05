//! Ratings.

use menagerie_store::*;

use crate::fixture::*;

fn rated(account: &Account, value: f64, games: u32) -> NewRating {
    NewRating { account: account.id, rating: Rating { value, deviation: 200.5, volatility: 0.06, games } }
}

pub(crate) async fn first_and_next(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    assert_eq!(store.rating(ann.id, "jungle").await.unwrap(), None);
    for games in 1..=3 {
        let table = make(store, playing()).await;
        let new = rated(&ann, 1500.25 + f64::from(games), games);
        store.rate(&table.id, "jungle", &[new]).await.unwrap();
        assert_eq!(store.rating(ann.id, "jungle").await.unwrap(), Some(new.rating));
    }
    let table = make(store, playing()).await;
    let djambi = rated(&ann, 25.0, 1);
    store.rate(&table.id, "djambi", &[djambi]).await.unwrap();
    let games: Vec<_> = store.ratings(ann.id).await.unwrap().into_iter().map(|(game, r)| (game, r.games)).collect();
    assert_eq!(games, [("djambi".to_owned(), 1), ("jungle".to_owned(), 3)]);
}

pub(crate) async fn once_per_table(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let table = make(store, playing()).await;
    assert!(store.rate(&table.id, "jungle", &[rated(&ann, 1510.0, 1)]).await.unwrap());
    assert!(!store.rate(&table.id, "jungle", &[rated(&ann, 1520.0, 2)]).await.unwrap(), "it was rated before");
    assert_eq!(store.rating(ann.id, "jungle").await.unwrap().unwrap().games, 1);
    let nowhere = store.rate(&fresh_id(), "jungle", &[]).await;
    assert!(matches!(nowhere, Err(StoreError::NotFound("table"))), "{nowhere:?}");
}

pub(crate) async fn two_matches_at_once(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let ben = store.create_account("Ben", "hash").await.unwrap();
    let (first, second) = (make(store, playing()).await, make(store, playing()).await);
    store.rate(&first.id, "jungle", &[rated(&ann, 1510.0, 1)]).await.unwrap();
    // Computed before the first was written: Ben's rating must not be written either, and the table may be rated later.
    let stale = store.rate(&second.id, "jungle", &[rated(&ben, 1490.0, 1), rated(&ann, 1511.0, 1)]).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    assert_eq!(store.rating(ben.id, "jungle").await.unwrap(), None);
    store.rate(&second.id, "jungle", &[rated(&ben, 1490.0, 1), rated(&ann, 1521.0, 2)]).await.unwrap();
    assert_eq!(store.rating(ann.id, "jungle").await.unwrap(), Some(rated(&ann, 1521.0, 2).rating));
}

pub(crate) async fn what_is_to_be_rated_is_known_until_it_is(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let rated_table = || NewTable { settings: Settings { rated: true, ..Settings::default() }, ..playing() };
    let (first, second) = (make(store, rated_table()).await, make(store, rated_table()).await);
    let friendly = make(store, playing()).await;
    assert!(store.rating_queue(10).await.unwrap().is_empty(), "no match is over");
    for table in [&first, &second, &friendly] {
        store.append_end(&table.id, 0, &[event("!flag:red")], red_wins()).await.unwrap();
    }
    let mut unrated = store.rating_queue(10).await.unwrap();
    unrated.sort();
    let mut expected = vec![first.id.clone(), second.id.clone()];
    expected.sort();
    assert_eq!(unrated, expected);
    assert_eq!(store.rating_queue(1).await.unwrap().len(), 1);

    // What was not written stays in the queue.
    let stale = store.rate(&first.id, "jungle", &[rated(&ann, 1510.0, 1), rated(&ann, 1511.0, 1)]).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    assert_eq!(store.rating_queue(10).await.unwrap().len(), 2);
    assert!(store.rate(&first.id, "jungle", &[rated(&ann, 1510.0, 1)]).await.unwrap());
    assert_eq!(store.rating_queue(10).await.unwrap(), std::slice::from_ref(&second.id));
    store.leave_rating_queue(&second.id).await.unwrap();
    assert!(store.rating_queue(10).await.unwrap().is_empty());
}
