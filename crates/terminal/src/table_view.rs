//! The table view: what the screen shows of a match at this terminal, on a server, or in a record.

use menagerie_game::{Effect, GameInfo, Place, Scene, Seat};
use unicode_width::UnicodeWidthStr;

use crate::clock_text::ClockLine;

/// Everything that the table's screen shows.
#[derive(Clone, Debug)]
pub(crate) struct TableView {
    /// The game's facts.
    pub(crate) info: &'static GameInfo,
    /// The game with its options.
    pub(crate) game: String,
    /// Boards, pieces, prompt and choices.
    pub(crate) scene: Scene,
    /// The viewing seat; `None` for a spectator.
    pub(crate) viewer: Option<Seat>,
    /// The acting seat, if its player sits at this terminal.
    pub(crate) acting: Option<Seat>,
    /// The seats with their players.
    pub(crate) seats: Vec<SeatLine>,
    /// The move list.
    pub(crate) log: Vec<LogLine>,
    /// The places of the last action.
    pub(crate) moved: Vec<Place>,
    /// Whether the person can undo the last action.
    pub(crate) can_undo: bool,
    /// The seat that must lift the cover. Until then the screen shows nothing of the table.
    pub(crate) cover: Option<Seat>,
    /// The prompt of a pending offer.
    pub(crate) offer: Option<String>,
    /// The result and its reason.
    pub(crate) ended: Option<String>,
    /// The chat messages.
    pub(crate) talk: Vec<String>,
    /// The possible alliance steps, as they are typed: `offer blue`.
    pub(crate) alliances: Vec<String>,
    /// Whether the match is on a server.
    pub(crate) remote: bool,
    /// The status in the title: the step of a replay, a lost connection, or the link for others.
    pub(crate) status: String,
}

/// The display of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatLine {
    pub(crate) seat: Seat,
    /// The player: `you`, `computer 3 (curious)`, a name.
    pub(crate) who: String,
    /// The clock.
    pub(crate) clock: Option<ClockLine>,
    /// Whether this seat acts.
    pub(crate) acts: bool,
}

impl SeatLine {
    /// The player and the seat's counters.
    pub(crate) fn words(&self, view: &TableView) -> String {
        let counters = view.scene.counters.iter().filter(|counter| counter.seat == self.seat);
        let counted = counters.map(|counter| view.info.counter_words(&counter.name, counter.value.into()));
        let words = [self.who.clone()].into_iter().chain(counted).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("  ")
    }

    /// Whether arrow, name, clock and text fit into one row.
    pub(crate) fn fits(&self, view: &TableView, width: u16) -> bool {
        let name = view.info.seats.iter().map(|seat| seat.name.width()).max().unwrap_or(0);
        let clock = self.clock.as_ref().map_or(0, |clock| clock.words.width() + 2);
        // The arrow and its space, the name with its sign and spaces, a space.
        2 + name + 3 + 1 + clock + self.words(view).width() <= usize::from(width)
    }
}

/// An entry of the move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
    /// The acting seat; `None` for chance.
    pub(crate) by: Option<Seat>,
    /// The event's text as the viewer may know it.
    pub(crate) event: String,
    /// Its effects in words.
    pub(crate) words: String,
}

/// The text of a game's end: the result and its reason.
pub(crate) fn ending(winners: &[&str], reason: &str) -> String {
    let result = match winners {
        [] => "Nobody wins".to_owned(),
        [one] => format!("{} wins", capitalised(one)),
        all => format!("A draw between {}", all.join(" and ")),
    };
    format!("{result}: {reason}")
}

/// The text with a capital first letter.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The places of an effect.
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
