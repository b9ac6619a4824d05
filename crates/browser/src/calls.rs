//! The HTTP calls that this browser answers itself: those of positions, games, lessons, puzzles and its own
//! tables.

use menagerie_api::think::{Question, TimeLimit};
use menagerie_api::{arrange, games, lessons, reach, scene};
use menagerie_game::{Place, Viewer};
use menagerie_table::refusal::refused;
use menagerie_table::secret::random_word;
use menagerie_wire::http::{Analyse, Commitment, CreateTable, ReachResponse, Seated};
use menagerie_wire::{Code, Refused};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::create::{create, new_secret};
use crate::message::Request;
use crate::server::no_table;
use crate::{LocalServer, Output, views};

/// The most entries of a log page.
const LONGEST_PAGE: u32 = 500;
/// The time of an analysis, in milliseconds: the longest, and the usual one.
const LONGEST_ANALYSIS: u32 = 60_000;
const USUAL_ANALYSIS: u32 = 2_000;
const MOST_LINES: u8 = 5;
/// A commitment of this browser to itself does not expire.
const FOR_EVER: i64 = i64::MAX;

impl LocalServer {
    /// Answers a call.
    pub(crate) fn answer(&mut self, request: &Request, now: i64) -> Vec<Output> {
        let id = request.id;
        match self.answered(request, now) {
            Ok(out) => out,
            Err(refused) => vec![Output::Answer { id, status: status(refused.code), body: json(&refused) }],
        }
    }

    fn answered(&mut self, request: &Request, now: i64) -> Result<Vec<Output>, Refused> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let parts: Vec<String> = path.trim_start_matches("/api/").split('/').map(decoded).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let body = match (request.method.as_str(), &parts[..]) {
            ("GET", ["games"]) => json(&games::list()),
            ("GET", ["games", game]) => json(games::one(game)?),
            ("GET", ["lessons"]) => json(&lessons::list()),
            ("GET", ["lessons", game]) => json(lessons::course(game)?),
            ("POST", ["lessons", game, level]) => {
                let (info, level) = lessons::find(game, level)?;
                json(&lessons::play(info, level, &read(request)?)?)
            }
            (method, ["puzzles", rest @ ..]) => self.puzzle_call(method, rest, query, request, now)?,
            ("POST", ["scene"]) => json(&scene::look(&read(request)?)?),
            ("POST", ["reach"]) => json(&reach::in_position(&read(request)?)?),
            ("POST", ["arrange"]) => json(&arrange::arrange(&read(request)?)?),
            ("POST", ["view", "reach"]) => json(&views::reach(&read(request)?)?),
            ("POST", ["view", "explain"]) => json(&views::explain(&read(request)?)?),
            ("POST", ["analyse"]) => {
                let question = Box::new(question(&read(request)?)?);
                return Ok(vec![Output::Analyse { id: request.id, question }]);
            }
            ("POST", ["commitments"]) => self.commit(),
            ("POST", ["tables"]) => return self.create(request, now),
            ("GET", ["tables", table, rest @ ..]) => self.table_call(table, rest, query, request, now)?,
            _ => return Err(not_answered()),
        };
        Ok(vec![Output::Answer { id: request.id, status: 200, body }])
    }

    fn create(&mut self, request: &Request, now: i64) -> Result<Vec<Output>, Refused> {
        let wanted: CreateTable = read(request)?;
        let committed = wanted.commitment.as_deref().map(|id| self.commitments.remove(id));
        let made = create(&wanted, committed.flatten(), &self.entropy, now)?;
        let id = made.table.id.clone();
        let save = self.add(made.table, now)?;
        let table = self.tables.get(&id).ok_or_else(no_table)?.shown(now);
        let body = json(&Seated { table, tokens: made.tokens });
        Ok(vec![save, Output::Answer { id: request.id, status: 200, body }])
    }

    fn commit(&mut self) -> String {
        let (id, secret) = (random_word(&self.entropy, 24), new_secret(&self.entropy));
        let commitment = Commitment { id: id.clone(), commitment: secret.commitment(), until: FOR_EVER };
        self.commitments.insert(id, secret);
        json(&commitment)
    }

    /// A call about a table of this browser.
    fn table_call(&self, id: &str, rest: &[&str], query: &str, request: &Request, now: i64) -> Result<String, Refused> {
        let table = self.tables.get(id).ok_or_else(no_table)?;
        let token = request.token.as_deref();
        let broken = |error: menagerie_api::past::PastError| match error {
            menagerie_api::past::PastError::Refused(refused) => refused,
            menagerie_api::past::PastError::Broken(error) => refused(Code::Trouble, error.to_string()),
        };
        Ok(match rest {
            [] => json(&table.shown(now)),
            ["record"] => {
                let record = table.past(token).record().map_err(broken)?;
                let is_json = request.accept.as_deref() == Some("application/json");
                if is_json { record.to_json() } else { record.to_text() }
            }
            ["at", version] => {
                let malformed = |_| refused(Code::Malformed, "the version must be a number of events");
                json(&table.past(token).at(version.parse().map_err(malformed)?).map_err(broken)?)
            }
            ["log"] => {
                let before = query.split('&').find_map(|pair| pair.strip_prefix("before=")?.parse().ok());
                json(&table.past(token).log(before, LONGEST_PAGE).map_err(broken)?)
            }
            ["reach", place] => {
                let unknown = || refused(Code::NotFound, format!("there is no place '{place}'"));
                let place = Place::read(place).ok_or_else(unknown)?;
                json(&ReachResponse::from(table.view(token).reach(place)))
            }
            _ => return Err(not_answered()),
        })
    }
}

/// The search of an analysis: from the view of the seat to move.
fn question(wanted: &Analyse) -> Result<Question, Refused> {
    let position = scene::position(&wanted.game, Some(&wanted.position))?;
    let seat = position.actor().seat();
    let seat = seat.ok_or_else(|| refused(Code::NotNow, "no seat is to move in this position"))?;
    let view = position.view(Viewer::Seat(seat));
    for action in &wanted.actions {
        let verdict = view.explain(action).map_err(|error| refused(Code::Malformed, error.to_string()))?;
        if !verdict.legal {
            return Err(refused(Code::Illegal, verdict.reason));
        }
    }
    Ok(Question {
        game: wanted.game.clone(),
        seat,
        view: view.text(),
        past: None,
        level: None,
        time: TimeLimit::Move(u64::from(wanted.time.unwrap_or(USUAL_ANALYSIS).clamp(10, LONGEST_ANALYSIS))),
        lines: usize::from(wanted.lines.unwrap_or(1).clamp(1, MOST_LINES)),
        actions: wanted.actions.clone(),
        seed: 0,
    })
}

pub(crate) fn not_answered() -> Refused {
    refused(Code::NotFound, "this browser does not answer this call")
}

pub(crate) fn read<T: DeserializeOwned>(request: &Request) -> Result<T, Refused> {
    crate::json::read(&request.body).map_err(|error| refused(Code::Malformed, error.to_string()))
}

/// Answers can always be written.
pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// The same status as the server's.
const fn status(code: Code) -> u16 {
    match code {
        Code::Malformed => 400,
        Code::NotFound => 404,
        Code::NotAllowed => 403,
        Code::OutOfTurn | Code::Stale | Code::NotNow | Code::Taken => 409,
        Code::Illegal => 422,
        Code::TooFast => 429,
        Code::TooMuch => 413,
        Code::Trouble => 500,
    }
}

/// A segment of a path, or a value of a query, without its percent signs.
pub(crate) fn decoded(segment: &str) -> String {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        let escaped = more.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        if let (b'%', Some(byte)) = (first, escaped) {
            bytes.push(byte);
            rest = &more[2..];
        } else {
            bytes.push(first);
            rest = more;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_of_paths_are_decoded() {
        assert_eq!(decoded("djambi%3A2"), "djambi:2");
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%zz"), "%zz");
    }
}
