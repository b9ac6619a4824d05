//! Lines of bytes from a stranger: any bytes, any length, without unbounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is kept. No game has a text that comes near it.
const LONGEST: usize = 16 << 20;

/// A line without its line feed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line<'a> {
    /// The line.
    Whole(&'a [u8]),
    /// A line of more than [`LONGEST`] bytes; it was skipped.
    TooLong,
}

/// Reads line by line, reusing one buffer.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        // At least as large as the buffer that `Stdin` has of its own, so that reading goes past that one.
        Self { input: BufReader::with_capacity(64 << 10, input), line: Vec::new() }
    }

    /// The next line; a last one without a line feed counts if it is not empty.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut read = 0;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() && read == 0 {
                return Ok(None);
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let kept = end.unwrap_or(chunk.len()).min(LONGEST.saturating_sub(self.line.len()));
            self.line.extend_from_slice(&chunk[..kept]);
            let (at_end, length) = (chunk.is_empty() || end.is_some(), end.unwrap_or(chunk.len()));
            self.input.consume(end.map_or(length, |end| end + 1));
            read += length;
            if at_end {
                return Ok(Some(if read > LONGEST { Line::TooLong } else { Line::Whole(&self.line) }));
            }
        }
    }

    /// Whether the next line may have to be waited for: time to write out what was answered so far.
    pub(crate) fn may_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                Line::Whole(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
        }
        found
    }

    #[test]
    fn a_last_line_without_line_feed_counts_if_it_is_not_empty() {
        assert_eq!(all(b"a\n\nb"), [Some(b"a".to_vec()), Some(vec![]), Some(b"b".to_vec())]);
        assert_eq!(all(b"a\n"), [Some(b"a".to_vec())]);
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_beyond_every_measure_is_skipped_and_reading_goes_on() {
        let mut input = vec![b'x'; LONGEST + 1];
        input.extend_from_slice(b"\nnext\n");
        assert_eq!(all(&input), [None, Some(b"next".to_vec())]);
    }

    #[test]
    fn a_line_of_exactly_the_longest_length_is_whole() {
        let mut input = vec![b'x'; LONGEST];
        input.push(b'\n');
        assert_eq!(all(&input)[0].as_ref().map(Vec::len), Some(LONGEST));
    }
}
