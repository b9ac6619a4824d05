//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, SeatInfo, Shape, TerrainInfo, Topic, document};

use crate::messages::MESSAGES;
use crate::move_marks;

pub(crate) static INFO: GameInfo = GameInfo {
    id: "shogi5",
    messages: &MESSAGES,
    minutes: (5, 15),
    seats: &[
        SeatInfo { name: "black", letter: 'b', fill: "#3a3330", ink: "#f3dfb8", shape: Shape::WedgeDown },
        SeatInfo { name: "white", letter: 'w', fill: "#f7e8c8", ink: "#2d2119", shape: Shape::WedgeUp },
    ],
    options: &[],
    chance: false,
    hidden: false,
    kinds: &[
        KindInfo::new("king", "K", document!("../art/king.svg"))
            .explained("pieces")
            .with_moves(move_marks::KING)
            .shown_in("1k3/5/2K2/5/5[] w"),
        KindInfo::new("gold", "G", document!("../art/gold.svg"))
            .explained("pieces")
            .with_moves(move_marks::GOLD)
            .shown_in("1k3/5/2G2/5/3K1[] w"),
        KindInfo::new("silver", "S", document!("../art/silver.svg"))
            .explained("pieces")
            .with_moves(move_marks::SILVER)
            .shown_in("1k3/5/2S2/5/3K1[] w"),
        KindInfo::new("elephant", "B", document!("../art/elephant.svg"))
            .explained("pieces")
            .with_moves(move_marks::ELEPHANT)
            .shown_in("1k3/5/2B2/5/3K1[] w"),
        KindInfo::new("spear", "L", document!("../art/spear.svg"))
            .explained("pieces")
            .with_moves(move_marks::SPEAR)
            .shown_in("1k3/5/2L2/5/3K1[] w"),
        KindInfo::new("soldier", "P", document!("../art/soldier.svg"))
            .explained("pieces")
            .with_moves(move_marks::SOLDIER)
            .shown_in("1k3/5/2P2/5/3K1[] w"),
        KindInfo::new("promoted-silver", "+S", document!("../art/promoted-silver.svg"))
            .explained("pieces")
            .with_moves(move_marks::PROMOTED_SILVER)
            .shown_in("1k3/5/2+S2/5/3K1[] w"),
        KindInfo::new("promoted-elephant", "+B", document!("../art/promoted-elephant.svg"))
            .explained("pieces")
            .with_moves(move_marks::PROMOTED_ELEPHANT)
            .shown_in("1k3/5/2+B2/5/3K1[] w"),
        KindInfo::new("promoted-spear", "+L", document!("../art/promoted-spear.svg"))
            .explained("pieces")
            .with_moves(move_marks::PROMOTED_SPEAR)
            .shown_in("1k3/5/2+L2/5/3K1[] w"),
        KindInfo::new("promoted-soldier", "+P", document!("../art/promoted-soldier.svg"))
            .explained("pieces")
            .with_moves(move_marks::GOLD)
            .shown_in("1k3/5/2+P2/5/3K1[] w"),
    ],
    terrains: &[
        TerrainInfo::new("light", '.', ["#e9c98d", "#7c6441"]).explained("promotion"),
        TerrainInfo::new("dark", '.', ["#e2bd7a", "#705938"]).explained("promotion"),
    ],
    place_name: crate::scene::place_name,
    rules: document!("../rules.md"),
    guide: document!("../guide.md"),
    lessons: document!("../lessons.toml"),
    hints: HINTS,
    topics: TOPICS,
};

const TOPICS: &[Topic] = &[Topic::new("promoted", "promotion"), Topic::new("hand", "drops")];

const HINTS: &[Hint] = &[
    Hint::new(Moment::Turn, "king"),
    Hint::new(Moment::Turn, "promotion"),
    Hint::new(Moment::Capture, "capture"),
    Hint::new(Moment::Tray("hand"), "drop"),
];
