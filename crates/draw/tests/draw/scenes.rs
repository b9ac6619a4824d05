//! Hand-made games and scenes with everything that a drawing must show.

use std::borrow::Cow;

use menagerie_game::{
    Actor, Badge, Counter, GameInfo, KindInfo, Messages, Piece, Place, Plane, Prompt, Scene, Seat, SeatInfo, Shape,
    Site, Spot, TerrainInfo,
};

pub(crate) const CROWN: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="currentColor" d="M60 400L30 150L160 260L256 90L352 260L482 150L452 400Z"/></svg>"#;
const STAR: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" fill="currentColor"><path d="M256 30L316 190L486 196L352 300L398 464L256 368L114 464L160 300L26 196L196 190Z"/></svg>"#;
const FLAME: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="#e2572b" d="M256 20C300 140 430 200 430 340A174 160 0 0 1 82 340C82 260 140 230 160 150C200 190 210 220 220 250C260 190 270 110 256 20Z"/></svg>"##;
const COIN: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><circle cx="256" cy="256" r="210" fill="#e0a92e"/><circle cx="256" cy="256" r="150" fill="none" stroke="#8a5f0c" stroke-width="30"/></svg>"##;
const SKULL: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="currentColor" fill-rule="evenodd" d="M256 50A180 170 0 0 0 110 330L130 440H382L402 330A180 170 0 0 0 256 50ZM180 210A45 45 0 1 0 181 210ZM332 210A45 45 0 1 0 333 210Z"/></svg>"#;
const WAVES: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" fill="none" stroke="currentColor" stroke-width="30"><path d="M40 180Q112 110 184 180T328 180T472 180M40 330Q112 260 184 330T328 330T472 330"/></svg>"#;
const NET: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" fill="none" stroke="currentColor" stroke-width="26"><path d="M60 60L452 452M452 60L60 452M256 60L60 256L256 452L452 256Z"/></svg>"#;

pub(crate) const fn seat(
    name: &'static str,
    letter: char,
    fill: &'static str,
    ink: &'static str,
    shape: Shape,
) -> SeatInfo {
    SeatInfo { name, letter, fill, ink, shape }
}

pub(crate) const fn kind(id: &'static str, letters: &'static str, art: &'static str) -> KindInfo {
    KindInfo::new(id, letters, art)
}

pub(crate) const fn game(
    messages: &'static Messages,
    seats: &'static [SeatInfo],
    kinds: &'static [KindInfo],
    terrains: &'static [TerrainInfo],
) -> GameInfo {
    GameInfo {
        id: "made-up",
        messages,
        minutes: (1, 2),
        seats,
        options: &[],
        chance: false,
        hidden: false,
        kinds,
        terrains,
        place_name: menagerie_game::PlaceName::square,
        rules: "",
        guide: "",
        lessons: "",
        hints: &[],
        topics: &[],
    }
}

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

/// A board with its squares, named with a suffix.
pub(crate) fn board(
    scene: &mut Scene,
    title: &'static str,
    (width, height): (u8, u8),
    suffix: &str,
    terrain: impl Fn(u8, u8) -> &'static str,
) {
    let plane = scene.planes.len() as u8;
    scene.planes.push(Plane { id: Cow::Owned(format!("plane{plane}")), title: title.into(), width, height });
    for y in 0..height {
        for x in 0..width {
            let id = Place::new(format_args!("{}{}{suffix}", char::from(b'a' + x), y + 1));
            let site = Site::Plane { plane, x: x as i8, y: y as i8 };
            scene.spots.push(Spot::new(id, site, terrain(x, y), ""));
        }
    }
}

fn chequered(x: u8, y: u8) -> &'static str {
    if (x + y).is_multiple_of(2) { "dark" } else { "light" }
}

/// Pieces from the rows of a board, top row first: a letter is looked up among the kinds, upper case for the first
/// colour given, lower case for the second.
fn men(scene: &mut Scene, info: &'static GameInfo, suffix: &str, colors: [Seat; 2], rows: &[&str]) {
    for (row, y) in rows.iter().zip((1..=rows.len()).rev()) {
        for (letter, x) in row.chars().zip(b'a'..) {
            let upper = letter.to_ascii_uppercase().to_string();
            let Some(kind) = info.kinds.iter().find(|kind| kind.letters == upper) else { continue };
            let color = if letter.is_ascii_uppercase() { colors[0] } else { colors[1] };
            scene.pieces.push(Piece::new(place(&format!("{}{y}{suffix}", char::from(x))), kind.id, Some(color)));
        }
    }
}

pub(crate) fn place(id: &str) -> Place {
    Place::new(id)
}

fn slot(scene: &mut Scene, tray: &'static str, seat: Option<Seat>, slot: u8, label: &'static str) -> Place {
    let whose = seat.map_or(9, |seat| seat.0);
    let id = Place::new(format_args!("{tray}:{whose}:{slot}"));
    scene.spots.push(Spot::new(id, Site::Tray { tray: tray.into(), seat, slot }, "", label));
    id
}

fn badge(scene: &mut Scene, at: &str, id: &'static str, mark: &'static str, label: &'static str) {
    let piece = scene.pieces.iter_mut().find(|piece| piece.at.as_str() == at).expect("a piece stands there");
    piece.badges.push(Badge { id: id.into(), mark: mark.into(), label: label.into() });
}

fn ask(scene: &mut Scene, seat: Seat, text: &'static str) {
    scene.prompt = Prompt { actor: Actor::Seat(seat), text: text.into(), mid_turn: false };
}

/// 5×5 with hands beside it; the first seat sits at the top.
pub(crate) fn hands() -> (&'static GameInfo, Scene) {
    static MESSAGES: Messages = Messages::new(&[("en", "game-name = Hands")]);
    static INFO: GameInfo = game(
        &MESSAGES,
        &[
            seat("black", 'b', "#3a3f4b", "#f4efe4", Shape::WedgeDown),
            seat("white", 'w', "#f3e3c0", "#3a2c1e", Shape::WedgeUp),
        ],
        &[
            kind("king", "K", CROWN),
            kind("gold", "G", ""),
            kind("silver", "S", ""),
            kind("elephant", "B", STAR),
            kind("spear", "L", ""),
            kind("soldier", "P", ""),
        ],
        &[TerrainInfo::new("field", '.', ["#e6c992", "#6b5a3c"])],
    );
    let mut scene = Scene::default();
    board(&mut scene, "", (5, 5), "", |_, _| "field");
    men(&mut scene, &INFO, "", [SECOND, FIRST], &["lbsgk", "....p", ".....", "P....", "KGS.L"]);
    badge(&mut scene, "e4", "promoted", "+", "promoted");
    for seat in [FIRST, SECOND] {
        for (i, kind) in (0..).zip(["gold", "silver", "elephant", "spear", "soldier"]) {
            let at = slot(&mut scene, "hand", Some(seat), i, kind);
            if (seat == FIRST && i == 4) || (seat == SECOND && i == 2) {
                let count = if i == 4 { 2 } else { 1 };
                scene.pieces.push(Piece { count, ..Piece::new(at, kind, Some(seat)) });
            }
        }
    }
    ask(&mut scene, FIRST, "Black moves a piece or drops one from the hand.");
    (&INFO, scene)
}

/// 7×9 with rivers, traps and dens.
pub(crate) fn rivers() -> (&'static GameInfo, Scene) {
    static MESSAGES: Messages = Messages::new(&[("en", "game-name = Rivers")]);
    static INFO: GameInfo = game(
        &MESSAGES,
        &[
            seat("red", 'r', "#c8382e", "#fff3e2", Shape::Circle),
            seat("black", 'b', "#2f3a4a", "#f2ead8", Shape::Square),
        ],
        &[
            kind("elephant", "E", ""),
            kind("lion", "L", CROWN),
            kind("tiger", "T", STAR),
            kind("leopard", "P", ""),
            kind("wolf", "W", ""),
            kind("dog", "D", ""),
            kind("cat", "C", ""),
            kind("rat", "R", ""),
        ],
        &[
            TerrainInfo::new("land", '.', ["#a9c47f", "#3f5a3a"]),
            TerrainInfo::new("water", '~', ["#7fb6cf", "#28506b"]).drawn(WAVES),
            TerrainInfo::new("trap", '#', ["#d8c08a", "#6a5a35"]).drawn(NET),
            TerrainInfo::new("den", '*', ["#d99f6c", "#7a4a2c"]).drawn(CROWN),
        ],
    );
    let mut scene = Scene::default();
    board(&mut scene, "", (7, 9), "", |x, y| match (x, y) {
        (3, 0 | 8) => "den",
        (2 | 4, 0 | 8) | (3, 1 | 7) => "trap",
        (1 | 2 | 4 | 5, 3..=5) => "water",
        _ => "land",
    });
    let rows = ["l.....t", ".d...c.", "r.p.w.e", ".......", ".......", ".......", "E.W.P.R", ".C...D.", "T.....L"];
    men(&mut scene, &INFO, "", [FIRST, SECOND], &rows);
    ask(&mut scene, FIRST, "Red to move.");
    (&INFO, scene)
}

/// 8×8 with jail cells beside the board.
pub(crate) fn jail() -> (&'static GameInfo, Scene) {
    static MESSAGES: Messages = Messages::new(&[("en", "game-name = Jail")]);
    static INFO: GameInfo = game(
        &MESSAGES,
        &[
            seat("white", 'w', "#f7f1e3", "#33302b", Shape::Circle),
            seat("black", 'b', "#34322f", "#f1e9d8", Shape::Circle),
        ],
        &[
            kind("king", "K", CROWN),
            kind("queen", "Q", STAR),
            kind("rook", "R", ""),
            kind("monkey", "M", ""),
            kind("elephant", "E", ""),
            kind("fish", "F", ""),
            kind("bear", "*", SKULL),
        ],
        &[
            TerrainInfo::new("light", '.', ["#f0dfbd", "#7d8796"]),
            TerrainInfo::new("dark", '.', ["#b98a5e", "#4c5666"]),
            TerrainInfo::new("cell", ' ', ["#cfc4b2", "#2b2f36"]),
        ],
    );
    let mut scene = Scene::default();
    board(&mut scene, "", (8, 8), "", chequered);
    for (id, x, y) in [("z4", -1, 3), ("z5", -1, 4), ("i4", 8, 3), ("i5", 8, 4)] {
        let site = Site::Plane { plane: 0, x, y };
        scene.spots.push(Spot::new(place(id), site, "cell", "a jail cell"));
    }
    let rows = ["rmf.kfmr", "ffeffeff", "........", "........", "........", "........", "FFEFFEFF", "RMFQKFMR"];
    men(&mut scene, &INFO, "", [FIRST, SECOND], &rows);
    scene.pieces.push(Piece::new(place("i4"), "queen", Some(SECOND)));
    scene.pieces.push(Piece::new(place("d5"), "bear", None));
    ask(&mut scene, SECOND, "Choose a cell for the captured king.");
    (&INFO, scene)
}

/// 9×9 chequered with corpses, the maze in the middle and four colours.
pub(crate) fn corpses() -> (&'static GameInfo, Scene) {
    static MESSAGES: Messages = Messages::new(&[("en", "game-name = Corpses")]);
    static INFO: GameInfo = game(
        &MESSAGES,
        &[
            seat("red", 'r', "#c63d35", "#fff1e6", Shape::Circle),
            seat("blue", 'b', "#2f66a8", "#eef5ff", Shape::Square),
            seat("yellow", 'y', "#e6b422", "#3b2c05", Shape::Diamond),
            seat("green", 'g', "#3c8a4f", "#effaf0", Shape::Hexagon),
        ],
        &[
            kind("chief", "C", CROWN),
            kind("assassin", "A", ""),
            kind("reporter", "R", ""),
            kind("diplomat", "D", ""),
            kind("necromobile", "N", ""),
            kind("militant", "M", STAR),
            kind("corpse", "x", SKULL),
        ],
        &[
            TerrainInfo::new("light", '.', ["#efe6d3", "#565c66"]),
            TerrainInfo::new("dark", '.', ["#d8c9ac", "#434851"]),
            TerrainInfo::new("maze", '+', ["#8c7aa8", "#5b4d78"]).drawn(NET),
        ],
    );
    let mut scene = Scene::default();
    board(&mut scene, "", (9, 9), "", |x, y| if (x, y) == (4, 4) { "maze" } else { chequered(x, y) });
    let corners = [
        ("a", "b", "c", [1, 2, 3]),
        ("i", "h", "g", [1, 2, 3]),
        ("i", "h", "g", [9, 8, 7]),
        ("a", "b", "c", [9, 8, 7]),
    ];
    for (seat, (outer, middle, inner, ranks)) in (0..).map(Seat).zip(corners) {
        let [first, second, third] = ranks;
        let squares = [
            (outer, first, "chief"),
            (middle, first, "assassin"),
            (outer, second, "reporter"),
            (middle, second, "diplomat"),
            (inner, third, "necromobile"),
            (inner, first, "militant"),
            (inner, second, "militant"),
            (outer, third, "militant"),
            (middle, third, "militant"),
        ];
        for (file, rank, kind) in squares {
            scene.pieces.push(Piece::new(Place::new(format_args!("{file}{rank}")), kind, Some(seat)));
        }
    }
    for piece in &mut scene.pieces {
        match piece.color {
            Some(Seat(1)) => piece.controller = Some(FIRST),
            Some(Seat(3)) => piece.controller = None,
            _ => {}
        }
    }
    scene.pieces.push(Piece::new(place("e5"), "corpse", None));
    scene.pieces.push(Piece::new(place("d4"), "corpse", None));
    ask(&mut scene, Seat(2), "Yellow to move.");
    (&INFO, scene)
}

/// Three 8×8 planes with items, badges, giants, coins, a shop and cards.
pub(crate) fn planes() -> (&'static GameInfo, Scene) {
    static MESSAGES: Messages = Messages::new(&[(
        "en",
        "game-name = Planes\ncounter-coins = { $count ->\n    [one] { $count } coin\n   *[other] { $count } coins\n }",
    )]);
    static INFO: GameInfo = game(
        &MESSAGES,
        &[
            seat("white", 'w', "#f6efdf", "#2d2a26", Shape::Circle),
            seat("black", 'b', "#33323a", "#f4eddd", Shape::Circle),
        ],
        &[
            kind("pawn", "P", ""),
            kind("knight", "N", ""),
            kind("bishop", "B", ""),
            kind("rook", "R", ""),
            kind("queen", "Q", STAR),
            kind("king", "K", CROWN),
            kind("imp", "I", SKULL),
            kind("fire", "f", FLAME),
            kind("coin", "$", COIN),
            kind("orb", "o", ""),
        ],
        &[
            TerrainInfo::new("light", '.', ["#ece0c8", "#6a717c"]),
            TerrainInfo::new("dark", '.', ["#b7986f", "#4a505a"]),
            TerrainInfo::new("cloud", '.', ["#e4eef6", "#6d8096"]),
            TerrainInfo::new("sky", '.', ["#b3cde2", "#4c6079"]),
            TerrainInfo::new("ash", '.', ["#d9a58f", "#6d4a45"]),
            TerrainInfo::new("ember", '.', ["#b5654f", "#4d2d2b"]),
        ],
    );
    let mut scene = Scene::default();
    let either = |x: u8, y: u8, dark, light| if (x + y).is_multiple_of(2) { dark } else { light };
    board(&mut scene, "Hell", (8, 8), "_", |x, y| either(x, y, "ember", "ash"));
    board(&mut scene, "Earth", (8, 8), "", |x, y| either(x, y, "dark", "light"));
    board(&mut scene, "Heaven", (8, 8), "^", |x, y| either(x, y, "sky", "cloud"));
    scene.spots.retain(|spot| !matches!(spot.site, Site::Plane { plane: 2, x: 7, .. }));
    for (at, kind, count) in
        [("b3_", "fire", 1), ("g6_", "fire", 1), ("c3^", "orb", 1), ("b6^", "coin", 2), ("d4", "fire", 1)]
    {
        scene.pieces.push(Piece { count, ..Piece::new(place(at), kind, None) });
    }
    let rows = ["rnbqkbnr", "pppppppp", "........", "........", "...B....", "........", "PPPPPPPP", "RN.QKBNR"];
    men(&mut scene, &INFO, "", [FIRST, SECOND], &rows);
    scene.pieces.push(Piece { size: 2, ..Piece::new(place("d4^"), "queen", Some(SECOND)) });
    scene.pieces.push(Piece { size: 3, ..Piece::new(place("c4_"), "king", Some(FIRST)) });
    scene.pieces.push(Piece::new(place("e5"), "imp", None));
    badge(&mut scene, "d4^", "murderer", "M", "murderer");
    badge(&mut scene, "d4^", "stunned", "S3", "stunned for 3 turns");
    for (id, mark, label) in [
        ("murderer", "M", "murderer"),
        ("cursed", "C", "cursed"),
        ("stunned", "S3", "stunned for 3 turns"),
        ("hat", "H", "wizard hat"),
        ("investor", "I2", "twice an investor"),
    ] {
        badge(&mut scene, "g1", id, mark, label);
    }
    for (seat, value) in [(FIRST, 12), (SECOND, 7)] {
        scene.counters.push(Counter { seat, name: "coins".into(), value });
    }
    let entries = [
        "Stun, 6 coins",
        "Wizard hat, 12 coins",
        "Secret trap, 8 coins",
        "Portal gun, 6 coins",
        "Investor, 5 coins",
        "Second action, 20 coins",
    ];
    for (i, label) in (0..).zip(entries) {
        let at = slot(&mut scene, "shop", None, i, label);
        scene.pieces.push(Piece::new(at, "coin", None));
    }
    let cards = [
        "Every pawn takes one step backward and the bishops go home.",
        "Fire falls on a square of Hell.",
        "You may buy one entry of the shop, which is removed.",
    ];
    for (i, label) in (0..).zip(cards) {
        slot(&mut scene, "cards", None, i, label);
    }
    ask(&mut scene, FIRST, "Pick one of the three chaos effects.");
    (&INFO, scene)
}

/// All of them, with a name each.
pub(crate) fn all() -> [(&'static str, &'static GameInfo, Scene); 5] {
    let named = |name, (info, scene)| (name, info, scene);
    [
        named("hands", hands()),
        named("rivers", rivers()),
        named("jail", jail()),
        named("corpses", corpses()),
        named("planes", planes()),
    ]
}
