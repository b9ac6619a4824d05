//! Tables, seats and events to check with.

use std::sync::atomic::{AtomicU64, Ordering};

use menagerie_store::*;
use menagerie_wire::Ended;
use menagerie_wire::http::SeatPlan;
use menagerie_wire::table::{Stage, TimeControl};

/// An id that no other call gives.
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

/// Says something that does not come again, as often as it likes.
pub(crate) async fn say(store: &Store, table: &TableId, new: NewSaid) -> Result<Said> {
    store.say(table, new, Terms::default()).await.map(carried_out)
}

/// Takes a step of an alliance, the same.
pub(crate) async fn ally(store: &Store, table: &TableId, step: NewAlliance) -> Result<Alliance> {
    store.ally(table, step, Terms::default()).await.map(carried_out)
}

fn carried_out<T>(done: Once<T>) -> T {
    match done {
        Once::Now(done) => done,
        Once::Before(version) => panic!("it was carried out before, at version {version}"),
    }
}

pub(crate) fn event(text: &str) -> NewEvent {
    NewEvent { text: text.to_owned(), by: "red".to_owned() }
}

pub(crate) fn red_wins() -> Ended {
    Ended {
        scores: vec![("red".to_owned(), 1.0), ("black".to_owned(), 0.0)],
        rule: "jungle/aim/1".to_owned(),
        reason: "red is in the den".to_owned(),
    }
}

pub(crate) async fn texts(store: &Store, table: &TableId) -> Vec<String> {
    store.events(table, 1).await.unwrap().into_iter().map(|event| event.text).collect()
}
