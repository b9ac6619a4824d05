//! Retries after a lost connection: the server repeats its answer and does nothing twice.

use std::time::Duration;

use menagerie_server::{Config, Deps};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Client, Server};

/// A table in the middle of a match, with its tokens.
struct Scene {
    server: Server,
    table: String,
    ann: String,
    white: Option<Client>,
}

impl Scene {
    async fn set(server: Server) -> Self {
        let (table, ann, bob) = server.table_for_two("shogi5").await;
        let white = Some(Client::join(&server, &table, &[&bob]).await);
        Self { server, table, ann, white }
    }

    /// Black connects, with or without a client id.
    async fn black(&self, name: Option<&str>) -> Client {
        let mut client = Client::silent(&self.server, &self.table).await;
        let mut hello = json!({"t": "hello", "tokens": [self.ann], "form": "text"});
        if let Some(name) = name {
            hello["client"] = json!(name);
        }
        client.send(hello).await;
        client.until("full").await;
        client
    }

    async fn white_does(&mut self, messages: &[Value]) {
        for message in messages {
            let answer = self.white.as_mut().unwrap().ask(message.clone()).await;
            assert_eq!(answer["t"], "done", "{message}: {answer}");
        }
    }

    /// All clients disconnect, and the table leaves memory.
    async fn desert(&mut self) {
        self.white = None;
        while self.server.app.open_rooms() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The events and the chat messages that a new connection gets.
    async fn kept(&self) -> (Vec<Value>, usize) {
        let mut client = Client::silent(&self.server, &self.table).await;
        client.send(json!({"t": "hello", "tokens": [self.ann], "form": "text"})).await;
        let full = client.until("full").await;
        let events = full["log"].as_array().unwrap().iter().map(|entry| entry["event"].clone()).collect();
        (events, full["talk"].as_array().unwrap().len())
    }
}

fn offer(seat: &str, kind: &str) -> Value {
    json!({"t": kind, "seat": seat, "offer": {"kind": "draw"}})
}

/// What Black sends, and what White does before and after it.
fn cases() -> Vec<(Vec<Value>, Value, Vec<Value>)> {
    let say = json!({"t": "say", "seat": "black", "say": {"room": {"kind": "players"}, "text": "hello"}});
    let act = json!({"t": "act", "at": 0, "seat": "black", "action": "a5a2"});
    vec![
        (vec![], say, vec![]),
        (vec![], act, vec![]),
        (vec![], offer("black", "offer"), vec![offer("white", "decline")]),
        (vec![], offer("black", "offer"), vec![offer("white", "decline"), offer("white", "offer")]),
        (vec![offer("white", "offer")], offer("black", "decline"), vec![offer("white", "offer")]),
        (vec![], json!({"t": "resign", "seat": "black"}), vec![]),
    ]
}

#[tokio::test]
async fn what_a_client_asks_again_on_a_new_connection_is_answered_and_not_done_again() {
    for (before, mut message, after) in cases() {
        message["ack"] = json!(7);
        let mut scene = Scene::set(Server::start().await).await;
        scene.white_does(&before).await;
        let mut black = scene.black(Some("the browser of Ann")).await;
        black.send(message.clone()).await;
        let answer = black.answer(7).await;
        assert_eq!(answer["t"], "done", "{message}: {answer}");
        drop(black);
        scene.white_does(&after).await;
        let kept = scene.kept().await;
        let mut black = scene.black(Some("the browser of Ann")).await;
        black.send(message.clone()).await;
        assert_eq!(black.answer(7).await, answer, "{message}");
        assert_eq!(scene.kept().await, kept, "{message} is done once");
    }
}

#[tokio::test]
async fn a_number_means_something_to_its_own_client_only() {
    let scene = Scene::set(Server::start().await).await;
    let say = json!({"t": "say", "ack": 7, "seat": "black", "say": {"room": {"kind": "players"}, "text": "hello"}});
    for name in [Some("one"), Some("another"), None, None] {
        let mut black = scene.black(name).await;
        black.send(say.clone()).await;
        assert_eq!(black.answer(7).await["t"], "done");
    }
    assert_eq!(scene.kept().await.1, 4);
}

#[tokio::test]
async fn an_offer_with_a_version_is_made_once_also_after_the_table_left_memory() {
    for (before, mut message, after) in cases().into_iter().filter(|(_, message, _)| message["t"] != "say") {
        let config = Config { idle: Duration::ZERO, ..Config::default() };
        let deps = Deps { config, ..Deps::new(Store::memory().await.unwrap()) };
        let mut scene = Scene::set(Server::with(deps).await).await;
        scene.white_does(&before).await;
        let mut black = scene.black(None).await;
        if message["t"] != "resign" {
            message["at"] = json!(black.version);
        }
        message["ack"] = json!(7);
        black.send(message.clone()).await;
        let answer = black.answer(7).await;
        drop(black);
        scene.white_does(&after).await;
        let kept = scene.kept().await;
        scene.desert().await;
        let mut black = scene.black(None).await;
        black.send(message.clone()).await;
        assert_eq!(black.answer(7).await, answer, "{message}");
        assert_eq!(scene.kept().await, kept, "{message} is done once");
    }
}

#[tokio::test]
async fn a_chat_message_is_stored_once_also_after_the_table_left_memory() {
    let mut scene = Scene::set(Server::forgetful().await).await;
    let say = json!({"t": "say", "ack": 7, "seat": "black", "say": {"room": {"kind": "players"}, "text": "hello"}});
    let mut answers = Vec::new();
    for _ in 0..2 {
        let mut black = scene.black(Some("the browser of Ann")).await;
        black.send(say.clone()).await;
        answers.push(black.answer(7).await);
        drop(black);
        scene.desert().await;
    }
    assert_eq!(answers[0]["t"], "done", "{}", answers[0]);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(scene.kept().await.1, 1);
}
