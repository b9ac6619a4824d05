//! Logistic regression of the weights.

use menagerie_game::tuning::Recipe;

/// The features of one seat in a position.
pub(crate) struct Side {
    /// The indices of the weights, with their counts.
    pub(crate) features: Vec<(u16, f32)>,
    /// The rest of the evaluation, which has no weights.
    pub(crate) rest: f32,
    /// The target score, from 0 to 1.
    pub(crate) target: f32,
}

/// The features of a position, by seats still in the game.
pub(crate) type Sample = Vec<Side>;

const EPOCHS: usize = 60;
const BATCH: usize = 4096;
const SEATS: usize = 4;

/// Logistic regression (with more seats: softmax over the evaluations) by Adam, with weight decay
/// towards the weights it begins with.
pub(crate) fn fit(begin: &[f32], samples: &[Sample], recipe: &Recipe) -> Vec<f32> {
    let mut now = begin.to_vec();
    let (mut mean, mut square) = (vec![0f32; now.len()], vec![0f32; now.len()]);
    let mut gradient = vec![0f32; now.len()];
    let batches = samples.len().div_ceil(BATCH);
    for step in 0..EPOCHS * batches {
        let rate = 2.0 * (1.0 - (step / batches) as f32 / EPOCHS as f32);
        gradient.fill(0.0);
        let batch = samples.iter().skip(step % batches).step_by(batches);
        let weight_of_one = 1.0 / (samples.len().div_ceil(batches)) as f32;
        batch.for_each(|sample| add_slope(&mut gradient, &now, sample, recipe.scale, weight_of_one));
        let power = step as i32 + 1;
        let (fade_mean, fade_square) = (1.0 - 0.9f32.powi(power), 1.0 - 0.999f32.powi(power));
        for i in 0..now.len() {
            let slope = gradient[i] + recipe.pull * (now[i] - begin[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            now[i] -= rate * (mean[i] / fade_mean) / ((square[i] / fade_square).sqrt() + 1e-8);
        }
    }
    now
}

fn add_slope(gradient: &mut [f32], weights: &[f32], sample: &Sample, scale: f32, weight_of_one: f32) {
    let predicted = predict(weights, sample, scale);
    for (side, expected_score) in sample.iter().zip(predicted) {
        for &(weight, count) in &side.features {
            gradient[usize::from(weight)] += (expected_score - side.target) * count * weight_of_one;
        }
    }
}

/// The expected scores that the weights predict.
fn predict(weights: &[f32], sample: &Sample, scale: f32) -> [f32; SEATS] {
    let mut expected = [0f32; SEATS];
    for (expected_score, side) in expected.iter_mut().zip(sample) {
        let sum: f32 = side.features.iter().map(|&(weight, count)| weights[usize::from(weight)] * count).sum();
        *expected_score = (side.rest + sum) / scale;
    }
    let living = &mut expected[..sample.len().min(SEATS)];
    let best = living.iter().copied().fold(f32::MIN, f32::max);
    for expected_score in &mut *living {
        *expected_score = (*expected_score - best).exp();
    }
    let total: f32 = living.iter().sum();
    for expected_score in living {
        *expected_score /= total;
    }
    expected
}

/// The mean squared error.
pub(crate) fn error(weights: &[f32], samples: &[Sample], scale: f32) -> f64 {
    let off = |sample: &Sample| {
        let predicted = predict(weights, sample, scale);
        let squares = sample.iter().zip(predicted).map(|(side, score)| f64::from((score - side.target).powi(2)));
        squares.sum::<f64>() / sample.len().max(1) as f64
    };
    samples.iter().map(off).sum::<f64>() / samples.len().max(1) as f64
}
