//! Reach: where a piece could go if it were its owner's turn, at a table and in any position.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use menagerie_api::reach;
use menagerie_game::Place;
use menagerie_game::text::excerpt;
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use menagerie_wire::http::{ReachRequest, ReachResponse};

use crate::accounts::identity::Identity;
use crate::error::ApiError;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::http::{Shared, bearer};
use crate::mailbox::input::Input;
use crate::tables::load::table_id;

/// `GET /api/tables/{id}/reach/{place}`: as the seat of the bearer token may know it, or the
/// seat of the caller's account, or the public.
pub(crate) async fn at_table(
    State(app): Shared,
    Path((id, place)): Path<(String, String)>,
    headers: HeaderMap,
    me: Identity,
) -> Result<Json<ReachResponse>, ApiError> {
    let unknown = || ApiError::new(Code::NotFound, format!("there is no place '{}'", excerpt(&place)));
    let place = Place::read(&place).ok_or_else(unknown)?;
    let token = bearer(&headers).map(Digest::of);
    let account = me.player().map(str::to_owned);
    let view = app.ask(&table_id(&id)?, |answer| Input::GetView { token, account: account.clone(), answer }).await??;
    run_blocking(move || Ok(view.reach(place))).await.map(|reach| Json(reach.into()))
}

/// `POST /api/reach`: in a position that the client sent.
pub(crate) async fn in_position(Body(wanted): Body<ReachRequest>) -> Result<Json<ReachResponse>, ApiError> {
    run_blocking(move || reach::in_position(&wanted).map_err(ApiError::from)).await.map(Json)
}
