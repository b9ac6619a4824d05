//! The evaluation: learned or classical.

use std::marker::PhantomData;
use std::sync::Arc;

use menagerie_game::net::{Features, Layout, Net};
use menagerie_game::{BySeat, Rules, Seat};

/// Which evaluation a computer player uses.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Evaluation {
    /// The game's own net ([`Rules::net`]). The classical evaluation in a game without one, and for levels below
    /// [`Rules::NET_FROM_LEVEL`].
    #[default]
    Embedded,
    /// The classical evaluation: hand-made features with fitted weights.
    Classical,
    /// Another net of the game.
    Net(Arc<Net>),
}

/// Judges positions of a game with its net or with its classical evaluation.
#[derive(Clone, Debug)]
pub struct Evaluator<R> {
    net: Option<Arc<Net>>,
    game: PhantomData<fn(R)>,
}

impl<R: Rules> Evaluator<R> {
    /// The evaluator of a computer player. A net of another game is not used.
    pub fn new(evaluation: &Evaluation) -> Self {
        let net = match evaluation {
            Evaluation::Embedded => R::net(),
            Evaluation::Classical => None,
            Evaluation::Net(net) => Some(net.clone()).filter(|net| Some(net.header().inputs) == R::NET_INPUTS),
        };
        Self { net, game: PhantomData }
    }

    /// The evaluator of the levels below [`Rules::NET_FROM_LEVEL`]: the classical evaluation, unless another was chosen.
    pub fn of_weak_level(evaluation: &Evaluation) -> Self {
        match evaluation {
            Evaluation::Embedded => Self::new(&Evaluation::Classical),
            _ => Self::new(evaluation),
        }
    }

    /// The evaluation of a position for a seat. Asked only while the game goes on.
    #[inline]
    pub fn evaluate(&self, position: &R, seat: Seat) -> i32 {
        match &self.net {
            None => position.evaluate(seat),
            Some(net) if net.header().inputs.layout == Layout::Pair => {
                let on_turn = position.turn_seat();
                let score = score_on_turn(net, position, on_turn);
                if seat == on_turn { score } else { -score }
            }
            Some(net) => scores_of_seats(net, position)[seat],
        }
    }

    /// The evaluations for all seats at once.
    #[inline]
    pub fn evaluations(&self, position: &R) -> BySeat<i32> {
        match &self.net {
            None => position.evaluations(),
            Some(net) if net.header().inputs.layout == Layout::Pair => {
                let on_turn = position.turn_seat();
                let score = score_on_turn(net, position, on_turn);
                let seats = position.seats();
                BySeat::from_fn(|seat| match seat {
                    _ if seat == on_turn => score,
                    _ if seats.contains(seat) => -score,
                    _ => 0,
                })
            }
            Some(net) => scores_of_seats(net, position),
        }
    }
}

/// With two seats: the score of the seat on turn.
#[inline]
fn score_on_turn<R: Rules>(net: &Net, position: &R, on_turn: Seat) -> i32 {
    let other = position.seats().iter().find(|&seat| seat != on_turn).unwrap_or(on_turn);
    let (mut own, mut foreign) = (Features::new(), Features::new());
    position.features(on_turn, &mut own);
    position.features(other, &mut foreign);
    let learned = net.pair_score(&own, &foreign, position.net_bucket());
    match net.header().classical_share {
        0 => learned,
        _ => learned + net.classical_part(position.evaluate(on_turn)),
    }
}

/// With more seats: each living seat's lead over the average of the others. The net gives the scores of the living seats
/// in the order of the seats, beginning with the one on turn.
fn scores_of_seats<R: Rules>(net: &Net, position: &R) -> BySeat<i32> {
    let (living, on_turn) = (position.living(), position.turn_seat());
    let mut features = Features::new();
    position.features(on_turn, &mut features);
    let by_place = net.seat_scores(&features, position.net_bucket());
    let mut scores = BySeat::default();
    for (seat, score) in living.iter_from(on_turn).zip(by_place) {
        scores[seat] = score;
    }
    let total: i32 = scores.0.iter().sum();
    let others = (living.len() as i32 - 1).max(1);
    let mut leads = BySeat::default();
    for seat in living.iter() {
        leads[seat] = scores[seat] - (total - scores[seat]) / others;
    }
    if net.header().classical_share != 0 {
        let classical = position.evaluations();
        living.iter().for_each(|seat| leads[seat] += net.classical_part(classical[seat]));
    }
    leads
}

#[cfg(test)]
mod tests {
    use menagerie_djambi::Position;
    use menagerie_game::Options;
    use menagerie_game::net::{Header, Weights};

    use super::*;
    use crate::bench_position;

    /// Blue is eliminated: red controls its pieces, or nobody does.
    const BLUE_IS_OUT: [&str; 3] = [
        "gC3gM3yC/9/2yA6/9/4rC4/9/1bM6rM/5gR3/x8 4 rryg y -",
        "gC7yC/3yR5/9/9/9/9/4gN4/rMbM7/rCyM7 4 r-yg r -",
        "gC7yC/3yR5/9/9/9/9/4gN4/rMbM7/rCyM7 4 r-yg g -",
    ];

    /// Positions in which a seat chooses a move, with four and with three living seats.
    fn positions() -> Vec<Position> {
        let played = (0..12).map(bench_position::<Position>).filter(|position| position.to_string().ends_with(" -"));
        let out = BLUE_IS_OUT.map(|text| text.parse().unwrap());
        [Position::start(Options::NONE)].into_iter().chain(played).chain(out).collect()
    }

    /// The position after a quarter turn of the board and of the colours: each seat has what the seat before it had.
    fn turned(position: &Position) -> Position {
        let next = |text: &str| -> String {
            let color = |letter| match letter {
                'r' => 'b',
                'b' => 'y',
                'y' => 'g',
                'g' => 'r',
                other => other,
            };
            text.chars().map(color).collect()
        };
        let text = position.to_string();
        let [board, players, control, turn, pending] = text.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let squares: Vec<Vec<String>> = board.split('/').map(|row| squares(&next(row))).collect();
        let row = |row: usize| row_text((0..9).map(|file| squares[file][8 - row].as_str()));
        let board = (0..9).map(row).collect::<Vec<_>>().join("/");
        let (last, control) = (next(&control[3..]), next(&control[..3]));
        format!("{board} {players} {last}{control} {} {pending}", next(turn)).parse().unwrap()
    }

    /// The squares of a row of the position text. An empty square is an empty text.
    fn squares(row: &str) -> Vec<String> {
        let mut squares: Vec<String> = Vec::new();
        for letter in row.chars() {
            match letter {
                '1'..='9' => squares.extend((0..letter as usize - '0' as usize).map(|_| String::new())),
                'A'..='Z' => squares.last_mut().unwrap().push(letter),
                _ => squares.push(letter.to_string()),
            }
        }
        squares
    }

    fn row_text<'s>(squares: impl Iterator<Item = &'s str>) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for square in squares.chain(["end"]) {
            match (square, empty) {
                ("", _) => empty += 1,
                (_, 1..) => text += &std::mem::take(&mut empty).to_string(),
                _ => {}
            }
            text += if square == "end" { "" } else { square };
        }
        text
    }

    #[test]
    fn a_quarter_turn_moves_the_evaluations_by_one_seat() {
        let evaluator = Evaluator::<Position>::new(&Evaluation::Embedded);
        for position in positions() {
            let mut now = position;
            for _ in 0..4 {
                let next = turned(&now);
                let (before, after) = (evaluator.evaluations(&now), evaluator.evaluations(&next));
                let moved = BySeat::from_fn(|seat| before[Seat((seat.0 + 3) % 4)]);
                assert_eq!(after, moved, "{now} and {next}");
                assert_eq!(evaluator.evaluate(&next, Seat(2)), after[Seat(2)]);
                now = next;
            }
            assert_eq!(now, position);
        }
    }

    /// A quarter turn cannot tell the order of play from its reverse. A net that gives each place a score of its own can.
    #[test]
    fn places_of_the_net_are_the_living_seats_in_order_of_play_from_the_one_on_turn() {
        let inputs = Position::NET_INPUTS.unwrap();
        let header = Header { inputs, width: 32, classical_share: 0, scale: 400, note: String::new() };
        let mut weights = Weights::zero(&inputs, 32);
        for (output, bias) in weights.output_bias.iter_mut().enumerate() {
            *bias = (1 << (output % 4)) * 1_000_000;
        }
        let net = Arc::new(Net::new(header, weights).unwrap());
        let evaluator = Evaluator::<Position>::new(&Evaluation::Net(Arc::clone(&net)));
        let [first, second, third, fourth] = net.seat_scores(&Features::new(), 0);
        assert!(0 < first && first < second && second < third && third < fourth);
        let check = |position: &str, scores: [i32; 4]| {
            let position: Position = position.parse().unwrap();
            let living = position.living();
            let lead = |seat: Seat| {
                let others: i32 = living.iter().filter(|&other| other != seat).map(|other| scores[other.index()]).sum();
                scores[seat.index()] - others / (living.len() as i32 - 1)
            };
            let leads = BySeat::from_fn(|seat| if living.contains(seat) { lead(seat) } else { 0 });
            assert_eq!(evaluator.evaluations(&position), leads, "{position}");
        };
        let start = Position::start(Options::NONE).to_string();
        check(&start, [first, second, third, fourth]);
        check(&start.replace(" r -", " y -"), [third, fourth, first, second]);
        check(BLUE_IS_OUT[0], [third, 0, first, second]);
        check(BLUE_IS_OUT[1], [first, 0, second, third]);
        check(BLUE_IS_OUT[2], [second, 0, third, first]);
    }
}
