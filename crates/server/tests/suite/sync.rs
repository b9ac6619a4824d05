//! Clients that were offline, retry, or lose their connection at any point.

use menagerie_server::{Config, Deps, Limits};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Client, RICH, Server, arrive, public, repeatable};

#[tokio::test]
async fn a_client_that_was_offline_gets_the_missed_events() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    black.act("black", "a5a2").await;
    white.event().await;
    white.act("white", "a1b2").await;
    let mut again = Client::silent(&server, &table).await;
    again.send(json!({"t": "hello", "tokens": [ann], "since": 1, "form": "text"})).await;
    let event = again.next().await.unwrap();
    assert_eq!((&event["t"], &event["version"]), (&json!("event"), &json!(2)));
    assert_eq!(event["seen"]["actor"], "black");
    assert_eq!(again.next().await.unwrap()["t"], "table", "nothing else was missed");
}

#[tokio::test]
async fn a_current_client_gets_nothing_and_one_with_a_future_version_gets_a_snapshot() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    for (since, answer) in [(json!(0), "table"), (json!(9), "full"), (Value::Null, "full")] {
        let mut client = Client::silent(&server, &table).await;
        client.send(json!({"t": "hello", "tokens": [ann], "since": since})).await;
        assert_eq!(client.next().await.unwrap()["t"], answer, "since {since}");
    }
}

#[tokio::test]
async fn a_message_sent_twice_is_answered_twice_and_done_once() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let act = json!({"t": "act", "ack": 7, "at": 0, "seat": "black", "action": "a5a2"});
    for _ in 0..2 {
        black.send(act.clone()).await;
        assert_eq!(black.answer(7).await["version"], 1);
    }
    // The answer is kept with its message: the same number does not stand for another one.
    black.send(json!({"t": "act", "ack": 7, "at": 0, "seat": "black", "action": "a5a3"})).await;
    assert_eq!(black.answer(7).await["code"], "malformed");
    // On a new connection the `ack` number is unknown, but the log has the event.
    let mut again = Client::join(&server, &table, &[&ann]).await;
    again.send(act).await;
    let answer = again.answer(7).await;
    assert_eq!((&answer["t"], &answer["version"]), (&json!("done"), &json!(1)));
    assert_eq!(again.version, 1);
}

/// When a player's connection is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Never,
    /// After every received message.
    Receiving,
    /// After every sent message, before the answer: the client cannot know whether it arrived.
    Sending,
    /// Once, after this number of received messages.
    Once(usize),
}

/// A game with chance and several actions per turn is played again and again, with connections cut everywhere. Nothing
/// is lost, nothing happens twice, and all clients see the same at the end.
#[tokio::test]
async fn the_socket_may_be_cut_at_every_message_boundary() {
    let whole = game(Cut::Never).await;
    let events = whole[0]["log"].as_array().unwrap();
    let by_chance = events.iter().filter(|entry| entry["by"] == "chance").count();
    assert!(events.len() >= 40 && by_chance > 0, "{} events, {by_chance} by chance", events.len());
    let same_turn = |pair: &[Value]| pair[0]["turn"] == pair[1]["turn"] && pair[0]["by"] == pair[1]["by"];
    assert!(events.windows(2).any(same_turn), "a seat acts several times in a turn");
    for cut in [Cut::Receiving, Cut::Sending].into_iter().chain((0..12).map(Cut::Once)) {
        let views = game(cut).await;
        for (one, other) in whole.iter().zip(&views) {
            assert_eq!(one, other, "{cut:?}");
        }
    }
}

/// Plays 40 actions; returns what both seats and a spectator see at the end.
async fn game(cut: Cut) -> Vec<Value> {
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let deps = Deps { config, entropy: repeatable(), ..Deps::new(Store::memory().await.unwrap()) };
    let server = Server::with(deps).await;
    let (table, tokens) = server.seated_table::<2>("heaven-hell", RICH).await;
    let mut sides = tokens.each_ref().map(|token| Side::new(&server, &table, token, cut));
    let mut looker = Client::join(&server, &table, &[]).await;
    for number in 0..40 {
        for side in &mut sides {
            side.catch_up(looker.version).await;
        }
        let Some(side) = sides.iter_mut().find(|side| side.seen["actions"].is_array()) else { break };
        let legal = side.seen["actions"].as_array().unwrap();
        let action = legal[number * 7 % legal.len()].as_str().unwrap().to_owned();
        side.act(&action).await;
        arrive(&mut looker).await;
    }
    let mut views = Vec::new();
    for tokens in [vec![&tokens[0]], vec![&tokens[1]], vec![]] {
        let mut late = Client::silent(&server, &table).await;
        late.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
        let full = public(&late.until("full").await);
        views.push(json!({"version": full["version"], "seen": full["seen"], "log": full["log"]}));
    }
    for (side, view) in sides.iter_mut().zip(&views) {
        side.catch_up(looker.version).await;
        assert_eq!(side.seen, view["seen"], "{cut:?}: what came bit by bit is what stands there");
    }
    views
}

/// A player whose connection is cut, and who reconnects.
struct Side<'a> {
    server: &'a Server,
    table: &'a str,
    token: &'a str,
    cut: Cut,
    heard: usize,
    client: Option<Client>,
    version: Option<u64>,
    seen: Value,
}

impl<'a> Side<'a> {
    fn new(server: &'a Server, table: &'a str, token: &'a str, cut: Cut) -> Self {
        Self { server, table, token, cut, heard: 0, client: None, version: None, seen: Value::Null }
    }

    async fn client(&mut self) -> &mut Client {
        if self.client.is_none() {
            let mut client = Client::silent(self.server, self.table).await;
            let hello = json!({"t": "hello", "tokens": [self.token], "since": self.version, "form": "text"});
            client.send(hello).await;
            self.client = Some(client);
        }
        self.client.as_mut().unwrap()
    }

    /// Reads one message. Events arrive in order, each once.
    async fn hear(&mut self) -> Value {
        let message = self.client().await.next().await.expect("an open connection");
        match message["t"].as_str().unwrap() {
            "full" => assert_eq!(self.version, None, "what was known is not told again"),
            "event" => assert_eq!(message["version"].as_u64(), self.version.map(|version| version + 1)),
            _ => {}
        }
        if message["seen"].is_object() {
            self.version = message["version"].as_u64();
            self.seen = public(&message["seen"]);
        }
        self.heard += 1;
        if self.cut == Cut::Receiving || self.cut == Cut::Once(self.heard - 1) {
            self.client = None;
        }
        message
    }

    async fn catch_up(&mut self, version: u64) {
        while self.version.is_none_or(|known| known < version) {
            self.hear().await;
        }
    }

    /// Makes a move, and retries until the event is in the log.
    async fn act(&mut self, action: &str) {
        let at = self.version;
        let seat = self.seen["viewer"].clone();
        let act = json!({"t": "act", "ack": at.unwrap() + 1, "at": at, "seat": seat, "action": action});
        if self.cut == Cut::Sending {
            self.client().await.send(act.clone()).await;
            self.client = None;
        }
        self.client().await.send(act.clone()).await;
        while self.version == at {
            if self.client.is_none() {
                self.client().await.send(act.clone()).await;
            }
            let message = self.hear().await;
            assert_ne!(message["t"], "refused", "{message}");
        }
    }
}

#[tokio::test]
async fn another_writer_at_the_same_table_is_noticed() {
    let store = menagerie_store::Store::memory().await.unwrap();
    let server = Server::with(menagerie_server::Deps::new(store.clone())).await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let elsewhere = menagerie_store::NewEvent { text: "a5a4".to_owned(), by: "black".to_owned() };
    store.append(&table.parse().unwrap(), 0, &[elsewhere]).await.unwrap();
    black.send(json!({"t": "act", "ack": 1, "at": 0, "seat": "black", "action": "a5a2"})).await;
    let told = black.event().await;
    assert_eq!((&told["version"], &told["entry"]["event"]), (&json!(1), &json!("a5a4")), "the log is the truth");
    assert_eq!(black.answer(1).await["code"], "stale");
}

/// More events than the outgoing queue holds were appended by another node before this node read them.
#[tokio::test]
async fn a_client_that_reads_stays_connected_after_many_remote_events() {
    let store = Store::memory().await.unwrap();
    let server = Server::with(Deps::new(store.clone())).await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    let event = |text: &&str| menagerie_store::NewEvent { text: (*text).to_owned(), by: "black".to_owned() };
    let elsewhere: Vec<_> = ["!offer-draw:black", "!decline-draw:black"].iter().cycle().take(300).map(event).collect();
    store.append(&table.parse().unwrap(), 0, &elsewhere).await.unwrap();
    assert_eq!(black.act("black", "a5a2").await["code"], "stale");
    assert_eq!(white.until("full").await["version"], 300);
    assert_eq!(black.act("black", "a5a2").await["version"], 301);
    assert_eq!(white.event().await["version"], 301);
}
