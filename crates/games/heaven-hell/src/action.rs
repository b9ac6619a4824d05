//! Actions and their texts (heaven-hell/5).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use menagerie_game::{TextError, message};

use crate::board::{Plane, Square};
use crate::chaos::ChaosId;
use crate::items::Element;
use crate::piece::Kind;
use crate::shop::EntryId;
use crate::upgrade::Upgrade;

/// The smallest decision. Pieces are named by their anchors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `e2e4`: a piece moves to a new anchor.
    Move {
        /// Its anchor.
        from: Square,
        /// Its new anchor.
        to: Square,
    },
    /// `d4*d6`: a piece shoots.
    Shoot {
        /// Its anchor.
        from: Square,
        /// The square it shoots at.
        at: Square,
    },
    /// `cast-fire:d4`, `cast-ice:d4`: a Wizard surrounds itself.
    Cast {
        /// With what.
        element: Element,
        /// The Wizard's anchor.
        from: Square,
    },
    /// `raise:c6_`: a Warlock raises a piece from Hell.
    Raise(Square),
    /// `buy:stun`
    Buy(EntryId),
    /// `stop`
    Stop,
    /// `pass`
    Pass,
    /// `@e4`: a square, or the piece anchored there.
    At(Square),
    /// `unlock:stun`
    Unlock(EntryId),
    /// `draw:giant`
    Draw(ChaosId),
    /// `pick:giant`
    Pick(ChaosId),
    /// `curse:dies`, `curse:lives`
    Curse {
        /// Whether the piece dies.
        dies: bool,
    },
    /// `up:leopard`
    Up(Upgrade),
    /// `promote:queen`
    Promote(Kind),
    /// `plane:heaven`
    Plane(Plane),
    /// `file:e^`
    File {
        /// On which plane.
        plane: Plane,
        /// From 0.
        file: u8,
    },
    /// `destroy:ranks`, `destroy:files`
    Destroy(Lines),
    /// `replace:ice`, `replace:fire`: what is replaced by its opposite.
    Replace(Element),
    /// `remove:stun`
    Remove(EntryId),
}

/// Ranks or files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lines {
    /// The lowest and the highest rank.
    Ranks,
    /// The outermost files.
    Files,
}

impl Lines {
    /// As in action texts.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ranks => "ranks",
            Self::Files => "files",
        }
    }

    /// As in sentences.
    pub(crate) fn words(self) -> Cow<'static, str> {
        match self {
            Self::Ranks => message!("lines-ranks"),
            Self::Files => message!("lines-files"),
        }
    }
}

/// What a Pawn can be promoted to.
pub(crate) const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Move { from, to } => write!(f, "{from}{to}"),
            Self::Shoot { from, at } => write!(f, "{from}*{at}"),
            Self::Cast { element, from } => write!(f, "cast-{}:{from}", element.id()),
            Self::Raise(square) => write!(f, "raise:{square}"),
            Self::Buy(entry) => write!(f, "buy:{}", entry.id()),
            Self::Stop => f.write_str("stop"),
            Self::Pass => f.write_str("pass"),
            Self::At(square) => write!(f, "@{square}"),
            Self::Unlock(entry) => write!(f, "unlock:{}", entry.id()),
            Self::Draw(effect) => write!(f, "draw:{}", effect.id()),
            Self::Pick(effect) => write!(f, "pick:{}", effect.id()),
            Self::Curse { dies } => f.write_str(if dies { "curse:dies" } else { "curse:lives" }),
            Self::Up(upgrade) => write!(f, "up:{}", upgrade.id()),
            Self::Promote(kind) => write!(f, "promote:{}", kind.id()),
            Self::Plane(plane) => write!(f, "plane:{}", plane.id()),
            Self::File { plane, file } => write!(f, "file:{}{}", (b'a' + file) as char, plane.suffix()),
            Self::Destroy(lines) => write!(f, "destroy:{}", lines.id()),
            Self::Replace(element) => write!(f, "replace:{}", element.id()),
            Self::Remove(entry) => write!(f, "remove:{}", entry.id()),
        }
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || {
            TextError::not_an_action(
                text,
                "write a move (e2e4, b1^c3^), a shot (d4*d6), a square (@e4_), stop, pass, or a verb with its argument \
                 (buy:stun, up:leopard, pick:giant, raise:c6_, cast-fire:d4)",
            )
        };
        read(text).ok_or_else(wrong)
    }
}

fn read(text: &str) -> Option<Action> {
    match text {
        "stop" => return Some(Action::Stop),
        "pass" => return Some(Action::Pass),
        _ => {}
    }
    if let Some(square) = text.strip_prefix('@') {
        return Square::read(square).map(Action::At);
    }
    match text.split_once(':') {
        Some((verb, argument)) => read_verb(verb, argument),
        None => read_move(text),
    }
}

fn read_move(text: &str) -> Option<Action> {
    let (from, rest) = Square::take(text)?;
    match rest.strip_prefix('*') {
        Some(target) => Square::read(target).map(|at| Action::Shoot { from, at }),
        None => Square::read(rest).map(|to| Action::Move { from, to }),
    }
}

fn read_verb(verb: &str, argument: &str) -> Option<Action> {
    let element = |id| [Element::Fire, Element::Ice].into_iter().find(|element| element.id() == id);
    Some(match verb {
        "cast-fire" => Action::Cast { element: Element::Fire, from: Square::read(argument)? },
        "cast-ice" => Action::Cast { element: Element::Ice, from: Square::read(argument)? },
        "raise" => Action::Raise(Square::read(argument)?),
        "buy" => Action::Buy(EntryId::with_id(argument)?),
        "unlock" => Action::Unlock(EntryId::with_id(argument)?),
        "remove" => Action::Remove(EntryId::with_id(argument)?),
        "draw" => Action::Draw(ChaosId::with_id(argument)?),
        "pick" => Action::Pick(ChaosId::with_id(argument)?),
        "curse" => Action::Curse { dies: *["lives", "dies"].iter().find(|id| **id == argument)? == "dies" },
        "up" => Action::Up(Upgrade::with_id(argument)?),
        "promote" => Action::Promote(PROMOTIONS.into_iter().find(|kind| kind.id() == argument)?),
        "plane" => Action::Plane(Plane::with_id(argument)?),
        "file" => read_file(argument)?,
        "destroy" => Action::Destroy([Lines::Ranks, Lines::Files].into_iter().find(|lines| lines.id() == argument)?),
        "replace" => Action::Replace(element(argument)?),
        _ => return None,
    })
}

fn read_file(text: &str) -> Option<Action> {
    let first = text.bytes().next().filter(|byte| (b'a'..=b'h').contains(byte))?;
    let plane = Plane::ALL.into_iter().find(|plane| plane.suffix() == &text[1..])?;
    Some(Action::File { plane, file: first - b'a' })
}
