//! Plays a game against a computer level over the HTTP API, to its end, like `docs/bots/bot.py`.

use serde_json::{Value, json};

use super::http::Client;

/// More actions than a game of the shortest kind has.
const MOST_ACTIONS: usize = 2000;

/// Signs up, challenges level 1, and plays random legal actions until the game is over. Returns what happened.
pub(super) fn play_a_game(address: &str) -> Result<String, String> {
    let client = signed_in(address)?;
    let game = shortest_game();
    let challenge = json!({"variant": game, "level": 1});
    let started = client.json("POST", "/api/challenge/ai", Some(&challenge))?;
    let table = started["id"].as_str().ok_or("the challenge has no id")?.to_owned();
    let mut dice: usize = 12345;
    let mut actions = 0;
    for line in client.lines(&format!("/api/bot/game/stream/{table}"))?.filter(|line| !line.trim().is_empty()) {
        let message: Value = serde_json::from_str(&line).map_err(|error| format!("{error}: {line}"))?;
        let state = if message["state"].is_object() { &message["state"] } else { &message };
        if state["type"] != "gameState" {
            continue;
        }
        if state["status"] != "started" {
            let (status, reason) = (&state["status"], &state["reason"]);
            return Ok(format!("{game} over after {actions} own actions: {status} {reason}"));
        }
        let legal = state["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
        if legal.is_empty() {
            continue;
        }
        dice = dice.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 31);
        let action = legal[(dice >> 8) % legal.len()].as_str().unwrap_or_default();
        client.json("POST", &format!("/api/bot/game/{table}/move/{}", escaped(action)), None)?;
        actions += 1;
        if actions > MOST_ACTIONS {
            return Err(format!("{game} has no end after {actions} actions"));
        }
    }
    Err(format!("the stream of {game} ended before the game"))
}

/// A client with a token of a new account.
pub(super) fn signed_in(address: &str) -> Result<Client, String> {
    let mut client = Client::new(address);
    let name = format!("tester{}", std::process::id());
    let account = json!({"name": name, "password": "a long password"});
    let mut answer = client.request("POST", "/api/account", Some(&account))?;
    if answer.status >= 400 {
        answer = client.request("POST", "/api/session", Some(&account))?;
    }
    let headers = answer.headers.to_lowercase();
    let cookie = headers.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
    let at = cookie.and_then(|cookie| headers.find(cookie).map(|at| at..at + cookie.len()));
    let cookie = at.map(|range| &answer.headers[range]).ok_or("no cookie after signing in")?;
    client.headers = format!("Cookie: {cookie}\r\n");
    let made = client.json("POST", "/api/account/tokens", Some(&json!({"label": "test"})))?;
    let token = made["token"].as_str().ok_or("no token")?;
    client.headers = format!("Authorization: Bearer {token}\r\n");
    Ok(client)
}

/// The id of the game that takes the fewest minutes.
fn shortest_game() -> &'static str {
    let games = menagerie_catalog::games().iter().map(|game| game.info());
    games.min_by_key(|info| info.minutes).map(|info| info.id).unwrap_or_default()
}

/// Percent-encodes everything but letters and digits.
fn escaped(action: &str) -> String {
    let byte = |byte: u8| match byte {
        b if b.is_ascii_alphanumeric() => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    };
    action.bytes().map(byte).collect()
}
