//! What clients for Lichess need besides playing: the bodies they send, the lists they read, the statuses they
//! understand.

use axum::body::Body;
use menagerie_server::{Config, Deps, Limits, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::bot_api::Program;
use crate::common::Server;

/// Two bots, and the id of a game between them that Ann begins.
async fn at_a_game<'a>(server: &'a Server, variant: &str) -> (Program<'a>, Program<'a>, String) {
    let (ann, bob) = (Program::register(server, "Ann").await, Program::register(server, "Bob").await);
    let (_, made) = ann.post("/api/challenge/bob", &format!("variant={variant}&color=white")).await;
    let id = made["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    (ann, bob, id)
}

#[tokio::test]
async fn json_is_read_wherever_a_form_is() {
    let server = Server::without_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let terms = json!({"rated": true, "clock.limit": 300, "clock.increment": 3, "days": null, "color": "white",
        "variant": "jungle:classic", "fen": null});
    let (status, made) = ann.post_json("/api/challenge/Bob", &terms).await;
    assert_eq!(status, 200, "{made}");
    assert_eq!((&made["rated"], &made["timeControl"]["limit"]), (&json!(true), &json!(300)));
    assert_eq!(
        made["id"], made["challenge"]["id"],
        "Lichess gives the fields themselves, and used to give `challenge`"
    );
    let id = made["id"].as_str().unwrap();
    assert_eq!(bob.post_json(&format!("/api/challenge/{id}/accept"), &json!({})).await.0, 200);
    let chat = format!("/api/bot/game/{id}/chat");
    assert_eq!(ann.post_json(&chat, &json!({"room": "player", "text": "hello"})).await.0, 200);
    assert_eq!(bob.get(&chat).await.1[0]["text"], "hello");
    let nested = json!({"level": 1, "variant": "shogi5", "clock": {"limit": 60, "increment": 1}});
    assert_eq!(ann.post_json("/api/challenge/ai", &nested).await.0, 200);
    assert_eq!(ann.post_json("/api/board/seek", &json!({"variant": "jungle", "days": 2})).await.0, 200);
    assert_eq!(
        ann.post("/api/challenge/open", "variant=jungle&rated=False&clock.limit=").await.0,
        200,
        "as Python writes it"
    );
    let (status, refusal) = ann.post_json("/api/challenge/ai", &json!({"variant": "shogi5", "level": []})).await;
    assert_eq!((status, &refusal["code"]), (400, &json!("malformed")));
}

#[tokio::test]
async fn a_form_is_read_where_accounts_are_made() {
    let server = Server::start().await;
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let body = Body::from("name=Ann&password=correct+horse");
    assert_eq!(server.request("POST", "/api/account", &form, body).await.status(), 200);
    let body = Body::from(json!({"name": "Ann", "password": "correct horse"}).to_string());
    assert_eq!(server.request("POST", "/api/session", &form, body).await.status(), 200, "curl calls JSON a form");
}

#[tokio::test]
async fn a_call_means_the_same_with_a_slash_at_its_end() {
    let server = Server::without_limits().await;
    let (ann, bob, id) = at_a_game(&server, "jungle").await;
    assert_eq!(ann.get("/api/account/").await.1["username"], "Ann");
    let (status, refusal) = bob.post(&format!("/api/board/game/{id}/claim-victory/"), "").await;
    assert_eq!((status, &refusal["code"]), (409, &json!("not-now")), "{refusal}");
    let legal = "/api/account/playing/?nb=1";
    assert_eq!(ann.get(legal).await.1["nowPlaying"][0]["gameId"], *id);
    assert_eq!(bob.post(&format!("/api/bot/game/{id}/resign/"), "").await.0, 200);
}

#[tokio::test]
async fn an_account_is_told_in_the_words_of_lichess() {
    let server = Server::without_limits().await;
    let ann = Program::register(&server, "Ann").await;
    let (_, me) = ann.get("/api/account").await;
    assert_eq!((&me["id"], &me["username"], &me["name"]), (&json!("ann"), &json!("Ann"), &json!("Ann")));
    assert_eq!((&me["title"], &me["perfs"], &me["url"]), (&Value::Null, &json!({}), &json!("/u/Ann")));
    assert!(me["createdAt"].as_i64().is_some_and(|at| at > 0) && me["createdAt"] == me["created"], "{me}");
    ann.post("/api/bot/account/upgrade", "").await;
    assert_eq!(ann.get("/api/account").await.1["title"], "BOT");
}

#[tokio::test]
async fn without_a_valid_token_the_answer_is_401_and_without_the_scope_403() {
    let server = Server::without_limits().await;
    let reader = Program::register_with(&server, "Ann", &["challenge:read"]).await;
    let player = Program::register_with(&server, "Bob", &["board:play"]).await;
    let bot = Program::register_with(&server, "Cid", &["bot:play"]).await;
    let stranger = Program::with(&server, "Bearer lip_nonsense".to_owned());
    for path in ["/api/account", "/api/account/playing", "/api/challenge", "/api/stream/event"] {
        for headers in [&[][..], &[("authorization", &*stranger.bearer)]] {
            let response = server.request("GET", path, headers, Body::empty()).await;
            assert_eq!(response.status(), 401, "{path}");
            assert_eq!(response.headers()["www-authenticate"], "Bearer", "{path}");
        }
    }
    let (status, refusal) = reader.post("/api/challenge/ai", "variant=shogi5").await;
    assert_eq!(status, 403);
    assert!(refusal["error"].as_str().unwrap().contains("challenge:write"), "{refusal}");
    assert_eq!(player.post("/api/bot/account/upgrade", "").await.0, 403);
    for program in [&reader, &player, &bot] {
        program.stream("/api/stream/event").await;
    }
    // lichess-bot asks for a token with `bot:play` alone.
    let (_, made) = player.post("/api/challenge/Cid", "variant=shogi5").await;
    assert_eq!(bot.post(&format!("/api/challenge/{}/accept", made["id"].as_str().unwrap()), "").await.0, 200);
}

#[tokio::test]
async fn running_games_are_listed_with_whose_turn_it_is() {
    let server = Server::without_limits().await;
    let (ann, bob, id) = at_a_game(&server, "jungle&clock.limit=300&clock.increment=3").await;
    let (_, anns) = ann.get("/api/account/playing").await;
    let game = &anns["nowPlaying"][0];
    assert_eq!((&game["gameId"], &game["color"], &game["isMyTurn"]), (&json!(id), &json!("white"), &json!(true)));
    assert_eq!((&game["opponent"]["username"], &game["speed"]), (&json!("Bob"), &json!("blitz")));
    assert_eq!((&game["hasMoved"], &game["status"]["name"]), (&json!(false), &json!("started")));
    assert!(game["secondsLeft"].as_i64().is_some_and(|left| (200..=300).contains(&left)), "{game}");
    let mut stream = ann.stream(&format!("/api/bot/game/stream/{id}")).await;
    let action = stream.next().await.unwrap()["state"]["legal"][0].as_str().unwrap().to_owned();
    ann.post(&format!("/api/bot/game/{id}/move/{action}"), "").await;
    let (_, anns) = ann.get("/api/account/playing").await;
    let game = &anns["nowPlaying"][0];
    assert_eq!(
        (&game["isMyTurn"], &game["lastMove"], &game["hasMoved"]),
        (&json!(false), &json!(action), &json!(true))
    );
    let (_, bobs) = bob.get("/api/account/playing?nb=5").await;
    assert_eq!((&bobs["nowPlaying"][0]["isMyTurn"], &bobs["nowPlaying"][0]["color"]), (&json!(true), &json!("black")));
    let start = bob.stream("/api/stream/event").await.until("gameStart").await;
    assert_eq!((&start["game"]["isMyTurn"], &start["game"]["opponent"]["username"]), (&json!(true), &json!("Ann")));
    bob.post(&format!("/api/bot/game/{id}/resign"), "").await;
    assert_eq!(ann.get("/api/account/playing").await.1, json!({"nowPlaying": []}));
}

/// The list holds positions without the other seat's hidden information.
#[tokio::test]
async fn running_games_are_listed_as_the_seat_may_know_them() {
    let server = Server::without_limits().await;
    let ann = Program::register(&server, "Ann").await;
    let start = crate::common::RICH.replace(" - 300/300 ", " b5w,g5b 300/300 ");
    let fen = start.replace('+', "%2B").replace(' ', "+");
    let (_, made) = ann.post("/api/challenge/ai", &format!("variant=heaven-hell&color=white&fen={fen}")).await;
    let (_, playing) = ann.get("/api/account/playing").await;
    assert_eq!(playing["nowPlaying"][0]["gameId"], made["id"]);
    let told = playing["nowPlaying"][0]["fen"].as_str().unwrap();
    assert!(told.contains("b5w") && !told.contains("g5b"), "{told}");
}

#[tokio::test]
async fn games_are_fetched_by_their_ids_and_the_games_of_an_account_by_what_they_are() {
    let server = Server::without_limits().await;
    let (ann, bob, first) = at_a_game(&server, "jungle").await;
    bob.post(&format!("/api/bot/game/{first}/resign"), "").await;
    let (_, made) = ann.post("/api/challenge/bob", "variant=shogi5&rated=true&color=white").await;
    let second = made["id"].as_str().unwrap().to_owned();
    bob.post(&format!("/api/challenge/{second}/accept"), "").await;
    bob.post(&format!("/api/bot/game/{second}/resign"), "").await;
    let lines = |text: Value| -> Vec<Value> {
        let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
        text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone()).collect()
    };
    let ids = format!("{second}, {first},nonsense,AAAAAAAAAA");
    let (status, both) = server.call_text("/api/games/export/_ids?moves=True&opening=False", &ids).await;
    assert_eq!((status, lines(both)), (200, vec![json!(second), json!(first)]));
    let accept = [("accept", "application/x-chess-pgn")];
    let texts = server.request("POST", "/api/games/export/_ids", &accept, Body::from(ids)).await;
    assert!(texts.headers()["content-type"].to_str().unwrap().starts_with("application/x-chess-pgn"));
    let too_many = vec!["AAAAAAAAAA"; 301].join(",");
    assert_eq!(server.call_text("/api/games/export/_ids", &too_many).await.0, 413);
    for (query, expected) in [
        ("rated=True", vec![&second]),
        ("perfType=jungle", vec![&first]),
        ("color=white&sort=dateAsc", vec![&first, &second]),
        ("color=black", vec![]),
        ("vs=bob&max=1", vec![&second]),
        ("until=1000", vec![]),
        ("since=1000&finished=true", vec![&second, &first]),
    ] {
        let found = lines(server.get(&format!("/api/games/user/ann?{query}")).await);
        assert_eq!(found, expected.into_iter().map(|id| json!(id)).collect::<Vec<_>>(), "{query}");
    }
    assert_eq!(server.get_json("/api/user/ann/current-game").await["id"], *second);
    let (status, refusal) = server.call("GET", "/api/games/user/ann?vs=nobody", Value::Null).await;
    assert_eq!((status, &refusal["code"]), (404, &json!("not-found")));
}

#[tokio::test]
async fn a_private_game_that_goes_on_is_nobodys_current_game() {
    let server = Server::without_limits().await;
    let (_ann, _bob, _id) = at_a_game(&server, "jungle").await;
    assert_eq!(server.call("GET", "/api/user/ann/current-game", Value::Null).await.0, 404);
    let status = server.get("/api/users/status?ids=ann,nobody&withGameIds=True").await;
    assert_eq!(status, json!([{"id": "ann", "name": "Ann"}]));
}

#[tokio::test]
async fn challenges_are_listed_for_both_and_a_refusal_tells_its_reason() {
    let server = Server::without_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let mut events = ann.stream("/api/stream/event").await;
    let (_, made) = ann.post("/api/challenge/bob", "variant=jungle&color=random").await;
    let id = made["id"].as_str().unwrap();
    assert!(["white", "black"].iter().any(|color| made["finalColor"] == *color), "{made}");
    let (_, anns) = ann.get("/api/challenge").await;
    let (_, bobs) = bob.get("/api/challenge").await;
    assert_eq!((&anns["out"][0]["id"], &anns["in"]), (&json!(id), &json!([])));
    assert_eq!((&bobs["in"][0]["id"], &bobs["in"][0]["direction"]), (&json!(id), &json!("in")));
    let show = format!("/api/challenge/{id}/show");
    assert_eq!(ann.get(&show).await.1["direction"], "out");
    assert_eq!(Program::register(&server, "Cid").await.get(&show).await.0, 404, "it does not concern Cid");
    let declined = bob.post_json(&format!("/api/challenge/{id}/decline"), &json!({"reason": "timeControl"})).await;
    assert_eq!(declined.0, 200);
    let told = events.until("challengeDeclined").await["challenge"].clone();
    assert_eq!((&told["declineReasonKey"], &told["status"]), (&json!("timecontrol"), &json!("declined")));
    assert!(told["declineReason"].as_str().unwrap().contains("time control"), "{told}");
    let (status, refusal) = ann.post("/api/challenge/bob", "variant=jungle&acceptByToken=x").await;
    assert_eq!((status, &refusal["code"]), (400, &json!("malformed")), "nobody waits for a game that does not begin");
}

#[tokio::test]
async fn everybody_may_see_who_is_there() {
    let server = Server::without_limits().await;
    let ann = Program::register(&server, "Ann").await;
    Program::register(&server, "Bob").await;
    ann.post("/api/bot/account/upgrade", "").await;
    assert_eq!(server.get("/api/user/ann").await["online"], false);
    let _events = ann.stream("/api/stream/event").await;
    let user = server.get("/api/user/ANN").await;
    assert_eq!((&user["id"], &user["title"], &user["online"]), (&json!("ann"), &json!("BOT"), &json!(true)));
    let users = server.post_text("/api/users", "ann,nobody, bob").await;
    assert_eq!((&users[0]["username"], &users[1]["username"], &users[2]), (&json!("Ann"), &json!("Bob"), &Value::Null));
    let statuses = server.get("/api/users/status?ids=ann,bob").await;
    assert_eq!(
        statuses,
        json!([{"id": "ann", "name": "Ann", "title": "BOT", "online": true}, {"id": "bob", "name": "Bob"}])
    );
    let token = ann.bearer.strip_prefix("Bearer ").unwrap();
    let tested = server.post_text("/api/token/test", &format!("{token},nonsense")).await;
    let scopes = "board:play,bot:play,challenge:read,challenge:write";
    assert_eq!(tested, json!({token: {"userId": "ann", "scopes": scopes, "expires": null}, "nonsense": null}));
    // At most 100 tokens at once.
    assert_eq!(server.post_text("/api/token/test", &["x"; 100].join(",")).await, json!({"x": null}));
    for number in [101, 102] {
        let (status, refusal) = server.call_text("/api/token/test", &vec!["x"; number].join(",")).await;
        assert_eq!(refusal["error"], "at most 100 tokens at once", "{status}");
    }
    assert_eq!(server.call("GET", "/api/user/nobody", Value::Null).await.0, 404);
}

#[tokio::test]
async fn an_unknown_game_is_404_with_an_error() {
    let server = Server::without_limits().await;
    let ann = Program::register(&server, "Ann").await;
    for id in ["AAAAAAAAAA", "nonsense", "x"] {
        for path in ["/api/bot/game/stream/{}", "/game/export/{}", "/api/bot/game/{}/chat", "/api/challenge/{}/show"] {
            let path = path.replace("{}", id);
            let (status, refusal) = ann.get(&path).await;
            assert_eq!((status, refusal["error"].is_string()), (404, true), "{path}: {refusal}");
        }
        for verb in ["move/a1a2", "resign", "abort", "draw/yes", "takeback/no", "claim-victory"] {
            let path = format!("/api/bot/game/{id}/{verb}");
            let (status, refusal) = ann.post(&path, "").await;
            assert_eq!((status, refusal["error"].is_string()), (404, true), "{path}: {refusal}");
        }
        for verb in ["accept", "decline", "cancel"] {
            assert_eq!(ann.post(&format!("/api/challenge/{id}/{verb}"), "").await.0, 404, "{id} {verb}");
        }
    }
}

#[tokio::test]
async fn limits_answer_429_with_how_long_to_wait() {
    let rate = Rate { per_minute: 1, burst: 1 };
    let limits = Limits { tables: rate, work: rate, connections_per_table: 0, ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let ann = Program::register(&server, "Ann").await;
    let (_, made) = ann.post("/api/challenge/ai", "variant=shogi5&color=black").await;
    let headers = [("authorization", &*ann.bearer)];
    let export = format!("/game/export/{}", made["id"].as_str().unwrap());
    let stream = format!("/api/bot/game/stream/{}", made["id"].as_str().unwrap());
    let full = server.request("GET", &stream, &headers, Body::empty()).await;
    assert_eq!(full.status(), 429, "nobody more may look at this table");
    for (method, path) in [("POST", "/api/challenge/ai"), ("GET", &*export)] {
        let response = server.request(method, path, &headers, Body::empty()).await;
        assert_eq!(response.status(), 429, "{path}");
        assert!(response.headers().contains_key("retry-after"), "{path}");
    }
}

/// lichess-bot greets both chat rooms before its first move, and does not move if a greeting is refused.
#[tokio::test]
async fn a_bot_greets_those_who_look_on_and_nobody_who_plays_hears_it() {
    let server = Server::without_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    ann.post("/api/bot/account/upgrade", "").await;
    let (_, made) = ann.post("/api/challenge/bob", "variant=jungle").await;
    let id = made["id"].as_str().unwrap();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    let chat = format!("/api/bot/game/{id}/chat");
    assert_eq!(ann.post(&chat, "room=spectator&text=hello").await.0, 200);
    assert_eq!(bob.post(&chat, "room=spectator&text=hello").await.0, 403, "a person");
    assert_eq!(bob.get(&chat).await.1, json!([]));
    let cid = Program::register(&server, "Cid").await;
    assert_eq!(cid.get(&chat).await.1[0]["text"], "hello");
}

#[tokio::test]
async fn without_a_clock_the_times_are_those_of_lichess() {
    let server = Server::without_limits().await;
    let (ann, _bob, id) = at_a_game(&server, "djambi:2").await;
    let full = ann.stream(&format!("/api/bot/game/stream/{id}")).await.next().await.unwrap();
    assert_eq!((&full["white"]["name"], &full["black"]["name"]), (&json!("Ann"), &json!("Bob")));
    assert_eq!((&full["state"]["wtime"], &full["state"]["binc"]), (&json!(2_147_483_647), &json!(0)));
    assert_eq!(full["perf"]["name"], "djambi:2");
}
