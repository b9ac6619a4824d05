//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, OptionInfo, PlaceName, SeatInfo, Shape, TerrainInfo};

use crate::piece::Animal;

pub(crate) static INFO: GameInfo = GameInfo {
    id: "jungle",
    name: "Animal Chess",
    tagline: "Eight animals a side, two lakes, and a rat that brings down the elephant: reach the enemy den first.",
    minutes: (10, 25),
    seats: &[
        SeatInfo { name: "red", letter: 'r', fill: "#c0392b", ink: "#ffffff", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#2c2c2c", ink: "#f5e6c8", shape: Shape::Hexagon },
    ],
    options: &[OptionInfo {
        id: "classic",
        text: "The common rule about rat and elephant: the rat takes the elephant on land, the elephant takes no free \
               rat, and nobody captures across the shore.",
        group: None,
    }],
    chance: false,
    hidden: false,
    kinds: &[
        kind(Animal::Elephant, "E", include_str!("../art/elephant.svg")),
        kind(Animal::Lion, "L", include_str!("../art/lion.svg")),
        kind(Animal::Tiger, "T", include_str!("../art/tiger.svg")),
        kind(Animal::Leopard, "P", include_str!("../art/leopard.svg")),
        kind(Animal::Wolf, "W", include_str!("../art/wolf.svg")),
        kind(Animal::Dog, "D", include_str!("../art/dog.svg")),
        kind(Animal::Cat, "C", include_str!("../art/cat.svg")),
        kind(Animal::Rat, "R", include_str!("../art/rat.svg")),
    ],
    terrains: &[
        TerrainInfo { id: "land", name: "land", letter: '.', fill: "#e8d5a3", dark_fill: "#6b5d3f", art: "" },
        TerrainInfo { id: "water", name: "water", letter: '~', fill: "#7fb8de", dark_fill: "#2b5876", art: WATER },
        TerrainInfo {
            id: "red-trap",
            name: "red's trap",
            letter: '#',
            fill: "#e9bd96",
            dark_fill: "#75503a",
            art: TRAP,
        },
        TerrainInfo {
            id: "black-trap",
            name: "black's trap",
            letter: '#',
            fill: "#c9bc9c",
            dark_fill: "#4d4636",
            art: TRAP,
        },
        TerrainInfo { id: "red-den", name: "red's den", letter: '*', fill: "#e39a7b", dark_fill: "#7d4030", art: DEN },
        TerrainInfo {
            id: "black-den",
            name: "black's den",
            letter: '*',
            fill: "#aaa08a",
            dark_fill: "#37332a",
            art: DEN,
        },
    ],
    place_name: PlaceName::square,
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
    hints: HINTS,
};

const WATER: &str = include_str!("../art/water.svg");
const TRAP: &str = include_str!("../art/trap.svg");
const DEN: &str = include_str!("../art/den.svg");

const fn kind(animal: Animal, letters: &'static str, art: &'static str) -> KindInfo {
    KindInfo { id: animal.name(), name: animal.name(), letters, art }
}

const HINTS: &[Hint] = &[
    hint(
        Moment::Turn,
        "Touch one of your animals, then a marked square. Bring any of them into the enemy den, in the middle of the far edge, and you win.",
    ),
    hint(
        Moment::Turn,
        "The number is an animal’s rank: it takes the same rank or a lower one. Only the rat swims; lion and tiger jump across a lake.",
    ),
    hint(
        Moment::Turn,
        "Three traps lie around each den. In an enemy trap an animal has no strength at all: anybody may take it.",
    ),
    hint(
        Moment::Capture,
        "Equal animals take each other, so whoever comes beside an equal first is taken first. Let the other one come.",
    ),
];

const fn hint(when: Moment, text: &'static str) -> Hint {
    Hint { when, text }
}
