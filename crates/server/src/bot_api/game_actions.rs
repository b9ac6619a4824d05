//! Actions of a bot in a game: `POST /api/{board,bot}/game/{id}/…`. The bodies are forms or JSON.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use menagerie_wire::{ChatChannel, ChatPost, Code};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::accounts::identity::{Identity, PLAY};
use crate::app::App;
use crate::bot_api::responses::{ChatLine, OkResponse};
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::{FormOrJson, flag};
use crate::mailbox::input::{BotRequest, Input};
use crate::tables::load::table_id;

/// `?offeringDraw=true`
#[derive(Deserialize)]
pub(crate) struct MoveQuery {
    #[serde(rename = "offeringDraw", default, deserialize_with = "flag")]
    draw: bool,
}

/// `POST …/{id}/move/{action}`. To offer a draw is to agree to one that is offered: then the match may be over without the
/// move. Otherwise the offer follows the move, so that a move that is refused offers nothing.
pub(crate) async fn act(
    State(app): Shared,
    me: Identity,
    Path((id, action)): Path<(String, String)>,
    Query(offering): Query<MoveQuery>,
) -> Result<Json<OkResponse>, ApiError> {
    if offering.draw && !send(&app, &me, &id, BotRequest::AcceptDraw).await? {
        return Ok(Json(OkResponse::DONE));
    }
    let goes_on = send(&app, &me, &id, BotRequest::Act { action }).await?;
    if offering.draw && goes_on {
        // The move is done, whatever becomes of the offer.
        let _ = send(&app, &me, &id, BotRequest::OfferFirstDraw).await;
    }
    Ok(Json(OkResponse::DONE))
}

/// `POST …/{id}/resign`
pub(crate) async fn resign(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<OkResponse>, ApiError> {
    send(&app, &me, &id, BotRequest::Resign).await.map(done)
}

/// `POST …/{id}/claim-victory`: the seat whose decision is due has left.
pub(crate) async fn claim(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<OkResponse>, ApiError> {
    send(&app, &me, &id, BotRequest::ClaimVictory).await.map(done)
}

/// `POST …/{id}/abort`: before everybody has acted.
pub(crate) async fn abort(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<OkResponse>, ApiError> {
    let account = player(&me)?;
    app.ask(&table_id(&id)?, |answer| Input::Abort { account: account.clone(), answer }).await??;
    Ok(Json(OkResponse::DONE))
}

/// `POST …/{id}/claim-draw`: nothing can be claimed here, and the answer says what can be done instead.
pub(crate) async fn claim_draw(me: Identity) -> Result<Json<OkResponse>, ApiError> {
    player(&me)?;
    let sentence = "a draw cannot be claimed: repetition and limits draw by themselves, everything else is agreed on \
                    with draw/yes; a seat that was left is claimed with claim-victory";
    Err(ApiError::new(Code::NotNow, sentence))
}

/// `POST …/{id}/berserk`: there are no tournaments here.
pub(crate) async fn berserk(me: Identity) -> Result<Json<OkResponse>, ApiError> {
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
    let heard = app.ask(&table_id(&id)?, |answer| Input::GetChat { account: account.clone(), answer }).await?;
    Ok(Json(heard.into_iter().map(ChatLine::from).collect()))
}

/// `POST …/{id}/draw/{yes,no}`
pub(crate) async fn draw(
    State(app): Shared,
    me: Identity,
    Path((id, answer)): Path<(String, String)>,
) -> Result<Json<OkResponse>, ApiError> {
    let request = if yes(&answer)? { BotRequest::OfferDraw } else { BotRequest::DeclineDraw };
    send(&app, &me, &id, request).await.map(done)
}

/// How far back: `turn`, counted from 1.
#[derive(Deserialize)]
pub(crate) struct TakebackQuery {
    turn: Option<u32>,
}

/// `POST …/{id}/takeback/{yes,no}?turn=N`. Without a turn, yes agrees to what is asked for, or asks to go back to the start of
/// one's own last turn.
pub(crate) async fn takeback(
    State(app): Shared,
    me: Identity,
    Path((id, answer)): Path<(String, String)>,
    Query(back): Query<TakebackQuery>,
) -> Result<Json<OkResponse>, ApiError> {
    let request = BotRequest::Takeback { accept: yes(&answer)?, turn: back.turn };
    send(&app, &me, &id, request).await.map(done)
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
) -> Result<Json<OkResponse>, ApiError> {
    let room = match chat.room.as_str() {
        "player" => ChatChannel::Players,
        "spectator" => ChatChannel::Spectators,
        _ => return Err(ApiError::new(Code::Malformed, "the rooms are player and spectator")),
    };
    send(&app, &me, &id, BotRequest::Chat(ChatPost { room, text: chat.text })).await.map(done)
}

const fn done(_: bool) -> Json<OkResponse> {
    Json(OkResponse::DONE)
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

/// Sends a request to the table for the seat that the account plays. Returns whether the match goes on.
async fn send(app: &Arc<App>, me: &Identity, id: &str, request: BotRequest) -> Result<bool, ApiError> {
    let account = player(me)?;
    let input = |answer| Input::Bot { account: account.clone(), request: request.clone(), answer };
    Ok(app.ask(&table_id(id)?, input).await??)
}
