//! What a shop entry or a chaos effect asks: the options it offers and what an answer does.

use std::ops::ControlFlow;

use menagerie_game::Sink;

use crate::action::{Action, Lines};
use crate::apply::Step;
use crate::board::{Plane, Region, Square};
use crate::items::Element;
use crate::messages::MESSAGES;
use crate::pieces::PieceId;
use crate::position::Position;
use crate::shop::EntryId;
use crate::task::{About, Question, Topic};

/// A question. Its prompt is the attribute `.first` or `.second` of the entry's or the effect's explanation.
pub(crate) struct Inquiry {
    ask: Ask,
}

impl Inquiry {
    /// Nothing is asked.
    pub(crate) const NONE: Self = Self { ask: Ask::Nothing };
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
    wanted: fn(&Position, Question, PieceId) -> bool,
    then: fn(&mut Step<'_>, Question, PieceId),
) -> Inquiry {
    Inquiry { ask: Ask::Piece(wanted, then) }
}

/// Asks for a square: one of a region.
pub(crate) const fn square(
    region: fn(&Position, Question) -> Region,
    then: fn(&mut Step<'_>, Question, Square),
) -> Inquiry {
    Inquiry { ask: Ask::Square(region, then) }
}

/// Asks for a square; `stop` is an answer too.
pub(crate) const fn square_or_stop(
    region: fn(&Position, Question) -> Region,
    then: fn(&mut Step<'_>, Question, Square),
) -> Inquiry {
    Inquiry { ask: Ask::SquareOrStop(region, then) }
}

/// Asks for a plane.
pub(crate) const fn plane(then: fn(&mut Step<'_>, Question, Plane)) -> Inquiry {
    Inquiry { ask: Ask::Plane(then) }
}

/// Asks for a file of a plane.
pub(crate) const fn file(then: fn(&mut Step<'_>, Plane, u8)) -> Inquiry {
    Inquiry { ask: Ask::File(then) }
}

/// Asks for ranks or files.
pub(crate) const fn lines(then: fn(&mut Step<'_>, Lines)) -> Inquiry {
    Inquiry { ask: Ask::Lines(then) }
}

/// Asks for Ice or Fire.
pub(crate) const fn element(then: fn(&mut Step<'_>, Element)) -> Inquiry {
    Inquiry { ask: Ask::Element(then) }
}

/// Asks for an entry of the shop.
pub(crate) const fn entry(then: fn(&mut Step<'_>, EntryId)) -> Inquiry {
    Inquiry { ask: Ask::Entry(then) }
}

impl Question {
    /// The question's place in the tables: the second one if it names a piece or a square.
    pub(crate) fn inquiry(self) -> Option<&'static Inquiry> {
        let (first, second) = match self.topic {
            Topic::Shop(entry) => (&entry.entry().first, &entry.entry().second),
            Topic::Chaos(effect) => (&effect.effect().first, &effect.effect().second),
        };
        let inquiry = if self.is_second() { second } else { first };
        (!matches!(inquiry.ask, Ask::Nothing)).then_some(inquiry)
    }

    const fn is_second(self) -> bool {
        matches!(self.about, About::Piece(_) | About::Square(_))
    }

    /// The text for the seat that is asked.
    pub(crate) fn prompt(self) -> Option<&'static str> {
        self.inquiry()?;
        let prompt = if self.is_second() { "second" } else { "first" };
        Some(match self.topic {
            Topic::Shop(entry) => MESSAGES.fact_text("topic-shop", entry.id(), prompt),
            Topic::Chaos(effect) => MESSAGES.fact_text("topic-card", effect.id(), prompt),
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::ChaosId;

    /// A row of the shop or of the chaos effects has a prompt for each of its questions, and no other.
    fn check_prompts(category: &str, id: &str, [first, second]: [&Inquiry; 2]) {
        for (inquiry, attribute) in [(first, "first"), (second, "second")] {
            let asks = !matches!(inquiry.ask, Ask::Nothing);
            let prompt = MESSAGES.fact(category, id, Some(attribute));
            assert_eq!(prompt.is_some(), asks, "{category}-{id}.{attribute}");
        }
    }

    #[test]
    fn every_shop_entry_and_chaos_effect_has_its_texts() {
        for entry in EntryId::all() {
            assert!(!entry.name().is_empty() && !entry.words().is_empty(), "{}", entry.id());
            check_prompts("topic-shop", entry.id(), [&entry.entry().first, &entry.entry().second]);
        }
        for effect in ChaosId::all() {
            assert!(!effect.name().is_empty() && !effect.words().is_empty(), "{}", effect.id());
            check_prompts("topic-card", effect.id(), [&effect.effect().first, &effect.effect().second]);
        }
    }
}
