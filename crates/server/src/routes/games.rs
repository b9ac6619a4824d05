//! The server's description, and the games it serves.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use menagerie_api::games;
use menagerie_wire::facts::Game;
use menagerie_wire::http::About;

use crate::error::ApiError;
use crate::http::Shared;
use crate::http::compression::ConstantJson;

/// `GET /api/about`
pub(crate) async fn about(State(app): Shared) -> Json<About> {
    let reach = app.reach().map(str::to_owned);
    // Behind a proxy the proxy decides who can connect.
    let alone = reach.is_none() && app.config.trust_proxy.is_none();
    let how = alone.then(|| "start it with --lan to let others on your network play".to_owned());
    Json(About { version: env!("CARGO_PKG_VERSION").to_owned(), reach, how })
}

/// `GET /api/games`: the facts without the long texts.
pub(crate) async fn list(request: HeaderMap) -> Response {
    static LIST: LazyLock<ConstantJson> = LazyLock::new(|| ConstantJson::new(&games::list()));
    LIST.response(&request)
}

/// `GET /api/games/{id}`
pub(crate) async fn one(Path(id): Path<String>) -> Result<Json<&'static Game>, ApiError> {
    Ok(Json(games::one(&id)?))
}
