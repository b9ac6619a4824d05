//! Fits the weights of a game's evaluation to the results of games that the search plays against itself.
//!
//! ```text
//! cargo run --release -p menagerie-search --example tune -- shogi5|jungle|chess2 [GAMES] [NODES]
//! ```
//! Every game begins with a few random actions. From each quiet position on its way (no threat to win, the best action
//! not noisy) the features are kept, with a target between the result of the game and what the search expected. A
//! logistic regression then finds the weights that predict the targets best, and they are printed as the lines of the
//! game's table. Repeating it with the new weights sharpens both.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Dice, Options, Progress, Rules, RulesExt, Seat, Silent};
use menagerie_search::{History, Limits, Random, Request, Settings, Thinker, Value};

/// What the tuner asks of a game's evaluation: a sum of weights.
trait Tunable: Rules {
    /// The weights in use.
    fn weights() -> Vec<i16>;
    /// Tells every feature: the index of its weight, and how often it counts for the first seat, less those against it.
    fn features(&self, tell: &mut dyn FnMut(usize, i32));
}

impl Tunable for menagerie_shogi5::Position {
    fn weights() -> Vec<i16> {
        menagerie_shogi5::eval::fitting::weights()
    }

    fn features(&self, tell: &mut dyn FnMut(usize, i32)) {
        menagerie_shogi5::eval::fitting::features(self, tell);
    }
}

impl Tunable for menagerie_jungle::Position {
    fn weights() -> Vec<i16> {
        menagerie_jungle::eval::fitting::weights()
    }

    fn features(&self, tell: &mut dyn FnMut(usize, i32)) {
        menagerie_jungle::eval::fitting::features(self, tell);
    }
}

impl Tunable for menagerie_chess2::Position {
    fn weights() -> Vec<i16> {
        menagerie_chess2::eval::fitting::weights()
    }

    fn features(&self, tell: &mut dyn FnMut(usize, i32)) {
        menagerie_chess2::eval::fitting::features(self, tell);
    }
}

/// A position, taken apart.
struct Sample {
    features: Vec<(u16, i8)>,
    /// The share of the point that the first seat can expect.
    target: f32,
}

/// A quiet position on the way of a game.
struct Passed<R> {
    position: R,
    /// What the search expected for the first seat.
    expected: f64,
}

/// How much of the target is the result; the rest is what the search expected.
const RESULT_SHARE: f64 = 0.6;
/// A score of so many hundredths promises 73 % of the point.
const SCALE: f64 = 250.0;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_default();
    let mut number = |otherwise: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (games, nodes, seed) = (number(2_000), number(1_500), number(1));
    match game.as_str() {
        "shogi5" => tune::<menagerie_shogi5::Position>(games, nodes, seed),
        "jungle" => tune::<menagerie_jungle::Position>(games, nodes, seed),
        "chess2" => tune::<menagerie_chess2::Position>(games, nodes, seed),
        other => eprintln!("'{other}' is no game with weights to fit: try shogi5, jungle or chess2"),
    }
}

fn tune<R: Tunable>(games: u64, nodes: u64, seed: u64) {
    let mut samples = Vec::new();
    let mut thinker = Thinker::<R>::new(Settings { threads: 1, hash: 4 });
    for game in 0..games {
        thinker.new_game();
        let (passed, result) = play(&mut thinker, nodes, seed << 32 | game);
        for Passed { position, expected } in passed {
            let mut features = Vec::new();
            position.features(&mut |weight, count| {
                if count != 0 {
                    features.push((weight as u16, count as i8));
                }
            });
            let target = (RESULT_SHARE * result + (1.0 - RESULT_SHARE) * expected) as f32;
            samples.push(Sample { features, target });
        }
        if (game + 1) % 200 == 0 {
            eprintln!("{} games, {} positions", game + 1, samples.len());
        }
    }
    let fitted = fit(&R::weights(), &samples);
    for row in fitted.chunks(15) {
        println!("    {}", row.iter().map(|weight| format!("{weight},")).collect::<Vec<_>>().join(" "));
    }
}

/// One game with itself: its quiet positions, and the first seat's share of the point.
fn play<R: Rules>(thinker: &mut Thinker<R>, nodes: u64, seed: u64) -> (Vec<Passed<R>>, f64) {
    let mut random = Random::new(seed);
    let mut position = R::start(Options::NONE);
    let mut history = History::at(&position);
    let mut passed = Vec::new();
    let opening = 2 + random.roll(8);
    for turn in 0.. {
        if let Some(outcome) = position.outcome() {
            return (passed, outcome.score(Seat(0)).as_f64());
        }
        if is_drawn(&position, &history) {
            return (passed, 0.5);
        }
        let action = if turn < opening {
            let actions = position.list();
            actions[random.roll(actions.len() as u32) as usize]
        } else {
            let mut request = Request::at(&position).within(Limits::nodes(nodes));
            request.history = history.clone();
            let Some(answer) = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}) else { break };
            let quiet =
                !position.is_noisy(answer.action) && position.seats().iter().all(|seat| !position.threatens_win(seat));
            if quiet && matches!(answer.value, Value::Centi(score) if score.abs() < 2_000) {
                let expected = answer.shares[Seat(0)];
                passed.push(Passed { position: position.clone(), expected });
            }
            answer.action
        };
        let progress: Progress = position.apply(action, &mut Silent);
        history.record(&position, progress);
    }
    (passed, 0.5)
}

fn is_drawn<R: Rules>(position: &R, history: &History) -> bool {
    let rules = position.match_rules();
    let key = position.key();
    let times = history.turn_starts.iter().filter(|&&seen| seen == key).count() as u32;
    rules.repetition.is_some_and(|limit| times >= limit.number)
        || rules.no_progress.is_some_and(|limit| history.tally.without_progress >= limit.number)
        || rules.length.is_some_and(|limit| history.tally.played >= limit.number)
}

/// Logistic regression by Adam, drawn a little towards the weights it begins with.
fn fit(weights: &[i16], samples: &[Sample]) -> Vec<i16> {
    const EPOCHS: usize = 60;
    const BATCH: usize = 4096;
    const PULL: f32 = 1e-6;
    let begin: Vec<f32> = weights.iter().map(|&weight| f32::from(weight)).collect();
    let mut now = begin.clone();
    let (mut mean, mut square) = (vec![0f32; now.len()], vec![0f32; now.len()]);
    let mut gradient = vec![0f32; now.len()];
    let mut step = 0;
    for epoch in 0..EPOCHS {
        let rate = 2.0 * (1.0 - epoch as f32 / EPOCHS as f32);
        for offset in 0..samples.len().div_ceil(BATCH) {
            gradient.fill(0.0);
            let stride = samples.len().div_ceil(BATCH);
            for sample in samples.iter().skip(offset).step_by(stride) {
                let error = predicted(&now, sample) - sample.target;
                for &(weight, count) in &sample.features {
                    gradient[usize::from(weight)] += error * f32::from(count) / BATCH as f32;
                }
            }
            step += 1;
            let (fade_mean, fade_square) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for i in 0..now.len() {
                let slope = gradient[i] + PULL * (now[i] - begin[i]);
                mean[i] = 0.9 * mean[i] + 0.1 * slope;
                square[i] = 0.999 * square[i] + 0.001 * slope * slope;
                now[i] -= rate * (mean[i] / fade_mean) / ((square[i] / fade_square).sqrt() + 1e-8);
            }
        }
        if epoch % 10 == 9 || epoch == 0 {
            eprintln!(
                "after {} passes the loss is {:.5} (it was {:.5})",
                epoch + 1,
                loss(&now, samples),
                loss(&begin, samples)
            );
        }
    }
    now.iter().map(|weight| weight.round() as i16).collect()
}

fn predicted(weights: &[f32], sample: &Sample) -> f32 {
    let score: f32 =
        sample.features.iter().map(|&(weight, count)| weights[usize::from(weight)] * f32::from(count)).sum();
    1.0 / (1.0 + (-score / SCALE as f32).exp())
}

fn loss(weights: &[f32], samples: &[Sample]) -> f32 {
    let sum: f64 = samples.iter().map(|sample| f64::from((predicted(weights, sample) - sample.target).powi(2))).sum();
    (sum / samples.len().max(1) as f64) as f32
}
