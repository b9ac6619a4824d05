//! Rated matches are rated exactly once, whatever happens to the server.

use menagerie_server::Deps;
use menagerie_store::{
    AccountId, MatchResult, NewEvent, NewTable, Player, Seat, SeatPlan, Settings, Stage, Store, TableId,
};
use serde_json::json;

use crate::common::{Server, here};

/// A finished match that is not rated because its server died in between.
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
    let ended = MatchResult {
        scores: vec![("black".to_owned(), 1.0), ("white".to_owned(), 0.0)],
        rule: "shogi5/match".to_owned(),
        reason: "white resigned".to_owned(),
        cause: None,
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
    while !store.rating_queue(1).await.unwrap().is_empty() {
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
    while !store.rating_queue(1).await.unwrap().is_empty() {
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

/// A rated match of Djambi that the first seat won.
async fn rated_djambi(store: &Store, number: u64, players: &[(&str, AccountId)]) -> TableId {
    let game = if players.len() == 2 { "djambi:2" } else { "djambi" };
    let seat = |(seat, account): &(&str, AccountId)| {
        let player = Player::Person { name: "x".to_owned(), account: Some(*account), bot: false };
        Seat { seat: (*seat).to_owned(), plan: SeatPlan::Open, player, token: None }
    };
    let new = NewTable {
        creator: None,
        id: TableId::from_random(number),
        game: game.to_owned(),
        start: game.parse::<menagerie_catalog::Chosen>().unwrap().start().text(),
        settings: Settings { rated: true, ..Settings::default() },
        stage: Stage::Playing,
        seats: players.iter().map(seat).collect(),
        dice: None,
        rematch_of: None,
    };
    store.create_table(&new).await.unwrap();
    let result_of =
        |(place, (seat, _)): (usize, &(&str, AccountId))| ((*seat).to_owned(), if place == 0 { 1.0 } else { 0.0 });
    let ended = MatchResult {
        scores: players.iter().enumerate().map(result_of).collect(),
        rule: "djambi/match".to_owned(),
        reason: "the others resigned".to_owned(),
        cause: None,
    };
    let resigns = NewEvent { text: "!resign:yellow".to_owned(), by: "yellow".to_owned() };
    store.append_end(&new.id, 0, &[resigns], ended).await.unwrap();
    new.id
}

/// `docs/bots/api.md`: two players have a Glicko-2 rating, more players a Weng-Lin rating, and the two are separate.
#[tokio::test]
async fn two_players_and_more_have_a_rating_each() {
    let store = Store::memory().await.unwrap();
    let mut accounts = Vec::new();
    for (seat, name) in ["red", "blue", "yellow", "green"].into_iter().zip(["Ann", "Bob", "Cid", "Dan"]) {
        accounts.push((seat, store.create_account(name, "hash").await.unwrap().id));
    }
    rated_djambi(&store, 1, &accounts).await;
    rated_djambi(&store, 2, &[accounts[0], accounts[2]]).await;
    rated_djambi(&store, 3, &accounts).await;
    rated_djambi(&store, 4, &[accounts[0], accounts[2]]).await;
    let server = Server::with(Deps::new(store.clone())).await;
    while !store.rating_queue(1).await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let ann = accounts[0].1;
    let two = store.rating(ann, "djambi:2").await.unwrap().unwrap();
    let more = store.rating(ann, "djambi").await.unwrap().unwrap();
    assert_eq!((two.games, more.games), (2, 2));
    assert!((0.05..0.07).contains(&two.volatility), "{two:?}");
    let profile = server.get("/api/players/Ann").await;
    let names: Vec<_> = profile["ratings"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Djambi, 3 or more players", "Djambi, 2 players"]);
    assert_eq!(server.get("/api/user/Ann").await["perfs"]["djambi:2"]["games"], 2);
    assert_eq!(store.rating(accounts[1].1, "djambi:2").await.unwrap(), None, "Bob never played for two");
}
