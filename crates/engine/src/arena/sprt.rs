//! The sequential probability ratio test (SPRT): stop as soon as the result is significant.

use super::elo::expected;

/// The two hypotheses of the test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtBounds {
    /// H0: the Elo difference is at most this.
    pub elo0: f64,
    /// H1: the Elo difference is at least this.
    pub elo1: f64,
}

/// The error probability of both kinds (alpha and beta).
const ERROR_RATE: f64 = 0.05;

/// The state of the decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// H0 is accepted.
    Refuted,
    /// H1 is accepted.
    Confirmed,
    /// More games are needed.
    Open,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The log-likelihood ratio of H1 to H0.
    pub ratio: f64,
    /// The decision.
    pub verdict: Verdict,
}

impl Sprt {
    /// The bound of the ratio that accepts H1. Its negative accepts H0.
    pub fn threshold() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Tests independent samples of the first player's points, each between 0 and 1.
    pub fn test(samples: &[f64], bounds: SprtBounds) -> Self {
        let ratio = log_likelihood_ratio(samples, expected(bounds.elo0), expected(bounds.elo1));
        let verdict = match ratio {
            _ if ratio >= Self::threshold() => Verdict::Confirmed,
            _ if ratio <= -Self::threshold() => Verdict::Refuted,
            _ => Verdict::Open,
        };
        Self { ratio, verdict }
    }
}

/// A result and its number of occurrences.
type Weighted = (f64, f64);

/// The weight of a win or loss that has not occurred: with it, every mean is possible.
const NEVER_SEEN: f64 = 1e-3;

/// The generalised log-likelihood ratio. Each hypothesis is represented by its maximum-likelihood
/// distribution: the one with the hypothesis's mean that makes the samples most likely.
fn log_likelihood_ratio(samples: &[f64], mean0: f64, mean1: f64) -> f64 {
    let mut results: Vec<Weighted> = samples.iter().map(|sample| (*sample, 1.0)).collect();
    for extreme in [0.0, 1.0] {
        if !samples.contains(&extreme) {
            results.push((extreme, NEVER_SEEN));
        }
    }
    let (tilt0, tilt1) = (tilt(&results, mean0), tilt(&results, mean1));
    let ratio = |value: f64| ((1.0 + tilt0 * (value - mean0)) / (1.0 + tilt1 * (value - mean1))).ln();
    results.iter().map(|(value, weight)| weight * ratio(*value)).sum()
}

/// The maximum-likelihood distribution divides each weight by `1 + tilt · (value − mean)`.
/// Bisection finds the tilt. Values and mean lie between 0 and 1.
fn tilt(results: &[Weighted], mean: f64) -> f64 {
    let (mut from, mut to) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let slope = |tilt: f64| -> f64 {
        results.iter().map(|(value, weight)| weight * (value - mean) / (1.0 + tilt * (value - mean))).sum()
    };
    for _ in 0..100 {
        let middle = f64::midpoint(from, to);
        if slope(middle) > 0.0 { from = middle } else { to = middle }
    }
    f64::midpoint(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(counts: &[(f64, usize)]) -> Vec<f64> {
        counts.iter().flat_map(|&(value, count)| vec![value; count]).collect()
    }

    /// Computed apart from this program, from the definition, for three and for five kinds of results.
    #[test]
    fn the_ratio_of_known_results() {
        let (ten, thirty) = (SprtBounds { elo0: 0.0, elo1: 10.0 }, SprtBounds { elo0: 0.0, elo1: 30.0 });
        let three = samples(&[(0.0, 300), (0.5, 400), (1.0, 350)]);
        let decided = samples(&[(0.0, 200), (0.5, 100), (1.0, 260)]);
        let five = samples(&[(0.0, 20), (0.25, 80), (0.5, 200), (0.75, 110), (1.0, 30)]);
        for (list, bounds, ratio, verdict) in [
            (&three, ten, 1.623_071_6, Verdict::Open),
            (&three, thirty, 0.658_325_4, Verdict::Open),
            (&decided, ten, 1.820_700_1, Verdict::Open),
            (&decided, thirty, 3.772_087_0, Verdict::Confirmed),
            (&five, ten, 2.426_362_3, Verdict::Open),
        ] {
            let sprt = Sprt::test(list, bounds);
            assert!((sprt.ratio - ratio).abs() < 1e-6, "{sprt:?}");
            assert_eq!(sprt.verdict, verdict);
        }
    }

    #[test]
    fn the_other_side_of_the_coin() {
        let list = samples(&[(0.0, 260), (0.5, 100), (1.0, 200)]);
        let sprt = Sprt::test(&list, SprtBounds { elo0: -30.0, elo1: 0.0 });
        assert!((sprt.ratio + 3.772_087_0).abs() < 1e-6, "{sprt:?}");
        assert_eq!(sprt.verdict, Verdict::Refuted);
    }

    #[test]
    fn the_thresholds_are_those_of_one_error_in_twenty() {
        assert!((Sprt::threshold() - 2.944_439).abs() < 1e-6);
    }

    #[test]
    fn too_little_says_nearly_nothing() {
        for list in [&[][..], &[1.0], &[0.5, 0.5], &[1.0, 1.0, 1.0]] {
            let sprt = Sprt::test(list, SprtBounds { elo0: 0.0, elo1: 5.0 });
            assert!(sprt.ratio.abs() < 0.1 && sprt.verdict == Verdict::Open, "{list:?}: {sprt:?}");
        }
    }

    /// Every pair of games is at least even: the mean of a claim may lie below everything that was seen.
    #[test]
    fn results_on_one_side_of_a_claim_decide_too() {
        let list = samples(&[(0.5, 5), (1.0, 40)]);
        assert_eq!(Sprt::test(&list, SprtBounds { elo0: 0.0, elo1: 50.0 }).verdict, Verdict::Confirmed);
    }
}
