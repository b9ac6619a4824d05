//! Upgrades, downgrades, growing and shrinking: heaven-hell/6.5, heaven-hell/6.6, heaven-hell/10.

use crate::board::{Cell, Game, Whereabouts, block, by};
use crate::tasks::Task;

/// Upgrades to other types.
const TYPES: [(&str, char); 11] = [
    ("knight", 'N'),
    ("suicide-bomber", 'X'),
    ("leopard", 'L'),
    ("checker-knight", 'C'),
    ("mounted-archer", 'M'),
    ("wizard", 'W'),
    ("king", 'K'),
    ("archbishop", 'A'),
    ("fortress", 'F'),
    ("scout", 'S'),
    ("warlock", 'V'),
];

impl Game {
    /// heaven-hell/10.1
    pub(crate) fn upgrades(&self, id: usize) -> Vec<&'static str> {
        let piece = &self.pieces[id];
        match piece.kind {
            'P' => vec!["knight", "suicide-bomber", "increased-size"],
            'N' => vec!["leopard", "checker-knight", "mounted-archer"],
            'B' => vec!["wizard", "king", "archbishop"],
            'R' => vec!["fortress", "scout", "warlock"],
            'I' | 'G' => vec![],
            kind => {
                let (own, mark) = if kind == 'K' { ("double-move", 'd') } else { ("portal-gun", 'p') };
                let offers = [
                    ("wizard-hat", !piece.has('h')),
                    ("investor", piece.investor < 9),
                    ("increased-size", true),
                    (own, !piece.has(mark)),
                ];
                offers.into_iter().filter(|(_, offered)| *offered).map(|(upgrade, _)| upgrade).collect()
            }
        }
    }

    pub(crate) fn upgrade(&mut self, id: usize, upgrade: &str) {
        let piece = &mut self.pieces[id];
        match upgrade {
            "wizard-hat" => drop(piece.marks.insert('h')),
            "double-move" => drop(piece.marks.insert('d')),
            "portal-gun" => drop(piece.marks.insert('p')),
            "investor" => piece.investor += 1,
            "increased-size" => self.new.push(Task::Grow(id)),
            kind => piece.kind = TYPES.iter().find(|(name, _)| *name == kind).unwrap().1,
        }
    }

    pub(crate) fn promotions(&self, id: usize) -> Vec<String> {
        let names = ["queen", "rook", "bishop", "knight"].map(|name| format!("promote:{name}"));
        if self.pieces[id].kind == 'P' { names.to_vec() } else { Vec::new() }
    }

    pub(crate) fn promote(&mut self, id: usize, name: &str) {
        self.pieces[id].kind = match name {
            "queen" => 'Q',
            "rook" => 'R',
            "bishop" => 'B',
            _ => 'N',
        };
    }

    /// The type before the upgrade.
    fn lesser_type(&self, id: usize) -> Option<char> {
        match self.pieces[id].kind {
            'X' => Some('P'),
            'L' | 'C' | 'M' => Some('N'),
            'W' | 'A' => Some('B'),
            'F' | 'S' | 'V' => Some('R'),
            _ => None,
        }
    }

    pub(crate) fn can_be_downgraded(&self, id: usize) -> bool {
        let piece = &self.pieces[id];
        let has_status = piece.has('d') || piece.has('p') || piece.investor > 0 || piece.has('h') || piece.size > 1;
        piece.color != '-' && (has_status || self.lesser_type(id).is_some())
    }

    /// heaven-hell/10.2
    pub(crate) fn downgrade(&mut self, id: usize) {
        if !self.can_be_downgraded(id) {
            return;
        }
        let lesser = self.lesser_type(id);
        let piece = &mut self.pieces[id];
        if piece.marks.remove(&'d') || piece.marks.remove(&'p') {
            return;
        }
        if piece.investor > 0 {
            piece.investor -= 1;
            return;
        }
        if piece.marks.remove(&'h') {
            return;
        }
        if piece.size > 1 {
            self.send_to_limbo(id, Vec::new());
        } else if let Some(kind) = lesser {
            piece.kind = kind;
        }
    }

    /// heaven-hell/6.5: the anchors that a piece can grow to.
    pub(crate) fn growths(&self, id: usize) -> Vec<Cell> {
        let piece = &self.pieces[id];
        let candidates = [(0, 0), (-1, 0), (0, -1), (-1, -1)].map(|vector| by(piece.at, vector));
        let fitting: Vec<_> = candidates.into_iter().filter(|&at| self.fits(at, piece.size + 1)).collect();
        let met = |at: Cell| self.grown_over(id, at);
        let free: Vec<_> = fitting.iter().copied().filter(|&at| met(at).is_empty()).collect();
        if !free.is_empty() {
            return free;
        }
        let weak = |other: usize| !self.is_ally(other, id) && !self.is_protected(other);
        fitting.into_iter().filter(|&at| met(at).into_iter().all(weak)).collect()
    }

    /// The pieces that the larger block overlaps, in square order.
    fn grown_over(&self, id: usize, at: Cell) -> Vec<usize> {
        let squares = block(at, self.pieces[id].size + 1);
        let meets = |other: &usize| self.pieces[*other].footprint().iter().any(|square| squares.contains(square));
        self.in_order().into_iter().filter(|other| *other != id && meets(other)).collect()
    }

    pub(crate) fn grow(&mut self, id: usize, at: Cell) {
        let met = self.grown_over(id, at);
        let squares = block(at, self.pieces[id].size + 1);
        for &other in &met {
            self.capture(other, &squares);
        }
        self.pieces[id].at = at;
        self.pieces[id].size += 1;
        self.credit(id, met.len());
        if !met.is_empty() && at.0 == 1 {
            self.land(id, (2, at.1, at.2), None, &[]);
        }
    }

    /// heaven-hell/6.6: the blocks, anchor and size, in which a piece in limbo can come back.
    pub(crate) fn shrunken(&self, id: usize, hit: &[Cell]) -> Vec<(Cell, i8)> {
        let piece = &self.pieces[id];
        let free = |at: &Cell, size: i8| {
            block(*at, size).iter().all(|square| !hit.contains(square) && self.piece_on(*square).is_none())
        };
        for size in (1..piece.size).rev() {
            let room = piece.size - size + 1;
            let anchors = block((0, 0, 0), room).into_iter().map(|(_, ranks, files)| by(piece.at, (files, ranks)));
            let found: Vec<_> = anchors.filter(|at| free(at, size)).map(|at| (at, size)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    pub(crate) fn come_back(&mut self, id: usize, hit: &[Cell], at: Cell) {
        let (_, size) = self.shrunken(id, hit).into_iter().find(|(anchor, _)| *anchor == at).unwrap();
        self.pieces[id].at = at;
        self.pieces[id].size = size;
        self.pieces[id].is = Whereabouts::Board;
    }
}
