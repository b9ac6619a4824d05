//! Puzzles: shown without solutions, tries, ratings of accounts and guests, one result per account.

use axum::body::Body;
use menagerie_puzzles::{Puzzle, collections};
use serde_json::{Value, json};

use crate::common::Server;

/// A puzzle of the first collection, with its path.
fn some_puzzle() -> (&'static Puzzle, String) {
    let game = collections::games().next().expect("a game has puzzles");
    let puzzle = &collections::of_game(game).unwrap().puzzles[0];
    (puzzle, format!("/api/puzzles/{}", puzzle.id))
}

async fn register(server: &Server, name: &str) -> String {
    let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
    let response = server.request("POST", "/api/account", &[], body).await;
    response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

/// Plays the solution: the solver's actions, and the last answer.
async fn solve(server: &Server, puzzle: &Puzzle, path: &str, cookie: &str) -> (Vec<String>, Value) {
    let (mut own, mut done, mut last) = (Vec::new(), 0, Value::Null);
    while done < puzzle.line.len() && last["status"] != "solved" {
        own.push(puzzle.line[done].clone());
        let body = json!({"actions": own});
        let (status, answer) = server.call_with("POST", &format!("{path}/try"), &[("cookie", cookie)], body).await;
        assert_eq!(status, 200, "{answer}");
        done += answer["played"].as_array().unwrap().len();
        last = answer;
    }
    (own, last)
}

/// A legal first action that does not solve the puzzle, with the answer to it.
async fn wrong_action(server: &Server, path: &str) -> (String, Value) {
    let start = server.post(&format!("{path}/try"), json!({"actions": []})).await;
    for choice in start["seen"]["scene"]["choices"].as_array().unwrap() {
        let action = choice["action"].as_str().unwrap();
        let answer = server.post(&format!("{path}/try"), json!({"actions": [action]})).await;
        if answer["status"] == "missed" {
            return (action.to_owned(), answer);
        }
    }
    panic!("{path} has no wrong first action")
}

#[tokio::test]
async fn puzzles_are_shown_without_their_solutions() {
    let server = Server::without_limits().await;
    let list = server.get("/api/puzzles").await;
    assert_eq!(list.as_array().unwrap().len(), collections::games().count());
    let game = list[0]["game"].as_str().unwrap();
    for path in [some_puzzle().1, format!("/api/puzzles/{game}/daily"), format!("/api/puzzles/{game}/next?rating=1500")]
    {
        let shown = server.get(&path).await;
        assert!(shown.get("line").is_none() && shown.get("themes").is_none(), "{shown}");
        let puzzle = collections::find(shown["id"].as_str().unwrap()).unwrap();
        assert_eq!(shown["actions"], json!(puzzle.source.actions()), "the game up to the puzzle, and no further");
        assert!(shown["turns"].as_u64().unwrap() > 0, "{shown}");
    }
    let daily = server.get(&format!("/api/puzzles/{game}/daily")).await;
    assert_eq!(server.get(&format!("/api/puzzles/{game}/daily")).await, daily, "the same for everyone");
    for path in ["/api/puzzles/nothing-0", "/api/puzzles/poker/daily", "/api/puzzles/poker/next"] {
        assert_eq!(server.call("GET", path, Value::Null).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn the_next_puzzle_has_the_theme_and_is_none_of_the_excluded() {
    let server = Server::without_limits().await;
    let (puzzle, _) = some_puzzle();
    let game = puzzle.id.rsplit_once('-').unwrap().0;
    let theme = &puzzle.themes[0];
    let of_theme = |id: &str| collections::find(id).unwrap().themes.contains(theme);
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..5 {
        let path = format!("/api/puzzles/{game}/next?rating=1500&theme={theme}&exclude={}", seen.join(","));
        let (status, next) = server.call("GET", &path, Value::Null).await;
        if status == 404 {
            break;
        }
        let id = next["id"].as_str().unwrap().to_owned();
        assert!(of_theme(&id) && !seen.contains(&id), "{id}");
        seen.push(id);
    }
    assert!(!seen.is_empty());
}

#[tokio::test]
async fn a_puzzle_is_solved_by_its_solution_and_a_wrong_answer_is_refuted() {
    let server = Server::without_limits().await;
    let (puzzle, path) = some_puzzle();
    let (own, last) = solve(&server, puzzle, &path, "").await;
    assert_eq!(last["status"], "solved", "{last}");
    let result = server.post(&format!("{path}/result"), json!({"actions": own})).await;
    assert_eq!((&result["solved"], &result["line"]), (&json!(true), &json!(puzzle.line)));
    let (wrong, answer) = wrong_action(&server, &path).await;
    assert!(answer["refutation"].is_array());
    let result = server.post(&format!("{path}/result"), json!({"actions": [wrong]})).await;
    assert_eq!(result["solved"], false);
    let hint = server.post(&format!("{path}/try"), json!({"actions": [], "hint": true})).await;
    assert_eq!(hint["hint"]["action"], json!(puzzle.line[0]));
}

#[tokio::test]
async fn the_first_result_of_an_account_counts() {
    let server = Server::without_limits().await;
    let (puzzle, path) = some_puzzle();
    let game = puzzle.id.rsplit_once('-').unwrap().0;
    let (ann, bob) = (register(&server, "Ann").await, register(&server, "Bob").await);
    let (as_ann, as_bob) = ([("cookie", ann.as_str())], [("cookie", bob.as_str())]);
    let (wrong, _) = wrong_action(&server, &path).await;
    // The wrong try counts at once, even if the client never tells its result.
    server.call_with("POST", &format!("{path}/try"), &as_ann, json!({"actions": [wrong]})).await;
    let (own, _) = solve(&server, puzzle, &path, &ann).await;
    let (_, late) = server.call_with("POST", &format!("{path}/result"), &as_ann, json!({"actions": own})).await;
    assert_eq!(late["solved"], false, "{late}");
    assert!(late["change"]["after"].as_f64() < late["change"]["before"].as_f64(), "{late}");
    solve(&server, puzzle, &path, &bob).await;
    let (_, first) = server.call_with("POST", &format!("{path}/result"), &as_bob, json!({"actions": own})).await;
    assert_eq!(first["solved"], true);
    assert!(first["change"]["after"].as_f64() > Some(1500.0), "{first}");
    let (_, shown) = server.call_with("GET", &path, &as_bob, Value::Null).await;
    assert_eq!(shown["done"], true);
    let (_, list) = server.call_with("GET", "/api/puzzles", &as_bob, Value::Null).await;
    assert_eq!(list[0]["own"]["games"], 1);
    let (_, next) = server.call_with("GET", &format!("/api/puzzles/{game}/next"), &as_bob, Value::Null).await;
    assert_ne!(next["id"], json!(puzzle.id), "a puzzle that was solved does not come again");
}

/// A streak or a timed run: the puzzle is done, the rating stays.
#[tokio::test]
async fn an_unrated_result_changes_no_rating() {
    let server = Server::without_limits().await;
    let (puzzle, path) = some_puzzle();
    let ann = register(&server, "Ann").await;
    let as_ann = [("cookie", ann.as_str())];
    let body = json!({"actions": []});
    let (_, given_up) = server.call_with("POST", &format!("{path}/result?rated=false"), &as_ann, body.clone()).await;
    assert_eq!((given_up["solved"].as_bool(), given_up.get("change")), (Some(false), None));
    solve(&server, puzzle, &path, &ann).await;
    let (_, list) = server.call_with("GET", "/api/puzzles", &as_ann, Value::Null).await;
    assert_eq!(list[0].get("own"), None, "a solution that was shown cannot be rated later");
}

#[tokio::test]
async fn the_browser_of_a_guest_keeps_the_rating() {
    let server = Server::without_limits().await;
    let (puzzle, path) = some_puzzle();
    let (own, _) = solve(&server, puzzle, &path, "").await;
    let guest = json!({"value": 1500.0, "deviation": 350.0, "volatility": 0.06, "games": 0});
    let result = server.post(&format!("{path}/result"), json!({"actions": own, "guest": guest})).await;
    assert_eq!(result["guest"]["games"], 1);
    assert!(result["change"]["after"].as_f64() > Some(1500.0), "{result}");
    let hinted = json!({"actions": own, "hint": true, "guest": guest});
    let result = server.post(&format!("{path}/result"), hinted).await;
    assert!(result["change"]["after"].as_f64() < Some(1500.0), "{result}");
    let wrong = json!({"value": 1e300, "deviation": 350.0, "volatility": 0.06, "games": 0});
    let body = json!({"actions": own, "guest": wrong});
    assert_eq!(server.call("POST", &format!("{path}/result"), body).await.0, 400);
}

#[tokio::test]
async fn tries_that_cannot_be_replayed_are_refused() {
    let server = Server::without_limits().await;
    let (puzzle, path) = some_puzzle();
    let path = format!("{path}/try");
    assert_eq!(server.call("POST", &path, json!({"actions": ["nonsense", puzzle.line[0]]})).await.0, 400);
    assert_eq!(server.call("POST", &path, json!({"actions": vec!["a"; 101]})).await.0, 413);
    let nonsense = server.post(&path, json!({"actions": ["nonsense"]})).await;
    assert_eq!(nonsense["status"], "refused");
}
