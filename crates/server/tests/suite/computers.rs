//! Computer players fill seats.

use serde_json::{Value, json};

use crate::common::{Client, Server, here};

#[tokio::test]
async fn a_computer_answers_a_move() {
    let server = Server::start().await;
    let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "computer", "level": 1}]});
    let made = server.post("/api/tables", body).await;
    assert_eq!(made["table"]["stage"], "playing");
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(&server, made["table"]["id"].as_str().unwrap(), &[token]).await;
    ann.act("black", "a5a2").await;
    let reply = loop {
        let event = ann.event().await;
        if event["entry"]["by"] == "white" {
            break event;
        }
    };
    assert_eq!((&reply["version"], &reply["seen"]["actor"]), (&json!(2), &json!("black")));
    let back = json!({"t": "offer", "seat": "black", "offer": {"kind": "takeback", "turn": 1}});
    assert_eq!(ann.ask(back).await["t"], "done");
    let agreed = loop {
        let event = ann.event().await;
        if event["entry"]["event"] == "!agree-takeback:white" {
            break event;
        }
    };
    assert_eq!(agreed["seen"]["actor"], "black", "the computer lets people go back");
}

#[tokio::test]
async fn computers_play_each_other_in_every_game() {
    let server = Server::with_operator("tok").await;
    for game in menagerie_catalog::games() {
        let info = game.info();
        let seats: Vec<Value> = info.seats.iter().map(|_| json!({"kind": "computer", "level": 1})).collect();
        let made = server.post("/api/tables", json!({"game": info.id, "seats": seats})).await;
        let mut looker = Client::join(&server, made["table"]["id"].as_str().unwrap(), &[]).await;
        while looker.version < 4 {
            looker.event().await;
        }
        let close = format!("/api/operator/tables/{}/close", made["table"]["id"].as_str().unwrap());
        assert_eq!(server.operate("POST", &close, Value::Null).await.0, 204);
    }
}

#[tokio::test]
async fn a_position_is_analysed_line_by_line() {
    let server = Server::start().await;
    let position = "lbsgk/4p/5/P4/KGSBL[] b";
    let body = json!({"game": "shogi5", "position": position, "lines": 2, "time": 200});
    let (status, answer) = server.call("POST", "/api/analyse", body).await;
    assert_eq!(status, 200, "{answer}");
    let text = answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
    let last: Value = serde_json::from_str(text.lines().rfind(|line| !line.is_empty()).unwrap()).unwrap();
    assert!(last["nodes"].as_u64().unwrap() > 0);
    assert_eq!(last["lines"].as_array().unwrap().len(), 2);
    assert_eq!(last["lines"][0]["expected"].as_array().unwrap().len(), 2);
    let only = |action: &str| json!({"game": "shogi5", "position": position, "time": 50, "actions": [action]});
    let (_, answer) = server.call("POST", "/api/analyse", only("e4e3")).await;
    let text = answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
    let last: Value = serde_json::from_str(text.lines().rfind(|line| !line.is_empty()).unwrap()).unwrap();
    assert_eq!(last["lines"][0]["actions"][0], "e4e3", "{text}");
    assert_eq!(server.call("POST", "/api/analyse", only("e4e2")).await.0, 422, "an illegal action");
    let over = json!({"game": "shogi5", "position": "1bsgk/4p/5/5/+lGSBL[kp] w"});
    assert_eq!(server.call("POST", "/api/analyse", over).await.0, 409);
}
