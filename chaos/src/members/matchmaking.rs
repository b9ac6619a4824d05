//! How two accounts come to a table: a challenge, or two seeks that meet. And what happens to its record afterwards.

use fastrand::Rng;
use serde_json::json;

use super::Site;
use super::account::Member;
use crate::http::Request;

/// Arranges a rated match; returns its table. After any failure the caller begins again.
pub(super) async fn arrange(
    site: &Site,
    members: &[Member; 2],
    game: &str,
    by_seek: bool,
    dice: &mut Rng,
) -> Option<String> {
    let wanted = json!({"variant": game, "rated": true, "days": 2}).to_string();
    let [one, other] = members;
    if by_seek {
        let first = site.send(one.request("POST", "/api/board/seek", &wanted), dice).await?;
        let second = site.send(other.request("POST", "/api/board/seek", &wanted), dice).await?;
        let (first, second) = (first.json(), second.json());
        return second["id"].as_str().filter(|id| first["id"].as_str() == Some(id)).map(str::to_owned);
    }
    let path = format!("/api/challenge/{}", other.name);
    let id = site.send(one.request("POST", &path, &wanted), dice).await?.json()["id"].as_str()?.to_owned();
    while !site.world.is_over() {
        let path = format!("/api/challenge/{id}/accept");
        let accepted = site.send(other.request("POST", &path, "{}"), dice).await;
        let path = format!("/api/tables/{id}");
        let table = site.send(Request { method: "GET", path: &path, ..Request::default() }, dice).await;
        match table.map(|response| response.json()["stage"].clone()) {
            Some(stage) if stage == "playing" || stage == "over" => return Some(id),
            Some(stage) if stage == "waiting" && accepted.is_none_or(|response| response.status != 404) => {}
            Some(stage) if stage.is_string() => return None,
            _ => {}
        }
        site.pause(dice).await;
    }
    None
}

/// Imports the record of a finished match.
pub(super) async fn import(site: &Site, table: &str, dice: &mut Rng) {
    let path = format!("/api/tables/{table}/record");
    let node = site.world.nodes[dice.usize(..site.world.nodes.len())];
    let Ok(record) = crate::http::send(node, &Request { method: "GET", path: &path, ..Request::default() }).await
    else {
        return;
    };
    if !record.is_ok() {
        return;
    }
    let request = Request { method: "POST", path: "/api/import", body: &record.body, ..Request::default() };
    let Some(imported) = site.send(request, dice).await.filter(crate::http::Response::is_ok) else { return };
    if let Some(id) = imported.json()["id"].as_str() {
        site.note(|log| log.imports.push((id.to_owned(), table.to_owned())));
    }
}
