//! An account plays its seats from any browser: its session takes the place of the seat's token.

use axum::body::Body;
use menagerie_server::{Config, Deps};
use menagerie_store::Store;
use menagerie_table::secret::Digest;
use serde_json::{Value, json};

use crate::common::{Client, Server};

/// Registers or signs in; returns the session cookie.
async fn session(server: &Server, path: &str, name: &str) -> String {
    let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
    let response = server.request("POST", path, &[], body).await;
    let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

/// White has a trap that nobody else sees.
const TRAP: &str = "w1 Ke1,Ra2,ra7,ke8 - h5w 9/9 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";

/// A table of Heaven and Hell: Ann with her account plays white, a guest plays black.
async fn table(server: &Server, cookie: &str) -> String {
    let seats = json!([{"kind": "here", "name": "Ann"}, {"kind": "open"}]);
    let body = json!({"game": "heaven-hell", "seats": seats, "position": TRAP});
    let (_, made) = server.call_with("POST", "/api/tables", &[("cookie", cookie)], body).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    server.post(&format!("/api/tables/{id}/join"), json!({"name": "Bob"})).await;
    id
}

/// Connects with a cookie and a hello for the account's seat; returns the first message.
async fn connect(server: &Server, table: &str, cookie: &str) -> (Client, Value) {
    let mut client = Client::with_cookie(server, table, cookie).await;
    client.send(json!({"t": "hello", "account": true, "form": "text"})).await;
    let first = client.next().await.unwrap();
    (client, first)
}

#[tokio::test]
async fn a_session_plays_the_seat_of_its_account_without_a_token() {
    let server = Server::start().await;
    let cookie = session(&server, "/api/account", "Ann").await;
    let table = table(&server, &cookie).await;
    let elsewhere = session(&server, "/api/session", "Ann").await;
    let (mut ann, full) = connect(&server, &table, &elsewhere).await;
    assert_eq!((&full["t"], &full["seen"]["viewer"]), (&json!("full"), &json!("white")));
    let action = full["seen"]["actions"][0].as_str().unwrap().to_owned();
    assert_eq!(ann.act("white", &action).await["t"], "done");
    // The same seat over HTTP.
    let mine = [("cookie", elsewhere.as_str())];
    let (_, own) = server.call_with("GET", &format!("/api/tables/{table}/at/1"), &mine, Value::Null).await;
    let public = server.get(&format!("/api/tables/{table}/at/1")).await;
    assert_ne!(own["position"], public["position"], "white sees its own trap");
}

#[tokio::test]
async fn a_guest_and_another_account_get_no_seat() {
    let server = Server::start().await;
    let cookie = session(&server, "/api/account", "Ann").await;
    let table = table(&server, &cookie).await;
    let (_, refused) = connect(&server, &table, "a=b").await;
    assert_eq!((&refused["t"], &refused["code"]), (&json!("refused"), &json!("not-allowed")));
    let other = session(&server, "/api/account", "Eve").await;
    let (mut eve, full) = connect(&server, &table, &other).await;
    assert_eq!(full["seen"]["viewer"], "spectator");
    assert_eq!(eve.ask(json!({"t": "resign", "seat": "white"})).await["t"], "refused");
    // Without the wish a session is a spectator, as before.
    let mut watching = Client::with_cookie(&server, &table, &cookie).await;
    watching.send(json!({"t": "hello", "form": "text"})).await;
    assert_eq!(watching.next().await.unwrap()["seen"]["viewer"], "spectator");
}

#[tokio::test]
async fn the_seat_is_lost_with_the_session_and_with_a_ban() {
    let config = Config { operator: Some(Digest::of("tok")), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let cookie = session(&server, "/api/account", "Ann").await;
    let table = table(&server, &cookie).await;
    let elsewhere = session(&server, "/api/session", "Ann").await;
    let (mut signed_out, _) = connect(&server, &table, &elsewhere).await;
    assert_eq!(server.call_with("DELETE", "/api/session", &[("cookie", &elsewhere)], Value::Null).await.0, 204);
    assert_eq!(signed_out.close_code().await, Some(1008));
    let (_, refused) = connect(&server, &table, &elsewhere).await;
    assert_eq!(refused["code"], "not-allowed");
    let (mut banned, full) = connect(&server, &table, &cookie).await;
    assert_eq!(full["seen"]["viewer"], "white", "the other session is still open");
    assert_eq!(server.operate("POST", "/api/operator/ban", json!({"account": "Ann"})).await.0, 204);
    assert_eq!(banned.close_code().await, Some(1008));
    let (_, refused) = connect(&server, &table, &cookie).await;
    assert_eq!(refused["code"], "not-allowed");
}

/// A bearer token counts as a session does, if it may play.
#[tokio::test]
async fn an_api_token_needs_the_scope_to_play() {
    let server = Server::start().await;
    let cookie = session(&server, "/api/account", "Ann").await;
    let table = table(&server, &cookie).await;
    for (scope, viewer) in [("challenge:read", "spectator"), ("board:play", "white")] {
        let wanted = json!({"label": scope, "scopes": [scope]});
        let (_, made) = server.call_with("POST", "/api/account/tokens", &[("cookie", &cookie)], wanted).await;
        let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
        let path = format!("/api/tables/{table}/at/0");
        let (_, seen) = server.call_with("GET", &path, &[("authorization", &bearer)], Value::Null).await;
        let public = server.get(&path).await;
        assert_eq!(seen["position"] == public["position"], viewer == "spectator", "{scope}");
    }
}
