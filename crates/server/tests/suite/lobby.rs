//! The lobby cannot be flooded: tables without players are closed, addresses have limited places and take turns, and
//! creators and operators can close tables.

use std::time::Duration;

use menagerie_server::{Config, Deps, Limits};
use menagerie_store::Store;
use menagerie_table::secret::Digest;
use serde_json::{Value, json};

use crate::cluster::{Ground, on_every_ground};
use crate::common::{Client, Server, here};

on_every_ground!(
    a_table_whose_maker_has_gone_is_closed_at_every_node,
    a_maker_cancels_at_another_node,
    an_operator_lists_and_closes_the_tables_of_an_address,
);

/// A configuration with a short grace period after the creator disconnects.
fn hasty() -> Config {
    Config { waiting_grace: Duration::from_secs(2), ..Config::default() }
}

/// A public table with one open seat: its id and its creator's token.
async fn make(server: &Server, clock: Value) -> (String, String) {
    let body = json!({"game": "shogi5", "public": true, "clock": clock, "seats": [here("Ann"), {"kind": "open"}]});
    let made = server.post("/api/tables", body).await;
    (made["table"]["id"].as_str().unwrap().to_owned(), made["tokens"][0][1].as_str().unwrap().to_owned())
}

fn no_clock() -> Value {
    json!({"kind": "none"})
}

async fn waiting(server: &Server) -> Vec<String> {
    let lobby = server.get("/api/lobby").await;
    lobby["waiting"].as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap().to_owned()).collect()
}

/// Waits until a table has left a node's lobby.
async fn until_gone(server: &Server, table: &str) {
    let gone = async {
        while waiting(server).await.iter().any(|id| id == table) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("the table is closed");
}

mod checks {
    use super::*;

    pub(super) async fn a_table_whose_maker_has_gone_is_closed_at_every_node(ground: &Ground) {
        let (one, two) = (ground.node_with(hasty()).await, ground.node_with(hasty()).await);
        let (kept, token) = make(&one, no_clock()).await;
        let maker = Client::join(&two, &kept, &[&token]).await;
        // Each of these waits for as long as the first one is attended.
        for _ in 0..2 {
            let (left, _) = make(&one, no_clock()).await;
            until_gone(&two, &left).await;
            assert_eq!(one.get(&format!("/api/tables/{left}")).await["stage"], "closed");
        }
        assert_eq!(waiting(&one).await, std::slice::from_ref(&kept), "its maker is connected, at another node");
        drop(maker);
        until_gone(&one, &kept).await;
    }

    pub(super) async fn a_maker_cancels_at_another_node(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, token) = make(&one, no_clock()).await;
        let mut maker = Client::join(&one, &table, &[&token]).await;
        let bearer = format!("Bearer {token}");
        let path = format!("/api/tables/{table}");
        let (status, refusal) = two.call("DELETE", &path, Value::Null).await;
        assert_eq!((status, &refusal["code"]), (403, &json!("not-allowed")));
        let (status, _) = two.call_with("DELETE", &path, &[("authorization", &bearer)], Value::Null).await;
        assert_eq!(status, 204);
        while maker.next().await.expect("how the table stands")["table"]["stage"] != "closed" {}
        assert!(waiting(&one).await.is_empty());
        let (status, refusal) = one.call("POST", &format!("{path}/join"), json!({"name": "Bob"})).await;
        assert_eq!((status, &refusal["error"]), (409, &json!("the table is closed")));
    }

    pub(super) async fn an_operator_lists_and_closes_the_tables_of_an_address(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (first, _) = make(&one, no_clock()).await;
        let (second, _) = make(&one, no_clock()).await;
        let (match_on, ..) = one.table_for_two("shogi5").await;
        let (status, lists) = two.operate("GET", "/api/operator/tables", Value::Null).await;
        assert_eq!(status, 200, "{lists}");
        assert_eq!((lists.as_array().unwrap().len(), &lists[0]["address"]), (1, &json!("127.0.0.1")));
        let ids: Vec<&str> =
            lists[0]["tables"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
        for table in [&first, &second, &match_on] {
            assert!(ids.contains(&table.as_str()), "{lists}");
        }
        let (_, none) = two.operate("GET", "/api/operator/tables?address=192.0.2.1", Value::Null).await;
        assert_eq!(none, json!([]));
        let body = json!({"address": "127.0.0.1"});
        assert_eq!(two.call("POST", "/api/operator/tables/close", body.clone()).await.0, 403);
        assert_eq!(two.operate("POST", "/api/operator/tables/close", body).await, (200, json!({"closed": 2})));
        assert!(waiting(&one).await.is_empty());
        assert_eq!(one.get(&format!("/api/tables/{match_on}")).await["stage"], "playing", "matches go on");
    }
}

async fn with(config: Config) -> Server {
    Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
}

#[tokio::test]
async fn an_address_has_ten_tables_in_the_lobby() {
    let server = Server::start().await;
    let mut made = Vec::new();
    for _ in 0..10 {
        made.push(make(&server, no_clock()).await);
    }
    let body = json!({"game": "shogi5", "public": true, "seats": [here("Ann"), {"kind": "open"}]});
    let (status, refusal) = server.call("POST", "/api/tables", body.clone()).await;
    assert_eq!((status, &refusal["code"]), (429, &json!("too-much")), "{refusal}");
    // A player who cancels one may create another.
    let (table, token) = made.remove(0);
    let mut maker = Client::join(&server, &table, &[&token]).await;
    assert_eq!(maker.ask(json!({"t": "cancel", "seat": "black"})).await["t"], "done");
    assert_eq!(server.call("POST", "/api/tables", body).await.0, 201);
}

#[tokio::test]
async fn pages_of_the_lobby_hold_fifty_tables() {
    let server = Server::without_limits().await;
    for _ in 0..53 {
        make(&server, no_clock()).await;
    }
    let (first, second) = (server.get("/api/lobby").await, server.get("/api/lobby?page=2").await);
    assert_eq!((first["waiting"].as_array().unwrap().len(), &first["more"]), (50, &json!(true)));
    assert_eq!((second["waiting"].as_array().unwrap().len(), &second["more"]), (3, &Value::Null));
}

#[tokio::test]
async fn only_the_creator_cancels_and_nobody_cancels_a_match() {
    let server = Server::start().await;
    let seats = json!([here("Ann"), {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]);
    let made = server.post("/api/tables", json!({"game": "djambi", "public": true, "seats": seats})).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let joined = server.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
    let (seat, token) = (joined["tokens"][0][0].clone(), joined["tokens"][0][1].as_str().unwrap().to_owned());
    let mut bob = Client::join(&server, &id, &[&token]).await;
    let refusal = bob.ask(json!({"t": "cancel", "seat": seat})).await;
    assert_eq!(refusal["code"], "not-allowed", "{refusal}");
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let refusal = black.ask(json!({"t": "cancel", "seat": "black"})).await;
    assert_eq!(refusal["code"], "not-now", "{refusal}");
    assert_eq!(server.get(&format!("/api/tables/{table}")).await["stage"], "playing");
}

/// Private tables wait for a friend who has the link; accounts that play by correspondence need not be connected.
#[tokio::test]
async fn private_and_correspondence_tables_wait_without_a_connection() {
    let config = Config { limits: Limits::unlimited(), operator: Some(Digest::of("tok")), ..hasty() };
    let server = with(config).await;
    let private = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "open"}]});
    let private = server.post("/api/tables", private).await["table"]["id"].as_str().unwrap().to_owned();
    let credentials = json!({"name": "Ann", "password": "correct horse battery"});
    let registered = server.request("POST", "/api/account", &[], credentials.to_string().into()).await;
    let cookie = registered.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let days = json!({"kind": "days", "days": 3});
    let body = json!({"game": "shogi5", "public": true, "clock": days, "seats": [here("Ann"), {"kind": "open"}]});
    let (_, slow) = server.call_with("POST", "/api/tables", &[("cookie", &cookie)], body).await;
    let slow = slow["table"]["id"].as_str().unwrap().to_owned();
    for clock in [days, no_clock()] {
        let (of_a_guest, _) = make(&server, clock).await;
        until_gone(&server, &of_a_guest).await;
    }
    for table in [private, slow] {
        assert_eq!(server.get(&format!("/api/tables/{table}")).await["stage"], "waiting");
    }
}

#[tokio::test]
async fn older_entries_of_a_log_are_read_in_pages() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
    white.event().await;
    assert_eq!(white.act("white", "a1b2").await["t"], "done");
    let path = format!("/api/tables/{table}/log");
    let all = server.get(&path).await;
    assert_eq!(
        (&all["earlier"], &all["log"][0]["event"], &all["log"][1]["event"]),
        (&json!(0), &json!("a5a2"), &json!("a1b2"))
    );
    assert_eq!(server.get(&format!("{path}?limit=1")).await["log"][0], all["log"][1]);
    let earlier = server.get(&format!("{path}?before=2&limit=5")).await;
    assert_eq!(earlier, json!({"earlier": 0, "log": [all["log"][0]]}));
    assert_eq!(server.get(&format!("{path}?before=0")).await, json!({"earlier": 0, "log": []}));
    assert_eq!(server.get(&format!("{path}?before=4294967295&limit=1")).await["earlier"], 1);
}
