//! Flags that fall without any client's help.

use std::time::Duration;

use menagerie_server::{Config, Deps};
use menagerie_store::Store;
use serde_json::json;

use crate::common::{Client, Server, here};

#[tokio::test]
async fn a_flag_falls_while_nobody_looks() {
    let store = Store::memory().await.unwrap();
    let config = Config { idle: Duration::ZERO, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(store.clone()) }).await;
    let clock = json!({"kind": "fischer", "initial": 1, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    assert_eq!(first_event(&store, made["table"]["id"].as_str().unwrap()).await, "!flag:black");
}

/// The first event of a table, once the store holds it: to ask the server would open the table and let happen what is due.
async fn first_event(store: &Store, table: &str) -> String {
    let id = table.parse().unwrap();
    for _ in 0..2_000 {
        if let [first, ..] = &store.events(&id, 1).await.unwrap()[..] {
            return first.text.clone();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nothing has happened")
}

#[tokio::test]
async fn a_clock_that_has_run_out_is_shown_so_when_its_table_is_opened_again() {
    let server = Server::forgetful().await;
    let clock = json!({"kind": "fischer", "initial": 1, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    let mut ann = Client::join(&server, table, &[token]).await;
    let fallen = ann.event().await;
    assert_eq!(fallen["entry"]["event"], "!flag:black");
    drop(ann);
    while server.app.open_rooms() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut again = Client::silent(&server, table).await;
    again.send(json!({"t": "hello", "tokens": [token], "form": "text"})).await;
    assert_eq!(again.until("full").await["seen"]["clocks"], fallen["seen"]["clocks"]);
}

#[tokio::test]
async fn the_clock_runs_for_the_actor_and_is_told() {
    let server = Server::start().await;
    let clock = json!({"kind": "fischer", "initial": 60, "increment": 10});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap();
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(&server, table, &[token]).await;
    ann.act("black", "a5a2").await;
    let clocks = ann.event().await["seen"]["clocks"].clone();
    assert_eq!(clocks["running"], "white");
    let left = clocks["left"][0].as_i64().unwrap();
    assert!((60_000..=70_000).contains(&left), "{left}");
    assert_eq!(clocks["left"][1], 60_000);
}

#[tokio::test]
async fn a_flag_that_fell_while_the_server_was_down_is_found_at_the_start() {
    let folder = std::env::temp_dir().join(format!("menagerie-flag-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("test.db");
    let server = Server::with(Deps::new(Store::open(&file).await.unwrap())).await;
    let clock = json!({"kind": "fischer", "initial": 1, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap().to_owned();
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let store = Store::open(&file).await.unwrap();
    let server = Server::with(Deps::new(store.clone())).await;
    assert_eq!(first_event(&store, &table).await, "!flag:black");
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_seat_that_is_here_cannot_be_claimed_and_one_that_left_only_after_a_while() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let black = Client::join(&server, &table, &[&ann]).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    let claim = json!({"t": "claim", "seat": "white", "claim": "gone"});
    assert_eq!(white.ask(claim.clone()).await["error"], "the seat that is to decide is here");
    drop(black);
    let gone = loop {
        let message = white.until("table").await;
        if message["table"]["seats"][0]["here"] == false {
            break message;
        }
    };
    assert!(gone["table"]["seats"][0]["claimIn"].as_u64().unwrap() > 200);
    let early = white.ask(claim).await["error"].as_str().unwrap().to_owned();
    assert!(early.contains("wait"), "{early}");
}
