//! The console protocol: line in, lines out, byte for byte. A pure state machine; the caller does
//! input and output.
//!
//! ```
//! use menagerie_game::LineProtocol;
//! use menagerie_shogi5::console::Console;
//!
//! let mut console = Console::new();
//! let reply = console.line(b"l 15 12");
//! assert_eq!(reply.output, "KGSBLl-------------p-bsgk\np\n\n");
//! assert!(!reply.over);
//! ```

use menagerie_game::{LineProtocol, Options, Reply, Rules, RulesExt, Silent};

use crate::board::Square;
use crate::position::Position;
use crate::text::letter;
use crate::{Action, Color, Kind};

/// A session: the position, and each hand in the order of capture.
#[derive(Clone, Debug)]
pub struct Console {
    position: Position,
    /// By colour.
    hands: [Vec<Kind>; 2],
}

/// A well-formed line.
#[derive(Clone, Copy)]
struct Request {
    kind: Kind,
    /// `None` for `00`, the hand.
    from: Option<Square>,
    to: Square,
}

impl Console {
    /// A session at the set-up. Nothing is written before the first line (shogi5/ruling/27).
    #[expect(clippy::new_without_default, reason = "a session is begun, not defaulted")]
    pub fn new() -> Self {
        Self { position: Position::start(Options::NONE), hands: [Vec::new(), Vec::new()] }
    }

    /// Does the request if it is legal; otherwise nothing changes (shogi5/ruling/24).
    fn carry_out(&mut self, request: Request) {
        let mover = self.position.mover();
        let Request { kind, from, to } = request;
        let action = match from {
            None => Action::Drop { kind, to },
            Some(from) => {
                let named =
                    self.position.piece(from).is_some_and(|(piece, color)| (piece.kind, color) == (kind, mover));
                if !named {
                    return;
                }
                Action::Move { from, to }
            }
        };
        if !self.position.is_legal(action) {
            return;
        }
        let hand = &mut self.hands[mover as usize];
        match from {
            // Of equal letters the one captured first leaves the hand (shogi5/ruling/19).
            None => {
                if let Some(first) = hand.iter().position(|&held| held == kind) {
                    hand.remove(first);
                }
            }
            Some(_) => hand.extend(self.position.piece(to).map(|(captured, _)| captured.kind)),
        }
        let _ = self.position.apply(action, &mut Silent);
    }

    /// The board in one line, then black's hand, then white's.
    fn state(&self) -> String {
        let square = |square| self.position.piece(square).map_or('-', |(piece, color)| letter(piece.kind, color));
        let mut text: String = Square::all().map(square).collect();
        for color in Color::ALL {
            text.push('\n');
            text.extend(self.hands[color as usize].iter().map(|&kind| letter(kind, color)));
        }
        text.push('\n');
        text
    }
}

impl LineProtocol for Console {
    /// Writes nothing, three lines or four.
    fn line(&mut self, line: &[u8]) -> Reply {
        let words = words(line);
        if let [Some(b"0"), None, ..] = words {
            return Reply { output: String::new(), over: true };
        }
        if let Some(request) = parse(&words, self.position.mover()) {
            self.carry_out(request);
        }
        let winner = self.position.winner();
        let mut output = self.state();
        if let Some(winner) = winner {
            output.push_str(winner.name());
            output.push_str(" wins!\n");
        }
        Reply { output, over: winner.is_some() }
    }
}

/// The first four words of a line; a fourth means that there are too many.
fn words(line: &[u8]) -> [Option<&[u8]>; 4] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let mut words = line.split(blank).filter(|word| !word.is_empty());
    std::array::from_fn(|_| words.next())
}

fn parse(words: &[Option<&[u8]>; 4], mover: Color) -> Option<Request> {
    let [Some(&[piece]), Some(from), Some(to), None] = *words else { return None };
    let kind = Kind::ALL.into_iter().find(|&kind| letter(kind, mover) == char::from(piece))?;
    let from = if from == b"00" { None } else { Some(square(from)?) };
    Some(Request { kind, from, to: square(to)? })
}

/// Two digits: column and row.
fn square(word: &[u8]) -> Option<Square> {
    let &[column, row] = word else { return None };
    Square::new(column.checked_sub(b'1')?, row.checked_sub(b'1')?)
}
