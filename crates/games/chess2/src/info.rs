//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, OptionInfo, SeatInfo, Shape, TerrainInfo};

macro_rules! kind {
    ($id:literal, $name:literal, $letters:literal) => {
        KindInfo { id: $id, name: $name, letters: $letters, art: include_str!(concat!("../art/", $id, ".svg")) }
    };
}

pub(crate) static INFO: GameInfo = GameInfo {
    id: "chess2",
    name: "Chess 2",
    tagline: "Jail the enemy king and queen, unless a monkey swings in and catches the banana.",
    minutes: (15, 40),
    seats: &[
        SeatInfo { name: "white", letter: 'w', fill: "#f4efe1", ink: "#3b2f22", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#3b3a45", ink: "#f4efe1", shape: Shape::Hexagon },
    ],
    options: &[OptionInfo {
        id: "bear",
        text: "A bear that belongs to nobody waits in the centre; both sides may move it and take it.",
        group: None,
    }],
    chance: false,
    hidden: false,
    kinds: &[
        kind!("king", "king", "K"),
        kind!("queen", "queen", "Q"),
        kind!("rook", "rook", "R"),
        kind!("monkey", "monkey", "M"),
        kind!("elephant", "elephant", "E"),
        kind!("fish", "fish", "F"),
        kind!("fishy-queen", "fishy queen", "Y"),
        kind!("bear", "bear", "*"),
        kind!("banana", "banana", "B"),
    ],
    terrains: &[
        TerrainInfo { id: "light", name: "light square", letter: '.', fill: "#e8e0c8", dark_fill: "#8d9a86", art: "" },
        TerrainInfo { id: "dark", name: "dark square", letter: '.', fill: "#a9bf94", dark_fill: "#5d6f5b", art: "" },
        TerrainInfo {
            id: "jail",
            name: "jail cell",
            letter: '#',
            fill: "#b9b4ad",
            dark_fill: "#4a4845",
            art: include_str!("../art/jail.svg"),
        },
    ],
    place_name: crate::words::place_name,
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
    hints: HINTS,
};

const HINTS: &[Hint] = &[
    hint(
        Moment::Turn,
        "Touch a piece, then a marked square. You win when the enemy king and the enemy queen sit in jail at the same time.",
    ),
    hint(
        Moment::Turn,
        "The cells beside the board are the jails, two for each side. Taking the king alone wins nothing yet: a monkey may swing him out again.",
    ),
    hint(
        Moment::Turn,
        "A rook goes to any empty square, but it takes only right after its side has lost a piece. There is no check: look after your king and queen.",
    ),
    hint(
        Moment::MidTurn,
        "Your turn goes on: touch a marked place for the next step. A monkey may hop on, or you press Stop here to end the turn where it stands.",
    ),
    hint(
        Moment::Beside,
        "Touch the cell that the prisoner shall sit in. The farther from the enemy monkeys, the better: they rescue a king who has his banana.",
    ),
    hint(
        Moment::Capture,
        "A capture makes the rooks of the other side angry: on its next turn each may take a piece right beside it.",
    ),
];

const fn hint(when: Moment, text: &'static str) -> Hint {
    Hint { when, text }
}
