//! The shop and what is chosen after a purchase: heaven-hell/11.

use crate::board::{Cell, Game, Items, Piece, Whereabouts, block, name, seat};
use crate::ids::ENTRIES;
use crate::tasks::{Argument, Task};

/// Prices, and whether the entry is unlocked; nothing for one that was removed.
#[derive(Clone, Debug)]
pub(crate) struct Shop(pub(crate) Vec<Option<(i32, bool)>>);

impl Shop {
    pub(crate) fn read(text: &str) -> Self {
        let entry =
            |token: &str| (token != "-").then(|| (token.trim_end_matches('+').parse().unwrap(), token.ends_with('+')));
        Self(text.split(',').map(entry).collect())
    }

    pub(crate) fn write(&self) -> String {
        let token = |entry: &Option<(i32, bool)>| match entry {
            None => "-".to_owned(),
            Some((price, unlocked)) => format!("{price}{}", if *unlocked { "+" } else { "" }),
        };
        self.0.iter().map(token).collect::<Vec<_>>().join(",")
    }

    /// The ids of the entries of which this is true.
    pub(crate) fn ids(&self, is: impl Fn((i32, bool)) -> bool) -> Vec<&'static str> {
        let entries = ENTRIES.iter().zip(&self.0);
        entries.filter(|(_, entry)| entry.is_some_and(&is)).map(|(id, _)| *id).collect()
    }

    pub(crate) fn entry(&mut self, id: &str) -> &mut Option<(i32, bool)> {
        let index = ENTRIES.iter().position(|entry| *entry == id).unwrap();
        &mut self.0[index]
    }
}

impl Game {
    /// The texts of the purchases that a seat can make.
    pub(crate) fn purchases(&self, color: char) -> Vec<String> {
        let affordable = self.shop.ids(|(price, unlocked)| unlocked && self.coins[seat(color)] >= price);
        let has_use = |id: &&str| {
            matches!(*id, "chaos-orb" | "two-actions") || !self.shop_options(id, color, Argument::Nothing).is_empty()
        };
        affordable.into_iter().filter(has_use).map(|id| format!("buy:{id}")).collect()
    }

    /// The entry gets dearer, or is removed.
    pub(crate) fn buy(&mut self, color: char, id: &str, removed: bool) {
        let entry = self.shop.entry(id);
        let (price, unlocked) = entry.unwrap();
        *entry = (!removed).then_some(((price + 1).min(9999), unlocked));
        self.coins[seat(color)] -= price;
        match id {
            "chaos-orb" => self.new.push(Task::Chaos(color, Vec::new())),
            "two-actions" => self.give_two_actions(color),
            _ => self.new.push(Task::Ask(id.to_owned(), color, Argument::Nothing)),
        }
        self.new.push(Task::Unlock);
    }

    pub(crate) fn give_two_actions(&mut self, color: char) {
        let named = |letter: &char| self.next.contains(*letter) || *letter == color;
        self.next = ['w', 'b'].iter().filter(|letter| named(letter)).collect();
    }

    /// `@` and the anchor of each piece on the board of which this is true.
    pub(crate) fn pieces_that(&self, is: impl Fn(&Piece) -> bool) -> Vec<String> {
        self.choose_pieces(|id| is(&self.pieces[id]))
    }

    pub(crate) fn choose_pieces(&self, is: impl Fn(usize) -> bool) -> Vec<String> {
        self.on_board().filter(|&id| is(id)).map(|id| format!("@{}", name(self.pieces[id].at))).collect()
    }

    /// `@` and each existing square of which this is true.
    pub(crate) fn squares_that(&self, is: impl Fn(Cell) -> bool) -> Vec<String> {
        self.all_squares().into_iter().filter(|&at| is(at)).map(|at| format!("@{}", name(at))).collect()
    }

    /// The places on a plane at which a piece fits.
    pub(crate) fn places(&self, id: usize, plane: usize) -> Vec<Cell> {
        let on_plane = self.all_squares().into_iter().filter(|at| at.0 == plane);
        on_plane.filter(|&at| self.fits(at, self.pieces[id].size)).collect()
    }

    pub(crate) fn shop_options(&self, id: &str, color: char, argument: Argument) -> Vec<String> {
        let area = |is: fn(Items) -> bool| {
            self.squares_that(|at| self.fits(at, 2) && block(at, 2).into_iter().any(|at| is(self.items_on(at))))
        };
        match (id, argument) {
            ("stun", _) => self.pieces_that(|piece| piece.kind != 'K' && piece.stuns < 9),
            ("to-earth", _) => self.pieces_that(|piece| !is_royal(piece) && piece.at.0 != 0),
            ("upgrade", _) => self.choose_pieces(|id| !is_royal(&self.pieces[id]) && !self.upgrades(id).is_empty()),
            ("trap" | "replant-traps", _) => {
                self.squares_that(|at| self.is_unoccupied(at) && !self.traps.contains(&(at, color == 'b')))
            }
            ("fire", _) => self.squares_that(|at| self.is_unoccupied(at) && !self.items_on(at).fire),
            ("kill", _) => self.pieces_that(|piece| !"PNBRQK".contains(piece.kind)),
            ("thaw", _) => area(|items| items.fire || items.ice),
            ("curse", _) => self.pieces_that(|piece| !is_royal(piece) && !piece.has('c')),
            ("rook" | "knight" | "bishop" | "rook-each", _) => {
                let back_rank = if color == 'w' { 0 } else { 7 };
                self.squares_that(|at| at.1 == back_rank && self.is_unoccupied(at))
            }
            ("relocate", Argument::Piece(id)) => {
                let at = self.pieces[id].at;
                let others = self.places(id, at.0).into_iter().filter(|&to| to != at);
                others.map(|to| format!("@{}", name(to))).collect()
            }
            ("relocate", _) => self.choose_pieces(|id| self.places(id, self.pieces[id].at.0).len() > 1),
            ("freeze", _) => area(|items| !items.ice),
            ("forgive", _) => self.pieces_that(|piece| piece.has('m')),
            other => panic!("nothing is asked for {other:?}"),
        }
    }

    /// The answer to what the shop asks.
    pub(crate) fn shop_answer(&mut self, id: &str, color: char, argument: Argument, at: Cell) {
        let piece = self.piece_on(at);
        match (id, argument) {
            ("stun", _) => self.stun(piece.unwrap()),
            ("to-earth", _) => self.land(piece.unwrap(), (0, at.1, at.2), None, &[]),
            ("upgrade", _) => self.new.push(Task::Up(piece.unwrap())),
            ("trap", _) => drop(self.traps.insert((at, color == 'b'))),
            ("fire", _) => self.put(at, true),
            ("kill", _) => self.die(piece.unwrap()),
            ("thaw", _) => {
                for at in block(at, 2) {
                    let items = self.items.entry(at).or_default();
                    (items.fire, items.ice) = (false, false);
                }
            }
            ("curse", _) => drop(self.pieces[piece.unwrap()].marks.insert('c')),
            ("rook" | "rook-each", _) => self.appear('R', color, at),
            ("knight", _) => self.appear('N', color, at),
            ("bishop", _) => self.appear('B', color, at),
            ("relocate", Argument::Piece(id)) => self.land(id, at, None, &[]),
            ("relocate", _) => self.ask_again("relocate", color, Argument::Piece(piece.unwrap())),
            ("freeze", _) => block(at, 2).into_iter().for_each(|at| self.put(at, false)),
            ("forgive", _) => drop(self.pieces[piece.unwrap()].marks.remove(&'m')),
            other => panic!("nothing is asked for {other:?}"),
        }
    }

    pub(crate) fn ask_again(&mut self, id: &str, color: char, argument: Argument) {
        self.new.push(Task::Ask(id.to_owned(), color, argument));
    }

    pub(crate) fn stun(&mut self, id: usize) {
        self.pieces[id].stuns = (self.pieces[id].stuns + 3).min(9);
    }

    /// A new piece of size 1 without status; appearing is not moving.
    pub(crate) fn appear(&mut self, kind: char, color: char, at: Cell) {
        let is = Whereabouts::Board;
        let marks = std::collections::BTreeSet::new();
        self.pieces.push(Piece { kind, color, at, size: 1, marks, stuns: 0, investor: 0, is });
    }
}

pub(crate) fn is_royal(piece: &Piece) -> bool {
    matches!(piece.kind, 'K' | 'Q')
}
