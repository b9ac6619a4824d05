//! Plain language, checked: banned phrases, sentences that are too long, documentation lines that are too wide.

use std::path::{Path, PathBuf};

use crate::command::root;
use crate::repository_texts::texts;

/// Phrases that hide the actor or the number, and what to write instead. Each is split here, so that this file passes its own test.
const BANNED: [(&str, &str); 17] = [
    (concat!("who", "ever"), "name the actor: the server, a client, the player"),
    (concat!("whom", "ever"), "name the actor"),
    (concat!("some", "body"), "name the actor"),
    (concat!("any", "body"), "name the actor"),
    (concat!("to ", "whom"), "name the receiver"),
    (concat!("of ", "whose"), "name the owner"),
    (concat!("so ", "many"), "say the number"),
    (concat!("so ", "much"), "say the number"),
    (concat!("what is ", "new"), "name the thing that is new"),
    (concat!("hear ", "of"), "say which message is sent"),
    (concat!("is told ", "of"), "say which message is sent"),
    (concat!("are told ", "of"), "say which message is sent"),
    (concat!("was told ", "of"), "say which message is sent"),
    (concat!("all the ", "same"), "write 'still', or leave it out"),
    (concat!("sha", "ll"), "write 'must' or 'will'"),
    (concat!("what", "soever"), "leave it out"),
    (concat!("there", "of"), "name the thing"),
];
const LONGEST_SENTENCE: usize = 40;
const WIDEST_LINE: usize = 100;
/// The rule files are the specification, agreed on word by word. Licence texts and credits belong to others.
const EXEMPT: [&str; 4] = ["rules.md", "CREDITS.md", "OFL.txt", "package-lock.json"];

fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "md")
}

fn is_checked(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let kind = path.extension().unwrap_or_default().to_string_lossy();
    !EXEMPT.contains(&&*name) && matches!(&*kind, "rs" | "md" | "ts" | "svelte" | "ftl")
}

/// The repository's own texts, with their paths relative to its root.
fn prose() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    texts(&root(), &mut found);
    found.retain(|(path, _)| is_checked(path));
    assert!(found.len() > 500, "the repository was not read");
    let relative = |(path, text): (PathBuf, String)| (path.strip_prefix(root()).unwrap().to_owned(), text);
    found.into_iter().map(relative).collect()
}

/// Whether a phrase stands in a line as words of its own, in any case.
fn says(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(phrase).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + phrase.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// The running text of a line: of a document, everything but code, tables and headings; of a source, its comment.
fn running_text<'a>(line: &'a str, is_document: bool, in_code: &mut bool) -> Option<&'a str> {
    let comment = || ["//!", "///", "//"].iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim);
    let words = if is_document { Some(line) } else { comment() }?;
    if words.starts_with("```") {
        *in_code = !*in_code;
        return None;
    }
    let skipped = *in_code || words.is_empty() || words.starts_with(['|', '#', '<', '`']);
    (!skipped).then_some(words)
}

/// Paragraphs with the number of their first line. An item of a list is a paragraph.
fn paragraphs(path: &Path, text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut in_code, mut open) = (false, false);
    for (number, line) in text.lines().enumerate() {
        let Some(words) = running_text(line.trim(), is_document(path), &mut in_code) else {
            open = false;
            continue;
        };
        let is_item =
            words.starts_with("- ") || words.starts_with("* ") || words.starts_with(|c: char| c.is_ascii_digit());
        match found.last_mut() {
            Some((_, paragraph)) if open && !is_item => *paragraph = format!("{paragraph} {words}"),
            _ => found.push((number + 1, words.to_owned())),
        }
        open = true;
    }
    found
}

/// A paragraph with each code span as one word.
fn without_code(paragraph: &str) -> String {
    let parts = paragraph.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { "code" } else { part }).collect()
}

/// The number of words of each sentence. A sentence ends with a full stop, a question or exclamation mark, a colon or a semicolon.
fn sentence_lengths(paragraph: &str) -> Vec<usize> {
    let mut lengths = vec![0];
    for word in without_code(paragraph).split_whitespace() {
        if let Some(length) = lengths.last_mut() {
            *length += 1;
        }
        if word.ends_with(['.', '?', '!', ':', ';']) {
            lengths.push(0);
        }
    }
    lengths
}

#[test]
fn no_text_hides_the_actor_or_the_number() {
    let mut faults = Vec::new();
    for (path, text) in prose() {
        for (number, line) in text.lines().enumerate() {
            for (phrase, instead) in BANNED.iter().filter(|(phrase, _)| says(line, phrase)) {
                faults.push(format!("{}:{}: '{phrase}': {instead}", path.display(), number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{} phrases:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn no_sentence_is_longer_than_forty_words() {
    let mut faults = Vec::new();
    for (path, text) in prose() {
        for (number, paragraph) in paragraphs(&path, &text) {
            let longest = sentence_lengths(&paragraph).into_iter().max().unwrap_or_default();
            if longest > LONGEST_SENTENCE {
                faults.push(format!("{}:{number}: {longest} words in one sentence: {paragraph}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{} paragraphs:\n{}", faults.len(), faults.join("\n"));
}

/// A table row, a picture and a long address cannot be wrapped.
#[test]
fn documentation_is_at_most_a_hundred_columns_wide() {
    let mut faults = Vec::new();
    for (path, text) in prose().iter().filter(|(path, _)| is_document(path)) {
        for (number, line) in text.lines().enumerate() {
            let wraps = !line.starts_with(['|', '<']) && line.split_whitespace().count() > 1 && !line.contains("://");
            if wraps && line.chars().count() > WIDEST_LINE {
                faults.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{} lines:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_phrase_is_found_as_words_of_its_own() {
    let phrase = BANNED[0].0;
    assert!(says(&format!("// {}.", phrase.to_uppercase()), phrase));
    assert!(!says(&format!("fn {phrase}_reads()"), phrase));
}

#[test]
fn sentences_are_counted_across_lines_and_without_code() {
    let text = "A first sentence. A second one: with a\npart `of some code`.\n\n```\nno sentence\n```\n- an item\n";
    let found = paragraphs(Path::new("x.md"), text);
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 7]);
    assert_eq!(sentence_lengths(&found[0].1), [3, 3, 4, 0]);
    let source = paragraphs(Path::new("x.rs"), "/// One comment\n/// goes on.\nfn code() {}\n// Another.\n");
    assert_eq!(source.iter().map(|(_, words)| &words[..]).collect::<Vec<_>>(), ["One comment goes on.", "Another."]);
}
