//! What workers answer, and what becomes of a computer player when an answer is lost. The test is the only worker.

use menagerie_bus::{Bus, Hall, Pace};
use menagerie_server::{Config, Deps, Limits};
use menagerie_store::{Job, Store, Wanted};
use serde_json::{Value, json};
use std::time::Duration;

use crate::common::{Client, Server, here};

/// A node whose computer players think elsewhere, and its store.
async fn node() -> (Server, Store) {
    let store = Store::memory().await.unwrap();
    let pace = Pace { beat: Duration::from_millis(200), silence: Duration::from_secs(2) };
    let bus = Bus::in_process(&Hall::default(), pace);
    bus.wait_until_up().await;
    let config = Config { limits: Limits::generous(), thinks: false, ..Config::default() };
    (Server::with(Deps { bus, config, ..Deps::new(store.clone()) }).await, store)
}

/// The next question that nobody works on.
async fn question(store: &Store) -> Job {
    loop {
        if let Some(job) = store.take_job("test", 60_000, Wanted::ANY).await.unwrap() {
            return job;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A person who has moved against a computer player.
async fn moved(server: &Server) -> Client {
    let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "computer", "level": 1}]});
    let made = server.post("/api/tables", body).await;
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(server, made["table"]["id"].as_str().unwrap(), &[token]).await;
    assert_eq!(ann.act("black", "a5a2").await["t"], "done");
    ann
}

async fn reply(store: &Store, ann: &mut Client, job: &Job) {
    let answer = json!({"reply": {"action": "a1b2", "expected": 0.5}, "thought": null});
    store.answer_job(&job.id, &answer.to_string()).await.unwrap();
    let played = loop {
        let event: Value = ann.event().await;
        if event["entry"]["by"] == "white" {
            break event;
        }
    };
    assert_eq!(played["entry"]["event"], "a1b2");
}

#[tokio::test]
async fn a_question_whose_answer_was_lost_is_asked_again() {
    let (server, store) = node().await;
    let mut ann = moved(&server).await;
    let first = question(&store).await;
    // Another node that waited for the same answer has read it, and died before it did anything.
    store.drop_job(&first.id).await.unwrap();
    let again = question(&store).await;
    assert_eq!(again.id, first.id);
    reply(&store, &mut ann, &again).await;
}

#[tokio::test]
async fn a_computer_player_that_found_nothing_is_asked_again() {
    let (server, store) = node().await;
    let mut ann = moved(&server).await;
    let first = question(&store).await;
    let nothing = json!({"reply": null, "thought": null});
    store.answer_job(&first.id, &nothing.to_string()).await.unwrap();
    let again = question(&store).await;
    reply(&store, &mut ann, &again).await;
}
