//! Request latency by method and route. The label is the route's template, never the path: paths name tables and
//! accounts, and they would make the number of time series unbounded.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use menagerie_store::Histogram;

use crate::operations::metrics::write_histogram;

/// All other methods share the label `other`.
const METHODS: [Method; 6] = [Method::GET, Method::POST, Method::DELETE, Method::HEAD, Method::OPTIONS, Method::PUT];

/// One histogram per method and route.
#[derive(Default)]
pub(crate) struct RequestLatency(RwLock<BTreeMap<String, Arc<Histogram>>>);

impl RequestLatency {
    /// Starts the timer of a request.
    pub(crate) fn begin(&self, request: &Request) -> RequestTimer {
        let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
        let method = METHODS.iter().find(|known| *known == request.method()).map_or("other", Method::as_str);
        let labels = format!("method=\"{method}\",route=\"{route}\"");
        RequestTimer { histogram: self.histogram(labels), begun: Instant::now() }
    }

    /// Writes all histograms.
    pub(crate) fn write(&self, text: &mut String) {
        let times = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let histograms: Vec<_> = times.iter().map(|(labels, times)| (labels.as_str(), &**times)).collect();
        let help = "Time from the arrival of a request until its response begins.";
        write_histogram(text, "http_request_duration_seconds", help, &histograms);
    }

    fn histogram(&self, labels: String) -> Arc<Histogram> {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&labels) {
            return Arc::clone(known);
        }
        Arc::clone(self.0.write().unwrap_or_else(PoisonError::into_inner).entry(labels).or_default())
    }
}

/// The running timer of a request.
pub(crate) struct RequestTimer {
    histogram: Arc<Histogram>,
    begun: Instant,
}

impl RequestTimer {
    /// Stops the timer: the response begins.
    pub(crate) fn end(self) {
        self.histogram.observe(self.begun.elapsed());
    }
}
