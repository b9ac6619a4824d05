//! The pending list.

use menagerie_game::TextError;

use super::fields::{number, seat, things};
use super::pieces::piece;
use crate::board::{Cell, Plane, Set, Square, block};
use crate::chaos::ChaosId;
use crate::pieces::PieceId;
use crate::position::Position;
use crate::shop::EntryId;
use crate::task::{About, Drawn, Hit, Question, Task, Topic};

/// Reads the tasks; the pieces they are about are already on the board.
pub(super) fn read_tasks(position: &mut Position, text: &str) -> Result<(), TextError> {
    for token in things(text, ';') {
        let task = match token.strip_prefix("shrink:") {
            Some(limbo) => read_shrink(position, limbo)?,
            None => read_task(position, token),
        };
        let wrong =
            || TextError::form("pending", token, "a task about a piece on the board: up:e4, chaos:w, ask:stun:b");
        position.pending.push(task.ok_or_else(wrong)?);
    }
    Ok(())
}

fn read_task(position: &Position, token: &str) -> Option<Task> {
    let (name, rest) = token.split_once(':').unwrap_or((token, ""));
    let anchored = |text: &str| position.pieces.anchored(Square::read(text)?);
    Some(match name {
        "slide" => {
            let (anchor, by) = rest.split_once(':')?;
            Task::Slide { piece: anchored(anchor)?, by: vector(by)? }
        }
        "step" => Task::Step(anchored(rest)?),
        "back" => Task::Back(anchored(rest)?),
        "home" => Task::Home(anchored(rest)?),
        "down" => Task::Down(anchored(rest)?),
        "up" => Task::Up(anchored(rest)?),
        "pro" => Task::Promote(anchored(rest)?),
        "uppro" => Task::UpOrPromote(anchored(rest)?),
        "grow" => Task::Grow(anchored(rest)?),
        "jump" => Task::Jump(anchored(rest)?),
        "double" => Task::Double(anchored(rest)?),
        "rampage" => Task::Rampage(anchored(rest)?),
        "curse" => Task::Curse(anchored(rest)?),
        "purchase" => Task::Purchase(seat(rest)?),
        "random" => Task::Random(seat(rest)?),
        "hex" => Task::Hex(seat(rest)?),
        "orb" => Task::Orb(Plane::with_id(rest)?),
        "burn" => Task::Burn(Plane::with_id(rest)?),
        "unlock" if token == name => Task::Unlock,
        "imp" if token == name => Task::Imp,
        "chaos" => read_chaos(rest)?,
        "daze" => read_daze(position, rest)?,
        "throw" => match rest.split_once(':') {
            Some((anchor, plane)) => Task::Throw { piece: anchored(anchor)?, plane: Some(Plane::with_id(plane)?) },
            None => Task::Throw { piece: anchored(rest)?, plane: None },
        },
        "ask" => Task::Ask(read_question(position, rest)?),
        _ => return None,
    })
}

/// A vector as it is written: file then rank, each with sign and digit. Nobody slides by nothing or by a whole board.
fn vector(text: &str) -> Option<(i8, i8)> {
    let &[file_sign, files, rank_sign, ranks] = text.as_bytes() else { return None };
    let part = |sign: u8, digit: u8| {
        let digit = digit.checked_sub(b'0').filter(|&digit| digit < 8)? as i8;
        match sign {
            b'+' => Some(digit),
            b'-' if digit > 0 => Some(-digit),
            _ => None,
        }
    };
    Some((part(file_sign, files)?, part(rank_sign, ranks)?)).filter(|&vector| vector != (0, 0))
}

fn read_chaos(text: &str) -> Option<Task> {
    let (letter, effects) = text.split_once(':').map_or((text, None), |(letter, effects)| (letter, Some(effects)));
    let mut drawn = Drawn::default();
    for id in effects.into_iter().flat_map(|effects| effects.split('.')) {
        let effect = ChaosId::with_id(id).filter(|&effect| !drawn.contains(effect) && !drawn.is_complete())?;
        drawn = drawn.with(effect);
    }
    Some(Task::Chaos { seat: seat(letter)?, drawn })
}

/// `daze:K:L`: four in all, so K and the length of L make four.
fn read_daze(position: &Position, text: &str) -> Option<Task> {
    let (left, list) = text.split_once(':')?;
    let left = number(left).filter(|left| (1..=4).contains(left))? as u8;
    let mut dazed = [None; 3];
    let mut count = 0;
    for anchor in things(list, '.') {
        let id = position.pieces.anchored(Square::read(anchor)?).filter(|&id| !dazed.contains(&Some(id)))?;
        *dazed.get_mut(count)? = Some(id);
        count += 1;
    }
    (count + usize::from(left) == 4).then_some(Task::Daze { left, dazed })
}

fn read_question(position: &Position, text: &str) -> Option<Question> {
    let mut parts = text.split(':');
    let (id, letter, about) = (parts.next()?, parts.next()?, parts.next());
    let topic = match EntryId::with_id(id) {
        Some(entry) => Topic::Shop(entry),
        None => Topic::Chaos(ChaosId::with_id(id)?),
    };
    let about = match (id, about) {
        ("replant-traps", Some(count)) => About::Count(number(count).filter(|count| (1..=384).contains(count))?),
        ("replant-traps", None) => return None,
        ("ice-and-fire", Some(square)) => {
            About::Square(Square::read(square).filter(|&square| position.exists.contains(square))?)
        }
        (_, Some(anchor)) => About::Piece(position.pieces.anchored(Square::read(anchor)?)?),
        (_, None) => About::Nothing,
    };
    let question = Question { topic, seat: seat(letter)?, about };
    (parts.next().is_none() && question.inquiry().is_some()).then_some(question)
}

/// `shrink:PIECE/H`: a large piece in limbo and what was hit of it.
fn read_shrink(position: &mut Position, text: &str) -> Result<Option<Task>, TextError> {
    let Some((limbo, hit)) = text.split_once('/') else { return Ok(None) };
    let piece = piece(limbo)?;
    let Some(footprint) = position.fitting(piece.square, piece.size).filter(|_| piece.size > 1) else {
        return Err(TextError::not_a_position(
            "heaven-hell/3.1/2",
            format!("{limbo} cannot be in limbo: it needs room and size"),
        ));
    };
    let Some(hit) = read_hit(piece.square, footprint, hit) else { return Ok(None) };
    Ok(limbo_slot(position, piece).map(|id| Task::Shrink { piece: id, hit }))
}

/// Pieces in limbo have slots too. They came off the board, so all pieces together are no more than it has squares.
fn limbo_slot(position: &mut Position, piece: crate::piece::Piece) -> Option<PieceId> {
    if position.pieces.in_game().count() >= Square::COUNT {
        return None;
    }
    position.pieces.add(piece)
}

/// The squares hit: what another block has in common with the footprint.
fn read_hit(anchor: Square, footprint: Set, text: &str) -> Option<Hit> {
    let mut squares = Set::EMPTY;
    for token in things(text, '.') {
        let square = Square::read(token).filter(|square| square.plane() == anchor.plane())?;
        squares.insert(square.cell());
    }
    let blocks = Cell::all().flat_map(|cell| (1..=8).filter_map(move |size| block(cell, size)));
    let meets = squares.is_empty() || blocks.into_iter().any(|block| block & footprint == squares);
    meets.then(|| Hit::new(squares))
}
