//! How long requests take, by method and route. The label is the route's template, never the path: a path names tables and
//! people, and there is no end to paths.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use menagerie_store::Histogram;

use crate::operations::metrics::write_histogram;

/// What is asked by any other method counts as one.
const METHODS: [Method; 6] = [Method::GET, Method::POST, Method::DELETE, Method::HEAD, Method::OPTIONS, Method::PUT];

/// A histogram for each method and route that was asked for.
#[derive(Default)]
pub(crate) struct RouteTimes(RwLock<BTreeMap<String, Arc<Histogram>>>);

impl RouteTimes {
    /// A request has arrived.
    pub(crate) fn begin(&self, request: &Request) -> Timed {
        let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
        let method = METHODS.iter().find(|known| *known == request.method()).map_or("other", Method::as_str);
        let labels = format!("method=\"{method}\",route=\"{route}\"");
        Timed { histogram: self.histogram(labels), begun: Instant::now() }
    }

    /// Writes all histograms.
    pub(crate) fn write(&self, text: &mut String) {
        let times = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let histograms: Vec<_> = times.iter().map(|(labels, times)| (labels.as_str(), &**times)).collect();
        write_histogram(text, "request_seconds", &histograms);
    }

    fn histogram(&self, labels: String) -> Arc<Histogram> {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&labels) {
            return Arc::clone(known);
        }
        Arc::clone(self.0.write().unwrap_or_else(PoisonError::into_inner).entry(labels).or_default())
    }
}

/// A request that is being answered.
pub(crate) struct Timed {
    histogram: Arc<Histogram>,
    begun: Instant,
}

impl Timed {
    /// Its answer begins.
    pub(crate) fn end(self) {
        self.histogram.observe(self.begun.elapsed());
    }
}
