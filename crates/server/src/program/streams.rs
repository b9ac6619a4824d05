//! The two streams: what happens to an account, and what happens in a game.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use menagerie_store::{Page, Player, TableId};
use menagerie_wire::table::Stage;
use menagerie_wire::{Code, Form, ToClient};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::answers::User;
use super::challenges::waiting;
use super::hub::{StreamKey, game_event};
use super::lines;
use super::shapes::Narrator;
use crate::app::App;
use crate::host::{Input, Outbox};
use crate::http::{Shared, table_id};
use crate::identity::Identity;
use crate::inbox::Inbox;
use crate::refuse::No;
use crate::room::{ConnectionId, Hello};

/// An account's games, as far as the stream of events tells them at its beginning.
const CURRENT: u32 = 50;
const WAITING: usize = 64;

/// `GET /api/stream/event`: on open all current games and challenges, then what is new.
pub(crate) async fn events(State(app): Shared, me: Identity) -> Result<Response, No> {
    let account = me.allowed("challenge:read").or_else(|_| me.allowed("bot:play"))?;
    let (stream, events) = app.hub.listen(account, StreamKey { session: me.session, token: me.token });
    for table in app.store.history(account.id, &Page::first(CURRENT)).await?.items {
        let mine = |player: &Player| matches!(player, Player::Person { account: Some(it), .. } if *it == account.id);
        if let (Stage::Playing, Some(seat)) = (table.stage, table.seats.iter().find(|seat| mine(&seat.player))) {
            let _ = stream.try_send(game_event(&table, &seat.seat, "gameStart"));
        }
    }
    for challenge in waiting(&app, account.id).await? {
        let _ = stream.try_send(challenge);
    }
    Ok(lines(events))
}

/// `GET /api/bot/game/stream/{id}` and `GET /api/board/game/stream/{id}`: `gameFull`, then what happens, until the end.
pub(crate) async fn game(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Response, No> {
    let account = me.allowed("bot:play").or_else(|_| me.allowed("board:play"))?.name.clone();
    let id = table_id(&id)?;
    let start = start_text(&app, &id).await?;
    let (outbox, messages) = mpsc::channel(app.config.limits.outbox);
    let listener = Listener::open(&app, &id, account, outbox).await?;
    let (told, telling) = mpsc::channel(WAITING);
    tokio::spawn(narrate(listener, messages, told, start));
    Ok(lines(telling))
}

/// How many programs to list.
#[derive(Deserialize)]
pub(crate) struct Few {
    nb: Option<usize>,
}

/// `GET /api/bot/online`: the programs that listen to their events, one per line.
pub(crate) async fn online(State(app): Shared, Query(few): Query<Few>) -> Result<Response, No> {
    let mut lines = String::new();
    for name in app.hub.bots().into_iter().take(few.nb.unwrap_or(usize::MAX)) {
        let account = app.store.account_named(&name).await?;
        let perfs = app.store.ratings(account.id).await?;
        let perf = |(game, it): (String, menagerie_store::Rating)| {
            (game, json!({"games": it.games, "rating": it.value.round(), "rd": it.deviation.round()}))
        };
        let perfs: serde_json::Map<String, Value> = perfs.into_iter().map(perf).collect();
        let user = User { id: name.to_lowercase(), username: name, title: "BOT", perfs };
        lines += &serde_json::to_string(&user).map_err(|cause| No::trouble(&cause))?;
        lines.push('\n');
    }
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response())
}

/// The start, where anybody may know it: `startpos`, or a text of a game in which nothing is hidden.
async fn start_text(app: &App, id: &TableId) -> Result<String, No> {
    let table = app.store.table(id).await?;
    let chosen = table.game.parse::<menagerie_catalog::Chosen>();
    let chosen = chosen.map_err(|error| No::new(Code::NotFound, error.to_string()))?;
    let usual = chosen.game.info().hidden || chosen.start().text() == table.start;
    Ok(if usual { "startpos".to_owned() } else { table.start })
}

async fn narrate(
    listener: Listener,
    mut messages: mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
    told: mpsc::Sender<Value>,
    start: String,
) {
    let mut narrator = Narrator::default();
    let mut closing = listener.app.closing();
    while !narrator.over {
        let message = tokio::select! {
            message = messages.recv() => message,
            () = told.closed() => None,
            _ = closing.changed() => None,
        };
        let Some(message) = message.and_then(|text| serde_json::from_str::<ToClient>(&text).ok()) else { break };
        if let Some(line) = narrator.line(message, &start)
            && told.send(line).await.is_err()
        {
            break;
        }
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
    async fn open(app: &Arc<App>, table: &TableId, account: String, outbox: Outbox) -> Result<Self, No> {
        let room = app.room(table).await?;
        let id = app.new_connection();
        let (answer, answered) = oneshot::channel();
        let hello = Hello { account: Some(account), form: Form::Text, ..Hello::default() };
        let _ = room.send(Input::Hello { id, hello, outbox, answer }).await;
        let lost = |_| No::new(Code::Trouble, "the table does not answer; try again");
        answered.await.map_err(lost)??;
        Ok(Self { app: Arc::clone(app), id, room })
    }

    async fn close(self) {
        let _ = self.room.send(Input::Gone { id: self.id }).await;
    }
}
