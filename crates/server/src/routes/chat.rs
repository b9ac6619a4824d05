//! Not hearing somebody, and complaining about them.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::Body;
use crate::limits::address::Address;
use crate::mailbox::input::{Grievance, Input};
use crate::tables::load::table_id;

const LONGEST_REASON: usize = 500;

/// Whom a seat does not want to hear.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mute {
    /// The token of the seat that listens.
    token: String,
    /// The seat that speaks.
    speaker: String,
    /// False to hear it again.
    muted: bool,
}

/// A complaint.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Complaint {
    /// The token of the seat that complains; none for a spectator.
    token: Option<String>,
    /// The number of what was said.
    message: u32,
    /// Why.
    reason: String,
}

/// `POST /api/tables/{id}/mute`
pub(crate) async fn mute(
    State(app): Shared,
    Path(id): Path<String>,
    Body(mute): Body<Mute>,
) -> Result<StatusCode, ApiError> {
    let token = Digest::of(&mute.token);
    let question = |answer| Input::Mute { token, speaker: mute.speaker.clone(), muted: mute.muted, answer };
    app.ask(&table_id(&id)?, question).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/tables/{id}/report`
pub(crate) async fn report(
    State(app): Shared,
    Path(id): Path<String>,
    Extension(from): Extension<Address>,
    Body(complaint): Body<Complaint>,
) -> Result<StatusCode, ApiError> {
    if complaint.reason.chars().count() > LONGEST_REASON {
        return Err(ApiError::new(Code::TooMuch, format!("a reason has at most {LONGEST_REASON} characters")));
    }
    app.rate_limits.may_complain(from)?;
    let Complaint { token, message, reason } = complaint;
    let grievance = Grievance { token: token.as_deref().map(Digest::of), from, message, reason };
    app.ask(&table_id(&id)?, |answer| Input::Report { grievance: grievance.clone(), answer }).await??;
    Ok(StatusCode::NO_CONTENT)
}
