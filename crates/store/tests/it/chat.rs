//! Chat messages and alliances.

use menagerie_store::*;

use crate::fixture::*;

fn words(text: &str, room: Channel) -> NewChatMessage {
    NewChatMessage {
        audience: 1,
        seat: Some("red".to_owned()),
        name: "Ann".to_owned(),
        channel: room,
        text: text.to_owned(),
    }
}

pub(crate) async fn numbers_what_is_said(store: &Store) {
    let (table, other) = (make(store, playing()).await, make(store, playing()).await);
    say(store, &other.id, words("elsewhere", Channel::Players)).await.unwrap();
    let mut said = Vec::new();
    for text in ["hello", "good game", "bye"] {
        said.push(say(store, &table.id, words(text, Channel::Players)).await.unwrap());
    }
    let numbers: Vec<u32> = said.iter().map(|said| said.id).collect();
    assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
    assert!(said[0].at >= table.created);
    assert_eq!(store.chat_messages(&table.id, 100).await.unwrap(), said);
    assert_eq!(store.chat_messages(&table.id, 2).await.unwrap(), said[1..], "the newest, in order");
}

/// The numbers of one audience's messages show nothing of what other audiences say.
pub(crate) async fn numbers_each_audience_apart(store: &Store) {
    let (quiet, busy) = (make(store, playing()).await, make(store, playing()).await);
    let for_audience = |audience| NewChatMessage { audience, ..words("hm", Channel::Players) };
    let mut numbers = (Vec::new(), Vec::new());
    let mut all = std::collections::BTreeSet::new();
    for _ in 0..3 {
        numbers.0.push(say(store, &quiet.id, for_audience(1)).await.unwrap().id);
        for audience in 2..=AUDIENCES {
            all.insert(say(store, &busy.id, for_audience(audience)).await.unwrap().id);
        }
        numbers.1.push(say(store, &busy.id, for_audience(1)).await.unwrap().id);
    }
    assert_eq!(numbers.0, numbers.1);
    let recalled = store.chat_messages(&busy.id, 2).await.unwrap();
    assert_eq!(recalled.len(), 2 * usize::from(AUDIENCES), "nobody's words make others be forgotten");
    all.extend(numbers.1);
    assert_eq!(all.len(), 3 * usize::from(AUDIENCES), "no number is used twice");
}

pub(crate) async fn keeps_channels(store: &Store) {
    let table = make(store, playing()).await;
    let rooms = [Channel::Players, Channel::Spectators, Channel::Seat { seat: "black".to_owned() }];
    for room in rooms.clone() {
        say(store, &table.id, words("psst", room)).await.unwrap();
    }
    let spectator = NewChatMessage { seat: None, ..words("oh", Channel::Spectators) };
    say(store, &table.id, spectator).await.unwrap();
    let talk = store.chat_messages(&table.id, 100).await.unwrap();
    assert_eq!(talk.iter().take(3).map(|said| said.channel.clone()).collect::<Vec<_>>(), rooms);
    assert_eq!(talk[3].seat, None);
}

pub(crate) async fn removes_words(store: &Store) {
    let table = make(store, playing()).await;
    let rude = say(store, &table.id, words("rude", Channel::Players)).await.unwrap();
    store.remove_chat_message(&table.id, rude.id).await.unwrap();
    assert_eq!(store.chat_messages(&table.id, 100).await.unwrap(), []);
    assert!(matches!(store.remove_chat_message(&table.id, 7).await, Err(StoreError::NotFound("message"))));
    let sorry = say(store, &table.id, words("sorry", Channel::Players)).await.unwrap();
    assert!(sorry.id > rude.id, "numbers are not used again");
    assert_eq!(store.chat_messages(&table.id, 100).await.unwrap(), [sorry]);
}

pub(crate) async fn keeps_alliances(store: &Store) {
    let table = make(store, playing()).await;
    let step = |what: &str, open| NewAllianceStep {
        by: "red".to_owned(),
        partner: "blue".to_owned(),
        what: what.to_owned(),
        open,
    };
    let steps = [step("offered", false), step("made", true), step("broken", false)];
    for step in steps.clone() {
        ally(store, &table.id, step).await.unwrap();
    }
    let log = store.alliance_steps(&table.id).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.step.clone()).collect::<Vec<_>>(), steps);
    assert_eq!(log.iter().map(|entry| entry.id).collect::<Vec<_>>(), [1, 2, 3]);
}

pub(crate) async fn unknown_table(store: &Store) {
    let said = say(store, &fresh_id(), words("hello?", Channel::Players)).await;
    assert!(matches!(said, Err(StoreError::NotFound("table"))), "{said:?}");
    assert!(store.chat_messages(&fresh_id(), 10).await.unwrap().is_empty());
}

const RATE: ChatRate = ChatRate { most: 3, millis: 60_000 };

fn paced() -> ChatOptions {
    ChatOptions { idempotency: None, rate: Some(RATE) }
}

/// `docs/host/server.md`, limits: chat messages and steps of alliances count together, and removed messages count too.
pub(crate) async fn a_seat_says_and_agrees_on_so_much_in_so_long(store: &Store) {
    let (table, other) = (make(store, playing()).await.id, make(store, playing()).await.id);
    let hello = || words("hello", Channel::Players);
    let step = || NewAllianceStep { by: "red".into(), partner: "black".into(), what: "offered".into(), open: true };
    let Idempotent::Done(first) = store.add_chat_message(&table, hello(), paced()).await.unwrap() else {
        panic!("nothing was said before")
    };
    store.add_chat_message(&table, words("psst", Channel::Seat { seat: "black".into() }), paced()).await.unwrap();
    store.add_alliance_step(&table, step(), paced()).await.unwrap();
    store.remove_chat_message(&table, first.id).await.unwrap();
    assert!(matches!(store.add_chat_message(&table, hello(), paced()).await, Err(StoreError::TooFast)));
    assert!(matches!(store.add_alliance_step(&table, step(), paced()).await, Err(StoreError::TooFast)));
    store.add_chat_message(&other, hello(), paced()).await.expect("another table");
    store
        .add_chat_message(&table, NewChatMessage { seat: Some("black".into()), ..hello() }, paced())
        .await
        .expect("another seat");
    let longer_ago = ChatOptions { idempotency: None, rate: Some(ChatRate { millis: 0, ..RATE }) };
    store.add_chat_message(&table, hello(), longer_ago).await.expect("what was said before does not count");
}

/// Two nodes write at the same time: the lock on the table makes one wait, so the limit holds.
pub(crate) async fn of_many_words_at_once_so_many_are_kept(store: &Store) {
    let table = make(store, playing()).await.id;
    let say = || store.add_chat_message(&table, words("hello", Channel::Players), paced());
    let said = tokio::join!(say(), say(), say(), say(), say(), say());
    let said = [said.0, said.1, said.2, said.3, said.4, said.5];
    assert_eq!(said.iter().filter(|it| it.is_ok()).count(), RATE.most);
    assert_eq!(store.chat_messages(&table, 10).await.unwrap().len(), RATE.most);
}
