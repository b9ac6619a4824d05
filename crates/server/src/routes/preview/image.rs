//! Preview images: the position of a table as a spectator may see it, or the start of a game.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use menagerie_catalog::Chosen;
use menagerie_draw::preview;
use menagerie_game::{GameInfo, Scene, Viewer};
use menagerie_store::Stage;
use menagerie_table::StampedEvent;
use menagerie_wire::Code;

use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;
use crate::tables::load::{listed_table_info, table_id};
use menagerie_api::past::Past;

/// Images that never change: games and finished matches.
const FIXED: &str = "public, max-age=86400";
/// The image of a table that waits or is in play.
const CHANGING: &str = "public, max-age=60";

/// A board to draw.
type Board = (&'static GameInfo, Scene);

/// `GET /api/tables/{id}/preview.png`. Everyone gets the same image: a finished match is open, a running one is shown as
/// to a spectator. The table is not loaded into memory.
pub(crate) async fn of_table(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let id = table_id(&id)?;
    let stored = app.store.table(&id).await?;
    let state = listed_table_info(&app.store, &stored).await?;
    let events = app.store.events(&id, 1).await?;
    let log: Vec<_> = events.into_iter().map(|event| StampedEvent { text: event.text, at: event.at.0 }).collect();
    let is_over = stored.stage == Stage::Over;
    let boards = move || {
        let (info, version) = (start_of(&state.game)?.0, log.len() as u32);
        let past =
            if is_over { Past::finished(state, None, log) } else { Past::running(state, log, Viewer::Spectator) };
        Ok(vec![(info, past.at(version)?.scene)])
    };
    drawn(&app, address, if is_over { FIXED } else { CHANGING }, boards).await
}

/// `GET /api/games/{id}/preview.png`: the start position.
pub(crate) async fn of_game(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path(game): Path<String>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    drawn(&app, address, FIXED, move || Ok(vec![start_of(&game)?])).await
}

/// `GET /api/preview.png`: the start positions of all games.
pub(crate) async fn of_all_games(
    State(app): Shared,
    Extension(address): Extension<Address>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let all = || menagerie_catalog::games().iter().map(|game| start_of(game.info().id)).collect();
    drawn(&app, address, FIXED, all).await
}

/// A game's start position as a spectator sees it.
fn start_of(game: &str) -> Result<Board, ApiError> {
    let chosen = game.parse::<Chosen>().map_err(|error| ApiError::new(Code::NotFound, error.to_string()))?;
    let start = chosen.start();
    Ok((start.info(), start.view(Viewer::Spectator).scene()))
}

/// Draws outside the async threads, under the same limits as other pictures.
async fn drawn(
    app: &App,
    address: Address,
    keep: &'static str,
    boards: impl FnOnce() -> Result<Vec<Board>, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let _place = app.rate_limits.may_draw(address)?;
    let _turn = app.drawing.acquire().await.map_err(|_| ApiError::trouble(&"the drawing semaphore is closed"))?;
    let image = tokio::task::spawn_blocking(move || {
        let boards = boards()?;
        let boards: Vec<_> = boards.iter().map(|(info, scene)| (*info, scene)).collect();
        preview(&boards).map_err(|error| ApiError::trouble(&error))
    });
    let image = image.await.map_err(|error| ApiError::trouble(&error))??;
    Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, keep)], image).into_response())
}
