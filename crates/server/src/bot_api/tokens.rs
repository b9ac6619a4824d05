//! `POST /api/token/test`: the account and scopes of API tokens.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::{Extension, Json};
use menagerie_store::TokenHash;
use menagerie_wire::Code;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;

/// Tokens that are looked up at once.
const MOST: usize = 100;

/// Whose token it is and what it allows.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenInfo {
    user_id: String,
    /// Separated by commas.
    scopes: String,
    /// Tokens here do not expire.
    expires: Option<i64>,
}

/// Takes tokens separated by commas; gives null for those that are not valid.
pub(crate) async fn test(
    State(app): Shared,
    Extension(address): Extension<Address>,
    body: String,
) -> Result<Json<BTreeMap<String, Option<TokenInfo>>>, ApiError> {
    let tokens: Vec<&str> = body.split(',').map(str::trim).filter(|token| !token.is_empty()).collect();
    if tokens.len() > MOST {
        return Err(ApiError::new(Code::TooMuch, format!("at most {MOST} tokens at once")));
    }
    app.rate_limits.may_use_much_work(address, tokens.len())?;
    let mut tested = BTreeMap::new();
    for token in tokens {
        let known = match app.store.api_token(&TokenHash::of(token)).await? {
            Some(known) => {
                let user_id = app.store.account(known.account).await?.name.to_lowercase();
                Some(TokenInfo { user_id, scopes: known.scopes.join(","), expires: None })
            }
            None => None,
        };
        tested.insert(token.to_owned(), known);
    }
    Ok(Json(tested))
}
