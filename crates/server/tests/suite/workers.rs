//! Think jobs and lost answers. The test itself is the only worker.

use menagerie_bus::{Bus, InProcessHub};
use menagerie_server::{Config, Deps, Limits};
use menagerie_store::{Job, JobFilter, Store};
use serde_json::{Value, json};
use std::time::Duration;

use crate::cluster::QUICK;
use crate::common::{Client, RICH, Server, here, repeatable};

/// A node that does not search itself, and its store.
async fn node() -> (Server, Store) {
    let store = Store::memory().await.unwrap();
    let bus = Bus::in_process(&InProcessHub::default(), QUICK);
    bus.wait_until_up().await;
    let config = Config { limits: Limits::unlimited(), runs_engine: false, ..Config::default() };
    (Server::with(Deps { bus, config, entropy: repeatable(), ..Deps::new(store.clone()) }).await, store)
}

/// The next think job that no worker holds.
async fn question(store: &Store) -> Job {
    loop {
        if let Some(job) = store.take_job("test", 60_000, JobFilter::ANY).await.unwrap() {
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
    store.finish_job(&job.id, &answer.to_string()).await.unwrap();
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
    // Another node that waited for the same answer has read it, and died before it applied it.
    store.delete_job(&first.id).await.unwrap();
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
    store.finish_job(&first.id, &nothing.to_string()).await.unwrap();
    let again = question(&store).await;
    reply(&store, &mut ann, &again).await;
}

/// `docs/host/security.md`: a search gets what its seat sees. So the request is the same wherever a trap of the other seat
/// lies.
#[tokio::test]
async fn a_computer_player_is_asked_with_the_view_of_its_seat() {
    let mut requests = Vec::new();
    for trap in ["a4", "h5"] {
        let (server, store) = node().await;
        let start = RICH.replace(" - 300/300 ", &format!(" {trap}w 300/300 "));
        let seats = json!([here("Ann"), {"kind": "computer", "level": 1}]);
        let made = server.post("/api/tables", json!({"game": "heaven-hell", "position": start, "seats": seats})).await;
        let token = made["tokens"][0][1].as_str().unwrap();
        let mut ann = Client::join(&server, made["table"]["id"].as_str().unwrap(), &[token]).await;
        assert_eq!(ann.act("white", "g1f3").await["t"], "done");
        let request: Value = serde_json::from_str(&question(&store).await.request).unwrap();
        assert_eq!(request["seat"], 1, "{request}");
        requests.push(request);
    }
    assert_eq!(requests[0], requests[1]);
}
