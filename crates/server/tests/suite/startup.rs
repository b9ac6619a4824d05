//! Startup with many tables, and the retention of tables.

use std::time::Duration;

use menagerie_server::{Config, Deps};
use menagerie_store::{
    MatchResult, Millis, NewEvent, NewTable, Player, Seat, SeatPlan, Settings, Stage, Store, Table, TableId,
    TimeControl,
};

use crate::common::Server;

/// A match of two guests in the store that no server has loaded yet.
async fn match_of_guests(store: &Store, number: u64, clock: TimeControl) -> Table {
    let start = "shogi5".parse::<menagerie_catalog::Chosen>().unwrap().start();
    let seat = |seat: &str| Seat {
        seat: seat.to_owned(),
        plan: SeatPlan::Open,
        player: Player::Person { name: "Ann".to_owned(), account: None, bot: false },
        token: None,
    };
    let new = NewTable {
        id: TableId::from_random(number),
        game: "shogi5".to_owned(),
        start: start.text(),
        settings: Settings { clock, ..Settings::default() },
        stage: Stage::Playing,
        seats: vec![seat("black"), seat("white")],
        dice: None,
        rematch_of: None,
        creator: None,
    };
    store.create_table(&new).await.unwrap()
}

/// Waits until a table has this stage.
async fn until(store: &Store, table: &TableId, stage: Stage) {
    for _ in 0..2_000 {
        if store.table(table).await.unwrap().stage == stage {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the table does not come to {stage:?}");
}

/// `docs/host/server.md`: at startup only tables whose deadline has passed are opened.
#[tokio::test]
async fn a_start_opens_only_the_tables_that_are_due() {
    let store = Store::memory().await.unwrap();
    let now = store.now().await.unwrap();
    for number in 1..=100 {
        let later = match_of_guests(&store, number, TimeControl::Days { days: 3 }).await;
        store.set_deadline(&later.id, Some(Millis(now.0 + 3 * 86_400_000))).await.unwrap();
    }
    let due = match_of_guests(&store, 1_000, TimeControl::Fischer { initial: 0, increment: 0 }).await;
    store.set_deadline(&due.id, Some(now)).await.unwrap();
    let server = Server::with(Deps::new(store.clone())).await;
    until(&store, &due.id, Stage::Over).await;
    assert!(server.app.open_rooms() <= 1, "{} tables are open", server.app.open_rooms());
    server.stop().await;
}

/// `docs/host/server.md`, "How long tables are kept".
#[tokio::test]
async fn abandoned_matches_are_closed_and_finished_ones_stay() {
    let store = Store::memory().await.unwrap();
    let abandoned = match_of_guests(&store, 1, TimeControl::None).await;
    let finished = match_of_guests(&store, 2, TimeControl::None).await;
    let ended =
        MatchResult { scores: Vec::new(), rule: "shogi5/end/1".to_owned(), reason: "mate".to_owned(), cause: None };
    let event = NewEvent { text: "a5a2".to_owned(), by: "black".to_owned() };
    store.append_end(&finished.id, 0, vec![event], ended).await.unwrap();
    while store.now().await.unwrap() <= abandoned.updated {}
    let config = Config { retention: Some(Duration::ZERO), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(store.clone()) }).await;
    until(&store, &abandoned.id, Stage::Closed).await;
    assert_eq!(store.table(&finished.id).await.unwrap().stage, Stage::Over);
    server.stop().await;
}
