//! Studies: saved, read by everyone, changed by their owner only; nothing illegal is stored.

use axum::body::Body;
use menagerie_server::{Config, Deps, Limits, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::Server;

fn study() -> Value {
    json!({
        "title": "The rats",
        "game": "jungle",
        "events": ["a3a4", "a7a6"],
        "variations": [{"at": 1, "actions": ["g7g6", "a4a5"]}],
        "comments": [{"at": 1, "actions": ["g7g6"], "text": "<script>alert(1)</script>\nsecond line"}],
    })
}

async fn register(server: &Server, name: &str) -> String {
    let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
    let response = server.request("POST", "/api/account", &[], body).await;
    response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_guest_changes_a_study_with_its_token_and_others_read_it() {
    let server = Server::without_limits().await;
    let saved = server.post("/api/studies", study()).await;
    let path = format!("/api/studies/{}", saved["id"].as_str().unwrap());
    let read = server.get(&path).await;
    assert_eq!((&read["own"], &read["revision"]), (&json!(false), &json!(1)));
    assert_eq!(read["content"]["comments"], study()["comments"], "comments are plain text, as they were written");
    assert!(read.get("token").is_none() && read.get("owner").is_none());
    let page = server.call("GET", saved["url"].as_str().unwrap(), Value::Null).await.1;
    if menagerie_page::BUILT {
        assert!(page.as_str().unwrap().contains("The rats"), "the title is in the preview of the link");
    }
    let mut changed = study();
    changed["title"] = json!("Two rats");
    let change = json!({"revision": 1, "content": changed});
    assert_eq!(server.call("PUT", &path, change.clone()).await.0, 403);
    let stranger = [("authorization", "Bearer nonsense")];
    assert_eq!(server.call_with("PUT", &path, &stranger, change.clone()).await.0, 403);
    assert_eq!(server.call_with("DELETE", &path, &stranger, Value::Null).await.0, 403);
    let bearer = format!("Bearer {}", saved["token"].as_str().unwrap());
    let owner = [("authorization", bearer.as_str())];
    assert_eq!(server.call_with("PUT", &path, &owner, change.clone()).await.1["revision"], 2);
    assert_eq!(server.call_with("PUT", &path, &owner, change).await.0, 409, "based on an old version");
    assert_eq!(server.get(&path).await["content"]["title"], "Two rats");
    assert_eq!(server.call_with("DELETE", &path, &owner, Value::Null).await.0, 204);
    assert_eq!(server.call("GET", &path, Value::Null).await.0, 404);
}

#[tokio::test]
async fn the_study_of_an_account_belongs_to_it() {
    let server = Server::without_limits().await;
    let (ann, bob) = (register(&server, "Ann").await, register(&server, "Bob").await);
    let (as_ann, as_bob) = ([("cookie", ann.as_str())], [("cookie", bob.as_str())]);
    let (status, saved) = server.call_with("POST", "/api/studies", &as_ann, study()).await;
    assert_eq!((status, saved.get("token")), (201, None));
    let path = format!("/api/studies/{}", saved["id"].as_str().unwrap());
    assert_eq!(server.call_with("GET", &path, &as_ann, Value::Null).await.1["own"], true);
    let (_, read) = server.call_with("GET", &path, &as_bob, Value::Null).await;
    assert_eq!((&read["own"], &read["owner"]), (&json!(false), &json!("Ann")));
    let change = json!({"revision": 1, "content": study()});
    assert_eq!(server.call_with("PUT", &path, &as_bob, change.clone()).await.0, 403);
    assert_eq!(server.call_with("PUT", &path, &as_ann, change).await.0, 200);
    let (_, list) = server.call_with("GET", "/api/account/studies", &as_ann, Value::Null).await;
    assert_eq!((list.as_array().unwrap().len(), &list[0]["title"]), (1, &json!("The rats")));
    assert_eq!(server.call_with("GET", "/api/account/studies", &as_bob, Value::Null).await.1, json!([]));
    assert_eq!(server.call("GET", "/api/account/studies", Value::Null).await.0, 401);
}

#[tokio::test]
async fn nothing_illegal_becomes_a_study() {
    let server = Server::without_limits().await;
    let cases = [
        ("events", json!(["a3a4", "a3a4"]), 422),
        ("events", json!(["@?"]), 422),
        ("variations", json!([{"at": 1, "actions": ["a1a9"]}]), 422),
        ("variations", json!([{"at": 1, "actions": ["g7g5"]}]), 422),
        ("variations", json!([{"at": 9, "actions": ["g7g6"]}]), 400),
        ("comments", json!([{"at": 9, "actions": [], "text": "nowhere"}]), 400),
        ("comments", json!([{"at": 0, "actions": [], "text": "x".repeat(1_001)}]), 400),
        ("comments", json!([{"at": 0, "actions": [], "text": "\u{0}"}]), 400),
        ("title", json!(""), 400),
        ("game", json!("poker"), 404),
        ("html", json!("<b>"), 400),
    ];
    for (field, value, expected) in cases {
        let mut body = study();
        // The comments belong to positions of the study's own lines.
        body["comments"] = json!([]);
        body[field] = value.clone();
        let (status, answer) = server.call("POST", "/api/studies", body).await;
        // A refused event is malformed or illegal, as its text has it.
        let fits = status == expected || (expected == 422 && status == 400);
        assert!(fits, "{field} = {value}: {status} {answer}");
    }
}

/// `docs/host/security.md`: studies count against the limit of tables and of work.
#[tokio::test]
async fn studies_count_against_the_limits() {
    let limits = Limits { tables: Rate { per_minute: 1, burst: 2 }, ..Limits::default() };
    let deps = Deps::new(Store::memory().await.unwrap());
    let server = Server::with(Deps { config: Config { limits, ..Config::default() }, ..deps }).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(server.call("POST", "/api/studies", study()).await.0);
    }
    assert_eq!(statuses, [201, 201, 429]);
    let limits = Limits { work: Rate { per_minute: 1, burst: 1 }, ..Limits::default() };
    let deps = Deps::new(Store::memory().await.unwrap());
    let server = Server::with(Deps { config: Config { limits, ..Config::default() }, ..deps }).await;
    assert_eq!(server.call("POST", "/api/studies", study()).await.0, 201);
    assert_eq!(server.call("POST", "/api/studies", study()).await.0, 429);
}
