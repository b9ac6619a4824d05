//! A table's WebSocket: frames in, messages out, heartbeats, backpressure. Frames are parsed here, once.

use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use governor::{Quota, RateLimiter};
use menagerie_store::TableId;
use menagerie_table::secret::Digest;
use menagerie_table::{ConnectionId, Hello, names};
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, Sleep, interval_at, sleep_until, timeout};

use crate::accounts::identity::Identity;
use crate::accounts::revocation::Until;
use crate::app::App;
use crate::error::{ApiError, refused};
use crate::http::Shared;
use crate::limits::address::Address;
use crate::limits::limit_log::Limit;
use crate::mailbox::inbox::Inbox;
use crate::mailbox::input::{Input, text_of};
use crate::net::close_code::{CloseReason, frame_of};
use crate::net::guard::Connected;
use crate::net::visitor::{Visitor, either};
use crate::operations::metrics::count;
use crate::tables::load::table_id;

/// A client must say hello within this time.
const PATIENCE: Duration = Duration::from_secs(10);
/// Half a minute is the shortest time after which middleboxes forget a silent connection.
const PING_EVERY: Duration = Duration::from_secs(20);
/// Nothing heard for this long: gone. Three pings may be lost.
const DEAD_AFTER: Duration = Duration::from_secs(65);
/// A connection's reading buffer. It is cleared before each reading and kept as long as the connection: the library's usual
/// 128 kB would cost more of both than everything else together.
const READ_AT_ONCE: usize = 1024;
/// Bytes that are gathered before they are written without being asked to.
const WRITTEN_AT_ONCE: usize = 32 * 1024;
/// A message that is longer than allowed is heard out and refused; one so many times as long ends the connection.
const HEARD_OUT: usize = 4;
/// The longest word by which a client is known again.
const LONGEST_CLIENT: usize = 40;
/// A screen has at most as many seats as the largest game.
const MOST_TOKENS: usize = 4;

/// `GET /api/tables/{id}/socket`
pub(crate) async fn open(
    State(app): Shared,
    Path(id): Path<String>,
    Extension(address): Extension<Address>,
    me: Identity,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let id = table_id(&id)?;
    // Whoever says hello is told the whole match.
    app.rate_limits.may_use_work(address)?;
    let connected = Connected::open(&app, address)?;
    let must_go = app.must_go(Visitor::new(address, &me));
    // An unknown table is an answer, not a connection.
    app.room(&id).await?;
    let longest = app.config.limits.message;
    let upgrade = upgrade.max_message_size(longest * HEARD_OUT).max_frame_size(longest * HEARD_OUT);
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE).write_buffer_size(WRITTEN_AT_ONCE);
    let caller = Caller { address, _connected: connected };
    Ok(upgrade.on_upgrade(move |socket| talk(app, id, socket, caller, must_go)))
}

/// Who is at the other end, and that they count as connected as long as this is held.
struct Caller {
    address: Address,
    _connected: Connected,
}

type Reading = SplitStream<WebSocket>;
type Writing = SplitSink<WebSocket, Message>;

async fn talk(app: Arc<App>, table: TableId, socket: WebSocket, caller: Caller, must_go: Until) {
    let (mut writing, mut reading) = socket.split();
    let (outbox, messages) = mpsc::channel(app.config.limits.outbox);
    let answers = outbox.downgrade();
    let id = app.new_connection();
    let greeted = match hello(&app, &mut reading).await {
        Ok(hello) => {
            let hello = Hello { from: Some(caller.address.0), ..hello };
            greet(&app, &table, id, hello, outbox).await.map_err(Unheard::from)
        }
        Err(unheard) => Err(unheard),
    };
    let (room, accounts) = match greeted {
        Ok(greeted) => greeted,
        Err(Unheard { refused, close }) => {
            app.metrics.refused(refused.code);
            let close = close.map_or_else(|| frame_of(&refused, app.is_closing()), CloseReason::frame);
            let _ = timeout(PATIENCE, refuse(&mut writing, refused, close)).await;
            return;
        }
    };
    tracing::debug!(%table, connection = id.0, address = %caller.address, "a socket is open");
    let must_go = Box::pin(either(must_go, app.banned(accounts)));
    let (close, closed) = oneshot::channel();
    let mut writer = tokio::spawn(write(Arc::clone(&app), writing, messages, must_go, closed));
    let line = Line { app: &app, id, from: caller.address, room: &room, answers };
    let cut_off = tokio::select! {
        reason = line.listen(&mut reading) => {
            // The writer reads it when the room lets go of the connection.
            let _ = reason.map(|reason| close.send(reason));
            false
        }
        // The room has dropped its end, the client does not read, it was banned, or the server ends.
        _ = &mut writer => true,
    };
    tracing::debug!(%table, connection = id.0, cut_off, "a socket is closed");
    let _ = room.send(Input::Gone { id }).await;
    if !cut_off {
        // Whatever is still to be said is said before the connection closes.
        let _ = timeout(PATIENCE, writer).await;
    }
}

/// A connection that does not come in: what it is told, and the close frame if it is not the usual one.
struct Unheard {
    refused: Refused,
    close: Option<CloseReason>,
}

impl From<Refused> for Unheard {
    fn from(refused: Refused) -> Self {
        Self { refused, close: None }
    }
}

/// Waits for the first message.
async fn hello(app: &App, reading: &mut Reading) -> Result<Hello, Unheard> {
    let patience = app.config.limits.patience.min(PATIENCE);
    timeout(patience, first(app, reading)).await.unwrap_or_else(|_| Err(no_hello().into()))
}

fn no_hello() -> Refused {
    refused(Code::Malformed, "the first message of a connection is a hello")
}

async fn first(app: &App, reading: &mut Reading) -> Result<Hello, Unheard> {
    loop {
        match reading.next().await {
            Some(Ok(Message::Text(text))) => match parse(app, &text)? {
                hello @ FromClient::Hello { .. } => return Ok(greeting(hello)?),
                _ => return Err(no_hello().into()),
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Err(error)) if is_giant(&error) => {
                return Err(Unheard { refused: too_long(app), close: Some(CloseReason::TooBig) });
            }
            _ => return Err(no_hello().into()),
        }
    }
}

/// What a hello says, if it is one.
fn greeting(message: FromClient) -> Result<Hello, Refused> {
    let FromClient::Hello { tokens, since, form, name, client } = message else {
        return Err(no_hello());
    };
    if tokens.len() > MOST_TOKENS {
        return Err(refused(Code::TooMuch, "too many tokens"));
    }
    if client.as_ref().is_some_and(|word| word.chars().count() > LONGEST_CLIENT) {
        return Err(refused(Code::TooMuch, format!("a client's word has at most {LONGEST_CLIENT} characters")));
    }
    let name = name.map(|name| names::name(&name)).transpose()?;
    // A token that is shown twice is one.
    let once = tokens.iter().enumerate().filter(|(index, token)| !tokens[..*index].contains(token));
    let tokens = once.map(|(_, token)| Digest::of(token)).collect();
    Ok(Hello { tokens, since, form, name, client, ..Hello::default() })
}

/// Comes in: the way to the room, and the accounts whose seats are played on this connection.
async fn greet(
    app: &Arc<App>,
    table: &TableId,
    id: ConnectionId,
    hello: Hello,
    outbox: mpsc::Sender<Utf8Bytes>,
) -> Result<(Inbox, Vec<String>), Refused> {
    let room = app.room(table).await.map_err(|no| no.0)?;
    let (answer, answered) = oneshot::channel();
    let _ = room.send(Input::Hello { id, hello, outbox, answer }).await;
    let lost = || refused(Code::Trouble, "the table does not answer; try again");
    let accounts = answered.await.map_err(|_| lost())??;
    Ok((room, accounts))
}

/// One connection's way to its room and back.
struct Line<'a> {
    app: &'a App,
    id: ConnectionId,
    from: Address,
    room: &'a Inbox,
    /// Where refusals go that need no room. The room alone keeps the way open: when it lets go, the connection ends.
    answers: mpsc::WeakSender<Utf8Bytes>,
}

impl Line<'_> {
    /// Passes messages on until the connection ends; says why, if it is the server that ends it.
    async fn listen(self, reading: &mut Reading) -> Option<CloseReason> {
        let rate = self.app.config.limits.messages;
        let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let limiter = RateLimiter::direct(Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst)));
        let mut ears = Ears::new(reading);
        let mut too_fast = 0;
        loop {
            let frame = match ears.next().await {
                Some(Ok(frame)) => frame,
                Some(Err(error)) if is_giant(&error) => {
                    self.refuse(None, too_long(self.app));
                    return Some(CloseReason::TooBig);
                }
                Some(Err(_)) => return None,
                None => return Some(CloseReason::Silent),
            };
            // Whoever is told to wait and goes on is not told for ever.
            too_fast = if limiter.check().is_ok() { 0 } else { too_fast + 1 };
            if too_fast > 0 {
                self.app.rate_limits.limit_log.hit(Limit::Messages, self.from);
            }
            if too_fast > rate.burst {
                return Some(CloseReason::TooFast);
            }
            if !self.hear(frame, too_fast > 0).await {
                return None;
            }
        }
    }

    /// Passes a frame on or refuses it; says whether the connection goes on.
    async fn hear(&self, frame: Message, too_fast: bool) -> bool {
        let text = match frame {
            Message::Close(_) => return false,
            Message::Text(text) => text,
            _ if too_fast => return self.refuse(None, so_many()),
            Message::Binary(_) => return self.refuse(None, refused(Code::Malformed, "messages are texts")),
            Message::Ping(_) | Message::Pong(_) => return true,
        };
        let heard = if too_fast { Err(so_many()) } else { parse(self.app, &text) };
        match heard {
            Ok(message) => self.pass_on(message).await,
            Err(refused) => self.refuse(ack_in(&text), refused),
        }
    }

    async fn pass_on(&self, message: FromClient) -> bool {
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

/// Hears frames until the connection ends or has been silent for too long.
struct Ears<'a> {
    reading: &'a mut Reading,
    /// Rings when it may have been. It is put off when it rings, not with each frame.
    alarm: Pin<Box<Sleep>>,
    heard: Instant,
}

impl<'a> Ears<'a> {
    fn new(reading: &'a mut Reading) -> Self {
        let heard = Instant::now();
        Self { reading, alarm: Box::pin(sleep_until(heard + DEAD_AFTER)), heard }
    }

    async fn next(&mut self) -> Option<Result<Message, axum::Error>> {
        loop {
            tokio::select! {
                biased;
                frame = self.reading.next() => {
                    self.heard = Instant::now();
                    return frame;
                }
                () = &mut self.alarm => {
                    let dead = self.heard + DEAD_AFTER;
                    if dead <= Instant::now() {
                        return None;
                    }
                    self.alarm.as_mut().reset(dead);
                }
            }
        }
    }
}

/// Writes what the room says, and pings a silent client. In the end it says why the connection ends.
async fn write(
    app: Arc<App>,
    mut writing: Writing,
    mut messages: mpsc::Receiver<Utf8Bytes>,
    mut must_go: Until,
    mut closed: oneshot::Receiver<CloseReason>,
) {
    let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    let reason = loop {
        let message = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(text) => Message::Text(text),
                // The room has let go: the listener knows why, or else too many messages were waiting.
                None => break closed.try_recv().unwrap_or(CloseReason::Slow),
            },
            _ = pings.tick() => Message::Ping(axum::body::Bytes::new()),
            () = &mut must_go => break CloseReason::Banned,
        };
        let sent = timeout(PATIENCE, send(&mut writing, message, &mut messages)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    };
    let reason = if app.is_closing() { CloseReason::Shutdown } else { reason };
    let _ = timeout(PATIENCE, writing.send(Message::Close(Some(reason.frame())))).await;
}

/// Sends a message and whatever else is waiting: an answer and the event it belongs to leave together.
async fn send(
    writing: &mut Writing,
    message: Message,
    more: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), axum::Error> {
    writing.feed(message).await?;
    while let Ok(text) = more.try_recv() {
        writing.feed(Message::Text(text)).await?;
    }
    writing.flush().await
}

async fn refuse(writing: &mut Writing, refused: Refused, close: CloseFrame) {
    if let Some(text) = text_of(&ToClient::Refused { ack: None, refused }) {
        let _ = writing.send(Message::Text(text)).await;
    }
    let _ = writing.send(Message::Close(Some(close))).await;
}

fn parse(app: &App, text: &str) -> Result<FromClient, Refused> {
    if text.len() > app.config.limits.message {
        return Err(too_long(app));
    }
    serde_json::from_str(text).map_err(|error| refused(Code::Malformed, format!("this is no message: {error}")))
}

/// The number that a message carries which cannot be read otherwise: whoever sent it waits for an answer to it.
fn ack_in(text: &str) -> Option<u32> {
    let message: serde_json::Value = serde_json::from_str(text).ok()?;
    message.get("ack")?.as_u64()?.try_into().ok()
}

fn so_many() -> Refused {
    refused(Code::TooFast, "too many messages: wait a few seconds")
}

fn too_long(app: &App) -> Refused {
    refused(Code::TooMuch, format!("a message has at most {} bytes", app.config.limits.message))
}

/// Whether a frame was too long to be heard out.
fn is_giant(error: &axum::Error) -> bool {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}
