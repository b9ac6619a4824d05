//! HTTP: requests one after another to the server without a socket.
//!
//! Each line is a request, `METHOD PATH BODY`. Marks before the method say what is sent along: `+`
//! the session's cookie, `*` the API token, `@` the headers of a WebSocket. `TABLE`, `TOKEN` and
//! `NUMBER` in path and body stand for what was last learned.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use menagerie_server::{App, Config, Deps, Limits, Rate, app};
use menagerie_store::Store;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

const MOST_REQUESTS: usize = 12;
/// A server remembers; now and then a fresh one comes, so that what was found can be found again.
const INPUTS_PER_SERVER: u32 = 100;
const LARGEST_ANSWER: usize = 16 << 20;

thread_local! {
    static SERVER: RefCell<Option<(Server, u32)>> = const { RefCell::new(None) };
}

/// Every request is answered, never with a server's error, and a refusal of the API says why.
pub(crate) fn read(input: &[u8]) {
    SERVER.with_borrow_mut(|slot| {
        let (mut server, used) = slot.take().unwrap_or_else(|| (Server::start(), 0));
        let text = String::from_utf8_lossy(input);
        for line in text.lines().take(MOST_REQUESTS) {
            server.ask(line);
        }
        server.learned = Learned::default();
        if used < INPUTS_PER_SERVER {
            *slot = Some((server, used + 1));
        } else {
            // A computer player may still be thinking; the test does not wait for it.
            server.runtime.shutdown_background();
        }
    });
}

struct Server {
    runtime: Runtime,
    app: Arc<App>,
    learned: Learned,
}

/// What answers told, for the requests after them.
#[derive(Default)]
struct Learned {
    table: Option<String>,
    seat_token: Option<String>,
    api_token: Option<String>,
    number: Option<String>,
    cookie: Option<String>,
}

impl Server {
    fn start() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let store = runtime.block_on(Store::memory()).expect("a database in memory");
        // Hashing passwords is slow on purpose: only a few are tried.
        let limits = Limits { sign_ins: Rate { per_minute: 1, burst: 3 }, ..Limits::unlimited() };
        let config = Config { limits, idle: Duration::ZERO, ..Config::default() };
        let app = runtime.block_on(async { App::new(Deps { config, ..Deps::new(store) }) });
        Self { runtime, app, learned: Learned::default() }
    }

    /// The status of the answer, if the line is a request.
    fn ask(&mut self, line: &str) -> Option<StatusCode> {
        let request = self.request(line)?;
        let only_head = request.method() == Method::HEAD;
        let answering = app(Arc::clone(&self.app)).oneshot(request);
        let learned = &mut self.learned;
        self.runtime.block_on(async move {
            let Ok(response) = answering.await;
            let status = response.status();
            assert!(!status.is_server_error(), "{line}: {status}");
            learned.cookie = cookie(response.headers()).or(learned.cookie.take());
            if only_head {
                return Some(status);
            }
            if let Some(answer) = json(response).await {
                learned.learn(&answer);
                let says_why = answer["error"].as_str().is_some_and(|sentence| !sentence.is_empty());
                assert!(!status.is_client_error() || says_why, "{line}: {status} {answer}");
            }
            Some(status)
        })
    }

    fn request(&self, line: &str) -> Option<Request<Body>> {
        let words = line.trim_start_matches(['+', '*', '@']);
        let marks = &line[..line.len() - words.len()];
        let mut parts = words.splitn(3, ' ').map(|part| self.learned.fill_in(part));
        let (method, path) = (parts.next()?, parts.next()?);
        let mut request = Request::builder().method(method.as_str()).uri(path);
        if let Some(cookie) = self.learned.cookie.as_ref().filter(|_| marks.contains('+')) {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(token) = self.learned.api_token.as_ref().filter(|_| marks.contains('*')) {
            // Programs send forms.
            let form = "application/x-www-form-urlencoded";
            request =
                request.header(header::AUTHORIZATION, format!("Bearer {token}")).header(header::CONTENT_TYPE, form);
        }
        if marks.contains('@') {
            let headers = [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13")];
            request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        }
        request.body(Body::from(parts.next().unwrap_or_default())).ok()
    }
}

impl Learned {
    fn fill_in(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, value) in [("TABLE", &self.table), ("TOKEN", &self.seat_token), ("NUMBER", &self.number)] {
            text = text.replace(name, value.as_deref().unwrap_or("1"));
        }
        text
    }

    fn learn(&mut self, answer: &Value) {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.table = text(&answer["table"]["id"]).or_else(|| text(&answer["id"])).or(self.table.take());
        self.seat_token = text(&answer["tokens"][0][1]).or(self.seat_token.take());
        self.api_token = text(&answer["token"]).or(self.api_token.take());
        let number = |value: &Value| value.as_i64().map(|number| number.to_string());
        self.number = number(&answer["id"]).or_else(|| number(&answer[0]["id"])).or(self.number.take());
    }
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookie = headers.get(header::SET_COOKIE)?.to_str().ok()?;
    cookie.split(';').next().map(str::to_owned)
}

/// The answer, where it is JSON that has an end.
async fn json(response: Response) -> Option<Value> {
    let kind = response.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    if kind != "application/json" {
        return None;
    }
    let bytes = axum::body::to_bytes(response.into_body(), LARGEST_ANSWER).await.expect("a whole answer");
    Some(serde_json::from_slice(&bytes).expect("an answer that says it is JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise around seeds that are refused at once would test nothing.
    #[test]
    fn the_seeds_get_somewhere() {
        let seeds = [
            (include_str!("../../../fuzz/corpus/http/table-and-join"), 6),
            (include_str!("../../../fuzz/corpus/http/every-game"), 10),
            (include_str!("../../../fuzz/corpus/http/account"), 4),
            (include_str!("../../../fuzz/corpus/http/api-token"), 8),
            (include_str!("../../../fuzz/corpus/http/import"), 4),
        ];
        for (seed, least) in seeds {
            let mut server = Server::start();
            let answers: Vec<_> = seed.lines().map(|line| (line, server.ask(line))).collect();
            let good = answers.iter().filter(|(_, status)| status.is_some_and(|it| it.is_success())).count();
            assert!(good >= least, "{good} of {answers:#?}");
        }
    }
}
