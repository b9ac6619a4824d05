//! Reads lines of untrusted bytes with bounded memory.

use std::io::{self, BufRead, Read};

/// The maximum length of a line, in bytes. No list of actions comes near it.
#[cfg(not(target_family = "wasm"))]
const MAX_LINE: u64 = 4 << 20;

/// An input line without its line feed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// The text; invalid UTF-8 is replaced.
    Text(String),
    /// The line was longer than the limit.
    TooLong,
}

/// The next line; `None` at the end of the input. The rest of a line that is too long is skipped.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let line = next_line_within(input, MAX_LINE)?;
    if line == Some(InputLine::TooLong) {
        input.skip_until(b'\n')?;
    }
    Ok(line)
}

/// The next line of at most `longest` bytes; `None` at the end of the input. The rest of a longer
/// line stays unread.
pub(crate) fn next_line_within(input: &mut impl BufRead, longest: u64) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(longest).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == longest && bytes.last() != Some(&b'\n') {
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(InputLine::Text(String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_beyond_the_limit_is_skipped_and_reading_goes_on() {
        let mut bytes = vec![b'x'; 2 * MAX_LINE as usize];
        bytes.extend_from_slice(b"\r\nnext \xff\r\n\nlast");
        let mut input = bytes.as_slice();
        let mut all = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            all.push(line);
        }
        let whole = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(all, [InputLine::TooLong, whole("next \u{fffd}"), whole(""), whole("last")]);
    }
}
