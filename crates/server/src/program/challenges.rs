//! Starting games: against a level, against another account, or against whoever opens a link.

use axum::Extension;
use axum::Json;
use axum::extract::{Form, Path, State};
use menagerie_game::GameName;
use menagerie_store::{Account, AccountId, Challenge, TableId};
use menagerie_wire::Code;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};
use menagerie_wire::table::TimeControl;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answers::{Begun, Challenged, Okay, Status};
use super::shapes::{color, speed, time_control, variant};
use crate::address::Address;
use crate::app::App;
use crate::host::{Input, Order};
use crate::http::{Shared, table_id};
use crate::identity::Identity;
use crate::lobby::Maker;
use crate::refuse::No;

/// The challenges that wait for an account, as its stream tells them.
pub(crate) async fn waiting(app: &App, account: AccountId) -> Result<Vec<Value>, No> {
    let challenges = app.store.challenges_to(account).await?;
    Ok(challenges.iter().map(|it| json!({"type": "challenge", "challenge": shown(it)})).collect())
}

fn shown(challenge: &Challenge) -> Value {
    serde_json::from_str(&challenge.shown).unwrap_or_default()
}

/// The challenge to a table, if it waits and concerns this account.
async fn find(app: &App, table: &TableId, who: AccountId) -> Result<Challenge, No> {
    let found = app.store.challenge_at(table).await?;
    found.filter(|it| it.to == who || it.from == who).ok_or_else(unknown)
}

/// Of two who answer at the same time, one is too late.
async fn answer(app: &App, table: &TableId) -> Result<(), No> {
    if app.store.answer_challenge(table).await? { Ok(()) } else { Err(unknown()) }
}

fn unknown() -> No {
    No::new(Code::NotFound, "there is no such challenge")
}

/// What is to be played.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Challenge")]
pub(crate) struct Wanted {
    /// The game with its options.
    variant: Option<String>,
    #[serde(rename = "clock.limit")]
    limit: Option<u32>,
    #[serde(rename = "clock.increment")]
    increment: Option<u32>,
    days: Option<u32>,
    /// `white`, `black`, `random`, or a seat's own name.
    color: Option<String>,
    #[serde(default)]
    rated: bool,
    /// A position to begin from.
    fen: Option<String>,
    /// From 1 to 8, against the computer.
    level: Option<u8>,
    /// In a seek: minutes at the start.
    time: Option<f32>,
    /// In a seek: seconds per turn.
    #[serde(rename = "increment")]
    seconds: Option<u32>,
    /// In a seek, refused: opponents are not chosen by their ratings here.
    #[serde(rename = "ratingRange")]
    rating_range: Option<String>,
}

impl Wanted {
    /// A seek's way to say how long: minutes and seconds.
    pub(super) fn with_seek_clock(mut self) -> Self {
        const LONGEST: f32 = 24.0 * 60.0;
        self.limit = self.limit.or_else(|| self.time.map(|minutes| (minutes.clamp(0.0, LONGEST) * 60.0) as u32));
        self.increment = self.increment.or(self.seconds);
        self
    }

    /// Whoever wants opponents of some ratings only is told so, and does not meet others instead.
    pub(super) fn check_anybody_will_do(&self) -> Result<(), No> {
        match self.rating_range.as_deref() {
            None | Some("") => Ok(()),
            Some(_) => {
                let sentence = "a seek meets whoever seeks the same, of any rating: leave out ratingRange";
                Err(No::new(Code::Malformed, sentence))
            }
        }
    }

    /// The colour that is asked for.
    pub(super) fn wanted_color(&self) -> &str {
        self.color.as_deref().unwrap_or("random")
    }

    /// The table to be made: the challenger on one seat, `others` on the rest.
    pub(super) fn table(&self, me: &Account, others: &SeatPlan) -> Result<CreateTable, No> {
        let game = self.variant.clone().ok_or_else(|| No::new(Code::Malformed, "say which variant: shogi5, …"))?;
        let chosen: menagerie_catalog::Chosen =
            game.parse().map_err(|error| No::new(Code::NotFound, format!("{error}")))?;
        let start = chosen.start();
        let names: Vec<&str> = start.seats().iter().map(|seat| start.info().seat_name(seat)).collect();
        let wanted = self.wanted_color();
        let place = names.iter().position(|seat| *seat == wanted || color(&game, seat) == wanted);
        if place.is_none() && wanted != "random" {
            return Err(No::new(Code::Malformed, format!("the colours are random, {}", names.join(", "))));
        }
        let here = SeatPlan::Here { name: me.name.clone() };
        let plan = |index| if index == place.unwrap_or(0) { here.clone() } else { others.clone() };
        Ok(CreateTable {
            game,
            seats: (0..names.len()).map(plan).collect(),
            shuffle: place.is_none(),
            public: false,
            rated: self.rated,
            clock: self.clock(),
            position: self.fen.clone(),
            nonce: None,
            commitment: None,
        })
    }

    fn clock(&self) -> TimeControl {
        match (self.limit, self.increment, self.days) {
            (Some(initial), increment, _) => TimeControl::Fischer { initial, increment: increment.unwrap_or(0) },
            (None, _, Some(days)) => TimeControl::Days { days },
            (None, _, None) => TimeControl::None,
        }
    }
}

/// `POST /api/challenge/ai`
pub(crate) async fn ai(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Form(wanted): Form<Wanted>,
) -> Result<Json<Begun>, No> {
    app.gate.may_make_table(address)?;
    let me = me.allowed("challenge:write")?;
    let level = wanted.level.unwrap_or(1);
    let made = app.create(wanted.table(me, &SeatPlan::Computer { level })?, Some(me), Maker::at(address)).await?;
    let seat = made.tokens.first().map(|(seat, _)| seat.clone());
    Ok(Json(Begun { seat, status: Some(Status { name: "started" }), ..Begun::at(&made.id) }))
}

/// `POST /api/challenge/open`: one link, for whoever comes first.
pub(crate) async fn open(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Form(wanted): Form<Wanted>,
) -> Result<Json<Begun>, No> {
    app.gate.may_make_table(address)?;
    let me = me.allowed("challenge:write")?;
    let made = app.create(wanted.table(me, &SeatPlan::Open)?, Some(me), Maker::at(address)).await?;
    let seat = made.tokens.first().map(|(seat, _)| seat.clone());
    Ok(Json(Begun { seat, url: Some(app.link(&made.id)), ..Begun::at(&made.id) }))
}

/// `POST /api/challenge/{user}`
pub(crate) async fn challenge(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Path(user): Path<String>,
    Form(wanted): Form<Wanted>,
) -> Result<Json<Challenged>, No> {
    app.gate.may_make_table(address)?;
    let me = me.allowed("challenge:write")?;
    let other = app.store.account_named(&user).await?;
    if other.id == me.id {
        return Err(No::new(Code::Malformed, "you cannot challenge yourself"));
    }
    let table = wanted.table(me, &SeatPlan::Open)?;
    if table.seats.len() != 2 {
        return Err(No::new(Code::Malformed, "this game has more than two seats: make an open challenge"));
    }
    let (game, clock) = (table.game.clone(), table.clock);
    let made = app.create(table, Some(me), Maker::at(address)).await?;
    let shown = json!({
        "id": made.id,
        "status": "created",
        "challenger": {"id": me.name.to_lowercase(), "name": me.name},
        "destUser": {"id": other.name.to_lowercase(), "name": other.name},
        "variant": variant(&game),
        "perf": {"name": GameName::new(&game).id},
        "url": app.link(&made.id),
        "speed": speed(clock),
        "timeControl": time_control(clock),
        "rated": wanted.rated,
        "color": wanted.color.as_deref().unwrap_or("random"),
    });
    app.store.challenge(&Challenge { table: made.id, from: me.id, to: other.id, shown: shown.to_string() }).await?;
    app.tell_account(other.id, json!({"type": "challenge", "challenge": shown}));
    Ok(Json(Challenged { challenge: shown }))
}

/// `POST /api/challenge/{id}/accept`
pub(crate) async fn accept(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, No> {
    let me = me.allowed("challenge:write")?;
    let id = table_id(&id)?;
    if find(&app, &id, me.id).await?.from == me.id {
        return Err(No::new(Code::NotAllowed, "the other one accepts your challenge"));
    }
    answer(&app, &id).await?;
    let join = Join { name: me.name.clone(), seat: None, nonce: None };
    let question = |answer| Input::Join { join: join.clone(), account: Some(me.clone()), answer };
    app.ask(&id, question).await??;
    Ok(Json(Okay::DONE))
}

/// `POST /api/challenge/{id}/decline`, `POST /api/challenge/{id}/cancel`
pub(crate) async fn refuse(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, No> {
    let me = me.allowed("challenge:write")?;
    let id = table_id(&id)?;
    let challenge = find(&app, &id, me.id).await?;
    answer(&app, &id).await?;
    // Somebody may have come by the table's link in this moment: a match is not closed by a challenge.
    app.ask(&id, |answer| Input::Operate { order: Order::CloseIfWaiting, answer }).await??;
    let mine = challenge.from == me.id;
    let (kind, whom) = if mine { ("challengeCanceled", challenge.to) } else { ("challengeDeclined", challenge.from) };
    app.tell_account(whom, json!({"type": kind, "challenge": shown(&challenge)}));
    Ok(Json(Okay::DONE))
}

/// `POST /api/bot/account/upgrade`: the account is a program from now on.
pub(crate) async fn upgrade(State(app): Shared, me: Identity) -> Result<Json<Okay>, No> {
    let account = me.allowed("bot:play")?;
    app.store.make_bot(account.id).await?;
    Ok(Json(Okay::DONE))
}
