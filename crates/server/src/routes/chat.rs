//! Chat moderation by players: mute a seat, report a message.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::accounts::identity::Identity;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::Body;
use crate::limits::address::Address;
use crate::mailbox::input::{ChatReport, Input};
use crate::tables::load::table_id;

const LONGEST_REASON: usize = 500;

/// A request to mute or unmute a seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mute {
    /// The token of the seat that mutes.
    token: String,
    /// The seat to mute.
    speaker: String,
    /// False to unmute.
    muted: bool,
}

/// A report about a chat message.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReport {
    /// The token of the reporting seat. Without it, the seat of the signed-in account counts, or a spectator reports.
    token: Option<String>,
    /// The number of the message.
    message: u32,
    /// The reason.
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
    me: Identity,
    Body(new): Body<NewReport>,
) -> Result<StatusCode, ApiError> {
    if new.reason.chars().count() > LONGEST_REASON {
        return Err(ApiError::new(Code::TooMuch, format!("a reason has at most {LONGEST_REASON} characters")));
    }
    app.rate_limits.may_report(from)?;
    let NewReport { token, message, reason } = new;
    let account = me.player().map(str::to_owned);
    let report = ChatReport { token: token.as_deref().map(Digest::of), account, from, message, reason };
    app.ask(&table_id(&id)?, |answer| Input::Report { report: report.clone(), answer }).await??;
    Ok(StatusCode::NO_CONTENT)
}
