//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, OptionInfo, SeatInfo, Shape, TerrainInfo};

/// Light and dark follow each other in the four fills, so that they differ without colour too.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "djambi",
    name: "Djambi",
    tagline: "Four parties fight for one throne, and the dead stay on the board.",
    minutes: (30, 90),
    seats: &[
        seat("red", 'r', "#c62f2f", "#ffffff", Shape::Circle),
        seat("blue", 'b', "#1c2f6e", "#ffffff", Shape::Square),
        seat("yellow", 'y', "#ffe14d", "#1a1a1a", Shape::Diamond),
        seat("green", 'g', "#55b06a", "#0d1a10", Shape::Hexagon),
    ],
    options: &[
        players("3", "Three players: red, blue and yellow; green is neutral."),
        players("2", "Two players: red and yellow; blue and green are neutral."),
    ],
    chance: false,
    hidden: false,
    kinds: &[
        kind("chief", "C", include_str!("../art/chief.svg")),
        kind("assassin", "A", include_str!("../art/assassin.svg")),
        kind("reporter", "R", include_str!("../art/reporter.svg")),
        kind("diplomat", "D", include_str!("../art/diplomat.svg")),
        kind("necromobile", "N", include_str!("../art/necromobile.svg")),
        kind("militant", "M", include_str!("../art/militant.svg")),
        kind("corpse", "x", include_str!("../art/corpse.svg")),
    ],
    terrains: &[
        terrain("light", "light square", '.', "#ece5d8", "#57534c", ""),
        terrain("dark", "dark square", ':', "#d3c7b2", "#46423c", ""),
        terrain("maze", "the Maze", '#', "#a58cc9", "#5d4a80", include_str!("../art/maze.svg")),
    ],
    place_name: crate::scene::place_name,
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
    hints: HINTS,
};

const fn seat(name: &'static str, letter: char, fill: &'static str, ink: &'static str, shape: Shape) -> SeatInfo {
    SeatInfo { name, letter, fill, ink, shape }
}

const fn players(id: &'static str, text: &'static str) -> OptionInfo {
    OptionInfo { id, text, group: Some("players") }
}

const fn kind(id: &'static str, letters: &'static str, art: &'static str) -> KindInfo {
    KindInfo { id, name: id, letters, art }
}

const fn terrain(
    id: &'static str,
    name: &'static str,
    letter: char,
    fill: &'static str,
    dark_fill: &'static str,
    art: &'static str,
) -> TerrainInfo {
    TerrainInfo { id, name, letter, fill, dark_fill, art }
}

const HINTS: &[Hint] = &[
    hint(
        Moment::Turn,
        "Touch a piece, then a marked square. All go in straight lines like a queen in chess, militants one or two squares. The last chief alive wins.",
    ),
    hint(
        Moment::Turn,
        "The square with a colour of its own is the Maze. Only a chief may stay there: he is in power, and plays again and again.",
    ),
    hint(
        Moment::MidTurn,
        "Your turn is not over: put down what you have killed or lifted, choose the reporter’s victim or spare them, or leave the Maze. What can be touched is marked.",
    ),
    hint(
        Moment::Capture,
        "The dead stay on the board and close the lines. A chief with corpses on all sides is lost, unless his side has a necromobile to clear them away.",
    ),
];

const fn hint(when: Moment, text: &'static str) -> Hint {
    Hint { when, text }
}
