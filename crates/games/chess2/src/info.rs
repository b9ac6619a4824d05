//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, OptionInfo, SeatInfo, Shape, TerrainInfo, Topic, document};

use crate::messages::MESSAGES;

macro_rules! kind {
    ($id:literal, $letters:literal) => {
        KindInfo::new($id, $letters, document!(concat!("../art/", $id, ".svg")))
    };
}

pub(crate) static INFO: GameInfo = GameInfo {
    id: "chess2",
    messages: &MESSAGES,
    minutes: (15, 40),
    seats: &[
        SeatInfo { name: "white", letter: 'w', fill: "#f4efe1", ink: "#3b2f22", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#3b3a45", ink: "#f4efe1", shape: Shape::Hexagon },
    ],
    options: &[OptionInfo { id: "bear", group: None }],
    chance: false,
    hidden: false,
    kinds: &[
        kind!("king", "K").explained("moves").shown_in("6k1/8/8/8/3K4/8/8/8 w Q.q. - - -"),
        kind!("queen", "Q").explained("moves").shown_in("6k1/8/8/8/3Q4/8/8/1K6 w ..q. - - -"),
        kind!("rook", "R").explained("moves").shown_in("6k1/8/8/3f4/3R4/8/8/1K6 w Q.q. r - -"),
        kind!("monkey", "M").explained("monkey").shown_in("6k1/8/3f4/3Ff3/3M4/8/8/1K6 w Q.q. - - -"),
        kind!("elephant", "E").explained("moves").shown_in("6k1/8/8/8/3E4/8/8/1K6 w Q.q. - - -"),
        kind!("fish", "F").explained("fish").shown_in("6k1/8/8/4e3/3F4/8/8/1K6 w Q.q. - - -"),
        kind!("fishy-queen", "Y").explained("jail").shown_in("6k1/8/8/8/3Y4/8/8/1K6 w Q.q. - - -"),
        kind!("bear", "*").explained("bear").shown_in("6k1/8/8/8/3*4/8/8/1K6 w Q.q. - - -"),
        kind!("banana", "B").explained("banana-catch"),
    ],
    terrains: &[
        TerrainInfo::new("light", '.', ["#e8e0c8", "#8d9a86"]).explained("board-and-set-up"),
        TerrainInfo::new("dark", '.', ["#a9bf94", "#5d6f5b"]).explained("board-and-set-up"),
        TerrainInfo::new("jail", '#', ["#b9b4ad", "#4a4845"]).drawn(document!("../art/jail.svg")).explained("jail"),
    ],
    place_name: crate::words::place_name,
    rules: document!("../rules.md"),
    guide: document!("../guide.md"),
    lessons: document!("../lessons.toml"),
    hints: HINTS,
    topics: TOPICS,
};

const TOPICS: &[Topic] = &[
    Topic::new("banana", "banana-catch"),
    Topic::new("centre", "bear"),
    Topic::new("captured", "jail"),
    Topic::new("stop", "monkey"),
    Topic::new("pass", "turn"),
];

const HINTS: &[Hint] = &[
    Hint::new(Moment::Turn, "win"),
    Hint::new(Moment::Turn, "jails"),
    Hint::new(Moment::Turn, "rooks"),
    Hint::new(Moment::MidTurn, "hop"),
    Hint::new(Moment::Beside, "cell"),
    Hint::new(Moment::Capture, "anger"),
];
