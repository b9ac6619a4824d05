//! A table's WebSocket: frames in, messages out. Texts are parsed here, once.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use menagerie_store::TableId;
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, interval_at, timeout};

use crate::app::App;
use crate::host::Input;
use crate::http::{Shared, table_id};
use crate::refuse::{No, refused};
use crate::room::{ConnectionId, Hello};
use crate::secret::Digest;

/// A client must say hello within this time.
const PATIENCE: Duration = Duration::from_secs(10);
/// Half a minute is the shortest time after which middleboxes forget a silent connection.
const PING_EVERY: Duration = Duration::from_secs(20);
/// Nothing heard for this long: gone. Three pings may be lost.
const DEAD_AFTER: Duration = Duration::from_secs(65);
/// A screen has at most as many seats as the largest game.
const MOST_TOKENS: usize = 4;

/// `GET /api/tables/{id}/socket`
pub(crate) async fn open(
    State(app): Shared,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, No> {
    let id = table_id(&id)?;
    // An unknown table is an answer, not a connection.
    app.room(&id).await?;
    let longest = app.config.limits.message;
    let upgrade = upgrade.max_message_size(longest).max_frame_size(longest).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| talk(app, id, socket)))
}

type Reading = SplitStream<WebSocket>;
type Writing = SplitSink<WebSocket, Message>;

async fn talk(app: Arc<App>, table: TableId, socket: WebSocket) {
    let (mut writing, mut reading) = socket.split();
    let (outbox, messages) = mpsc::channel(app.config.limits.outbox);
    let id = app.new_connection();
    let greeted = match hello(&mut reading).await {
        Ok(hello) => greet(&app, &table, id, hello, outbox.clone()).await,
        Err(refused) => Err(refused),
    };
    let room = match greeted {
        Ok(room) => room,
        Err(refused) => return refuse(&mut writing, refused).await,
    };
    let writer = tokio::spawn(write(writing, messages, app.closing()));
    listen(&mut reading, id, &room, outbox).await;
    let _ = room.send(Input::Gone { id }).await;
    // Whatever is still to be said is said before the connection closes.
    let _ = timeout(PATIENCE, writer).await;
}

/// Waits for the first message.
async fn hello(reading: &mut Reading) -> Result<Hello, Refused> {
    let late = || refused(Code::Malformed, "the first message of a connection is a hello");
    loop {
        let frame = timeout(PATIENCE, reading.next()).await.map_err(|_| late())?;
        match frame {
            Some(Ok(Message::Text(text))) => match parse(&text)? {
                FromClient::Hello { tokens, since, form } if tokens.len() <= MOST_TOKENS => {
                    let tokens = tokens.iter().map(|token| Digest::of(token)).collect();
                    return Ok(Hello { tokens, since, form });
                }
                FromClient::Hello { .. } => return Err(refused(Code::TooMuch, "too many tokens")),
                _ => return Err(late()),
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(late()),
        }
    }
}

async fn greet(
    app: &Arc<App>,
    table: &TableId,
    id: ConnectionId,
    hello: Hello,
    outbox: mpsc::Sender<Utf8Bytes>,
) -> Result<mpsc::Sender<Input>, Refused> {
    let room = app.room(table).await.map_err(|no| no.0)?;
    let (answer, answered) = oneshot::channel();
    let _ = room.send(Input::Hello { id, hello, outbox, answer }).await;
    let lost = || refused(Code::Trouble, "the table does not answer; try again");
    answered.await.map_err(|_| lost())??;
    Ok(room)
}

/// Passes messages on until the connection ends.
async fn listen(reading: &mut Reading, id: ConnectionId, room: &mpsc::Sender<Input>, outbox: mpsc::Sender<Utf8Bytes>) {
    loop {
        let frame = tokio::select! {
            frame = timeout(DEAD_AFTER, reading.next()) => frame,
            // The room has cut this connection off, or is gone.
            () = outbox.closed() => return,
        };
        match frame {
            Ok(Some(Ok(Message::Text(text)))) => match parse(&text) {
                Ok(message) => {
                    if room.send(Input::Message { id, message }).await.is_err() {
                        return;
                    }
                }
                Err(refused) => {
                    let Some(text) = text_of(&ToClient::Refused { ack: None, refused }) else { return };
                    if outbox.try_send(text).is_err() {
                        return;
                    }
                }
            },
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None) | Err(_) => return,
        }
    }
}

/// Writes what the room says, and pings a silent client.
async fn write(mut writing: Writing, mut messages: mpsc::Receiver<Utf8Bytes>, mut closing: tokio::sync::watch::Receiver<bool>) {
    let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    loop {
        let message = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(text) => Message::Text(text),
                None => break,
            },
            _ = pings.tick() => Message::Ping(axum::body::Bytes::new()),
            _ = closing.changed() => break,
        };
        if writing.send(message).await.is_err() {
            return;
        }
    }
    let _ = writing.send(Message::Close(None)).await;
}

async fn refuse(writing: &mut Writing, refused: Refused) {
    /// Policy violation.
    const REFUSED: u16 = 1008;
    let reason = Utf8Bytes::from(refused.error.chars().take(60).collect::<String>());
    if let Some(text) = text_of(&ToClient::Refused { ack: None, refused }) {
        let _ = writing.send(Message::Text(text)).await;
    }
    let _ = writing.send(Message::Close(Some(CloseFrame { code: REFUSED, reason }))).await;
}

fn parse(text: &str) -> Result<FromClient, Refused> {
    serde_json::from_str(text).map_err(|error| refused(Code::Malformed, format!("this is no message: {error}")))
}

fn text_of(message: &ToClient) -> Option<Utf8Bytes> {
    serde_json::to_string(message).ok().map(Utf8Bytes::from)
}
