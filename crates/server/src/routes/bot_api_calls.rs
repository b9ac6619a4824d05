//! The calls of the bot API, in the shapes of Lichess, for `openapi.rs`. `api_calls.rs` holds the others.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::bot_api::challenges::{ChallengeRequest as Challenge, DeclineRequest};
use crate::bot_api::current_games::NowPlaying;
use crate::bot_api::game_actions::Chat;
use crate::bot_api::responses::{ChallengeList, ChallengeResponse, ChatLine, GameCreated, OkResponse};
use crate::bot_api::tokens::TokenInfo;
use crate::bot_api::users::{Profile, Status, User};
use crate::routes::api_call::Auth::{Public, Token};
use crate::routes::api_call::RequestBody::Nothing;
use crate::routes::api_call::ResponseBody::{Json, Lines};
use crate::routes::api_call::{ApiCall, RequestBody, line, of};
use crate::routes::export::Exported;

pub(crate) const BOT_API_CALLS: &[ApiCall] = &[
    ApiCall(
        "get",
        "/game/export/{id}",
        Nothing,
        Json(of::<Exported>),
        Public,
        "A game as the text of its record, or as JSON by Accept; ?moves= ?clocks= ?pgnInJson=",
    ),
    ApiCall(
        "get",
        "/api/games/user/{name}",
        Nothing,
        Lines(of::<Exported>),
        Public,
        "An account's finished games, one JSON object per line; ?max= and as for one game",
    ),
    ApiCall("get", "/api/stream/event", Nothing, Lines(line), Token, "The event stream of your account"),
    ApiCall("get", "/api/bot/game/stream/{id}", Nothing, Lines(line), Token, "The event stream of a game"),
    ApiCall(
        "post",
        "/api/bot/game/{id}/move/{action}",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Makes a move; ?offeringDraw=true also offers a draw",
    ),
    ApiCall("post", "/api/bot/game/{id}/resign", Nothing, Json(of::<OkResponse>), Token, "Resigns; in Djambi concedes"),
    ApiCall(
        "post",
        "/api/bot/game/{id}/abort",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Aborts a match in which a seat has not moved yet",
    ),
    ApiCall(
        "post",
        "/api/bot/game/{id}/claim-draw",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Always refused; the error says how to draw here",
    ),
    ApiCall(
        "post",
        "/api/bot/game/{id}/berserk",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Always refused: there are no tournaments here",
    ),
    ApiCall(
        "post",
        "/api/bot/game/{id}/claim-victory",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Claims the win because the seat to move has left",
    ),
    ApiCall(
        "post",
        "/api/bot/game/{id}/draw/{answer}",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Offers, accepts or declines a draw: yes or no",
    ),
    ApiCall(
        "post",
        "/api/bot/game/{id}/takeback/{answer}",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Offers, accepts or declines a takeback: yes or no, ?turn=N",
    ),
    ApiCall("get", "/api/bot/game/{id}/chat", Nothing, Json(of::<Vec<ChatLine>>), Token, "Recent chat messages"),
    ApiCall(
        "post",
        "/api/bot/game/{id}/chat",
        RequestBody::Form(of::<Chat>),
        Json(of::<OkResponse>),
        Token,
        "Sends a chat message",
    ),
    ApiCall(
        "post",
        "/api/board/seek",
        RequestBody::Form(of::<Challenge>),
        Json(of::<GameCreated>),
        Token,
        "Seeks an opponent; closing the stream cancels",
    ),
    ApiCall(
        "get",
        "/api/bot/online",
        Nothing,
        Lines(of::<User>),
        Public,
        "Bots with an open event stream, one per line; ?nb=",
    ),
    ApiCall(
        "post",
        "/api/bot/account/upgrade",
        Nothing,
        Json(of::<OkResponse>),
        Token,
        "Turns the account into a bot account",
    ),
    ApiCall(
        "post",
        "/api/challenge/ai",
        RequestBody::Form(of::<Challenge>),
        Json(of::<GameCreated>),
        Token,
        "Plays a computer level",
    ),
    ApiCall(
        "post",
        "/api/challenge/open",
        RequestBody::Form(of::<Challenge>),
        Json(of::<GameCreated>),
        Token,
        "Creates an open challenge: the first player with its link joins",
    ),
    ApiCall(
        "post",
        "/api/challenge/{id}",
        RequestBody::Form(of::<Challenge>),
        Json(of::<ChallengeResponse>),
        Token,
        "Challenges another account, named in the path",
    ),
    ApiCall("post", "/api/challenge/{id}/accept", Nothing, Json(of::<OkResponse>), Token, "Accepts a challenge"),
    ApiCall(
        "post",
        "/api/challenge/{id}/decline",
        RequestBody::Form(of::<DeclineRequest>),
        Json(of::<OkResponse>),
        Token,
        "Declines a challenge",
    ),
    ApiCall("post", "/api/challenge/{id}/cancel", Nothing, Json(of::<OkResponse>), Token, "Cancels your challenge"),
    ApiCall(
        "get",
        "/api/account/playing",
        Nothing,
        Json(of::<NowPlaying>),
        Token,
        "Your running games, newest first; ?nb= from 1 to 50",
    ),
    ApiCall(
        "post",
        "/api/token/test",
        RequestBody::Text,
        Json(of::<BTreeMap<String, Option<TokenInfo>>>),
        Public,
        "Owners and scopes of API tokens; at most 100, separated by commas",
    ),
    ApiCall("get", "/api/user/{name}", Nothing, Json(of::<Profile>), Public, "The public profile of an account"),
    ApiCall(
        "post",
        "/api/users",
        RequestBody::Text,
        Json(of::<Vec<User>>),
        Public,
        "Public profiles of accounts; at most 300 names, separated by commas",
    ),
    ApiCall(
        "get",
        "/api/users/status",
        Nothing,
        Json(of::<Vec<Status>>),
        Public,
        "Which accounts are online and play; ?ids= at most 100 names, separated by commas, ?withGameIds=",
    ),
    ApiCall("get", "/api/challenge", Nothing, Json(of::<ChallengeList>), Token, "Your open challenges"),
    ApiCall("get", "/api/challenge/{id}/show", Nothing, Json(of::<Value>), Token, "One of your challenges"),
    ApiCall(
        "post",
        "/api/games/export/_ids",
        RequestBody::Text,
        Lines(of::<Exported>),
        Public,
        "Games by their ids, at most 300, separated by commas, one JSON object per line; as for one game",
    ),
    ApiCall(
        "get",
        "/api/user/{name}/current-game",
        Nothing,
        Json(of::<Exported>),
        Public,
        "The public game in progress of an account, or its last game; as for one game",
    ),
];
