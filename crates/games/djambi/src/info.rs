//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, OptionInfo, SeatInfo, Shape, TerrainInfo, Topic, document};

use crate::messages::MESSAGES;

/// The four fills alternate between light and dark, so that the seats differ without colour too.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "djambi",
    messages: &MESSAGES,
    minutes: (30, 90),
    seats: &[
        seat("red", 'r', "#c62f2f", "#ffffff", Shape::Circle),
        seat("blue", 'b', "#1c2f6e", "#ffffff", Shape::Square),
        seat("yellow", 'y', "#ffe14d", "#1a1a1a", Shape::Diamond),
        seat("green", 'g', "#55b06a", "#0d1a10", Shape::Hexagon),
    ],
    options: &[players("3"), players("2")],
    chance: false,
    hidden: false,
    kinds: &[
        KindInfo::new("chief", "C", document!("../art/chief.svg"))
            .explained("pieces")
            .shown_in("gC7yC/9/3bM5/9/9/9/3rC5/9/8bC 4 rbyg r -"),
        KindInfo::new("assassin", "A", document!("../art/assassin.svg"))
            .explained("pieces")
            .shown_in("gC7yC/9/3bM5/9/9/9/3rA5/9/rC7bC 4 rbyg r -"),
        KindInfo::new("reporter", "R", document!("../art/reporter.svg"))
            .explained("pieces")
            .shown_in("gC7yC/9/9/9/9/9/3rR5/9/rC7bC 4 rbyg r -"),
        KindInfo::new("diplomat", "D", document!("../art/diplomat.svg"))
            .explained("pieces")
            .shown_in("gC7yC/9/3bM5/9/9/9/3rD5/9/rC7bC 4 rbyg r -"),
        KindInfo::new("necromobile", "N", document!("../art/necromobile.svg"))
            .explained("pieces")
            .shown_in("gC7yC/9/3x5/9/9/9/3rN5/9/rC7bC 4 rbyg r -"),
        KindInfo::new("militant", "M", document!("../art/militant.svg"))
            .explained("pieces")
            .shown_in("gC7yC/9/9/9/3bM5/9/3rM5/9/rC7bC 4 rbyg r -"),
        KindInfo::new("corpse", "x", document!("../art/corpse.svg")).explained("words"),
    ],
    terrains: &[
        TerrainInfo::new("light", '.', ["#ece5d8", "#57534c"]).explained("set-up"),
        TerrainInfo::new("dark", ':', ["#d3c7b2", "#46423c"]).explained("set-up"),
        TerrainInfo::new("maze", '#', ["#a58cc9", "#5d4a80"]).drawn(document!("../art/maze.svg")).explained("power"),
    ],
    place_name: crate::scene::place_name,
    rules: document!("../rules.md"),
    guide: document!("../guide.md"),
    lessons: document!("../lessons.toml"),
    hints: HINTS,
    topics: TOPICS,
};

const fn seat(name: &'static str, letter: char, fill: &'static str, ink: &'static str, shape: Shape) -> SeatInfo {
    SeatInfo { name, letter, fill, ink, shape }
}

const fn players(id: &'static str) -> OptionInfo {
    OptionInfo { id, group: Some("players") }
}

const TOPICS: &[Topic] = &[
    Topic::new("leaderless", "elimination"),
    Topic::new("neutral", "elimination"),
    Topic::new("power", "power"),
    Topic::new("hand", "put-down"),
    Topic::new("stop", "pieces"),
    Topic::new("pass", "power"),
];

const HINTS: &[Hint] = &[
    Hint::new(Moment::Turn, "chiefs"),
    Hint::new(Moment::Turn, "maze"),
    Hint::new(Moment::MidTurn, "choice"),
    Hint::new(Moment::Capture, "corpses"),
];
