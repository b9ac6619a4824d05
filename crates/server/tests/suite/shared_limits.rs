//! Rate limits hold at all nodes together: a client gains nothing by changing nodes.

use std::time::Duration;

use menagerie_server::{Config, Limits, Rate};
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::cluster::{Ground, on_every_ground};
use crate::common::{Client, Server, here};

on_every_ground!(
    tables_made_at_one_node_count_at_the_other,
    wrong_passwords_at_one_node_count_at_the_other,
    chat_of_spectators_counts_at_all_nodes,
);

/// A burst, and a refill that takes longer than any test.
const RATE: Rate = Rate { per_minute: 1, burst: 16 };

/// How long a test waits for a notice of another node.
const PATIENCE: Duration = Duration::from_mins(1);

async fn two_nodes(ground: &Ground, limits: Limits) -> (Server, Server) {
    let config = || Config { limits, ..Config::default() };
    (ground.node_limited(config()).await, ground.node_limited(config()).await)
}

/// Waits until a node was charged this many units for other nodes.
async fn charged(server: &Server, units: u32) {
    let line = format!("\nmenagerie_remote_limit_units_total {units}\n");
    let told = async {
        while !server.get("/metrics").await.as_str().unwrap().contains(&line) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(PATIENCE, told).await.is_ok(), "the other nodes never told of exactly {units} units");
}

async fn make_table(server: &Server) -> u16 {
    server.call("POST", "/api/tables", json!({"game": "jungle", "seats": [here("a"), here("b")]})).await.0
}

async fn try_password(server: &Server) -> u16 {
    server.call("POST", "/api/session", json!({"name": "Ann", "password": "not this one"})).await.0
}

mod checks {
    use super::*;

    pub(super) async fn tables_made_at_one_node_count_at_the_other(ground: &Ground) {
        let (one, two) = two_nodes(ground, Limits { tables: RATE, ..Limits::unlimited() }).await;
        for _ in 0..10 {
            assert_eq!(make_table(&one).await, 201);
        }
        charged(&two, 10).await;
        for _ in 0..6 {
            assert_eq!(make_table(&two).await, 201);
        }
        assert_eq!(make_table(&two).await, 429);
        charged(&one, 6).await;
        assert_eq!(make_table(&one).await, 429);
    }

    /// `docs/host/security.md`: 10 failures of one address for one account.
    pub(super) async fn wrong_passwords_at_one_node_count_at_the_other(ground: &Ground) {
        let (one, two) = two_nodes(ground, Limits::unlimited()).await;
        let right = json!({"name": "Ann", "password": "the right one"});
        assert_eq!(one.call("POST", "/api/account", right).await.0, 200);
        for _ in 0..5 {
            assert_eq!(try_password(&one).await, 403);
        }
        charged(&two, 5).await;
        for _ in 0..5 {
            assert_eq!(try_password(&two).await, 403);
        }
        assert_eq!(try_password(&two).await, 429);
        charged(&one, 5).await;
        assert_eq!(try_password(&one).await, 429);
    }

    pub(super) async fn chat_of_spectators_counts_at_all_nodes(ground: &Ground) {
        let talk = Limits::default().talk;
        let limits = Limits { talk, spectator_chat: Rate { per_minute: 1, burst: 3 }, ..Limits::unlimited() };
        let (one, two) = two_nodes(ground, limits).await;
        let (table, ..) = one.table_for_two("jungle").await;
        let say = || json!({"t": "say", "say": {"room": {"kind": "spectators"}, "text": "hello"}});
        let mut here = Client::join(&one, &table, &[]).await;
        for _ in 0..3 {
            assert_eq!(here.ask(say()).await["t"], "done");
        }
        charged(&two, 3).await;
        let answer = Client::join(&two, &table, &[]).await.ask(say()).await;
        assert_eq!((&answer["t"], &answer["code"]), (&json!("refused"), &json!("too-fast")), "{answer}");
    }
}
