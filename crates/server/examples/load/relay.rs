//! The bare relay: it forwards texts between the two clients of a table, without rules or storage.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::clients::{ClientSetup, TableSetup};
use crate::process::serve_at;

type Waiting = Arc<Mutex<HashMap<usize, oneshot::Sender<WebSocket>>>>;

/// Runs until the parent process ends it.
pub(crate) async fn run() {
    let router = Router::new().route("/{id}", get(meet)).with_state(Waiting::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    serve_at(address).await;
    serving.abort();
}

/// The tables of the relay at this URL.
pub(crate) fn tables(address: &str, number: usize) -> Vec<TableSetup> {
    let end = |id: usize| ClientSetup { url: format!("{}/{id}", address.replace("http", "ws")), hello: None };
    (0..number).map(|id| TableSetup { clients: [end(id), end(id)], seats: None }).collect()
}

/// The server's buffer size, for a fair comparison.
const READ_AT_ONCE: usize = 1024;

async fn meet(State(waiting): State<Waiting>, Path(id): Path<usize>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE).write_buffer_size(0);
    upgrade.on_upgrade(move |socket| async move {
        let (sender, other) = oneshot::channel();
        let first = {
            let mut waiting = waiting.lock().expect("no panic");
            let first = waiting.remove(&id);
            if first.is_none() {
                waiting.insert(id, sender);
            }
            first
        };
        match first {
            Some(first) => drop(first.send(socket)),
            None => {
                if let Ok(other) = other.await {
                    pass(socket, other).await;
                }
            }
        }
    })
}

async fn pass(one: WebSocket, other: WebSocket) {
    let (mut to_one, mut from_one) = one.split();
    let (mut to_other, mut from_other) = other.split();
    let there = async {
        while let Some(Ok(text @ Message::Text(_))) = from_one.next().await {
            if to_other.send(text).await.is_err() {
                break;
            }
        }
    };
    let back = async {
        while let Some(Ok(text @ Message::Text(_))) = from_other.next().await {
            if to_one.send(text).await.is_err() {
                break;
            }
        }
    };
    tokio::join!(there, back);
}
