//! Several nodes on one database: any node serves any table, and any node may die.
//!
//! Each check runs with nodes in one process. With the services of `cargo xtask services` it also runs on `PostgreSQL`,
//! with `LISTEN`/`NOTIFY` between the nodes and with NATS.

use std::time::Duration;

use menagerie_bus::{Bus, Heartbeat, InProcessHub};
use menagerie_server::{Config, Deps, Limits};
use menagerie_store::Store;
use menagerie_table::secret::Digest;
use serde_json::{Value, json};

use crate::bot_api::Program;
use crate::common::{Client, Server, here};
use crate::dice;
use crate::services::{database, nats};

/// The database and bus under the nodes.
pub(crate) enum Ground {
    /// One store in memory, and a bus within the process.
    Process(Store, InProcessHub),
    /// A `PostgreSQL` database, and optionally a NATS server.
    Servers(String, Option<String>),
}

pub(crate) const QUICK: Heartbeat = Heartbeat {
    interval: Duration::from_millis(200),
    timeout: Duration::from_secs(2),
    discovery: Duration::from_millis(400),
};

impl Ground {
    pub(crate) async fn process() -> Self {
        Self::Process(Store::memory().await.unwrap(), InProcessHub::default())
    }

    pub(crate) async fn postgres() -> Self {
        Self::Servers(database().await, None)
    }

    pub(crate) async fn nats() -> Self {
        let database = database().await;
        let (_, cluster) = database.rsplit_once('/').unwrap();
        // A cluster of its own: other tests spend from the same address.
        let nats = format!("{}/{cluster}", nats());
        Self::Servers(database, Some(nats))
    }

    /// A new node, connected to the others.
    pub(crate) async fn node(&self) -> Server {
        self.node_with(Config::default()).await
    }

    /// A new node with this configuration.
    pub(crate) async fn node_with(&self, config: Config) -> Server {
        // The chat rate limit counts at all nodes together, so it alone stays.
        let limits = Limits { talk: Limits::default().talk, ..Limits::unlimited() };
        self.node_limited(Config { limits, ..config }).await
    }

    /// A new node with this configuration, its limits included.
    pub(crate) async fn node_limited(&self, config: Config) -> Server {
        let (store, bus) = match self {
            Self::Process(store, hall) => (store.clone(), Bus::in_process(hall, QUICK)),
            Self::Servers(url, None) => {
                let store = Store::postgres(url).await.unwrap();
                let bus = Bus::postgres(&store, QUICK);
                (store, bus)
            }
            Self::Servers(url, Some(nats)) => (Store::postgres(url).await.unwrap(), Bus::nats(nats, QUICK).unwrap()),
        };
        start(store, bus, config).await
    }

    /// A new node on the same database. It hears no notice of the others, and they hear none of its notices.
    pub(crate) async fn node_without_notices(&self) -> Server {
        let store = match self {
            Self::Process(store, _) => store.clone(),
            Self::Servers(url, _) => Store::postgres(url).await.unwrap(),
        };
        let config = Config { limits: Limits::unlimited(), ..Config::default() };
        start(store, Bus::in_process(&InProcessHub::default(), QUICK), config).await
    }

    pub(crate) async fn two_nodes(&self) -> (Server, Server) {
        tokio::join!(self.node(), self.node())
    }
}

async fn start(store: Store, bus: Bus, config: Config) -> Server {
    bus.wait_until_up().await;
    // Notices of `PostgreSQL` go to all nodes.
    if bus.kind() != "PostgreSQL" {
        bus.wait_until_direct().await;
    }
    let operator = Some(Digest::of("tok"));
    let config = Config { operator, ..config };
    Server::with(Deps { bus, config, ..Deps::new(store) }).await
}

/// One test per backend for each check.
macro_rules! on_every_ground {
    ($($check:ident),* $(,)?) => {
        $(mod $check {
            use crate::cluster::Ground;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn in_one_process() {
                super::checks::$check(&Ground::process().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL: cargo xtask services"]
            async fn on_postgres() {
                super::checks::$check(&Ground::postgres().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL and NATS: cargo xtask services"]
            async fn on_postgres_with_nats() {
                super::checks::$check(&Ground::nats().await).await;
            }
        })*
    };
}

pub(crate) use on_every_ground;

on_every_ground!(
    one_game_on_two_nodes,
    a_seat_taken_at_one_node_begins_the_match_at_the_other,
    a_match_that_began_without_a_notice_is_shown_as_begun,
    events_without_a_notice_are_in_everything_that_is_read,
    words_and_presence_cross_nodes,
    what_was_done_at_one_node_is_done_at_the_other,
    a_client_that_changes_nodes_misses_nothing,
    of_two_actions_at_once_one_is_refused_as_stale,
    a_rematch_is_agreed_across_nodes,
    a_wish_for_a_rematch_is_told_once_and_can_be_withdrawn,
    dice_are_committed_to_at_one_node_and_used_at_the_other,
    the_nonces_of_a_rematch_meet_across_nodes,
    words_that_are_removed_at_one_node_are_gone_at_the_other,
    a_ban_holds_everywhere,
    a_ban_of_an_account_ends_its_seats_everywhere,
    a_computer_plays_once_however_many_nodes_look,
    an_account_hears_of_its_games_at_any_node,
    a_challenge_is_answered_at_any_node,
    events_come_with_the_notice_and_are_not_read_again,
    events_of_games_with_hidden_information_stay_in_the_store,
);

/// How many events of other nodes a node has applied from this source.
async fn replicated(server: &Server, source: &str) -> u64 {
    let metrics = server.get("/metrics").await;
    let name = format!("menagerie_events_replicated_total{{source=\"{source}\"}} ");
    let line = metrics.as_str().unwrap().lines().find_map(|line| line.strip_prefix(&name)).expect("the metric");
    line.parse().unwrap()
}

/// The versions of the events that a client gets, up to this one; no event is repeated and no snapshot is sent.
async fn events_until(client: &mut Client, last: u64) -> Vec<u64> {
    let mut versions = Vec::new();
    while versions.last() != Some(&last) {
        let message = client.next().await.expect("an event");
        assert_ne!(message["t"], "full", "what is missing is told, and nothing else");
        if message["t"] == "event" {
            versions.push(message["version"].as_u64().unwrap());
        }
    }
    versions
}

mod checks {
    use super::*;

    pub(super) async fn one_game_on_two_nodes(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        let mut looker = Client::join(&two, &table, &[]).await;
        for (number, action) in ["a5a2", "a1b2", "b5a4", "b2b3"].into_iter().enumerate() {
            let version = number as u64 + 1;
            let (actor, other) = if number % 2 == 0 { (&mut black, &mut white) } else { (&mut white, &mut black) };
            let seat = if number % 2 == 0 { "black" } else { "white" };
            let answer = actor.act(seat, action).await;
            assert_eq!((&answer["t"], &answer["version"]), (&json!("done"), &json!(version)), "{answer}");
            for client in [actor, other] {
                assert_eq!(events_until(client, version).await, [version]);
            }
        }
        assert_eq!(events_until(&mut looker, 4).await, [1, 2, 3, 4]);
        let (here, there) = (record(&one, &table).await, record(&two, &table).await);
        assert_eq!(here, there);
    }

    /// `docs/host/cluster.md`: a node that holds the event before them applies the events of a notice.
    pub(super) async fn events_come_with_the_notice_and_are_not_read_again(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        // From here on each node knows that the other one holds the table.
        until_here(&mut black, 1, true).await;
        black.act("black", "a5a2").await;
        events_until(&mut white, 1).await;
        white.act("white", "a1b2").await;
        events_until(&mut black, 2).await;
        for node in [&one, &two] {
            assert_eq!((replicated(node, "bus").await, replicated(node, "store").await), (1, 0));
        }
    }

    /// `docs/host/cluster.md`: the bus carries nothing that is hidden from players.
    pub(super) async fn events_of_games_with_hidden_information_stay_in_the_store(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("heaven-hell").await;
        let mut white = Client::join(&one, &table, &[&ann]).await;
        let mut black = Client::join(&two, &table, &[&bob]).await;
        let done = white.act("white", "a2a3").await;
        events_until(&mut black, done["version"].as_u64().expect("the action is legal")).await;
        assert_eq!(replicated(&two, "bus").await, 0);
        assert!(replicated(&two, "store").await > 0);
    }

    pub(super) async fn a_seat_taken_at_one_node_begins_the_match_at_the_other(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let body = json!({"game": "jungle", "seats": [here("Ann"), {"kind": "open"}]});
        let made = one.post("/api/tables", body).await;
        let table = made["table"]["id"].as_str().unwrap();
        let mut ann = Client::join(&one, table, &[made["tokens"][0][1].as_str().unwrap()]).await;
        let joined = two.post(&format!("/api/tables/{table}/join"), json!({"name": "Bob"})).await;
        let begun = ann.until("full").await;
        assert_eq!(begun["table"]["stage"], "playing");
        assert_eq!(begun["table"]["seats"][1]["player"]["name"], "Bob");
        // A player who joined at one node is known at the other at once.
        Client::join(&one, table, &[joined["tokens"][0][1].as_str().unwrap()]).await;
    }

    /// Two bots once waited for each other for the rest of a fault run: the node of one had missed the start of the
    /// match, and its stream said that nobody had accepted the challenge yet.
    pub(super) async fn a_match_that_began_without_a_notice_is_shown_as_begun(ground: &Ground) {
        let (one, behind) = (ground.node().await, ground.node_without_notices().await);
        let ann = Program::register(&one, "Ann").await;
        let bob = Program::register(&one, "Bob").await;
        for read in ["table", "stream", "socket"] {
            let (_, made) = ann.post("/api/challenge/Bob", "variant=shogi5").await;
            let id = made["id"].as_str().unwrap();
            let table = format!("/api/tables/{id}");
            assert_eq!(behind.get_json(&table).await["stage"], "waiting");
            let (status, answer) = bob.post(&format!("/api/challenge/{id}/accept"), "").await;
            assert_eq!(status, 200, "{answer}");
            match read {
                "table" => assert_eq!(behind.get_json(&table).await["stage"], "playing"),
                "stream" => {
                    let mut stream = ann.at(&behind).stream(&format!("/api/bot/game/stream/{id}")).await;
                    assert_eq!(stream.until("gameFull").await["state"]["status"], "started");
                }
                _ => {
                    let mut client = Client::silent(&behind, id).await;
                    client.send(json!({"t": "hello", "tokens": [], "form": "text"})).await;
                    assert_eq!(client.until("full").await["table"]["stage"], "playing");
                }
            }
        }
    }

    /// `docs/host/cluster.md`: what a client has seen at one node, a client that asks later sees at every node.
    pub(super) async fn events_without_a_notice_are_in_everything_that_is_read(ground: &Ground) {
        let (one, behind) = (ground.node().await, ground.node_without_notices().await);
        let (table, ann, _) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        assert!(!record(&behind, &table).await.contains("a5a2"));
        assert_eq!(black.act("black", "a5a2").await["t"], "done");
        assert!(record(&behind, &table).await.contains("a5a2"));
    }

    pub(super) async fn words_and_presence_cross_nodes(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        until_here(&mut black, 1, true).await;
        let say = json!({"t": "say", "seat": "white", "say": {"room": {"kind": "players"}, "text": "hello"}});
        assert_eq!(white.ask(say).await["t"], "done");
        assert_eq!(black.until("said").await["said"]["text"], "hello");
        drop(white);
        until_here(&mut black, 1, false).await;
    }

    pub(super) async fn what_was_done_at_one_node_is_done_at_the_other(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, _) = one.table_for_two("shogi5").await;
        let mut here = Client::join(&one, &table, &[&ann]).await;
        let mut there = Client::join(&two, &table, &[&ann]).await;
        let act = json!({"t": "act", "ack": 7, "at": 0, "seat": "black", "action": "a5a2"});
        for client in [&mut here, &mut there] {
            client.send(act.clone()).await;
            let answer = client.answer(7).await;
            assert_eq!((&answer["t"], &answer["version"]), (&json!("done"), &json!(1)), "{answer}");
        }
        assert_eq!(record(&one, &table).await.matches("a5a2").count(), 1);
    }

    pub(super) async fn a_client_that_changes_nodes_misses_nothing(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        black.act("black", "a5a2").await;
        drop(black);
        white.event().await;
        white.act("white", "a1b2").await;
        let mut again = Client::silent(&two, &table).await;
        again.send(json!({"t": "hello", "tokens": [ann], "since": 1, "form": "text"})).await;
        assert_eq!(events_until(&mut again, 2).await, [2]);
        let answer = again.act("black", "b5a4").await;
        assert_eq!((&answer["t"], &answer["version"]), (&json!("done"), &json!(3)));
    }

    pub(super) async fn of_two_actions_at_once_one_is_refused_as_stale(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, _) = one.table_for_two("shogi5").await;
        let mut here = Client::join(&one, &table, &[&ann]).await;
        let mut there = Client::join(&two, &table, &[&ann]).await;
        let (first, second) = tokio::join!(here.act("black", "a5a2"), there.act("black", "b5a4"));
        let kinds = [first["t"].as_str().unwrap(), second["t"].as_str().unwrap()];
        assert!(kinds.contains(&"done") && kinds.contains(&"refused"), "{first} {second}");
        let refused = if first["t"] == "refused" { &first } else { &second };
        assert_eq!(refused["code"], "stale", "{refused}");
    }

    pub(super) async fn a_rematch_is_agreed_across_nodes(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        assert_eq!(black.ask(json!({"t": "resign", "seat": "black"})).await["t"], "done");
        white.event().await;
        let offer = |seat: &str| json!({"t": "offer", "seat": seat, "offer": {"kind": "rematch"}});
        assert_eq!(black.ask(offer("black")).await["t"], "done");
        assert_eq!(white.ask(offer("white")).await["t"], "done");
        let mut next = Vec::new();
        for client in [&mut black, &mut white] {
            let table = loop {
                let message = client.next().await.expect("the next table");
                if let Some(id) = message["table"]["rematch"].as_str() {
                    break id.to_owned();
                }
            };
            next.push(table);
        }
        assert_eq!(next[0], next[1]);
        // A client that lost the answer asks again and gets it.
        assert_eq!(black.ask(offer("black")).await["t"], "done");
    }

    pub(super) async fn dice_are_committed_to_at_one_node_and_used_at_the_other(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (id, commitment) = dice::commit(&one).await;
        let made = two.post("/api/tables", dice::wanted(&id, &here("Bob"))).await;
        assert_eq!(made["table"]["commitment"], commitment);
        for node in [&one, &two] {
            assert_eq!(node.call("POST", "/api/tables", dice::wanted(&id, &here("Bob"))).await.0, 404);
        }
    }

    pub(super) async fn the_nonces_of_a_rematch_meet_across_nodes(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, [ann, bob], next) = dice::over(&one).await;
        let mut white = Client::join(&one, &table, &[&ann]).await;
        let mut black = Client::join(&two, &table, &[&bob]).await;
        assert_eq!(black.ask(dice::again("black", Some("bob's"))).await["t"], "done");
        assert_eq!(white.ask(dice::again("white", Some("ann's"))).await["t"], "done");
        while !white.next().await.expect("the next table")["table"]["rematch"].is_string() {}
        let (shown, dice) = dice::rematch_dice(&one, &table, &bob).await;
        assert_eq!(shown["commitment"], next);
        assert_eq!(dice["nonces"], json!(["ann's", "bob's"]));
    }

    pub(super) async fn a_wish_for_a_rematch_is_told_once_and_can_be_withdrawn(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        assert_eq!(black.ask(json!({"t": "resign", "seat": "black"})).await["t"], "done");
        white.event().await;
        for (kind, wishes) in [("offer", json!(["black"])), ("decline", json!([]))] {
            let wish = json!({"t": kind, "seat": "black", "offer": {"kind": "rematch"}});
            assert_eq!(black.ask(wish).await["t"], "done");
            assert_eq!(white.until("full").await["seen"]["offers"]["rematch"], wishes);
        }
        for text in ["one", "two", "three"] {
            let say = json!({"t": "say", "seat": "black", "say": {"room": {"kind": "players"}, "text": text}});
            assert_eq!(black.ask(say).await["t"], "done");
            loop {
                let message = white.next().await.expect("the words");
                assert_ne!(message["t"], "full", "it was told, and nodes do not go on telling each other");
                if message["t"] == "said" {
                    break;
                }
            }
        }
    }

    pub(super) async fn words_that_are_removed_at_one_node_are_gone_at_the_other(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let (table, ann, bob) = one.table_for_two("shogi5").await;
        let mut black = Client::join(&one, &table, &[&ann]).await;
        let mut white = Client::join(&two, &table, &[&bob]).await;
        let words = |text: &str| json!({"room": {"kind": "players"}, "text": text});
        let say = |seat: &str, text: &str| json!({"t": "say", "seat": seat, "say": words(text)});
        assert_eq!(black.ask(say("black", "rude")).await["t"], "done");
        let id = white.until("said").await["said"]["id"].clone();
        let path = format!("/api/operator/tables/{table}/said/{id}");
        assert_eq!(one.operate("DELETE", &path, Value::Null).await.0, 204);
        for client in [&mut black, &mut white] {
            assert_eq!(client.until("full").await["talk"], json!([]));
        }
        assert_eq!(white.ask(say("white", "thanks")).await["t"], "done");
        for client in [&mut black, &mut white] {
            assert_eq!(client.until("said").await["said"]["text"], "thanks");
        }
    }

    pub(super) async fn a_ban_holds_everywhere(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        // Requests without a socket come from this address.
        let ban = json!({"address": "127.0.0.1", "reason": "noise"});
        assert_eq!(two.operate("POST", "/api/operator/ban", ban).await.0, 204);
        while one.call("GET", "/healthz", Value::Null).await.0 != 403 {
            tokio::task::yield_now().await;
        }
    }

    pub(super) async fn a_ban_of_an_account_ends_its_seats_everywhere(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let ann = Program::register(&one, "Ann").await;
        let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "open"}]});
        let headers = [("authorization", &*ann.bearer)];
        let (_, made) = one.call_with("POST", "/api/tables", &headers, body).await;
        let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
        let joined = one.post(&format!("/api/tables/{table}/join"), json!({"name": "Bob"})).await;
        let mut bob = Client::join(&one, table, &[joined["tokens"][0][1].as_str().unwrap()]).await;
        // These sockets are authorised by the seat's token alone: no session, no bearer.
        let mut hers = [Client::join(&one, table, &[token]).await, Client::join(&two, table, &[token]).await];
        assert_eq!(two.operate("POST", "/api/operator/ban", json!({"account": "ann"})).await.0, 204);
        for socket in &mut hers {
            while socket.next().await.is_some() {}
        }
        let mut again = Client::silent(&two, table).await;
        again.send(json!({"t": "hello", "tokens": [token], "form": "text"})).await;
        assert_eq!(again.until("refused").await["code"], "not-allowed");
        assert_eq!(bob.ask(json!({"t": "resign", "seat": "white"})).await["t"], "done", "others are not concerned");
    }

    pub(super) async fn a_computer_plays_once_however_many_nodes_look(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "computer", "level": 1}]});
        let made = one.post("/api/tables", body).await;
        let table = made["table"]["id"].as_str().unwrap();
        let token = made["tokens"][0][1].as_str().unwrap();
        let mut ann = Client::join(&one, table, &[token]).await;
        let mut looker = Client::join(&two, table, &[]).await;
        ann.act("black", "a5a2").await;
        assert_eq!(events_until(&mut ann, 2).await.last(), Some(&2));
        assert_eq!(events_until(&mut looker, 2).await, [1, 2]);
        let position = record(&two, table).await;
        assert!(position.contains("a5a2"), "{position}");
    }

    pub(super) async fn an_account_hears_of_its_games_at_any_node(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let here = Program::register(&one, "Robot").await;
        let there = here.at(&two);
        let mut events = there.stream("/api/stream/event").await;
        let (_, made) = here.post("/api/challenge/ai", "variant=shogi5&level=1").await;
        assert_eq!(events.until("gameStart").await["game"]["id"], made["id"]);
        // A bot plays at either node.
        let id = made["id"].as_str().unwrap();
        let (status, answer) = there.post(&format!("/api/bot/game/{id}/resign"), "").await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(events.until("gameFinish").await["game"]["id"], made["id"]);
    }

    pub(super) async fn a_challenge_is_answered_at_any_node(ground: &Ground) {
        let (one, two) = ground.two_nodes().await;
        let ann = Program::register(&one, "Ann").await;
        let bob = Program::register(&one, "Bob").await.at(&two);
        let mut events = bob.stream("/api/stream/event").await;
        let (status, made) = ann.post("/api/challenge/Bob", "variant=shogi5").await;
        assert_eq!(status, 200, "{made}");
        let challenge = events.until("challenge").await;
        let id = challenge["challenge"]["id"].as_str().unwrap();
        // A stream that opens later gets the challenge too; the challenger cannot accept it.
        let mut later = bob.stream("/api/stream/event").await;
        assert_eq!(later.until("challenge").await["challenge"]["id"], id);
        assert_eq!(ann.post(&format!("/api/challenge/{id}/accept"), "").await.0, 403);
        let (status, answer) = bob.post(&format!("/api/challenge/{id}/accept"), "").await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(later.until("gameStart").await["game"]["id"], id);
        assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 404, "it is answered");
    }
}

/// A node that cannot read its database does not know what clients have seen at other nodes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn a_node_without_its_database_shows_no_old_state_to_a_new_connection() {
    let ground = Ground::postgres().await;
    let Ground::Servers(url, _) = &ground else { unreachable!("it was just made") };
    let store = Store::postgres(url).await.unwrap();
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let cut_off = start(store.clone(), Bus::in_process(&InProcessHub::default(), QUICK), config).await;
    let one = ground.node().await;
    let (table, ann, bob) = one.table_for_two("shogi5").await;
    Client::join(&cut_off, &table, &[&bob]).await;
    let mut black = Client::join(&one, &table, &[&ann]).await;
    store.close().await;
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
    let mut white = Client::silent(&cut_off, &table).await;
    white.send(json!({"t": "hello", "tokens": [bob], "form": "text"})).await;
    let answer = white.next().await.expect("an answer");
    assert_eq!((&answer["t"], &answer["code"]), (&json!("refused"), &json!("trouble")), "{answer}");
}

async fn record(server: &Server, table: &str) -> String {
    let record = server.get(&format!("/api/tables/{table}/record")).await;
    record.as_str().map_or_else(|| record.to_string(), str::to_owned)
}

/// Waits until the table shows this presence at a seat.
async fn until_here(client: &mut Client, place: usize, wanted: bool) {
    loop {
        let message: Value = client.next().await.expect("how the table looks");
        if message["t"] == "table" && message["table"]["seats"][place]["here"] == wanted {
            return;
        }
    }
}
