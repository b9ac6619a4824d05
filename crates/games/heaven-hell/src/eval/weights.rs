//! The weights of the static evaluation ([`evaluate`](menagerie_game::Rules::evaluate)).

/// What each thing is worth, in hundredths of a Pawn on Earth. Set by hand: the values of the chess pieces are the usual ones,
/// the others follow the value of their moves on an open board, coins follow the shop's prices.
/// `crates/search/examples/tune` fits new ones.
#[derive(Clone, Debug)]
pub struct Weights {
    /// A piece of each type on Earth, Pawn to Angel. Kings count by their lives.
    pub values: [i32; 17],
    /// The percentage of that value in Heaven and in Hell.
    pub away: i32,
    /// Each life of a King: one on Earth has two, one elsewhere has one.
    pub life: i32,
    /// A second King is worth less: the first one lives.
    pub spare_king: i32,
    /// Each further size, as a percentage of the piece's value.
    pub size: i32,
    /// The percentage of its value that a piece loses per stun, up to three.
    pub stun: i32,
    /// The percentage of its value that a Cursed piece loses.
    pub curse: i32,
    /// Experienced, with a hat, with a double move, with a portal gun.
    pub marks: [i32; 4],
    /// A coin every turn.
    pub investor: i32,
    /// A coin in the purse; beyond fourteen a quarter of it.
    pub coin: i32,
    /// Two actions in the next turn.
    pub two_actions: i32,
    /// An own trap.
    pub trap: i32,
    /// To be on turn.
    pub tempo: i32,
    /// A piece in the middle of Earth, for every step from the edge.
    pub center: i32,
    /// A Pawn on Earth, for the square of its steps from home.
    pub advance: i32,
    /// The penalty for each piece fewer than four on Earth: a seat without a piece there has lost.
    pub few_on_earth: i32,
    /// The percentage of the greatest loss that counts if the other seat is on turn.
    pub lost_now: i32,
    /// The same if the seat itself is on turn: it can still save the piece.
    pub lost_later: i32,
}

/// The weights we play with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    values: [100, 300, 320, 480, 850, 0, 110, 430, 330, 480, 400, 380, 560, 540, 560, 0, 0],
    away: 35,
    life: 450,
    spare_king: 200,
    size: 40,
    stun: 8,
    curse: 25,
    marks: [25, 15, 60, 40],
    investor: 70,
    coin: 18,
    two_actions: 120,
    trap: 25,
    tempo: 15,
    center: 6,
    advance: 3,
    few_on_earth: 120,
    lost_now: 65,
    lost_later: 8,
};
