//! The HTTP calls, one file per subject. Bodies are JSON; errors have the shape of
//! [`Refused`](menagerie_wire::Refused).

mod body;
mod games;
mod page;
mod scene;
pub(crate) mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use menagerie_wire::Code;

use crate::app::App;
use crate::refuse::No;
use crate::socket;

pub(crate) use tables::table_id;

/// What every handler gets.
pub(crate) type Shared = axum::extract::State<Arc<App>>;

/// Larger bodies are refused before they are read.
const LARGEST_BODY: usize = 64 * 1024;

/// All routes.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/about", get(games::about))
        .route("/api/games", get(games::list))
        .route("/api/games/{id}", get(games::one))
        .route("/api/lobby", get(tables::lobby))
        .route("/api/tables", post(tables::create))
        .route("/api/tables/{id}", get(tables::look))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/socket", get(socket::open))
        .route("/api/scene", post(scene::look))
        .route("/api/{*rest}", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

async fn no_such_call() -> No {
    No::new(Code::NotFound, "there is no such call")
}

async fn wrong_method() -> No {
    No::new(Code::Malformed, "this address does not take that method")
}
