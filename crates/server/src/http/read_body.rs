//! Reads the whole request body before a handler runs, with a size limit and a timeout (408).

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use menagerie_wire::Code;
use tokio::time::timeout;

use super::LARGEST_BODY;
use crate::app::App;
use crate::error::ApiError;
use crate::limits::address::Address;

/// Reads the body. A client that sends too slowly gets 408. Only records may be large, and each address may upload only
/// a few at once, because an incomplete body stays in memory.
pub(crate) async fn read_whole_body(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    let (head, body) = request.into_parts();
    let is_record = head.uri.path() == IMPORT_PATH;
    let _place = match is_record.then(|| app.rate_limits.may_upload_record(address)).transpose() {
        Ok(place) => place,
        Err(no) => return ApiError::from(no).into_response(),
    };
    let most = if is_record { LARGEST_RECORD } else { LARGEST_BODY };
    match timeout(app.config.limits.patience, read(body, most)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(BodyError::TooLarge)) => ApiError::new(Code::TooMuch, "the body is too large").into_response(),
        Ok(Err(BodyError::Incomplete)) => {
            ApiError::new(Code::Malformed, "the connection ended before the body was complete").into_response()
        }
        Err(_) => ApiError::timed_out("timeout: the body arrived too slowly").into_response(),
    }
}

/// Why a body was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BodyError {
    TooLarge,
    Incomplete,
}

/// Reads a body up to `most` bytes. A larger body is read to its end and discarded, up to the size of a record, so that
/// the client gets the error instead of a reset.
async fn read(body: Body, most: usize) -> Result<Vec<u8>, BodyError> {
    let mut parts = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| BodyError::Incomplete)?;
        length += part.len();
        if length > LARGEST_RECORD {
            return Err(BodyError::TooLarge);
        }
        if length > most {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&part);
        }
    }
    if length <= most { Ok(kept) } else { Err(BodyError::TooLarge) }
}

/// The path for uploading records.
pub(crate) const IMPORT_PATH: &str = "/api/import";

/// The size limit of a record; the longest matches fit.
pub(crate) const LARGEST_RECORD: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_is_read_up_to_its_own_limit() {
        let body = |length| Body::from(vec![b'x'; length]);
        assert_eq!(read(body(10), 10).await.map(|bytes| bytes.len()), Ok(10));
        assert_eq!(read(body(11), 10).await, Err(BodyError::TooLarge));
        assert_eq!(read(body(LARGEST_RECORD), LARGEST_RECORD).await.map(|bytes| bytes.len()), Ok(LARGEST_RECORD));
        assert_eq!(read(body(LARGEST_RECORD + 1), LARGEST_RECORD).await, Err(BodyError::TooLarge));
    }

    #[tokio::test]
    async fn a_body_without_an_end_is_not_heard_out() {
        let forever = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 4099]));
        assert_eq!(read(Body::from_stream(forever), 10).await, Err(BodyError::TooLarge));
        let broken = futures_util::stream::iter([Ok(vec![b'x']), Err(std::io::Error::other("gone"))]);
        assert_eq!(read(Body::from_stream(broken), 10).await, Err(BodyError::Incomplete));
    }
}
