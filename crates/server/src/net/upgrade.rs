//! The WebSocket handshake: the framework checks the request, and the stream stays ours.

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tungstenite::handshake::derive_accept_key;

/// A valid handshake of a client.
pub(crate) struct Upgrade {
    stream: Option<OnUpgrade>,
    accept: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = WebSocketUpgradeRejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let stream = parts.extensions.get::<OnUpgrade>().cloned();
        // It only checks the request: its own socket would keep large buffers.
        drop(WebSocketUpgrade::from_request_parts(parts, state).await?);
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY);
        Ok(Self { stream, accept: derive_accept_key(key.map_or(&[], HeaderValue::as_bytes)) })
    }
}

impl Upgrade {
    /// The answer to the handshake. After it is sent, `serve` gets the stream in a task of its own.
    pub(crate) fn answer<F: Future<Output = ()> + Send>(
        self,
        serve: impl FnOnce(TokioIo<Upgraded>) -> F + Send + 'static,
    ) -> Response {
        let Self { stream, accept } = self;
        tokio::spawn(async move {
            if let Some(stream) = stream
                && let Ok(stream) = stream.await
            {
                serve(TokioIo::new(stream)).await;
            }
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        if let Ok(accept) = HeaderValue::from_str(&accept) {
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        }
        response
    }
}
