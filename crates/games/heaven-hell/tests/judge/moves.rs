//! Which moves, shots, casts and raises there are: heaven-hell/5.1, heaven-hell/6.7, heaven-hell/7.

use std::collections::BTreeMap;

use crate::board::{Cell, Game, Items, Stage, Vector, block, by, cell, name, seat};

/// How a piece gets to a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    pub(crate) direction: Option<Vector>,
    /// Captures besides the pieces on the block.
    pub(crate) extra: Vec<usize>,
    pub(crate) checker_jump: bool,
    pub(crate) portal: bool,
    /// The square that a Pawn's double step passes over.
    pub(crate) passes: Option<Cell>,
    /// The castling Rook and its target.
    pub(crate) rook: Option<(usize, Cell)>,
}

pub(crate) type Moves = BTreeMap<Cell, Way>;

const STRAIGHT: [Vector; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Vector; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Vector; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const TWICE_STRAIGHT: [Vector; 4] = [(0, 2), (2, 0), (0, -2), (-2, 0)];
const TWICE_DIAGONAL: [Vector; 4] = [(2, 2), (2, -2), (-2, -2), (-2, 2)];

/// King's square and target, Rook's square and target, what must be free between them.
const CASTLINGS: [(char, [&str; 4], &[&str]); 4] = [
    ('K', ["e1", "g1", "h1", "f1"], &["f1", "g1"]),
    ('Q', ["e1", "c1", "a1", "d1"], &["b1", "c1", "d1"]),
    ('k', ["e8", "g8", "h8", "f8"], &["f8", "g8"]),
    ('q', ["e8", "c8", "a8", "d8"], &["b8", "c8", "d8"]),
];

impl Game {
    /// The texts of all main actions.
    pub(crate) fn main_actions(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for id in self.on_board().filter(|&id| self.may_use(id)) {
            let from = name(self.pieces[id].at);
            if self.pieces[id].stuns == 0 {
                let moves = self.moves(id).into_keys().map(|to| (to, format!("{from}{}", name(to))));
                texts.extend(moves.filter(|(to, _)| self.imp_may(id, *to)).map(|(_, text)| text));
            }
            texts.extend(self.shots(id).into_iter().map(|target| format!("{from}*{}", name(target))));
            if self.pieces[id].kind == 'W' {
                let free: Vec<_> = self.adjacent(id).into_iter().filter(|&at| self.is_unoccupied(at)).collect();
                let offers = |word: &str, there: bool| there.then(|| format!("{word}:{from}"));
                texts.extend(offers("cast-fire", free.iter().any(|&at| !self.items_on(at).fire)));
                texts.extend(offers("cast-ice", free.iter().any(|&at| !self.items_on(at).ice)));
            }
        }
        if self.on_board().any(|id| self.pieces[id].kind == 'V' && self.may_use(id)) {
            let in_hell = self.on_board().filter(|&id| self.pieces[id].at.0 == 2);
            texts.extend(in_hell.map(|id| format!("raise:{}", name(self.pieces[id].at))));
        }
        texts.extend(self.purchases(self.turn));
        texts.extend((self.stage == Stage::OneMore).then(|| "stop".to_owned()));
        if texts.is_empty() {
            texts.push("pass".to_owned());
        }
        texts.sort_unstable();
        texts
    }

    fn may_use(&self, id: usize) -> bool {
        let piece = &self.pieces[id];
        let own = seat(self.turn);
        let rich = self.coins[own] > self.coins[1 - own];
        (piece.color == self.turn || piece.color == '-') && (piece.kind != 'G' || rich)
    }

    /// heaven-hell/5.1: a plain step of an Imp is not taken back, unless something lies where it leads.
    fn imp_may(&self, id: usize, to: Cell) -> bool {
        let squares = block(to, self.pieces[id].size);
        let something = squares.into_iter().any(|at| self.items_on(at) != Items::default());
        self.pieces[id].kind != 'I' || self.imp != Some((self.pieces[id].at, to)) || something
    }

    pub(crate) fn moves(&self, id: usize) -> Moves {
        let mut moves = Moves::new();
        let piece = &self.pieces[id];
        match piece.kind {
            'P' => {
                self.pawn_moves(id, &mut moves);
                self.only_pawns(id, &mut moves);
            }
            'X' | 'I' => self.pawn_moves(id, &mut moves),
            'N' => self.jumps(id, &KNIGHT, &mut moves),
            'B' | 'W' | 'A' => self.slides(id, &DIAGONAL, &mut moves),
            'R' | 'F' | 'V' => self.slides(id, &STRAIGHT, &mut moves),
            'Q' | 'G' => self.slides(id, &[STRAIGHT, DIAGONAL].concat(), &mut moves),
            'K' => {
                self.jumps(id, &[STRAIGHT, DIAGONAL].concat(), &mut moves);
                self.castlings(id, &mut moves);
            }
            'L' => self.jumps(id, &[&DIAGONAL[..], &KNIGHT, &TWICE_DIAGONAL].concat(), &mut moves),
            'M' => self.jumps(id, &[&KNIGHT[..], &TWICE_STRAIGHT].concat(), &mut moves),
            'C' => {
                self.pawn_moves(id, &mut moves);
                self.checker_jumps(id, &mut moves);
            }
            'S' => {
                self.slides(id, &STRAIGHT, &mut moves);
                self.corners(id, &mut moves);
            }
            other => panic!("no piece is {other}"),
        }
        if piece.has('p') {
            for to in (0..3).filter(|&plane| plane != piece.at.0).map(|plane| (plane, piece.at.1, piece.at.2)) {
                if self.is_open(id, to) {
                    moves.insert(to, Way { portal: true, ..Way::default() });
                }
            }
        }
        moves
    }

    /// The block fits and no ally is there.
    fn is_open(&self, id: usize, to: Cell) -> bool {
        self.fits(to, self.pieces[id].size) && self.overlapped(id, to).iter().all(|&other| !self.is_ally(other, id))
    }

    fn slides(&self, id: usize, directions: &[Vector], moves: &mut Moves) {
        let piece = &self.pieces[id];
        for &direction in directions {
            let mut to = by(piece.at, direction);
            while self.is_open(id, to) {
                moves.insert(to, Way { direction: Some(direction), ..Way::default() });
                let burns = block(to, piece.size).into_iter().any(|at| self.items_on(at).fire);
                if !self.overlapped(id, to).is_empty() || burns && piece.fears_fire() {
                    break;
                }
                to = by(to, direction);
            }
        }
    }

    fn jumps(&self, id: usize, vectors: &[Vector], moves: &mut Moves) {
        for &vector in vectors {
            let to = by(self.pieces[id].at, vector);
            if self.is_open(id, to) {
                moves.insert(to, Way { direction: Some(vector), ..Way::default() });
            }
        }
    }

    fn pawn_moves(&self, id: usize, moves: &mut Moves) {
        let piece = &self.pieces[id];
        let forward = self.forward(id);
        for files in [-1, 0, 1] {
            let to = by(piece.at, (files, forward));
            let captures = !self.overlapped(id, to).is_empty();
            if self.is_open(id, to) && captures == (files != 0) {
                moves.insert(to, Way { direction: Some((files, forward)), ..Way::default() });
            }
        }
    }

    /// The double step and en passant.
    fn only_pawns(&self, id: usize, moves: &mut Moves) {
        let piece = &self.pieces[id];
        let forward = self.forward(id);
        let (first_rank, sixth) = if forward == 1 { (1, 5) } else { (6, 2) };
        if piece.size > 1 {
            return;
        }
        let passes = by(piece.at, (0, forward));
        let to = by(passes, (0, forward));
        let burns = self.items_on(passes).fire && piece.fears_fire();
        if piece.at.1 == first_rank && self.is_unoccupied(passes) && self.is_unoccupied(to) && !burns {
            let way = Way { direction: Some((0, forward)), passes: Some(passes), ..Way::default() };
            moves.insert(to, way);
        }
        let Some(target) = self.passed.filter(|&target| target.1 == sixth && self.is_unoccupied(target)) else {
            return;
        };
        for files in [-1, 1] {
            let beside = by(piece.at, (files, 0));
            let victim = self.piece_on(beside).filter(|&other| {
                let pawn = &self.pieces[other];
                pawn.kind == 'P' && pawn.size == 1 && !self.is_ally(other, id) && !self.is_protected(other)
            });
            if let (true, Some(victim)) = (by(piece.at, (files, forward)) == target, victim) {
                let way = Way { direction: Some((files, forward)), extra: vec![victim], ..Way::default() };
                moves.insert(target, way);
            }
        }
    }

    fn castlings(&self, id: usize, moves: &mut Moves) {
        let king = &self.pieces[id];
        for (right, [king_from, king_to, rook_from, rook_to], between) in CASTLINGS {
            let own = if right.is_ascii_uppercase() { 'w' } else { 'b' };
            let at = cell;
            if king.color != own || king.at != at(king_from) || king.size > 1 || !self.rights.contains(right) {
                continue;
            }
            let Some(rook) = self.piece_on(at(rook_from)).filter(|&rook| self.pieces[rook].stuns == 0) else {
                continue;
            };
            let free = |square: &&str| {
                let items = self.items_on(at(square));
                self.is_unoccupied(at(square)) && !items.fire && !items.ice
            };
            if between.iter().all(free) {
                moves.insert(at(king_to), Way { rook: Some((rook, at(rook_to))), ..Way::default() });
            }
        }
    }

    pub(crate) fn checker_jumps(&self, id: usize, moves: &mut Moves) {
        let piece = &self.pieces[id];
        for (files, ranks) in STRAIGHT {
            let own = piece.footprint();
            let strip = own.iter().map(|&at| by(at, (files, ranks))).filter(|at| !own.contains(at));
            let mut jumped: Vec<_> = strip.filter_map(|at| self.piece_on(at)).collect();
            jumped.sort_by_key(|&other| self.pieces[other].at);
            jumped.dedup();
            let vector = (files * (piece.size + 1), ranks * (piece.size + 1));
            let to = by(piece.at, vector);
            if jumped.is_empty() || !self.fits(to, piece.size) || !self.overlapped(id, to).is_empty() {
                continue;
            }
            jumped.retain(|&other| !self.is_ally(other, id) && !self.is_protected(other));
            let way = Way { direction: Some(vector), extra: jumped, checker_jump: true, ..Way::default() };
            moves.insert(to, way);
        }
    }

    fn corners(&self, id: usize, moves: &mut Moves) {
        let piece = &self.pieces[id];
        let Some(((plane, low_rank, low_file), (_, high_rank, high_file))) = self.extent(piece.at.0) else { return };
        let inset = piece.size - 1;
        for rank in [low_rank, high_rank - inset] {
            for file in [low_file, high_file - inset] {
                let to = (plane, rank, file);
                if to != piece.at && !moves.contains_key(&to) && self.is_open(id, to) {
                    let vector = (file - piece.at.2, rank - piece.at.1);
                    moves.insert(to, Way { direction: Some(vector), ..Way::default() });
                }
            }
        }
    }

    fn shots(&self, id: usize) -> Vec<Cell> {
        let piece = &self.pieces[id];
        let vectors = match piece.kind {
            'M' => [&KNIGHT[..], &TWICE_STRAIGHT].concat(),
            'F' => DIAGONAL.to_vec(),
            _ => Vec::new(),
        };
        let own = piece.footprint();
        let aims = own.iter().flat_map(|&at| vectors.iter().map(move |&vector| by(at, vector)));
        let hits = |at: &Cell| {
            let target = self.piece_on(*at).filter(|&other| other != id);
            target.is_some_and(|other| !self.is_ally(other, id) && !self.is_protected(other))
        };
        let mut targets: Vec<_> = aims.filter(hits).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}
