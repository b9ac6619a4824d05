//! The numbers behind [`evaluate`](menagerie_game::Rules::evaluate).

/// What each thing is worth, in hundredths of a cat. They were made by logistic regression on the results of games that the
/// player played against itself, not by hand.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By animal, rat to elephant; then by rank, the own first, and file, from the edge to the middle.
    pub place: [[i32; 36]; 8],
    /// By animal: no enemy is as strong.
    pub unmatched: [i32; 8],
    /// An elephant while the enemy has a rat: in the default rule set, and in `classic`.
    pub elephant_faces_rat: [i32; 2],
    /// What a rat is worth more in `classic`.
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
            96, 149, 120, 134,
            116, 107, 153, 170,
            116, 130, 149, 117,
            134, 150, 175, 170,
            124, 156, 158, 169,
            115, 154, 153, 135,
            131, 137, 186, 192,
            134, 149, 143, 178,
            158, 169, 178, 182,
        ],
        [
            104, 95, 99, 87,
            91, 82, 105, 96,
            60, 97, 91, 87,
            58, 91, 95, 67,
            90, 95, 99, 108,
            79, 99, 103, 132,
            89, 107, 103, 154,
            104, 90, 126, 132,
            107, 113, 132, 136,
        ],
        [
            66, 117, 101, 88,
            71, 92, 116, 89,
            77, 86, 96, 91,
            39, 92, 96, 107,
            72, 96, 100, 72,
            50, 100, 105, 78,
            122, 105, 105, 142,
            50, 161, 134, 133,
            141, 172, 133, 137,
        ],
        [
            115, 126, 131, 133,
            140, 125, 132, 138,
            101, 124, 134, 130,
            155, 137, 141, 129,
            138, 141, 145, 140,
            128, 145, 149, 135,
            158, 139, 196, 208,
            195, 112, 163, 177,
            158, 155, 177, 181,
        ],
        [
            124, 177, 145, 163,
            100, 165, 183, 177,
            125, 142, 157, 173,
            154, 167, 171, 182,
            141, 171, 175, 190,
            166, 175, 179, 202,
            184, 181, 139, 183,
            190, 248, 289, 207,
            185, 201, 207, 211,
        ],
        [
            322, 339, 330, 361,
            324, 331, 358, 349,
            345, 354, 362, 382,
            350, 365, 369, 399,
            368, 369, 373, 385,
            380, 373, 377, 391,
            376, 372, 395, 421,
            362, 444, 431, 405,
            352, 419, 405, 409,
        ],
        [
            368, 389, 379, 428,
            380, 416, 436, 448,
            419, 448, 484, 449,
            424, 432, 436, 410,
            404, 436, 440, 413,
            429, 440, 444, 449,
            428, 485, 505, 505,
            471, 514, 471, 473,
            410, 464, 473, 477,
        ],
        [
            381, 332, 403, 390,
            272, 351, 391, 454,
            280, 303, 368, 377,
            316, 394, 398, 333,
            339, 398, 402, 340,
            404, 402, 406, 411,
            472, 552, 522, 478,
            552, 474, 450, 435,
            402, 452, 435, 439,
        ],
    ],
    unmatched: [0, 16, 16, 35, 114, 171, 320, 50],
    elephant_faces_rat: [1, -48],
    classic_rat: 40,
    threatened: [[8, 16, 15, 29, 16, 50, 67, 58], [26, 26, 32, 33, 35, 53, 82, 6]],
    mobility: 2,
    breach: [9, 285],
    race: [-38, -37, -18, -16, -7, 0, 12, 51, 8, 12, 16, 20, 24],
    guards: [20, 9, 18, 15],
    tempo: 13,
};
