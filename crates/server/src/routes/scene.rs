//! `POST /api/scene`: a position as a scene.

use axum::extract::State;
use axum::{Extension, Json};
use menagerie_api::scene;
use menagerie_wire::http::{SceneRequest, SceneResponse};

use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::limits::address::Address;

/// A replay up to this length is a normal request; a longer one counts against the work limit.
const SHORT: usize = 500;

pub(crate) async fn look(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Body(wanted): Body<SceneRequest>,
) -> Result<Json<SceneResponse>, ApiError> {
    app.rate_limits.may_use_much_work(address, scene::length(&wanted) / SHORT)?;
    run_blocking(move || scene::look(&wanted).map_err(ApiError::from)).await.map(Json)
}
