//! The request log: one line per request at level `debug`.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;
use menagerie_wire::Code;
use tracing::Level;

use crate::limits::address::Address;

/// A request that will be mentioned when it is answered.
pub(crate) struct RequestLog {
    method: Method,
    route: Option<MatchedPath>,
    from: Address,
    began: Instant,
}

impl RequestLog {
    /// Notes a request, if the log wants to know.
    pub(crate) fn begin(request: &Request, from: Address) -> Option<Self> {
        tracing::enabled!(Level::DEBUG).then(|| Self {
            method: request.method().clone(),
            route: request.extensions().get().cloned(),
            from,
            began: Instant::now(),
        })
    }

    /// It is answered. Its address may hold a secret: the route alone is mentioned.
    pub(crate) fn end(self, response: &Response) {
        let route = self.route.as_ref().map_or("a file of the page", MatchedPath::as_str);
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
