//! A table's WebSocket: parses frames, forwards messages, sends heartbeats, disconnects slow clients.

use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{FutureExt, SinkExt, StreamExt};
use governor::{Quota, RateLimiter};
use menagerie_store::TableId;
use menagerie_table::{ConnectionId, Subscription};
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, Sleep, interval_at, sleep_until, timeout};

use crate::accounts::identity::Identity;
use crate::accounts::revocation::{Credential, Until};
use crate::app::App;
use crate::error::{ApiError, refused};
use crate::http::Shared;
use crate::limits::address::Address;
use crate::limits::limit_log::Limit;
use crate::mailbox::inbox::Inbox;
use crate::mailbox::input::{Input, text_of};
use crate::net::close_code::{CloseReason, frame_of};
use crate::net::guard::SocketGuard;
use crate::net::hello::{RejectedHello, hello};
use crate::net::visitor::{Visitor, either};
use crate::operations::metrics::count;
use crate::tables::load::table_id;

/// The timeout for the hello, and for each write.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);
/// The heartbeat interval: some middleboxes drop connections after 30 seconds of silence.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(20);
/// The heartbeat timeout: three pings may be lost.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(65);
/// The read buffer of a connection, cleared before each read and kept as long as the connection. The library's default
/// of 128 kB would use more memory and time than everything else together.
const READ_BUFFER: usize = 1024;
/// The write buffer's size before the library flushes it by itself.
const WRITE_BUFFER: usize = 32 * 1024;
/// A message over the limit is read and refused. A message this many times the limit closes the connection.
const READ_LIMIT_FACTOR: usize = 4;

/// `GET /api/tables/{id}/socket`
pub(crate) async fn open(
    State(app): Shared,
    Path(id): Path<String>,
    Extension(address): Extension<Address>,
    me: Identity,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let id = table_id(&id)?;
    // The response to a hello holds the whole match, so it costs work.
    app.rate_limits.may_use_work(address)?;
    let connected = SocketGuard::open(&app, address)?;
    let must_go = app.must_go(Visitor::new(address, &me));
    // An unknown table is a 404 and not a connection.
    app.room(&id).await?;
    let longest = app.config.limits.message;
    let upgrade = upgrade.max_message_size(longest * READ_LIMIT_FACTOR).max_frame_size(longest * READ_LIMIT_FACTOR);
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(WRITE_BUFFER);
    let client = Client { address, me, _connected: connected };
    Ok(upgrade.on_upgrade(move |socket| run_socket(app, id, socket, client, must_go)))
}

/// The client of a socket. The guard counts the connection until it is dropped.
pub(crate) struct Client {
    pub(crate) address: Address,
    pub(crate) me: Identity,
    _connected: SocketGuard,
}

pub(crate) type SocketReader = SplitStream<WebSocket>;
type SocketWriter = SplitSink<WebSocket, Message>;

async fn run_socket(app: Arc<App>, table: TableId, socket: WebSocket, client: Client, must_go: Until) {
    let (mut writing, mut reading) = socket.split();
    let (outbox, messages) = mpsc::channel(app.config.limits.outbox);
    let answers = outbox.downgrade();
    let id = app.new_connection();
    let subscribed = match hello(&app, &client, &mut reading).await {
        Ok(hello) => {
            // A seat that a session gives is lost with the session.
            let key = hello.account.as_ref().and_then(|_| Credential::of(&client.me));
            let subscribed = subscribe(&app, &table, id, hello, outbox).await.map_err(RejectedHello::from);
            subscribed.map(|(room, accounts)| (room, accounts, key))
        }
        Err(rejected) => Err(rejected),
    };
    let (room, accounts, key) = match subscribed {
        Ok(subscribed) => subscribed,
        Err(RejectedHello { refused, close }) => {
            app.metrics.refused(refused.code);
            let close = close.map_or_else(|| frame_of(&refused, app.is_closing()), CloseReason::frame);
            let _ = timeout(TIMEOUT, refuse(&mut writing, refused, close)).await;
            return;
        }
    };
    tracing::debug!(%table, connection = id.0, address = %client.address, "socket opened");
    let must_go = close_reason(either(must_go, app.banned(accounts)), key.map(|key| app.until_revoked(key)));
    let (close, closed) = oneshot::channel();
    let mut writer = tokio::spawn(write(Arc::clone(&app), writing, messages, must_go, closed));
    let receiver = MessageReceiver { app: &app, id, from: client.address, room: &room, answers };
    let closed_by_server = tokio::select! {
        reason = receiver.listen(&mut reading) => {
            // The writer reads the reason when the table task drops the connection.
            let _ = reason.map(|reason| close.send(reason));
            false
        }
        // The table task dropped the connection, the client is slow or banned, or the server shuts down.
        _ = &mut writer => true,
    };
    tracing::debug!(%table, connection = id.0, closed_by_server, "socket closed");
    let _ = room.send(Input::Disconnected { id }).await;
    if !closed_by_server {
        // Sends the pending messages before the connection closes.
        let _ = timeout(TIMEOUT, writer).await;
    }
}

/// Resolves when the client must be disconnected: it is banned, or its session was revoked.
fn close_reason(banned: impl Future<Output = ()> + Send + 'static, revoked: Option<Until>) -> UntilClosed {
    let Some(revoked) = revoked else { return Box::pin(banned.map(|()| CloseReason::Banned)) };
    Box::pin(async move {
        tokio::select! {
            () = banned => CloseReason::Banned,
            () = revoked => CloseReason::SignedOut,
        }
    })
}

type UntilClosed = Pin<Box<dyn Future<Output = CloseReason> + Send>>;

/// Subscribes to the table: its mailbox, and the accounts of the seats on this connection.
async fn subscribe(
    app: &Arc<App>,
    table: &TableId,
    id: ConnectionId,
    hello: Subscription,
    outbox: mpsc::Sender<Utf8Bytes>,
) -> Result<(Inbox, Vec<String>), Refused> {
    let room = app.room(table).await.map_err(|error| error.refused)?;
    let (answer, answered) = oneshot::channel();
    let _ = room.send(Input::Subscribe { id, hello, outbox, answer }).await;
    let lost = || refused(Code::Trouble, "the table does not answer; try again");
    let accounts = answered.await.map_err(|_| lost())?.map_err(|error| error.refused)?;
    Ok((room, accounts))
}

/// The receiving side of one connection.
struct MessageReceiver<'a> {
    app: &'a App,
    id: ConnectionId,
    from: Address,
    room: &'a Inbox,
    /// The queue for refusals that need no table. The reference is weak: only the table task keeps the connection open.
    answers: mpsc::WeakSender<Utf8Bytes>,
}

impl MessageReceiver<'_> {
    /// Forwards messages until the connection ends. Returns the reason if the server ends it.
    async fn listen(self, reading: &mut SocketReader) -> Option<CloseReason> {
        let rate = self.app.config.limits.messages;
        let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let limiter = RateLimiter::direct(Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst)));
        let mut frames = FrameReader::new(reading);
        let mut too_fast = 0;
        loop {
            let frame = match frames.next().await {
                Some(Ok(frame)) => frame,
                Some(Err(error)) if is_oversized(&error) => {
                    self.refuse(None, too_long(self.app));
                    return Some(CloseReason::TooBig);
                }
                Some(Err(_)) => return None,
                None => return Some(CloseReason::Silent),
            };
            // A client that ignores the rate limit for a whole burst is disconnected.
            too_fast = if limiter.check().is_ok() { 0 } else { too_fast + 1 };
            if too_fast > 0 {
                self.app.rate_limits.limit_log.hit(Limit::Messages, self.from);
            }
            if too_fast > rate.burst {
                return Some(CloseReason::TooFast);
            }
            if !self.handle_frame(frame, too_fast > 0).await {
                return None;
            }
        }
    }

    /// Forwards or refuses a frame. Returns whether the connection goes on.
    async fn handle_frame(&self, frame: Message, too_fast: bool) -> bool {
        let text = match frame {
            Message::Close(_) => return false,
            Message::Text(text) => text,
            _ if too_fast => return self.refuse(None, too_many_messages()),
            Message::Binary(_) => {
                return self.refuse(None, refused(Code::Malformed, "binary frames are not supported: send text"));
            }
            Message::Ping(_) | Message::Pong(_) => return true,
        };
        let heard = if too_fast { Err(too_many_messages()) } else { parse(self.app, &text) };
        match heard {
            Ok(message) => self.forward(message).await,
            Err(refused) => self.refuse(ack_in(&text), refused),
        }
    }

    async fn forward(&self, message: FromClient) -> bool {
        count(&self.app.metrics.messages);
        self.room.send(Input::Message { id: self.id, message }).await.is_ok()
    }

    fn refuse(&self, ack: Option<u32>, refused: Refused) -> bool {
        self.app.metrics.refused(refused.code);
        let text = text_of(&ToClient::Refused { ack, refused });
        let answers = self.answers.upgrade();
        text.zip(answers).is_some_and(|(text, answers)| answers.try_send(text).is_ok())
    }
}

/// Reads frames until the connection ends or its heartbeat times out.
struct FrameReader<'a> {
    reading: &'a mut SocketReader,
    /// The heartbeat timer. It is reset when it fires, not with each frame.
    timer: Pin<Box<Sleep>>,
    heard: Instant,
}

impl<'a> FrameReader<'a> {
    fn new(reading: &'a mut SocketReader) -> Self {
        let heard = Instant::now();
        Self { reading, timer: Box::pin(sleep_until(heard + HEARTBEAT_TIMEOUT)), heard }
    }

    async fn next(&mut self) -> Option<Result<Message, axum::Error>> {
        loop {
            tokio::select! {
                biased;
                frame = self.reading.next() => {
                    self.heard = Instant::now();
                    return frame;
                }
                () = &mut self.timer => {
                    let dead = self.heard + HEARTBEAT_TIMEOUT;
                    if dead <= Instant::now() {
                        return None;
                    }
                    self.timer.as_mut().reset(dead);
                }
            }
        }
    }
}

/// Sends messages and pings to the client. At the end it sends the close frame with the reason.
async fn write(
    app: Arc<App>,
    mut writing: SocketWriter,
    mut messages: mpsc::Receiver<Utf8Bytes>,
    mut must_go: UntilClosed,
    mut closed: oneshot::Receiver<CloseReason>,
) {
    let mut pings = interval_at(Instant::now() + HEARTBEAT_INTERVAL, HEARTBEAT_INTERVAL);
    let reason = loop {
        let message = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(text) => Message::Text(text),
                // The table task dropped the connection: the reader knows why, otherwise the queue was full.
                None => break closed.try_recv().unwrap_or(CloseReason::Slow),
            },
            _ = pings.tick() => Message::Ping(axum::body::Bytes::new()),
            reason = &mut must_go => break reason,
        };
        let sent = timeout(TIMEOUT, send(&mut writing, message, &mut messages)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    };
    let reason = if app.is_closing() { CloseReason::Shutdown } else { reason };
    let _ = timeout(TIMEOUT, writing.send(Message::Close(Some(reason.frame())))).await;
}

/// Sends a message together with all queued ones, so that an answer and its event share a packet.
async fn send(
    writing: &mut SocketWriter,
    message: Message,
    more: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), axum::Error> {
    writing.feed(message).await?;
    while let Ok(text) = more.try_recv() {
        writing.feed(Message::Text(text)).await?;
    }
    writing.flush().await
}

async fn refuse(writing: &mut SocketWriter, refused: Refused, close: CloseFrame) {
    if let Some(text) = text_of(&ToClient::Refused { ack: None, refused }) {
        let _ = writing.send(Message::Text(text)).await;
    }
    let _ = writing.send(Message::Close(Some(close))).await;
}

pub(crate) fn parse(app: &App, text: &str) -> Result<FromClient, Refused> {
    if text.len() > app.config.limits.message {
        return Err(too_long(app));
    }
    serde_json::from_str(text).map_err(|error| refused(Code::Malformed, format!("cannot parse the message: {error}")))
}

/// The `ack` number of an unreadable message, so that the refusal can name it.
fn ack_in(text: &str) -> Option<u32> {
    let message: serde_json::Value = serde_json::from_str(text).ok()?;
    message.get("ack")?.as_u64()?.try_into().ok()
}

fn too_many_messages() -> Refused {
    refused(Code::TooFast, "too many messages: wait a few seconds")
}

pub(crate) fn too_long(app: &App) -> Refused {
    refused(Code::TooMuch, format!("a message has at most {} bytes", app.config.limits.message))
}

/// Whether a frame exceeded the library's limit.
pub(crate) fn is_oversized(error: &axum::Error) -> bool {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}
