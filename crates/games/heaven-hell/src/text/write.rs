//! Writing a position: twelve fields.

use std::fmt::{self, Formatter};

use crate::board::{Plane, Square};
use crate::piece::{Color, Mark, Piece, letter};
use crate::position::{CASTLES, Position, Stage};
use crate::shop::{EntryId, Stock};
use crate::task::{About, Question, Task, Topic};

/// Writes a position; each of the `hidden` traps is a `?` after the known ones.
pub(crate) fn write(position: &Position, hidden: u16, f: &mut Formatter<'_>) -> fmt::Result {
    let stage = match position.stage {
        Stage::Two => "2",
        Stage::One => "1",
        Stage::OneMore => "1+",
        Stage::Resolving => "0",
        Stage::Ending => "!",
    };
    write!(f, "{}{stage} ", letter(position.seat))?;
    list(f, ",", position.pieces.ids(), |f, id| piece(f, position.pieces[id]))?;
    f.write_str(" ")?;
    list(f, ",", position.items.visible().iter(), |f, square| items(f, position, square))?;
    f.write_str(" ")?;
    traps(f, position, hidden)?;
    write!(f, " {}/{} ", position.coins[0], position.coins[1])?;
    list(f, ",", EntryId::all(), |f, entry| match position.shop.stock(entry) {
        Stock::Locked(price) => write!(f, "{price}"),
        Stock::Unlocked(price) => write!(f, "{price}+"),
        Stock::Removed => f.write_str("-"),
    })?;
    f.write_str(" ")?;
    let rights = CASTLES.iter().enumerate().filter(|(index, _)| position.castling.has(*index));
    list(f, "", rights, |f, (_, castle)| write!(f, "{}", castle.letter))?;
    f.write_str(" ")?;
    list(f, "", position.en_passant, |f, square| write!(f, "{square}"))?;
    f.write_str(" ")?;
    let two = Position::SEATS.iter().filter(|seat| position.next_two[seat.index()]);
    list(f, "", two, |f, seat| write!(f, "{}", letter(seat)))?;
    f.write_str(" ")?;
    list(f, "", position.imp, |f, (from, to)| write!(f, "{from}{to}"))?;
    f.write_str(" ")?;
    extent(f, position, Plane::Heaven)?;
    f.write_str("/")?;
    extent(f, position, Plane::Hell)?;
    f.write_str(" ")?;
    list(f, ";", position.pending.iter(), |f, task| write_task(f, position, *task))
}

/// The things joined by a separator; `-` if there are none.
fn list<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    things: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    let mut empty = true;
    for thing in things {
        if !empty {
            f.write_str(separator)?;
        }
        empty = false;
        write(f, thing)?;
    }
    if empty { f.write_str("-") } else { Ok(()) }
}

/// A piece text: `qd4^*2mxs3`.
pub(super) fn piece(f: &mut Formatter<'_>, piece: Piece) -> fmt::Result {
    let letter = piece.kind.letter();
    let black = matches!(piece.color(), Color::Of(seat) if seat.0 == 1);
    write!(f, "{}{}", if black { letter.to_ascii_lowercase() } else { letter }, piece.square)?;
    if piece.size > 1 {
        write!(f, "*{}", piece.size)?;
    }
    let mark = |f: &mut Formatter<'_>, mark: Mark| {
        if piece.has(mark) { write!(f, "{}", mark.letter()) } else { Ok(()) }
    };
    [Mark::Murderer, Mark::Experienced, Mark::Cursed].into_iter().try_for_each(|m| mark(f, m))?;
    if piece.stuns > 0 {
        write!(f, "s{}", piece.stuns)?;
    }
    [Mark::Hat, Mark::DoubleMove].into_iter().try_for_each(|m| mark(f, m))?;
    if piece.investors > 0 {
        write!(f, "i{}", piece.investors)?;
    }
    [Mark::PortalGun, Mark::Forced].into_iter().try_for_each(|m| mark(f, m))
}

fn items(f: &mut Formatter<'_>, position: &Position, square: Square) -> fmt::Result {
    let items = &position.items;
    write!(f, "{square}")?;
    for (there, letter) in [(&items.fire, "f"), (&items.ice, "i"), (&items.orbs, "o")] {
        if there.contains(square) {
            f.write_str(letter)?;
        }
    }
    match items.coins_on(square) {
        0 => Ok(()),
        coins => write!(f, "${coins}"),
    }
}

fn traps(f: &mut Formatter<'_>, position: &Position, hidden: u16) -> fmt::Result {
    let all = position.items.traps[0] | position.items.traps[1];
    let known = all.iter().flat_map(|square| {
        let planted = Position::SEATS.iter().filter(move |&seat| position.items.traps_of(seat).contains(square));
        planted.map(move |seat| Some((square, seat)))
    });
    let unknown = std::iter::repeat_n(None, usize::from(hidden));
    list(f, ",", known.chain(unknown), |f, trap| match trap {
        Some((square, seat)) => write!(f, "{square}{}", letter(seat)),
        None => f.write_str("?"),
    })
}

fn extent(f: &mut Formatter<'_>, position: &Position, plane: Plane) -> fmt::Result {
    list(f, "", position.corners(plane), |f, (low, high)| write!(f, "{low}{high}"))
}

fn write_task(f: &mut Formatter<'_>, position: &Position, task: Task) -> fmt::Result {
    f.write_str(task.name())?;
    let at = |id| position.pieces[id].square;
    match task {
        Task::Slide { piece, by: (files, ranks) } => write!(f, ":{}:{files:+}{ranks:+}", at(piece)),
        Task::Shrink { piece: id, hit } => {
            f.write_str(":")?;
            piece(f, position.pieces[id])?;
            f.write_str("/")?;
            let plane = at(id).plane();
            list(f, ".", hit.squares(), |f, cell| write!(f, "{}", Square::new(plane, cell)))
        }
        Task::Purchase(seat) | Task::Random(seat) | Task::Hex(seat) => write!(f, ":{}", letter(seat)),
        Task::Chaos { seat, drawn } => {
            write!(f, ":{}", letter(seat))?;
            for (i, effect) in drawn.iter().enumerate() {
                write!(f, "{}{}", if i == 0 { ":" } else { "." }, effect.id())?;
            }
            Ok(())
        }
        Task::Ask(question) => write_question(f, position, question),
        Task::Orb(plane) | Task::Burn(plane) => write!(f, ":{}", plane.id()),
        Task::Daze { left, dazed } => {
            write!(f, ":{left}:")?;
            list(f, ".", dazed.into_iter().flatten(), |f, id| write!(f, "{}", at(id)))
        }
        Task::Throw { piece, plane } => {
            write!(f, ":{}", at(piece))?;
            plane.map_or(Ok(()), |plane| write!(f, ":{}", plane.id()))
        }
        _ => task.piece().map_or(Ok(()), |id| write!(f, ":{}", at(id))),
    }
}

fn write_question(f: &mut Formatter<'_>, position: &Position, question: Question) -> fmt::Result {
    let id = match question.topic {
        Topic::Shop(entry) => entry.id(),
        Topic::Chaos(effect) => effect.id(),
    };
    write!(f, ":{id}:{}", letter(question.seat))?;
    match question.about {
        About::Nothing => Ok(()),
        About::Piece(id) => write!(f, ":{}", position.pieces[id].square),
        About::Square(square) => write!(f, ":{square}"),
        About::Count(count) => write!(f, ":{count}"),
    }
}
