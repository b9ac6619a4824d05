//! Tables, seats and playing.

use serde_json::{Value, json};

use crate::common::{Client, Server, here};

#[tokio::test]
async fn two_people_play_over_sockets() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    let mut bob = Client::join(&server, &table, &[&bob]).await;
    let done = ann.act("black", "a5a2").await;
    assert_eq!((&done["t"], &done["version"]), (&json!("done"), &json!(1)));
    let event = bob.event().await;
    assert_eq!(event["entry"]["event"], "a5a2");
    assert_eq!(event["entry"]["by"], "black");
    assert_eq!(event["seen"]["viewer"], "white");
    assert_eq!(event["seen"]["actor"], "white");
    let actions = event["seen"]["actions"].as_array().unwrap();
    let reply = actions[0].as_str().unwrap();
    assert_eq!(bob.act("white", reply).await["t"], "done");
}

#[tokio::test]
async fn a_typed_action_may_be_in_upper_case_and_is_stored_as_the_rules_spell_it() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    let explained = ann.ask(json!({"t": "explain", "seat": "black", "action": "A5B5"})).await;
    assert_eq!((&explained["code"], explained["rule"].is_string()), (&json!("illegal"), true), "{explained}");
    assert_eq!(ann.act("black", "A5B5").await["code"], "illegal");
    assert_eq!(ann.act("black", "A5A2").await["t"], "done");
    assert_eq!(ann.event().await["entry"]["event"], "a5a2");
}

#[tokio::test]
async fn a_table_waits_until_its_seats_are_filled() {
    let server = Server::start().await;
    let body = json!({"game": "jungle", "public": true, "seats": [here("Ann"), {"kind": "open"}]});
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap();
    assert_eq!(made["table"]["stage"], "waiting");
    assert_eq!(server.get("/api/lobby").await["waiting"][0]["id"], table);
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(&server, table, &[token]).await;
    let early = ann.act("red", "a3a4").await;
    assert_eq!(early["code"], "not-now");
    let joined = server.post(&format!("/api/tables/{table}/join"), json!({"name": "Bob"})).await;
    assert_eq!(joined["table"]["stage"], "playing");
    assert_eq!(ann.until("full").await["table"]["stage"], "playing");
    assert_eq!(server.get("/api/lobby").await["playing"][0]["id"], table);
    let (status, refusal) = server.call("POST", &format!("/api/tables/{table}/join"), json!({"name": "Cid"})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("taken")));
}

#[tokio::test]
async fn every_game_can_be_set_up_and_played() {
    let server = Server::start().await;
    for game in menagerie_catalog::games() {
        let info = game.info();
        let seats: Vec<Value> = info.seats.iter().map(|seat| here(seat.name)).collect();
        let made = server.post("/api/tables", json!({"game": info.id, "seats": seats})).await;
        let table = made["table"]["id"].as_str().unwrap();
        let tokens: Vec<&str> =
            made["tokens"].as_array().unwrap().iter().map(|pair| pair[1].as_str().unwrap()).collect();
        let mut screen = Client::silent(&server, table).await;
        screen.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
        let mut seen = screen.until("full").await["seen"].clone();
        for _ in 0..6 {
            let actor = seen["actor"].as_str().unwrap().to_owned();
            if seen["covered"] == true {
                screen.ask(json!({"t": "uncover", "seat": actor})).await;
                seen = screen.until("full").await["seen"].clone();
            }
            let action = seen["actions"][0].as_str().unwrap().to_owned();
            let done = screen.act(&actor, &action).await;
            assert_eq!(done["t"], "done", "{}: {done}", info.id);
            let version = done["version"].clone();
            loop {
                let event = screen.event().await;
                seen = event["seen"].clone();
                if event["version"] == version {
                    break;
                }
            }
        }
    }
}

#[tokio::test]
async fn what_may_not_be_done_is_refused_with_a_reason() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    let mut bob = Client::join(&server, &table, &[&bob]).await;
    let mut cid = Client::join(&server, &table, &[]).await;
    let code = |answer: Value| answer["code"].as_str().unwrap().to_owned();
    assert_eq!(code(bob.act("white", "a1a2").await), "out-of-turn");
    assert_eq!(code(bob.act("black", "a5a2").await), "not-allowed");
    assert_eq!(code(cid.act("black", "a5a2").await), "not-allowed");
    let illegal = ann.act("black", "a5e1").await;
    assert_eq!(illegal["code"], "illegal");
    assert!(illegal["rule"].as_str().unwrap().starts_with("shogi5/"), "{illegal}");
    assert_eq!(code(ann.act("black", "hello").await), "malformed");
    assert_eq!(code(ann.act("black", "!resign:white").await), "malformed");
    assert_eq!(code(ann.ask(json!({"t": "act", "at": 7, "seat": "black", "action": "a5a2"})).await), "stale");
    assert_eq!(code(ann.ask(json!({"t": "offer", "seat": "black", "offer": {"kind": "rematch"}})).await), "not-now");
    assert_eq!(ann.act("black", "a5a2").await["t"], "done", "nothing of all that has changed anything");
}

#[tokio::test]
async fn offers_resignation_and_a_rematch_with_the_same_tokens() {
    let server = Server::start().await;
    let (table, ann_token, bob_token) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann_token]).await;
    let mut bob = Client::join(&server, &table, &[&bob_token]).await;
    ann.act("black", "a5a2").await;
    bob.event().await;
    ann.ask(json!({"t": "offer", "seat": "black", "offer": {"kind": "takeback", "turn": 1}})).await;
    assert_eq!(bob.event().await["seen"]["offers"]["takeback"], json!([1, ["black"]]));
    bob.ask(json!({"t": "offer", "seat": "white", "offer": {"kind": "takeback", "turn": 1}})).await;
    let back = loop {
        let event = ann.event().await;
        if event["entry"]["event"] == "!agree-takeback:white" {
            break event;
        }
    };
    assert_eq!((&back["seen"]["actor"], &back["entry"]["version"]), (&json!("black"), &json!(3)));
    assert_eq!(back["entry"]["back"], 1, "the entry says to which turn the match went back");
    bob.ask(json!({"t": "resign", "seat": "white"})).await;
    let ended = loop {
        let event = ann.event().await;
        if !event["seen"]["ended"].is_null() {
            break event["seen"]["ended"].clone();
        }
    };
    assert_eq!(ended["scores"], json!([["black", 1.0], ["white", 0.0]]));
    ann.ask(json!({"t": "offer", "seat": "black", "offer": {"kind": "rematch"}})).await;
    bob.ask(json!({"t": "offer", "seat": "white", "offer": {"kind": "rematch"}})).await;
    let next = loop {
        let message = ann.until("table").await;
        if let Some(next) = message["table"]["rematch"].as_str() {
            break next.to_owned();
        }
    };
    let mut ann = Client::silent(&server, &next).await;
    ann.send(json!({"t": "hello", "tokens": [ann_token]})).await;
    assert_eq!(ann.until("full").await["seen"]["viewer"], "white", "the seats have rotated");
    let mut bob = Client::join(&server, &next, &[&bob_token]).await;
    assert_eq!(bob.act("black", "a5a2").await["t"], "done");
}

#[tokio::test]
async fn a_rematch_that_is_declined_is_gone_for_the_seat_that_offered_it() {
    let server = Server::start().await;
    let (table, ann_token, bob_token) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann_token]).await;
    let mut bob = Client::join(&server, &table, &[&bob_token]).await;
    assert_eq!(bob.ask(json!({"t": "resign", "seat": "white"})).await["t"], "done");
    let rematch = |kind: &str, seat: &str| json!({"t": kind, "seat": seat, "offer": {"kind": "rematch"}});
    for _ in 0..2 {
        assert_eq!(ann.ask(rematch("offer", "black")).await["t"], "done");
        while bob.until("full").await["seen"]["offers"]["rematch"] != json!(["black"]) {}
        assert_eq!(bob.ask(rematch("decline", "white")).await["t"], "done");
        while ann.until("full").await["seen"]["offers"]["rematch"] != json!([]) {}
    }
}

#[tokio::test]
async fn a_table_that_was_forgotten_goes_on_where_it_was() {
    let server = Server::forgetful().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut first = Client::join(&server, &table, &[&ann]).await;
    first.act("black", "a5a2").await;
    drop(first);
    while server.app.open_rooms() > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let mut bob = Client::join(&server, &table, &[&bob]).await;
    assert_eq!(bob.version, 1);
    assert_eq!(bob.act("white", "a1b2").await["t"], "done");
}
