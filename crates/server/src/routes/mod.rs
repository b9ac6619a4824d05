//! The HTTP calls, one file per subject. Bodies are JSON; errors have the shape of
//! [`Refused`](menagerie_wire::Refused).

pub(crate) mod accounts;
pub(crate) mod analyse;
pub(crate) mod api_call;
pub(crate) mod api_calls;
pub(crate) mod arrange;
pub(crate) mod bot_api_calls;
pub(crate) mod chat;
pub(crate) mod commitments;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod import;
pub(crate) mod openapi;
pub(crate) mod operator;
pub(crate) mod page;
pub(crate) mod picture;
pub(crate) mod players;
pub(crate) mod records;
pub(crate) mod scene;
pub(crate) mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use menagerie_wire::Code;
use tower::util::MapRequest;

use crate::app::App;
use crate::bot_api::{challenges, moves, ongoing, seeks, streams, tokens, users};
use crate::error::ApiError;
use crate::http::read_body::LARGEST_RECORD;
use crate::http::{LARGEST_BODY, compression, cors, framework_errors, read_body};
use crate::net::guard::guard;
use crate::net::websocket;

use crate::http::trailing_slash::without_trailing_slash;

/// All routes.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/about", get(games::about))
        .route("/api/games", get(games::list))
        .route("/api/games/{id}", get(games::one))
        .route("/api/lobby", get(tables::lobby))
        .route("/api/commitments", post(commitments::commit))
        .route("/api/tables", post(tables::create))
        .route("/api/tables/{id}", get(tables::look).delete(tables::cancel))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/socket", get(websocket::open))
        .route("/api/tables/{id}/record", get(records::fetch))
        .route("/api/tables/{id}/at/{version}", get(records::at))
        .route("/api/tables/{id}/log", get(records::log))
        .route("/api/tables/{id}/mute", post(chat::mute))
        .route("/api/tables/{id}/report", post(chat::report))
        .route("/api/records/verify", post(records::check))
        .route("/api/import", post(import::import).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .route("/api/games/user/{name}", get(export::games_of))
        .route("/api/games/export/_ids", post(export::several))
        .route("/api/user/{name}/current-game", get(export::current))
        .route("/game/export/{id}", get(export::game))
        .route("/api/scene", post(scene::look))
        .route("/api/arrange", post(arrange::arrange))
        .route("/api/picture", get(picture::draw))
        .route("/api/analyse", post(analyse::analyse))
        .route("/api/openapi.json", get(openapi::document))
        .merge(people())
        .merge(programs())
        .merge(operators())
        .route("/healthz", get(health::health))
        .route("/metrics", get(health::metrics))
        .route("/api/{*rest}", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve)
        .layer(axum::middleware::from_fn(framework_errors::reword))
        .layer(axum::middleware::from_fn(compression::compress))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

fn people() -> Router<Arc<App>> {
    Router::new()
        .route("/api/account", get(accounts::me).post(accounts::register))
        .route("/api/account/password", post(accounts::change_password))
        .route("/api/account/sessions", get(accounts::sessions).delete(accounts::revoke_others))
        .route("/api/account/sessions/{id}", delete(accounts::revoke_session))
        .route("/api/account/tokens", get(accounts::tokens).post(accounts::make_token))
        .route("/api/account/tokens/{id}", delete(accounts::revoke_token))
        .route("/api/session", post(accounts::sign_in).delete(accounts::sign_out))
        .route("/api/players/{name}", get(players::profile))
        .route("/api/players/{name}/history", get(players::history))
}

/// The calls that bot authors know: the same under `board` and `bot`.
fn programs() -> Router<Arc<App>> {
    let game = Router::new()
        .route("/game/stream/{id}", get(streams::game))
        .route("/game/{id}/move/{action}", post(moves::act))
        .route("/game/{id}/resign", post(moves::resign))
        .route("/game/{id}/abort", post(moves::abort))
        .route("/game/{id}/claim-victory", post(moves::claim))
        .route("/game/{id}/claim-draw", post(moves::claim_draw))
        .route("/game/{id}/berserk", post(moves::berserk))
        .route("/game/{id}/draw/{answer}", post(moves::draw))
        .route("/game/{id}/takeback/{answer}", post(moves::takeback))
        .route("/game/{id}/chat", get(moves::read_chat).post(moves::chat));
    Router::new()
        .nest("/api/bot", game.clone())
        .nest("/api/board", game)
        .route("/api/stream/event", get(streams::events))
        .route("/api/board/seek", post(seeks::seek))
        .route("/api/bot/online", get(users::online_bots))
        .route("/api/bot/account/upgrade", post(challenges::upgrade))
        .route("/api/account/playing", get(ongoing::playing))
        .route("/api/token/test", post(tokens::test))
        .route("/api/user/{name}", get(users::one))
        .route("/api/users", post(users::several))
        .route("/api/users/status", get(users::statuses))
        .route("/api/challenge", get(challenges::list))
        .route("/api/challenge/ai", post(challenges::ai))
        .route("/api/challenge/open", post(challenges::open))
        .route("/api/challenge/{id}", post(challenges::challenge))
        .route("/api/challenge/{id}/show", get(challenges::show))
        .route("/api/challenge/{id}/accept", post(challenges::accept))
        .route("/api/challenge/{id}/decline", post(challenges::refuse))
        .route("/api/challenge/{id}/cancel", post(challenges::refuse))
}

fn operators() -> Router<Arc<App>> {
    Router::new()
        .route("/api/operator/reports", get(operator::reports))
        .route("/api/operator/reports/{id}/settle", post(operator::settle))
        .route("/api/operator/tables", get(operator::tables))
        .route("/api/operator/tables/close", post(operator::close_all))
        .route("/api/operator/tables/{id}/close", post(operator::close))
        .route("/api/operator/tables/{id}/said/{number}", delete(operator::unsay))
        .route("/api/operator/ban", post(operator::ban))
        .route("/api/operator/unban", post(operator::unban))
}

async fn no_such_call() -> ApiError {
    ApiError::new(Code::NotFound, "there is no such call; GET /api/openapi.json lists those there are")
}

/// The framework adds which methods there are, as `Allow`.
async fn wrong_method() -> (StatusCode, ApiError) {
    let sentence = "this address does not take that method; the header Allow lists those it takes";
    (StatusCode::METHOD_NOT_ALLOWED, ApiError::new(Code::Malformed, sentence))
}

/// The server as a function from requests to answers: it needs no socket.
pub fn app(app: Arc<App>) -> Router {
    let arrived = routes().layer(axum::middleware::from_fn_with_state(Arc::clone(&app), read_body::read_whole_body));
    let answered = arrived.layer(axum::middleware::from_fn(cors::answer_preflight));
    let guarded = answered.layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard));
    let shared = guarded.layer(axum::middleware::from_fn(cors::cors)).with_state(app);
    // A router chooses the route before its layers see a request: what changes the path stands outside.
    Router::new().fallback_service(MapRequest::new(shared, without_trailing_slash))
}
