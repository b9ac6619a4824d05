//! Idempotency of chat messages and alliance steps, which have no version: a retry at any node, also after a restart,
//! is done once.

use menagerie_server::Deps;
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::cluster::{Ground, on_every_ground};
use crate::common::{Client, Server};
use crate::services::database;

on_every_ground!(
    words_that_are_sent_again_to_another_node_are_said_once,
    words_that_are_sent_to_two_nodes_at_once_are_said_once,
    a_step_of_an_alliance_that_is_sent_again_to_another_node_is_taken_once,
    a_number_that_was_used_for_other_words_is_refused_at_every_node,
    a_refused_message_is_not_carried_out_by_a_late_attempt,
);

/// A connection with a client id.
async fn known(server: &Server, table: &str, token: &str) -> Client {
    let mut client = Client::silent(server, table).await;
    client.send(json!({"t": "hello", "tokens": [token], "form": "text", "client": "the browser of Ann"})).await;
    client.until("full").await;
    client
}

fn say(seat: &str, text: &str) -> Value {
    json!({"t": "say", "ack": 7, "seat": seat, "say": {"room": {"kind": "players"}, "text": text}})
}

fn ally(seat: &str, step: &Value) -> Value {
    json!({"t": "ally", "ack": 7, "seat": seat, "step": step})
}

/// The chat messages and alliance steps that a new connection gets.
async fn kept(server: &Server, table: &str, token: &str) -> (Vec<Value>, Vec<Value>) {
    let mut client = Client::silent(server, table).await;
    client.send(json!({"t": "hello", "tokens": [token], "form": "text"})).await;
    let full = client.until("full").await;
    let said = full["talk"].as_array().unwrap().iter().map(|said| said["text"].clone()).collect();
    let mut steps = Vec::new();
    loop {
        let message = client.next().await.expect("the table");
        match message["t"].as_str().unwrap() {
            "alliance" => steps.push(message["alliance"]["what"].clone()),
            "table" => return (said, steps),
            _ => {}
        }
    }
}

mod checks {
    use super::*;

    pub(super) async fn words_that_are_sent_again_to_another_node_are_said_once(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = known(&one, &table, &ann).await;
        black.send(say("black", "hello")).await;
        let answer = black.answer(7).await;
        assert_eq!(answer["t"], "done", "{answer}");
        assert_eq!(black.act("black", "a5a2").await["t"], "done");
        drop(black);
        let mut black = known(&two, &table, &ann).await;
        black.send(say("black", "hello")).await;
        assert_eq!(black.answer(7).await, answer, "the same answer, though the match has gone on");
        assert_eq!(kept(&two, &table, &ann).await.0, ["hello"]);
        // The same client id and number from another seat is another request.
        let mut white = known(&two, &table, &bob).await;
        white.send(say("white", "good evening")).await;
        assert_eq!(white.answer(7).await["t"], "done");
        assert_eq!(kept(&two, &table, &ann).await.0, ["hello", "good evening"]);
    }

    pub(super) async fn words_that_are_sent_to_two_nodes_at_once_are_said_once(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, _) = one.table_for_two("shogi5").await;
        let (mut here, mut there) = (known(&one, &table, &ann).await, known(&two, &table, &ann).await);
        tokio::join!(here.send(say("black", "hello")), there.send(say("black", "hello")));
        let (first, second) = tokio::join!(here.answer(7), there.answer(7));
        assert_eq!((&first["t"], &second["t"]), (&json!("done"), &json!("done")), "{first} {second}");
        assert_eq!(kept(&one, &table, &ann).await.0, ["hello"]);
    }

    pub(super) async fn a_number_that_was_used_for_other_words_is_refused_at_every_node(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, _) = one.table_for_two("shogi5").await;
        let mut black = known(&one, &table, &ann).await;
        black.send(say("black", "hello")).await;
        let answer = black.answer(7).await;
        for node in [&one, &two] {
            let mut black = known(node, &table, &ann).await;
            black.send(say("black", "goodbye")).await;
            let refusal = black.answer(7).await;
            assert_eq!((&refusal["t"], &refusal["code"]), (&json!("refused"), &json!("malformed")), "{refusal}");
            black.send(say("black", "hello")).await;
            assert_eq!(black.answer(7).await, answer, "the message itself is still answered as before");
        }
        assert_eq!(kept(&two, &table, &ann).await.0, ["hello"]);
    }

    /// The first attempt is delayed on its way to a node that does not know yet why the second one was refused.
    pub(super) async fn a_refused_message_is_not_carried_out_by_a_late_attempt(ground: &Ground) {
        let offer = ally("red", &json!({"step": "offer", "seat": "blue", "open": true}));
        for message in [say("red", "hello"), offer] {
            let (one, behind) = (ground.node().await, ground.node_without_notices().await);
            let (table, [red, ..]) = one.seated_table::<4>("djambi", "").await;
            let mut delayed = known(&behind, &table, &red).await;
            let mut repeated = known(&one, &table, &red).await;
            let close = format!("/api/operator/tables/{table}/close");
            assert_eq!(one.operate("POST", &close, Value::Null).await.0, 204);
            for attempt in [&mut repeated, &mut delayed] {
                attempt.send(message.clone()).await;
                assert_eq!(attempt.answer(7).await["t"], "refused", "{message}");
            }
            assert_eq!(kept(&one, &table, &red).await, (Vec::new(), Vec::new()), "{message}");
        }
    }

    pub(super) async fn a_step_of_an_alliance_that_is_sent_again_to_another_node_is_taken_once(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, [red, blue, ..]) = one.seated_table::<4>("djambi", "").await;
        let offer = ally("red", &json!({"step": "offer", "seat": "blue", "open": true}));
        let mut reds = known(&one, &table, &red).await;
        reds.send(offer.clone()).await;
        let answer = reds.answer(7).await;
        assert_eq!(answer["t"], "done", "{answer}");
        drop(reds);
        let mut blues = known(&two, &table, &blue).await;
        blues.send(ally("blue", &json!({"step": "refuse", "seat": "red"}))).await;
        assert_eq!(blues.answer(7).await["t"], "done");
        // Another offer would be possible now, but this is the old one.
        let mut reds = known(&two, &table, &red).await;
        reds.send(offer).await;
        assert_eq!(reds.answer(7).await, answer);
        assert_eq!(kept(&two, &table, &red).await.1, ["offered", "refused"]);
    }
}

async fn check_restart(open: impl AsyncFn() -> Store) {
    let before = Server::with(Deps::new(open().await)).await;
    let (table, ann, _) = before.table_for_two("shogi5").await;
    let mut black = known(&before, &table, &ann).await;
    black.send(say("black", "hello")).await;
    let answer = black.answer(7).await;
    assert_eq!(answer["t"], "done", "{answer}");
    drop(black);
    before.stop().await;
    let after = Server::with(Deps::new(open().await)).await;
    let mut black = known(&after, &table, &ann).await;
    black.send(say("black", "hello")).await;
    assert_eq!(black.answer(7).await, answer);
    assert_eq!(kept(&after, &table, &ann).await.0, ["hello"]);
}

#[tokio::test]
async fn words_are_said_once_also_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("menagerie-once-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("menagerie.db");
    check_restart(async || Store::open(&path).await.unwrap()).await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn words_are_said_once_also_after_a_restart_on_postgres() {
    let url = database().await;
    check_restart(async || Store::postgres(&url).await.unwrap()).await;
}
