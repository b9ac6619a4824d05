//! Lines of bytes from a stranger, without unbounded memory.

use std::io::{self, BufRead, Read};

/// The longest line that is kept. No game has a list of actions that comes near it.
const LONGEST: u64 = 4 << 20;

/// A line without its end.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// The line; bytes that are no text are replaced.
    Whole(String),
    /// It was longer than the limit.
    TooLong,
}

/// The next line; nothing at the end of the input. A line that is too long is skipped.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let line = next_line_within(input, LONGEST)?;
    if line == Some(Line::TooLong) {
        input.skip_until(b'\n')?;
    }
    Ok(line)
}

/// The next line of at most `longest` bytes; nothing at the end of the input. Of a longer one the rest is not read.
pub(crate) fn next_line_within(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(longest).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == longest && bytes.last() != Some(&b'\n') {
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_beyond_every_measure_is_skipped_and_reading_goes_on() {
        let mut bytes = vec![b'x'; 2 * LONGEST as usize];
        bytes.extend_from_slice(b"\r\nnext \xff\r\n\nlast");
        let mut input = bytes.as_slice();
        let mut all = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            all.push(line);
        }
        let whole = |text: &str| Line::Whole(text.to_owned());
        assert_eq!(all, [Line::TooLong, whole("next \u{fffd}"), whole(""), whole("last")]);
    }
}
