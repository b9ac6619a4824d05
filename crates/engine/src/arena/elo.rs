//! Points as a difference in strength, with error bars.

use std::fmt;

/// How many standard errors contain the truth with 95 %.
const NORMAL_95: f64 = 1.959_964;

/// A mean of points between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Mean {
    /// The mean of samples that are independent of each other; nothing for no sample.
    pub fn of(samples: &[f64]) -> Option<Self> {
        let count = samples.len() as f64;
        if samples.is_empty() {
            return None;
        }
        let value = samples.iter().sum::<f64>() / count;
        let spread: f64 = samples.iter().map(|sample| (sample - value).powi(2)).sum();
        // One sample says nothing about the spread: the truth may be anywhere.
        let error = if samples.len() < 2 { 0.5 } else { (spread / (count - 1.0) / count).sqrt() };
        Some(Self { value, error })
    }

    /// Half the width of the interval that contains the truth with 95 %.
    pub fn margin(self) -> f64 {
        NORMAL_95 * self.error
    }
}

/// A difference in strength: 400 points for ten times the chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely difference; infinite if all points went one way.
    pub difference: f64,
    /// The truth is with 95 % above this.
    pub low: f64,
    /// And below this.
    pub high: f64,
}

impl Elo {
    /// From the mean of the points.
    pub fn from_mean(mean: Mean) -> Self {
        let margin = mean.margin();
        Self { difference: elo(mean.value), low: elo(mean.value - margin), high: elo(mean.value + margin) }
    }
}

impl fmt::Display for Elo {
    /// `+35 ± 20`, or the bounds where they are not symmetrical enough to be told so.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = (self.high - self.low) / 2.0;
        if margin.is_finite() {
            // Nothing is added to nothing, so that no negative zero is shown.
            return write!(f, "{:+.0} ± {margin:.0}", self.difference.round() + 0.0);
        }
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, false) => write!(f, "more than {:+.0}", self.low),
            (false, true) => write!(f, "less than {:+.0}", self.high),
            _ => f.write_str("unknown"),
        }
    }
}

/// The difference at which so many points are expected.
pub(crate) fn elo(points: f64) -> f64 {
    if points <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if points >= 1.0 {
        return f64::INFINITY;
    }
    -400.0 * (1.0 / points - 1.0).log10()
}

/// The points that are expected at a difference.
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
        assert!((mean.error - error).abs() < 1e-12);
        assert_eq!(Elo::from_mean(mean).to_string(), "+147 ± 66");
    }

    #[test]
    fn points_that_all_went_one_way_have_one_bound_at_most() {
        assert_eq!(Mean::of(&[]), None);
        let all = Elo::from_mean(Mean { value: 0.99, error: 0.01 });
        assert!(all.to_string().starts_with("more than +"), "{all}");
        let one_win = Elo::from_mean(Mean::of(&[1.0]).unwrap());
        assert!(one_win.low < -600.0, "one game says nearly nothing: {one_win}");
    }
}
