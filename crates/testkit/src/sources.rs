//! A small reader of Rust sources: string literals and calls of a macro, without comments and tests.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file without comments and without its tests.
pub(crate) struct Source {
    /// Its path, from the folder that was read.
    pub(crate) path: PathBuf,
    /// Its code.
    pub(crate) code: String,
}

/// The sources below a folder, without the modules of tests.
pub(crate) fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    collect(folder, folder, &mut found);
    assert!(!found.is_empty(), "{} has no sources", folder.display());
    found
}

fn collect(top: &Path, folder: &Path, found: &mut Vec<Source>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        let is_source = path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs");
        if path.is_dir() {
            if !path.ends_with("tests") {
                collect(top, &path, found);
            }
        } else if is_source {
            let text = fs::read_to_string(&path).expect("a readable file");
            let code = without_comments(text.split("#[cfg(test)]").next().unwrap_or_default());
            found.push(Source { path: path.strip_prefix(top).unwrap_or(&path).to_owned(), code });
        }
    }
}

/// The code without comments. A string that contains `//` stays as it is.
fn without_comments(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        }
        let length = literal_length(rest).unwrap_or(first.len_utf8());
        code.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    code
}

/// The length of the string or character literal at the beginning of this code, with its quotes.
fn literal_length(code: &str) -> Option<usize> {
    if let Some(raw) = code.strip_prefix("r#\"") {
        return raw.find("\"#").map(|end| end + 5);
    }
    if code.starts_with("'\"'") {
        return Some(3);
    }
    let inside = code.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|letter: char| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })?;
    Some(end + 2)
}

impl Source {
    /// Every string literal, without quotes, with the code of its statement that stands before it.
    pub(crate) fn literals(&self) -> Vec<(&str, &str)> {
        let (mut found, mut at, mut statement) = (Vec::new(), 0, 0);
        while let Some(first) = self.code[at..].chars().next() {
            if let Some(length) = literal_length(&self.code[at..]) {
                let literal = self.code[at..at + length].trim_start_matches(['r', '#']).trim_end_matches('#');
                if let Some(text) = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                    found.push((text, &self.code[statement..at]));
                }
                at += length;
                continue;
            }
            at += first.len_utf8();
            if matches!(first, ';' | '{' | '}') {
                statement = at;
            }
        }
        found
    }

    /// The arguments of every call of a macro: `message!(a, b = c(d, e))` has two.
    pub(crate) fn calls(&self, macro_name: &str) -> Vec<Vec<&str>> {
        let begin = format!("{macro_name}!(");
        let calls = self.code.match_indices(&begin).map(|(at, _)| at + begin.len());
        calls.map(|at| arguments(&self.code[at..])).collect()
    }
}

/// The arguments up to the closing parenthesis.
fn arguments(code: &str) -> Vec<&str> {
    let (mut found, mut begin, mut at, mut depth) = (Vec::new(), 0, 0, 0_u32);
    while let Some(first) = code[at..].chars().next() {
        if let Some(length) = literal_length(&code[at..]) {
            at += length;
            continue;
        }
        match first {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ',' if depth == 0 => {
                found.push(code[begin..at].trim());
                begin = at + 1;
            }
            ')' => break,
            _ => {}
        }
        at += first.len_utf8();
    }
    found.push(code[begin..at].trim());
    found.retain(|argument| !argument.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { path: PathBuf::new(), code: without_comments(text) }
    }

    #[test]
    fn comments_are_no_code_and_strings_are() {
        assert_eq!(source("a // b \"c\"\n\"d // e\" 'f'").code, "a \n\"d // e\" 'f'");
    }

    #[test]
    fn literals_come_with_their_statement() {
        let source = source(r#"a = 1; f("x \" y"); g { h('"', "z") }"#);
        assert_eq!(source.literals(), [(r#"x \" y"#, " f("), ("z", " h('\"', ")]);
    }

    #[test]
    fn arguments_may_hold_commas_and_parentheses() {
        let source = source("message!(\"a, b)\", c, d = e(f, [g, h]),)");
        assert_eq!(source.calls("message"), [["\"a, b)\"", "c", "d = e(f, [g, h])"]]);
    }
}
