//! The game's facts: names, seats, options, kinds of pieces, hints.

use menagerie_game::{GameInfo, Hint, KindInfo, Moment, SeatInfo, Shape, TerrainInfo};

pub(crate) static INFO: GameInfo = GameInfo {
    id: "heaven-hell",
    name: "Chess: Heaven and Hell",
    tagline: "The dead play on: saints in Heaven, murderers in Hell, and chaos everywhere.",
    minutes: (30, 90),
    seats: &[
        SeatInfo { name: "white", letter: 'w', fill: "#f6efe0", ink: "#2b2430", shape: Shape::Circle },
        SeatInfo { name: "black", letter: 'b', fill: "#3a3142", ink: "#f3e6cf", shape: Shape::Square },
    ],
    options: &[],
    chance: true,
    hidden: true,
    kinds: &[
        kind("pawn", "Pawn", "P", include_str!("../art/pawn.svg")),
        kind("knight", "Knight", "N", include_str!("../art/knight.svg")),
        kind("bishop", "Bishop", "B", include_str!("../art/bishop.svg")),
        kind("rook", "Rook", "R", include_str!("../art/rook.svg")),
        kind("queen", "Queen", "Q", include_str!("../art/queen.svg")),
        kind("king", "King", "K", include_str!("../art/king.svg")),
        kind("suicide-bomber", "Suicide Bomber", "X", include_str!("../art/suicide-bomber.svg")),
        kind("leopard", "Leopard", "L", include_str!("../art/leopard.svg")),
        kind("checker-knight", "Checker Knight", "C", include_str!("../art/checker-knight.svg")),
        kind("mounted-archer", "Mounted Archer", "M", include_str!("../art/mounted-archer.svg")),
        kind("wizard", "Wizard", "W", include_str!("../art/wizard.svg")),
        kind("archbishop", "Archbishop", "A", include_str!("../art/archbishop.svg")),
        kind("fortress", "Fortress", "F", include_str!("../art/fortress.svg")),
        kind("scout", "Scout", "S", include_str!("../art/scout.svg")),
        kind("warlock", "Warlock", "V", include_str!("../art/warlock.svg")),
        kind("imp", "Imp", "I", include_str!("../art/imp.svg")),
        kind("angel", "Angel", "G", include_str!("../art/angel.svg")),
        kind("fire", "Fire", "^", include_str!("../art/fire.svg")),
        kind("ice", "Ice", "=", include_str!("../art/ice.svg")),
        kind("orb", "Chaos Orb", "O", include_str!("../art/orb.svg")),
        kind("coin", "coins", "$", include_str!("../art/coin.svg")),
        kind("trap", "Secret Trap", "T", include_str!("../art/trap.svg")),
    ],
    terrains: &[
        terrain("earth-light", "square of Earth", '.', "#e8dcc0", "#6f6650"),
        terrain("earth-dark", "square of Earth", '.', "#b59b6d", "#50462f"),
        terrain("heaven-light", "square of Heaven", '.', "#e6f1fb", "#5a6f86"),
        terrain("heaven-dark", "square of Heaven", '.', "#b9d4ec", "#40566d"),
        terrain("hell-light", "square of Hell", '.', "#eebfa8", "#7a463a"),
        terrain("hell-dark", "square of Hell", '.', "#c9755c", "#592c24"),
        terrain("shop", "shop entry", ' ', "#efe6cf", "#4d452f"),
        terrain("shop-locked", "locked shop entry", '#', "#c9c2b2", "#37332a"),
        terrain("card", "chaos effect", ' ', "#e3d3f0", "#4b3a5c"),
    ],
    place_name: crate::scene::place_name,
    rules: include_str!("../rules.md"),
    guide: include_str!("../guide.md"),
    hints: HINTS,
};

const fn kind(id: &'static str, name: &'static str, letters: &'static str, art: &'static str) -> KindInfo {
    KindInfo { id, name, letters, art }
}

const fn terrain(
    id: &'static str,
    name: &'static str,
    letter: char,
    fill: &'static str,
    dark_fill: &'static str,
) -> TerrainInfo {
    TerrainInfo { id, name, letter, fill, dark_fill, art: "" }
}

const HINTS: &[Hint] = &[
    hint(
        Moment::Turn,
        "Touch a piece, then a marked square: they move as in chess. You win when the other side has no King anywhere, or nobody left on Earth.",
    ),
    hint(
        Moment::Turn,
        "Whoever dies on Earth plays on: the innocent in Heaven, those who have taken somebody in Hell. Only there death is final.",
    ),
    hint(
        Moment::Turn,
        "Instead of moving you can buy something: the shop lies beside the boards, your coins stand beside your name.",
    ),
    hint(
        Moment::MidTurn,
        "Something has to be decided before this turn ends. The words say what, and what can be chosen glows. Where there is a button Stop, you need not go on.",
    ),
    hint(
        Moment::Tray("cards"),
        "A Chaos Orb has opened. Three effects lie beside the boards: read them and touch one.",
    ),
    hint(
        Moment::Capture,
        "Who takes becomes a Murderer, goes to Hell when it dies, and is Experienced: its next capture makes it something better.",
    ),
];

const fn hint(when: Moment, text: &'static str) -> Hint {
    Hint { when, text }
}
