//! Reads request bodies whole before a handler runs, with a size limit and a timeout (408).

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

/// Reads the body. A client that sends it too slowly is refused. Records alone may be large, and of one address only a few
/// are read at the same time: what has arrived is in memory until the rest has come.
pub(crate) async fn read_whole_body(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    let (head, body) = request.into_parts();
    let is_record = head.uri.path() == IMPORT_PATH;
    let _place = match is_record.then(|| app.rate_limits.may_bring_record(address)).transpose() {
        Ok(place) => place,
        Err(no) => return no.into_response(),
    };
    let most = if is_record { LARGEST_RECORD } else { LARGEST_BODY };
    match timeout(app.config.limits.patience, read(body, most)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(Unread::TooLarge)) => ApiError::new(Code::TooMuch, "the body is too large").into_response(),
        Ok(Err(Unread::BrokenOff)) => ApiError::new(Code::Malformed, "the body was broken off").into_response(),
        Err(_) => ApiError::timed_out("the body came too slowly").into_response(),
    }
}

/// Why a body was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unread {
    TooLarge,
    BrokenOff,
}

/// All of a body, if it is no larger than this. Of a larger one nothing is kept, but it is heard out as long as it could be a
/// record: whoever is interrupted does not hear why.
async fn read(body: Body, most: usize) -> Result<Vec<u8>, Unread> {
    let mut parts = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| Unread::BrokenOff)?;
        length += part.len();
        if length > LARGEST_RECORD {
            return Err(Unread::TooLarge);
        }
        if length > most {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&part);
        }
    }
    if length <= most { Ok(kept) } else { Err(Unread::TooLarge) }
}

/// Where records are brought.
pub(crate) const IMPORT_PATH: &str = "/api/import";

/// Larger bodies are refused before they are read; the longest matches fit in.
pub(crate) const LARGEST_RECORD: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_is_read_up_to_its_own_limit() {
        let body = |length| Body::from(vec![b'x'; length]);
        assert_eq!(read(body(10), 10).await.map(|bytes| bytes.len()), Ok(10));
        assert_eq!(read(body(11), 10).await, Err(Unread::TooLarge));
        assert_eq!(read(body(LARGEST_RECORD + 1), LARGEST_RECORD).await, Err(Unread::TooLarge));
    }

    #[tokio::test]
    async fn a_body_without_an_end_is_not_heard_out() {
        let forever = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 4096]));
        assert_eq!(read(Body::from_stream(forever), 10).await, Err(Unread::TooLarge));
        let broken = futures_util::stream::iter([Ok(vec![b'x']), Err(std::io::Error::other("gone"))]);
        assert_eq!(read(Body::from_stream(broken), 10).await, Err(Unread::BrokenOff));
    }
}
