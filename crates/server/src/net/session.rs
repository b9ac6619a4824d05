//! One open connection to a table: forwards messages, sends heartbeats, disconnects slow and flooding clients. A single task
//! reads and writes, so an idle connection is one small allocation besides its queue.

use std::num::NonZeroU32;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use menagerie_table::ConnectionId;
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tungstenite::{Error, Message, Utf8Bytes};

use crate::app::App;
use crate::config::Rate;
use crate::error::refused;
use crate::limits::address::Address;
use crate::limits::limit_log::Limit;
use crate::mailbox::inbox::Inbox;
use crate::mailbox::input::{Input, text_of};
use crate::net::close_code::CloseReason;
use crate::net::guard::SocketGuard;
use crate::net::visitor::UntilRejected;
use crate::net::websocket::{ClientSocket, TIMEOUT, parse, too_long};
use crate::operations::metrics::count;

/// The heartbeat interval: some middleboxes drop connections after 30 seconds of silence.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(20);
/// The heartbeat timeout: three pings may be lost.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(65);

/// An open connection that has subscribed to its table.
pub(crate) struct Session {
    app: Arc<App>,
    id: ConnectionId,
    from: Address,
    room: Inbox,
    socket: ClientSocket,
    /// What the table task sends. It ends when the table task drops the connection.
    messages: mpsc::Receiver<Utf8Bytes>,
    must_go: UntilRejected,
    limiter: DefaultDirectRateLimiter,
    /// Messages in a row that exceeded the rate limit.
    too_fast: u32,
    _connected: SocketGuard,
}

/// Why a connection ends.
enum End {
    /// The client closed it.
    ClosedByClient,
    /// The client is gone: nothing can be sent.
    Lost,
    /// The server ends it. The table task still has the connection, and its messages are sent first.
    Closing(CloseReason),
    /// The table task dropped the connection, or the client must go at once.
    Dropped(CloseReason),
}

impl Session {
    #[expect(clippy::too_many_arguments, reason = "the parts of a connection, each of its own kind")]
    pub(crate) fn new(
        app: Arc<App>,
        id: ConnectionId,
        from: Address,
        room: Inbox,
        socket: ClientSocket,
        messages: mpsc::Receiver<Utf8Bytes>,
        must_go: UntilRejected,
        connected: SocketGuard,
    ) -> Self {
        let limiter = RateLimiter::direct(quota(app.config.limits.messages));
        Self { app, id, from, room, socket, messages, must_go, limiter, too_fast: 0, _connected: connected }
    }

    /// Serves the connection until it ends.
    pub(crate) async fn run(mut self) {
        let end = self.exchange().await;
        tracing::debug!(connection = self.id.0, "socket closed");
        let _ = self.room.send(Input::Disconnected { id: self.id }).await;
        let _ = timeout(TIMEOUT, Box::pin(self.finish(end))).await;
    }

    /// Reads and writes until the connection ends. The client's messages come first: the rate limit bounds them.
    async fn exchange(&mut self) -> End {
        let mut heard = Instant::now();
        let mut timer = pin!(sleep_until(heard + HEARTBEAT_INTERVAL));
        loop {
            tokio::select! {
                biased;
                frame = self.socket.next() => {
                    heard = Instant::now();
                    if let Err(end) = self.handle(frame).await {
                        return end;
                    }
                }
                message = self.messages.recv() => {
                    // The table task drops a connection whose queue is full.
                    let Some(text) = message else { return End::Dropped(CloseReason::Slow) };
                    self.socket.queue(text);
                    if !self.send().await {
                        return End::Lost;
                    }
                }
                reason = &mut self.must_go => return End::Dropped(reason),
                () = &mut timer => {
                    let now = Instant::now();
                    if now >= heard + HEARTBEAT_TIMEOUT {
                        return End::Closing(CloseReason::Silent);
                    }
                    timer.as_mut().reset((now + HEARTBEAT_INTERVAL).min(heard + HEARTBEAT_TIMEOUT));
                    self.socket.queue_ping();
                    if !self.send().await {
                        return End::Lost;
                    }
                }
            }
        }
    }

    /// Sends what is queued together with all waiting messages, so that an answer and its event share a packet. Returns
    /// whether the client accepted it in time.
    async fn send(&mut self) -> bool {
        while let Ok(text) = self.messages.try_recv() {
            self.socket.queue(text);
        }
        matches!(timeout(TIMEOUT, self.socket.send()).await, Ok(Ok(())))
    }

    /// Sends the last messages and the close frame.
    async fn finish(mut self, end: End) {
        let reason = match end {
            End::Lost => return,
            End::ClosedByClient => {
                self.socket.queue_close_answer().await;
                let _ = self.socket.send().await;
                return;
            }
            End::Closing(reason) => {
                while let Some(text) = self.messages.recv().await {
                    self.socket.queue(text);
                }
                reason
            }
            End::Dropped(reason) => reason,
        };
        let reason = if self.app.is_closing() { CloseReason::Shutdown } else { reason };
        self.socket.queue_close(reason.frame());
        let _ = self.socket.send().await;
    }

    /// Handles a frame, or why there is none.
    async fn handle(&mut self, frame: Result<Message, Error>) -> Result<(), End> {
        let frame = match frame {
            Ok(Message::Close(_)) => return Err(End::ClosedByClient),
            Ok(frame) => frame,
            Err(error) if is_oversized(&error) => {
                self.refuse(None, too_long(&self.app)).await?;
                return Err(End::Closing(CloseReason::TooBig));
            }
            Err(_) => return Err(End::Lost),
        };
        let is_too_fast = self.is_too_fast()?;
        match frame {
            Message::Text(text) => self.handle_text(&text, is_too_fast).await,
            _ if is_too_fast => self.refuse(None, too_many_messages()).await,
            Message::Binary(_) => {
                self.refuse(None, refused(Code::Malformed, "binary frames are not supported: send text")).await
            }
            _ => Ok(()),
        }
    }

    /// Whether the client exceeds the rate limit. A client that ignores it for a whole burst is disconnected.
    fn is_too_fast(&mut self) -> Result<bool, End> {
        if self.limiter.check().is_ok() {
            self.too_fast = 0;
            return Ok(false);
        }
        self.too_fast += 1;
        self.app.rate_limits.limit_log.hit(Limit::Messages, self.from);
        if self.too_fast > self.app.config.limits.messages.burst {
            return Err(End::Closing(CloseReason::TooFast));
        }
        Ok(true)
    }

    async fn handle_text(&mut self, text: &str, is_too_fast: bool) -> Result<(), End> {
        let heard = if is_too_fast { Err(too_many_messages()) } else { parse(&self.app, text) };
        match heard {
            Ok(message) => self.forward(message).await,
            Err(refused) => self.refuse(ack_in(text), refused).await,
        }
    }

    async fn forward(&mut self, message: FromClient) -> Result<(), End> {
        count(&self.app.metrics.messages);
        let sent = self.room.send(Input::Message { id: self.id, message }).await;
        // The table task has ended: its last messages wait.
        sent.map_err(|_| End::Closing(CloseReason::Slow))
    }

    async fn refuse(&mut self, ack: Option<u32>, refused: Refused) -> Result<(), End> {
        self.app.metrics.refused(refused.code);
        while let Ok(text) = self.messages.try_recv() {
            self.socket.queue(text);
        }
        if let Some(text) = text_of(&ToClient::Refused { ack, refused }) {
            self.socket.queue(text);
        }
        if self.send().await { Ok(()) } else { Err(End::Lost) }
    }
}

fn quota(rate: Rate) -> Quota {
    let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_minute(some(rate.per_minute)).allow_burst(some(rate.burst))
}

/// The `ack` number of an unreadable message, so that the refusal can name it.
fn ack_in(text: &str) -> Option<u32> {
    let message: serde_json::Value = serde_json::from_str(text).ok()?;
    message.get("ack")?.as_u64()?.try_into().ok()
}

fn too_many_messages() -> Refused {
    refused(Code::TooFast, "too many messages: wait a few seconds")
}

/// Whether a message exceeded the socket's limit.
pub(crate) fn is_oversized(error: &Error) -> bool {
    matches!(error, Error::Capacity(_))
}
