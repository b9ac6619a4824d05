//! The chaos effects and what they ask: heaven-hell/12.

use std::collections::BTreeSet;

use crate::board::{Cell, Game, Items, Piece, Whereabouts, block, by, cell, name};
use crate::shop::is_royal;
use crate::tasks::{Argument, PLANES, Task};

/// Those that ask a seat for something.
pub(crate) const ASKING_EFFECTS: [&str; 20] = [
    "curse-file",
    "angel",
    "destroy-heaven",
    "destroy-hell",
    "duplicate",
    "rook-each",
    "giant",
    "swap-dead",
    "ice-or-fire",
    "forced-pawns",
    "three-fires",
    "ice-and-fire",
    "downgrade-one",
    "shop-remove",
    "replant-traps",
    "king-pawn",
    "downgrade-plane",
    "pawn-rampage",
    "spawn-pawns",
    "random-move",
];

const FOUR_SIDES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Game {
    /// What an effect does at once; what it asks is a task.
    pub(crate) fn effect(&mut self, id: &str, picker: char) {
        match id {
            "shop-shuffle" => {
                let unlocked = self.shop.ids(|(_, unlocked)| unlocked);
                for id in &unlocked {
                    self.shop.entry(id).as_mut().unwrap().1 = false;
                }
                self.new.extend(unlocked.iter().map(|_| Task::Unlock));
                self.add_coins(picker, 6);
            }
            "freeze-pawns" => {
                let squares: Vec<Cell> =
                    self.of_kind('P').into_iter().flat_map(|id| self.pieces[id].footprint()).collect();
                for at in squares {
                    self.put(at, false);
                }
            }
            "two-imps" => self.new.extend([Task::Imp, Task::Imp]),
            "bishops-rooks" => {
                for id in self.in_order() {
                    self.pieces[id].kind = match self.pieces[id].kind {
                        'B' => 'R',
                        'R' => 'B',
                        other => other,
                    };
                }
            }
            "coins-zero" => self.coins = [0, 0],
            "spread-ice" => self.spread(false),
            "spread-fire" => self.spread(true),
            "devil" => self.devil(),
            "pawns-back" => self.pawns_back(),
            "stun-four" => self.new.push(Task::Daze(4, Vec::new())),
            "rook-each" => {
                let other = if picker == 'w' { 'b' } else { 'w' };
                self.ask_again(id, other, Argument::Nothing);
                self.ask_again(id, picker, Argument::Nothing);
            }
            "orb-each" => self.new.extend([Task::Orb(0), Task::Orb(1), Task::Orb(2)]),
            "curse-each" => self.new.extend([Task::Hex('w'), Task::Hex('b')]),
            "upgrade-knights" => self.new.extend(self.of_kind('N').into_iter().map(Task::Up)),
            "upgrade-kings" => self.new.extend(self.of_kind('K').into_iter().map(Task::Up)),
            "coins-earth" => {
                for at in
                    self.all_squares().into_iter().filter(|&at| at.0 == 0 && self.is_empty(at)).collect::<Vec<_>>()
                {
                    self.items.entry(at).or_default().coins = 1;
                }
            }
            "next-turn-two" => self.give_two_actions(picker),
            "replant-traps" => {
                let number = self.traps.len() as u32;
                self.traps.clear();
                if number > 0 {
                    self.ask_again(id, picker, Argument::Number(number));
                }
            }
            "bishops-home" => self.new.extend(self.of_kind('B').into_iter().map(Task::Home)),
            "pawns-to-bombers" => self.of_kind('P').into_iter().for_each(|id| self.pieces[id].kind = 'X'),
            "buy-and-remove" => {
                self.add_coins(picker, 4);
                self.new.push(Task::Purchase(picker));
            }
            "something-random" => self.new.push(Task::Random(picker)),
            "forced-pawns" | "shop-remove" => {
                self.ask_again(id, picker, Argument::Nothing);
                self.ask_again(id, picker, Argument::Nothing);
            }
            _ => self.ask_again(id, picker, Argument::Nothing),
        }
    }

    /// The pieces of a type on the board, in square order.
    fn of_kind(&self, kind: char) -> Vec<usize> {
        self.in_order().into_iter().filter(|&id| self.pieces[id].kind == kind).collect()
    }

    /// Fire or Ice on each square beside one that has it and that has none itself.
    fn spread(&mut self, fire: bool) {
        let has = |at: Cell| if fire { self.items_on(at).fire } else { self.items_on(at).ice };
        let beside = |at: Cell| FOUR_SIDES.iter().any(|&side| has(by(at, side)));
        let reached: Vec<_> = self.all_squares().into_iter().filter(|&at| !has(at) && beside(at)).collect();
        for at in reached {
            self.put(at, fire);
        }
    }

    fn devil(&mut self) {
        let at = cell("d4_");
        if block(at, 2).into_iter().all(|square| self.is_unoccupied(square)) {
            let marks = BTreeSet::from(['d']);
            let is = Whereabouts::Board;
            self.pieces.push(Piece { kind: 'I', color: '-', at, size: 2, marks, stuns: 0, investor: 0, is });
        }
    }

    fn pawns_back(&mut self) {
        let pawns = self.of_kind('P');
        let (white, mut black): (Vec<_>, Vec<_>) = pawns.into_iter().partition(|&id| self.pieces[id].color == 'w');
        black.sort_by_key(|&id| {
            let (plane, rank, file) = self.pieces[id].at;
            (plane, -rank, file)
        });
        self.new.extend(white.into_iter().chain(black).map(Task::Back));
    }

    fn planes(&self) -> Vec<String> {
        let there = (0..3).filter(|&plane| self.extent(plane).is_some());
        there.map(|plane| format!("plane:{}", PLANES[plane])).collect()
    }

    pub(crate) fn chaos_options(&self, id: &str, color: char, argument: Argument) -> Vec<String> {
        let all = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        match (id, argument) {
            ("curse-file", _) => {
                let files: BTreeSet<_> = self.all_squares().into_iter().map(|(plane, _, file)| (plane, file)).collect();
                files
                    .into_iter()
                    .map(|(plane, file)| name((plane, 0, file)).replace('1', ""))
                    .map(|at| format!("file:{at}"))
                    .collect()
            }
            ("angel", _) => self.squares_that(|at| at.0 == 1 && self.is_empty(at)),
            // Also for a plane that is gone: the rules name no condition.
            ("destroy-heaven" | "destroy-hell", _) => all(["destroy:ranks", "destroy:files"]),
            ("duplicate", Argument::Piece(id)) => {
                self.copies(id).into_iter().map(|at| format!("@{}", name(at))).collect()
            }
            ("duplicate", _) => self.choose_pieces(|id| self.pieces[id].kind != 'K' && !self.copies(id).is_empty()),
            ("rook-each", _) => self.shop_options(id, color, argument),
            ("giant", _) => self.pieces_that(|_| true),
            ("swap-dead", Argument::Piece(_)) => self.pieces_that(|piece| piece.at.0 == 1),
            ("swap-dead", _) if self.pieces_that(|piece| piece.at.0 == 1).is_empty() => Vec::new(),
            ("swap-dead", _) => self.pieces_that(|piece| piece.at.0 == 2),
            ("ice-or-fire", _) => all(["replace:ice", "replace:fire"]),
            ("forced-pawns", _) => self.pieces_that(|piece| piece.kind == 'P' && !piece.has('f')),
            ("three-fires" | "downgrade-plane" | "spawn-pawns", _) => self.planes(),
            ("ice-and-fire", Argument::Square(first)) => {
                self.squares_that(|at| at != first && self.is_unoccupied(at) && !self.items_on(at).fire)
            }
            ("ice-and-fire", _) => self.squares_that(|at| self.is_unoccupied(at) && !self.items_on(at).ice),
            ("downgrade-one", _) => self.choose_pieces(|id| self.can_be_downgraded(id)),
            ("shop-remove", _) => self.shop.ids(|_| true).into_iter().map(|id| format!("remove:{id}")).collect(),
            ("replant-traps", _) => {
                let mut texts = self.shop_options(id, color, argument);
                if !texts.is_empty() {
                    texts.push("stop".to_owned());
                }
                texts
            }
            ("king-pawn", Argument::Piece(king)) => self.pieces_that(|piece| is_partner(&self.pieces[king], piece)),
            ("king-pawn", _) => {
                let has_partner = |king: &Piece| !self.pieces_that(|piece| is_partner(king, piece)).is_empty();
                self.pieces_that(|piece| piece.kind == 'K' && piece.color == color && has_partner(piece))
            }
            ("pawn-rampage", _) => self.pieces_that(|piece| piece.kind == 'P' && piece.color == color),
            ("random-move", _) => self.pieces_that(|piece| !is_royal(piece)),
            other => panic!("nothing is asked for {other:?}"),
        }
    }

    /// Where a copy of a piece can go.
    fn copies(&self, id: usize) -> Vec<Cell> {
        let piece = &self.pieces[id];
        let places = FOUR_SIDES.map(|(files, ranks)| by(piece.at, (files * piece.size, ranks * piece.size)));
        places.into_iter().filter(|&at| block(at, piece.size).into_iter().all(|square| self.is_empty(square))).collect()
    }

    pub(crate) fn chaos_answer(&mut self, id: &str, color: char, argument: Argument, text: &str) {
        let rest = text.split_once(':').map_or("", |(_, rest)| rest);
        let at = text.strip_prefix('@').map_or((0, 0, 0), cell);
        let piece = self.piece_on(at);
        match (id, argument) {
            ("curse-file", _) => self.curse_file(cell(&format!("{}1{}", &rest[..1], &rest[1..]))),
            ("angel", _) => self.appear('G', '-', at),
            ("destroy-heaven", _) => self.destroy(1, rest == "ranks"),
            ("destroy-hell", _) => self.destroy(2, rest == "ranks"),
            ("duplicate", Argument::Piece(id)) => {
                self.pieces[id].marks.insert('c');
                self.pieces.push(Piece { at, ..self.pieces[id].clone() });
            }
            ("rook-each", _) => self.shop_answer(id, color, argument, at),
            ("giant", _) => self.new.push(Task::Grow(piece.unwrap())),
            ("swap-dead" | "king-pawn", Argument::Piece(first)) => self.swap(first, piece.unwrap()),
            ("duplicate" | "swap-dead" | "king-pawn", _) => self.ask_again(id, color, Argument::Piece(piece.unwrap())),
            ("ice-or-fire", _) => self.replace(rest == "ice"),
            ("forced-pawns", _) => drop(self.pieces[piece.unwrap()].marks.insert('f')),
            ("three-fires", _) => self.new.extend([(); 3].map(|()| Task::Burn(plane(rest)))),
            ("ice-and-fire", Argument::Square(_)) => self.put(at, true),
            ("ice-and-fire", _) => {
                self.put(at, false);
                self.ask_again(id, color, Argument::Square(at));
            }
            ("downgrade-one", _) => self.downgrade(piece.unwrap()),
            ("shop-remove", _) => *self.shop.entry(rest) = None,
            ("replant-traps", Argument::Number(number)) if text != "stop" => {
                self.traps.insert((at, color == 'b'));
                if number > 1 {
                    self.ask_again(id, color, Argument::Number(number - 1));
                }
            }
            ("replant-traps", _) => {}
            ("downgrade-plane", _) => {
                let there = self.in_order().into_iter().filter(|&id| self.pieces[id].at.0 == plane(rest));
                let down: Vec<_> = there.filter(|&id| self.can_be_downgraded(id)).map(Task::Down).collect();
                self.new.extend(down);
            }
            ("pawn-rampage", _) => self.new.push(Task::Rampage(piece.unwrap())),
            ("spawn-pawns", _) => self.spawn_pawns(plane(rest)),
            ("random-move", _) => self.new.push(Task::Throw(piece.unwrap())),
            other => panic!("nothing is asked for {other:?}"),
        }
    }

    /// All non-royal pieces that touch the file of this square become Cursed.
    fn curse_file(&mut self, (plane, _, file): Cell) {
        for id in self.in_order() {
            let touches = self.pieces[id].footprint().into_iter().any(|at| (at.0, at.2) == (plane, file));
            if touches && !is_royal(&self.pieces[id]) {
                self.pieces[id].marks.insert('c');
            }
        }
    }

    /// The plane loses its outermost ranks or files.
    fn destroy(&mut self, plane: usize, ranks: bool) {
        let Some(((_, low_rank, low_file), (_, high_rank, high_file))) = self.extent(plane) else { return };
        let (low, high) = if ranks {
            ((plane, low_rank + 1, low_file), (plane, high_rank - 1, high_file))
        } else {
            ((plane, low_rank, low_file + 1), (plane, high_rank, high_file - 1))
        };
        self.extents[plane - 1] = (low.1 <= high.1 && low.2 <= high.2).then_some((low, high));
        let left: BTreeSet<_> = self.all_squares().into_iter().collect();
        self.items.retain(|at, _| left.contains(at));
        self.traps.retain(|(at, _)| left.contains(at));
        self.passed = self.passed.filter(|at| left.contains(at));
        for id in self.in_order() {
            let piece = &self.pieces[id];
            if piece.is == Whereabouts::Board && piece.at.0 == plane && !self.fits(piece.at, piece.size) {
                self.die(id);
            }
        }
    }

    /// All Ice becomes Fire, or all Fire Ice.
    fn replace(&mut self, ice: bool) {
        for items in self.items.values_mut() {
            *items = match *items {
                Items { ice: true, .. } if ice => Items { ice: false, fire: true, ..*items },
                Items { fire: true, .. } if !ice => Items { ice: true, fire: false, ..*items },
                other => other,
            };
        }
    }

    fn spawn_pawns(&mut self, plane: usize) {
        for (rank, color) in [(1, 'w'), (6, 'b')] {
            for at in (0..8).map(|file| (plane, rank, file)).filter(|&at| self.is_empty(at)).collect::<Vec<_>>() {
                self.appear('P', color, at);
            }
        }
    }
}

fn plane(name: &str) -> usize {
    PLANES.iter().position(|plane| *plane == name).unwrap()
}

/// A Pawn of the King's colour on its plane.
fn is_partner(king: &Piece, pawn: &Piece) -> bool {
    pawn.kind == 'P' && pawn.color == king.color && pawn.at.0 == king.at.0
}
