//! Reading bodies: one shape of error for everything that can be wrong with one.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use menagerie_wire::Code;
use serde::de::DeserializeOwned;

use crate::refuse::No;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = No;

    async fn from_request(request: Request, state: &S) -> Result<Self, No> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let too_large = rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE;
            let code = if too_large { Code::TooMuch } else { Code::Malformed };
            No::new(code, if too_large { "the body is too large" } else { "the body cannot be read" })
        })?;
        let wrong =
            |error: serde_json::Error| No::new(Code::Malformed, format!("the body is not what it should be: {error}"));
        serde_json::from_slice(&bytes).map(Self).map_err(wrong)
    }
}
