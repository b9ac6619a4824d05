//! Fits the weights of an evaluation for any number of seats to the results of games that the search plays against
//! itself.
//!
//! ```text
//! cargo run --release -p menagerie-search --example fit -- djambi [GAMES] [VISITS] [SEED]
//! ```
//! Every game begins with a few random actions. At the start of every turn the features of all living seats are kept,
//! with a target between the final scores and what the search expected. The weights that predict the targets best, as
//! shares in proportion to e to the evaluation, are found by gradient descent from the present ones and printed.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Actor, BySeat, Dice, Options, Rules, RulesExt, Seat, Silent, draw};
use menagerie_search::{History, Limits, Random, Request, Settings, Thinker};

/// What the fitter asks of a game's evaluation: a sum of weights for each seat.
trait Tunable: Rules {
    /// The weights in use.
    fn weights() -> Vec<i32>;
    /// What counts for a seat, in the order of the weights; nothing for a seat that is out.
    fn features(&self, seat: Seat) -> Option<Vec<i32>>;
}

impl Tunable for menagerie_djambi::Position {
    fn weights() -> Vec<i32> {
        menagerie_djambi::eval::fitting::weights()
    }

    fn features(&self, seat: Seat) -> Option<Vec<i32>> {
        menagerie_djambi::eval::fitting::features(self, seat)
    }
}

/// A position taken apart: for every living seat its features and the share it should get.
type Sample = Vec<(Vec<i32>, f64)>;

/// How much of the target is the result; the rest is what the search expected.
const RESULT_SHARE: f64 = 0.7;
/// As in the search: a lead of so many hundredths multiplies the odds by e.
const SCALE: f64 = 400.0;
/// So many actions of a game are random.
const RANDOM_ACTIONS: u32 = 6;
/// A game that takes longer counts as drawn.
const LONGEST: u32 = 600;
const ROUNDS: u32 = 400;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let mut number = |otherwise: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (games, visits, seed) = (number(300), number(300), number(1));
    match game.as_str() {
        "djambi" => fit::<menagerie_djambi::Position>(games, visits, seed),
        other => eprintln!("'{other}' is no game with weights to fit: try djambi or heaven-hell"),
    }
}

fn fit<R: Tunable>(games: u64, visits: u64, seed: u64) {
    let samples: Vec<Sample> = (0..games).flat_map(|game| play::<R>(visits, seed << 32 | game)).collect();
    let before: Vec<f64> = R::weights().into_iter().map(f64::from).collect();
    let after = descend(&samples, before.clone());
    println!("{} positions, error {:.4} -> {:.4}", samples.len(), error(&samples, &before), error(&samples, &after));
    for (index, (old, new)) in before.iter().zip(&after).enumerate() {
        println!("{index:3} {old:6.0} -> {new:6.0}");
    }
}

/// One game, taken apart.
fn play<R: Tunable>(visits: u64, seed: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut position = R::start(Options::NONE);
    let mut history = History::at(&position);
    let mut thinker = Thinker::<R>::new(Settings { threads: 1, hash: 8 });
    let mut kept: Vec<(R, BySeat<f64>)> = Vec::new();
    for number in 0..LONGEST {
        let action = match position.actor() {
            Actor::Nobody => break,
            Actor::Chance => draw(&position, &mut random),
            Actor::Seat(_) if number < RANDOM_ACTIONS => {
                let actions = position.list();
                actions.get(random.roll(actions.len() as u32) as usize).copied()
            }
            Actor::Seat(seat) => {
                let view = position.view(menagerie_game::Viewer::Seat(seat));
                let request = Request { seed: random.bits(), ..Request::new(view, history.clone()) };
                let request = request.within(Limits::nodes(visits));
                let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {});
                if let Some(answer) = answer.as_ref().filter(|_| position.begins_turn()) {
                    kept.push((position.clone(), answer.shares));
                }
                answer.map(|answer| answer.action)
            }
        };
        let Some(action) = action else { break };
        let progress = position.apply(action, &mut Silent);
        history.record(&position, progress);
    }
    let outcome = position.outcome().unwrap_or_else(|| position.drawn());
    let target = |seat, expected: f64| RESULT_SHARE * outcome.score(seat).as_f64() + (1.0 - RESULT_SHARE) * expected;
    let sample = |(position, expected): &(R, BySeat<f64>)| {
        let seats = position.seats().iter();
        seats.filter_map(|seat| Some((position.features(seat)?, target(seat, expected[seat])))).collect()
    };
    kept.iter().map(sample).collect()
}

/// The shares that the weights promise.
fn shares(sample: &Sample, weights: &[f64]) -> Vec<f64> {
    let sum = |features: &[i32]| features.iter().zip(weights).map(|(&n, weight)| f64::from(n) * weight).sum::<f64>();
    let sums: Vec<f64> = sample.iter().map(|(features, _)| sum(features) / SCALE).collect();
    let best = sums.iter().copied().fold(f64::MIN, f64::max);
    let odds: Vec<f64> = sums.iter().map(|sum| (sum - best).exp()).collect();
    let total: f64 = odds.iter().sum();
    odds.iter().map(|odds| odds / total).collect()
}

/// The mean cross entropy.
fn error(samples: &[Sample], weights: &[f64]) -> f64 {
    let one = |sample: &Sample| {
        let shares = shares(sample, weights);
        sample.iter().zip(shares).map(|((_, target), share)| -target * share.max(1e-9).ln()).sum::<f64>()
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// Gradient descent, every weight with a step of its own (Adagrad).
fn descend(samples: &[Sample], mut weights: Vec<f64>) -> Vec<f64> {
    let mut grown = vec![1e-9; weights.len()];
    for _ in 0..ROUNDS {
        let mut slope = vec![0.0; weights.len()];
        for sample in samples {
            for ((features, target), share) in sample.iter().zip(shares(sample, &weights)) {
                for (slope, &n) in slope.iter_mut().zip(features) {
                    *slope += (share - target) * f64::from(n);
                }
            }
        }
        for ((weight, grown), slope) in weights.iter_mut().zip(&mut grown).zip(slope) {
            *grown += slope * slope;
            *weight -= 30.0 * slope / grown.sqrt();
        }
    }
    weights
}
