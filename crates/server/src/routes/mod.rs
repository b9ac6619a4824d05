//! The HTTP routes, one file per subject. Bodies are JSON; errors have the shape of
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
pub(crate) mod lesson_progress;
pub(crate) mod lessons;
pub(crate) mod openapi;
pub(crate) mod operator;
pub(crate) mod page;
pub(crate) mod picture;
pub(crate) mod players;
pub(crate) mod preview;
pub(crate) mod puzzles;
pub(crate) mod reach;
pub(crate) mod records;
pub(crate) mod scene;
pub(crate) mod studies;
pub(crate) mod tables;
pub(crate) mod visible_past;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use menagerie_wire::Code;
use tower::util::MapRequest;

use crate::app::App;
use crate::bot_api::{challenges, current_games, game_actions, seeks, streams, tokens, users};
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
        .route("/api/lessons", get(lessons::list))
        .route("/api/lessons/{game}", get(lessons::course))
        .route("/api/lessons/{game}/{level}", post(lessons::play))
        .route("/api/lobby", get(tables::lobby))
        .route("/api/commitments", post(commitments::commit))
        .route("/api/tables", post(tables::create))
        .route("/api/tables/{id}", get(tables::look).delete(tables::cancel))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/socket", get(websocket::open))
        .route("/api/tables/{id}/record", get(records::fetch))
        .route("/api/tables/{id}/at/{version}", get(records::at))
        .route("/api/tables/{id}/reach/{place}", get(reach::at_table))
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
        .route("/api/reach", post(reach::in_position))
        .route("/api/arrange", post(arrange::arrange))
        .route("/api/picture", get(picture::draw))
        .route("/api/preview.png", get(preview::image::of_all_games))
        .route("/api/games/{id}/preview.png", get(preview::image::of_game))
        .route("/api/tables/{id}/preview.png", get(preview::image::of_table))
        .route("/api/analyse", post(analyse::analyse))
        .route("/api/openapi.json", get(openapi::document))
        .merge(account_routes())
        .merge(learning_routes())
        .merge(bot_routes())
        .merge(operator_routes())
        .route("/healthz", get(health::health))
        .route("/metrics", get(health::metrics))
        .route("/api/{*rest}", axum::routing::any(unknown_call))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve)
        .layer(axum::middleware::from_fn(framework_errors::convert))
        .layer(axum::middleware::from_fn(compression::compress))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

fn account_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/account", get(accounts::me).post(accounts::register))
        .route("/api/account/lessons", get(lesson_progress::read).put(lesson_progress::merge))
        .route("/api/account/password", post(accounts::change_password))
        .route("/api/account/sessions", get(accounts::sessions).delete(accounts::revoke_others))
        .route("/api/account/sessions/{id}", delete(accounts::revoke_session))
        .route("/api/account/tokens", get(accounts::tokens).post(accounts::make_token))
        .route("/api/account/tokens/{id}", delete(accounts::revoke_token))
        .route("/api/session", post(accounts::sign_in).delete(accounts::sign_out))
        .route("/api/players/{name}", get(players::profile))
        .route("/api/players/{name}/history", get(players::history))
}

fn learning_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/puzzles", get(puzzles::list))
        .route("/api/puzzles/{id}", get(puzzles::one))
        .route("/api/puzzles/{id}/daily", get(puzzles::daily))
        .route("/api/puzzles/{id}/next", get(puzzles::next))
        .route("/api/puzzles/{id}/try", post(puzzles::play))
        .route("/api/puzzles/{id}/result", post(puzzles::result))
        .route("/api/studies", post(studies::create))
        .route("/api/studies/{id}", get(studies::read).put(studies::change).delete(studies::delete))
        .route("/api/account/studies", get(studies::own))
}

/// The bot API: the same calls under `board` and `bot`.
fn bot_routes() -> Router<Arc<App>> {
    let game = Router::new()
        .route("/game/stream/{id}", get(streams::game))
        .route("/game/{id}/move/{action}", post(game_actions::act))
        .route("/game/{id}/resign", post(game_actions::resign))
        .route("/game/{id}/abort", post(game_actions::abort))
        .route("/game/{id}/claim-victory", post(game_actions::claim))
        .route("/game/{id}/claim-draw", post(game_actions::claim_draw))
        .route("/game/{id}/berserk", post(game_actions::berserk))
        .route("/game/{id}/draw/{answer}", post(game_actions::draw))
        .route("/game/{id}/takeback/{answer}", post(game_actions::takeback))
        .route("/game/{id}/chat", get(game_actions::read_chat).post(game_actions::chat));
    Router::new()
        .nest("/api/bot", game.clone())
        .nest("/api/board", game)
        .route("/api/stream/event", get(streams::events))
        .route("/api/board/seek", post(seeks::seek))
        .route("/api/bot/online", get(users::online_bots))
        .route("/api/bot/account/upgrade", post(challenges::upgrade))
        .route("/api/account/playing", get(current_games::playing))
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

fn operator_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/operator/reports", get(operator::reports))
        .route("/api/operator/reports/{id}/settle", post(operator::settle))
        .route("/api/operator/lessons", get(lesson_progress::counts))
        .route("/api/operator/tables", get(operator::tables))
        .route("/api/operator/tables/close", post(operator::close_all))
        .route("/api/operator/tables/{id}/close", post(operator::close))
        .route("/api/operator/tables/{id}/said/{number}", delete(operator::remove_message))
        .route("/api/operator/ban", post(operator::ban))
        .route("/api/operator/unban", post(operator::unban))
}

async fn unknown_call() -> ApiError {
    ApiError::new(Code::NotFound, "unknown API call; GET /api/openapi.json lists all calls")
}

/// The framework adds the header `Allow`.
async fn wrong_method() -> (StatusCode, ApiError) {
    let sentence = "method not allowed; the header Allow lists the allowed methods";
    (StatusCode::METHOD_NOT_ALLOWED, ApiError::new(Code::Malformed, sentence))
}

/// The server as a service from requests to responses, without a socket.
pub fn app(app: Arc<App>) -> Router {
    let arrived = routes().layer(axum::middleware::from_fn_with_state(Arc::clone(&app), read_body::read_whole_body));
    let answered = arrived.layer(axum::middleware::from_fn(cors::answer_preflight));
    let guarded = answered.layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard));
    let shared = guarded.layer(axum::middleware::from_fn(cors::cors)).with_state(app);
    // A router matches the route before its layers run, so the path must be changed outside.
    Router::new().fallback_service(MapRequest::new(shared, without_trailing_slash))
}
