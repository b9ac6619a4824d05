//! Seeks at several nodes: two matching seeks are paired, and a seek ends with its connection or its node.

use std::time::Duration;

use menagerie_server::Config;
use serde_json::{Value, json};

use crate::bot_api::Program;
use crate::cluster::{Ground, on_every_ground};
use crate::common::Server;

const SEEK: &str = "/api/board/seek";
const BLITZ: &str = "variant=jungle&time=5&increment=3";

on_every_ground!(
    seeks_at_two_nodes_meet,
    seeks_made_at_the_same_time_meet,
    a_seek_that_is_closed_at_one_node_is_over_at_the_other,
    the_seek_of_a_dead_node_swallows_nobody,
);

/// Waits until this number of tables is in the lobby.
async fn until_listed(server: &Server, count: usize) -> Vec<Value> {
    loop {
        let lobby = server.get("/api/lobby").await["waiting"].as_array().unwrap().clone();
        if lobby.len() == count {
            return lobby;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn sits(table: &Value, name: &str) -> bool {
    table["seats"].as_array().unwrap().iter().any(|seat| seat["player"]["name"] == name)
}

mod checks {
    use super::*;

    pub(super) async fn seeks_at_two_nodes_meet(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let ann = Program::register(&one, "Ann").await;
        let bob = Program::register(&one, "Bob").await.at(&two);
        let mut events = ann.stream("/api/stream/event").await;
        let mut waiting = ann.open("POST", SEEK, &format!("{BLITZ}&color=white")).await;
        let (status, found) = bob.post(SEEK, &format!("{BLITZ}&color=black")).await;
        assert_eq!(status, 200, "{found}");
        assert_eq!(waiting.next().await, None, "the stream ends when the game begins");
        let start = events.until("gameStart").await;
        assert_eq!((&start["game"]["id"], &start["game"]["color"]), (&found["id"], &json!("white")));
        until_listed(&two, 0).await;
    }

    pub(super) async fn seeks_made_at_the_same_time_meet(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let ann = Program::register(&one, "Ann").await;
        let bob = Program::register(&one, "Bob").await.at(&two);
        for _ in 0..5 {
            let seek = "variant=jungle&days=2";
            let ((_, hers), (_, his)) = tokio::join!(ann.post(SEEK, seek), bob.post(SEEK, seek));
            assert!(hers["id"].is_string(), "{hers}");
            assert_eq!(hers["id"], his["id"]);
            until_listed(&one, 0).await;
        }
    }

    pub(super) async fn a_seek_that_is_closed_at_one_node_is_over_at_the_other(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let ann = Program::register(&one, "Ann").await;
        let (bob, cid) = (Program::register(&one, "Bob").await.at(&two), Program::register(&one, "Cid").await);
        let waiting = ann.open("POST", SEEK, BLITZ).await;
        until_listed(&two, 1).await;
        drop(waiting);
        until_listed(&two, 0).await;
        // A stream: no opponent was found.
        let mut waiting = bob.open("POST", SEEK, BLITZ).await;
        let (status, found) = cid.post(SEEK, BLITZ).await;
        assert_eq!(status, 200, "{found}");
        assert_eq!(waiting.next().await, None);
    }

    pub(super) async fn the_seek_of_a_dead_node_swallows_nobody(ground: &Ground) {
        // A node with an expired seek lease is dead as far as its seeks are concerned.
        let dead = ground.node_with(Config { seek_lease: Duration::ZERO, ..Config::default() }).await;
        let alive = ground.node().await;
        let ann = Program::register(&dead, "Ann").await;
        let bob = Program::register(&dead, "Bob").await.at(&alive);
        let _hers = ann.open("POST", SEEK, BLITZ).await;
        // A stream: no opponent was found. In time her table leaves the lobby too.
        let _his = bob.open("POST", SEEK, BLITZ).await;
        while !sits(&until_listed(&alive, 1).await[0], "Bob") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
