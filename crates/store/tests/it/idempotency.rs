//! Idempotency keys: a repeated request gets its first answer, whichever node it reaches.

use menagerie_store::*;

use crate::fixture::*;

fn key(client: &str, version: u32) -> IdempotencyKey {
    IdempotencyKey { key: TokenHash::of(client), content: TokenHash::of("hello"), version }
}

fn once(key: IdempotencyKey) -> ChatOptions {
    ChatOptions { idempotency: Some(key), rate: None }
}

fn hello() -> NewChatMessage {
    let channel = Channel::Players;
    NewChatMessage {
        audience: 1,
        seat: Some("red".to_owned()),
        name: "Ann".to_owned(),
        channel,
        text: "hello".to_owned(),
    }
}

fn offer() -> NewAllianceStep {
    NewAllianceStep { by: "red".to_owned(), partner: "blue".to_owned(), what: "offered".to_owned(), open: true }
}

pub(crate) async fn a_message_is_carried_out_once(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    assert_eq!(store.idempotent_answer(&table, key("Ann 7", 9)).await.unwrap(), None);
    assert!(matches!(
        store.add_chat_message(&table, hello(), once(key("Ann 7", 3))).await.unwrap(),
        Idempotent::Done(_)
    ));
    assert_eq!(store.idempotent_answer(&table, key("Ann 7", 9)).await.unwrap(), Some(3));
    // The table has gone on; the answer is still the first one.
    assert_eq!(store.add_chat_message(&table, hello(), once(key("Ann 7", 5))).await.unwrap(), Idempotent::Replayed(3));
    assert_eq!(store.add_alliance_step(&table, offer(), once(key("Ann 7", 5))).await.unwrap(), Idempotent::Replayed(3));
    assert!(matches!(
        store.add_alliance_step(&table, offer(), once(key("Ann 8", 5))).await.unwrap(),
        Idempotent::Done(_)
    ));
    assert_eq!(store.add_alliance_step(&table, offer(), once(key("Ann 8", 6))).await.unwrap(), Idempotent::Replayed(5));
    assert!(matches!(
        store.add_chat_message(&other, hello(), once(key("Ann 7", 1))).await.unwrap(),
        Idempotent::Done(_)
    ));
    assert_eq!(store.chat_messages(&table, 10).await.unwrap().len(), 1);
    assert_eq!(store.alliance_steps(&table).await.unwrap().len(), 1);
    assert_eq!(store.drop_idempotency_keys(Millis(0)).await.unwrap(), 0);
    assert_eq!(store.drop_idempotency_keys(Millis(i64::MAX)).await.unwrap(), 3);
}

pub(crate) async fn of_two_at_once_one_is_carried_out(store: &Store) {
    let table = make(store, playing()).await.id;
    for round in 0..10 {
        let message = key(&round.to_string(), round);
        let (one, two) = tokio::join!(
            store.add_chat_message(&table, hello(), once(message)),
            store.add_chat_message(&table, hello(), once(IdempotencyKey { version: round + 1, ..message }))
        );
        let before =
            [one.unwrap(), two.unwrap()].into_iter().filter(|it| matches!(it, Idempotent::Replayed(_))).count();
        assert_eq!(before, 1);
        assert_eq!(store.chat_messages(&table, 100).await.unwrap().len(), round as usize + 1);
    }
}

pub(crate) async fn nothing_is_noted_for_what_was_not_done(store: &Store) {
    let table = make(store, playing()).await.id;
    let giant = NewChatMessage { text: "x".repeat(10_000), ..hello() };
    assert!(matches!(
        store.add_chat_message(&table, giant, once(key("Ann 7", 0))).await,
        Err(StoreError::TooLong { .. })
    ));
    let nowhere = store.add_chat_message(&fresh_id(), hello(), once(key("Ann 7", 0))).await;
    assert!(matches!(nowhere, Err(StoreError::NotFound("table"))), "{nowhere:?}");
    assert_eq!(store.idempotent_answer(&table, key("Ann 7", 9)).await.unwrap(), None);
}

pub(crate) async fn a_number_stands_for_one_message(store: &Store) {
    let table = make(store, playing()).await.id;
    let first = key("Ann 7", 3);
    let other = IdempotencyKey { content: TokenHash::of("good evening"), ..first };
    assert!(matches!(store.add_chat_message(&table, hello(), once(first)).await.unwrap(), Idempotent::Done(_)));
    assert!(matches!(store.add_chat_message(&table, hello(), once(other)).await, Err(StoreError::Reused)));
    assert!(matches!(store.idempotent_answer(&table, other).await, Err(StoreError::Reused)));
    assert_eq!(store.add_chat_message(&table, hello(), once(first)).await.unwrap(), Idempotent::Replayed(3));
    assert_eq!(store.chat_messages(&table, 10).await.unwrap().len(), 1);
}

/// An attempt that was delayed on its way to the database comes after the refusal of its repetition.
pub(crate) async fn a_refused_message_is_not_carried_out_later(store: &Store) {
    let table = make(store, playing()).await.id;
    let (late, done) = (key("Ann 7", 3), key("Ann 8", 3));
    assert_eq!(store.refuse_idempotent(&table, late).await.unwrap(), None);
    assert!(matches!(store.add_alliance_step(&table, offer(), once(late)).await, Err(StoreError::Conflict)));
    assert!(matches!(store.idempotent_answer(&table, late).await, Err(StoreError::Conflict)));
    assert_eq!(store.refuse_idempotent(&table, late).await.unwrap(), None, "a second refusal changes nothing");
    assert_eq!(store.alliance_steps(&table).await.unwrap(), []);
    assert!(matches!(store.add_alliance_step(&table, offer(), once(done)).await.unwrap(), Idempotent::Done(_)));
    assert_eq!(store.refuse_idempotent(&table, done).await.unwrap(), Some(3), "what is done is not refused");
}
