//! Reading texts from outside: errors that say what was wrong with which input and what would be right.

use std::fmt;

/// Why a text is not a position or an action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// Not the right number of fields.
    #[error("a position text has {expected}, not {found}")]
    Fields {
        /// How many fields there should be, in words.
        expected: &'static str,
        /// How many were found.
        found: usize,
    },
    /// A field does not have its form.
    #[error("{field}: '{found}' should be {expected}")]
    Form {
        /// Which field.
        field: &'static str,
        /// What was found, cut short.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The form is right, but there is no such position.
    #[error("no such position: {reason} ({rule})")]
    NotAPosition {
        /// The rule's id.
        rule: &'static str,
        /// Why, in words.
        reason: String,
    },
    /// Not an action's spelling.
    #[error("'{found}' is no action: {expected}")]
    NotAnAction {
        /// What was found, cut short.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
}

impl TextError {
    /// A field that does not have its form.
    pub fn form(field: &'static str, found: &str, expected: &'static str) -> Self {
        Self::Form { field, found: excerpt(found), expected }
    }

    /// A text of the right form that no position has.
    pub fn not_a_position(rule: &'static str, reason: impl Into<String>) -> Self {
        Self::NotAPosition { rule, reason: reason.into() }
    }

    /// A text that is no action.
    pub fn not_an_action(found: &str, expected: &'static str) -> Self {
        Self::NotAnAction { found: excerpt(found), expected }
    }
}

/// The action that a person has typed: upper and lower case are the same where only one of the actions fits. Protocols
/// between programs do not use this: their texts are exact.
///
/// ```
/// # use menagerie_game::text::typed_action;
/// assert_eq!(typed_action("E2E3", ["d2d3", "e2e3"]), Some("e2e3"));
/// assert_eq!(typed_action("B@c3", ["b@c3", "B@c3"]), Some("B@c3"));
/// assert_eq!(typed_action("B@C3", ["b@c3", "B@c3"]), None);
/// ```
pub fn typed_action<'a>(typed: &str, actions: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let exact = actions.clone().into_iter().find(|action| *action == typed);
    let mut similar = actions.into_iter().filter(|action| action.eq_ignore_ascii_case(typed));
    exact.or_else(|| similar.next().filter(|_| similar.next().is_none()))
}

/// The beginning of an outside text, printable and short enough for an error message.
///
/// ```
/// use menagerie_game::text::excerpt;
/// assert_eq!(excerpt("a1\u{7}a2"), "a1\u{fffd}a2");
/// assert_eq!(excerpt(&"x".repeat(1_000_000)).chars().count(), 41);
/// ```
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// An outside text of at most this many characters that is safe to print. A terminal obeys control characters and marks of
/// the writing direction, so they are escaped.
///
/// ```
/// use menagerie_game::text::printable;
/// assert_eq!(printable("it's\n\u{1b}[2J\u{202e}", 1000), "it's\\n\\u{1b}[2J\\u{202e}");
/// assert_eq!(printable("abc", 2), "ab");
/// ```
pub fn printable(text: &str, longest: usize) -> String {
    let mut printable = String::new();
    for c in text.chars().take(longest) {
        match c {
            '"' | '\'' | '\\' => printable.push(c),
            _ => printable.extend(c.escape_debug()),
        }
    }
    printable
}

/// The fields of a text that are separated by exactly one space each, if there are exactly `N`.
pub fn fields<'a, const N: usize>(text: &'a str, expected: &'static str) -> Result<[&'a str; N], TextError> {
    let mut found = [""; N];
    let mut count = 0;
    for field in text.split(' ') {
        if let Some(slot) = found.get_mut(count) {
            *slot = field;
        }
        count += 1;
    }
    if count == N { Ok(found) } else { Err(TextError::Fields { expected, found: count }) }
}

/// What a board field of a position text holds at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell<'a> {
    /// A run of empty squares.
    Empty(u8),
    /// The letters between digits and slashes; the game's reader splits them.
    Letters(&'a str),
}

/// Splits one row of a board field into runs of empty squares (digits) and the letters between them. `None` if two digits
/// are neighbours or a digit is 0: runs are as long as possible.
///
/// ```
/// use menagerie_game::text::{Cell, row};
/// let cells: Vec<_> = row("1+lb2").unwrap();
/// assert_eq!(cells, [Cell::Empty(1), Cell::Letters("+lb"), Cell::Empty(2)]);
/// assert!(row("12").is_none());
/// ```
pub fn row(text: &str) -> Option<Vec<Cell<'_>>> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        if first.is_ascii_digit() {
            if first == b'0' || matches!(cells.last(), Some(Cell::Empty(_))) {
                return None;
            }
            cells.push(Cell::Empty(first - b'0'));
            rest = &rest[1..];
        } else {
            let end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            cells.push(Cell::Letters(&rest[..end]));
            rest = &rest[end..];
        }
    }
    Some(cells)
}

/// A board field: its ranks from the top, joined by `/`, with digits for runs of empty squares.
///
/// ```
/// use menagerie_game::text::board;
/// assert_eq!(board(3, 2, |file, rank| (file == 1 && rank == 0).then_some("+l")), "3/1+l1");
/// ```
pub fn board<L: fmt::Display>(files: u8, ranks: u8, letters: impl Fn(u8, u8) -> Option<L>) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write_board(&mut text, files, ranks, letters);
    text
}

/// Writes a board field, as [`board`] gives it. `letters` gives what stands on a file and rank, both from 0.
pub fn write_board<L: fmt::Display>(
    out: &mut impl fmt::Write,
    files: u8,
    ranks: u8,
    letters: impl Fn(u8, u8) -> Option<L>,
) -> fmt::Result {
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            let Some(letters) = letters(file, rank) else {
                empty += 1;
                continue;
            };
            write_run(out, empty)?;
            empty = 0;
            write!(out, "{letters}")?;
        }
        write_run(out, empty)?;
        if rank > 0 {
            out.write_char('/')?;
        }
    }
    Ok(())
}

fn write_run(out: &mut impl fmt::Write, empty: u8) -> fmt::Result {
    if empty > 0 { write!(out, "{empty}") } else { Ok(()) }
}
