//! What the screen of a table shows, wherever the match is played: here, on a server, or in a record.

use menagerie_game::{Effect, GameInfo, Place, Scene, Seat};

/// What is seen of a table now.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// The game's facts.
    pub(crate) info: &'static GameInfo,
    /// The game with its options.
    pub(crate) game: String,
    /// Boards, pieces, prompt and choices.
    pub(crate) scene: Scene,
    /// Whose eyes these are; nobody's for a spectator.
    pub(crate) viewer: Option<Seat>,
    /// The seat that decides now, if its player sits here.
    pub(crate) acting: Option<Seat>,
    /// Who sits where.
    pub(crate) seats: Vec<SeatLine>,
    /// What happened.
    pub(crate) log: Vec<LogLine>,
    /// Where something happened last.
    pub(crate) moved: Vec<Place>,
    /// Whether the last action can be undone here.
    pub(crate) can_undo: bool,
    /// The seat that must be alone before the screen; nothing of the table is shown until then.
    pub(crate) cover: Option<Seat>,
    /// An offer that waits for an answer from here, in words.
    pub(crate) offer: Option<String>,
    /// How it ended: who won, and why.
    pub(crate) ended: Option<String>,
    /// What was said.
    pub(crate) talk: Vec<String>,
    /// Anything else about the table: the step of a replay, a lost connection, a link for others.
    pub(crate) status: String,
}

/// A seat's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatLine {
    pub(crate) seat: Seat,
    /// Who sits there: `you`, `computer 3`, a name.
    pub(crate) who: String,
    /// What the clock shows.
    pub(crate) clock: Option<String>,
    /// Whether this seat decides now.
    pub(crate) acts: bool,
}

/// An entry of the move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
    /// Who did it; chance if nobody.
    pub(crate) by: Option<Seat>,
    /// The event's text as the viewer may know it.
    pub(crate) event: String,
    /// What it did, in words.
    pub(crate) words: String,
}

/// What the person at the screen wants of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// An action of the seat that decides.
    Act(String),
    /// Take the last action of the turn back.
    Undo,
    /// Offer a draw, or agree to the one on offer.
    Draw,
    /// Decline the offer.
    Decline,
    /// Give up.
    Resign,
    /// The seat is alone before the screen.
    Uncover,
    /// Say something to the others.
    Say(String),
    /// Ask the computer.
    Hint,
    /// Let the computer think aloud, or stop it.
    Analyse(bool),
    /// Step through what happened; to the end and back by large numbers.
    Step(i32),
}

/// The words of a game's end: who won, and why.
pub(crate) fn ending(winners: &[&str], reason: &str) -> String {
    let result = match winners {
        [] => "Nobody wins".to_owned(),
        [one] => format!("{} wins", capitalised(one)),
        all => format!("A draw between {}", all.join(" and ")),
    };
    format!("{result}: {reason}")
}

/// The same words with a capital first letter.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Where an effect happened.
pub(crate) fn places(effect: &Effect) -> Vec<Place> {
    match effect {
        Effect::Moved { from, to, .. } => vec![*from, *to],
        Effect::Captured { at, .. }
        | Effect::Died { at, .. }
        | Effect::Appeared { at, .. }
        | Effect::Became { at, .. }
        | Effect::Vanished { at, .. } => vec![*at],
        _ => Vec::new(),
    }
}
