//! Weight tables of evaluations, as the tuner reads and writes them.

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
