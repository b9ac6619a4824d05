//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{
    GameInfo, Hint, KindInfo, Moment, OptionInfo, PlaceName, SeatInfo, Shape, TerrainInfo, Topic, document,
};

use crate::messages::MESSAGES;
use crate::piece::Animal;

pub(crate) static INFO: GameInfo = GameInfo {
    id: "jungle",
    messages: &MESSAGES,
    minutes: (10, 25),
    seats: &[
        SeatInfo { name: "red", letter: 'r', fill: "#c0392b", ink: "#ffffff", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#2c2c2c", ink: "#f5e6c8", shape: Shape::Hexagon },
    ],
    options: &[OptionInfo { id: "classic", group: None }],
    chance: false,
    hidden: false,
    kinds: &[
        kind(Animal::Elephant, "E", document!("../art/elephant.svg"))
            .explained("captures")
            .shown_in("7/7/7/7/7/3c3/3E3/7/7 r"),
        kind(Animal::Lion, "L", document!("../art/lion.svg")).explained("pieces").shown_in("7/7/7/7/3L2c/7/7/7/7 r"),
        kind(Animal::Tiger, "T", document!("../art/tiger.svg")).explained("pieces").shown_in("7/7/7/7/3T2c/7/7/7/7 r"),
        kind(Animal::Leopard, "P", document!("../art/leopard.svg"))
            .explained("pieces")
            .shown_in("7/7/7/7/7/3c3/3P3/7/7 r"),
        kind(Animal::Wolf, "W", document!("../art/wolf.svg")).explained("pieces").shown_in("7/7/7/7/7/3c3/3W3/7/7 r"),
        kind(Animal::Dog, "D", document!("../art/dog.svg")).explained("pieces").shown_in("7/7/7/7/7/3c3/3D3/7/7 r"),
        kind(Animal::Cat, "C", document!("../art/cat.svg")).explained("pieces").shown_in("7/7/7/7/7/3c3/3C3/7/7 r"),
        kind(Animal::Rat, "R", document!("../art/rat.svg")).explained("captures").shown_in("7/7/7/7/7/2R4/2e4/7/7 r"),
    ],
    terrains: &[
        TerrainInfo::new("land", '.', ["#e8d5a3", "#6b5d3f"]).explained("board-and-set-up"),
        TerrainInfo::new("water", '~', ["#7fb8de", "#2b5876"]).drawn(WATER).explained("pieces"),
        TerrainInfo::new("red-trap", '#', ["#e9bd96", "#75503a"]).drawn(TRAP).explained("captures"),
        TerrainInfo::new("black-trap", '#', ["#c9bc9c", "#4d4636"]).drawn(TRAP).explained("captures"),
        TerrainInfo::new("red-den", '*', ["#e39a7b", "#7d4030"]).drawn(DEN).explained("end"),
        TerrainInfo::new("black-den", '*', ["#aaa08a", "#37332a"]).drawn(DEN).explained("end"),
    ],
    place_name: PlaceName::square,
    rules: document!("../rules.md"),
    guide: document!("../guide.md"),
    lessons: document!("../lessons.toml"),
    hints: HINTS,
    topics: TOPICS,
};

const WATER: &str = document!("../art/water.svg");
const TRAP: &str = document!("../art/trap.svg");
const DEN: &str = document!("../art/den.svg");

const TOPICS: &[Topic] = &[Topic::new("rank", "captures"), Topic::new("trapped", "captures")];

const fn kind(animal: Animal, letters: &'static str, art: &'static str) -> KindInfo {
    KindInfo::new(animal.name(), letters, art)
}

const HINTS: &[Hint] = &[
    Hint::new(Moment::Turn, "den"),
    Hint::new(Moment::Turn, "rank"),
    Hint::new(Moment::Turn, "traps"),
    Hint::new(Moment::Capture, "equals"),
];
