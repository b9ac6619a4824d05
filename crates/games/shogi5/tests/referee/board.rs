//! A position as its text tells it: shogi5/position-text and shogi5/reading.

/// File and row, from 0.
pub(crate) type Cell = (i8, i8);

const ORDER: &str = "KGSBLP";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    /// The plain letter, in upper case.
    pub(crate) letter: char,
    pub(crate) white: bool,
    pub(crate) promoted: bool,
}

impl Man {
    fn write(self) -> String {
        let letter = if self.white { self.letter } else { self.letter.to_ascii_lowercase() };
        format!("{}{letter}", if self.promoted { "+" } else { "" })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// By file, then row.
    pub(crate) men: [[Option<Man>; 5]; 5],
    /// Letters in upper case: black's hand, then white's.
    pub(crate) hands: [Vec<char>; 2],
    pub(crate) white_moves: bool,
}

pub(crate) fn cells() -> impl Iterator<Item = Cell> {
    (0..25).map(|index| (index % 5, index / 5))
}

pub(crate) fn name((file, row): Cell) -> String {
    format!("{}{}", char::from(b'a' + file as u8), row + 1)
}

pub(crate) fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

impl Board {
    /// A position, if the text is one. Whatever has the right letters is read; then it must be what writing gives, and
    /// the pieces must be possible.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (squares, rest) = text.split_once('[')?;
        let (hands, mover) = rest.split_once(']')?;
        let mut board = Self { men: [[None; 5]; 5], hands: [Vec::new(), Vec::new()], white_moves: mover == " w" };
        let (mut file, mut row, mut promoted) = (0, 4, false);
        for letter in squares.chars() {
            match letter {
                '/' => (file, row) = (0, row - 1),
                '+' => promoted = true,
                '1'..='5' => file += letter as i8 - '0' as i8,
                _ if ORDER.contains(letter.to_ascii_uppercase()) && (0..5).contains(&file) && (0..5).contains(&row) => {
                    let white = letter.is_ascii_uppercase();
                    let man = Man { letter: letter.to_ascii_uppercase(), white, promoted };
                    board.men[file as usize][row as usize] = Some(man);
                    (file, promoted) = (file + 1, false);
                }
                _ => return None,
            }
        }
        for letter in hands.chars() {
            board.hands[usize::from(letter.is_ascii_uppercase())].push(letter.to_ascii_uppercase());
        }
        (board.write() == text && board.is_possible()).then_some(board)
    }

    /// shogi5/reading/1 and shogi5/reading/2
    fn is_possible(&self) -> bool {
        let men: Vec<Man> = cells().filter_map(|cell| self.on(cell)).collect();
        let all = |letter: char| {
            let in_hands = self.hands.iter().flatten().filter(|held| **held == letter).count();
            men.iter().filter(|man| man.letter == letter).count() + in_hands
        };
        let kings = |white: bool| men.iter().filter(|man| man.letter == 'K' && man.white == white).count();
        let held = |white: bool| self.hands[usize::from(white)].iter().filter(|held| **held == 'K').count();
        let state = [kings(false), kings(true), held(false), held(true)];
        "GSBLP".chars().all(|letter| all(letter) <= 2)
            && !men.iter().any(|man| man.promoted && matches!(man.letter, 'K' | 'G'))
            && [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]].contains(&state)
    }

    pub(crate) fn write(&self) -> String {
        let rows: Vec<String> = (0..5).rev().map(|row| self.write_row(row)).collect();
        let hand = |white: bool| {
            let held = &self.hands[usize::from(white)];
            let letters = ORDER.chars().flat_map(|letter| held.iter().filter(move |one| **one == letter));
            letters.map(|&letter| Man { letter, white, promoted: false }.write()).collect::<String>()
        };
        let mover = if self.white_moves { 'w' } else { 'b' };
        format!("{}[{}{}] {mover}", rows.join("/"), hand(true), hand(false))
    }

    fn write_row(&self, row: i8) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..5 {
            match self.on((file, row)) {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text += &man.write();
                    empty = 0;
                }
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    }

    pub(crate) fn on(&self, (file, row): Cell) -> Option<Man> {
        self.men[file as usize][row as usize]
    }

    pub(crate) fn put(&mut self, (file, row): Cell, man: Option<Man>) {
        self.men[file as usize][row as usize] = man;
    }
}

/// The moves from a square, as a text.
pub(crate) fn write_moves(board: &Board, from: Cell) -> String {
    let moves: Vec<_> = board.actions().into_iter().filter(|action| action.starts_with(&name(from))).collect();
    moves.join(" ")
}

/// A random position: the kings, and of every other letter up to two, on the board or in a hand.
pub(crate) fn random(roll: &mut impl FnMut(u32) -> u32) -> String {
    let mut board = Board { men: [[None; 5]; 5], hands: [Vec::new(), Vec::new()], white_moves: roll(2) == 0 };
    let mut free: Vec<Cell> = cells().collect();
    let mut men = vec![('K', true), ('K', false)];
    men.extend("GSBLPGSBLP".chars().map(|letter| (letter, roll(2) == 0)));
    for (letter, white) in men {
        match if letter == 'K' { 0 } else { roll(4) } {
            3 => {}
            2 => board.hands[usize::from(white)].push(letter),
            _ => {
                let at = free.remove(roll(free.len() as u32) as usize);
                let promoted = !matches!(letter, 'K' | 'G') && roll(3) == 0;
                board.put(at, Some(Man { letter, white, promoted }));
            }
        }
    }
    board.write()
}

/// A position in which the mover's king stands in its far corner behind men that can hardly move there, or not at all.
pub(crate) fn cornered(roll: &mut impl FnMut(u32) -> u32) -> String {
    const NEAR: [Cell; 7] = [(0, 4), (1, 4), (0, 3), (1, 3), (2, 4), (3, 4), (2, 3)];
    let white = roll(2) == 0;
    let mut board = Board { men: [[None; 5]; 5], hands: [Vec::new(), Vec::new()], white_moves: white };
    let turned = |(file, row): Cell| if white { (file, row) } else { (4 - file, 4 - row) };
    let mut letters: Vec<char> = "BLPBLP".chars().collect();
    board.put(turned(NEAR[0]), Some(Man { letter: 'K', white, promoted: false }));
    board.put(turned((4, 0)), Some(Man { letter: 'K', white: !white, promoted: false }));
    for &at in NEAR[1..].iter().take(3 + roll(4) as usize) {
        let letter = letters.remove(roll(letters.len() as u32) as usize);
        board.put(turned(at), Some(Man { letter, white, promoted: roll(12) == 0 }));
    }
    board.write()
}
