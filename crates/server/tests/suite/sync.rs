//! Clients that were away, ask twice, or lose their connection anywhere.

use serde_json::{Value, json};

use crate::common::{Client, Server};

#[tokio::test]
async fn who_was_away_gets_the_missed_events() {
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
async fn who_knows_the_present_gets_nothing_again_and_who_claims_the_future_gets_everything() {
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
    // After a lost connection the number means nothing, but the log knows.
    let mut again = Client::join(&server, &table, &[&ann]).await;
    again.send(act).await;
    let answer = again.answer(7).await;
    assert_eq!((&answer["t"], &answer["version"]), (&json!("done"), &json!(1)));
    assert_eq!(again.version, 1);
}

/// A game of a few moves is played again and again, each time with one side's connection cut before another message.
#[tokio::test]
async fn the_socket_may_be_cut_at_every_message_boundary() {
    let moves = [("black", "a5a2"), ("white", "a1b2"), ("black", "b5a4"), ("white", "b2b3")];
    let server = Server::with_generous_limits().await;
    let mut reference = None;
    for cut in 0..16 {
        let (table, ann, bob) = server.table_for_two("shogi5").await;
        let mut sides = [Cut::new(&table, &ann, "black", cut), Cut::new(&table, &bob, "white", usize::MAX)];
        for (version, (seat, action)) in moves.iter().enumerate() {
            let index = usize::from(*seat == "white");
            sides[index].play(&server, version as u64, action).await;
        }
        let mut looker = Client::silent(&server, &table).await;
        looker.send(json!({"t": "hello", "form": "text"})).await;
        let full = looker.until("full").await;
        let log: Vec<Value> = full["log"].as_array().unwrap().iter().map(|entry| entry["event"].clone()).collect();
        assert_eq!(log, moves.map(|(_, action)| json!(action)), "cut before message {cut}");
        let text = full["seen"]["text"].clone();
        assert_eq!(*reference.get_or_insert(text.clone()), text);
    }
}

/// A client that loses its connection once, before the message of this number, and goes on.
struct Cut<'a> {
    table: &'a str,
    token: &'a str,
    seat: &'a str,
    left: usize,
    client: Option<Client>,
    version: u64,
}

impl<'a> Cut<'a> {
    fn new(table: &'a str, token: &'a str, seat: &'a str, cut: usize) -> Self {
        Self { table, token, seat, left: cut, client: None, version: 0 }
    }

    /// Sends or receives through this, so that the connection can be cut in between.
    async fn client(&mut self, server: &Server) -> &mut Client {
        if self.left == 0 {
            self.client = None;
        }
        self.left = self.left.wrapping_sub(1);
        if self.client.is_none() {
            let mut client = Client::silent(server, self.table).await;
            client.version = self.version;
            let since = self.version;
            client.send(json!({"t": "hello", "tokens": [self.token], "since": since, "form": "text"})).await;
            self.client = Some(client);
        }
        self.client.as_mut().unwrap()
    }

    /// Does an action that answers this version, however often the connection is lost meanwhile.
    async fn play(&mut self, server: &Server, at: u64, action: &str) {
        while self.version < at {
            self.hear(server).await;
        }
        let act = json!({"t": "act", "ack": at + 1, "at": at, "seat": self.seat, "action": action});
        self.client(server).await.send(act.clone()).await;
        while self.version <= at {
            let lost = self.left == 0;
            if let Some(message) = self.hear(server).await {
                assert_ne!(message["t"], "refused", "{message}");
            }
            if lost && self.version <= at {
                // Nobody knows whether it arrived: it is sent again.
                self.client(server).await.send(act.clone()).await;
            }
        }
    }

    async fn hear(&mut self, server: &Server) -> Option<Value> {
        let message = self.client(server).await.next().await;
        if let Some(version) = message.as_ref().filter(|it| it["t"] == "event" || it["t"] == "full") {
            self.version = self.version.max(version["version"].as_u64().unwrap());
        }
        message
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
