//! The game's facts.

use menagerie_game::{GameInfo, KindInfo, OptionInfo, SeatInfo, Shape, TerrainInfo};

macro_rules! kind {
    ($id:literal, $name:literal, $letters:literal) => {
        KindInfo { id: $id, name: $name, letters: $letters, art: include_str!(concat!("../art/", $id, ".svg")) }
    };
}

pub(crate) static INFO: GameInfo = GameInfo {
    id: "chess2",
    name: "Chess 2",
    tagline: "Jail the enemy king and queen, unless a monkey swings in and catches the banana.",
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
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
};
