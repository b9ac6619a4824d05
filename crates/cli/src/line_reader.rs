//! Reads lines of untrusted bytes with bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// The maximum length of a line, in bytes. No text of a game comes near it.
const MAX_LENGTH: usize = 16 << 20;

/// An input line without its line feed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum InputLine<'a> {
    /// The bytes of the line.
    Bytes(&'a [u8]),
    /// A line of more than [`MAX_LENGTH`] bytes. The reader skipped it.
    TooLong,
}

/// Reads line by line and reuses one buffer.
pub(crate) struct LineReader<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        // At least as large as the buffer that `Stdin` has of its own, so that reading goes past that one.
        Self { input: BufReader::with_capacity(64 << 10, input), line: Vec::new() }
    }

    /// The next line. A last line without a line feed counts unless it is empty.
    pub(crate) fn next(&mut self) -> io::Result<Option<InputLine<'_>>> {
        self.line.clear();
        let mut read = 0;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() && read == 0 {
                return Ok(None);
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let kept = end.unwrap_or(chunk.len()).min(MAX_LENGTH.saturating_sub(self.line.len()));
            self.line.extend_from_slice(&chunk[..kept]);
            let (at_end, length) = (chunk.is_empty() || end.is_some(), end.unwrap_or(chunk.len()));
            self.input.consume(end.map_or(length, |end| end + 1));
            read += length;
            if at_end {
                return Ok(Some(if read > MAX_LENGTH { InputLine::TooLong } else { InputLine::Bytes(&self.line) }));
            }
        }
    }

    /// Whether reading the next line may block. The caller flushes its output first.
    pub(crate) fn may_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines = LineReader::new(input);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                InputLine::Bytes(bytes) => Some(bytes.to_vec()),
                InputLine::TooLong => None,
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
    fn a_line_beyond_the_limit_is_skipped_and_reading_goes_on() {
        let mut input = vec![b'x'; MAX_LENGTH + 1];
        input.extend_from_slice(b"\nnext\n");
        assert_eq!(all(&input), [None, Some(b"next".to_vec())]);
    }

    #[test]
    fn a_line_of_exactly_the_longest_length_is_whole() {
        let mut input = vec![b'x'; MAX_LENGTH];
        input.push(b'\n');
        assert_eq!(all(&input)[0].as_ref().map(Vec::len), Some(MAX_LENGTH));
    }
}
