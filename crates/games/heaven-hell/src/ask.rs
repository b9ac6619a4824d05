//! What a shop entry or a chaos effect asks: the options it offers and what an answer does.

use std::ops::ControlFlow;

use menagerie_game::Sink;

use crate::action::{Action, Lines};
use crate::apply::Step;
use crate::board::{Plane, Region, Square};
use crate::items::Element;
use crate::pieces::PieceId;
use crate::position::Position;
use crate::shop::EntryId;
use crate::task::{About, Question, Topic};

/// A question with its prompt.
pub(crate) struct Inquiry {
    /// To the one who is asked.
    pub(crate) prompt: &'static str,
    ask: Ask,
}

impl Inquiry {
    /// Nothing is asked.
    pub(crate) const NONE: Self = Self { prompt: "", ask: Ask::Nothing };
}

/// The kinds of questions.
enum Ask {
    /// None.
    Nothing,
    /// `@` and the anchor of each piece on the board that is wanted.
    Piece(fn(&Position, Question, PieceId) -> bool, fn(&mut Step<'_>, Question, PieceId)),
    /// `@` and each of these squares.
    Square(fn(&Position, Question) -> Region, fn(&mut Step<'_>, Question, Square)),
    /// The same, or `stop`; nothing if there is no square.
    SquareOrStop(fn(&Position, Question) -> Region, fn(&mut Step<'_>, Question, Square)),
    /// `plane:` and each plane that is not gone.
    Plane(fn(&mut Step<'_>, Question, Plane)),
    /// `file:` and each existing file.
    File(fn(&mut Step<'_>, Plane, u8)),
    /// `destroy:ranks`, `destroy:files`.
    Lines(fn(&mut Step<'_>, Lines)),
    /// `replace:ice`, `replace:fire`.
    Element(fn(&mut Step<'_>, Element)),
    /// `remove:` and each entry that is not removed.
    Entry(fn(&mut Step<'_>, EntryId)),
}

/// Asks for a piece.
pub(crate) const fn piece(
    prompt: &'static str,
    wanted: fn(&Position, Question, PieceId) -> bool,
    then: fn(&mut Step<'_>, Question, PieceId),
) -> Inquiry {
    Inquiry { prompt, ask: Ask::Piece(wanted, then) }
}

/// Asks for a square: one of a region.
pub(crate) const fn square(
    prompt: &'static str,
    region: fn(&Position, Question) -> Region,
    then: fn(&mut Step<'_>, Question, Square),
) -> Inquiry {
    Inquiry { prompt, ask: Ask::Square(region, then) }
}

/// Asks for a square, and takes no for an answer.
pub(crate) const fn square_or_stop(
    prompt: &'static str,
    region: fn(&Position, Question) -> Region,
    then: fn(&mut Step<'_>, Question, Square),
) -> Inquiry {
    Inquiry { prompt, ask: Ask::SquareOrStop(region, then) }
}

/// Asks for a plane.
pub(crate) const fn plane(prompt: &'static str, then: fn(&mut Step<'_>, Question, Plane)) -> Inquiry {
    Inquiry { prompt, ask: Ask::Plane(then) }
}

/// Asks for a file of a plane.
pub(crate) const fn file(prompt: &'static str, then: fn(&mut Step<'_>, Plane, u8)) -> Inquiry {
    Inquiry { prompt, ask: Ask::File(then) }
}

/// Asks for ranks or files.
pub(crate) const fn lines(prompt: &'static str, then: fn(&mut Step<'_>, Lines)) -> Inquiry {
    Inquiry { prompt, ask: Ask::Lines(then) }
}

/// Asks for Ice or Fire.
pub(crate) const fn element(prompt: &'static str, then: fn(&mut Step<'_>, Element)) -> Inquiry {
    Inquiry { prompt, ask: Ask::Element(then) }
}

/// Asks for an entry of the shop.
pub(crate) const fn entry(prompt: &'static str, then: fn(&mut Step<'_>, EntryId)) -> Inquiry {
    Inquiry { prompt, ask: Ask::Entry(then) }
}

impl Question {
    /// The question's place in the tables: the second one if it names a piece or a square.
    pub(crate) fn inquiry(self) -> Option<&'static Inquiry> {
        let (first, second) = match self.topic {
            Topic::Shop(entry) => (&entry.entry().first, &entry.entry().second),
            Topic::Chaos(effect) => (&effect.effect().first, &effect.effect().second),
        };
        let inquiry = if matches!(self.about, About::Piece(_) | About::Square(_)) { second } else { first };
        (!matches!(inquiry.ask, Ask::Nothing)).then_some(inquiry)
    }

    /// The options offered.
    pub(crate) fn options(self, position: &Position, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        match self.inquiry().map(|inquiry| &inquiry.ask) {
            None | Some(Ask::Nothing) => ControlFlow::Continue(()),
            Some(Ask::Piece(wanted, _)) => {
                let mut ids = position.pieces.ids().filter(|&id| wanted(position, self, id));
                ids.try_for_each(|id| sink.push(Action::At(position.pieces[id].square)))
            }
            Some(Ask::Square(region, _)) => {
                region(position, self).iter().try_for_each(|square| sink.push(Action::At(square)))
            }
            Some(Ask::SquareOrStop(region, _)) => {
                let region = region(position, self);
                region.iter().try_for_each(|square| sink.push(Action::At(square)))?;
                if region.is_empty() { ControlFlow::Continue(()) } else { sink.push(Action::Stop) }
            }
            Some(Ask::Plane(_)) => position.planes().try_for_each(|plane| sink.push(Action::Plane(plane))),
            Some(Ask::File(_)) => files(position, sink),
            Some(Ask::Lines(_)) => {
                [Lines::Ranks, Lines::Files].into_iter().try_for_each(|lines| sink.push(Action::Destroy(lines)))
            }
            Some(Ask::Element(_)) => {
                [Element::Ice, Element::Fire].into_iter().try_for_each(|element| sink.push(Action::Replace(element)))
            }
            Some(Ask::Entry(_)) => {
                let mut left = EntryId::all().filter(|&entry| !position.shop.is_removed(entry));
                left.try_for_each(|entry| sink.push(Action::Remove(entry)))
            }
        }
    }

    /// Whether there is an option.
    pub(crate) fn has_option(self, position: &Position) -> bool {
        self.options(position, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Carries out one of the options.
    pub(crate) fn answer(self, step: &mut Step<'_>, action: Action) {
        let Some(inquiry) = self.inquiry() else { return };
        match (&inquiry.ask, action) {
            (Ask::Piece(_, then), Action::At(anchor)) => {
                if let Some(id) = step.position.pieces.anchored(anchor) {
                    then(step, self, id);
                }
            }
            (Ask::Square(_, then) | Ask::SquareOrStop(_, then), Action::At(square)) => then(step, self, square),
            (Ask::Plane(then), Action::Plane(plane)) => then(step, self, plane),
            (Ask::File(then), Action::File { plane, file }) => then(step, plane, file),
            (Ask::Lines(then), Action::Destroy(lines)) => then(step, lines),
            (Ask::Element(then), Action::Replace(element)) => then(step, element),
            (Ask::Entry(then), Action::Remove(entry)) => then(step, entry),
            _ => {}
        }
    }

    /// The next question of the same topic to the same seat.
    pub(crate) const fn next(self, about: About) -> Self {
        Self { about, ..self }
    }

    /// Whether the answer names a piece.
    pub(crate) fn wants_piece(self) -> bool {
        matches!(self.inquiry(), Some(Inquiry { ask: Ask::Piece(..), .. }))
    }

    /// The piece it is about.
    pub(crate) const fn piece(self) -> Option<PieceId> {
        match self.about {
            About::Piece(id) => Some(id),
            _ => None,
        }
    }
}

fn files(position: &Position, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
    for plane in position.planes() {
        for file in (0..8).filter(|&file| crate::board::file_set(file).meets(position.exists[plane])) {
            sink.push(Action::File { plane, file })?;
        }
    }
    ControlFlow::Continue(())
}
