//! Accounts: optional, revocable, rated.

use axum::body::Body;
use serde_json::{Value, json};

use crate::common::{Client, Server};

/// Registers; returns the session cookie.
async fn register(server: &Server, name: &str) -> String {
    let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
    let response = server.request("POST", "/api/account", &[], body).await;
    assert_eq!(response.status(), 200);
    let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn register_sign_in_and_revoke() {
    let server = Server::start().await;
    let cookie = register(&server, "Ann").await;
    let mine = [("cookie", cookie.as_str())];
    let (_, me) = server.call_with("GET", "/api/account", &mine, Value::Null).await;
    assert_eq!(me["name"], "Ann");
    let (status, _) = server.call("POST", "/api/account", json!({"name": "ANN", "password": "correct horse"})).await;
    assert_eq!(status, 409, "names differ in more than their case");
    for (name, password) in [("Ann", "wrong horse"), ("Nobody", "correct horse")] {
        let (status, refusal) = server.call("POST", "/api/session", json!({"name": name, "password": password})).await;
        assert_eq!((status, refusal["error"].as_str()), (403, Some("the name or the password is wrong")));
    }
    let (_, sessions) = server.call_with("GET", "/api/account/sessions", &mine, Value::Null).await;
    let path = format!("/api/account/sessions/{}", sessions[0]["id"]);
    assert_eq!(server.call_with("DELETE", &path, &mine, Value::Null).await.0, 204);
    assert_eq!(server.call_with("GET", "/api/account", &mine, Value::Null).await.0, 401);
}

#[tokio::test]
async fn sessions_are_told_apart_by_their_browsers_and_all_others_can_be_ended() {
    let server = Server::start().await;
    let first = register(&server, "Ann").await;
    let body = json!({"name": "Ann", "password": "correct horse"}).to_string();
    let agent = format!("Firefox/145 {}", "x".repeat(500));
    let response = server.request("POST", "/api/session", &[("user-agent", &agent)], Body::from(body)).await;
    let second = response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let mine = [("cookie", second.as_str())];
    let (_, sessions) = server.call_with("GET", "/api/account/sessions", &mine, Value::Null).await;
    let label = sessions[0]["label"].as_str().unwrap();
    assert!(label.starts_with("Firefox/145") && label.len() <= 100, "{label}");
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    assert_eq!(server.call_with("DELETE", "/api/account/sessions", &mine, Value::Null).await.0, 204);
    assert_eq!(server.call_with("GET", "/api/account", &[("cookie", &first)], Value::Null).await.0, 401);
    assert_eq!(server.call_with("GET", "/api/account", &mine, Value::Null).await.0, 200);
}

#[tokio::test]
async fn a_new_password_ends_the_sessions_that_were_open() {
    let server = Server::start().await;
    let old = register(&server, "Ann").await;
    let change = Body::from(json!({"old": "correct horse", "new": "battery staple"}).to_string());
    let response = server.request("POST", "/api/account/password", &[("cookie", &old)], change).await;
    let new = response.headers().get("set-cookie").unwrap().to_str().unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(server.call_with("GET", "/api/account", &[("cookie", &new)], Value::Null).await.0, 200);
    assert_eq!(server.call_with("GET", "/api/account", &[("cookie", &old)], Value::Null).await.0, 401);
    let (status, _) = server.call("POST", "/api/session", json!({"name": "ann", "password": "correct horse"})).await;
    assert_eq!(status, 403);
}

#[tokio::test]
async fn a_rated_game_between_accounts_counts_once_and_shows_in_the_profile() {
    let server = Server::start().await;
    let (ann, bob) = (register(&server, "Ann").await, register(&server, "Bob").await);
    let body = json!({"game": "shogi5", "rated": true, "public": true,
        "seats": [{"kind": "here", "name": "x"}, {"kind": "open"}]});
    let (_, made) = server.call_with("POST", "/api/tables", &[("cookie", &ann)], body).await;
    let table = made["table"]["id"].as_str().unwrap();
    assert_eq!(made["table"]["seats"][0]["player"]["account"], "Ann");
    let join = format!("/api/tables/{table}/join");
    let (_, joined) = server.call_with("POST", &join, &[("cookie", &bob)], json!({"name": "x"})).await;
    let token = joined["tokens"][0][1].as_str().unwrap();
    let mut white = Client::join(&server, table, &[token]).await;
    white.ask(json!({"t": "resign", "seat": "white"})).await;
    let ann = server.get("/api/players/ann").await;
    assert_eq!(ann["ratings"][0]["rating"], 1662);
    assert_eq!(ann["ratings"][0]["provisional"], true);
    assert_eq!(server.get("/api/players/Bob").await["ratings"][0]["rating"], 1338);
    let history = server.get("/api/players/Bob/history").await;
    assert_eq!(history["tables"][0]["table"]["id"], table);
    assert_eq!(history["tables"][0]["ended"]["scores"][0], json!(["black", 1.0]));
}

#[tokio::test]
async fn the_api_tokens_of_an_account_are_limited() {
    let server = Server::start().await;
    let cookie = register(&server, "Ann").await;
    let mine = [("cookie", cookie.as_str())];
    let make = async || {
        server.call_with("POST", "/api/account/tokens", &mine, json!({"label": "bot", "scopes": ["bot:play"]})).await
    };
    for _ in 0..50 {
        assert_eq!(make().await.0, 201);
    }
    let (status, refusal) = make().await;
    assert_eq!((status, &refusal["code"]), (429, &json!("too-much")));
    assert!(refusal["error"].as_str().unwrap().contains("50"), "{refusal}");
}

#[tokio::test]
async fn api_tokens_are_made_shown_once_and_revoked() {
    let server = Server::start().await;
    let cookie = register(&server, "Ann").await;
    let mine = [("cookie", cookie.as_str())];
    let wanted = json!({"label": "my bot", "scopes": ["bot:play"]});
    let (status, made) = server.call_with("POST", "/api/account/tokens", &mine, wanted).await;
    assert_eq!(status, 201);
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let program = [("authorization", bearer.as_str())];
    assert_eq!(server.call_with("GET", "/api/account", &program, Value::Null).await.1["name"], "Ann");
    assert_eq!(server.call_with("GET", "/api/account/sessions", &program, Value::Null).await.0, 403);
    let path = format!("/api/account/tokens/{}", made["id"]);
    assert_eq!(server.call_with("DELETE", &path, &mine, Value::Null).await.0, 204);
    assert_eq!(server.call_with("GET", "/api/account", &program, Value::Null).await.0, 401);
}

/// `docs/host/security.md`: guesses at one account's password are limited, whatever each address may try, and sessions go
/// on.
#[tokio::test]
async fn wrong_passwords_for_one_account_are_limited() {
    let server = Server::without_limits().await;
    let cookie = register(&server, "Ann").await;
    let sign_in = async |name: &str, password: &str| {
        let body = json!({"name": name, "password": password});
        server.call("POST", "/api/session", body).await
    };
    for name in ["Ann", "Nobody"] {
        for _ in 0..10 {
            assert_eq!(sign_in(name, "wrong horse").await.0, 403);
        }
        let (status, refusal) = sign_in(name, "wrong horse").await;
        assert_eq!((status, &refusal["code"]), (429, &json!("too-fast")), "{refusal}");
    }
    assert_eq!(sign_in("ann", "correct horse").await.0, 429, "the right one is not looked at either");
    let (status, me) = server.call_with("GET", "/api/account", &[("cookie", &cookie)], Value::Null).await;
    assert_eq!((status, &me["name"]), (200, &json!("Ann")), "who is signed in stays so");
    register(&server, "Bob").await;
    assert_eq!(sign_in("Bob", "correct horse").await.0, 200, "other accounts are not concerned");
}

#[tokio::test]
async fn labels_that_nobody_sees_are_refused() {
    let server = Server::start().await;
    let cookie = register(&server, "Ann").await;
    for (label, expected) in [("bot \u{e0041}", 400), ("\u{3164}", 400), ("my bot ❤\u{fe0f}", 201)] {
        let body = json!({"label": label});
        let (status, answer) = server.call_with("POST", "/api/account/tokens", &[("cookie", &cookie)], body).await;
        assert_eq!(status, expected, "{}: {answer}", label.escape_unicode());
    }
}
