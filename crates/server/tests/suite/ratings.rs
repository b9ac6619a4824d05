//! Rated matches count, whatever happens to the server.

use menagerie_server::Deps;
use menagerie_store::{NewEvent, NewTable, Player, Seat, Settings, Store, TableId};
use menagerie_wire::Ended;
use menagerie_wire::http::SeatPlan;
use menagerie_wire::table::Stage;
use serde_json::json;

use crate::common::{Server, here};

/// A match that is over and was not rated: its server died in between.
async fn unrated_match(store: &Store, rated: bool, players: [Option<&str>; 2]) -> TableId {
    let mut seats = Vec::new();
    for (seat, name) in ["black", "white"].into_iter().zip(players) {
        let account = match name {
            Some(name) => Some(store.create_account(name, "hash").await.unwrap().id),
            None => None,
        };
        let player = Player::Person { name: "x".to_owned(), account, bot: false };
        seats.push(Seat { seat: seat.to_owned(), plan: SeatPlan::Open, player, token: None });
    }
    let new = NewTable {
        id: TableId::from_random(if rated { 7 } else { 8 }),
        game: "shogi5".to_owned(),
        start: "lbsgk/4p/5/P4/KGSBL[] b".to_owned(),
        settings: Settings { rated, ..Settings::default() },
        stage: Stage::Playing,
        seats,
        dice: None,
        rematch_of: None,
        creator: None,
    };
    store.create_table(&new).await.unwrap();
    let ended = Ended {
        scores: vec![("black".to_owned(), 1.0), ("white".to_owned(), 0.0)],
        rule: "shogi5/match".to_owned(),
        reason: "white resigned".to_owned(),
    };
    let resigns = NewEvent { text: "!resign:white".to_owned(), by: "white".to_owned() };
    store.append_end(&new.id, 0, &[resigns], ended).await.unwrap();
    new.id
}

#[tokio::test]
async fn a_match_whose_server_died_before_it_was_rated_is_rated_after_the_next_start() {
    let store = Store::memory().await.unwrap();
    unrated_match(&store, true, [Some("Ann"), Some("Bob")]).await;
    let server = Server::with(Deps::new(store.clone())).await;
    while !store.unrated(1).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.get("/api/players/Ann").await["ratings"][0]["rating"], 1662);
    assert_eq!(server.get("/api/players/Bob").await["ratings"][0]["rating"], 1338);
}

#[tokio::test]
async fn a_match_with_a_guest_is_not_rated_and_not_asked_about_again() {
    let store = Store::memory().await.unwrap();
    unrated_match(&store, true, [Some("Ann"), None]).await;
    unrated_match(&store, false, [Some("Cid"), Some("Dan")]).await;
    let server = Server::with(Deps::new(store.clone())).await;
    while !store.unrated(1).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    for name in ["Ann", "Cid"] {
        assert_eq!(server.get(&format!("/api/players/{name}")).await["ratings"], json!([]), "{name}");
    }
}

#[tokio::test]
async fn a_rated_match_begins_from_the_usual_start() {
    let server = Server::start().await;
    let body = |rated| {
        let position = "lbsgk/4p/5/P4/KGSBL[] w";
        json!({"game": "shogi5", "position": position, "rated": rated, "seats": [here("A"), here("B")]})
    };
    let (status, refusal) = server.call("POST", "/api/tables", body(true)).await;
    assert_eq!((status, &refusal["code"]), (400, &json!("malformed")));
    assert!(refusal["error"].as_str().unwrap().contains("position"), "{refusal}");
    assert_eq!(server.call("POST", "/api/tables", body(false)).await.0, 201);
}
