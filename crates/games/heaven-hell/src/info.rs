//! The game's facts.

use menagerie_game::{GameInfo, KindInfo, SeatInfo, Shape, TerrainInfo};

pub(crate) static INFO: GameInfo = GameInfo {
    id: "heaven-hell",
    name: "Chess: Heaven and Hell",
    tagline: "The dead play on: saints in Heaven, murderers in Hell, and chaos everywhere.",
    seats: &[
        SeatInfo { name: "white", letter: 'w', fill: "#f6efe0", ink: "#2b2430", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#3a3142", ink: "#f3e6cf", shape: Shape::Square },
    ],
    options: &[],
    chance: true,
    hidden: true,
    kinds: &[],
    terrains: &[],
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
};
