//! State that all nodes share through the store: rematch votes and the chat rate limit.

use std::time::Duration;

use menagerie_server::Config;
use serde_json::{Value, json};

use crate::cluster::{Ground, on_every_ground};
use crate::common::{Client, Server};

on_every_ground!(a_wish_for_a_rematch_outlives_the_memory_of_its_node, a_seat_has_one_pace_at_all_nodes);

fn again(seat: &str) -> Value {
    json!({"t": "offer", "seat": seat, "offer": {"kind": "rematch"}})
}

/// A finished match whose Black voted for a rematch; all clients have disconnected. Returns the table and White's
/// token.
async fn black_wants_another_game(server: &Server) -> (String, String) {
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(server, &table, &[&ann]).await;
    assert_eq!(black.ask(json!({"t": "resign", "seat": "black"})).await["t"], "done");
    assert_eq!(black.ask(again("black")).await["t"], "done");
    drop(black);
    while server.app.open_rooms() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    (table, bob)
}

/// White connects, sees the vote and votes too: the rematch's table exists.
async fn white_agrees(server: &Server, table: &str, bob: &str) {
    let mut white = Client::silent(server, table).await;
    white.send(json!({"t": "hello", "tokens": [bob], "form": "text"})).await;
    assert_eq!(white.until("full").await["seen"]["offers"]["rematch"], json!(["black"]));
    assert_eq!(white.ask(again("white")).await["t"], "done");
    while !white.next().await.expect("the next table")["table"]["rematch"].is_string() {}
}

/// A single server unloads a table without clients, and may be restarted.
#[tokio::test]
async fn a_wish_for_a_rematch_stands_when_the_table_was_forgotten() {
    let server = Server::forgetful().await;
    let (table, bob) = black_wants_another_game(&server).await;
    white_agrees(&server, &table, &bob).await;
}

mod checks {
    use super::*;

    pub(super) async fn a_wish_for_a_rematch_outlives_the_memory_of_its_node(ground: &Ground) {
        let one = ground.node_with(Config { idle: Duration::ZERO, ..Config::default() }).await;
        let two = ground.node().await;
        let (table, bob) = black_wants_another_game(&one).await;
        white_agrees(&two, &table, &bob).await;
    }

    /// `docs/host/server.md`, limits: 5 messages in 10 seconds.
    pub(super) async fn a_seat_has_one_pace_at_all_nodes(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, _) = one.table_for_two("shogi5").await;
        let say = || json!({"t": "say", "seat": "black", "say": {"room": {"kind": "players"}, "text": "hello"}});
        let mut here = Client::join(&one, &table, &[&ann]).await;
        for _ in 0..5 {
            assert_eq!(here.ask(say()).await["t"], "done");
        }
        let mut there = Client::join(&two, &table, &[&ann]).await;
        let answer = there.ask(say()).await;
        assert_eq!((&answer["t"], &answer["code"]), (&json!("refused"), &json!("too-fast")), "{answer}");
    }
}
