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
pub const WEIGHTS: Weights = Weights {
    place: [
        [
            255, 260, 265, 270, 260, 265, 270, 275, 265, 270, 275, 280, 270, 275, 280, 285, 275, 280, 285, 290, 280,
            285, 290, 295, 285, 290, 295, 320, 290, 295, 320, 325, 295, 320, 325, 330,
        ],
        [
            105, 110, 115, 120, 110, 115, 120, 125, 115, 120, 125, 130, 120, 125, 130, 135, 125, 130, 135, 140, 130,
            135, 140, 145, 135, 140, 145, 170, 140, 145, 170, 175, 145, 170, 175, 180,
        ],
        [
            135, 140, 145, 150, 140, 145, 150, 155, 145, 150, 155, 160, 150, 155, 160, 165, 155, 160, 165, 170, 160,
            165, 170, 175, 165, 170, 175, 200, 170, 175, 200, 205, 175, 200, 205, 210,
        ],
        [
            175, 180, 185, 190, 180, 185, 190, 195, 185, 190, 195, 200, 190, 195, 200, 205, 195, 200, 205, 210, 200,
            205, 210, 215, 205, 210, 215, 240, 210, 215, 240, 245, 215, 240, 245, 250,
        ],
        [
            235, 240, 245, 250, 240, 245, 250, 255, 245, 250, 255, 260, 250, 255, 260, 265, 255, 260, 265, 270, 260,
            265, 270, 275, 265, 270, 275, 300, 270, 275, 300, 305, 275, 300, 305, 310,
        ],
        [
            455, 460, 465, 470, 460, 465, 470, 475, 465, 470, 475, 480, 470, 475, 480, 485, 475, 480, 485, 490, 480,
            485, 490, 495, 485, 490, 495, 520, 490, 495, 520, 525, 495, 520, 525, 530,
        ],
        [
            525, 530, 535, 540, 530, 535, 540, 545, 535, 540, 545, 550, 540, 545, 550, 555, 545, 550, 555, 560, 550,
            555, 560, 565, 555, 560, 565, 590, 560, 565, 590, 595, 565, 590, 595, 600,
        ],
        [
            505, 510, 515, 520, 510, 515, 520, 525, 515, 520, 525, 530, 520, 525, 530, 535, 525, 530, 535, 540, 530,
            535, 540, 545, 535, 540, 545, 570, 540, 545, 570, 575, 545, 570, 575, 580,
        ],
    ],
    unmatched: [0, 20, 20, 30, 40, 60, 80, 80],
    elephant_faces_rat: [-30, -60],
    classic_rat: 50,
    threatened: [[60, 30, 30, 50, 60, 100, 120, 120], [20, 10, 10, 10, 15, 25, 30, 30]],
    mobility: 2,
    breach: [100, 400],
    race: [-30, -25, -20, -15, -10, -5, 0, 5, 10, 15, 20, 25, 30],
    guards: [0, 10, 20, 30],
    tempo: 10,
};
