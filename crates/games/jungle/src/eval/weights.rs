//! The weights of the static evaluation ([`evaluate`](menagerie_game::Rules::evaluate)).

/// What each thing is worth, in hundredths of a cat. Made by logistic regression on 140,000 quiet positions of 4,500 games of
/// the player against itself, 2,000 nodes a move, one game in nine `classic`. The target was three parts
/// the result and seven parts the score that the search expected, because the result alone depends much on luck here.
/// `crates/search/examples/tune` makes new ones.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By animal, rat to elephant; then by rank, the own first, and file, from the edge to the middle.
    pub place: [[i32; 36]; 8],
    /// By animal: the bonus if no enemy is as strong.
    pub unmatched: [i32; 8],
    /// An elephant while the enemy has a rat: in the default rule set, and in `classic`.
    pub elephant_faces_rat: [i32; 2],
    /// The additional value of a rat in `classic`.
    pub classic_rat: i32,
    /// By animal: what is lost if the enemy can capture it, off move and on move.
    pub threatened: [[i32; 8]; 2],
    /// For each empty square that a token can go to.
    pub mobility: i32,
    /// A trap of the enemy's can be entered and nobody guards it; off move and on move.
    pub breach: [i32; 2],
    /// By how many steps the foremost token is nearer to the enemy den than the nearest defender, from -6 to 6.
    pub race: [i32; 13],
    /// How many of the own traps are guarded.
    pub guards: [i32; 4],
    /// To be on move.
    pub tempo: i32,
}

/// The weights we play with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    place: [
        [
            83, 153, 135, 121,
            109, 91, 139, 150,
            102, 113, 113, 104,
            116, 133, 157, 123,
            124, 142, 133, 144,
            144, 143, 136, 112,
            155, 121, 168, 179,
            123, 142, 136, 169,
            145, 147, 169, 173,
        ],
        [
            99, 91, 89, 86,
            84, 79, 98, 92,
            58, 89, 86, 90,
            68, 90, 95, 53,
            80, 95, 99, 102,
            98, 99, 104, 105,
            96, 115, 95, 153,
            132, 117, 129, 134,
            112, 116, 134, 138,
        ],
        [
            90, 122, 109, 102,
            83, 104, 122, 105,
            91, 91, 98, 110,
            64, 107, 111, 104,
            97, 111, 115, 103,
            67, 115, 120, 98,
            136, 164, 122, 141,
            67, 177, 151, 150,
            156, 172, 150, 155,
        ],
        [
            138, 144, 146, 143,
            157, 132, 149, 150,
            113, 137, 154, 147,
            168, 147, 152, 143,
            157, 152, 156, 167,
            132, 156, 160, 152,
            148, 134, 203, 207,
            206, 120, 183, 191,
            172, 150, 191, 195,
        ],
        [
            137, 198, 174, 178,
            112, 178, 197, 194,
            135, 150, 174, 190,
            164, 182, 186, 194,
            161, 186, 191, 200,
            172, 191, 195, 216,
            193, 199, 166, 208,
            218, 236, 299, 226,
            215, 218, 226, 230,
        ],
        [
            356, 368, 359, 397,
            360, 361, 389, 389,
            382, 393, 401, 418,
            382, 401, 406, 426,
            409, 406, 410, 427,
            414, 410, 415, 441,
            406, 408, 437, 456,
            398, 496, 478, 445,
            387, 471, 445, 450,
        ],
        [
            417, 436, 427, 474,
            427, 469, 478, 497,
            458, 497, 528, 486,
            474, 479, 483, 460,
            452, 483, 487, 465,
            455, 487, 492, 501,
            474, 541, 552, 554,
            510, 565, 527, 522,
            442, 526, 522, 527,
        ],
        [
            418, 357, 469, 446,
            325, 401, 441, 507,
            334, 363, 439, 431,
            372, 451, 455, 389,
            401, 455, 459, 404,
            465, 459, 464, 439,
            533, 624, 588, 544,
            622, 540, 511, 494,
            451, 519, 494, 499,
        ],
    ],
    unmatched: [0, 17, 17, 38, 119, 164, 274, 66],
    elephant_faces_rat: [-45, 28],
    classic_rat: 62,
    threatened: [[4, 15, 14, 37, 24, 44, 71, 189], [25, 31, 34, 34, 36, 55, 88, 28]],
    mobility: 3,
    breach: [7, 350],
    race: [-28, -28, -16, -17, -8, -4, 8, 42, 9, 13, 17, 22, 26],
    guards: [9, 12, 13, 14],
    tempo: 13,
};
