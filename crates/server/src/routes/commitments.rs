//! `POST /api/commitments`: the server commits itself to dice before it learns what a maker of a table adds to them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use menagerie_wire::http::Commitment;

use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;

/// Counts as a table: the one that is made with it does not count again.
pub(crate) async fn commit(
    State(app): Shared,
    Extension(address): Extension<Address>,
) -> Result<(StatusCode, Json<Commitment>), ApiError> {
    app.rate_limits.may_make_table(address)?;
    Ok((StatusCode::CREATED, Json(app.commit(address).await?)))
}
