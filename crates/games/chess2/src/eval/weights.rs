//! The weights of the static evaluation ([`evaluate`](menagerie_game::Rules::evaluate)).

use crate::piece::Kind;

/// What each thing is worth, in hundredths of a fish. Made by logistic regression on 24,000 quiet positions of 450 games of the
/// player against itself, 1,500 nodes a move. The target was four parts the result and six parts the
/// score that the search expected. `crates/search/examples/tune` makes new ones.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By kind, king to fishy queen; then by rank, the own first, and file, from the edge to the middle. A royal in jail
    /// has none.
    pub place: [[i32; 32]; Kind::COUNT],
    /// A free king has his banana.
    pub banana: i32,
    /// A jailed king has his banana, by the nearest monkey: on the gate, one or two squares from it, further.
    pub rescue: [i32; 3],
    /// The penalty if the enemy can take a royal: off move and on move; the other royal free or jailed; king, queen.
    pub royal_attacked: [[[i32; 2]; 2]; 2],
    /// The penalty for each square next to king, queen on which the enemy can take.
    pub pressure: [i32; 2],
    /// The penalty for a common piece that the enemy can take without being taken back: off move and on move; by kind,
    /// rook to fishy queen.
    pub loose: [[i32; 5]; 2],
    /// The same if the opponent can recapture.
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
            206, 253, 239, 282,
            247, 254, 273, 272,
            260, 233, 244, 255,
            214, 249, 245, 241,
            258, 243, 235, 247,
            235, 242, 240, 244,
            231, 233, 239, 237,
            226, 229, 227, 231,
        ],
        [
            550, 569, 561, 576,
            578, 540, 563, 566,
            544, 577, 563, 561,
            582, 557, 582, 544,
            550, 563, 541, 551,
            529, 558, 535, 546,
            554, 548, 549, 554,
            536, 551, 553, 544,
        ],
        [
            148, 122, 100, 111,
            106, 93, 93, 118,
            129, 104, 132, 107,
            96, 94, 136, 128,
            123, 124, 120, 116,
            115, 104, 121, 105,
            116, 82, 111, 114,
            109, 84, 92, 104,
        ],
        [
            143, 154, 182, 154,
            154, 161, 131, 137,
            148, 152, 155, 150,
            153, 155, 139, 178,
            137, 152, 155, 146,
            137, 147, 135, 122,
            151, 152, 133, 119,
            146, 131, 152, 144,
        ],
        [
            66, 68, 69, 71,
            67, 70, 95, 73,
            69, 71, 72, 74,
            72, 72, 74, 92,
            72, 74, 76, 77,
            73, 67, 49, 79,
            73, 75, 77, 79,
            77, 75, 77, 65,
        ],
        [
            112, 45, 56, 69,
            79, 81, 92, 78,
            86, 85, 75, 84,
            69, 97, 80, 82,
            84, 110, 96, 106,
            119, 139, 140, 120,
            152, 181, 170, 152,
            90, 90, 90, 90,
        ],
        [
            317, 314, 312, 290,
            316, 303, 303, 312,
            308, 314, 312, 263,
            319, 327, 307, 255,
            327, 328, 308, 256,
            307, 321, 324, 285,
            315, 320, 322, 298,
            339, 344, 351, 332,
        ],
    ],
    banana: 42,
    rescue: [148, 76, 49],
    royal_attacked: [[[89, 238], [274, 274]], [[57, 92], [27, 66]]],
    pressure: [13, -2],
    loose: [[59, 33, 53, 42, 92], [30, 13, 28, 31, -38]],
    contested: [[5, 27, 0, 13, -10], [11, 31, -1, 5, -59]],
    mobility: [1, 4, 0, -3],
    tempo: 4,
};
