//! The parser of command lines.

use menagerie_game::text::excerpt;

use super::go::Go;

/// A command of UGI or UCI.
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
    Position(PositionCommand),
    Go(Box<Go>),
    Query(Vec<String>),
    Draw,
    Bench {
        deeper: i32,
    },
    Stop,
    /// The opponent has played the expected action.
    PonderHit,
    Quit,
    /// An empty line, or a command without effect.
    Nothing,
}

/// The arguments of `position`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PositionCommand {
    /// A full position and the actions since then.
    Full { fen: Option<String>, actions: Vec<String> },
    /// The view of one seat.
    View { seat: String, text: String },
}

/// The names of all commands. As UCI demands, words before a command are ignored.
const COMMANDS: [&str; 17] = [
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
    /// Parses a line. The error says what would be valid.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(at) = words.iter().position(|word| COMMANDS.contains(word)) else {
            return match words.first() {
                None => Ok(Self::Nothing),
                Some(word) => Err(format!("unknown command '{}'; there are: {}", excerpt(word), COMMANDS.join(" "))),
            };
        };
        let (command, rest) = (words[at], &words[at + 1..]);
        Ok(match command {
            "ugi" => Self::Ugi,
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "uginewgame" | "ucinewgame" => Self::NewGame,
            "setoption" => Self::set_option(rest)?,
            "position" => Self::Position(PositionCommand::read(rest)?),
            "go" => Self::Go(Box::new(Go::read(rest)?)),
            "query" => Self::Query(rest.iter().map(ToString::to_string).collect()),
            "d" => Self::Draw,
            "bench" => Self::Bench { deeper: deeper(rest)? },
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "help" => return Err(format!("the commands are: {}; see docs/bots/engine.md", COMMANDS.join(" "))),
            _ => Self::Nothing,
        })
    }

    /// Parses `name N [value V]`. Both may contain spaces.
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

impl PositionCommand {
    /// A position text contains spaces. It ends at the word `moves`.
    fn read(words: &[&str]) -> Result<Self, String> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let actions = || words.get(end + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
        match &words[..end] {
            ["startpos", ..] => Ok(Self::Full { fen: None, actions: actions() }),
            ["fen", text @ ..] => Ok(Self::Full { fen: Some(text.join(" ")), actions: actions() }),
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
        assert_eq!(read, Ok(Command::Position(PositionCommand::Full { fen, actions })));
    }
}
