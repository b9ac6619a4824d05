//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, SeatInfo, Shape, TerrainInfo, document};

use crate::messages::MESSAGES;
use crate::topics::TOPICS;

macro_rules! kind {
    ($id:literal, $letters:literal) => {
        KindInfo::new($id, $letters, document!(concat!("../art/", $id, ".svg")))
    };
}

/// White to move with these pieces and coins, the shop and the planes as in the set-up.
macro_rules! sample {
    ($pieces:literal, $coins:literal) => {
        concat!("w1 ", $pieces, " - - ", $coins, " 6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -")
    };
}

pub(crate) static INFO: GameInfo = GameInfo {
    id: "heaven-hell",
    messages: &MESSAGES,
    minutes: (30, 90),
    seats: &[
        SeatInfo { name: "white", letter: 'w', fill: "#f6efe0", ink: "#2b2430", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#3a3142", ink: "#f3e6cf", shape: Shape::Square },
    ],
    options: &[],
    chance: true,
    hidden: true,
    kinds: &[
        kind!("pawn", "P").explained("7").shown_in(sample!("Kb1,Pd2,nc3,kg8", "0/0")),
        kind!("knight", "N").explained("7").shown_in(sample!("Kb1,Nd4,kg8", "0/0")),
        kind!("bishop", "B").explained("7").shown_in(sample!("Kb1,Bd4,kg8", "0/0")),
        kind!("rook", "R").explained("7").shown_in(sample!("Kb1,Rd4,kg8", "0/0")),
        kind!("queen", "Q").explained("7").shown_in(sample!("Kb1,Qd4,kg8", "0/0")),
        kind!("king", "K").explained("7").shown_in(sample!("Kd4,kg8", "0/0")),
        kind!("suicide-bomber", "X").explained("7").shown_in(sample!("Kb1,Xd4,ne5,kg8", "0/0")),
        kind!("leopard", "L").explained("7").shown_in(sample!("Kb1,Ld4,kg8", "0/0")),
        kind!("checker-knight", "C").explained("7").shown_in(sample!("Kb1,Pc4,Cd4,nd5,kg8", "0/0")),
        kind!("mounted-archer", "M").explained("7").shown_in(sample!("Kb1,Md4,nd6,kg8", "0/0")),
        kind!("wizard", "W").explained("7").shown_in(sample!("Kb1,Wd4,kg8", "0/0")),
        kind!("archbishop", "A").explained("7").shown_in(sample!("Kb1,Ad4,kg8", "0/0")),
        kind!("fortress", "F").explained("7").shown_in(sample!("Kb1,Fd4,ne5,kg8", "0/0")),
        kind!("scout", "S").explained("7").shown_in(sample!("Kb1,Sd4,kg8", "0/0")),
        kind!("warlock", "V").explained("7").shown_in(sample!("Kb1,Vd4,kg8", "0/0")),
        kind!("imp", "I").explained("7").shown_in(sample!("Kb1,Id4,ne5,kg8", "0/0")),
        kind!("angel", "G").explained("7").shown_in(sample!("Kb1,Gd4,kg8", "1/0")),
        kind!("fire", "^").explained("9"),
        kind!("ice", "=").explained("9"),
        kind!("orb", "O").explained("chaos"),
        kind!("coin", "$").explained("9"),
        kind!("trap", "T").explained("13"),
    ],
    terrains: &[
        TerrainInfo::new("earth-light", '.', ["#e8dcc0", "#6f6650"]).explained("6.4"),
        TerrainInfo::new("earth-dark", '.', ["#b59b6d", "#50462f"]).explained("6.4"),
        TerrainInfo::new("heaven-light", '.', ["#e6f1fb", "#5a6f86"]).explained("6.2"),
        TerrainInfo::new("heaven-dark", '.', ["#b9d4ec", "#40566d"]).explained("6.2"),
        TerrainInfo::new("hell-light", '.', ["#eebfa8", "#7a463a"]).explained("6.4"),
        TerrainInfo::new("hell-dark", '.', ["#c9755c", "#592c24"]).explained("6.4"),
        TerrainInfo::new("shop", ' ', ["#efe6cf", "#4d452f"]).explained("shop"),
        TerrainInfo::new("shop-locked", '#', ["#c9c2b2", "#37332a"]).explained("shop"),
        TerrainInfo::new("card", ' ', ["#e3d3f0", "#4b3a5c"]).explained("chaos"),
    ],
    place_name: crate::scene::place_name,
    rules: document!("../rules.md"),
    guide: document!("../guide.md"),
    lessons: document!("../lessons.toml"),
    hints: HINTS,
    topics: TOPICS,
};

const HINTS: &[Hint] = &[
    Hint::new(Moment::Turn, "win"),
    Hint::new(Moment::Turn, "death"),
    Hint::new(Moment::Turn, "shop"),
    Hint::new(Moment::MidTurn, "choice"),
    Hint::new(Moment::Tray("cards"), "cards"),
    Hint::new(Moment::Capture, "capture"),
];
