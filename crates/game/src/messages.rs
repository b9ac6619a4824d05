//! Texts for players: message files in the format of Project Fluent, one per language and crate.
//!
//! A crate with texts has a module `messages` with a static [`Messages`], and asks for a text with [`message!`]. A file
//! is parsed once. Listing, counting and searching actions never touch it.

mod template;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;

use arrayvec::ArrayString;
use fluent_syntax::ast::{Entry, Pattern};
use intl_pluralrules::{PluralRuleType, PluralRules};

use template::Template;

/// The texts that all games share.
pub static MESSAGES: Messages = Messages::new(&[("en", include_str!("../messages/en.ftl"))]);

thread_local! {
    static LANGUAGE: Cell<&'static str> = const { Cell::new("en") };
}

/// The longest key of a fact, in bytes.
const LONGEST: usize = 96;

/// Runs `make` with texts in another language, on this thread. What a message file of that language lacks is English.
pub fn in_language<T>(language: &'static str, make: impl FnOnce() -> T) -> T {
    struct Restore(&'static str);
    impl Drop for Restore {
        fn drop(&mut self) {
            LANGUAGE.set(self.0);
        }
    }
    let _restore = Restore(LANGUAGE.replace(language));
    make()
}

/// The texts of a crate in all its languages.
///
/// ```
/// use menagerie_game::{Messages, in_language};
///
/// static MESSAGES: Messages = Messages::new(&[
///     ("en", "coins = { $count ->\n    [one] { $count } coin\n   *[other] { $count } coins\n }"),
///     ("de", "coins = { $count ->\n    [one] { $count } Münze\n   *[other] { $count } Münzen\n }"),
/// ]);
/// assert_eq!(MESSAGES.text("coins", &[("count", &1)]), "1 coin");
/// assert_eq!(in_language("de", || MESSAGES.text("coins", &[("count", &2)])), "2 Münzen");
/// ```
#[derive(Debug)]
pub struct Messages {
    files: &'static [(&'static str, &'static str)],
    parsed: OnceLock<Vec<Catalogue>>,
}

/// The messages of one language.
#[derive(Debug)]
struct Catalogue {
    language: &'static str,
    plurals: Plurals,
    /// By key; the key of an attribute is `key.attribute`.
    templates: HashMap<String, Template>,
    problems: Vec<MessageError>,
}

/// The plural categories of a language: `one`, `few`, `other`.
struct Plurals(Option<PluralRules>);

impl std::fmt::Debug for Plurals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Plurals").field(&self.0.as_ref().map(PluralRules::get_locale)).finish()
    }
}

/// A defect of a message file. Tests look for them; a text that cannot be made is shown as its key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// The language has no plural rules.
    #[error("'{0}' is no language with known plural rules")]
    Language(&'static str),
    /// The file is not in the format of Project Fluent.
    #[error("{language}: this is no message: {text}")]
    Syntax {
        /// The file's language.
        language: &'static str,
        /// What could not be read.
        text: String,
    },
    /// A message uses a part of the format that is not supported.
    #[error("{language}: {key} has {part}: only text, parameters and selectors of a parameter are supported")]
    Unsupported {
        /// The file's language.
        language: &'static str,
        /// The message.
        key: String,
        /// What it has.
        part: &'static str,
    },
    /// A key stands in the file twice.
    #[error("{language}: {key} stands there twice")]
    Twice {
        /// The file's language.
        language: &'static str,
        /// The message.
        key: String,
    },
}

impl Messages {
    /// No texts: facts are called by their ids.
    pub const fn none() -> &'static Self {
        static NONE: Messages = Messages::new(&[]);
        &NONE
    }

    /// The texts in these files, each with its language. The first language, English, stands in for what others lack.
    pub const fn new(files: &'static [(&'static str, &'static str)]) -> Self {
        Self { files, parsed: OnceLock::new() }
    }

    /// A message with its parameters. A message without parameters is not copied.
    pub fn text(&'static self, key: &str, parameters: &[(&str, &dyn Display)]) -> Cow<'static, str> {
        let Some((catalogue, template)) = self.find(key) else {
            debug_assert!(false, "there is no message '{key}'");
            return Cow::Owned(key.to_owned());
        };
        debug_assert!(template.takes(parameters), "{key}: its parameters are {:?}", template.parameters());
        match template.constant() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(template.fill(&catalogue.plurals, parameters)),
        }
    }

    /// The text of a fact: the message `CATEGORY-ID`, or an attribute of it. Colons and spaces of the id are hyphens in
    /// the key. `None` if there is no such text.
    pub fn fact(&'static self, category: &str, id: &str, attribute: Option<&str>) -> Option<&'static str> {
        let key = fact_key(category, id, attribute)?;
        self.find(&key).and_then(|(_, template)| template.constant())
    }

    /// The same for a text that must be there, like one that only some games give their facts.
    pub fn fact_text(&'static self, category: &str, id: &str, attribute: &str) -> &'static str {
        let text = self.fact(category, id, Some(attribute));
        debug_assert!(text.is_some(), "there is no message '{category}-{id}.{attribute}'");
        text.unwrap_or_default()
    }

    /// The message `CATEGORY-ID` with the parameter `count`. `None` if there is no such message.
    pub(crate) fn counted(&'static self, category: &str, id: &str, count: i64) -> Option<String> {
        let (catalogue, template) = self.find(&fact_key(category, id, None)?)?;
        Some(template.fill(&catalogue.plurals, &[("count", &count)]))
    }

    /// Every key of a language, sorted, with the names of its parameters. The key of an attribute is `key.attribute`.
    pub fn entries(&'static self, language: &str) -> Vec<(&'static str, Vec<&'static str>)> {
        let templates = self.parsed().iter().find(|it| it.language == language).map(|it| &it.templates);
        let entry = |(key, template): (&'static String, &'static Template)| (key.as_str(), template.parameters());
        let mut entries: Vec<_> = templates.into_iter().flatten().map(entry).collect();
        entries.sort_unstable();
        entries
    }

    /// The languages, English first.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().map(|(language, _)| *language)
    }

    /// The defects of all files.
    pub fn problems(&self) -> Vec<MessageError> {
        self.parsed().iter().flat_map(|it| it.problems.clone()).collect()
    }

    fn find(&'static self, key: &str) -> Option<(&'static Catalogue, &'static Template)> {
        let (language, parsed) = (LANGUAGE.get(), self.parsed());
        let found = |it: &'static Catalogue| it.templates.get(key).map(|template| (it, template));
        let spoken = parsed.iter().find(|it| it.language == language);
        spoken.and_then(found).or_else(|| found(parsed.first()?))
    }

    fn parsed(&self) -> &Vec<Catalogue> {
        self.parsed.get_or_init(|| self.files.iter().map(|&(language, file)| Catalogue::read(language, file)).collect())
    }
}

fn fact_key(category: &str, id: &str, attribute: Option<&str>) -> Option<ArrayString<LONGEST>> {
    let mut key = ArrayString::new();
    let mut put = |text: &str| key.try_push_str(text).ok();
    put(category)?;
    put("-")?;
    if id.bytes().any(|byte| matches!(byte, b':' | b' ')) {
        put(&id.replace([':', ' '], "-"))?;
    } else {
        put(id)?;
    }
    if let Some(attribute) = attribute {
        put(".")?;
        put(attribute)?;
    }
    Some(key)
}

impl Catalogue {
    fn read(language: &'static str, file: &'static str) -> Self {
        let rules = language
            .parse()
            .ok()
            .and_then(|it: unic_langid::LanguageIdentifier| PluralRules::create(it, PluralRuleType::CARDINAL).ok());
        let problems = if rules.is_none() { vec![MessageError::Language(language)] } else { Vec::new() };
        let mut catalogue = Self { language, plurals: Plurals(rules), templates: HashMap::new(), problems };
        // What is malformed is an entry of its own, so that the other messages are kept.
        let resource = fluent_syntax::parser::parse(file).unwrap_or_else(|(resource, _)| resource);
        for entry in resource.body {
            match entry {
                Entry::Message(message) => {
                    let key = message.id.name;
                    message.value.iter().for_each(|pattern| catalogue.add(key.to_owned(), pattern));
                    for attribute in &message.attributes {
                        catalogue.add(format!("{key}.{}", attribute.id.name), &attribute.value);
                    }
                }
                Entry::Term(term) => catalogue.unsupported(term.id.name.to_owned(), "a term"),
                Entry::Junk { content } => {
                    let text = content.trim_end().to_owned();
                    catalogue.problems.push(MessageError::Syntax { language, text });
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            }
        }
        catalogue
    }

    fn add(&mut self, key: String, pattern: &Pattern<&'static str>) {
        match Template::of(pattern) {
            Err(part) => self.unsupported(key, part),
            Ok(_) if self.templates.contains_key(&key) => {
                self.problems.push(MessageError::Twice { language: self.language, key });
            }
            Ok(template) => {
                self.templates.insert(key, template);
            }
        }
    }

    fn unsupported(&mut self, key: String, part: &'static str) {
        self.problems.push(MessageError::Unsupported { language: self.language, key, part });
    }
}

/// A text of the calling crate, from its `crate::messages::MESSAGES`. A parameter is `name = value`, or `name` for a
/// variable of that name. The key is a literal, so that tests find every key and every parameter.
#[macro_export]
#[expect(clippy::crate_in_macro_def, reason = "the messages of the crate that calls it")]
macro_rules! message {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        crate::messages::MESSAGES.text(
            $key,
            &[$((stringify!($name), &$crate::message!(@value $name $(= $value)?) as &dyn ::std::fmt::Display)),*],
        )
    };
}

#[cfg(test)]
mod tests;
