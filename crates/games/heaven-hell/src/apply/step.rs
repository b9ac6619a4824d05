//! A step: carries out one action or one automatic task (heaven-hell/4.2), as a sequence of small changes.

use std::borrow::Cow;

use menagerie_game::{Audience, Effect, Effects, Figure, Place, Seat, message};

use crate::action::Action;
use crate::board::Square;
use crate::info::INFO;
use crate::items::Element;
use crate::piece::{Color, Kind, Mark, Piece};
use crate::pieces::PieceId;
use crate::position::Position;
use crate::scene::chosen;
use crate::task::{Task, Tasks};

/// The receiver of effects, as a trait object: the rules are compiled once for all receivers.
pub(crate) trait Listener {
    fn hear(&mut self, audience: Audience, effect: &mut dyn FnMut() -> Option<Effect>);
}

impl<E: Effects> Listener for E {
    fn hear(&mut self, audience: Audience, effect: &mut dyn FnMut() -> Option<Effect>) {
        self.tell_to(audience, || effect().unwrap_or(Effect::Note { text: Cow::Borrowed("") }));
    }
}

/// A position while a step changes it.
pub(crate) struct Step<'a> {
    pub(crate) position: &'a mut Position,
    /// The tasks created so far, in order.
    pub(super) new: Tasks,
    pub(super) log: &'a mut dyn Listener,
    /// Whether something was captured, died or was bought (heaven-hell/15).
    pub(super) progress: bool,
    /// Whether any effect was reported.
    pub(super) told: bool,
    /// Whether the step depended on a trap being on some square.
    pub(crate) looked_for_traps: bool,
}

/// A kind of piece or item as effects name it.
pub(crate) fn figure(piece: Piece) -> Figure {
    let color = match piece.color() {
        Color::Neutral => "",
        color @ Color::Of(_) => color.name(),
    };
    Figure::new(piece.kind.id(), color)
}

impl<'a> Step<'a> {
    pub(crate) fn new(position: &'a mut Position, log: &'a mut dyn Listener) -> Self {
        Self { position, new: Tasks::new(), log, progress: false, told: false, looked_for_traps: false }
    }

    pub(crate) fn piece(&self, id: PieceId) -> Piece {
        self.position.pieces[id]
    }

    pub(crate) fn tell_to(&mut self, audience: Audience, effect: impl FnOnce() -> Effect) {
        self.told = true;
        let mut effect = Some(effect);
        self.log.hear(audience, &mut || effect.take().map(|effect| effect()));
    }

    pub(crate) fn tell(&mut self, effect: impl FnOnce() -> Effect) {
        self.tell_to(Audience::All, effect);
    }

    /// Reports an answer that only changed the question.
    pub(super) fn tell_choice(&mut self, action: Action) {
        self.told = true;
        let position = &*self.position;
        self.log.hear(Audience::All, &mut || Some(Effect::Note { text: chosen(position, action) }));
    }

    pub(crate) fn note(&mut self, text: impl FnOnce() -> Cow<'static, str>) {
        self.tell(|| Effect::Note { text: text() });
    }

    /// Creates a task.
    pub(crate) fn create(&mut self, task: Task) {
        self.new.push(task);
    }

    /// Deletes tasks, new ones and waiting ones.
    pub(crate) fn delete(&mut self, wanted: impl Fn(Task) -> bool) {
        self.new.retain(|task| !wanted(*task));
        self.position.pending.retain(|task| !wanted(*task));
    }

    /// Whether a task is due, new or waiting.
    pub(crate) fn is_due(&self, wanted: impl Fn(Task) -> bool) -> bool {
        self.new.iter().chain(&self.position.pending).any(|&task| wanted(task))
    }

    /// Gives or takes a status effect.
    pub(crate) fn mark(&mut self, id: PieceId, mark: Mark, on: bool) {
        let piece = &mut self.position.pieces[id];
        if piece.has(mark) == on {
            return;
        }
        piece.marks.set(mark, on);
        let piece = *piece;
        self.tell(|| Effect::Badge {
            piece: figure(piece),
            at: Place::new(piece.square),
            badge: Cow::Borrowed(mark.words()),
            gained: on,
        });
    }

    /// Three stuns, up to nine.
    pub(crate) fn stun(&mut self, id: PieceId) {
        let piece = &mut self.position.pieces[id];
        piece.stuns = (piece.stuns + 3).min(Piece::MOST);
        let piece = *piece;
        self.tell(|| Effect::Badge {
            piece: figure(piece),
            at: Place::new(piece.square),
            badge: message!("badge-stunned", turns = piece.stuns),
            gained: true,
        });
    }

    /// One Investor more or less.
    pub(crate) fn invest(&mut self, id: PieceId, gained: bool) {
        let piece = &mut self.position.pieces[id];
        piece.investors =
            if gained { (piece.investors + 1).min(Piece::MOST) } else { piece.investors.saturating_sub(1) };
        let piece = *piece;
        self.tell(|| Effect::Badge {
            piece: figure(piece),
            at: Place::new(piece.square),
            badge: message!("badge-investor"),
            gained,
        });
    }

    /// Changes a piece's type; all else stays (heaven-hell/8).
    pub(crate) fn transform(&mut self, id: PieceId, kind: Kind) {
        let before = self.piece(id);
        self.position.pieces[id].kind = kind;
        let after = self.piece(id);
        self.tell(|| Effect::Became { before: figure(before), after: figure(after), at: Place::new(after.square) });
    }

    /// A piece comes into the game on a free block. Appearing is not moving: items and traps do nothing.
    pub(crate) fn appear(&mut self, piece: Piece) -> Option<PieceId> {
        let id = self.position.pieces.add(piece)?;
        self.position.pieces.put(id, piece.square);
        self.tell(|| Effect::Appeared { piece: figure(piece), at: Place::new(piece.square) });
        Some(id)
    }

    /// Gives a seat coins, up to 9999, or takes them.
    pub(crate) fn pay(&mut self, seat: Seat, amount: i32) {
        let before = i32::from(self.position.coins[seat.index()]);
        let now = (before + amount).clamp(0, i32::from(Position::MOST_COINS));
        self.position.coins[seat.index()] = now as u16;
        if now != before {
            self.tell(|| Effect::Counter { seat, counter: Cow::Borrowed("coins"), by: now - before, now });
        }
    }

    /// Puts Fire or Ice on a square (heaven-hell/9).
    pub(crate) fn lay(&mut self, element: Element, square: Square) {
        if self.position.items.of(element).contains(square) {
            return;
        }
        let lies = self.position.items.put(element, square);
        self.tell(|| {
            let at = Place::new(square);
            if lies {
                Effect::Appeared { piece: Figure::new(element.id(), ""), at }
            } else {
                Effect::Vanished { piece: Figure::new(element.opposite().id(), ""), at }
            }
        });
    }

    /// Fire and Ice vanish from a square.
    pub(crate) fn thaw(&mut self, square: Square) {
        for element in [Element::Fire, Element::Ice] {
            if self.position.items.of(element).contains(square) {
                self.item_gone(element.id(), square);
            }
        }
        self.position.items.thaw(square);
    }

    pub(crate) fn item_gone(&mut self, kind: &'static str, square: Square) {
        self.tell(|| Effect::Vanished { piece: Figure::new(kind, ""), at: Place::new(square) });
    }

    pub(crate) fn item_laid(&mut self, kind: &'static str, square: Square) {
        self.tell(|| Effect::Appeared { piece: Figure::new(kind, ""), at: Place::new(square) });
    }

    /// A seat plants a Secret Trap. Only that seat learns where (heaven-hell/13).
    pub(crate) fn plant(&mut self, seat: Seat, square: Square) {
        self.position.items.traps[seat.index()].insert(square);
        let owner = Color::Of(seat).name();
        self.tell_to(Audience::Only(seat), || Effect::Appeared {
            piece: Figure::new("trap", owner),
            at: Place::new(square),
        });
        self.tell_to(Audience::AllBut(seat), || Effect::Note {
            text: message!("note-trap", seat = INFO.color_of(seat)),
        });
    }
}
