//! The request log: one line per request at level `debug`.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;
use menagerie_wire::Code;
use tracing::Level;

use crate::limits::address::Address;

/// A request that will be logged with its response.
pub(crate) struct RequestLog {
    method: Method,
    route: Option<MatchedPath>,
    from: Address,
    began: Instant,
}

impl RequestLog {
    /// Begins the log entry, if the level `debug` is enabled.
    pub(crate) fn begin(request: &Request, from: Address) -> Option<Self> {
        tracing::enabled!(Level::DEBUG).then(|| Self {
            method: request.method().clone(),
            route: request.extensions().get().cloned(),
            from,
            began: Instant::now(),
        })
    }

    /// Writes the line. It holds the route's template, because the path may contain a secret.
    pub(crate) fn end(self, response: &Response) {
        let route = self.route.as_ref().map_or("page", MatchedPath::as_str);
        let code = response.extensions().get::<Code>();
        tracing::debug!(
            method = self.method.as_str(),
            route,
            address = %self.from,
            status = response.status().as_u16(),
            millis = self.began.elapsed().as_millis() as u64,
            refused = code.map(tracing::field::debug),
            "a request"
        );
    }
}
