//! A slow, obvious judge that knows nothing of the library's positions: it works on the text alone, square by square,
//! as the rules are written, and says which actions there are and what each leads to.

use std::collections::BTreeMap;

use menagerie_game::{Leaving, Rules, RulesExt, Seat, Silent};
use menagerie_testkit::{Games, torture};

use crate::P;

type Cell = (i8, i8);

const MAZE: Cell = (4, 4);
const SEATS: &str = "rbyg";
const ORTHOGONAL: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ALL: [Cell; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

#[derive(Clone)]
struct Game {
    /// `rC`, `x`, ….
    board: BTreeMap<Cell, String>,
    players: String,
    control: Vec<char>,
    turn: char,
    slot: char,
    pending: String,
}

fn name(cell: Cell) -> String {
    format!("{}{}", (b'a' + cell.0 as u8) as char, cell.1 + 1)
}

fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

fn index(seat: char) -> usize {
    SEATS.find(seat).unwrap()
}

/// The four colours after this one, itself last.
fn round(after: char) -> impl Iterator<Item = char> {
    (1..=4).map(move |step| SEATS.as_bytes()[(index(after) + step) % 4] as char)
}

fn step(from: Cell, by: Cell) -> Option<Cell> {
    let to = (from.0 + by.0, from.1 + by.1);
    ((0..9).contains(&to.0) && (0..9).contains(&to.1)).then_some(to)
}

impl Game {
    fn read(text: &str) -> Self {
        let fields: Vec<_> = text.split(' ').collect();
        let mut board = BTreeMap::new();
        for (line, rank) in fields[0].split('/').zip((0..9).rev()) {
            let (mut file, mut letters) = (0, line.chars());
            while let Some(letter) = letters.next() {
                match letter {
                    '1'..='9' => file += letter as i8 - '1' as i8,
                    'x' => drop(board.insert((file, rank), "x".to_owned())),
                    color => drop(board.insert((file, rank), format!("{color}{}", letters.next().unwrap()))),
                }
                file += 1;
            }
        }
        let turn: Vec<_> = fields[3].chars().collect();
        Self {
            board,
            players: fields[1].to_owned(),
            control: fields[2].chars().collect(),
            turn: turn[0],
            slot: *turn.last().unwrap(),
            pending: fields[4].to_owned(),
        }
    }

    fn write(&self) -> String {
        let mut text = String::new();
        for rank in (0..9).rev() {
            for file in 0..9 {
                match (self.board.get(&(file, rank)), text.chars().last()) {
                    (Some(unit), _) => text += unit,
                    (None, Some(digit @ '1'..='8')) => {
                        text.pop();
                        text.push((digit as u8 + 1) as char);
                    }
                    (None, _) => text.push('1'),
                }
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        let control: String = self.control.iter().collect();
        let turn = if self.turn == self.slot { self.turn.to_string() } else { format!("{}+{}", self.turn, self.slot) };
        format!("{text}{} {control} {turn} {}", self.players, self.pending)
    }

    fn color(&self, at: Cell) -> Option<char> {
        self.board.get(&at).filter(|unit| *unit != "x").and_then(|unit| unit.chars().next())
    }

    fn chief(&self, color: char) -> Option<Cell> {
        let chief = format!("{color}C");
        self.board.iter().find(|(_, unit)| **unit == chief).map(|(at, _)| *at)
    }

    fn is_ally(&self, at: Cell) -> bool {
        self.color(at).is_some_and(|color| self.control[index(color)] == self.turn)
    }

    fn is_enemy(&self, at: Cell) -> bool {
        self.color(at).is_some_and(|color| match self.control[index(color)] {
            '-' => self.chief(color).is_some() || self.pending == format!("{color}C"),
            seat => seat != self.turn,
        })
    }

    fn living(&self) -> Vec<char> {
        SEATS.chars().filter(|&seat| self.control[index(seat)] == seat).collect()
    }

    fn ruler(&self) -> Option<char> {
        self.living().into_iter().find(|&seat| self.chief(seat) == Some(MAZE))
    }

    /// The empty cells in all directions up to `limit` steps, and the occupied cells that end them.
    fn lines(&self, from: Cell, limit: usize) -> (Vec<Cell>, Vec<Cell>) {
        let (mut empty, mut met) = (Vec::new(), Vec::new());
        for direction in ALL {
            let mut at = from;
            for _ in 0..limit {
                let Some(next) = step(at, direction) else { break };
                at = next;
                if self.board.contains_key(&at) {
                    met.push(at);
                    break;
                }
                empty.push(at);
            }
        }
        (empty, met)
    }

    fn ways_out(&self) -> Vec<Cell> {
        ALL.into_iter().filter_map(|by| step(MAZE, by)).filter(|at| !self.board.contains_key(at)).collect()
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (&from, unit) in self.board.iter().filter(|(at, _)| self.is_ally(**at)) {
            let kind = unit.as_bytes()[1];
            let (empty, met) = self.lines(from, if kind == b'M' { 2 } else { 8 });
            let open = empty.into_iter().filter(|&to| to != MAZE || kind == b'C');
            let met = met.into_iter().filter(|&to| match kind {
                b'C' | b'D' => self.is_enemy(to),
                b'M' => self.is_enemy(to) && to != MAZE,
                b'A' => self.is_enemy(to) && (to != MAZE || !self.ways_out().is_empty()),
                b'N' => self.board[&to] == "x",
                _ => false,
            });
            moves.extend(open.chain(met).map(|to| name(from) + &name(to)));
        }
        moves
    }

    fn victims(&self, reporter: Cell) -> Vec<Cell> {
        ORTHOGONAL.into_iter().filter_map(|by| step(reporter, by)).filter(|&at| self.is_enemy(at)).collect()
    }

    fn actions(&self) -> Vec<String> {
        let mut actions = match self.pending.as_str() {
            _ if self.turn == '-' => Vec::new(),
            "-" => self.moves(),
            "exit" => self.lines(MAZE, 8).0.into_iter().map(|to| name(MAZE) + &name(to)).collect(),
            pending => match pending.strip_prefix("kill:") {
                Some(reporter) => {
                    let victims = self.victims(cell(reporter));
                    victims.into_iter().map(|at| format!("@{}", name(at))).chain(["stop".to_owned()]).collect()
                }
                None => self.places(),
            },
        };
        if actions.is_empty() && self.turn != '-' && self.ruler() == Some(self.turn) {
            actions.push("pass".to_owned());
        }
        actions.sort();
        actions
    }

    fn must_leave(&self) -> bool {
        self.board.get(&MAZE).is_some_and(|unit| unit != "x" && !unit.ends_with('C'))
    }

    fn places(&self) -> Vec<String> {
        let cells = (0..81).map(|i| (i % 9, i / 9)).filter(|at| !self.board.contains_key(at));
        let last = if self.must_leave() && self.ways_out().len() == 1 { self.ways_out() } else { Vec::new() };
        let allowed = cells.filter(|at| (*at != MAZE || self.pending.ends_with('C')) && !last.contains(at));
        allowed.map(|at| format!("@{}", name(at))).collect()
    }

    fn apply(&mut self, action: &str) {
        let next = match (self.pending.clone().as_str(), action.strip_prefix('@')) {
            ("-", None) if action != "pass" => self.go(cell(&action[..2]), cell(&action[2..])),
            ("exit", None) => {
                let piece = self.board.remove(&MAZE).unwrap();
                self.board.insert(cell(&action[2..]), piece);
                None
            }
            (pending, Some(at)) if pending.starts_with("kill:") => {
                self.kill(cell(at));
                self.board.insert(cell(at), "x".to_owned());
                None
            }
            (pending, Some(at)) => {
                self.board.insert(cell(at), pending.to_owned());
                self.must_leave().then(|| "exit".to_owned())
            }
            _ => None,
        };
        self.pending = next.unwrap_or_else(|| "-".to_owned());
        if self.pending == "-" {
            self.end_turn();
        }
    }

    fn go(&mut self, from: Cell, to: Cell) -> Option<String> {
        let mover = self.board.remove(&from).unwrap();
        let met = self.board.get(&to).cloned();
        let kind = mover.as_bytes()[1];
        if met.is_some() && matches!(kind, b'C' | b'M' | b'A') {
            self.kill(to);
        }
        self.board.insert(to, mover);
        match (kind, met) {
            (b'A', Some(_)) => {
                self.board.insert(from, "x".to_owned());
                (to == MAZE).then(|| "exit".to_owned())
            }
            (b'D' | b'N', Some(met)) => Some(met),
            (_, Some(_)) => Some("x".to_owned()),
            (b'R', None) if !self.victims(to).is_empty() => Some(format!("kill:{}", name(to))),
            (_, None) => None,
        }
    }

    fn kill(&mut self, at: Cell) {
        let victim = self.board.remove(&at).unwrap();
        let color = victim.chars().next().unwrap();
        if victim.ends_with('C') {
            let killer = self.turn;
            self.control.iter_mut().filter(|seat| **seat == color).for_each(|seat| *seat = killer);
            self.control[index(color)] = killer;
        }
    }

    fn fall(&mut self, color: char) {
        self.board.insert(self.chief(color).unwrap(), "x".to_owned());
        self.control.iter_mut().filter(|seat| **seat == color).for_each(|seat| *seat = '-');
    }

    fn is_surrounded(&self, color: char) -> bool {
        let Some(chief) = self.chief(color).filter(|&at| at != MAZE) else { return false };
        let ringed =
            ALL.into_iter().filter_map(|by| step(chief, by)).all(|at| self.board.get(&at).is_some_and(|u| u == "x"));
        let is_own = |other: char| other == color || self.control[index(other)] == color;
        ringed && !SEATS.chars().any(|other| is_own(other) && self.board.values().any(|u| *u == format!("{other}N")))
    }

    /// E1 to E3; whether the game is over.
    fn settle(&mut self, player: char) -> bool {
        while self.living().len() > 1 {
            let Some(color) = round(player).find(|&color| self.is_surrounded(color)) else { break };
            self.fall(color);
        }
        if self.living().len() == 1 {
            (self.turn, self.slot) = ('-', '-');
            return true;
        }
        if let Some(ruler) = self.ruler() {
            for color in SEATS.chars().filter(|&color| self.chief(color).is_none()).collect::<Vec<_>>() {
                if self.control[index(color)] == '-' {
                    self.control[index(color)] = ruler;
                }
            }
        }
        false
    }

    fn end_turn(&mut self) {
        self.pass_on(Some(self.turn), self.turn, self.slot);
    }

    /// Between turns only.
    fn concede(&mut self, seat: char) {
        let (on_turn, slot) = (self.turn, self.slot);
        self.fall(seat);
        if self.settle(on_turn) {
            return;
        }
        if self.living().contains(&on_turn) {
            if self.ruler() == Some(on_turn) || !self.moves().is_empty() {
                return;
            }
            self.fall(on_turn);
        }
        self.pass_on(self.ruler(), on_turn, slot);
    }

    /// E1 to N3 after `player` (T in N1 and N2), with `last` looked at last in E2.
    fn pass_on(&mut self, player: Option<char>, last: char, mut slot: char) {
        while !self.settle(last) {
            if let Some(ruler) = self.ruler().filter(|&ruler| Some(ruler) != player) {
                (self.turn, self.slot) = (ruler, slot);
                return;
            }
            let living = self.living();
            let again = self.ruler().is_some_and(|ruler| Some(ruler) == player) && living.len() == 2;
            let next = round(slot).find(|seat| living.contains(seat) && (again || Some(*seat) != player)).unwrap();
            (self.turn, self.slot) = (next, next);
            if self.ruler() == Some(next) || !self.moves().is_empty() {
                return;
            }
            self.fall(next);
            slot = next;
        }
    }
}

/// In a game all 36 units are always there, and the judge agrees.
fn validate(position: &P) {
    let game = Game::read(&position.to_string());
    let in_hand = game.pending == "x" || (game.pending.len() == 2 && game.turn != '-');
    assert_eq!(game.board.len() + usize::from(in_hand), 36, "units of {position}");
    agrees(position, 5);
}

/// The library agrees with the judge on the actions, on what every so-manieth of them leads to, and on concessions.
pub(crate) fn agrees(position: &P, every: usize) {
    let text = position.to_string();
    let game = Game::read(&text);
    assert_eq!(game.write(), text);
    let actions = position.sorted_texts();
    assert_eq!(actions, game.actions(), "actions of {text}");
    for action in actions.iter().step_by(every) {
        let mut after = *position;
        let _ = after.apply(action.parse().unwrap(), &mut Silent);
        let mut expected = game.clone();
        expected.apply(action);
        assert_eq!(after.to_string(), expected.write(), "{action} in {text}");
    }
    validate_concessions(position, &game);
}

fn validate_concessions(position: &P, game: &Game) {
    if !position.begins_turn() || position.outcome().is_some() {
        return;
    }
    for seat in game.living() {
        let mut after = *position;
        let leaving = after.leave(Seat(index(seat) as u8), &mut Silent);
        assert_eq!(leaving, Leaving::Continues);
        let mut expected = game.clone();
        expected.concede(seat);
        assert_eq!(after.to_string(), expected.write(), "{seat} concedes in {}", game.write());
    }
}

#[test]
fn random_games_agree_with_the_judge() {
    torture::<P>(&["", "3", "2"], Games { count: 12, longest: 700 }, validate);
}
