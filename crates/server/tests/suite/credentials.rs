//! Tokens of seats, sessions and programs: how long they are, what they allow, and that the database holds none of them.

use axum::body::Body;
use menagerie_server::Deps;
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Server, here};

/// Registers an account; returns the session cookie.
async fn register(server: &Server) -> String {
    let body = Body::from(json!({"name": "Ann", "password": "correct horse"}).to_string());
    let response = server.request("POST", "/api/account", &[], body).await;
    response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

/// An API token with these scopes.
async fn api_token(server: &Server, cookie: &str, scopes: &[&str]) -> String {
    let wanted = json!({"label": "bot", "scopes": scopes});
    let (_, made) = server.call_with("POST", "/api/account/tokens", &[("cookie", cookie)], wanted).await;
    made["token"].as_str().unwrap().to_owned()
}

/// `docs/host/security.md`: 24 base-62 characters are 142 bits.
#[tokio::test]
async fn the_token_of_a_seat_has_24_characters() {
    let server = Server::start().await;
    let (_, ann, bob) = server.table_for_two("jungle").await;
    for token in [&ann, &bob] {
        assert!(token.len() == 24 && token.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{token}");
    }
    assert_ne!(ann, bob);
}

/// The tokens are in no file of the database, neither as text nor as the hexadecimal digits of their bytes.
#[tokio::test]
async fn the_database_holds_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(Deps::new(Store::open(&folder.path().join("m.db")).await.unwrap())).await;
    let made = server.post("/api/tables", json!({"game": "jungle", "seats": [here("Ann"), here("Bob")]})).await;
    let cookie = register(&server).await;
    let tokens = [
        made["tokens"][0][1].as_str().unwrap().to_owned(),
        cookie.split('=').nth(1).unwrap().to_owned(),
        api_token(&server, &cookie, &["bot:play"]).await,
    ];
    server.stop().await;
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
    let bytes: Vec<u8> = files.flatten().collect();
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(made["table"]["id"].as_str().unwrap()), "the files were not read");
    for token in tokens {
        let digits = token.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        assert!(token.len() >= 24 && !holds(&token) && !holds(&digits), "{token}");
    }
}

#[tokio::test]
async fn a_token_does_what_its_scopes_allow() {
    let server = Server::start().await;
    let cookie = register(&server).await;
    let mut answers = Vec::new();
    for scopes in [["challenge:read"], ["bot:play"]] {
        let bearer = format!("Bearer {}", api_token(&server, &cookie, &scopes).await);
        let path = "/api/bot/game/stream/AAAAAAAAAA";
        answers.push(server.call_with("GET", path, &[("authorization", &bearer)], Value::Null).await);
    }
    assert_eq!(answers[0].0, 403);
    assert_eq!(answers[0].1["error"], "this token lacks the scope bot:play or board:play");
    assert_eq!(answers[1].0, 404, "there is no such game");
}
