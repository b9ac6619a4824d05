//! Texts for players come from message files, and from nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use menagerie_game::{Fact, GameInfo, Messages, SHARED_MESSAGES};

use crate::sources::{Source, sources};

/// Checks a game's message files against its facts and its sources, which lie in `src/` of the folder: every key that
/// the game asks for exists and has the parameters that are given, every key is used, every fact has its texts, every
/// language has the same messages, and no sentence stands in the sources.
///
/// # Panics
/// If one of these does not hold.
pub fn game_messages(info: &GameInfo, folder: &Path) {
    let sources = sources(&folder.join("src"));
    let (mut keys, optional) = (fact_keys(info), optional_keys(info, &sources));
    for key in &keys {
        assert!(is_known(info.messages, key), "{}: there is no message {key}", info.id);
    }
    keys.extend(optional);
    check(info.id, info.messages, &sources, keys);
    let is_id = |text: &str| info.topic(text).is_some();
    no_sentences(info.id, &sources, &GAME_FILES, is_id);
}

/// Checks the message file that all games share, in the same way. The folder is that of `menagerie-game`.
///
/// # Panics
/// As [`game_messages`].
pub fn shared_messages(folder: &Path) {
    let sources = sources(&folder.join("src"));
    check("game", &SHARED_MESSAGES, &sources, BTreeSet::new());
    no_sentences("game", &sources, &SHARED_FILES, |_| false);
}

fn check(name: &str, messages: &'static Messages, sources: &[Source], mut used: BTreeSet<String>) {
    assert_eq!(messages.problems(), [], "{name}");
    let english: BTreeMap<&str, BTreeSet<&str>> = entries(messages, "en");
    for (path, key, given) in sources.iter().flat_map(calls) {
        let wanted = english.get(key).unwrap_or_else(|| panic!("{name}, {path}: there is no message {key}"));
        assert_eq!(&given, wanted, "{name}, {path}: the parameters of {key}");
        used.insert(key.to_owned());
    }
    let unused: Vec<_> = english.keys().filter(|key| !used.contains(**key)).collect();
    assert!(unused.is_empty(), "{name}: nothing uses these messages: {unused:#?}");
    for language in messages.languages() {
        assert_eq!(entries(messages, language), english, "{name}: keys and parameters in {language}");
    }
}

/// Fails for a sentence outside the message file, except in `other` files and except for ids.
fn no_sentences(name: &str, sources: &[Source], other: &[&str], is_id: impl Fn(&str) -> bool) {
    let is_read = |source: &&Source| !other.iter().any(|file| source.path.with_extension("").starts_with(file));
    let sentences = sources.iter().filter(is_read).flat_map(sentences);
    let sentences: Vec<_> = sentences.filter(|(_, text)| !is_id(text)).collect();
    assert!(sentences.is_empty(), "{name}: these texts belong into the message file: {sentences:#?}");
}

fn entries(messages: &'static Messages, language: &str) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    messages.entries(language).into_iter().map(|(key, names)| (key, names.into_iter().collect())).collect()
}

/// The keys and parameters of a file's calls of `message!`, with the file's path.
fn calls(source: &Source) -> Vec<(String, &str, BTreeSet<&str>)> {
    let mut found = Vec::new();
    for arguments in source.calls("message") {
        let [key, parameters @ ..] = &arguments[..] else { continue };
        // The macro's own definition has no key.
        if let Some(key) = key.strip_prefix('"') {
            let name = |parameter: &&'_ str| parameter.find(['=', ' ']).unwrap_or(parameter.len());
            let given = parameters.iter().map(|parameter| &parameter[..name(parameter)]).collect();
            found.push((source.path.display().to_string(), key.trim_end_matches('"'), given));
        }
    }
    found
}

/// The texts that a game's facts must have.
fn fact_keys(info: &GameInfo) -> BTreeSet<String> {
    fn names<F: Fact>(facts: &'static [F]) -> impl Iterator<Item = String> {
        facts.iter().map(key_of)
    }
    fn texts<F: Fact>(facts: &'static [F]) -> impl Iterator<Item = String> {
        facts.iter().map(|fact| key_of(fact) + ".text")
    }
    let game = ["game-name", "game-tagline"].map(str::to_owned);
    let named = names(info.seats).chain(names(info.kinds)).chain(names(info.terrains)).chain(names(info.topics));
    let explained = texts(info.options).chain(texts(info.kinds)).chain(texts(info.terrains));
    let explained = explained.chain(texts(info.topics)).chain(texts(info.hints));
    game.into_iter().chain(named).chain(explained).collect()
}

/// The texts that facts may have: a counter's plural, a colour at the beginning of a sentence, and attributes that the
/// sources name.
fn optional_keys(info: &GameInfo, sources: &[Source]) -> BTreeSet<String> {
    let literals: BTreeSet<&str> = sources.iter().flat_map(Source::literals).map(|(text, _)| text).collect();
    let titled = sources.iter().any(|source| source.code.contains("color_title"));
    let asked = |attribute: &str| attribute == "title" && titled || literals.contains(attribute);
    let facts = fact_keys(info);
    let of_fact = |key: &str| key.split_once('.').is_some_and(|(fact, name)| facts.contains(fact) && asked(name));
    let counters: BTreeSet<_> = info.topics.iter().map(|topic| key_of(topic).replacen("topic", "counter", 1)).collect();
    let entries = info.messages.entries("en").into_iter().map(|(key, _)| key);
    entries.filter(|key| of_fact(key) || counters.contains(*key)).map(str::to_owned).collect()
}

fn key_of<F: Fact>(fact: &F) -> String {
    format!("{}-{}", F::CATEGORY, fact.id().replace([':', ' '], "-"))
}

fn is_known(messages: &'static Messages, key: &str) -> bool {
    messages.entries("en").iter().any(|(known, _)| *known == key)
}

/// Files and folders of a game whose texts are not for players: position and action texts with their errors, a line
/// protocol, names of weights.
const GAME_FILES: [&str; 4] = ["text", "valid", "console", "eval"];

/// The same for the contract: errors of text readers, of options and of message files.
const SHARED_FILES: [&str; 3] = ["text", "info", "messages"];

/// What stands before a text that is not for players: an attribute, a broken promise of the program, an error of a text
/// reader, a warning for the operator.
const BEFORE_OTHER_TEXTS: [&str; 8] =
    ["#[", "#![", "expect(", "assert", "TextError::", "Error::custom(", "message!(", "io::stderr()"];

/// The sentences in a file that players could read, with the file's path.
fn sentences(source: &Source) -> Vec<(String, &str)> {
    let other = |before: &str| BEFORE_OTHER_TEXTS.iter().any(|sign| before.contains(sign));
    let literals = source.literals().into_iter().filter(|(text, before)| is_sentence(text) && !other(before));
    literals.map(|(text, _)| (source.path.display().to_string(), text)).collect()
}

/// Whether a text has two words, or one and a placeholder.
fn is_sentence(text: &str) -> bool {
    let letters = |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_alphabetic() || letter == '\'');
    let words = text.split_whitespace().map(|word| word.trim_end_matches([',', '.', ':', ';', '?', '!']));
    let words = words.filter(letters).count();
    words > 1 || words == 1 && text.contains(' ') && text.contains('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_told_from_ids_and_position_texts() {
        for text in ["Move a piece", "{} concedes", "the game is over: {why}"] {
            assert!(is_sentence(text), "{text}");
        }
        for text in ["hand:{}:{}", "promoted-silver", "{squares} {side} -", "1k3/5/2K2/5/5[] w", "#c0392b", "Rat"] {
            assert!(!is_sentence(text), "{text}");
        }
    }
}
