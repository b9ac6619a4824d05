//! The scores of a position: the hidden layer of each perspective is summed up anew, then squared
//! and weighted. Plain loops over arrays of fixed length, which the compiler turns into vector
//! instructions. On x86-64 they are compiled twice, and the processor decides at run time: a released
//! program must run on processors without AVX2, and AVX2 makes the score about twice as fast.

#![expect(clippy::inline_always, reason = "only inlined code is compiled with the instructions of its caller")]

use crate::{ACTIVATION_ONE, Features, MAX_SCORE, MAX_SEATS, Net, OUTPUT_ONE};

/// How many neurons are summed up at once: as many as fit half of the vector registers.
const CHUNK: usize = 128;

impl Net {
    /// For [`Layout::Pair`](crate::Layout::Pair): the score of the seat on turn, without the
    /// classical share.
    #[inline]
    pub fn pair_score(&self, on_turn: &Features, other: &Features, bucket: usize) -> i32 {
        let [score] = self.scores(&[on_turn, other], bucket);
        score
    }

    /// For [`Layout::AllSeats`](crate::Layout::AllSeats): the scores of the living seats, beginning
    /// with the seat on turn, which sees these features, then in the order of the seats. Without the
    /// classical share. Scores beyond the living seats mean nothing.
    #[inline]
    pub fn seat_scores(&self, on_turn: &Features, bucket: usize) -> [i32; MAX_SEATS] {
        self.scores(&[on_turn], bucket)
    }

    /// The classical evaluation times its share in the score.
    #[inline]
    pub fn classical_part(&self, evaluation: i32) -> i32 {
        evaluation * i32::from(self.header.classical_share) / crate::SHARE_ONE
    }

    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "calling code for AVX2 is unsafe; the score is about twice as fast with it")
    )]
    fn scores<const SCORES: usize>(&self, perspectives: &[&Features], bucket: usize) -> [i32; SCORES] {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: this processor has AVX2.
            return unsafe { self.scores_with_avx2(perspectives, bucket) };
        }
        self.scores_by_width(perspectives, bucket)
    }

    /// The same, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn scores_with_avx2<const SCORES: usize>(&self, perspectives: &[&Features], bucket: usize) -> [i32; SCORES] {
        self.scores_by_width(perspectives, bucket)
    }

    #[inline(always)]
    fn scores_by_width<const SCORES: usize>(&self, perspectives: &[&Features], bucket: usize) -> [i32; SCORES] {
        match self.header.width {
            32 => self.scores_with::<SCORES, 32, 32>(perspectives, bucket),
            64 => self.scores_with::<SCORES, 64, 64>(perspectives, bucket),
            128 => self.scores_with::<SCORES, 128, CHUNK>(perspectives, bucket),
            _ => self.scores_with::<SCORES, 256, CHUNK>(perspectives, bucket),
        }
    }

    #[inline(always)]
    fn scores_with<const SCORES: usize, const WIDTH: usize, const CHUNK: usize>(
        &self,
        perspectives: &[&Features],
        bucket: usize,
    ) -> [i32; SCORES] {
        let first = bucket.min(self.weights.output_bias.len() / SCORES - 1) * SCORES;
        let row = perspectives.len() * WIDTH;
        let output = &self.weights.output[first * row..(first + SCORES) * row];
        let mut sums: [i64; SCORES] = std::array::from_fn(|score| i64::from(self.weights.output_bias[first + score]));
        for (which, features) in perspectives.iter().enumerate() {
            for begin in (0..WIDTH).step_by(CHUNK) {
                let hidden = self.hidden::<WIDTH, CHUNK>(features, begin);
                for (sum, output) in sums.iter_mut().zip(output.chunks_exact(row)) {
                    *sum += i64::from(weighted::<CHUNK>(&hidden, &output[which * WIDTH + begin..][..CHUNK]));
                }
            }
        }
        let one = i64::from(ACTIVATION_ONE * ACTIVATION_ONE * OUTPUT_ONE);
        let limit = i64::from(MAX_SCORE);
        sums.map(|sum| (sum * i64::from(self.header.scale) / one).clamp(-limit, limit) as i32)
    }

    /// The neurons from `begin` on, before the activation.
    #[inline(always)]
    fn hidden<const WIDTH: usize, const CHUNK: usize>(&self, features: &Features, begin: usize) -> [i16; CHUNK] {
        let mut hidden: [i16; CHUNK] = std::array::from_fn(|index| self.weights.bias[begin + index]);
        for &feature in features.as_slice() {
            let begin = usize::from(feature) * WIDTH + begin;
            let Some(row) = self.weights.features.get(begin..begin + CHUNK) else { continue };
            for (sum, weight) in hidden.iter_mut().zip(row) {
                *sum = sum.saturating_add(*weight);
            }
        }
        hidden
    }
}

/// The squared, clipped activation, weighted. Reading a net makes sure that the sum fits 32 bits.
#[inline(always)]
fn weighted<const CHUNK: usize>(hidden: &[i16; CHUNK], output: &[i16]) -> i32 {
    let mut sum = 0;
    for (value, weight) in hidden.iter().zip(output) {
        let clipped = (*value).clamp(0, ACTIVATION_ONE as i16);
        sum += i32::from(clipped * clipped) * i32::from(*weight);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Header, Inputs, Layout, WIDTHS, Weights};

    const PAIR: Inputs = Inputs { game: "toy", definition: "", features: 40, buckets: 3, layout: Layout::Pair };

    /// Pseudo-random weights of about a quarter of the unit.
    fn net(inputs: Inputs, width: u16) -> Net {
        let mut state = 7u64;
        let mut next = |bound: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % (2 * bound as u64 + 1)) as i32 - bound
        };
        let mut weights = Weights::zero(&inputs, width);
        weights.features.iter_mut().for_each(|weight| *weight = next(90) as i16);
        weights.bias.iter_mut().for_each(|weight| *weight = next(90) as i16);
        weights.output.iter_mut().for_each(|weight| *weight = next(60) as i16);
        weights.output_bias.iter_mut().for_each(|weight| *weight = next(1_000_000));
        Net::new(Header { inputs, width, classical_share: 0, scale: 400, note: String::new() }, weights).unwrap()
    }

    fn features(numbers: &[usize]) -> Features {
        let mut features = Features::new();
        for &number in numbers {
            features.push(number);
        }
        features
    }

    /// The same function in floating point, neuron by neuron.
    fn slow_score(net: &Net, perspectives: &[&Features], row: usize) -> f64 {
        let width = usize::from(net.header.width);
        let one = f64::from(ACTIVATION_ONE);
        let mut sum = f64::from(net.weights.output_bias[row]) / (one * one * f64::from(OUTPUT_ONE));
        for (which, features) in perspectives.iter().enumerate() {
            for neuron in 0..width {
                let rows = features
                    .as_slice()
                    .iter()
                    .map(|&feature| net.weights.features[usize::from(feature) * width + neuron]);
                let value = rows.map(f64::from).sum::<f64>() + f64::from(net.weights.bias[neuron]);
                let weight = net.weights.output[(row * perspectives.len() + which) * width + neuron];
                sum += (value / one).clamp(0.0, 1.0).powi(2) * f64::from(weight) / f64::from(OUTPUT_ONE);
            }
        }
        sum * f64::from(net.header.scale)
    }

    #[test]
    fn every_width_and_layout_agrees_with_plain_arithmetic() {
        let (first, second) = (features(&[0, 3, 39, 17, 8]), features(&[1, 2, 30]));
        for width in WIDTHS {
            for bucket in 0..3 {
                let pair = net(PAIR, width);
                let slow = slow_score(&pair, &[&first, &second], bucket);
                assert!((f64::from(pair.pair_score(&first, &second, bucket)) - slow).abs() <= 1.0, "{width} {slow}");
                let all = net(Inputs { layout: Layout::AllSeats, ..PAIR }, width);
                for (seat, score) in all.seat_scores(&first, bucket).into_iter().enumerate() {
                    let slow = slow_score(&all, &[&first], bucket * MAX_SEATS + seat);
                    assert!((f64::from(score) - slow).abs() <= 1.0, "{width} {slow}");
                }
            }
        }
    }

    /// A processor with AVX2 and one without compute the same score.
    #[test]
    fn the_score_does_not_depend_on_the_processor() {
        let (first, second) = (features(&[0, 3, 39, 17, 8]), features(&[1, 2, 30]));
        for width in WIDTHS {
            let net = net(PAIR, width);
            for bucket in 0..3 {
                let [plain] = net.scores_by_width(&[&first, &second], bucket);
                assert_eq!(net.pair_score(&first, &second, bucket), plain, "{width}");
            }
        }
    }

    #[test]
    fn the_seat_on_turn_and_the_other_are_not_the_same_to_a_net() {
        let (first, second) = (features(&[0, 3]), features(&[1, 2]));
        let net = net(PAIR, 64);
        assert_ne!(net.pair_score(&first, &second, 0), net.pair_score(&second, &first, 0));
    }

    #[test]
    fn a_feature_or_bucket_out_of_range_is_left_out_instead_of_a_panic() {
        let net = net(PAIR, 32);
        let (known, unknown) = (features(&[1]), features(&[1, 60_000]));
        assert_eq!(net.pair_score(&known, &known, 2), net.pair_score(&unknown, &known, 9));
    }

    #[test]
    fn the_classical_share_is_a_fraction() {
        let mut half = net(PAIR, 32);
        half.header.classical_share = 128;
        assert_eq!(half.classical_part(300), 150);
        assert_eq!(net(PAIR, 32).classical_part(300), 0);
    }
}
