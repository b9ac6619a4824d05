//! Lines as commands.

use menagerie_game::text::excerpt;

use super::go::Go;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Ugi,
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position(Placement),
    Go(Box<Go>),
    Query(Vec<String>),
    Draw,
    Bench {
        deeper: i32,
    },
    Stop,
    /// What was pondered on has been played.
    PonderHit,
    Quit,
    /// Nothing was asked.
    Nothing,
}

/// What `position` puts on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Placement {
    /// A whole position, and what was done since.
    Whole { fen: Option<String>, actions: Vec<String> },
    /// What a seat may know.
    View { seat: String, text: String },
}

/// The first words of all commands. What stands before one of them is ignored, as UCI asks.
const VERBS: [&str; 17] = [
    "ugi",
    "uci",
    "isready",
    "uginewgame",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "query",
    "d",
    "bench",
    "stop",
    "quit",
    "debug",
    "register",
    "ponderhit",
    "help",
];

impl Command {
    /// Reads a line; the error says what would be right.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(at) = words.iter().position(|word| VERBS.contains(word)) else {
            return match words.first() {
                None => Ok(Self::Nothing),
                Some(word) => Err(format!("unknown command '{}'; there are: {}", excerpt(word), VERBS.join(" "))),
            };
        };
        let (verb, rest) = (words[at], &words[at + 1..]);
        Ok(match verb {
            "ugi" => Self::Ugi,
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "uginewgame" | "ucinewgame" => Self::NewGame,
            "setoption" => Self::set_option(rest)?,
            "position" => Self::Position(Placement::read(rest)?),
            "go" => Self::Go(Box::new(Go::read(rest)?)),
            "query" => Self::Query(rest.iter().map(ToString::to_string).collect()),
            "d" => Self::Draw,
            "bench" => Self::Bench { deeper: deeper(rest)? },
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "help" => return Err(format!("the commands are: {}; see docs/engine.md", VERBS.join(" "))),
            _ => Self::Nothing,
        })
    }

    /// `name N [value V]`; both may have spaces inside.
    fn set_option(words: &[&str]) -> Result<Self, String> {
        let ["name", rest @ ..] = words else {
            return Err("setoption should read: setoption name NAME [value VALUE]".to_owned());
        };
        let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let value = rest.get(end + 1..).unwrap_or_default();
        Ok(Self::SetOption { name: rest[..end].join(" "), value: value.join(" ") })
    }
}

fn deeper(words: &[&str]) -> Result<i32, String> {
    let Some(word) = words.first() else { return Ok(0) };
    let number = word.parse().ok().filter(|number| (-100..=100).contains(number));
    number.ok_or_else(|| format!("bench: '{}' should be a number from -100 to 100", excerpt(word)))
}

impl Placement {
    /// A position text has spaces inside: it goes on up to the word `moves`.
    fn read(words: &[&str]) -> Result<Self, String> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let actions = || words.get(end + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
        match &words[..end] {
            ["startpos", ..] => Ok(Self::Whole { fen: None, actions: actions() }),
            ["fen", text @ ..] => Ok(Self::Whole { fen: Some(text.join(" ")), actions: actions() }),
            ["view", seat, text @ ..] => Ok(Self::View { seat: (*seat).to_owned(), text: text.join(" ") }),
            _ => Err("position should read: position startpos|fen TEXT [moves ACTION…], or position view SEAT TEXT"
                .to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_a_command_is_ignored() {
        assert_eq!(Command::read("joho isready"), Ok(Command::IsReady));
        assert_eq!(Command::read("  \t "), Ok(Command::Nothing));
        assert!(Command::read("joho").unwrap_err().contains("unknown command 'joho'"));
    }

    #[test]
    fn names_and_values_of_options_may_have_spaces() {
        let read = Command::read("setoption name Skill Level value  3 4");
        assert_eq!(read, Ok(Command::SetOption { name: "Skill Level".into(), value: "3 4".into() }));
    }

    #[test]
    fn a_position_text_goes_on_up_to_moves() {
        let read = Command::read("position fen a b  c moves x y");
        let (fen, actions) = (Some("a b c".to_owned()), vec!["x".to_owned(), "y".to_owned()]);
        assert_eq!(read, Ok(Command::Position(Placement::Whole { fen, actions })));
    }
}
