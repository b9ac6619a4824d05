//! A message that comes again is answered again, whatever became of those who knew it.

use menagerie_store::*;
use menagerie_wire::Room;

use crate::fixture::*;

fn asked(key: &str, version: u32) -> Asked {
    Asked { key: TokenHash::of(key), content: TokenHash::of("hello"), version }
}

fn once(asked: Asked) -> Terms {
    Terms { once: Some(asked), pace: None }
}

fn hello() -> NewSaid {
    let room = Room::Players;
    NewSaid { circle: 1, seat: Some("red".to_owned()), name: "Ann".to_owned(), room, text: "hello".to_owned() }
}

fn offer() -> NewAlliance {
    NewAlliance { by: "red".to_owned(), partner: "blue".to_owned(), what: "offered".to_owned(), open: true }
}

pub(crate) async fn a_message_is_carried_out_once(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    assert_eq!(store.answered(&table, asked("Ann 7", 9)).await.unwrap(), None);
    assert!(matches!(store.say(&table, hello(), once(asked("Ann 7", 3))).await.unwrap(), Once::Now(_)));
    assert_eq!(store.answered(&table, asked("Ann 7", 9)).await.unwrap(), Some(3));
    // The table has gone on, but the answer is the first one.
    assert_eq!(store.say(&table, hello(), once(asked("Ann 7", 5))).await.unwrap(), Once::Before(3));
    assert_eq!(store.ally(&table, offer(), once(asked("Ann 7", 5))).await.unwrap(), Once::Before(3));
    assert!(matches!(store.ally(&table, offer(), once(asked("Ann 8", 5))).await.unwrap(), Once::Now(_)));
    assert_eq!(store.ally(&table, offer(), once(asked("Ann 8", 6))).await.unwrap(), Once::Before(5));
    assert!(matches!(store.say(&other, hello(), once(asked("Ann 7", 1))).await.unwrap(), Once::Now(_)));
    assert_eq!(store.talk(&table, 10).await.unwrap().len(), 1);
    assert_eq!(store.alliances(&table).await.unwrap().len(), 1);
    assert_eq!(store.drop_answers(Millis(0)).await.unwrap(), 0);
    assert_eq!(store.drop_answers(Millis(i64::MAX)).await.unwrap(), 3);
}

pub(crate) async fn of_two_at_once_one_is_carried_out(store: &Store) {
    let table = make(store, playing()).await.id;
    for round in 0..10 {
        let message = asked(&round.to_string(), round);
        let (one, two) = tokio::join!(
            store.say(&table, hello(), once(message)),
            store.say(&table, hello(), once(Asked { version: round + 1, ..message }))
        );
        let before = [one.unwrap(), two.unwrap()].into_iter().filter(|it| matches!(it, Once::Before(_))).count();
        assert_eq!(before, 1);
        assert_eq!(store.talk(&table, 100).await.unwrap().len(), round as usize + 1);
    }
}

pub(crate) async fn nothing_is_noted_for_what_was_not_done(store: &Store) {
    let table = make(store, playing()).await.id;
    let giant = NewSaid { text: "x".repeat(10_000), ..hello() };
    assert!(matches!(store.say(&table, giant, once(asked("Ann 7", 0))).await, Err(StoreError::TooLong { .. })));
    let nowhere = store.say(&fresh_id(), hello(), once(asked("Ann 7", 0))).await;
    assert!(matches!(nowhere, Err(StoreError::NotFound("table"))), "{nowhere:?}");
    assert_eq!(store.answered(&table, asked("Ann 7", 9)).await.unwrap(), None);
}

pub(crate) async fn a_number_stands_for_one_message(store: &Store) {
    let table = make(store, playing()).await.id;
    let first = asked("Ann 7", 3);
    let other = Asked { content: TokenHash::of("good evening"), ..first };
    assert!(matches!(store.say(&table, hello(), once(first)).await.unwrap(), Once::Now(_)));
    assert!(matches!(store.say(&table, hello(), once(other)).await, Err(StoreError::Reused)));
    assert!(matches!(store.answered(&table, other).await, Err(StoreError::Reused)));
    assert_eq!(store.say(&table, hello(), once(first)).await.unwrap(), Once::Before(3));
    assert_eq!(store.talk(&table, 10).await.unwrap().len(), 1);
}
