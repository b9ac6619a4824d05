//! `POST /api/commitments`: the server commits to a table's dice before the creator of the table adds a nonce.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use menagerie_wire::http::Commitment;

use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;

/// Counts against the rate limit for tables; the table created with it does not count again.
pub(crate) async fn commit(
    State(app): Shared,
    Extension(address): Extension<Address>,
) -> Result<(StatusCode, Json<Commitment>), ApiError> {
    app.rate_limits.may_make_table(address)?;
    Ok((StatusCode::CREATED, Json(app.commit(address).await?)))
}
