//! The calls that programs know from Lichess: for `openapi.rs`, like those of `calls.rs`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::bot_api::answers::{Begun, Challenged, Challenges, ChatLine, Okay};
use crate::bot_api::challenges::{Declining, Wanted as Challenge};
use crate::bot_api::moves::Chat;
use crate::bot_api::ongoing::NowPlaying;
use crate::bot_api::tokens::Tested;
use crate::bot_api::users::{Seen, Status, User};
use crate::routes::api_call::By::{Anybody, Token};
use crate::routes::api_call::Gives::{Json, Lines};
use crate::routes::api_call::Takes::Nothing;
use crate::routes::api_call::{Call, Takes, line, of};
use crate::routes::export::Exported;

pub(crate) const PROGRAM_CALLS: &[Call] = &[
    Call(
        "get",
        "/game/export/{id}",
        Nothing,
        Json(of::<Exported>),
        Anybody,
        "A game as the text of its record, or as JSON by Accept; ?moves= ?clocks= ?pgnInJson=",
    ),
    Call(
        "get",
        "/api/games/user/{name}",
        Nothing,
        Lines(of::<Exported>),
        Anybody,
        "An account's games that are over, one JSON object per line; ?max= and as for one game",
    ),
    Call("get", "/api/stream/event", Nothing, Lines(line), Token, "What happens to one's account, as a stream"),
    Call("get", "/api/bot/game/stream/{id}", Nothing, Lines(line), Token, "What happens in a game, as a stream"),
    Call(
        "post",
        "/api/bot/game/{id}/move/{action}",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Does an action; ?offeringDraw=true offers a draw with it",
    ),
    Call("post", "/api/bot/game/{id}/resign", Nothing, Json(of::<Okay>), Token, "Resigns; in Djambi concedes"),
    Call(
        "post",
        "/api/bot/game/{id}/abort",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Ends a match in which somebody has not acted yet",
    ),
    Call(
        "post",
        "/api/bot/game/{id}/claim-draw",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Refused: says how a draw comes about here",
    ),
    Call(
        "post",
        "/api/bot/game/{id}/berserk",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Refused: there are no tournaments here",
    ),
    Call(
        "post",
        "/api/bot/game/{id}/claim-victory",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Claims that the acting seat has left",
    ),
    Call(
        "post",
        "/api/bot/game/{id}/draw/{answer}",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Offers, accepts or declines a draw: yes or no",
    ),
    Call(
        "post",
        "/api/bot/game/{id}/takeback/{answer}",
        Nothing,
        Json(of::<Okay>),
        Token,
        "Offers, accepts or declines to go back: yes or no, ?turn=N",
    ),
    Call("get", "/api/bot/game/{id}/chat", Nothing, Json(of::<Vec<ChatLine>>), Token, "What was said lately"),
    Call("post", "/api/bot/game/{id}/chat", Takes::Form(of::<Chat>), Json(of::<Okay>), Token, "Says something"),
    Call(
        "post",
        "/api/board/seek",
        Takes::Form(of::<Challenge>),
        Json(of::<Begun>),
        Token,
        "Looks for an opponent; to close the stream cancels",
    ),
    Call(
        "get",
        "/api/bot/online",
        Nothing,
        Lines(of::<User>),
        Anybody,
        "The programs that listen to their events, one per line; ?nb=",
    ),
    Call("post", "/api/bot/account/upgrade", Nothing, Json(of::<Okay>), Token, "The account is a program from now on"),
    Call("post", "/api/challenge/ai", Takes::Form(of::<Challenge>), Json(of::<Begun>), Token, "Plays a computer level"),
    Call(
        "post",
        "/api/challenge/open",
        Takes::Form(of::<Challenge>),
        Json(of::<Begun>),
        Token,
        "Makes a table with a link for whoever comes",
    ),
    Call(
        "post",
        "/api/challenge/{id}",
        Takes::Form(of::<Challenge>),
        Json(of::<Challenged>),
        Token,
        "Challenges another account, named in the path",
    ),
    Call("post", "/api/challenge/{id}/accept", Nothing, Json(of::<Okay>), Token, "Accepts a challenge"),
    Call(
        "post",
        "/api/challenge/{id}/decline",
        Takes::Form(of::<Declining>),
        Json(of::<Okay>),
        Token,
        "Declines a challenge",
    ),
    Call("post", "/api/challenge/{id}/cancel", Nothing, Json(of::<Okay>), Token, "Takes one's challenge back"),
    Call(
        "get",
        "/api/account/playing",
        Nothing,
        Json(of::<NowPlaying>),
        Token,
        "The games one plays now, newest first; ?nb= from 1 to 50",
    ),
    Call(
        "post",
        "/api/token/test",
        Takes::Text,
        Json(of::<BTreeMap<String, Option<Tested>>>),
        Anybody,
        "Whose API tokens these are and what they allow; at most 100, separated by commas",
    ),
    Call("get", "/api/user/{name}", Nothing, Json(of::<Seen>), Anybody, "An account as everybody may see it"),
    Call(
        "post",
        "/api/users",
        Takes::Text,
        Json(of::<Vec<User>>),
        Anybody,
        "Accounts as everybody may see them; at most 300 names, separated by commas",
    ),
    Call(
        "get",
        "/api/users/status",
        Nothing,
        Json(of::<Vec<Status>>),
        Anybody,
        "Which accounts are online and play; ?ids= at most 100 names, separated by commas, ?withGameIds=",
    ),
    Call(
        "get",
        "/api/challenge",
        Nothing,
        Json(of::<Challenges>),
        Token,
        "One's challenges that wait for their answers",
    ),
    Call("get", "/api/challenge/{id}/show", Nothing, Json(of::<Value>), Token, "One of them"),
    Call(
        "post",
        "/api/games/export/_ids",
        Takes::Text,
        Lines(of::<Exported>),
        Anybody,
        "Games by their ids, at most 300, separated by commas, one JSON object per line; as for one game",
    ),
    Call(
        "get",
        "/api/user/{name}/current-game",
        Nothing,
        Json(of::<Exported>),
        Anybody,
        "The public game that an account plays, or the last one it has played; as for one game",
    ),
];
