//! `POST /api/arrange`: the position text of hand-placed pieces, for the board editor.

use axum::Json;
use menagerie_wire::http::{ArrangeRequest, ArrangeResponse};

use crate::error::ApiError;
use crate::http::body::Body;

pub(crate) async fn arrange(Body(wanted): Body<ArrangeRequest>) -> Result<Json<ArrangeResponse>, ApiError> {
    Ok(Json(menagerie_api::arrange::arrange(&wanted)?))
}
