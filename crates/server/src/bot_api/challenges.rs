//! Challenges: games against a computer level, against another account, or against the first player who opens a link.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use menagerie_store::{Account, AccountId, Challenge, TableId};
use menagerie_wire::Code;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};
use menagerie_wire::table::TimeControl;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::accounts::identity::{CHALLENGE, Identity, LISTEN};
use crate::accounts::rating::{is_provisional, rating_key};
use crate::app::App;
use crate::bot_api::lichess_json::{color, speed, time_control, variant};
use crate::bot_api::responses::{ChallengeList, ChallengeResponse, GameCreated, OkResponse, Status};
use crate::bot_api::users::title;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::{FormOrJson, flag};
use crate::limits::address::Address;
use crate::mailbox::input::{AdminCommand, Input};
use crate::tables::lobby::TableCreator;

/// The challenges that wait for an account, as its stream tells them.
pub(crate) async fn waiting(app: &App, account: AccountId) -> Result<Vec<Value>, ApiError> {
    let challenges = app.store.challenges_to(account).await?;
    Ok(challenges.iter().map(|it| json!({"type": "challenge", "challenge": shown(it)})).collect())
}

fn shown(challenge: &Challenge) -> Value {
    serde_json::from_str(&challenge.body).unwrap_or_default()
}

/// The challenge to a table, if it waits and concerns this account.
async fn find(app: &App, table: &TableId, who: AccountId) -> Result<Challenge, ApiError> {
    let found = app.store.challenge_of_table(table).await?;
    found.filter(|it| it.to == who || it.from == who).ok_or_else(unknown)
}

/// Takes the challenge out of the store. Of two concurrent answers the second fails.
async fn answer(app: &App, table: &TableId) -> Result<(), ApiError> {
    if app.store.answer_challenge(table).await? { Ok(()) } else { Err(unknown()) }
}

fn unknown() -> ApiError {
    ApiError::new(Code::NotFound, "there is no such challenge")
}

/// A challenge has the id of its table.
fn challenge_id(text: &str) -> Result<TableId, ApiError> {
    text.parse().map_err(|_| unknown())
}

/// A challenge or a seek, as the client asks for it.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Challenge")]
pub(crate) struct ChallengeRequest {
    /// The game with its options.
    variant: Option<String>,
    #[serde(rename = "clock.limit")]
    limit: Option<u32>,
    #[serde(rename = "clock.increment")]
    increment: Option<u32>,
    days: Option<u32>,
    /// `white`, `black`, `random`, or a seat's own name.
    color: Option<String>,
    #[serde(default, deserialize_with = "flag")]
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
    /// Refused: only the challenged account itself can accept.
    #[serde(rename = "acceptByToken")]
    accept_by_token: Option<String>,
}

impl ChallengeRequest {
    /// A seek's way to say how long: minutes and seconds.
    pub(crate) fn with_seek_clock(mut self) -> Self {
        const LONGEST: f32 = 24.0 * 60.0;
        self.limit = self.limit.or_else(|| self.time.map(|minutes| (minutes.clamp(0.0, LONGEST) * 60.0) as u32));
        self.increment = self.increment.or(self.seconds);
        self
    }

    /// Refuses a seek with a rating range: seeks are matched without ratings.
    pub(crate) fn check_anybody_will_do(&self) -> Result<(), ApiError> {
        match self.rating_range.as_deref() {
            None | Some("") => Ok(()),
            Some(_) => {
                let sentence = "a seek is matched with the same seek of any rating: leave out ratingRange";
                Err(ApiError::new(Code::Malformed, sentence))
            }
        }
    }

    /// The colour that is asked for.
    pub(crate) fn wanted_color(&self) -> &str {
        self.color.as_deref().unwrap_or("random")
    }

    /// The table to be made: the challenger on one seat, `others` on the rest.
    pub(crate) fn table(&self, me: &Account, others: &SeatPlan) -> Result<CreateTable, ApiError> {
        let game =
            self.variant.clone().ok_or_else(|| ApiError::new(Code::Malformed, "say which variant: shogi5, …"))?;
        let chosen: menagerie_catalog::Chosen =
            game.parse().map_err(|error| ApiError::new(Code::NotFound, format!("{error}")))?;
        let start = chosen.start();
        let names: Vec<&str> = start.seats().iter().map(|seat| start.info().seat_name(seat)).collect();
        let wanted = self.wanted_color();
        let place = names.iter().position(|seat| *seat == wanted || color(&game, seat) == wanted);
        if place.is_none() && wanted != "random" {
            return Err(ApiError::new(Code::Malformed, format!("the colours are random, {}", names.join(", "))));
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
    FormOrJson(wanted): FormOrJson<ChallengeRequest>,
) -> Result<Json<GameCreated>, ApiError> {
    let level = wanted.level.unwrap_or(1);
    let (_, created) = create(&app, address, &me, &wanted, &SeatPlan::Computer { level }).await?;
    Ok(Json(GameCreated { status: Some(Status { name: "started" }), ..created }))
}

/// `POST /api/challenge/open`: one link, for the first player who joins.
pub(crate) async fn open(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    FormOrJson(wanted): FormOrJson<ChallengeRequest>,
) -> Result<Json<GameCreated>, ApiError> {
    let (id, created) = create(&app, address, &me, &wanted, &SeatPlan::Open).await?;
    Ok(Json(GameCreated { url: Some(app.link(&id)), ..created }))
}

/// Creates the table of a challenge to no particular account, with `others` on the other seats.
async fn create(
    app: &App,
    address: Address,
    me: &Identity,
    wanted: &ChallengeRequest,
    others: &SeatPlan,
) -> Result<(TableId, GameCreated), ApiError> {
    app.rate_limits.may_make_table(address)?;
    let me = me.allowed(CHALLENGE)?;
    let made = app.create(wanted.table(me, others)?, Some(me), TableCreator::at(address)).await?;
    let seat = made.tokens.into_iter().next().map(|(seat, _)| seat);
    let created = GameCreated { seat, ..GameCreated::at(&made.id) };
    Ok((made.id, created))
}

/// `POST /api/challenge/{user}`
pub(crate) async fn challenge(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Path(user): Path<String>,
    FormOrJson(wanted): FormOrJson<ChallengeRequest>,
) -> Result<Json<ChallengeResponse>, ApiError> {
    app.rate_limits.may_make_table(address)?;
    let me = me.allowed(CHALLENGE)?;
    if wanted.accept_by_token.is_some() {
        let sentence = "acceptByToken is not offered: the other account accepts with its own token";
        return Err(ApiError::new(Code::Malformed, sentence));
    }
    let other = app.store.account_named(&user).await?;
    if other.id == me.id {
        return Err(ApiError::new(Code::Malformed, "you cannot challenge yourself"));
    }
    let table = wanted.table(me, &SeatPlan::Open)?;
    if table.seats.len() != 2 {
        return Err(ApiError::new(Code::Malformed, "this game has more than two seats: make an open challenge"));
    }
    let (game, clock) = (table.game.clone(), table.clock);
    let made = app.create(table, Some(me), TableCreator::at(address)).await?;
    let key = rating_key(&game);
    let seat = made.tokens.first().map_or("", |(seat, _)| seat.as_str());
    let shown = json!({
        "id": made.id,
        "status": "created",
        "challenger": party(&app, me, &key).await?,
        "destUser": party(&app, &other, &key).await?,
        "variant": variant(&game),
        "perf": {"name": key},
        "url": app.link(&made.id),
        "speed": speed(clock),
        "timeControl": time_control(clock),
        "rated": wanted.rated,
        "color": wanted.wanted_color(),
        "finalColor": color(&game, seat),
        "compat": {"bot": true, "board": true},
    });
    app.store.add_challenge(&Challenge { table: made.id, from: me.id, to: other.id, body: shown.to_string() }).await?;
    app.tell_account(other.id, json!({"type": "challenge", "challenge": shown}));
    Ok(Json(ChallengeResponse::from(shown)))
}

/// One of the two whom a challenge concerns.
async fn party(app: &App, account: &Account, key: &str) -> Result<Value, ApiError> {
    let rating = app.store.rating(account.id, key).await?;
    Ok(json!({
        "id": account.name.to_lowercase(),
        "name": account.name,
        "title": title(account),
        "rating": rating.map(|it| it.value.round() as i32),
        "provisional": rating.is_none_or(|it| is_provisional(&it)),
    }))
}

/// `GET /api/challenge`: one's own challenges that wait, to and from others.
pub(crate) async fn list(State(app): Shared, me: Identity) -> Result<Json<ChallengeList>, ApiError> {
    let me = me.allowed(LISTEN)?;
    let all = |challenges: Vec<Challenge>, direction| challenges.iter().map(|it| directed(it, direction)).collect();
    let incoming = all(app.store.challenges_to(me.id).await?, "in");
    let outgoing = all(app.store.challenges_from(me.id).await?, "out");
    Ok(Json(ChallengeList { incoming, outgoing }))
}

/// `GET /api/challenge/{id}/show`: one of them.
pub(crate) async fn show(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let me = me.allowed(LISTEN)?;
    let challenge = find(&app, &challenge_id(&id)?, me.id).await?;
    Ok(Json(directed(&challenge, if challenge.from == me.id { "out" } else { "in" })))
}

fn directed(challenge: &Challenge, direction: &str) -> Value {
    let mut shown = shown(challenge);
    shown["direction"] = json!(direction);
    shown
}

/// `POST /api/challenge/{id}/accept`
pub(crate) async fn accept(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<OkResponse>, ApiError> {
    let me = me.allowed(CHALLENGE)?;
    let id = challenge_id(&id)?;
    if find(&app, &id, me.id).await?.from == me.id {
        return Err(ApiError::new(Code::NotAllowed, "the other one accepts your challenge"));
    }
    answer(&app, &id).await?;
    let join = Join { name: me.name.clone(), seat: None, nonce: None };
    let question = |answer| Input::Join { join: join.clone(), account: Some(me.clone()), answer };
    app.ask(&id, question).await??;
    Ok(Json(OkResponse::DONE))
}

/// Why a challenge is declined, in the words of Lichess.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeclineRequest {
    /// `generic`, `later`, `tooFast`, `tooSlow`, `timeControl`, `rated`, `casual`, `variant`, `noBot` or `onlyBot`.
    reason: Option<String>,
}

impl DeclineRequest {
    /// The keys, and what the challenger reads.
    const REASONS: [(&str, &str); 10] = [
        ("generic", "I am not accepting challenges at the moment."),
        ("later", "This is not the right time for me, please ask again later."),
        ("tooFast", "This time control is too fast for me, please challenge again with a slower game."),
        ("tooSlow", "This time control is too slow for me, please challenge again with a faster game."),
        ("timeControl", "I am not accepting challenges with this time control."),
        ("rated", "Please send me a rated challenge instead."),
        ("casual", "Please send me a casual challenge instead."),
        ("variant", "I am not accepting challenges of this game."),
        ("noBot", "I am not accepting challenges from bots."),
        ("onlyBot", "I am only accepting challenges from bots."),
    ];

    fn tell(&self, challenge: &mut Value) {
        let given = self.reason.as_deref().unwrap_or_default();
        let known = Self::REASONS.iter().find(|(key, _)| *key == given);
        let (key, sentence) = known.unwrap_or(&Self::REASONS[0]);
        challenge["declineReason"] = json!(sentence);
        challenge["declineReasonKey"] = json!(key.to_lowercase());
    }
}

/// `POST /api/challenge/{id}/decline`, `POST /api/challenge/{id}/cancel`
pub(crate) async fn refuse(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
    FormOrJson(declining): FormOrJson<DeclineRequest>,
) -> Result<Json<OkResponse>, ApiError> {
    let me = me.allowed(CHALLENGE)?;
    let id = challenge_id(&id)?;
    let challenge = find(&app, &id, me.id).await?;
    answer(&app, &id).await?;
    // A player may have joined by the table's link meanwhile: then the match stays open.
    app.ask(&id, |answer| Input::Admin { command: AdminCommand::CloseIfWaiting, answer }).await??;
    let mut told = shown(&challenge);
    if challenge.from == me.id {
        told["status"] = json!("canceled");
        app.tell_account(challenge.to, json!({"type": "challengeCanceled", "challenge": told}));
    } else {
        told["status"] = json!("declined");
        declining.tell(&mut told);
        app.tell_account(challenge.from, json!({"type": "challengeDeclined", "challenge": told}));
    }
    Ok(Json(OkResponse::DONE))
}

/// `POST /api/bot/account/upgrade`: the account is a program from now on.
pub(crate) async fn upgrade(State(app): Shared, me: Identity) -> Result<Json<OkResponse>, ApiError> {
    let account = me.allowed(&["bot:play"])?;
    app.store.make_bot(account.id).await?;
    Ok(Json(OkResponse::DONE))
}
