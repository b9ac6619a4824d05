//! Opens a table's WebSocket: handshake, hello, subscription to the table.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use menagerie_store::TableId;
use menagerie_table::{ConnectionId, Subscription};
use menagerie_wire::{Code, FromClient, Refused, ToClient};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tungstenite::Utf8Bytes;

use crate::accounts::identity::Identity;
use crate::accounts::revocation::Credential;
use crate::app::App;
use crate::error::{ApiError, refused};
use crate::http::Shared;
use crate::limits::address::Address;
use crate::mailbox::inbox::Inbox;
use crate::mailbox::input::{Input, text_of};
use crate::net::close_code::{CloseReason, frame_of};
use crate::net::guard::SocketGuard;
use crate::net::hello::{RejectedHello, hello};
use crate::net::session::Session;
use crate::net::socket::Socket;
use crate::net::upgrade::Upgrade;
use crate::tables::load::table_id;

/// The timeout for the hello, and for each write.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);
/// A message over the limit is read and refused. A message this many times the limit closes the connection.
const READ_LIMIT_FACTOR: usize = 4;

/// The WebSocket of a client.
pub(crate) type ClientSocket = Socket<TokioIo<Upgraded>>;

/// `GET /api/tables/{id}/socket`
pub(crate) async fn open(
    State(app): Shared,
    Path(id): Path<String>,
    Extension(address): Extension<Address>,
    me: Identity,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let id = table_id(&id)?;
    // The response to a hello holds the whole match, so it costs work.
    app.rate_limits.may_use_work(address)?;
    let connected = SocketGuard::open(&app, address)?;
    // An unknown table is a 404 and not a connection.
    app.room(&id).await?;
    // What opening needs is boxed and freed afterwards: a connection lives long, and its task stays as large as it was.
    let client = Box::new(Client { app, table: id, address, me, connected });
    Ok(upgrade.answer(async move |stream| {
        if let Some(session) = Box::pin(client.start(stream)).await {
            session.run().await;
        }
    }))
}

/// A client whose handshake is done. The guard counts the connection until it is dropped.
pub(crate) struct Client {
    pub(crate) app: Arc<App>,
    table: TableId,
    pub(crate) address: Address,
    pub(crate) me: Identity,
    connected: SocketGuard,
}

impl Client {
    /// Waits for the hello and subscribes to the table. A refused client is told why.
    async fn start(self: Box<Self>, stream: TokioIo<Upgraded>) -> Option<Session> {
        let mut socket = Socket::new(stream, self.app.config.limits.message * READ_LIMIT_FACTOR);
        let id = self.app.new_connection();
        let (outbox, messages) = mpsc::channel(self.app.config.limits.outbox);
        let (room, accounts, key) = match self.subscribe(id, &mut socket, outbox).await {
            Ok(subscribed) => subscribed,
            Err(rejected) => {
                let _ = timeout(TIMEOUT, reject(&self.app, socket, rejected)).await;
                return None;
            }
        };
        let Self { app, table, address, me, connected } = *self;
        tracing::debug!(%table, connection = id.0, %address, "socket opened");
        let names = accounts.into_iter().chain(me.account.map(|account| account.name)).collect();
        let must_go = app.until_rejected(address, names, key);
        Some(Session::new(app, id, address, room, socket, messages, must_go, connected))
    }

    /// The table's mailbox, the accounts of the seats on this connection, and the credential that gave it a seat.
    async fn subscribe(
        &self,
        id: ConnectionId,
        socket: &mut ClientSocket,
        outbox: mpsc::Sender<Utf8Bytes>,
    ) -> Result<(Inbox, Vec<String>, Option<Credential>), RejectedHello> {
        let hello = tokio::select! {
            hello = hello(self, socket) => hello?,
            () = self.app.ended() => return Err(closing().into()),
        };
        // A seat that a session gives is lost with the session.
        let key = hello.account.as_ref().and_then(|_| Credential::of(&self.me));
        let (room, accounts) = subscribe(&self.app, &self.table, id, hello, outbox).await?;
        Ok((room, accounts, key))
    }
}

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

/// Sends the refusal of a hello and the close frame. During a shutdown there is nothing to refuse: the client reconnects.
async fn reject(app: &App, mut socket: ClientSocket, rejected: RejectedHello) {
    let RejectedHello { refused, close } = rejected;
    let close = close.map_or_else(|| frame_of(&refused, app.is_closing()), CloseReason::frame);
    app.metrics.refused(refused.code);
    if !app.is_closing()
        && let Some(text) = text_of(&ToClient::Refused { ack: None, refused })
    {
        socket.queue(text);
    }
    socket.queue_close(close);
    let _ = socket.send().await;
}

fn closing() -> Refused {
    refused(Code::Trouble, "the server is shutting down; come back in a moment")
}

pub(crate) fn parse(app: &App, text: &str) -> Result<FromClient, Refused> {
    if text.len() > app.config.limits.message {
        return Err(too_long(app));
    }
    serde_json::from_str(text).map_err(|error| refused(Code::Malformed, format!("cannot parse the message: {error}")))
}

pub(crate) fn too_long(app: &App) -> Refused {
    refused(Code::TooMuch, format!("a message has at most {} bytes", app.config.limits.message))
}
