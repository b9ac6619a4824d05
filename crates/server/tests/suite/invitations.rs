//! What bots do at tables besides playing: challenges, aborts, claims, chat.

use menagerie_bus::{Bus, Heartbeat};
use menagerie_server::Deps;
use menagerie_store::Store;
use serde_json::json;

use crate::bot_api::Program;
use crate::common::{Client, Server};

#[tokio::test]
async fn a_challenge_does_not_close_the_match_that_began_by_its_link() {
    let server = Server::without_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    for (who, verb) in [(&ann, "cancel"), (&bob, "decline")] {
        let (_, made) = ann.post("/api/challenge/Bob", "variant=shogi5").await;
        let id = made["challenge"]["id"].as_str().unwrap();
        server.post(&format!("/api/tables/{id}/join"), json!({"name": "Cid"})).await;
        assert_eq!(who.post(&format!("/api/challenge/{id}/{verb}"), "").await.0, 404, "{verb}: it is settled");
        assert_eq!(server.get(&format!("/api/tables/{id}")).await["stage"], "playing", "{verb}");
    }
}

#[tokio::test]
async fn a_match_that_a_player_left_is_not_aborted() {
    let server = Server::without_limits().await;
    let ann = Program::register(&server, "Ann").await;
    let (_, made) = ann.post("/api/challenge/open", "variant=djambi&color=red").await;
    let id = made["id"].as_str().unwrap();
    let mut tokens = Vec::new();
    for name in ["Bob", "Cid", "Dan"] {
        let joined = server.post(&format!("/api/tables/{id}/join"), json!({"name": name})).await;
        tokens.push(joined["tokens"][0].clone());
    }
    let (seat, token) = (tokens[0][0].as_str().unwrap(), tokens[0][1].as_str().unwrap());
    let mut bob = Client::join(&server, id, &[token]).await;
    assert_eq!(bob.ask(json!({"t": "resign", "seat": seat})).await["t"], "done");
    let (status, refusal) = ann.post(&format!("/api/board/game/{id}/abort"), "").await;
    assert_eq!((status, &refusal["code"]), (409, &json!("not-now")), "{refusal}");
    assert_eq!(server.get(&format!("/api/tables/{id}")).await["stage"], "playing");
}

#[tokio::test]
async fn while_the_bus_is_down_no_bot_claims_against_an_absent_seat() {
    // No server listens at this address.
    let bus = Bus::nats("nats://127.0.0.1:1", Heartbeat::default()).unwrap();
    let server = Server::with(Deps { bus, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let ann = Program::register(&server, "Ann").await;
    let (_, made) = ann.post("/api/challenge/open", "variant=shogi5&color=white").await;
    let id = made["id"].as_str().unwrap();
    server.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
    let (status, refusal) = ann.post(&format!("/api/board/game/{id}/claim-victory"), "").await;
    assert_eq!(status, 409, "{refusal}");
    assert!(refusal["error"].as_str().unwrap().contains("cannot be checked now"), "{refusal}");
}

#[tokio::test]
async fn what_programs_say_is_paced_like_everything_else() {
    let server = Server::start().await;
    let ann = Program::register(&server, "Ann").await;
    let (_, made) = ann.post("/api/challenge/open", "variant=shogi5&color=white").await;
    let path = format!("/api/board/game/{}/chat", made["id"].as_str().unwrap());
    for _ in 0..5 {
        assert_eq!(ann.post(&path, "room=player&text=hi").await.0, 200);
    }
    let (status, refusal) = ann.post(&path, "room=player&text=hi").await;
    assert_eq!((status, &refusal["code"]), (429, &json!("too-fast")));
}
