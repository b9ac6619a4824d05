//! Records: fetched, replayed, verified.

use serde_json::{Value, json};

use crate::common::{Client, Server, here};

#[tokio::test]
async fn a_finished_game_with_dice_can_be_verified_from_its_record() {
    let server = Server::start().await;
    let body = json!({"game": "heaven-hell", "nonce": "ann's", "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap();
    let commitment = made["table"]["commitment"].as_str().unwrap();
    let path = format!("/api/tables/{table}/record");
    let running = server.get(&path).await;
    assert!(running.as_str().unwrap().contains(commitment));
    assert!(!running.as_str().unwrap().contains("Secret \""), "the secret stays one until the end");
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(&server, table, &[token]).await;
    let first = ann.act("white", "e2e4").await;
    assert_eq!(first["t"], "done", "{first}");
    ann.ask(json!({"t": "resign", "seat": "white"})).await;
    let record = server.get(&path).await;
    let checked = server.post_text("/api/records/verify", record.as_str().unwrap()).await;
    assert_eq!(checked["game"], "heaven-hell");
    assert!(record.as_str().unwrap().contains("!resign:white"));
    let altered = record.as_str().unwrap().replacen("e2e4", "e2e5", 1);
    let (status, refusal) = server.call_text("/api/records/verify", &altered).await;
    assert!(status >= 400, "{refusal}");
}

#[tokio::test]
async fn text_and_json_hold_the_same_and_can_stop_early() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    ann.act("black", "a5a2").await;
    let text = server.get(&format!("/api/tables/{table}/record")).await;
    assert!(text.as_str().unwrap().contains("a5a2"));
    let early = server.get(&format!("/api/tables/{table}/record?until=0")).await;
    assert!(!early.as_str().unwrap().contains("a5a2"));
    let json: Value = server.get_json(&format!("/api/tables/{table}/record")).await;
    assert_eq!(json["events"][0]["event"], "a5a2");
    assert_eq!(json["seats"], json!([["black", "Ann"], ["white", "Bob"]]));
}
