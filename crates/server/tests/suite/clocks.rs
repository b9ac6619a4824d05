//! Flags that fall without any client's action.

use std::time::Duration;

use menagerie_server::{Config, Deps};
use menagerie_store::{Stage, Store};
use serde_json::{Value, json};

use crate::common::{Client, Server, here};

#[tokio::test]
async fn a_flag_falls_while_nobody_looks() {
    let store = Store::memory().await.unwrap();
    let config = Config { idle: Duration::ZERO, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(store.clone()) }).await;
    let clock = json!({"kind": "fischer", "initial": 1, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    first_action(&server, &made).await;
    assert_eq!(second_event(&store, made["table"]["id"].as_str().unwrap()).await, "!flag:white");
}

/// Black's first action, which starts the clocks. The client disconnects.
async fn first_action(server: &Server, made: &Value) {
    let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    let mut ann = Client::join(server, table, &[token]).await;
    assert_eq!(ann.act("black", "a5a2").await["t"], "done");
}

/// The second event of a table in the store. A request to the server would open the table and trigger what is due.
async fn second_event(store: &Store, table: &str) -> String {
    let id = table.parse().unwrap();
    for _ in 0..2_000 {
        if let [second, ..] = &store.events(&id, 2).await.unwrap()[..] {
            return second.text.clone();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nothing has happened")
}

#[tokio::test]
async fn a_match_whose_first_action_does_not_come_is_aborted_while_nobody_looks() {
    let store = Store::memory().await.unwrap();
    let config = Config { idle: Duration::ZERO, first_action: Duration::from_millis(50), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(store.clone()) }).await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 0});
    let alone = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let alone = server.post("/api/tables", alone).await;
    let open = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), {"kind": "open"}]});
    let open = server.post("/api/tables", open).await;
    let id = open["table"]["id"].as_str().unwrap();
    server.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
    let stage = async |made: &Value| store.table(&made["table"]["id"].as_str().unwrap().parse().unwrap()).await;
    while stage(&open).await.unwrap().stage == Stage::Playing {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let aborted = stage(&open).await.unwrap();
    assert_eq!((aborted.stage, aborted.result), (Stage::Closed, None));
    assert_eq!(stage(&alone).await.unwrap().stage, Stage::Playing, "at one screen nobody waits");
}

#[tokio::test]
async fn a_player_is_told_how_long_the_first_action_may_take() {
    let server = Server::start().await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), {"kind": "open"}]});
    let made = server.post("/api/tables", body).await;
    let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    server.post(&format!("/api/tables/{table}/join"), json!({"name": "Bob"})).await;
    let mut ann = Client::silent(&server, table).await;
    ann.send(json!({"t": "hello", "tokens": [token], "form": "text"})).await;
    let clocks = ann.until("full").await["seen"]["clocks"].clone();
    assert_eq!((&clocks["running"], &clocks["left"]), (&Value::Null, &json!([600_000, 600_000])));
    assert!((200_000..=300_000).contains(&clocks["firstActionIn"].as_i64().unwrap()), "{clocks}");
    ann.act("black", "a5a2").await;
    let clocks = ann.event().await["seen"]["clocks"].clone();
    assert_eq!((&clocks["running"], &clocks["left"][0]), (&json!("white"), &json!(600_000)));
    assert_eq!(clocks["firstActionIn"], Value::Null);
}

#[tokio::test]
async fn a_clock_that_has_run_out_is_shown_so_when_its_table_is_opened_again() {
    let server = Server::forgetful().await;
    let clock = json!({"kind": "fischer", "initial": 1, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    let mut ann = Client::join(&server, table, &[token]).await;
    ann.act("black", "a5a2").await;
    ann.event().await;
    let fallen = ann.event().await;
    assert_eq!(fallen["entry"]["event"], "!flag:white");
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
    assert_eq!(left, 70_000, "the first action costs no time");
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
    first_action(&server, &made).await;
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let store = Store::open(&file).await.unwrap();
    let server = Server::with(Deps::new(store.clone())).await;
    assert_eq!(second_event(&store, &table).await, "!flag:white");
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
