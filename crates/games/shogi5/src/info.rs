//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, SeatInfo, Shape, TerrainInfo};

pub(crate) static INFO: GameInfo = GameInfo {
    id: "shogi5",
    name: "Shogi 5×5",
    tagline: "Twelve pieces, twenty-five squares, and whatever you capture fights for you.",
    minutes: (5, 15),
    seats: &[
        SeatInfo { name: "black", letter: 'b', fill: "#3a3330", ink: "#f3dfb8", shape: Shape::WedgeDown },
        SeatInfo { name: "white", letter: 'w', fill: "#f7e8c8", ink: "#2d2119", shape: Shape::WedgeUp },
    ],
    options: &[],
    chance: false,
    hidden: false,
    kinds: &[
        kind("king", "king", "K", include_str!("../art/king.svg")),
        kind("gold", "golden general", "G", include_str!("../art/gold.svg")),
        kind("silver", "silver general", "S", include_str!("../art/silver.svg")),
        kind("elephant", "elephant", "B", include_str!("../art/elephant.svg")),
        kind("spear", "spear", "L", include_str!("../art/spear.svg")),
        kind("soldier", "soldier", "P", include_str!("../art/soldier.svg")),
        kind("promoted-silver", "promoted silver general", "+S", include_str!("../art/promoted-silver.svg")),
        kind("promoted-elephant", "promoted elephant", "+B", include_str!("../art/promoted-elephant.svg")),
        kind("promoted-spear", "promoted spear", "+L", include_str!("../art/promoted-spear.svg")),
        kind("promoted-soldier", "promoted soldier", "+P", include_str!("../art/promoted-soldier.svg")),
    ],
    terrains: &[
        TerrainInfo { id: "light", name: "square", letter: '.', fill: "#e9c98d", dark_fill: "#7c6441", art: "" },
        TerrainInfo { id: "dark", name: "square", letter: '.', fill: "#e2bd7a", dark_fill: "#705938", art: "" },
    ],
    place_name: crate::scene::place_name,
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
    hints: HINTS,
};

const fn kind(id: &'static str, name: &'static str, letters: &'static str, art: &'static str) -> KindInfo {
    KindInfo { id, name, letters, art }
}

const HINTS: &[Hint] = &[
    hint(
        Moment::Turn,
        "Touch a piece, then a marked square. Take the enemy king and you win. There is no check: nobody warns you about your own.",
    ),
    hint(
        Moment::Turn,
        "Forward is towards the enemy. Whoever moves onto one of the last two rows is promoted by itself and learns new ways to go.",
    ),
    hint(Moment::Capture, "What is taken changes sides: it lies in the hand of whoever took it, beside the name."),
    hint(
        Moment::Tray("hand"),
        "You hold a captured piece. Instead of moving, touch it, then any empty square: there it comes back, as yours.",
    ),
];

const fn hint(when: Moment, text: &'static str) -> Hint {
    Hint { when, text }
}
