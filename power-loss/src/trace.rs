//! Reads the output of strace: one file per thread, one call per line, all strings in hexadecimal.

use crate::disk::Nanos;
use crate::error::RunError;

/// A system call as strace printed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub(crate) begin: Nanos,
    pub(crate) end: Nanos,
    pub(crate) name: String,
    /// The arguments as they were printed.
    pub(crate) arguments: Vec<String>,
    /// `None` for a call that did not return because the process was killed.
    pub(crate) result: Option<i64>,
}

impl Call {
    /// The path behind the file descriptor in this argument: `4</tmp/f>`, or `AT_FDCWD</tmp>`.
    pub(crate) fn descriptor_path(&self, argument: usize) -> Option<String> {
        let text = self.arguments.get(argument)?;
        let path = text.get(text.find('<')? + 1..text.rfind('>')?)?;
        String::from_utf8(unescape(path)?).ok()
    }

    /// The number of the file descriptor in this argument.
    pub(crate) fn descriptor(&self, argument: usize) -> Option<i64> {
        self.arguments.get(argument)?.split('<').next()?.parse().ok()
    }

    /// The bytes of a string argument.
    pub(crate) fn bytes(&self, argument: usize) -> Option<Vec<u8>> {
        unescape(self.arguments.get(argument)?.strip_prefix('"')?.strip_suffix('"')?)
    }

    /// A path argument, resolved against the folder in the argument before it if there is one.
    pub(crate) fn path(&self, argument: usize) -> Option<String> {
        let path = String::from_utf8(self.bytes(argument)?).ok()?;
        if path.starts_with('/') || argument == 0 {
            return Some(path);
        }
        Some(format!("{}/{path}", self.descriptor_path(argument - 1)?))
    }

    /// A number argument.
    pub(crate) fn number(&self, argument: usize) -> Option<u64> {
        self.arguments.get(argument)?.parse().ok()
    }
}

/// The call of a line; `None` for signals and exits.
pub(crate) fn read_line(line: &str) -> Result<Option<Call>, RunError> {
    let (stamp, rest) = line.split_once(' ').unwrap_or((line, ""));
    if rest.starts_with("+++") || rest.starts_with("---") || rest.is_empty() {
        return Ok(None);
    }
    call(stamp, rest).map(Some).ok_or_else(|| RunError::Trace(line.chars().take(200).collect()))
}

fn call(stamp: &str, rest: &str) -> Option<Call> {
    let begin = nanos(stamp)?;
    let (name, rest) = rest.split_once('(')?;
    let arguments = |text: &str| text.split(", ").map(str::to_owned).collect();
    let name = name.to_owned();
    // Strings are in hexadecimal, so this is never part of one.
    let Some((inside, outcome)) = rest.rsplit_once(") = ") else {
        let inside = rest.trim_end().strip_suffix("<unfinished ...>")?.trim_end();
        return Some(Call { begin, end: begin, name, arguments: arguments(inside), result: None });
    };
    let digits = outcome.split([' ', '<']).next()?;
    let result = match digits.strip_prefix("0x") {
        _ if digits == "?" => None,
        Some(address) => Some(i64::from_str_radix(address, 16).ok()?),
        None => Some(digits.parse().ok()?),
    };
    let took = outcome.rsplit_once('<').and_then(|(_, time)| nanos(time.strip_suffix('>')?)).unwrap_or_default();
    Some(Call { begin, end: begin + took, name, arguments: arguments(inside), result })
}

/// Seconds with nine decimals.
fn nanos(text: &str) -> Option<Nanos> {
    let (seconds, fraction) = text.split_once('.')?;
    let fraction = (fraction.len() == 9).then_some(fraction)?;
    Some(seconds.parse::<u64>().ok()? * 1_000_000_000 + fraction.parse::<u64>().ok()?)
}

/// The bytes of `\x2f\x74`; other characters stand for themselves.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4);
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first != b'\\' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let [b'x', high, low, tail @ ..] = tail else { return None };
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        bytes.push((digit(high)? * 16 + digit(low)?) as u8);
        rest = tail;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Call {
        read_line(line).unwrap().unwrap()
    }

    #[test]
    fn a_write_has_its_time_its_path_and_its_bytes() {
        let call = read(r#"1794868214.389723796 pwrite64(4<\x2f\x64>, "\x00\x2c\x20\xff", 4, 32) = 4 <0.000010846>"#);
        assert_eq!((call.begin, call.end), (1_794_868_214_389_723_796, 1_794_868_214_389_734_642));
        assert_eq!((call.descriptor(0), call.descriptor_path(0)), (Some(4), Some("/d".to_owned())));
        assert_eq!((call.bytes(1), call.number(3)), (Some(vec![0, 44, 32, 255]), Some(32)));
        assert_eq!((call.name.as_str(), call.result), ("pwrite64", Some(4)));
    }

    #[test]
    fn an_opened_file_has_its_path_and_its_descriptor() {
        let line = r#"1.000000002 openat(AT_FDCWD<\x2f\x74>, "\x66", O_RDWR|O_CREAT, 0600) = 9<\x2f\x74\x2f\x66> <0.000000001>"#;
        let call = read(line);
        assert_eq!((call.path(1).as_deref(), call.result), (Some("/t/f"), Some(9)));
        assert_eq!(call.arguments[2], "O_RDWR|O_CREAT");
    }

    #[test]
    fn failures_and_calls_that_did_not_return_are_told_apart() {
        let failed = read(r#"1.000000000 unlink("\x2f\x66") = -1 ENOENT (No such file or directory) <0.000000009>"#);
        assert_eq!((failed.result, failed.path(0).as_deref()), (Some(-1), Some("/f")));
        for line in ["1.000000000 fsync(3<\\x66>) = ?", "1.000000000 fsync(3<\\x66> <unfinished ...>"] {
            assert_eq!(read(line).result, None, "{line}");
        }
    }

    #[test]
    fn other_lines_are_skipped_or_refused() {
        assert_eq!(read_line("1.000000000 +++ exited with 0 +++").unwrap(), None);
        assert_eq!(read_line("1.000000000 --- SIGTERM {si_signo=SIGTERM} ---").unwrap(), None);
        for line in ["1.5 fsync(3) = 0 <0.000000001>", "1.000000000 nonsense", "x.000000000 fsync(3) = 0"] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
