//! The match that a request names, as far as its caller may know it.

use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use menagerie_store::TableId;
use menagerie_table::secret::Digest;

use crate::accounts::identity::Identity;
use crate::app::App;
use crate::error::ApiError;
use crate::http::bearer;
use crate::limits::address::Address;
use crate::mailbox::input::Input;
use crate::tables::load::table_id;
use menagerie_api::past::Past;

/// The match of the table `{id}` in the path. Reading it counts as work, because it is replayed.
pub(crate) struct VisiblePast {
    pub(crate) id: TableId,
    pub(crate) past: Past,
}

impl FromRequestParts<Arc<App>> for VisiblePast {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        if let Some(&address) = parts.extensions.get::<Address>() {
            app.rate_limits.may_use_work(address)?;
        }
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|error| ApiError::trouble(&error))?;
        let id = path.iter().find(|(name, _)| *name == "id").map_or("", |(_, value)| value);
        let id = table_id(id)?;
        let Ok(me) = Identity::from_request_parts(parts, app).await;
        let past = past_for(app, &id, &parts.headers, &me).await?;
        Ok(Self { id, past })
    }
}

/// The match so far: as the seat of the bearer token may know it, or the seat of the caller's account, or the public.
pub(crate) async fn past_for(
    app: &Arc<App>,
    id: &TableId,
    headers: &HeaderMap,
    me: &Identity,
) -> Result<Past, ApiError> {
    let token = bearer(headers).map(Digest::of);
    let account = me.player().map(str::to_owned);
    Ok(app.ask(id, |answer| Input::GetPast { token, account: account.clone(), answer }).await??)
}
