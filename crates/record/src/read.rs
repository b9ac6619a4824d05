//! Reading a record's text.

use menagerie_game::text::excerpt;

use crate::claims::RESULTS;
use crate::{Claims, DiceProof, Ended, Entry, Record};

/// Why a text is no record.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A line of tags does not have its form.
    #[error("line {line}: a tag is [Name \"value\"], found '{found}'")]
    Tag {
        /// Which line.
        line: usize,
        /// What stands there, cut short.
        found: String,
    },
    /// A tag that a record must have, or whose value has a form of its own.
    #[error("the tag {name} {problem}")]
    Value {
        /// Which tag.
        name: &'static str,
        /// What is wrong.
        problem: &'static str,
    },
    /// A tag that can only stand once.
    #[error("line {line}: the tag {name} stands there twice")]
    Twice {
        /// Which line.
        line: usize,
        /// Which tag.
        name: String,
    },
    /// A comment without its end, or a time that is no number.
    #[error("line {line}: {problem}")]
    Events {
        /// Which line.
        line: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// Not JSON, or not of a record's form.
    #[error("the JSON is no record: {0}")]
    Json(#[from] serde_json::Error),
    /// A field that the text form cannot hold.
    #[error("the field {name} {problem}")]
    Field {
        /// Which field.
        name: &'static str,
        /// What is wrong.
        problem: &'static str,
    },
    /// Tags behind the events.
    #[error("line {line}: another record begins, and only one can be read here")]
    Another {
        /// Which line.
        line: usize,
    },
    /// Reading failed.
    #[error(transparent)]
    Unreadable(#[from] std::io::Error),
    /// Bytes that are no text.
    #[error("a record is UTF-8 text")]
    NotText,
    /// Larger than any match.
    #[error("a record has at most {MOST_BYTES} bytes")]
    TooLong,
}

/// Editors on Windows put it before the first letter; files that were joined have it in the middle.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The longest match allowed by any game's rules stays far below this.
pub(crate) const MOST_BYTES: usize = 8 << 20;

impl Record {
    /// Reads a record's text.
    pub fn from_text(text: &str) -> Result<Self, ReadError> {
        Self::from_text_at(text, 0)
    }

    /// Reads a record's text from the middle of a longer one, so that errors name its lines.
    pub(crate) fn from_text_at(text: &str, lines_before: usize) -> Result<Self, ReadError> {
        if text.len() > MOST_BYTES {
            return Err(ReadError::TooLong);
        }
        let mut record = Self::default();
        let mut said = Claims::default();
        let mut once = Vec::new();
        let mut lines = (lines_before + 1..).zip(text.lines().map(line_content)).peekable();
        while let Some((number, line)) = lines.next_if(|(_, line)| line.is_empty() || line.starts_with('[')) {
            if !line.is_empty() {
                let (name, value) = tag(line).ok_or_else(|| ReadError::Tag { line: number, found: excerpt(line) })?;
                if stands_once(name) {
                    if once.contains(&name) {
                        return Err(ReadError::Twice { line: number, name: name.to_owned() });
                    }
                    once.push(name);
                }
                record.set(name, value, &mut said)?;
            }
        }
        if record.game.is_empty() {
            return Err(ReadError::Value { name: "Game", problem: "is missing" });
        }
        for (number, line) in lines {
            record.read_events(number, line, &mut said)?;
        }
        record.claims = said.completed().beside(&record);
        Ok(record)
    }

    /// Puts a tag where it belongs.
    fn set(&mut self, name: &str, value: String, said: &mut Claims) -> Result<(), ReadError> {
        match name {
            "Game" => self.game = value,
            "FEN" => self.start = Some(value),
            "SetUp" => said.set_up = Some(value),
            "Result" => said.result = Some(value),
            "Scores" => self.ending().scores = value.split(' ').map(str::to_owned).collect(),
            "Rule" => self.ending().rule = value,
            "Reason" => self.ending().reason = value,
            "Commitment" => {
                self.dice = Some(DiceProof { commitment: value, nonces: Vec::new(), secret: None });
            }
            "Nonce" | "Secret" => {
                let dice = self.dice.as_mut();
                let dice =
                    dice.ok_or(ReadError::Value { name: "Commitment", problem: "comes before Nonce and Secret" })?;
                if name == "Nonce" { dice.nonces.push(value) } else { dice.secret = Some(value) }
            }
            _ if is_seat_tag(name) => {
                let seat = value.split_once(' ');
                let (seat, player) = seat.ok_or(ReadError::Value { name: "Seat", problem: "is a seat and a name" })?;
                self.seats.push((seat.to_owned(), player.to_owned()));
            }
            _ => self.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }

    fn ending(&mut self) -> &mut Ended {
        self.ended.get_or_insert(Ended { scores: Vec::new(), rule: String::new(), reason: String::new() })
    }

    /// Numbers (`12.`) are passed over; a comment holds the time of the event before it.
    fn read_events(&mut self, line: usize, text: &str, said: &mut Claims) -> Result<(), ReadError> {
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| !c.is_whitespace() && c != BYTE_ORDER_MARK) {
            rest = &rest[start..];
            if let Some(comment) = rest.strip_prefix('{') {
                let (comment, after) =
                    comment.split_once('}').ok_or(ReadError::Events { line, problem: "a comment has no end" })?;
                self.read_comment(line, comment)?;
                rest = after;
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if word.starts_with('[') {
                return Err(ReadError::Another { line });
            }
            if RESULTS.contains(&word) {
                // Of several results, one that is not what the record leads to must not be overlooked.
                let is_other = said.closing.as_deref().is_some_and(|said| said != self.result());
                said.closing = said.closing.take().filter(|_| is_other).or_else(|| Some(word.to_owned()));
            } else if is_event(word) {
                self.events.push(Entry::new(word));
            }
            rest = after;
        }
        Ok(())
    }

    fn read_comment(&mut self, line: usize, comment: &str) -> Result<(), ReadError> {
        let Some(time) = comment.trim().strip_prefix("[%at ").and_then(|rest| rest.strip_suffix(']')) else {
            return Ok(());
        };
        let wrong = ReadError::Events { line, problem: "a time is a number of milliseconds behind an event" };
        match (time.parse(), self.events.last_mut()) {
            (Ok(at), Some(entry)) => entry.at = Some(at),
            _ => return Err(wrong),
        }
        Ok(())
    }
}

/// A line without what surrounds its words.
fn line_content(line: &str) -> &str {
    line.trim_start_matches(BYTE_ORDER_MARK).trim()
}

/// Tags that hold a field of the record.
const OWN_TAGS: [&str; 10] =
    ["Game", "FEN", "SetUp", "Result", "Scores", "Rule", "Reason", "Commitment", "Nonce", "Secret"];

/// Whether a record has at most one tag of this name. Of two, readers would believe different ones.
fn stands_once(name: &str) -> bool {
    name != "Nonce" && !is_free_tag(name)
}

/// `Seat1`
fn is_seat_tag(name: &str) -> bool {
    name.strip_prefix("Seat").is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Whether a name can be that of a tag.
fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a tag of this name means nothing to us and is only kept.
pub(crate) fn is_free_tag(name: &str) -> bool {
    is_tag_name(name) && !is_seat_tag(name) && !OWN_TAGS.contains(&name)
}

/// Whether a word among the events is one: neither a number (`12.`) nor the result, nor the beginning of a tag.
pub(crate) fn is_event(word: &str) -> bool {
    let number = word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    let whole = !word.is_empty()
        && !word.starts_with(['[', BYTE_ORDER_MARK])
        && !word.contains(|c: char| c.is_whitespace() || c == '{');
    whole && !number && !RESULTS.contains(&word)
}

/// `[Name "value"]`
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    if is_tag_name(name) { Some((name, unescape(value)?)) } else { None }
}

/// A quotation mark inside must stand behind a backslash.
fn unescape(value: &str) -> Option<String> {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return None,
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                escaped => text.push(escaped),
            },
            _ => text.push(letter),
        }
    }
    Some(text)
}
