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
pub(super) async fn play(site: &Site, me: &Member, table: &str, dice: Rng) {
    Bot { site, me, table, dice, last: "nothing".to_owned() }.play().await;
}

/// An account at a table.
struct Bot<'a> {
    site: &'a Site,
    me: &'a Member,
    table: &'a str,
    dice: Rng,
    /// What the bot did last, for the report.
    last: String,
}

/// How a stream ended.
enum Followed {
    ToTheEnd,
    Lost,
    /// It stayed open without news after this number of moves.
    WithoutNews(usize),
}

/// What a bot does after a message.
enum Next {
    Read,
    /// Its request failed: a new stream begins with the current state.
    Reopen,
    /// The match is over.
    Leave,
}

impl Bot<'_> {
    async fn play(&mut self) {
        // The number of moves that an open stream showed last, if it had no news for too long.
        let mut silent_at: Option<usize> = None;
        while !self.site.world.is_over() {
            if let Some(mut stream) = self.open().await {
                match self.follow(&mut stream, silent_at.take()).await {
                    Followed::ToTheEnd => return,
                    Followed::Lost => {}
                    Followed::WithoutNews(moves) => silent_at = Some(moves),
                }
            }
            self.site.pause(&mut self.dice).await;
        }
        self.check_end().await;
    }

    async fn open(&mut self) -> Option<GameStream> {
        let path = format!("/api/bot/game/stream/{}", self.table);
        let nodes = &self.site.world.nodes;
        let node = nodes[self.dice.usize(..nodes.len())];
        GameStream::open(node, &self.me.request("GET", &path, "")).await.ok()
    }

    /// The time for the end of the match is over. A new stream shows whether it ended without an event for the bot.
    async fn check_end(&mut self) {
        let first = match self.open().await {
            Some(mut stream) => stream.next().await,
            None => None,
        };
        let shown = first.as_deref().and_then(|line| GameState::of(&serde_json::from_str(line).ok()?));
        if shown.is_some_and(|state| state.is_over) {
            return;
        }
        let (name, last) = (&self.me.name, &self.last);
        let first = first.unwrap_or_else(|| "nothing".to_owned());
        let detail = format!("the match of {name} did not end. The bot's last step: {last}. A new stream has {first}");
        self.site.world.find(Kind::Stalled, Some(self.table), detail);
    }

    /// Reads a stream and answers it.
    async fn follow(&mut self, stream: &mut GameStream, silent_at: Option<usize>) -> Followed {
        let (mut shown, mut before) = (0, silent_at);
        loop {
            let line = match timeout(NO_NEWS, stream.next()).await {
                Ok(Some(line)) => line,
                Ok(None) => return Followed::Lost,
                Err(_) => return Followed::WithoutNews(shown),
            };
            let Ok(message) = serde_json::from_str::<Value>(&line) else {
                self.site.world.find(Kind::Garbled, Some(self.table), line);
                continue;
            };
            let Some(state) = GameState::of(&message) else { continue };
            shown = state.moves.len();
            let name = &self.me.name;
            if before.take().is_some_and(|before| before < shown) {
                let detail = format!("a stream of {name} had no news for {} s: move {shown}", NO_NEWS.as_secs());
                self.site.world.find(Kind::Undelivered, Some(self.table), detail);
            }
            if !state.has_begun {
                // Both players knew that it had begun before they opened their streams.
                let detail = format!("a stream of {name} says that the match has not begun");
                self.site.world.find(Kind::Stale, Some(self.table), detail);
                continue;
            }
            match self.answer(state).await {
                Next::Read => {}
                Next::Reopen => return Followed::Lost,
                Next::Leave => return Followed::ToTheEnd,
            }
        }
    }

    /// Answers a state of the game.
    async fn answer(&mut self, state: GameState) -> Next {
        let number = state.moves.len();
        self.site.note(|log| {
            let lists = log.streamed.entry(self.table.to_owned()).or_default();
            if !lists.contains(&state.moves) {
                lists.push(state.moves);
            }
        });
        if state.is_over {
            return Next::Leave;
        }
        let Some(action) = self.dice.choice(&state.legal) else {
            self.last = format!("waited for the opponent after {number} moves");
            return Next::Read;
        };
        let done = if number > LONG || self.site.world.is_ending() {
            let path = format!("/api/bot/game/{}/resign", self.table);
            let response = self.site.send(self.me.request("POST", &path, ""), &mut self.dice).await;
            self.last = format!("resigned after {number} moves, answer {:?}", response.as_ref().map(|it| &it.body));
            response.is_some_and(|response| response.is_ok())
        } else {
            self.act(action).await
        };
        if done { Next::Read } else { Next::Reopen }
    }

    /// Sends a move. Returns whether it was acknowledged.
    async fn act(&mut self, action: &str) -> bool {
        let key = || (self.table.to_owned(), self.me.name.clone());
        self.site.note(|log| log.moves.entry(key()).or_default().sent += 1);
        let path = format!("/api/bot/game/{}/move/{}", self.table, encoded(action));
        let response = self.site.send(self.me.request("POST", &path, ""), &mut self.dice).await;
        let done = response.as_ref().is_some_and(http::Response::is_ok);
        if done {
            self.site.note(|log| log.moves.entry(key()).or_default().done.push(action.to_owned()));
        }
        self.last = format!("moved {action}, answer {:?}", response.map(|it| it.body));
        done
    }
}

/// The state of a game in a message of its stream.
struct GameState {
    moves: Vec<String>,
    has_begun: bool,
    is_over: bool,
    legal: Vec<String>,
}

impl GameState {
    fn of(message: &Value) -> Option<Self> {
        let state = if message["type"] == "gameFull" { &message["state"] } else { message };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let legal = state["legal"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let has_begun = state["status"] != "created";
        (state["type"] == "gameState").then(|| Self {
            moves: words(state["moves"].as_str().unwrap_or_default()),
            has_begun,
            is_over: has_begun && state["status"] != "started",
            legal: legal.map(str::to_owned).collect(),
        })
    }
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
    use serde_json::json;

    use super::*;

    /// A bot once left such a match as if it were over, and its opponent waited for the rest of the run.
    #[test]
    fn a_match_that_waits_for_its_players_is_not_over() {
        let read = |status: &str| {
            let state = json!({"type": "gameState", "status": status, "moves": "a5a2 a1b2", "legal": ["b5a4"]});
            let state = GameState::of(&json!({"type": "gameFull", "state": state})).unwrap();
            (state.has_begun, state.is_over)
        };
        assert_eq!(read("created"), (false, false));
        assert_eq!(read("started"), (true, false));
        for over in ["resign", "aborted", "variantEnd"] {
            assert_eq!(read(over), (true, true), "{over}");
        }
    }

    #[test]
    fn an_action_becomes_a_segment_of_a_path() {
        assert_eq!(encoded("a5a2+"), "a5a2%2B");
        assert_eq!(encoded("é/?"), "%C3%A9%2F%3F");
    }
}
