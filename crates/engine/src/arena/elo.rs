//! Elo difference from match points, with confidence intervals.

use std::fmt;

/// The 97.5 % quantile of the normal distribution.
const NORMAL_95: f64 = 1.959_964;
/// The same quantile of Student's distribution with 1 to 8 degrees of freedom.
const STUDENT_95: [f64; 8] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306];
/// The probability of each tail outside the interval.
const TAIL: f64 = 0.025;

/// A mean of points between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of the 95 % confidence interval.
    pub margin: f64,
}

impl Mean {
    /// The mean of independent samples; `None` without samples.
    pub fn of(samples: &[f64]) -> Option<Self> {
        let count = samples.len() as f64;
        if samples.is_empty() {
            return None;
        }
        let value = samples.iter().sum::<f64>() / count;
        let spread: f64 = samples.iter().map(|sample| (sample - value).powi(2)).sum();
        let farthest = value.max(1.0 - value);
        let margin = match samples.len() {
            // One sample says nothing about the variance: the interval is everything.
            1 => farthest,
            // Equal samples have no variance. The margin is the frequency of other results at which a run of
            // this many equal samples still has the probability of a tail.
            _ if spread < NEARLY_NOTHING => farthest * (1.0 - TAIL.powf(count.recip())),
            many => student_95(many - 1) * (spread / (count - 1.0) / count).sqrt(),
        };
        Some(Self { value, margin: margin.min(farthest) })
    }
}

/// The tolerance of floating-point zero.
const NEARLY_NOTHING: f64 = 1e-12;

/// The 97.5 % quantile of Student's distribution. Beyond the table, an expansion around the normal
/// quantile.
fn student_95(freedom: usize) -> f64 {
    if let Some(listed) = freedom.checked_sub(1).and_then(|index| STUDENT_95.get(index)) {
        return *listed;
    }
    let (z, n) = (NORMAL_95, freedom.max(1) as f64);
    z + (z.powi(3) + z) / (4.0 * n) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
}

impl fmt::Display for Mean {
    /// `62.5 % ± 8.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ± {:.1}", 100.0 * self.value, 100.0 * self.margin)
    }
}

/// An Elo difference: 400 points for odds of ten to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The maximum-likelihood difference; infinite if one side got all points.
    pub difference: f64,
    /// The lower bound of the 95 % confidence interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Elo {
    /// The Elo difference for a mean of points.
    pub fn from_mean(mean: Mean) -> Self {
        let Mean { value, margin } = mean;
        Self { difference: elo(value), low: elo(value - margin), high: elo(value + margin) }
    }
}

impl fmt::Display for Elo {
    /// `+35 ± 20`, or one bound if the interval is too asymmetric for a single margin.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = (self.high - self.low) / 2.0;
        if margin.is_finite() {
            // Adding 0.0 turns a negative zero into a positive one.
            return write!(f, "{:+.0} ± {margin:.0}", self.difference.round() + 0.0);
        }
        // An interval that contains zero does not say who is stronger.
        if self.low.is_finite() && self.low > 0.0 {
            write!(f, "more than {:+.0}", self.low)
        } else if self.high.is_finite() && self.high < 0.0 {
            write!(f, "less than {:+.0}", self.high)
        } else {
            f.write_str("unknown, too few games")
        }
    }
}

/// The Elo difference for an expected score.
pub(crate) fn elo(points: f64) -> f64 {
    if points <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if points >= 1.0 {
        return f64::INFINITY;
    }
    -400.0 * (1.0 / points - 1.0).log10()
}

/// The expected score for an Elo difference.
pub(crate) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in every book about Elo's system: 10 % more than half is 70, 75 % is 191, ten to one is 400.
    #[test]
    fn the_curve_goes_through_known_points() {
        for (points, difference) in [(0.5, 0.0), (0.6, 70.437), (0.75, 190.849), (0.64, 99.951), (10.0 / 11.0, 400.0)] {
            assert!((elo(points) - difference).abs() < 0.001, "{points}: {}", elo(points));
            assert!((expected(difference) - points).abs() < 1e-5);
        }
        assert!(elo(0.0).is_infinite() && elo(1.0).is_infinite());
    }

    /// 60 wins, 20 draws, 20 losses: 70 %; variance (60·0.09 + 20·0.04 + 20·0.49) / 99.
    #[test]
    fn the_margin_is_that_of_a_mean() {
        let samples: Vec<f64> = [1.0; 60].into_iter().chain([0.5; 20]).chain([0.0; 20]).collect();
        let mean = Mean::of(&samples).unwrap();
        let error = (16.0f64 / 99.0 / 100.0).sqrt();
        assert!((mean.value - 0.7).abs() < 1e-12);
        assert!((mean.margin - 1.984 * error).abs() < 1e-4, "Student's quantile for 99 degrees is 1.984");
        assert_eq!(Elo::from_mean(mean).to_string(), "+147 ± 67");
    }

    /// From any table of Student's distribution.
    #[test]
    fn few_samples_widen_the_margin_by_students_quantile() {
        for (freedom, quantile) in [(1, 12.706), (4, 2.776), (8, 2.306), (9, 2.262), (11, 2.201), (30, 2.042)] {
            assert!((student_95(freedom) - quantile).abs() < 0.005, "{freedom}: {}", student_95(freedom));
        }
        let three = Mean::of(&[0.4, 0.5, 0.6]).unwrap();
        assert!((three.margin - 4.303 * (0.02f64 / 2.0 / 3.0).sqrt()).abs() < 1e-9, "{three}");
        assert_eq!(Mean::of(&[0.0, 1.0]).unwrap().to_string(), "50.0 % ± 50.0", "two games say nothing");
    }

    /// Clopper and Pearson's exact bound for 8 of 8 is 0.6306.
    #[test]
    fn points_that_all_went_one_way_have_one_bound() {
        assert_eq!(Mean::of(&[]), None);
        let all = Mean::of(&[1.0; 8]).unwrap();
        assert_eq!(all.to_string(), "100.0 % ± 36.9");
        assert_eq!(Elo::from_mean(all).to_string(), "more than +93");
        let none = Mean::of(&[0.0; 8]).unwrap();
        assert_eq!(none.to_string(), "0.0 % ± 36.9");
        assert_eq!(Elo::from_mean(none).to_string(), "less than -93");
        let one_win = Elo::from_mean(Mean::of(&[1.0]).unwrap());
        assert_eq!(one_win.to_string(), "unknown, too few games", "one game says nothing");
        for points in [0.0, 1.0] {
            let two = Elo::from_mean(Mean::of(&[points; 2]).unwrap());
            assert_eq!(two.to_string(), "unknown, too few games", "two games do not say who is stronger");
        }
    }

    #[test]
    fn draws_alone_do_not_make_two_players_equal() {
        let draws = Mean::of(&[0.5; 4]).unwrap();
        assert!((draws.margin - 0.5 * (1.0 - TAIL.powf(0.25))).abs() < 1e-12, "{draws}");
        assert!(Elo::from_mean(draws).high > 100.0);
        assert!(Mean::of(&[0.5; 400]).unwrap().margin < 0.005, "many of them nearly do");
    }
}
