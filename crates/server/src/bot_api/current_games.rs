//! The games that an account plays now, for its event stream and `GET /api/account/playing`.

use axum::Json;
use axum::extract::{Query, State};
use menagerie_game::{Seat, Viewer};
use menagerie_match::EventText;
use menagerie_store as store;
use menagerie_store::{Account, Event, PageRequest, Stage};
use menagerie_table::clock::Millis;
use menagerie_table::{Draw, LiveTable, StampedEvent, TableInfo, new_match};
use menagerie_wire::table::Player;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::accounts::identity::Identity;
use crate::accounts::rating::rating_key;
use crate::app::App;
use crate::bot_api::lichess_json::{color, speed, status, variant};
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::records::stored::ToWire;
use crate::tables::load::{draw_of, listed_table_info};
use menagerie_api::past::Past;

/// Games that are listed if the client does not say how many, and at most, as on Lichess.
const USUAL: u32 = 9;
const MOST: u32 = 50;
/// Games that are read at once.
const TOGETHER: u32 = 100;

/// How many games to list.
#[derive(Deserialize)]
pub(crate) struct ListQuery {
    nb: Option<u32>,
}

/// The games that an account plays now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NowPlaying {
    now_playing: Vec<Value>,
}

/// `GET /api/account/playing`
pub(crate) async fn playing(
    State(app): Shared,
    me: Identity,
    Query(few): Query<ListQuery>,
) -> Result<Json<NowPlaying>, ApiError> {
    let account = me.account()?;
    let page = PageRequest::first(few.nb.unwrap_or(USUAL).clamp(1, MOST));
    let mut now_playing = Vec::new();
    for table in app.store.playing(account.id, &page).await?.items {
        now_playing.extend(game_now(&app, &table, account).await?);
    }
    Ok(Json(NowPlaying { now_playing }))
}

/// `gameStart` for every game that an account plays now, as its stream tells them when it opens.
pub(crate) async fn current_games(app: &App, account: &Account) -> Result<Vec<Value>, ApiError> {
    let mut events = Vec::new();
    let mut page = Some(PageRequest::first(TOGETHER));
    while let Some(asked) = page {
        let tables = app.store.playing(account.id, &asked).await?;
        page = asked.next(&tables);
        for table in &tables.items {
            let game = game_now(app, table, account).await?;
            events.extend(game.map(|game| json!({"type": "gameStart", "game": game})));
        }
    }
    Ok(events)
}

/// A running game, read from the store: its table stays where it is.
async fn game_now(app: &App, table: &store::Table, account: &Account) -> Result<Option<Value>, ApiError> {
    let state = listed_table_info(&app.store, table).await?;
    let Some(seat) = state.seat_of_account(&account.name) else { return Ok(None) };
    let events = app.store.events(&table.id, 1).await?;
    let (table, draw, now) = (table.clone(), draw_of(table), app.now());
    run_blocking(move || {
        let standing = GameSnapshot::now(state.clone(), &events, draw, seat, now)?;
        let players: Vec<_> = state.seats.into_iter().map(|chair| (chair.seat == seat, chair.player)).collect();
        Ok(standing.map(|standing| game(&table, &players, &standing)))
    })
    .await
}

/// `gameStart` or `gameFinish` for the account on a seat.
pub(crate) fn game_event(table: &store::Table, seat: &str, kind: &str) -> Value {
    let chair = |it: &store::Seat| (it.seat == seat, player(&it.player));
    let standing =
        if table.stage == Stage::Playing { GameSnapshot::at_start(table, seat) } else { GameSnapshot::default() };
    let players: Vec<_> = table.seats.iter().map(chair).collect();
    json!({"type": kind, "game": game(table, &players, &standing)})
}

/// The state of a game, as far as a seat may know it.
#[derive(Default)]
struct GameSnapshot {
    fen: String,
    is_my_turn: bool,
    has_moved: bool,
    last_move: String,
    seconds_left: Option<i64>,
}

impl GameSnapshot {
    /// Before anything has happened.
    fn at_start(table: &store::Table, seat: &str) -> Self {
        let Ok(start) = new_match(&table.game, &table.start) else { return Self::default() };
        let Some(viewer) = start.info().seat_named(seat) else { return Self::default() };
        Self {
            fen: start.position().view(Viewer::Seat(viewer)).text(),
            is_my_turn: start.position().actor().seat() == Some(viewer),
            ..Self::default()
        }
    }

    /// After these events; nothing if the match has just ended.
    fn now(state: TableInfo, events: &[Event], draw: Draw, seat: Seat, now: Millis) -> Result<Option<Self>, ApiError> {
        let stamped = |event: &Event| StampedEvent { text: event.text.clone(), at: event.at.0 };
        let log: Vec<StampedEvent> = events.iter().map(stamped).collect();
        let past = Past::running(state.clone(), log.clone(), Viewer::Seat(seat));
        let (_, moves) = past.record_and_moves()?;
        let room = LiveTable::open(state, &log, draw, now).map_err(|broken| ApiError::trouble(&broken))?;
        let name = room.info().seat_name(seat);
        Ok(room.is_playing().then(|| Self {
            fen: room.game().position().view(Viewer::Seat(seat)).text(),
            is_my_turn: room.acting() == Some(seat),
            has_moved: events.iter().any(|event| event.by == name && EventText::of(&event.text).is_action()),
            last_move: moves.rsplit(' ').next().unwrap_or_default().to_owned(),
            seconds_left: room.time_left(seat, now).map(|millis| millis.max(0) / 1000),
        }))
    }
}

/// A player of the store, without what only the store knows.
fn player(player: &store::Player) -> Player {
    match player {
        store::Player::Open => Player::Open,
        store::Player::Computer { level } => Player::Computer { level: *level },
        store::Player::Person { name, account, bot } => {
            Player::Person { name: name.clone(), account: account.map(|_| name.clone()), rating: None, bot: *bot }
        }
    }
}

/// A game in the shape of Lichess. The players stand in order of play; one of them is the account's own.
fn game(table: &store::Table, players: &[(bool, Player)], standing: &GameSnapshot) -> Value {
    let own = players.iter().position(|(own, _)| *own).unwrap_or_default();
    let seat = table.seats.get(own).map_or("", |seat| seat.seat.as_str());
    let (id, clock) = (table.id.as_str(), table.settings.clock.to_wire());
    let status = status(table.stage.to_wire(), table.result.as_ref().map(ToWire::to_wire).as_ref());
    let mut game = json!({
        "id": id,
        "gameId": id,
        "fullId": id,
        "seat": seat,
        "color": color(&table.game, seat),
        "hasMoved": standing.has_moved,
        "isMyTurn": standing.is_my_turn,
        "lastMove": standing.last_move,
        "opponent": opponent(players, own),
        "variant": variant(&table.game),
        "speed": speed(clock),
        "perf": rating_key(&table.game),
        "rated": table.settings.rated,
        "source": "friend",
        "status": {"id": status_id(status), "name": status},
        "compat": {"bot": true, "board": true},
    });
    if !standing.fen.is_empty() {
        game["fen"] = json!(standing.fen);
    }
    if let Some(seconds) = standing.seconds_left {
        game["secondsLeft"] = json!(seconds);
    }
    let winner = table.result.as_ref().and_then(|ended| ended.scores.iter().find(|(_, score)| *score >= 1.0));
    if let Some((winner, _)) = winner {
        game["winner"] = json!(color(&table.game, winner));
    }
    game
}

/// Who plays next after the account: in games of two seats the opponent.
fn opponent(players: &[(bool, Player)], own: usize) -> Value {
    let next = players.iter().cycle().skip(own + 1).take(players.len()).find(|(own, _)| !own);
    match next.map(|(_, player)| player) {
        Some(Player::Computer { level }) => json!({"id": null, "username": format!("computer {level}"), "ai": level}),
        Some(Player::Person { name, account, rating, bot }) => json!({
            "id": account.as_ref().map(|account| account.to_lowercase()),
            "username": name,
            "rating": rating,
            "title": bot.then_some("BOT"),
        }),
        Some(Player::Open) | None => json!({"id": null, "username": "nobody"}),
    }
}

/// The numbers that Lichess gives its statuses.
fn status_id(status: &str) -> u8 {
    const IDS: [(&str, u8); 8] = [
        ("created", 10),
        ("started", 20),
        ("aborted", 25),
        ("resign", 31),
        ("timeout", 33),
        ("draw", 34),
        ("outoftime", 35),
        ("variantEnd", 60),
    ];
    IDS.iter().find(|(name, _)| *name == status).map_or(38, |(_, id)| *id)
}
