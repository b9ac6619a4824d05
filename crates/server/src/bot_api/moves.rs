//! What a program does in a game: `POST /api/{board,bot}/game/{id}/…`. The bodies are forms or JSON.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use menagerie_game::Seat;
use menagerie_table::Room as Table;
use menagerie_wire::{Claim, Code, FromClient, Offer, Room, Say};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::accounts::identity::{Identity, PLAY};
use crate::app::App;
use crate::bot_api::answers::{ChatLine, Okay};
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::{FormOrJson, flag};
use crate::mailbox::input::Input;
use crate::tables::load::table_id;

/// `?offeringDraw=true`
#[derive(Deserialize)]
pub(crate) struct Offering {
    #[serde(rename = "offeringDraw", default, deserialize_with = "flag")]
    draw: bool,
}

/// `POST …/{id}/move/{action}`. To offer a draw is to agree to one that is offered: then the match may be over without the
/// move. Otherwise the offer follows the move, so that a move that is refused offers nothing.
pub(crate) async fn act(
    State(app): Shared,
    me: Identity,
    Path((id, action)): Path<(String, String)>,
    Query(offering): Query<Offering>,
) -> Result<Json<Okay>, ApiError> {
    let act = move |room: &Table, seat: Seat| FromClient::Act {
        ack: 0,
        at: room.version(),
        seat: name_of(room, seat),
        action: action.clone(),
    };
    if offering.draw {
        let or_act = act.clone();
        let agree = move |room: &Table, seat: Seat| {
            if !room.is_playing() {
                or_act(room, seat)
            } else if is_offered_draw(room, seat) {
                draw_offer(room, seat)
            } else {
                NOTHING
            }
        };
        if !send(&app, &me, &id, agree).await? {
            return Ok(Json(Okay::DONE));
        }
    }
    let goes_on = send(&app, &me, &id, act).await?;
    if offering.draw && goes_on {
        let offer = |room: &Table, seat| if room.standing().draw.is_empty() { draw_offer(room, seat) } else { NOTHING };
        // The move is done, whatever becomes of the offer.
        let _ = send(&app, &me, &id, offer).await;
    }
    Ok(Json(Okay::DONE))
}

/// A message that changes nothing.
const NOTHING: FromClient = FromClient::Ping { n: 0 };

/// Whether others want a draw, and this seat has not agreed yet.
fn is_offered_draw(room: &Table, seat: Seat) -> bool {
    let wanted = room.standing().draw;
    !wanted.is_empty() && !wanted.contains(&name_of(room, seat))
}

/// `POST …/{id}/resign`
pub(crate) async fn resign(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, ApiError> {
    let resign = |room: &Table, seat| FromClient::Resign { ack: 0, seat: name_of(room, seat) };
    send(&app, &me, &id, resign).await.map(done)
}

/// `POST …/{id}/claim-victory`: the seat whose decision is due has left.
pub(crate) async fn claim(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, ApiError> {
    let claim =
        |room: &Table, seat| FromClient::Claim { ack: 0, at: None, seat: name_of(room, seat), claim: Claim::Gone };
    send(&app, &me, &id, claim).await.map(done)
}

/// `POST …/{id}/abort`: before everybody has acted.
pub(crate) async fn abort(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, ApiError> {
    let account = player(&me)?;
    app.ask(&table_id(&id)?, |answer| Input::Abort { account: account.clone(), answer }).await??;
    Ok(Json(Okay::DONE))
}

/// `POST …/{id}/claim-draw`: nothing can be claimed here, and the answer says what can be done instead.
pub(crate) async fn claim_draw(me: Identity) -> Result<Json<Okay>, ApiError> {
    player(&me)?;
    let sentence = "a draw cannot be claimed: repetition and limits draw by themselves, everything else is agreed on \
                    with draw/yes; a seat that was left is claimed with claim-victory";
    Err(ApiError::new(Code::NotNow, sentence))
}

/// `POST …/{id}/berserk`: there are no tournaments here.
pub(crate) async fn berserk(me: Identity) -> Result<Json<Okay>, ApiError> {
    player(&me)?;
    Err(ApiError::new(Code::NotNow, "there is no berserk here: it belongs to tournaments"))
}

/// `GET …/{id}/chat`: what was said lately, as far as one may hear it.
pub(crate) async fn read_chat(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<Vec<ChatLine>>, ApiError> {
    let account = player(&me)?;
    let heard = app.ask(&table_id(&id)?, |answer| Input::Heard { account: account.clone(), answer }).await?;
    Ok(Json(heard.into_iter().map(ChatLine::from).collect()))
}

/// `POST …/{id}/draw/{yes,no}`
pub(crate) async fn draw(
    State(app): Shared,
    me: Identity,
    Path((id, answer)): Path<(String, String)>,
) -> Result<Json<Okay>, ApiError> {
    if yes(&answer)? {
        return send(&app, &me, &id, draw_offer).await.map(done);
    }
    let decline =
        |room: &Table, seat| FromClient::Decline { ack: 0, at: None, seat: name_of(room, seat), offer: Offer::Draw };
    send(&app, &me, &id, decline).await.map(done)
}

/// How far back: `turn`, counted from 1.
#[derive(Deserialize)]
pub(crate) struct Back {
    turn: Option<u32>,
}

/// `POST …/{id}/takeback/{yes,no}?turn=N`. Without a turn, yes agrees to what is asked for, or asks to go back to the start of
/// one's own last turn.
pub(crate) async fn takeback(
    State(app): Shared,
    me: Identity,
    Path((id, answer)): Path<(String, String)>,
    Query(back): Query<Back>,
) -> Result<Json<Okay>, ApiError> {
    let yes = yes(&answer)?;
    let message = move |room: &Table, table_seat: Seat| {
        let asked = || room.standing().takeback.map(|(turn, _)| turn);
        // Where nothing was done yet, the refusal says so.
        let turn = back.turn.or_else(asked).or_else(|| room.last_turn_of(table_seat)).unwrap_or(1);
        let (ack, at, seat, offer) = (0, None, name_of(room, table_seat), Offer::Takeback { turn });
        if yes {
            FromClient::Offer { ack, at, seat, offer, nonce: None }
        } else {
            FromClient::Decline { ack, at, seat, offer }
        }
    };
    send(&app, &me, &id, message).await.map(done)
}

/// A line of chat.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Chat {
    room: String,
    text: String,
}

/// `POST …/{id}/chat`
pub(crate) async fn chat(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
    FormOrJson(chat): FormOrJson<Chat>,
) -> Result<Json<Okay>, ApiError> {
    let room = match chat.room.as_str() {
        "player" => Room::Players,
        "spectator" => Room::Spectators,
        _ => return Err(ApiError::new(Code::Malformed, "the rooms are player and spectator")),
    };
    let message = move |table: &Table, seat| FromClient::Say {
        ack: 0,
        seat: Some(name_of(table, seat)),
        say: Say { room: room.clone(), text: chat.text.clone() },
    };
    send(&app, &me, &id, message).await.map(done)
}

fn draw_offer(room: &Table, seat: Seat) -> FromClient {
    FromClient::Offer { ack: 0, at: None, seat: name_of(room, seat), offer: Offer::Draw, nonce: None }
}

fn name_of(room: &Table, seat: Seat) -> String {
    room.info().seat_name(seat).to_owned()
}

const fn done(_: bool) -> Json<Okay> {
    Json(Okay::DONE)
}

fn yes(answer: &str) -> Result<bool, ApiError> {
    match answer {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(ApiError::new(Code::Malformed, "the answer is yes or no")),
    }
}

/// The account that plays.
fn player(me: &Identity) -> Result<String, ApiError> {
    Ok(me.allowed(PLAY)?.name.clone())
}

/// Says something for the account's seat; the answer is whether the match goes on.
async fn send(
    app: &Arc<App>,
    me: &Identity,
    id: &str,
    message: impl Fn(&Table, Seat) -> FromClient + Send + Sync + Clone + 'static,
) -> Result<bool, ApiError> {
    let account = player(me)?;
    let question = |answer| Input::Program { account: account.clone(), message: Box::new(message.clone()), answer };
    Ok(app.ask(&table_id(id)?, question).await??)
}
