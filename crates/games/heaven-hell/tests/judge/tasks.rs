//! The tasks of the pending list: heaven-hell/4.2.

use crate::board::{Cell, Game, Piece, Vector, Whereabouts, cell, name};

pub(crate) const PLANES: [&str; 3] = ["earth", "heaven", "hell"];

/// A task; pieces by their numbers, seats by their letters, planes by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Slide(usize, Vector),
    Step(usize),
    Back(usize),
    Home(usize),
    Down(usize),
    Shrink(usize, Vec<Cell>),
    Up(usize),
    Promote(usize),
    UpOrPromote(usize),
    Grow(usize),
    Jump(usize),
    Double(usize),
    Rampage(usize),
    Purchase(char),
    Chaos(char, Vec<String>),
    /// The id of an entry or effect, the seat that is asked, the fourth part.
    Ask(String, char, Argument),
    Unlock,
    Curse(usize),
    Random(char),
    Imp,
    Orb(usize),
    Burn(usize),
    /// How many are still to be stunned, and the anchors of those that were.
    Daze(u32, Vec<Cell>),
    Hex(char),
    Throw(usize),
    ThrowOn(usize, usize),
}

/// The fourth part of an `ask`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    Nothing,
    Piece(usize),
    Square(Cell),
    Number(u32),
}

impl Task {
    /// The piece that it is about.
    pub(crate) fn about(&self) -> Option<usize> {
        match *self {
            Self::Slide(id, _)
            | Self::Step(id)
            | Self::Back(id)
            | Self::Home(id)
            | Self::Down(id)
            | Self::Shrink(id, _)
            | Self::Up(id)
            | Self::Promote(id)
            | Self::UpOrPromote(id)
            | Self::Grow(id)
            | Self::Jump(id)
            | Self::Double(id)
            | Self::Rampage(id)
            | Self::Curse(id)
            | Self::Throw(id)
            | Self::ThrowOn(id, _)
            | Self::Ask(_, _, Argument::Piece(id)) => Some(id),
            _ => None,
        }
    }
}

/// The squares of a list joined by dots; `-` if it is empty.
fn read_squares(text: &str) -> Vec<Cell> {
    text.split('.').filter(|name| *name != "-").map(cell).collect()
}

fn write_squares(squares: &[Cell]) -> String {
    let names: Vec<_> = squares.iter().map(|&at| name(at)).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(".") }
}

fn plane(name: &str) -> usize {
    PLANES.iter().position(|plane| *plane == name).unwrap()
}

impl Game {
    /// Reads a task. A piece in limbo appears with it.
    pub(crate) fn read_task(&mut self, text: &str) -> Task {
        let parts: Vec<&str> = text.split(':').collect();
        let letter = || parts[1].chars().next().unwrap();
        let piece = |part: usize| self.piece_on(cell(parts[part])).unwrap();
        match parts[0] {
            "slide" => {
                let second = parts[2].rfind(['+', '-']).unwrap();
                let (files, ranks) = parts[2].split_at(second);
                Task::Slide(piece(1), (files.parse().unwrap(), ranks.parse().unwrap()))
            }
            "step" => Task::Step(piece(1)),
            "back" => Task::Back(piece(1)),
            "home" => Task::Home(piece(1)),
            "down" => Task::Down(piece(1)),
            "shrink" => {
                let (text, hit) = parts[1].split_once('/').unwrap();
                self.pieces.push(Piece { is: Whereabouts::Limbo, ..Piece::read(text) });
                Task::Shrink(self.pieces.len() - 1, read_squares(hit))
            }
            "up" => Task::Up(piece(1)),
            "pro" => Task::Promote(piece(1)),
            "uppro" => Task::UpOrPromote(piece(1)),
            "grow" => Task::Grow(piece(1)),
            "jump" => Task::Jump(piece(1)),
            "double" => Task::Double(piece(1)),
            "rampage" => Task::Rampage(piece(1)),
            "purchase" => Task::Purchase(letter()),
            "chaos" => {
                let drawn = parts.get(2).map_or(Vec::new(), |list| list.split('.').map(str::to_owned).collect());
                Task::Chaos(letter(), drawn)
            }
            "ask" => {
                let argument = parts.get(3).map_or(Argument::Nothing, |text| self.read_argument(parts[1], text));
                Task::Ask(parts[1].to_owned(), parts[2].chars().next().unwrap(), argument)
            }
            "unlock" => Task::Unlock,
            "curse" => Task::Curse(piece(1)),
            "random" => Task::Random(letter()),
            "imp" => Task::Imp,
            "orb" => Task::Orb(plane(parts[1])),
            "burn" => Task::Burn(plane(parts[1])),
            "daze" => Task::Daze(parts[1].parse().unwrap(), read_squares(parts[2])),
            "hex" => Task::Hex(letter()),
            "throw" => parts.get(2).map_or_else(|| Task::Throw(piece(1)), |name| Task::ThrowOn(piece(1), plane(name))),
            other => panic!("there is no task {other}"),
        }
    }

    fn read_argument(&self, id: &str, text: &str) -> Argument {
        match id {
            "replant-traps" => Argument::Number(text.parse().unwrap()),
            "ice-and-fire" => Argument::Square(cell(text)),
            _ => Argument::Piece(self.piece_on(cell(text)).unwrap()),
        }
    }

    pub(crate) fn task_text(&self, task: &Task) -> String {
        let at = |id: usize| name(self.pieces[id].at);
        match task {
            Task::Slide(id, (files, ranks)) => format!("slide:{}:{files:+}{ranks:+}", at(*id)),
            Task::Step(id) => format!("step:{}", at(*id)),
            Task::Back(id) => format!("back:{}", at(*id)),
            Task::Home(id) => format!("home:{}", at(*id)),
            Task::Down(id) => format!("down:{}", at(*id)),
            Task::Shrink(id, hit) => format!("shrink:{}/{}", self.pieces[*id].write(), write_squares(hit)),
            Task::Up(id) => format!("up:{}", at(*id)),
            Task::Promote(id) => format!("pro:{}", at(*id)),
            Task::UpOrPromote(id) => format!("uppro:{}", at(*id)),
            Task::Grow(id) => format!("grow:{}", at(*id)),
            Task::Jump(id) => format!("jump:{}", at(*id)),
            Task::Double(id) => format!("double:{}", at(*id)),
            Task::Rampage(id) => format!("rampage:{}", at(*id)),
            Task::Purchase(seat) => format!("purchase:{seat}"),
            Task::Chaos(seat, drawn) if drawn.is_empty() => format!("chaos:{seat}"),
            Task::Chaos(seat, drawn) => format!("chaos:{seat}:{}", drawn.join(".")),
            Task::Ask(id, seat, Argument::Nothing) => format!("ask:{id}:{seat}"),
            Task::Ask(id, seat, Argument::Piece(piece)) => format!("ask:{id}:{seat}:{}", at(*piece)),
            Task::Ask(id, seat, Argument::Square(square)) => format!("ask:{id}:{seat}:{}", name(*square)),
            Task::Ask(id, seat, Argument::Number(number)) => format!("ask:{id}:{seat}:{number}"),
            Task::Unlock => "unlock".to_owned(),
            Task::Curse(id) => format!("curse:{}", at(*id)),
            Task::Random(seat) => format!("random:{seat}"),
            Task::Imp => "imp".to_owned(),
            Task::Orb(plane) => format!("orb:{}", PLANES[*plane]),
            Task::Burn(plane) => format!("burn:{}", PLANES[*plane]),
            Task::Daze(number, picked) => format!("daze:{number}:{}", write_squares(picked)),
            Task::Hex(seat) => format!("hex:{seat}"),
            Task::Throw(id) => format!("throw:{}", at(*id)),
            Task::ThrowOn(id, plane) => format!("throw:{}:{}", at(*id), PLANES[*plane]),
        }
    }
}
