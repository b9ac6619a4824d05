//! Records from files and pipes: in either form, one or several, never more in memory than one record may have.

use std::io::{BufRead, BufReader, Read};
use std::str::FromStr;

use crate::read::{BYTE_ORDER_MARK, MOST_BYTES};
use crate::{ReadError, Record};

/// Reads a record in either form: JSON begins with a brace.
impl FromStr for Record {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_at(text, 0)
    }
}

fn read_at(text: &str, lines_before: usize) -> Result<Record, ReadError> {
    let is_json = text.trim_start_matches(BYTE_ORDER_MARK).trim_ascii_start().starts_with('{');
    if is_json { Record::from_json(text) } else { Record::from_text_at(text, lines_before) }
}

impl Record {
    /// Reads the one record that there is, in either form.
    ///
    /// ```
    /// use menagerie_record::Record;
    ///
    /// let record = Record::read(&b"[Game \"shogi5\"]\n\n1. a5a2 *\n"[..])?;
    /// assert_eq!(record.events.len(), 1);
    /// # Ok::<(), menagerie_record::ReadError>(())
    /// ```
    pub fn read(input: impl Read) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        input.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > MOST_BYTES {
            return Err(ReadError::TooLong);
        }
        std::str::from_utf8(&bytes).map_err(|_| ReadError::NotText)?.parse()
    }
}

/// Records that stand one after the other, as texts; or one as JSON. After an error there is nothing more.
///
/// ```
/// use menagerie_record::Records;
///
/// let text = "[Game \"shogi5\"]\n\n1. a5a2 *\n\n[Game \"jungle\"]\n\n*\n";
/// let games: Vec<_> = Records::of(text.as_bytes()).map(|record| record.map(|it| it.game)).collect::<Result<_, _>>()?;
/// assert_eq!(games, ["shogi5", "jungle"]);
/// # Ok::<(), menagerie_record::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Records<R> {
    input: BufReader<R>,
    /// The first line of the next record, which ended the one before it.
    begun: Vec<u8>,
    /// The lines before that one.
    lines_before: usize,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// There must be one.
    First,
    /// There may be more.
    More,
    Over,
}

impl<R: Read> Records<R> {
    /// The records of an input.
    pub fn of(input: R) -> Self {
        Self { input: BufReader::new(input), begun: Vec::new(), lines_before: 0, stage: Stage::First }
    }

    /// The next record; nothing if only empty lines are left.
    fn read_next(&mut self) -> Result<Option<Record>, ReadError> {
        let bytes = self.next_bytes()?;
        if self.stage == Stage::More && bytes.trim_ascii().is_empty() {
            return Ok(None);
        }
        let text = String::from_utf8(bytes).map_err(|_| ReadError::NotText)?;
        let record = read_at(&text, self.lines_before)?;
        self.lines_before += text.lines().count();
        Ok(Some(record))
    }

    /// Up to the first tag behind events: there another record begins.
    fn next_bytes(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut bytes = std::mem::take(&mut self.begun);
        // What the first line that is not empty begins with.
        let mut first = bytes.first().copied();
        let mut in_events = false;
        while let Some(start) = self.next_line(&mut bytes)? {
            let Some(&letter) = bytes[start..].trim_ascii_start().first() else { continue };
            let is_json = *first.get_or_insert(letter) == b'{';
            let is_tag = letter == b'[' && !is_json;
            if is_tag && in_events {
                self.begun = bytes.split_off(start);
                break;
            }
            in_events |= !is_tag;
        }
        Ok(bytes)
    }

    /// Appends a line and says where it begins; nothing at the end.
    fn next_line(&mut self, bytes: &mut Vec<u8>) -> Result<Option<usize>, ReadError> {
        let start = bytes.len();
        let room = (MOST_BYTES + 1).saturating_sub(start);
        let read = self.input.by_ref().take(room as u64).read_until(b'\n', bytes)?;
        if bytes.len() > MOST_BYTES {
            return Err(ReadError::TooLong);
        }
        if bytes[start..].starts_with(BYTE_ORDER_MARK.encode_utf8(&mut [0; 4]).as_bytes()) {
            bytes.drain(start..start + BYTE_ORDER_MARK.len_utf8());
        }
        Ok((read > 0).then_some(start))
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stage == Stage::Over {
            return None;
        }
        let next = self.read_next().transpose();
        self.stage = if matches!(next, Some(Ok(_))) { Stage::More } else { Stage::Over };
        next
    }
}
