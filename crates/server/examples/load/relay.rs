//! The bare relay: it forwards texts between the two clients of a table, without rules or storage. A second relay sends both
//! clients a message as long as the server's: what sending alone costs.

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

use crate::clients::{ClientSetup, PASSED_ON_START, TableSetup};
use crate::process::serve_at;

/// What a relay sends for an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relay {
    /// The text, to the opponent.
    Bare,
    /// A message as long as the server's, to both clients.
    FullSize,
}

/// The clients that wait for their opponents, by table.
#[derive(Clone)]
struct Waiting {
    relay: Relay,
    clients: Arc<Mutex<HashMap<usize, oneshot::Sender<WebSocket>>>>,
}

/// As long as the server's messages for an action: about 500 bytes to each client.
const FULL_SIZE: usize = 500;

/// Runs until the parent process ends it.
pub(crate) async fn run(relay: Relay) {
    let waiting = Waiting { relay, clients: Arc::default() };
    let router = Router::new().route("/{id}", get(meet)).with_state(waiting);
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
            let mut clients = waiting.clients.lock().expect("no panic");
            let first = clients.remove(&id);
            if first.is_none() {
                clients.insert(id, sender);
            }
            first
        };
        match first {
            Some(first) => drop(first.send(socket)),
            None => {
                if let Ok(other) = other.await {
                    match waiting.relay {
                        Relay::Bare => pass(socket, other).await,
                        Relay::FullSize => send_both(socket, other).await,
                    }
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

async fn send_both(mut one: WebSocket, mut other: WebSocket) {
    let message = |first: &str| Message::text(format!("{first}{}", "x".repeat(FULL_SIZE)));
    let (done, event) = (message("done"), message(PASSED_ON_START));
    loop {
        let (heard, actor, opponent) = tokio::select! {
            heard = one.recv() => (heard, &mut one, &mut other),
            heard = other.recv() => (heard, &mut other, &mut one),
        };
        let Some(Ok(Message::Text(_))) = heard else { return };
        if actor.send(done.clone()).await.is_err() || opponent.send(event.clone()).await.is_err() {
            return;
        }
    }
}
