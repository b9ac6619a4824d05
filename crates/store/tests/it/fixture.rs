//! Tables, seats and events for tests.

use std::sync::atomic::{AtomicU64, Ordering};

use menagerie_store::*;

/// An id that no other call returns.
pub(crate) fn fresh_id() -> TableId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    TableId::from_random(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A public table of two open seats.
pub(crate) fn waiting() -> NewTable {
    NewTable {
        id: fresh_id(),
        game: "jungle:classic".to_owned(),
        start: "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r".to_owned(),
        settings: Settings { public: true, ..Settings::default() },
        stage: Stage::Waiting,
        seats: vec![open_seat("red"), open_seat("black")],
        dice: None,
        rematch_of: None,
        creator: None,
    }
}

/// A public table with a match that has just begun.
pub(crate) fn playing() -> NewTable {
    let seats = vec![person("red", "Ann", None), person("black", "Ben", None)];
    NewTable { stage: Stage::Playing, seats, ..waiting() }
}

pub(crate) fn open_seat(seat: &str) -> Seat {
    Seat { seat: seat.to_owned(), plan: SeatPlan::Open, player: Player::Open, token: None }
}

pub(crate) fn person(seat: &str, name: &str, account: Option<AccountId>) -> Seat {
    Seat { player: Player::Person { name: name.to_owned(), account, bot: false }, ..open_seat(seat) }
}

pub(crate) fn blitz() -> TimeControl {
    TimeControl::Fischer { initial: 180, increment: 2 }
}

pub(crate) async fn make(store: &Store, new: NewTable) -> Table {
    store.create_table(&new).await.unwrap()
}

/// Adds a chat message without an idempotency key and without a rate limit.
pub(crate) async fn say(store: &Store, table: &TableId, new: NewChatMessage) -> Result<ChatMessage> {
    store.add_chat_message(table, new, ChatOptions::default()).await.map(done)
}

/// Adds a step of an alliance in the same way.
pub(crate) async fn ally(store: &Store, table: &TableId, step: NewAllianceStep) -> Result<AllianceStep> {
    store.add_alliance_step(table, step, ChatOptions::default()).await.map(done)
}

fn done<T>(done: Idempotent<T>) -> T {
    match done {
        Idempotent::Done(done) => done,
        Idempotent::Replayed(version) => panic!("it was carried out before, at version {version}"),
    }
}

pub(crate) fn event(text: &str) -> NewEvent {
    NewEvent { text: text.to_owned(), by: "red".to_owned() }
}

pub(crate) fn red_wins() -> MatchResult {
    MatchResult {
        scores: vec![("red".to_owned(), 1.0), ("black".to_owned(), 0.0)],
        rule: "jungle/aim/1".to_owned(),
        reason: "red is in the den".to_owned(),
        cause: None,
    }
}

pub(crate) async fn texts(store: &Store, table: &TableId) -> Vec<String> {
    store.events(table, 1).await.unwrap().into_iter().map(|event| event.text).collect()
}
