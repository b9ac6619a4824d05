//! The two streams: what happens to an account, and what happens in a game.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use menagerie_game::Viewer;
use menagerie_store::{AccountId, Page, Player, Seat, TableId};
use menagerie_wire::{Code, Form, ToClient};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::answers::User;
use super::challenges::waiting;
use super::hub::{StreamKey, game_event};
use super::lines;
use super::shapes::Narrator;
use crate::address::Address;
use crate::app::App;
use crate::bans::Visitor;
use crate::host::{Input, Outbox};
use crate::http::{Shared, table_id};
use crate::identity::Identity;
use crate::inbox::Inbox;
use crate::refuse::No;
use crate::room::{ConnectionId, Hello, new_match};
use crate::stored::listed_state;

/// So many games are read at once.
const TOGETHER: u32 = 100;
const WAITING: usize = 64;

/// `GET /api/stream/event`: on open all current games and challenges, then what is new.
pub(crate) async fn events(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
) -> Result<Response, No> {
    let account = me.allowed("challenge:read").or_else(|_| me.allowed("bot:play"))?;
    // First the ear, then the question: what begins in between is told twice rather than never.
    let events = app.hub.listen(account, StreamKey { session: me.session, token: me.token });
    let mut current = games_of(&app, account.id).await?;
    current.extend(waiting(&app, account.id).await?);
    Ok(lines(current, events, app.must_go(Visitor::with_key(address, &me))))
}

/// The games that an account plays now, as its stream tells them.
async fn games_of(app: &App, account: AccountId) -> Result<Vec<Value>, No> {
    let mine = |seat: &&Seat| matches!(seat.player, Player::Person { account: Some(it), .. } if it == account);
    let mut events = Vec::new();
    let mut page = Some(Page::first(TOGETHER));
    while let Some(asked) = page {
        let tables = app.store.playing(account, &asked).await?;
        page = asked.next(&tables);
        for table in &tables.items {
            let seat = table.seats.iter().find(mine);
            events.extend(seat.map(|seat| game_event(table, &seat.seat, "gameStart")));
        }
    }
    Ok(events)
}

/// `GET /api/bot/game/stream/{id}` and `GET /api/board/game/stream/{id}`: `gameFull`, then what happens, until the end.
pub(crate) async fn game(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Response, No> {
    app.gate.may_use_work(address)?;
    let account = me.allowed("bot:play").or_else(|_| me.allowed("board:play"))?.name.clone();
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

/// The start: `startpos`, or the text of another one as the account's seat may know it.
async fn start_text(app: &App, id: &TableId, account: &str) -> Result<String, No> {
    let table = app.store.table(id).await?;
    let state = listed_state(&app.store, &table).await?;
    let chosen = table.game.parse::<menagerie_catalog::Chosen>();
    let chosen = chosen.map_err(|error| No::new(Code::NotFound, error.to_string()))?;
    if chosen.start().text() == table.start {
        return Ok("startpos".to_owned());
    }
    let start = new_match(&table.game, &table.start).map_err(|broken| No::trouble(&broken))?;
    let viewer = state.seat_of_account(account).map_or(Viewer::Spectator, Viewer::Seat);
    Ok(start.position().view(viewer).text())
}

async fn narrate(
    listener: Listener,
    mut messages: mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
    told: mpsc::Sender<Value>,
    start: String,
    gone: impl Future<Output = ()>,
) {
    // Whoever does not read for so long has gone, and their seat is not here any more.
    let patience = listener.app.config.limits.patience;
    let narrating = async {
        let mut narrator = Narrator::default();
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
    async fn open(app: &Arc<App>, table: &TableId, account: String, outbox: Outbox) -> Result<Self, No> {
        let room = app.room(table).await?;
        let id = app.new_connection();
        let (answer, answered) = oneshot::channel();
        let hello = Hello { account: Some(account), form: Form::Text, whole_log: true, ..Hello::default() };
        let _ = room.send(Input::Hello { id, hello, outbox, answer }).await;
        let lost = |_| No::new(Code::Trouble, "the table does not answer; try again");
        answered.await.map_err(lost)??;
        Ok(Self { app: Arc::clone(app), id, room })
    }

    async fn close(self) {
        let _ = self.room.send(Input::Gone { id: self.id }).await;
    }
}
