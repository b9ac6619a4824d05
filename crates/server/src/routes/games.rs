//! What the server is, and the games it knows.

use axum::Json;
use axum::extract::{Path, State};
use menagerie_game::text::excerpt;
use menagerie_wire::Code;
use menagerie_wire::facts::Game;
use menagerie_wire::http::About;

use crate::error::ApiError;
use crate::http::Shared;

/// `GET /api/about`
pub(crate) async fn about(State(app): Shared) -> Json<About> {
    let reach = app.reach().map(str::to_owned);
    // Behind a proxy it is the proxy that listens to others.
    let alone = reach.is_none() && app.config.trust_proxy.is_none();
    let how = alone.then(|| "start it with --lan to let others on your network play".to_owned());
    Json(About { version: env!("CARGO_PKG_VERSION").to_owned(), reach, how })
}

/// `GET /api/games`: the facts without the long texts.
pub(crate) async fn list() -> Json<Vec<Game>> {
    let brief = |game: &&'static dyn menagerie_game::erased::AnyGame| Game {
        guide: "",
        rules: "",
        hints: Vec::new(),
        ..Game::from(game.info())
    };
    Json(menagerie_catalog::games().iter().map(brief).collect())
}

/// `GET /api/games/{id}`
pub(crate) async fn one(Path(id): Path<String>) -> Result<Json<Game>, ApiError> {
    let game = menagerie_catalog::find(&id);
    let game = game.ok_or_else(|| ApiError::new(Code::NotFound, format!("there is no game '{}'", excerpt(&id))))?;
    Ok(Json(Game { palette: game.palette(), ..Game::from(game.info()) }))
}
