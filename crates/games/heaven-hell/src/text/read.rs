//! Reading a position: syntax field by field, then what only the whole can tell.

use menagerie_game::TextError;
use menagerie_game::text::{excerpt, fields};

use super::{check, fields as field, pieces, tasks};
use crate::items::Items;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::task::Tasks;

/// Reads a position or, where some traps are hidden, a view of one. Gives the number of hidden traps (`?`).
pub(crate) fn read(text: &str) -> Result<(Position, u16), TextError> {
    let [turn, army, items, traps, coins, shop, castling, en_passant, next, imp, extents, pending] =
        fields::<12>(text, "twelve fields separated by single spaces")?;
    let (seat, stage) = field::turn(turn)?;
    let mut position = Position {
        seat,
        stage,
        pieces: Pieces::new(),
        items: Items::new(),
        coins: field::coins(coins)?,
        shop: field::shop(shop)?,
        castling: field::castling(castling)?,
        en_passant: field::en_passant(en_passant)?,
        next_two: field::next_two(next)?,
        imp: field::imp(imp)?,
        exists: field::extents(extents)?,
        pending: Tasks::new(),
    };
    pieces::read_pieces(&mut position, army)?;
    pieces::read_items(&mut position, items)?;
    let hidden = pieces::read_traps(&mut position, traps)?;
    tasks::read_tasks(&mut position, pending)?;
    check::check(&position)?;
    written_as(&position, hidden, text)?;
    Ok((position, hidden))
}

/// A position has one text: everything in its order, nothing twice.
fn written_as(position: &Position, hidden: u16, text: &str) -> Result<(), TextError> {
    struct Written<'a>(&'a Position, u16);
    impl std::fmt::Display for Written<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            super::write(self.0, self.1, f)
        }
    }
    let written = Written(position, hidden).to_string();
    if written == text {
        return Ok(());
    }
    let differing = written.split(' ').zip(text.split(' ')).find(|(right, found)| right != found);
    let (right, found) =
        differing.map_or((String::new(), String::new()), |(right, found)| (excerpt(right), excerpt(found)));
    Err(TextError::not_a_position("heaven-hell/3.1/1", format!("'{found}' is written '{right}'")))
}
