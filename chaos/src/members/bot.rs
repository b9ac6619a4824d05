//! A bot at one table: it reads the game stream and answers with moves over HTTP.

use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::Site;
use super::account::Member;
use crate::checker::Kind;
use crate::http::{self, Request};

/// A stream sends an empty line every seven seconds; one that is silent for longer is opened again.
const SILENCE: Duration = Duration::from_secs(15);
/// A stream without news for this time is compared with a new one. The longest fault takes 13 seconds.
const NO_NEWS: Duration = Duration::from_secs(45);
/// After this many actions of the match a bot resigns.
const LONG: usize = 16;

/// Plays until the match is over or the run ends.
pub(super) async fn play(site: &Site, me: &Member, table: &str, mut dice: Rng) {
    let path = format!("/api/bot/game/stream/{table}");
    // The number of moves that an open stream showed last, if it had no news for too long.
    let mut silent_at: Option<usize> = None;
    while !site.world.is_over() {
        let node = site.world.nodes[dice.usize(..site.world.nodes.len())];
        if let Ok(mut stream) = GameStream::open(node, &me.request("GET", &path, "")).await {
            match follow(site, me, table, &mut stream, silent_at.take(), &mut dice).await {
                Followed::ToTheEnd => return,
                Followed::Lost => {}
                Followed::WithoutNews(moves) => silent_at = Some(moves),
            }
        }
        site.pause(&mut dice).await;
    }
    let detail = format!("the match of {} did not end, although both players answer", me.name);
    site.world.find(Kind::Stalled, Some(table), detail);
}

/// How a stream ended.
enum Followed {
    ToTheEnd,
    Lost,
    /// It stayed open without news after this number of moves.
    WithoutNews(usize),
}

/// Reads a stream and answers it.
async fn follow(
    site: &Site,
    me: &Member,
    table: &str,
    stream: &mut GameStream,
    silent_at: Option<usize>,
    dice: &mut Rng,
) -> Followed {
    let (mut shown, mut before) = (0, silent_at);
    loop {
        let line = match timeout(NO_NEWS, stream.next()).await {
            Ok(Some(line)) => line,
            Ok(None) => return Followed::Lost,
            Err(_) => return Followed::WithoutNews(shown),
        };
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            site.world.find(Kind::Garbled, Some(table), line);
            continue;
        };
        let Some(state) = GameState::of(&message) else { continue };
        shown = state.moves.len();
        if before.take().is_some_and(|before| before < shown) {
            let detail = format!("a stream of {} had no news for {} s: move {shown}", me.name, NO_NEWS.as_secs());
            site.world.find(Kind::Undelivered, Some(table), detail);
        }
        match answer(site, me, table, state, dice).await {
            Next::Read => {}
            Next::Reopen => return Followed::Lost,
            Next::Leave => return Followed::ToTheEnd,
        }
    }
}

/// The state of a game in a message of its stream.
struct GameState {
    moves: Vec<String>,
    is_over: bool,
    legal: Vec<String>,
}

impl GameState {
    fn of(message: &Value) -> Option<Self> {
        let state = if message["type"] == "gameFull" { &message["state"] } else { message };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let legal = state["legal"].as_array().into_iter().flatten().filter_map(Value::as_str);
        (state["type"] == "gameState").then(|| Self {
            moves: words(state["moves"].as_str().unwrap_or_default()),
            is_over: state["status"] != "started",
            legal: legal.map(str::to_owned).collect(),
        })
    }
}

/// What a bot does after a message.
enum Next {
    Read,
    /// Its request failed: a new stream begins with the current state.
    Reopen,
    /// The match is over.
    Leave,
}

/// Answers a state of the game.
async fn answer(site: &Site, me: &Member, table: &str, state: GameState, dice: &mut Rng) -> Next {
    let number = state.moves.len();
    site.note(|log| {
        let lists = log.streamed.entry(table.to_owned()).or_default();
        if !lists.contains(&state.moves) {
            lists.push(state.moves);
        }
    });
    if state.is_over {
        return Next::Leave;
    }
    let Some(action) = dice.choice(&state.legal) else { return Next::Read };
    let done = if number > LONG || site.world.is_ending() {
        let path = format!("/api/bot/game/{table}/resign");
        site.send(me.request("POST", &path, ""), dice).await.is_some_and(|response| response.is_ok())
    } else {
        act(site, me, table, action, dice).await
    };
    if done { Next::Read } else { Next::Reopen }
}

/// Sends a move. Returns whether it was acknowledged.
async fn act(site: &Site, me: &Member, table: &str, action: &str, dice: &mut Rng) -> bool {
    let key = || (table.to_owned(), me.name.clone());
    site.note(|log| log.moves.entry(key()).or_default().sent += 1);
    let path = format!("/api/bot/game/{table}/move/{}", encoded(action));
    let response = site.send(me.request("POST", &path, ""), dice).await;
    let done = response.is_some_and(|response| response.is_ok());
    if done {
        site.note(|log| log.moves.entry(key()).or_default().done.push(action.to_owned()));
    }
    done
}

/// Percent-encoding for a path.
fn encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// The lines of a stream. The server sends each line in a chunk of its own, so the sizes of chunks stand between lines.
struct GameStream {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl GameStream {
    async fn open(node: SocketAddr, request: &Request<'_>) -> std::io::Result<Self> {
        Ok(Self { stream: http::open(node, request).await?, buffer: Vec::new() })
    }

    /// The next JSON object; `None` at the end of the stream, or when it is silent.
    async fn next(&mut self) -> Option<String> {
        loop {
            while let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if line.starts_with('{') {
                    return Some(line);
                }
            }
            let read = timeout(SILENCE, self.stream.read_buf(&mut self.buffer)).await.ok()?.ok()?;
            if read == 0 {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_becomes_a_segment_of_a_path() {
        assert_eq!(encoded("a5a2+"), "a5a2%2B");
        assert_eq!(encoded("é/?"), "%C3%A9%2F%3F");
    }
}
