//! What a program does in a game: `POST /api/{board,bot}/game/{id}/…`. The bodies are forms.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Form, Path, Query, State};
use menagerie_wire::{Claim, Code, FromClient, Offer, Room, Say};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answers::{ChatLine, Okay};
use crate::app::App;
use crate::host::Input;
use crate::http::{Shared, table_id};
use crate::identity::Identity;
use crate::refuse::No;

/// `?offeringDraw=true`
#[derive(Deserialize)]
pub(crate) struct Offering {
    #[serde(rename = "offeringDraw", default)]
    draw: bool,
}

/// `POST …/{id}/move/{action}`
pub(crate) async fn act(
    State(app): Shared,
    me: Identity,
    Path((id, action)): Path<(String, String)>,
    Query(offering): Query<Offering>,
) -> Result<Json<Okay>, No> {
    let act = move |seat: &str, at: u32| FromClient::Act { ack: 0, at, seat: seat.to_owned(), action: action.clone() };
    if offering.draw {
        let _offered = send(&app, &me, &id, draw_offer).await?;
    }
    send(&app, &me, &id, act).await
}

/// `POST …/{id}/resign`
pub(crate) async fn resign(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, No> {
    send(&app, &me, &id, |seat: &str, _| FromClient::Resign { ack: 0, seat: seat.to_owned() }).await
}

/// `POST …/{id}/claim-victory`: the seat whose decision is due has left.
pub(crate) async fn claim(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, No> {
    let claim = |seat: &str, _| FromClient::Claim { ack: 0, at: None, seat: seat.to_owned(), claim: Claim::Gone };
    send(&app, &me, &id, claim).await
}

/// `POST …/{id}/abort`: before everybody has acted.
pub(crate) async fn abort(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Okay>, No> {
    let account = player(&me)?;
    app.ask(&table_id(&id)?, |answer| Input::Abort { account: account.clone(), answer }).await??;
    Ok(Json(Okay::DONE))
}

/// `POST …/{id}/claim-draw`: nothing can be claimed here, and the answer says what can be done instead.
pub(crate) async fn claim_draw(me: Identity) -> Result<Json<Okay>, No> {
    player(&me)?;
    let sentence = "a draw cannot be claimed: repetition and limits draw by themselves, everything else is agreed on \
                    with draw/yes; a seat that was left is claimed with claim-victory";
    Err(No::new(Code::NotNow, sentence))
}

/// `POST …/{id}/berserk`: there are no tournaments here.
pub(crate) async fn berserk(me: Identity) -> Result<Json<Okay>, No> {
    player(&me)?;
    Err(No::new(Code::NotNow, "there is no berserk here: it belongs to tournaments"))
}

/// `GET …/{id}/chat`: what was said lately, as far as one may hear it.
pub(crate) async fn read_chat(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<Vec<ChatLine>>, No> {
    let account = player(&me)?;
    let heard = app.ask(&table_id(&id)?, |answer| Input::Heard { account: account.clone(), answer }).await?;
    Ok(Json(heard.into_iter().map(ChatLine::from).collect()))
}

/// `POST …/{id}/draw/{yes,no}`
pub(crate) async fn draw(
    State(app): Shared,
    me: Identity,
    Path((id, answer)): Path<(String, String)>,
) -> Result<Json<Okay>, No> {
    if yes(&answer)? {
        return send(&app, &me, &id, draw_offer).await;
    }
    let decline = |seat: &str, _| FromClient::Decline { ack: 0, at: None, seat: seat.to_owned(), offer: Offer::Draw };
    send(&app, &me, &id, decline).await
}

/// How far back: `turn`, counted from 1.
#[derive(Deserialize)]
pub(crate) struct Back {
    turn: Option<u32>,
}

/// `POST …/{id}/takeback/{yes,no}?turn=N`
pub(crate) async fn takeback(
    State(app): Shared,
    me: Identity,
    Path((id, answer)): Path<(String, String)>,
    Query(back): Query<Back>,
) -> Result<Json<Okay>, No> {
    let yes = yes(&answer)?;
    let turn = back.turn.or_else(|| (!yes).then_some(1));
    let turn = turn.ok_or_else(|| No::new(Code::Malformed, "say which turn to go back to: ?turn=N, counted from 1"))?;
    let offer = Offer::Takeback { turn };
    let message = move |seat: &str, _: u32| {
        let seat = seat.to_owned();
        let (ack, at) = (0, None);
        if yes {
            FromClient::Offer { ack, at, seat, offer, nonce: None }
        } else {
            FromClient::Decline { ack, at, seat, offer }
        }
    };
    send(&app, &me, &id, message).await
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
    Form(chat): Form<Chat>,
) -> Result<Json<Okay>, No> {
    let room = match chat.room.as_str() {
        "player" => Room::Players,
        "spectator" => Room::Spectators,
        _ => return Err(No::new(Code::Malformed, "the rooms are player and spectator")),
    };
    let message = move |seat: &str, _: u32| FromClient::Say {
        ack: 0,
        seat: Some(seat.to_owned()),
        say: Say { room: room.clone(), text: chat.text.clone() },
    };
    send(&app, &me, &id, message).await
}

fn draw_offer(seat: &str, _: u32) -> FromClient {
    FromClient::Offer { ack: 0, at: None, seat: seat.to_owned(), offer: Offer::Draw, nonce: None }
}

fn yes(answer: &str) -> Result<bool, No> {
    match answer {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(No::new(Code::Malformed, "the answer is yes or no")),
    }
}

/// The account that plays.
fn player(me: &Identity) -> Result<String, No> {
    Ok(me.allowed("bot:play").or_else(|_| me.allowed("board:play"))?.name.clone())
}

async fn send(
    app: &Arc<App>,
    me: &Identity,
    id: &str,
    message: impl Fn(&str, u32) -> FromClient + Send + Sync + Clone + 'static,
) -> Result<Json<Okay>, No> {
    let account = player(me)?;
    let question = |answer| Input::Program { account: account.clone(), message: Box::new(message.clone()), answer };
    app.ask(&table_id(id)?, question).await??;
    Ok(Json(Okay::DONE))
}
