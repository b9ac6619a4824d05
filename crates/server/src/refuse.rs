//! The one place where failures become answers: people read a sentence, logs the cause.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use menagerie_match::Refusal;
use menagerie_wire::{Code, Refused};

/// A refusal without a rule.
pub(crate) fn refused(code: Code, error: impl Into<String>) -> Refused {
    Refused { code, error: error.into(), rule: None }
}

/// An idempotency key stands for one message.
pub(crate) fn reused() -> Refused {
    refused(Code::Malformed, "this `ack` was used for another message: choose a new number for each message")
}

/// What the match says no to, as clients read it.
pub(crate) fn by_match(refusal: &Refusal) -> Refused {
    let code = match refusal {
        Refusal::Text(_) => Code::Malformed,
        Refusal::Illegal { .. } => Code::Illegal,
        Refusal::AlreadyOffered { .. } | Refusal::AlreadyAgreed { .. } => Code::Taken,
        Refusal::TurnQuota { .. } => Code::TooMuch,
        Refusal::Over { .. }
        | Refusal::NotInGame { .. }
        | Refusal::NoOffer
        | Refusal::NothingToUndo { .. }
        | Refusal::NoSuchTurn { .. } => Code::NotNow,
    };
    let rule = match refusal {
        Refusal::Illegal { verdict, .. } => Some(verdict.rule.to_string()),
        _ => None,
    };
    Refused { code, error: refusal.to_string(), rule }
}

/// A refusal as an HTTP answer; where that is known, with how long to wait before one asks again.
#[derive(Debug)]
pub(crate) struct No(pub(crate) Refused, Option<Duration>);

impl No {
    pub(crate) fn new(code: Code, error: impl Into<String>) -> Self {
        Self(refused(code, error), None)
    }

    /// Too fast: after this time it would not be.
    pub(crate) fn wait(time: Duration, error: impl Into<String>) -> Self {
        Self(refused(Code::TooFast, error), Some(time))
    }

    /// Something that only the log should know.
    pub(crate) fn trouble(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(Code::Trouble, "the server has a problem and cannot say whether this was done; try again")
    }
}

impl From<Refused> for No {
    fn from(refused: Refused) -> Self {
        Self(refused, None)
    }
}

/// The HTTP status of a refusal.
pub(crate) const fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::NotAllowed => StatusCode::FORBIDDEN,
        Code::OutOfTurn | Code::Stale | Code::NotNow | Code::Taken => StatusCode::CONFLICT,
        Code::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::TooMuch => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Trouble => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        let Self(refused, wait) = self;
        let code = refused.code;
        let mut response = (status(code), Json(refused)).into_response();
        if let Some(wait) = wait {
            // In whole seconds, as the header has them, and not too few.
            let seconds = HeaderValue::from(wait.as_secs() + 1);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        // For the counters.
        response.extensions_mut().insert(code);
        response
    }
}
