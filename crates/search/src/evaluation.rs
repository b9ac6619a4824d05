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
