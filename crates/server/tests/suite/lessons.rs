//! Lessons: courses without solutions, stateless play, stars, anonymous counters, limits.

use axum::body::Body;
use menagerie_lessons::courses;
use menagerie_server::{Config, Deps, Limits, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::Server;

/// A level of each course, with the path of its call.
fn first_levels() -> impl Iterator<Item = (&'static menagerie_lessons::Level, String)> {
    courses().iter().map(|(info, course)| {
        let level = course.levels().next().unwrap();
        (level, format!("/api/lessons/{}/{}", info.id, level.id))
    })
}

/// The actions of the learner in the solution of a level, and the answer to each.
async fn solve(server: &Server, path: &str, solution: &[String]) -> Vec<Value> {
    let (mut own, mut answers) = (Vec::new(), Vec::new());
    let mut done = 0;
    while done < solution.len() {
        own.push(solution[done].clone());
        let answer = server.post(path, json!({"actions": own})).await;
        done += answer["played"].as_array().unwrap().len();
        answers.push(answer);
    }
    answers
}

async fn register(server: &Server, name: &str) -> String {
    let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
    let response = server.request("POST", "/api/account", &[], body).await;
    response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn courses_are_listed_and_show_no_solution() {
    let server = Server::start().await;
    let list = server.get("/api/lessons").await;
    assert_eq!(list.as_array().unwrap().len(), courses().len());
    for (info, course) in courses() {
        let shown = server.get(&format!("/api/lessons/{}", info.id)).await;
        let levels: Vec<&Value> =
            shown["chapters"].as_array().unwrap().iter().flat_map(|it| it["levels"].as_array().unwrap()).collect();
        assert_eq!(levels.len(), course.levels().count(), "{}", info.id);
        let keys: Vec<&String> = levels[0].as_object().unwrap().keys().collect();
        let known = ["guide", "hasHint", "id", "marks", "moves", "position", "rules", "seat", "text", "title"];
        assert_eq!(keys, known);
    }
    assert_eq!(server.call("GET", "/api/lessons/poker", Value::Null).await.0, 404);
    assert_eq!(server.call("POST", "/api/lessons/poker/den", json!({"actions": []})).await.0, 404);
}

#[tokio::test]
async fn every_level_is_solved_by_its_solution() {
    let server = Server::without_limits().await;
    for (info, course) in courses() {
        for level in course.levels() {
            let path = format!("/api/lessons/{}/{}", info.id, level.id);
            let start = server.post(&path, json!({"actions": []})).await;
            assert_eq!((&start["status"], &start["turnsLeft"]), (&json!("going"), &json!(level.moves)), "{path}");
            assert!(!start["seen"]["scene"]["choices"].as_array().unwrap().is_empty(), "{path}");
            let answers = solve(&server, &path, &level.solution).await;
            let last = answers.last().unwrap();
            assert_eq!((&last["status"], &last["message"]), (&json!("solved"), &json!(level.success)), "{path}");
            let step = last["played"].as_array().unwrap().last().unwrap();
            assert_eq!(step["seen"], last["seen"], "{path}");
        }
    }
}

#[tokio::test]
async fn typical_mistakes_get_their_message_rule_and_refutation() {
    let server = Server::without_limits().await;
    let (mut refused, mut missed, mut punished) = (0, 0, 0);
    for (info, course) in courses() {
        for level in course.levels() {
            let path = format!("/api/lessons/{}/{}", info.id, level.id);
            for wrong in level.wrong.iter().filter(|wrong| wrong.tried.len() == 1) {
                let answer = server.post(&path, json!({"actions": wrong.tried})).await;
                assert_eq!(answer["message"], json!(wrong.message), "{path}");
                let shown = answer["refutation"].as_array().unwrap().len();
                assert_eq!(shown, wrong.refutation.len(), "{path}: {:?}", wrong.tried);
                match answer["status"].as_str().unwrap() {
                    "refused" => {
                        refused += 1;
                        assert!(answer["reason"].is_string() && answer["played"] == json!([]), "{path}");
                    }
                    "missed" => missed += 1,
                    other => panic!("{path}: {other}"),
                }
                punished += usize::from(shown > 0);
            }
        }
    }
    assert!(refused > 0 && missed > 0 && punished > 0);
}

#[tokio::test]
async fn a_hint_names_an_action_and_is_given_only_on_demand() {
    let server = Server::start().await;
    for (level, path) in first_levels() {
        let plain = server.post(&path, json!({"actions": []})).await;
        assert_eq!(plain.get("hint"), None);
        let asked = server.post(&path, json!({"hint": true})).await;
        assert_eq!(asked["hint"], json!({"text": level.hint, "action": level.solution[0]}));
    }
}

#[tokio::test]
async fn requests_that_cannot_be_replayed_are_refused() {
    let server = Server::start().await;
    let (level, path) = first_levels().next().unwrap();
    let after_an_illegal_one = json!({"actions": ["nonsense", level.solution[0]]});
    assert_eq!(server.call("POST", &path, after_an_illegal_one).await.0, 400);
    assert_eq!(server.call("POST", &path, json!({"actions": vec!["a"; 101]})).await.0, 413);
    assert_eq!(server.call("POST", &path, json!({"actions": [], "solution": true})).await.0, 400);
    assert_eq!(server.call("POST", &path, json!({"actions": ["x".repeat(70_000)]})).await.0, 413);
    let nonsense = server.post(&path, json!({"actions": ["nonsense"]})).await;
    assert_eq!((&nonsense["status"], nonsense.get("rule")), (&json!("refused"), None));
}

/// Levels are limited together with analyses: a reply can be a search.
#[tokio::test]
async fn levels_count_against_the_work_limit() {
    let limits = Limits { work: Rate { per_minute: 1, burst: 3 }, ..Limits::default() };
    let deps = Deps::new(Store::memory().await.unwrap());
    let server = Server::with(Deps { config: Config { limits, ..Config::default() }, ..deps }).await;
    let (_, path) = first_levels().next().unwrap();
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(server.call("POST", &path, json!({"actions": []})).await.0);
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
}

#[tokio::test]
async fn stars_are_merged_by_maximum_and_belong_to_an_account() {
    let server = Server::start().await;
    let (info, course) = &courses()[0];
    let ids: Vec<&str> = course.levels().take(2).map(|level| level.id.as_str()).collect();
    let stars = |first: u8, second: u8| json!({"stars": {info.id: {ids[0]: first, ids[1]: second}}});
    assert_eq!(server.call("GET", "/api/account/lessons", Value::Null).await.0, 401);
    assert_eq!(server.call("PUT", "/api/account/lessons", stars(1, 1)).await.0, 401);
    let (ann, bob) = (register(&server, "Ann").await, register(&server, "Bob").await);
    let as_ann = [("cookie", ann.as_str())];
    assert_eq!(server.call_with("PUT", "/api/account/lessons", &as_ann, stars(1, 3)).await, (200, stars(1, 3)));
    assert_eq!(server.call_with("PUT", "/api/account/lessons", &as_ann, stars(2, 1)).await, (200, stars(2, 3)));
    assert_eq!(server.call_with("GET", "/api/account/lessons", &as_ann, Value::Null).await, (200, stars(2, 3)));
    let of_bob = server.call_with("GET", "/api/account/lessons", &[("cookie", &bob)], Value::Null).await;
    assert_eq!(of_bob, (200, json!({"stars": {}})));
    let unknown = json!({"stars": {info.id: {"no-such-level": 3}}});
    assert_eq!(server.call_with("PUT", "/api/account/lessons", &as_ann, unknown).await.0, 404);
    for number in [0, 4] {
        assert_eq!(server.call_with("PUT", "/api/account/lessons", &as_ann, stars(number, 1)).await.0, 400);
    }
}

#[tokio::test]
async fn the_operator_sees_where_learners_get_stuck() {
    let server = Server::with_operator("tok").await;
    let (level, path) = first_levels().next().unwrap();
    let info = courses()[0].0;
    for actions in [json!([]), json!([]), json!(["nonsense"])] {
        server.post(&path, json!({"actions": actions})).await;
    }
    server.post(&path, json!({"hint": true})).await;
    solve(&server, &path, &level.solution).await;
    let count = |event: &str, count: u32| json!({"game": info.id, "level": level.id, "event": event, "count": count});
    let expected = json!([count("hint", 1), count("refused", 1), count("solved", 1), count("started", 2)]);
    assert_eq!(server.operate("GET", "/api/operator/lessons", Value::Null).await, (200, expected.clone()));
    assert_eq!(server.operate("GET", "/api/operator/lessons", Value::Null).await.1, expected, "counted once");
    assert_eq!(server.call("GET", "/api/operator/lessons", Value::Null).await.0, 403);
    let metrics = server.call("GET", "/metrics", Value::Null).await.1;
    let line =
        format!("menagerie_lesson_events_total{{game=\"{}\",level=\"{}\",event=\"started\"}} 2\n", info.id, level.id);
    assert!(metrics.as_str().unwrap().contains(&line), "{metrics}");
}

/// Counters that no maintenance has saved yet are saved at a graceful shutdown.
#[tokio::test]
async fn counters_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lessons.db");
    let server = Server::with(Deps::new(Store::open(&path).await.unwrap())).await;
    let (_, level) = first_levels().next().unwrap();
    server.post(&level, json!({"actions": []})).await;
    server.stop().await;
    let counts = Store::open(&path).await.unwrap().lesson_counts().await.unwrap();
    assert_eq!(counts.iter().map(|it| (it.event.as_str(), it.count)).collect::<Vec<_>>(), [("started", 1)]);
}
