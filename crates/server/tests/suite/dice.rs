//! The dice commitment: players add their nonces after the server has committed to its secret.

use std::time::Duration;

use menagerie_server::{Config, Deps, Limits, Rate};
use menagerie_store::{Dice, DiceSecret, NewTable, Player, Seat, SeatPlan, Settings, Stage, Store, TableId, TokenHash};
use serde_json::{Value, json};

use crate::common::{Client, Server, here};

/// Requests a commitment: its id, and the hash of the secret.
pub(crate) async fn commit(server: &Server) -> (String, String) {
    let told = server.post("/api/commitments", Value::Null).await;
    assert!(told["until"].as_i64().unwrap() > 0);
    (told["id"].as_str().unwrap().to_owned(), told["commitment"].as_str().unwrap().to_owned())
}

/// A table of a game with chance, created with a commitment; the creator plays White.
pub(crate) fn wanted(commitment: &str, black: &Value) -> Value {
    json!({"game": "heaven-hell", "seats": [here("Ann"), black], "nonce": "ann's own", "commitment": commitment})
}

/// The dice of a match that White resigned.
async fn dice_of(server: &Server, table: &str, white: &str) -> Value {
    let mut client = Client::join(server, table, &[white]).await;
    assert_eq!(client.act("white", "e2e4").await["t"], "done");
    assert_eq!(client.ask(json!({"t": "resign", "seat": "white"})).await["t"], "done");
    let path = format!("/api/tables/{table}/record");
    let record = server.get(&path).await;
    server.post_text("/api/records/verify", record.as_str().unwrap()).await;
    server.get_json(&path).await["dice"].clone()
}

async fn server_with(config: Config) -> Server {
    Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
}

#[tokio::test]
async fn the_commitment_is_told_before_the_makers_nonce_is_sent_and_kept() {
    let server = Server::start().await;
    let (id, commitment) = commit(&server).await;
    let made = server.post("/api/tables", wanted(&id, &json!({"kind": "computer", "level": 1}))).await;
    assert_eq!(made["table"]["commitment"], commitment);
    let running = server.get_json(&format!("/api/tables/{}/record", made["table"]["id"].as_str().unwrap())).await;
    assert_eq!((&running["dice"]["commitment"], &running["dice"]["secret"]), (&json!(commitment), &Value::Null));
    let dice = dice_of(&server, made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap()).await;
    assert_eq!((&dice["commitment"], &dice["nonces"]), (&json!(commitment), &json!(["ann's own"])));
    assert!(dice["secret"].is_string());
}

#[tokio::test]
async fn no_two_tables_have_the_same_commitment() {
    let server = Server::start().await;
    let (id, commitment) = commit(&server).await;
    assert_ne!(commit(&server).await.1, commitment, "a secret is drawn each time");
    server.post("/api/tables", wanted(&id, &here("Bob"))).await;
    for used in [&*id, "", "nonsense"] {
        let (status, refusal) = server.call("POST", "/api/tables", wanted(used, &here("Bob"))).await;
        assert_eq!((status, &refusal["code"]), (404, &json!("not-found")));
        assert!(refusal["error"].as_str().unwrap().contains("ask for another one"), "{refusal}");
    }
}

#[tokio::test]
async fn a_commitment_whose_time_is_over_is_refused() {
    let server = server_with(Config { commitment: Duration::ZERO, ..Config::default() }).await;
    let (id, _) = commit(&server).await;
    let (status, refusal) = server.call("POST", "/api/tables", wanted(&id, &here("Bob"))).await;
    assert_eq!(status, 404);
    assert!(refusal["error"].as_str().unwrap().contains("its time is over"), "{refusal}");
}

#[tokio::test]
async fn what_cannot_be_made_uses_no_commitment_up() {
    let server = Server::start().await;
    let (id, commitment) = commit(&server).await;
    let without_chance = json!({"game": "jungle", "seats": [here("Ann"), here("Bob")], "commitment": id});
    let too_few = json!({"game": "heaven-hell", "seats": [here("Ann")], "commitment": id});
    for body in [without_chance, too_few] {
        assert_eq!(server.call("POST", "/api/tables", body).await.0, 400);
    }
    let made = server.post("/api/tables", wanted(&id, &here("Bob"))).await;
    assert_eq!(made["table"]["commitment"], commitment);
}

#[tokio::test]
async fn commitments_count_as_the_tables_they_are_for_and_few_wait() {
    let limits = Limits { tables: Rate { per_minute: 1, burst: 2 }, ..Limits::default() };
    let server = server_with(Config { limits, ..Config::default() }).await;
    let (id, _) = commit(&server).await;
    server.post("/api/tables", wanted(&id, &here("Bob"))).await;
    let (id, _) = commit(&server).await;
    assert_eq!(server.call("POST", "/api/commitments", Value::Null).await.0, 429);
    server.post("/api/tables", wanted(&id, &here("Bob"))).await;
    let limits = Limits { commitments_per_address: 16, ..Limits::unlimited() };
    let server = server_with(Config { limits, ..Config::default() }).await;
    for _ in 0..16 {
        commit(&server).await;
    }
    let (status, refusal) = server.call("POST", "/api/commitments", Value::Null).await;
    assert_eq!((status, &refusal["code"]), (429, &json!("too-much")), "{refusal}");
}

/// A finished match of two people, and the commitment for their rematch.
pub(crate) async fn over(server: &Server) -> (String, [String; 2], String) {
    let (table, tokens) = server.seated_table::<2>("heaven-hell", "").await;
    let mut white = Client::join(server, &table, &[&tokens[0]]).await;
    assert_eq!(white.ask(json!({"t": "resign", "seat": "white"})).await["t"], "done");
    let next = server.get(&format!("/api/tables/{table}")).await["nextCommitment"].as_str().unwrap().to_owned();
    (table, tokens, next)
}

pub(crate) fn again(seat: &str, nonce: Option<&str>) -> Value {
    let mut offer = json!({"t": "offer", "seat": seat, "offer": {"kind": "rematch"}});
    if let Some(nonce) = nonce {
        offer["nonce"] = json!(nonce);
    }
    offer
}

/// The dice of the rematch, which `white` resigned; Black of the first game plays White now.
pub(crate) async fn rematch_dice(server: &Server, table: &str, white: &str) -> (Value, Value) {
    let rematch = server.get(&format!("/api/tables/{table}")).await["rematch"].as_str().unwrap().to_owned();
    let shown = server.get(&format!("/api/tables/{rematch}")).await;
    (shown, dice_of(server, &rematch, white).await)
}

#[tokio::test]
async fn a_rematch_has_the_secret_promised_before_and_fresh_nonces() {
    let server = Server::start().await;
    let (table, [ann, bob], next) = over(&server).await;
    let first = server.get_json(&format!("/api/tables/{table}/record")).await;
    let mut white = Client::join(&server, &table, &[&ann]).await;
    let mut black = Client::join(&server, &table, &[&bob]).await;
    assert_eq!(black.ask(again("black", Some("bob's new"))).await["t"], "done");
    assert_eq!(white.ask(again("white", Some("ann's new"))).await["t"], "done");
    let (shown, dice) = rematch_dice(&server, &table, &bob).await;
    assert_eq!((&shown["commitment"], &dice["commitment"]), (&json!(next), &json!(next)));
    assert_eq!(dice["nonces"], json!(["ann's new", "bob's new"]), "in the order of the seats");
    assert_ne!(shown["nextCommitment"], json!(next));
    assert_ne!(first["dice"]["secret"], dice["secret"]);
    assert!(!first.to_string().contains(dice["secret"].as_str().unwrap()), "nothing of it was known before");
}

#[tokio::test]
async fn a_rematch_without_a_nonce_is_allowed_and_too_long_a_nonce_is_refused() {
    let server = Server::start().await;
    let (table, [ann, bob], _) = over(&server).await;
    let mut white = Client::join(&server, &table, &[&ann]).await;
    let mut black = Client::join(&server, &table, &[&bob]).await;
    let refused = white.ask(again("white", Some(&"x".repeat(65)))).await;
    assert_eq!((&refused["t"], &refused["code"]), (&json!("refused"), &json!("too-much")), "{refused}");
    assert_eq!(white.ask(again("white", None)).await["t"], "done");
    for (kind, nonce) in [("offer", "first"), ("decline", "first"), ("offer", "second"), ("offer", "third")] {
        if kind == "offer" {
            white.ask(again("white", Some(nonce))).await;
        } else {
            white.ask(json!({"t": kind, "seat": "white", "offer": {"kind": "rematch"}})).await;
        }
    }
    assert_eq!(black.ask(again("black", None)).await["t"], "done");
    let (_, dice) = rematch_dice(&server, &table, &bob).await;
    assert_eq!(dice["nonces"], json!(["second"]), "a wish that is said again stays what it was");
}

/// A table that an earlier version created, without a secret for its rematch.
async fn earlier_table(store: &Store) -> TableId {
    let person = |name: &str| Player::Person { name: name.to_owned(), account: None, bot: false };
    let seat = |seat: &str| Seat {
        seat: seat.to_owned(),
        plan: SeatPlan::Open,
        player: person(seat),
        token: Some(TokenHash::of(seat)),
    };
    let game: menagerie_catalog::Chosen = "heaven-hell".parse().unwrap();
    let secret = [7; 32];
    let commitment = menagerie_table::secret::Digest::of_bytes(&secret).0;
    let new = NewTable {
        id: TableId::from_random(7),
        game: "heaven-hell".to_owned(),
        start: game.start().text(),
        settings: Settings::default(),
        stage: Stage::Playing,
        seats: vec![seat("white"), seat("black")],
        dice: Some(Dice { secret: DiceSecret(secret), commitment, nonces: vec!["old".to_owned()], next: None }),
        rematch_of: None,
        creator: None,
    };
    store.create_table(&new).await.unwrap().id
}

#[tokio::test]
async fn a_table_of_an_earlier_version_has_its_rematch_and_its_record_verifies() {
    let store = Store::memory().await.unwrap();
    let table = earlier_table(&store).await.to_string();
    let server = Server::with(Deps::new(store)).await;
    let shown = server.get(&format!("/api/tables/{table}")).await;
    assert!(shown["commitment"].is_string() && shown["nextCommitment"].is_null(), "{shown}");
    assert_eq!(dice_of(&server, &table, "white").await["nonces"], json!(["old"]));
    let mut white = Client::join(&server, &table, &["white"]).await;
    let mut black = Client::join(&server, &table, &["black"]).await;
    assert_eq!(white.ask(again("white", None)).await["t"], "done");
    assert_eq!(black.ask(again("black", Some("fresh"))).await["t"], "done");
    let (shown, dice) = rematch_dice(&server, &table, "black").await;
    assert_eq!(dice["nonces"], json!(["fresh"]));
    assert!(shown["nextCommitment"].is_string());
}

/// Plays from a position in which both seats can buy a Chaos Orb, for which chance draws three effects. Ends the match after
/// the second turn with draws, and returns the number of such turns.
async fn play_with_orbs(server: &Server) -> (String, u32) {
    let (id, _) = commit(server).await;
    let mut body = wanted(&id, &here("Bob"));
    body["position"] = json!("w1 Ke1,ke8 - - 9/9 -,-,-,-,-,-,4+,-,-,-,-,-,-,-,-,- - - - - a1h8/a1h8 -");
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap().to_owned();
    let tokens = [0, 1].map(|seat| made["tokens"][seat][1].as_str().unwrap());
    let mut screen = Client::join(server, &table, &tokens).await;
    let (mut seat, mut action, mut turns_with_draws) = ("white".to_owned(), "buy:chaos-orb".to_owned(), 0);
    for _ in 0..30 {
        assert_eq!(screen.act(&seat, &action).await["t"], "done");
        let (by, seen) = loop {
            let event = screen.event().await;
            if event["seen"]["actor"] != "chance" {
                break (event["entry"]["by"].clone(), event["seen"].clone());
            }
        };
        turns_with_draws += u32::from(by == "chance");
        let Some(actions) = seen["actions"].as_array().filter(|_| turns_with_draws < 2) else { break };
        seen["actor"].as_str().unwrap().clone_into(&mut seat);
        let actions: Vec<&str> = actions.iter().filter_map(Value::as_str).collect();
        action = (*actions.iter().find(|it| it.starts_with("buy:")).unwrap_or(&actions[0])).to_owned();
    }
    screen.ask(json!({"t": "resign", "seat": seat})).await;
    (table, turns_with_draws)
}

/// Each draw of a match has a number of its own, also those of different turns: otherwise a player who has seen one draw
/// would know the next. The record is verified with these numbers.
#[tokio::test]
async fn draws_of_different_turns_have_numbers_of_their_own() {
    let server = Server::start().await;
    // An effect may take the coins or end the match, so that there is no second draw.
    for _ in 0..10 {
        let (table, turns_with_draws) = play_with_orbs(&server).await;
        let path = format!("/api/tables/{table}/record");
        assert!(server.get_json(&path).await["dice"]["secret"].is_string(), "the match is over");
        let record = server.get(&path).await;
        let (status, verified) = server.call_text("/api/records/verify", record.as_str().unwrap()).await;
        assert_eq!(status, 200, "{verified}");
        if turns_with_draws > 1 {
            return;
        }
    }
    panic!("no match had two turns with draws");
}
