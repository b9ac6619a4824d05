//! Tables of the browser, played natively: what the page would send goes in, what it would show comes out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use menagerie_browser::saved::SavedTable;
use menagerie_browser::search::search;
use menagerie_browser::{Input, LocalServer, Output};
use menagerie_table::secret::Entropy;
use menagerie_wire::http::Seated;
use menagerie_wire::table::Stage;
use serde_json::{Value, json};

/// A time in 2026.
const NOW: i64 = 1_780_000_000_000;

/// Bytes that can be repeated.
fn entropy() -> Entropy {
    let state = AtomicU64::new(0x9E37_79B9_7F4A_7C15);
    Arc::new(move |bytes| {
        for byte in bytes {
            let next = state.load(Ordering::Relaxed).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.store(next, Ordering::Relaxed);
            *byte = (next >> 33) as u8;
        }
    })
}

/// A page: it keeps what it is told to keep, and searches when it is asked to.
struct Page {
    server: LocalServer,
    saved: Vec<SavedTable>,
    messages: Vec<Value>,
    answer: Option<(u16, String)>,
    now: i64,
}

impl Page {
    fn new() -> Self {
        Self { server: LocalServer::new(entropy()), saved: vec![], messages: vec![], answer: None, now: NOW }
    }

    fn send(&mut self, input: Value) {
        let input: Input = serde_json::from_value(input).unwrap();
        let mut outputs = self.server.take(input, self.now);
        while !outputs.is_empty() {
            let mut next = Vec::new();
            for output in outputs {
                match output {
                    Output::Answer { status, body, .. } => self.answer = Some((status, body)),
                    Output::Message { text, .. } => self.messages.push(serde_json::from_str(&text).unwrap()),
                    Output::Save { table } => {
                        self.saved.retain(|known| known.id != table.id);
                        self.saved.push(*table);
                    }
                    Output::Think { table, version, question } => {
                        let reply = search(&question, &mut |_| {});
                        let found = Input::Found { table, version, reply };
                        self.now += 5;
                        next.extend(self.server.take(found, self.now));
                    }
                    Output::Analyse { .. } | Output::Closed { .. } | Output::Wake { .. } => {}
                }
            }
            outputs = next;
        }
    }

    fn call(&mut self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(json!({"t": "request", "id": 1, "method": method, "path": path, "body": body}));
        self.answer.take().unwrap()
    }

    fn create(&mut self, game: &str, seats: &Value) -> Seated {
        let (status, body) = self.call("POST", "/api/tables", &json!({"game": game, "seats": seats}));
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    fn connect(&mut self, socket: u32, seated: &Seated) {
        let tokens: Vec<_> = seated.tokens.iter().map(|(_, token)| token).collect();
        self.send(json!({"t": "open", "socket": socket, "table": seated.table.id}));
        let hello = json!({"t": "hello", "tokens": tokens}).to_string();
        self.send(json!({"t": "message", "socket": socket, "text": hello}));
    }

    fn stage(&mut self, table: &str) -> Stage {
        let (_, body) = self.call("GET", &format!("/api/tables/{table}"), &Value::Null);
        serde_json::from_str::<menagerie_wire::table::Table>(&body).unwrap().stage
    }

    /// What the last snapshot or event showed.
    fn seen(&self) -> &Value {
        &self.messages.iter().rev().find(|message| message["seen"].is_object()).unwrap()["seen"]
    }

    fn version(&self) -> u64 {
        self.messages.iter().rev().find_map(|message| message["version"].as_u64()).unwrap()
    }
}

/// As many seats as a game starts with.
fn seats_of(game: &str) -> usize {
    game.parse::<menagerie_catalog::Chosen>().unwrap().start().seats().len()
}

#[test]
fn computers_play_every_game_to_its_end_and_its_record_verifies() {
    for game in menagerie_catalog::games() {
        let id = game.info().id;
        let mut page = Page::new();
        let seated = page.create(id, &json!(vec![json!({"kind": "computer", "level": 1}); seats_of(id)]));
        page.connect(1, &seated);
        let table = &seated.table.id;
        let (status, record) = page.call("GET", &format!("/api/tables/{table}/record"), &Value::Null);
        assert_eq!(status, 200);
        let record: menagerie_record::Record = record.parse().unwrap();
        assert!(record.ended.is_some(), "{id} goes on");
        menagerie_record::verify(&record).unwrap();
    }
}

#[test]
fn a_reload_loses_nothing() {
    let mut page = Page::new();
    let seated = page.create("jungle", &json!([{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]));
    page.connect(1, &seated);
    let act = json!({"t": "act", "ack": 1, "at": 0, "seat": "red", "action": "a3a4"}).to_string();
    page.send(json!({"t": "message", "socket": 1, "text": act}));
    assert!(page.messages.iter().any(|message| message["t"] == "done"), "{:?}", page.messages);
    assert_eq!(page.version(), 2, "the computer has answered");
    let before = page.seen()["scene"].clone();

    let saved: Vec<_> = page.saved.iter().map(|table| serde_json::to_string(table).unwrap()).collect();
    let mut page = Page::new();
    page.send(json!({"t": "restore", "tables": saved}));
    page.connect(1, &seated);
    assert_eq!(page.version(), 2);
    assert_eq!(page.seen()["scene"], before);
}

#[test]
fn a_foreign_token_opens_no_seat() {
    let mut page = Page::new();
    let seated = page.create("jungle", &json!([{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]));
    page.send(json!({"t": "open", "socket": 1, "table": seated.table.id}));
    let hello = json!({"t": "hello", "tokens": ["000000000000000000000000"]}).to_string();
    page.send(json!({"t": "message", "socket": 1, "text": hello}));
    assert_eq!(page.messages.last().unwrap()["code"], "not-allowed");
}

#[test]
fn a_token_decides_what_its_holder_may_know_of_the_past() {
    let mut page = Page::new();
    let game = "heaven-hell";
    let seated = page.create(game, &json!([{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]));
    let id = seated.table.id.clone();
    let table = page.saved.iter().find(|table| table.id == id).unwrap();
    let opened = menagerie_browser::table::LocalTable::open(table.clone(), NOW).unwrap();
    assert_eq!(opened.past(None).viewer, menagerie_game::Viewer::Spectator);
    let token = &seated.tokens[0].1;
    assert!(matches!(opened.past(Some(token)).viewer, menagerie_game::Viewer::Seat(_)));
}

#[test]
fn nobody_else_can_be_waited_for() {
    let mut page = Page::new();
    let seats = json!([{"kind": "open"}, {"kind": "computer", "level": 1}]);
    let (status, body) = page.call("POST", "/api/tables", &json!({"game": "jungle", "seats": seats}));
    assert_eq!(status, 403, "{body}");
    let (status, _) = page.call("GET", "/api/accounts/me", &Value::Null);
    assert_eq!(status, 404);
}

#[test]
fn a_rematch_turns_the_seats_and_keeps_the_tokens() {
    let mut page = Page::new();
    let seated = page.create("shogi5", &json!([{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]));
    page.connect(1, &seated);
    let table = seated.table.id.clone();
    let resign = json!({"t": "resign", "ack": 1, "seat": "black"}).to_string();
    page.send(json!({"t": "message", "socket": 1, "text": resign}));
    assert_eq!(page.stage(&table), Stage::Over);
    let again = json!({"t": "offer", "ack": 2, "seat": "black", "offer": {"kind": "rematch"}}).to_string();
    page.send(json!({"t": "message", "socket": 1, "text": again}));
    let next = page.saved.iter().find(|saved| saved.id != table).unwrap().clone();
    assert_eq!(page.saved.iter().find(|saved| saved.id == table).unwrap().rematch.as_ref(), Some(&next.id));
    page.send(json!({"t": "open", "socket": 2, "table": next.id}));
    let hello = json!({"t": "hello", "tokens": [seated.tokens[0].1]}).to_string();
    page.send(json!({"t": "message", "socket": 2, "text": hello}));
    assert!(!page.messages.iter().any(|message| message["code"] == "not-allowed"), "the old token opens the new seat");
    assert!(page.version() > 0, "the computer has the first seat now, and has acted");
    assert_eq!(page.stage(&next.id), Stage::Playing);
}

#[test]
fn a_search_gets_the_view_of_its_seat_and_no_past_where_something_is_hidden() {
    for game in menagerie_catalog::games() {
        let info = game.info();
        let mut server = LocalServer::new(entropy());
        let seats = vec![json!({"kind": "computer", "level": 1}); seats_of(info.id)];
        let body = json!({"game": info.id, "seats": seats}).to_string();
        let request = json!({"t": "request", "method": "POST", "path": "/api/tables", "body": body});
        let mut saved = None;
        for output in server.take(serde_json::from_value(request).unwrap(), NOW) {
            if let Output::Save { table } = output {
                saved = Some(table);
            }
        }
        let mut saved = saved.unwrap();
        let open = json!({"t": "open", "socket": 1, "table": saved.id});
        let mut outputs = server.take(serde_json::from_value(open).unwrap(), NOW);
        for _ in 0..40 {
            let mut think = None;
            for output in outputs {
                match output {
                    Output::Think { version, question, .. } => think = Some((version, question)),
                    Output::Save { table } => saved = table,
                    _ => {}
                }
            }
            let Some((version, question)) = think else { break };
            let table = menagerie_browser::table::LocalTable::open((*saved).clone(), NOW).unwrap();
            assert_eq!(question.view, table.known_to(question.seat).text(), "{}", info.id);
            assert_eq!(question.past.is_some(), !info.hidden, "{}", info.id);
            let reply = search(&question, &mut |_| {});
            outputs = server.take(Input::Found { table: saved.id.clone(), version, reply }, NOW);
        }
    }
}

#[test]
fn a_table_of_another_tab_replaces_a_shorter_one_and_closes_its_connections() {
    let mut page = Page::new();
    let seated = page.create("jungle", &json!([{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]));
    page.connect(1, &seated);
    let before = serde_json::to_string(&page.saved).unwrap();
    let act = json!({"t": "act", "ack": 1, "at": 0, "seat": "red", "action": "a3a4"}).to_string();
    page.send(json!({"t": "message", "socket": 1, "text": act}));
    let after: Vec<_> = page.saved.iter().map(|table| serde_json::to_string(table).unwrap()).collect();

    let mut other = Page::new();
    let tables: Vec<SavedTable> = serde_json::from_str(&before).unwrap();
    let tables: Vec<_> = tables.iter().map(|table| serde_json::to_string(table).unwrap()).collect();
    other.send(json!({"t": "restore", "tables": tables}));
    other.connect(1, &seated);
    let restore = json!({"t": "restore", "tables": ["no table", after[0]]});
    let outputs = other.server.take(serde_json::from_value(restore).unwrap(), NOW);
    assert!(matches!(outputs[..], [Output::Closed { socket: 1 }, ..]), "{outputs:?}");
    other.connect(2, &seated);
    assert_eq!(other.version(), 2);
    // A shorter one changes nothing, unless it was kept first.
    other.send(json!({"t": "restore", "tables": tables}));
    other.connect(3, &seated);
    assert_eq!(other.version(), 2);
    other.send(json!({"t": "restore", "tables": tables, "replace": true}));
    other.connect(4, &seated);
    assert_eq!(other.version(), 0);
}

/// A game that was begun in the first version of the page goes on in every later one.
#[test]
fn tables_of_the_first_version_can_be_read() {
    let saved = r#"{"id":"local-abcdefghij","game":"jungle","start":"L5T/1D3C1/R1P1W1E/7/7/7/e1w1p1r/1c3d1/t5l r",
        "seats":[{"seat":"red","plan":{"kind":"here","name":"Ann"},"token":null},
        {"seat":"black","plan":{"kind":"computer","level":3},"token":null}],"clock":{"kind":"none"},
        "created":1780000000000,"dice":null,"events":[["a3a4",1780000001000]],"rematch":null,"lineage":[]}"#;
    let start = "jungle".parse::<menagerie_catalog::Chosen>().unwrap().start().text();
    let saved = saved.replace("L5T/1D3C1/R1P1W1E/7/7/7/e1w1p1r/1c3d1/t5l r", &start);
    let mut page = Page::new();
    page.send(json!({"t": "restore", "tables": [saved]}));
    assert_eq!(page.stage("local-abcdefghij"), Stage::Playing);
}

#[test]
fn questions_about_a_view_are_answered_without_its_table() {
    let mut page = Page::new();
    let start = "jungle".parse::<menagerie_catalog::Chosen>().unwrap().start();
    let view = json!({"game": "jungle", "viewer": "red", "text": start.text()});
    let (status, body) = page.call("POST", "/api/view/explain", &json!({"view": view, "action": "A3A6"}));
    let verdict: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &verdict["legal"]), (200, &json!(false)), "{body}");
    let (status, body) = page.call("POST", "/api/view/reach", &json!({"view": view, "place": "a3"}));
    assert!(status == 200 && body.contains("a4"), "{body}");
    let stranger = json!({"game": "jungle", "viewer": "green", "text": start.text()});
    assert_eq!(page.call("POST", "/api/view/reach", &json!({"view": stranger, "place": "a3"})).0, 400);
}
