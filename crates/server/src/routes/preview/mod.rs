//! Link previews (Open Graph): what a chat program or a social network shows for a link to the page.

pub(crate) mod html;
pub(crate) mod image;
pub(crate) mod text;

use std::time::Duration;

use axum::http::{HeaderMap, header};
use menagerie_page::File;
use tokio::time::timeout;

use crate::app::App;
use crate::error::ApiError;
use crate::net::guard::is_host;
use crate::records::stored::ToWire;
use crate::routes::preview::html::with_preview;
use crate::routes::preview::text::Preview;
use crate::routes::tables::shown;
use crate::tables::load::table_id;

/// The page does not wait longer than this for its preview.
const PATIENCE: Duration = Duration::from_secs(1);
/// Ratings in the preview of a profile.
const MOST_RATINGS: usize = 3;

/// The page's document with the preview of a path. If the store does not answer in time, the preview is the general one.
pub(crate) async fn document(app: &App, file: &'static File, path: &str, headers: &HeaderMap) -> String {
    let found = timeout(PATIENCE, of_path(app, path)).await;
    let preview = found.ok().and_then(Result::ok).flatten().unwrap_or_default();
    with_preview(&String::from_utf8_lossy(file.body()), &preview, &origin(app, headers), path)
}

/// The preview of a screen; nothing for the start screen and for what does not exist.
async fn of_path(app: &App, path: &str) -> Result<Option<Preview>, ApiError> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let [screen, subject] = parts[..] else { return Ok(None) };
    match screen {
        "t" => of_table(app, subject, false).await,
        "review" => of_table(app, subject, true).await,
        "rules" => Ok(text::of_rules(subject)),
        "board" => Ok(text::of_editor(subject)),
        "puzzles" => Ok(text::of_puzzles(subject)),
        "study" => of_study(app, subject).await,
        "u" => of_profile(app, subject).await,
        _ => Ok(None),
    }
}

/// Shows what `GET /api/tables/{id}` shows to anyone with the link. The table is not loaded into memory.
async fn of_table(app: &App, id: &str, is_review: bool) -> Result<Option<Preview>, ApiError> {
    let id = table_id(id)?;
    let stored = app.store.table(&id).await?;
    let versions = app.store.table_versions(std::slice::from_ref(&id)).await?;
    let version = versions.first().map_or(0, |(_, versions)| versions.seq);
    let ended = stored.result.as_ref().map(ToWire::to_wire);
    let table = shown(app, &stored).await?;
    Ok(table.map(|table| text::of_table(&table, ended.as_ref(), version, is_review)))
}

async fn of_study(app: &App, id: &str) -> Result<Option<Preview>, ApiError> {
    let study = app.store.study(&table_id(id)?).await?;
    Ok(text::of_study(&study.body.title, &study.body.game))
}

async fn of_profile(app: &App, name: &str) -> Result<Option<Preview>, ApiError> {
    let account = app.store.account_named(name).await?;
    let mut ratings = app.store.ratings(account.id).await?;
    ratings.sort_by_key(|(_, rating)| std::cmp::Reverse(rating.games));
    ratings.truncate(MOST_RATINGS);
    Ok(Some(text::of_profile(&account.name, &ratings)))
}

/// The scheme and host under which the client asked; empty if they are unknown. Previews need absolute addresses.
fn origin(app: &App, headers: &HeaderMap) -> String {
    let proxied = app.config.trust_proxy.map(|proxy| proxy.forwarded_info(headers)).unwrap_or_default();
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = proxied.host.as_deref().or(asked).filter(|host| !host.is_empty() && is_host(host));
    let scheme = if proxied.encrypted { "https" } else { "http" };
    let known = host.map(|host| format!("{scheme}://{host}"));
    known.or_else(|| app.reach().map(|reach| reach.trim_end_matches('/').to_owned())).unwrap_or_default()
}
