//! Hidden information does not leak beside a table's WebSocket either: by streams of bots, the log, engine jobs, pictures,
//! metrics, or the time of an answer. As in `hidden.rs`, the same public game is played twice, with White's traps on
//! different squares.

use std::time::Instant;

use axum::body::{Body, to_bytes};
use menagerie_bus::{Bus, InProcessHub};
use menagerie_server::{Config, Deps, Limits};
use menagerie_store::{JobFilter, Store};
use serde_json::{Value, json};

use crate::bot_api::{Lines, Program};
use crate::cluster::QUICK;
use crate::common::{Client, RICH, Server, arrive, here, public, repeatable};
use crate::hidden::script;
use crate::log_capture::LogCapture;

/// The squares of White's traps: one that lies there from the start, and those that White sets.
#[derive(Clone, Copy)]
struct Traps {
    first: &'static str,
    set: [&'static str; 3],
}

const ONE: Traps = Traps { first: "g5", set: ["a4", "a5", "h5"] };
const OTHER: Traps = Traps { first: "b5", set: ["h4", "b4", "c4"] };

impl Traps {
    /// The start position with the first trap.
    fn start(self) -> String {
        RICH.replace(" - 300/300 ", &format!(" {}w 300/300 ", self.first))
    }
}

async fn deps() -> Deps {
    let config = Config { limits: Limits::unlimited(), runs_engine: false, ..Config::default() };
    Deps { config, entropy: repeatable(), ..Deps::new(Store::memory().await.unwrap()) }
}

/// A game on its own server, after the whole script but the action that springs a trap.
struct Game {
    server: Server,
    table: String,
    _clients: [Client; 3],
}

impl Game {
    async fn play(traps: Traps) -> Self {
        let server = Server::with(deps().await).await;
        let (table, [white, black]) = server.seated_table("heaven-hell", &traps.start()).await;
        let mut clients = [
            Client::join(&server, &table, &[&white]).await,
            Client::join(&server, &table, &[&black]).await,
            Client::join(&server, &table, &[]).await,
        ];
        let mut script = script(traps.set);
        script.pop();
        for (who, mut message) in script {
            for client in &mut clients {
                arrive(client).await;
            }
            let actor = &mut clients[["white", "black", "spectator"].iter().position(|it| *it == who).unwrap()];
            if who != "spectator" {
                message["seat"] = json!(who);
            }
            if message["t"] == "act" || message["t"] == "undo" {
                message["at"] = json!(actor.version);
            }
            actor.ask(message).await;
        }
        for client in &mut clients {
            arrive(client).await;
        }
        Self { server, table, _clients: clients }
    }

    async fn bytes(&self, path: &str) -> Vec<u8> {
        let response = self.server.request("GET", path, &[], Body::empty()).await;
        assert_eq!(response.status(), 200, "{path}");
        to_bytes(response.into_body(), 10_000_000).await.unwrap().to_vec()
    }
}

/// The lines of a stream up to the chat message that ends the game's script.
async fn lines(mut stream: Lines) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let line = stream.next().await.expect("the stream goes on");
        let ends = line["type"] == "chatLine" && line["text"] == "that is all";
        all.push(public(&line).to_string());
        if ends {
            return all;
        }
    }
}

/// What the bot API tells Black, and an account that looks on.
async fn told_by_the_bot_api(traps: Traps) -> Vec<String> {
    let server = Server::with(deps().await).await;
    let (ann, ben) = (Program::register(&server, "Ann").await, Program::register(&server, "Ben").await);
    let body = json!({"game": "heaven-hell", "position": traps.start(), "seats": [here("Ann"), {"kind": "open"}]});
    let (_, made) = server.call_with("POST", "/api/tables", &[("authorization", &ann.bearer)], body).await;
    let id = made["table"]["id"].as_str().unwrap();
    let join = (format!("/api/tables/{id}/join"), json!({"name": "Ben"}));
    assert_eq!(ben.post_json(&join.0, &join.1).await.0, 200);
    let mut streams = Vec::new();
    for api in ["board", "bot"] {
        streams.push(ben.stream(&format!("/api/{api}/game/stream/{id}")).await);
    }
    let mut told = Vec::new();
    let [first, second, _] = traps.set.map(|square| format!("@{square}"));
    let white = ["buy:two-actions", "-", "buy:trap", &first, "e2e4", "-", "buy:trap", &second];
    let mut black = ["e7e5", "d7d5"].into_iter();
    for action in white {
        if action != "-" {
            let (status, answer) = ann.post(&format!("/api/board/game/{id}/move/{action}"), "").await;
            assert_eq!(status, 200, "{action}: {answer}");
            continue;
        }
        // The first is illegal, and its refusal must not depend on traps.
        for action in ["a7a2", black.next().unwrap()] {
            let answer = ben.post(&format!("/api/bot/game/{id}/move/{action}"), "").await;
            told.push(format!("{answer:?}"));
        }
    }
    for path in
        ["/api/account/playing", "/api/user/Ann/current-game", "/api/games/user/Ann", &format!("/game/export/{id}")]
    {
        told.push(format!("{path} {}", public(&ben.get(path).await.1)));
    }
    streams.push(ben.stream(&format!("/api/board/game/stream/{id}")).await);
    ann.post(&format!("/api/board/game/{id}/chat"), "room=player&text=that%20is%20all").await;
    for stream in streams {
        told.extend(lines(stream).await);
    }
    told
}

#[tokio::test]
async fn streams_of_bots_and_boards_are_the_same_wherever_traps_lie() {
    let one = told_by_the_bot_api(ONE).await;
    assert_eq!(one, told_by_the_bot_api(OTHER).await);
    let all = one.concat();
    assert!(one.len() > 25 && all.contains("@?"), "{} lines: {all}", one.len());
    for secret in ["g5w", "@a4", "@a5"] {
        assert!(!all.contains(secret), "{secret}");
    }
}

/// What differs between two runs of the same game: times, ports, names of nodes, and tables that are just being closed.
const DIFFERENT_EACH_TIME: [&str; 4] = ["millis=", "address=127.0.0.1:", "node=", "tables="];

/// The server's log at the lowest level, without times.
async fn logged(traps: Traps) -> Vec<String> {
    let log = LogCapture::start(tracing::Level::TRACE);
    let game = Game::play(traps).await;
    game.bytes(&format!("/api/tables/{}/record", game.table)).await;
    game.server.stop().await;
    let differs = |word: &&str| DIFFERENT_EACH_TIME.iter().any(|begin| word.starts_with(begin));
    let without_times = |line: &str| {
        let words = line.split_whitespace().skip(1).filter(|word| !differs(word));
        words.collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<_> = log.text().lines().map(without_times).collect();
    // Connections close in any order.
    lines.sort_unstable();
    lines
}

#[tokio::test]
async fn the_log_at_its_lowest_level_is_the_same_wherever_traps_lie() {
    let one = logged(ONE).await;
    assert!(one.iter().any(|line| line.contains("socket opened")), "{one:#?}");
    assert_eq!(one, logged(OTHER).await);
}

/// The jobs of a computer player: what a worker reads about the game of its seat.
async fn jobs(computer: &str, traps: Traps) -> Vec<String> {
    let bus = Bus::in_process(&InProcessHub::default(), QUICK);
    bus.wait_until_up().await;
    let deps = Deps { bus, ..deps().await };
    let store = deps.store.clone();
    let server = Server::with(deps).await;
    let level = json!({"kind": "computer", "level": 1});
    let seats = if computer == "black" { [here("Ann"), level] } else { [level, here("Ann")] };
    let body = json!({"game": "heaven-hell", "position": traps.start(), "seats": seats});
    let made = server.post("/api/tables", body).await;
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(&server, made["table"]["id"].as_str().unwrap(), &[token]).await;
    let trap = format!("@{}", traps.set[0]);
    let mut jobs = Vec::new();
    for (white, black) in [(vec!["buy:trap", &trap], "e7e5"), (vec!["e2e4"], "d7d5")] {
        for (seat, actions) in [("white", white), ("black", vec![black])] {
            for action in actions {
                if seat != computer {
                    arrive(&mut ann).await;
                    assert_eq!(ann.act(seat, action).await["t"], "done", "{action}");
                    continue;
                }
                let job = loop {
                    if let Some(job) = store.take_job("test", 60_000, JobFilter::ANY).await.unwrap() {
                        break job;
                    }
                    tokio::task::yield_now().await;
                };
                jobs.push(format!("{} {}", job.id, job.request));
                let answer = json!({"reply": {"action": action, "expected": 0.5}, "thought": null});
                store.finish_job(&job.id, &answer.to_string()).await.unwrap();
                while ann.event().await["entry"]["by"] != computer {}
            }
        }
    }
    jobs
}

#[tokio::test]
async fn engine_jobs_are_the_same_wherever_the_opponents_traps_lie() {
    let one = jobs("black", ONE).await;
    assert_eq!(one.len(), 2);
    assert_eq!(one, jobs("black", OTHER).await);
    assert_ne!(jobs("white", ONE).await, jobs("white", OTHER).await, "a computer player knows its own traps");
}

#[tokio::test]
async fn pictures_of_a_running_match_are_the_same_wherever_traps_lie() {
    let (one, other) = (Game::play(ONE).await, Game::play(OTHER).await);
    for path in [format!("/api/tables/{}/preview.png", one.table), format!("/t/{}", one.table)] {
        assert!(one.bytes(&path).await == other.bytes(&path).await, "{path}");
    }
}

/// Metrics without times: histograms keep their counts.
async fn measured(traps: Traps) -> Vec<String> {
    let game = Game::play(traps).await;
    let text = String::from_utf8(game.bytes("/metrics").await).unwrap();
    let is_time = |line: &&str| line.contains("_bucket{") || line.contains("_seconds_sum");
    text.lines().filter(|line| !is_time(line)).map(str::to_owned).collect()
}

#[tokio::test]
async fn metrics_are_the_same_wherever_traps_lie() {
    let one = measured(ONE).await;
    assert!(one.iter().any(|line| line.starts_with("menagerie_events_appended_total 1")), "{one:#?}");
    assert_eq!(one, measured(OTHER).await);
}

/// Sign-flip permutation test for pairs: the share of random sign choices whose mean difference is at least as far from zero.
fn chance_of_difference(differences: &[f64]) -> f64 {
    const ROUNDS: u32 = 10_000;
    let seen = differences.iter().sum::<f64>().abs();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut coin = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        if state & 1 == 0 { 1.0 } else { -1.0 }
    };
    let mut flipped = || differences.iter().map(|it| it * coin()).sum::<f64>().abs();
    f64::from((0..ROUNDS).filter(|_| flipped() >= seen).count() as u32) / f64::from(ROUNDS)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
fn the_statistics_see_a_difference_and_no_difference() {
    assert!(chance_of_difference(&[1.0; 40]) < 0.001);
    let both: Vec<_> = (0..40).map(|number| if number % 2 == 0 { 1.0 } else { -1.0 }).collect();
    assert!(chance_of_difference(&both) > 0.5);
    assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
}

/// Two tables on one server, a trap on h5 at one of them. Black asks both, by turns, why the step to h5 is legal, and where
/// its piece can go. Asserted: the answers do not differ by more than half of their time with a significance of one in a
/// thousand. Both must hold before the test fails, so a busy machine does not fail it.
#[tokio::test]
async fn the_time_of_an_answer_does_not_tell_where_a_trap_lies() {
    const PAIRS: usize = 150;
    let server = Server::with(deps().await).await;
    let mut tables = Vec::new();
    for square in ["h5", "c4"] {
        let start = format!("b1{}", &Traps { first: square, ..ONE }.start()[2..]);
        let (table, [_, black]) = server.seated_table::<2>("heaven-hell", &start).await;
        let client = Client::join(&server, &table, &[&black]).await;
        tables.push((client, format!("/api/tables/{table}/reach/h7"), format!("Bearer {black}")));
    }
    let mut times = [Vec::new(), Vec::new()];
    for number in 0..2 * PAIRS {
        // First one of the two, then the other, then the other way round.
        let which = usize::from(number % 4 == 1 || number % 4 == 2);
        let (client, reach, bearer) = &mut tables[which];
        let begin = Instant::now();
        let explained = client.ask(json!({"t": "explain", "seat": "black", "action": "h7h5"})).await;
        let reached = server.call_with("GET", reach, &[("authorization", bearer)], Value::Null).await;
        times[which].push(begin.elapsed().as_secs_f64());
        assert!(explained["t"].is_string() && reached.0 == 200, "{explained} {reached:?}");
    }
    let differences: Vec<_> = times[0].iter().zip(&times[1]).map(|(one, other)| one - other).collect();
    let (chance, ratio) = (chance_of_difference(&differences), median(times[0].clone()) / median(times[1].clone()));
    assert!(chance > 0.001 || (0.67..1.5).contains(&ratio), "ratio {ratio}, by chance {chance}");
}
