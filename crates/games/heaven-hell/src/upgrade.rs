//! Upgrades and downgrades (heaven-hell/10.1, heaven-hell/10.2).

use crate::messages::topic_name;
use crate::piece::{Kind, Mark, Piece};
use Kind::*;

/// What an experienced piece can become or get.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Upgrade {
    /// Another type.
    Become(Kind),
    /// One size more.
    IncreasedSize,
    /// Immunity to Fire and Ice.
    WizardHat,
    /// One more coin each time coins are paid.
    Investor,
    /// A second move for a coin.
    DoubleMove,
    /// One jump to another plane.
    PortalGun,
}

use Upgrade::*;

/// What each type is offered before looking at the piece itself.
const fn offered(kind: Kind) -> &'static [Upgrade] {
    match kind {
        Pawn => &[Become(Knight), Become(SuicideBomber), IncreasedSize],
        Knight => &[Become(Leopard), Become(CheckerKnight), Become(MountedArcher)],
        Bishop => &[Become(Wizard), Become(King), Become(Archbishop)],
        Rook => &[Become(Fortress), Become(Scout), Become(Warlock)],
        Imp | Angel => &[],
        King => &[WizardHat, Investor, IncreasedSize, DoubleMove],
        _ => &[WizardHat, Investor, IncreasedSize, PortalGun],
    }
}

impl Upgrade {
    const ALL: [Self; 16] = [
        Become(Knight),
        Become(SuicideBomber),
        Become(Leopard),
        Become(CheckerKnight),
        Become(MountedArcher),
        Become(Wizard),
        Become(King),
        Become(Archbishop),
        Become(Fortress),
        Become(Scout),
        Become(Warlock),
        IncreasedSize,
        WizardHat,
        Investor,
        DoubleMove,
        PortalGun,
    ];

    /// As in action texts: `increased-size`.
    pub const fn id(self) -> &'static str {
        match self {
            Become(kind) => kind.id(),
            IncreasedSize => "increased-size",
            WizardHat => "wizard-hat",
            Investor => "investor",
            DoubleMove => "double-move",
            PortalGun => "portal-gun",
        }
    }

    /// As in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Become(kind) => kind.name(),
            other => topic_name(other.id()),
        }
    }

    /// Its place among all upgrades.
    pub(crate) fn index(self) -> usize {
        Self::ALL.into_iter().position(|upgrade| upgrade == self).unwrap_or(0)
    }

    /// The upgrade with this id.
    pub fn with_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|upgrade| upgrade.id() == id)
    }

    /// The status it gives, if it is one that a piece has or has not.
    pub(crate) const fn mark(self) -> Option<Mark> {
        match self {
            WizardHat => Some(Mark::Hat),
            DoubleMove => Some(Mark::DoubleMove),
            PortalGun => Some(Mark::PortalGun),
            Become(_) | IncreasedSize | Investor => None,
        }
    }

    /// The upgrades a piece is offered.
    pub(crate) fn options(piece: Piece) -> impl Iterator<Item = Self> {
        offered(piece.kind).iter().copied().filter(move |upgrade| match upgrade {
            Investor => piece.investors < Piece::MOST,
            _ => upgrade.mark().is_none_or(|mark| !piece.has(mark)),
        })
    }
}

/// What a piece loses when it is downgraded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Downgrade {
    Mark(Mark),
    Investor,
    Size,
    Type(Kind),
}

impl Downgrade {
    /// The first of heaven-hell/10.2 that the piece has.
    pub(crate) fn of(piece: Piece) -> Option<Self> {
        let before = match piece.kind {
            SuicideBomber => Some(Pawn),
            Leopard | CheckerKnight | MountedArcher => Some(Knight),
            Wizard | Archbishop => Some(Bishop),
            Fortress | Scout | Warlock => Some(Rook),
            _ => None,
        };
        let mark = |mark| piece.has(mark).then_some(Self::Mark(mark));
        if piece.is_neutral() {
            return None;
        }
        mark(Mark::DoubleMove)
            .or_else(|| mark(Mark::PortalGun))
            .or_else(|| (piece.investors > 0).then_some(Self::Investor))
            .or_else(|| mark(Mark::Hat))
            .or_else(|| (piece.size > 1).then_some(Self::Size))
            .or_else(|| before.map(Self::Type))
    }
}
