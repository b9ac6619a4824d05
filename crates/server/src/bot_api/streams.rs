//! The two event streams (ndjson): of an account, and of a game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use menagerie_game::Viewer;
use menagerie_store::TableId;
use menagerie_table::{ConnectionId, Subscription, new_match};
use menagerie_wire::{Code, ToClient, ViewFormat};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::lines;
use crate::accounts::event_hub::StreamKey;
use crate::accounts::identity::{Identity, LISTEN, PLAY};
use crate::app::App;
use crate::bot_api::challenges::waiting;
use crate::bot_api::current_games::current_games;
use crate::bot_api::lichess_json::GameStream;
use crate::error::ApiError;
use crate::http::Shared;
use crate::limits::address::Address;
use crate::mailbox::inbox::Inbox;
use crate::mailbox::input::{Input, Outbox};
use crate::net::visitor::Visitor;
use crate::tables::load::{listed_table_info, table_id};

const WAITING: usize = 64;

/// `GET /api/stream/event`: on open all current games and challenges, then new events.
pub(crate) async fn events(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
) -> Result<Response, ApiError> {
    let account = me.allowed(LISTEN)?;
    // Listen first, then read: a game that begins in between is reported twice rather than never.
    let events = app.event_hub.listen(account, StreamKey { session: me.session, token: me.token });
    let mut current = current_games(&app, account).await?;
    current.extend(waiting(&app, account.id).await?);
    Ok(lines(current, events, app.must_go(Visitor::with_key(address, &me))))
}

/// `GET /api/bot/game/stream/{id}` and `GET /api/board/game/stream/{id}`: `gameFull`, then what happens, until the end.
pub(crate) async fn game(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let account = me.allowed(PLAY)?.name.clone();
    let id = table_id(&id)?;
    let start = start_text(&app, &id, &account).await?;
    let (outbox, messages) = mpsc::channel(app.config.limits.outbox);
    let listener = Listener::open(&app, &id, account, outbox).await?;
    let (told, telling) = mpsc::channel(WAITING);
    let visitor = Visitor::with_key(address, &me);
    let (must_go, gone) = (app.must_go(visitor.clone()), app.must_go(visitor));
    tokio::spawn(narrate(listener, messages, told, start, gone));
    Ok(lines(Vec::new(), telling, must_go))
}

/// The start: `startpos`, or the text of another one as the account's seat may know it.
async fn start_text(app: &App, id: &TableId, account: &str) -> Result<String, ApiError> {
    let table = app.store.table(id).await?;
    let state = listed_table_info(&app.store, &table).await?;
    let chosen = table.game.parse::<menagerie_catalog::Chosen>();
    let chosen = chosen.map_err(|error| ApiError::new(Code::NotFound, error.to_string()))?;
    if chosen.start().text() == table.start {
        return Ok("startpos".to_owned());
    }
    let start = new_match(&table.game, &table.start).map_err(|broken| ApiError::trouble(&broken))?;
    let viewer = state.seat_of_account(account).map_or(Viewer::Spectator, Viewer::Seat);
    Ok(start.position().view(viewer).text())
}

async fn narrate(
    listener: Listener,
    mut messages: mpsc::Receiver<tungstenite::Utf8Bytes>,
    told: mpsc::Sender<Value>,
    start: String,
    gone: impl Future<Output = ()>,
) {
    // A slow client counts as gone after this time, and its seat as absent.
    let patience = listener.app.config.limits.patience;
    let narrating = async {
        let mut narrator = GameStream::default();
        while !narrator.over
            && let Some(text) = messages.recv().await
            && let Ok(message) = serde_json::from_str::<ToClient>(&text)
        {
            if let Some(line) = narrator.line(message, &start)
                && told.send_timeout(line, patience).await.is_err()
            {
                break;
            }
        }
    };
    tokio::select! {
        () = narrating => {}
        () = told.closed() => {}
        () = gone => {}
    }
    listener.close().await;
}

/// A stream's connection to its table.
struct Listener {
    app: Arc<App>,
    id: ConnectionId,
    room: Inbox,
}

impl Listener {
    async fn open(app: &Arc<App>, table: &TableId, account: String, outbox: Outbox) -> Result<Self, ApiError> {
        let room = app.room(table).await?;
        let id = app.new_connection();
        let (answer, answered) = oneshot::channel();
        let hello =
            Subscription { account: Some(account), form: ViewFormat::Text, whole_log: true, ..Subscription::default() };
        let _ = room.send(Input::Subscribe { id, hello, outbox, answer }).await;
        let lost = |_| ApiError::new(Code::Trouble, "the table does not answer; try again");
        answered.await.map_err(lost)??;
        Ok(Self { app: Arc::clone(app), id, room })
    }

    async fn close(self) {
        let _ = self.room.send(Input::Disconnected { id: self.id }).await;
    }
}
