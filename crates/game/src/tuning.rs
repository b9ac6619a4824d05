//! Weight tables of evaluations, and what the tuner (`crates/search/examples/tune`) needs to fit them.

use crate::Seat;

/// How the tuner fits a game's weights: the number of self-play games, and the regression's parameters.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The number of self-play games.
    pub games: u64,
    /// The search nodes for each action.
    pub nodes: u64,
    /// The share of the game's result in the target; the rest is the score that the search expected.
    pub result_share: f64,
    /// A lead of this many hundredths multiplies the odds by e.
    pub scale: f32,
    /// The pull towards the weights in use (weight decay): fewer games need more.
    pub pull: f32,
    /// The step from the weights in use to the fitted ones; 1 goes all the way.
    pub step: f32,
    /// Every n-th game has the game's first option on; 0 means none has.
    pub with_option: u64,
}

/// The fields of a weight table: name, lengths of the arrays from the outermost in, numbers on a line.
pub type Fields = &'static [(&'static str, &'static [usize], usize)];

/// The features of a position for one seat: the index of each weight, and how often it counts. Weights that do not count
/// are left out.
pub type Features = Vec<(u16, f32)>;

/// A game's weights as the tuner needs them.
pub struct Tuning<R> {
    /// How to fit them.
    pub recipe: Recipe,
    /// The fields of the table in the game's source.
    pub fields: Fields,
    /// The weights in use.
    pub weights: fn() -> Vec<i32>,
    /// The features for a seat; `None` for a seat that is out. In a game for two the first seat has those of both, the
    /// second has none.
    pub features: fn(&R, Seat) -> Option<Features>,
    /// The evaluation that the features belong to, if they do not simply add up to it.
    pub known_sum: Option<fn(&R, Seat) -> Option<i32>>,
}

/// The features of a game for two: `tell` reports each weight's index and count to its argument, for the first seat.
pub fn of_first_seat(seat: Seat, tell: impl FnOnce(&mut dyn FnMut(usize, f32))) -> Option<Features> {
    let mut features = Features::new();
    if seat == Seat(0) {
        tell(&mut |index, count| push(&mut features, index, count));
    }
    Some(features)
}

/// The features of one seat, given the count of every weight in the order of the table.
pub fn of_counts(counts: impl IntoIterator<Item = i32>) -> Features {
    let mut features = Features::new();
    for (index, count) in counts.into_iter().enumerate() {
        push(&mut features, index, count as f32);
    }
    features
}

fn push(features: &mut Features, index: usize, count: f32) {
    if count != 0.0 {
        features.push((index as u16, count));
    }
}

/// The weights of an evaluation.
pub trait WeightTable: Clone {
    /// Every weight, in the order of the table.
    fn numbers(&mut self) -> impl Iterator<Item = &mut i32>;

    /// The weights by themselves.
    fn to_numbers(&self) -> Vec<i32> {
        self.clone().numbers().map(|weight| *weight).collect()
    }

    /// Replaces one weight of the table.
    fn set(&mut self, index: usize, to: i32) {
        if let Some(weight) = self.numbers().nth(index) {
            *weight = to;
        }
    }

    /// The coefficient of every weight in a linear evaluation: the evaluation with that weight at 1
    /// and all others at 0.
    ///
    /// ```
    /// use menagerie_game::tuning::WeightTable;
    ///
    /// #[derive(Clone)]
    /// struct Weights([i32; 2]);
    ///
    /// impl WeightTable for Weights {
    ///     fn numbers(&mut self) -> impl Iterator<Item = &mut i32> {
    ///         self.0.iter_mut()
    ///     }
    /// }
    ///
    /// let mut counts = Vec::new();
    /// Weights([100, 320]).counts(|Weights([pawn, knight])| 3 * pawn - knight, |index, count| counts.push((index, count)));
    /// assert_eq!(counts, [(0, 3), (1, -1)]);
    /// ```
    fn counts(&self, evaluate: impl Fn(&Self) -> i32, mut tell: impl FnMut(usize, i32)) {
        let mut one = self.clone();
        one.numbers().for_each(|weight| *weight = 0);
        for index in 0..one.numbers().count() {
            one.set(index, 1);
            tell(index, evaluate(&one));
            one.set(index, 0);
        }
    }
}
