//! What clients get: places, pieces with their badges, and touches that choose every action.

mod common;

use common::full;
use menagerie_game::{Place, Rules, Scene, Seat, Site, Touch, View, Viewer};
use menagerie_heaven_hell::{ChaosId, EntryId, Position, Upgrade};

fn scene(short: &str, viewer: Viewer) -> Scene {
    let position: Position = full(short).parse().unwrap_or_else(|error| panic!("{short}: {error}"));
    position.view(viewer).scene()
}

const WHITE: Viewer = Viewer::Seat(Seat(0));
const BLACK: Viewer = Viewer::Seat(Seat(1));

/// The touches of an action, by name; areas with the number of their places.
#[track_caller]
fn touches(scene: &Scene, action: &str) -> Vec<String> {
    let choice = scene.choices.iter().find(|choice| choice.action == action);
    let name = |touch: &Touch| match touch {
        Touch::Place { place } => place.to_string(),
        Touch::Area { place, covers } => format!("{place}#{}", covers.len()),
        Touch::Button { id, .. } => format!("({id})"),
    };
    choice.unwrap_or_else(|| panic!("{action} is not offered")).touches.iter().map(name).collect()
}

#[test]
fn planes_lie_side_by_side() {
    let scene = scene("w1 Ke1,ke8 - - 3/5 … - - - - b1g8/- -", WHITE);
    let ids: Vec<_> = scene.planes.iter().map(|plane| &*plane.id).collect();
    assert_eq!(ids, ["heaven", "earth", "hell"]);
    let on = |plane: u8| {
        scene.spots.iter().filter(move |spot| matches!(spot.site, Site::Plane { plane: p, .. } if p == plane))
    };
    assert_eq!([0, 1, 2].map(|plane| on(plane).count()), [48, 64, 0]);
    assert_eq!(scene.counters.iter().map(|counter| counter.value).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn every_kind_has_its_artwork() {
    let info = Position::INFO;
    assert_eq!(info.kinds.len(), 17 + 5);
    // What belongs to nobody has colours of its own; the rest takes those of its seat.
    let nobodys = ["imp", "angel", "fire", "ice", "orb", "coin"];
    for kind in info.kinds {
        assert_ne!(kind.art.contains("currentColor"), nobodys.contains(&kind.id), "{}", kind.id);
        assert_eq!(kind.letters.len(), 1, "{}", kind.id);
    }
}

#[test]
fn every_shop_entry_effect_and_upgrade_is_explained() {
    let info = Position::INFO;
    let shop = EntryId::all().map(|entry| format!("shop:{}", entry.id()));
    let cards = ChaosId::all().map(|effect| format!("card:{}", effect.id()));
    for id in shop.chain(cards) {
        assert!(info.topic(&id).is_some(), "{id}");
    }
    for kind in info.kinds.iter().map(|kind| kind.id) {
        let Some(upgrade) = Upgrade::with_id(kind) else { continue };
        assert!(!info.text_of(info.kind(upgrade.id()).unwrap()).is_empty());
    }
    for id in ["increased-size", "wizard-hat", "investor", "double-move", "portal-gun"] {
        assert!(Upgrade::with_id(id).is_some() && info.topic(id).is_some(), "{id}");
    }
}

#[test]
fn the_shop_says_why_something_cannot_be_bought() {
    let shop =
        |viewer| scene("w1 Ke1,ke8 - - 6/3 6+,12,8+,6+,5,20+,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -", viewer);
    let entry = |viewer, id: &str| shop(viewer).spots.into_iter().find(|spot| spot.id.as_str() == id).unwrap();
    let why = |viewer, id: &str| entry(viewer, id).locked.unwrap_or_default().into_owned();
    assert_eq!(entry(WHITE, "shop:trap").price, Some(6));
    assert_eq!(why(WHITE, "shop:trap"), "");
    assert_eq!(why(BLACK, "shop:trap"), "Costs 6 coins; you have 3.");
    assert_eq!(why(WHITE, "shop:upgrade"), "Costs 8 coins; you have 6.");
    assert_eq!(why(WHITE, "shop:stun"), "Nothing on the boards can be chosen for it now.");
    assert_eq!(why(WHITE, "shop:fire"), "Locked. Each purchase unlocks a random entry.");
    assert_eq!(why(Viewer::Spectator, "shop:trap"), "");
}

#[test]
fn moves_and_shots_are_told_apart() {
    let scene = scene("w1 Ke1,Md4,nd6,ke8 - - 0/0 ~ -", WHITE);
    assert_eq!(touches(&scene, "d4d6"), ["d4", "d6", "(move)"]);
    assert_eq!(touches(&scene, "d4*d6"), ["d4", "d6", "(shoot)"]);
    assert_eq!(touches(&scene, "d4b4"), ["d4", "b4"]);
}

#[test]
fn only_a_purchase_that_the_buyer_cannot_undo_is_irreversible() {
    let shop = "6+,12,8,6,5,20,4+,8,6,12,12,6,6,2,8,10";
    let scene = scene(&format!("w1 Ke1,Pa2,ke8 - - 9/0 {shop} - - - - a1h8/a1h8 -"), WHITE);
    let asked = scene.choices.iter().filter(|choice| choice.irreversible).map(|choice| &*choice.action);
    // An orb is opened by chance. A stun first asks for a piece.
    assert_eq!(asked.collect::<Vec<_>>(), ["buy:chaos-orb"]);
    assert!(scene.choices.iter().any(|choice| choice.action == "buy:stun"));
}

#[test]
fn giants_are_touched_as_blocks() {
    let scene = scene("w1 Ke1,Qa4*2,ke8 - - 0/0 ~ -", WHITE);
    assert_eq!(touches(&scene, "a4a6"), ["a4", "a6#4"]);
    let queen = scene.pieces.iter().find(|piece| piece.kind == "queen").unwrap();
    assert_eq!((queen.at, queen.size), (Place::new("a4"), 2));
}

/// A question for a piece: the whole giant answers it.
#[test]
fn a_giant_is_chosen_on_any_of_its_squares() {
    let scene = scene("w0 Ke1,Na3,Qa4*2,ke8 - - 0/0 ~ ask:stun:w", WHITE);
    assert_eq!(touches(&scene, "@a4"), ["a4#4"]);
    assert_eq!(touches(&scene, "@a3"), ["a3"]);
}

#[test]
fn casting_raising_and_buying() {
    let scene = scene("w1 Ke1,Wa4,Vh4,ke8,nc3_ - - 9/0 {1} -", WHITE);
    assert_eq!(touches(&scene, "cast-ice:a4"), ["a4", "(cast-ice)"]);
    assert_eq!(touches(&scene, "raise:c3_"), ["(raise)", "c3_"]);
    assert_eq!(touches(&scene, "buy:stun"), ["shop:stun"]);
    let stun = scene.spots.iter().find(|spot| spot.id.as_str() == "shop:stun").unwrap();
    assert!(stun.label.contains("6 coins"), "{}", stun.label);
    assert_eq!(stun.action.as_deref(), Some("buy:stun"), "a client can ask why it cannot be bought");
    assert_eq!(scene.spots.iter().filter(|spot| spot.id.as_str().starts_with("shop:")).count(), 1);
}

#[test]
fn locked_entries_have_a_badge() {
    let scene = scene("w1 Ke1,ke8 - - 9/0 ~ -", WHITE);
    let price = scene.pieces.iter().find(|piece| piece.at.as_str() == "shop:kill").unwrap();
    assert_eq!((price.count, &*price.badges[0].id), (20, "locked"));
}

#[test]
fn cards_lie_before_the_picker() {
    let text = "w0 Ke1,ke8 - - 0/0 ~ chaos:b:angel.giant.three-fires";
    assert_eq!(touches(&scene(text, BLACK), "pick:giant"), ["card:giant"]);
    let waiting = scene(text, WHITE);
    assert!(waiting.choices.is_empty());
    assert_eq!(waiting.prompt.text, "black decides: pick one of the three chaos effects");
    assert!(waiting.prompt.mid_turn);
}

#[test]
fn areas_files_and_limbo() {
    let thaw = scene("w0 Ke1,ke8 a1f - 0/0 ~ ask:thaw:w", WHITE);
    assert_eq!(touches(&thaw, "@a1"), ["a1#4"]);
    let file = scene("w0 Ke1,ke8 - - 0/0 ~ ask:curse-file:w", WHITE);
    assert_eq!(touches(&file, "file:c_"), ["c1_#8"]);
    let limbo = scene("w0 Ke1,ke8 - - 0/0 ~ shrink:qa4*3/a4", BLACK);
    assert_eq!(touches(&limbo, "@b5"), ["b5#4"]);
    assert!(limbo.pieces.iter().any(|piece| piece.at.as_str() == "limbo:0" && piece.kind == "queen"));
}

#[test]
fn badges_name_every_status() {
    let scene = scene("w1 Ke1*2mxcs3hdi2pf,ke8,Ia1_ - - 0/0 ~ -", WHITE);
    let king = scene.pieces.iter().find(|piece| piece.kind == "king").unwrap();
    let ids: Vec<_> = king.badges.iter().map(|badge| &*badge.id).collect();
    let expected = [
        "murderer",
        "experienced",
        "cursed",
        "wizard-hat",
        "double-move",
        "portal-gun",
        "forced",
        "stunned",
        "investor",
        "size",
    ];
    assert_eq!(ids, expected);
    let imp = scene.pieces.iter().find(|piece| piece.kind == "imp").unwrap();
    assert_eq!((imp.color, imp.controller), (None, None));
}

#[test]
fn only_own_traps_are_shown() {
    let text = "w1 Ke1,ke8 - a4w,b4b,c4b 0/0 ~ -";
    let traps = |viewer| scene(text, viewer).pieces.iter().filter(|piece| piece.kind == "trap").count();
    assert_eq!([WHITE, BLACK, Viewer::Spectator].map(traps), [1, 2, 0]);
    let hidden = scene(text, WHITE).counters.into_iter().find(|counter| counter.name == "hidden traps").unwrap();
    assert_eq!((hidden.seat, hidden.value), (Seat(1), 2));
}

#[test]
fn every_task_has_a_prompt() {
    for task in [
        "imp",
        "unlock",
        "up:e1",
        "grow:e1",
        "curse:e1",
        "random:w",
        "orb:hell",
        "burn:hell",
        "daze:4:-",
        "hex:w",
        "throw:e1",
        "purchase:w",
    ] {
        let shop = if task == "purchase:w" { "{7}" } else { "~" };
        let scene = scene(&format!("w0 Ke1,ke8 - - 9/0 {shop} {task}"), WHITE);
        assert!(scene.prompt.text.len() > 10, "{task}: {}", scene.prompt.text);
    }
}

/// heaven-hell/3.1/5: what the editor writes can be read, also when a King has grown in his place.
#[test]
fn a_king_of_size_2_put_down_by_hand_has_no_castling_right() {
    let ready: Position = full("w1 Ke1,Rh1,ke8 - - 0/0 … K - - - a1h8/a1h8 -").parse().unwrap();
    let grown = full("w1 Ke1*2,Rh1,ke8 - - 0/0 ~ -");
    let pieces = grown.parse::<Position>().unwrap().view(WHITE).scene().pieces;
    assert_eq!(ready.arranged(&pieces, Seat(0)), Some(grown));
}

#[test]
fn one_of_anything_is_told_in_the_singular() {
    let scene = scene("w1 Ke1,ke8 - - 1/2 {1} -", WHITE);
    let counters: Vec<_> =
        scene.counters.iter().map(|it| Position::INFO.counter_words(&it.name, it.value.into())).collect();
    assert_eq!(counters, ["1 coin", "2 coins"]);
}
