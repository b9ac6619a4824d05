//! The numbers behind [`evaluate`](menagerie_game::Rules::evaluate).

use crate::pieces::Kind;

/// What each thing is worth, in hundredths of a fish. They were made by logistic regression on the results of games that the
/// player played against itself, not by hand.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By kind, king to fishy queen; then by rank, the own first, and file, from the edge to the middle. A royal in jail
    /// has none.
    pub place: [[i32; 32]; Kind::COUNT],
    /// A free king has his banana.
    pub banana: i32,
    /// A jailed king has his banana, by the nearest monkey: on the gate, one or two squares from it, further, none.
    pub rescue: [i32; 4],
    /// What it costs that the enemy can take a royal: off move and on move; while the other is free, while it is jailed; king,
    /// queen.
    pub royal_attacked: [[[i32; 2]; 2]; 2],
    /// What it costs for each square next to king, queen on which the enemy can take.
    pub pressure: [i32; 2],
    /// What it costs that the enemy can take a common piece and nobody takes back: off move and on move; by kind, rook to
    /// fishy queen.
    pub loose: [[i32; 5]; 2],
    /// The same where somebody takes back.
    pub contested: [[i32; 5]; 2],
    /// For each square that monkeys, elephants, queen, fishy queens can go to.
    pub mobility: [i32; 4],
    /// To be on move.
    pub tempo: i32,
}

/// The weights we play with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    place: [
        [
            700, 700, 700, 700, 685, 685, 685, 685, 670, 670, 670, 670, 655, 655, 655, 655, 640, 640, 640, 640, 625,
            625, 625, 625, 610, 610, 610, 610, 595, 595, 595, 595,
        ],
        [
            1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100,
            1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100, 1100,
        ],
        [
            350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350,
            350, 350, 350, 350, 350, 350, 350, 350, 350, 350, 350,
        ],
        [
            320, 326, 332, 338, 325, 331, 337, 343, 330, 336, 342, 348, 335, 341, 347, 353, 340, 346, 352, 358, 345,
            351, 357, 363, 345, 351, 357, 363, 345, 351, 357, 363,
        ],
        [
            280, 286, 292, 298, 285, 291, 297, 303, 290, 296, 302, 308, 295, 301, 307, 313, 300, 306, 312, 318, 305,
            311, 317, 323, 305, 311, 317, 323, 305, 311, 317, 323,
        ],
        [
            100, 100, 100, 100, 100, 100, 100, 100, 105, 105, 105, 105, 115, 115, 115, 115, 135, 135, 135, 135, 170,
            170, 170, 170, 230, 230, 230, 230, 100, 100, 100, 100,
        ],
        [
            800, 803, 806, 809, 800, 803, 806, 809, 800, 803, 806, 809, 800, 803, 806, 809, 800, 803, 806, 809, 800,
            803, 806, 809, 800, 803, 806, 809, 800, 803, 806, 809,
        ],
    ],
    banana: 60,
    rescue: [300, 200, 120, 0],
    royal_attacked: [[[300, 400], [900, 900]], [[40, 60], [150, 150]]],
    pressure: [8, 4],
    loose: [[100, 100, 80, 30, 250], [20, 20, 15, 5, 40]],
    contested: [[40, 40, 30, 5, 150], [10, 10, 5, 2, 30]],
    mobility: [3, 3, 2, 2],
    tempo: 15,
};
