//! The names and sentences for players: every shop entry, chaos effect, upgrade and question has its own. The ids are
//! those of the rules, the sentences those of the message file.

mod common;
#[path = "common/ids.rs"]
mod ids;

use common::full;
use ids::{EFFECTS, ENTRIES};
use menagerie_game::{Rules, Scene, Seat, Touch, View, Viewer};
use menagerie_heaven_hell::Position;
use menagerie_testkit::{At, at};

const WHITE: Viewer = Viewer::Seat(Seat(0));

/// heaven-hell/10.1: a piece of each type that is offered upgrades, the options, and their names in heaven-hell/7 and 8.
const UPGRADES: [(&str, &[(&str, &str)]); 6] = [
    ("P", &[("knight", "Knight"), ("suicide-bomber", "Suicide Bomber"), ("increased-size", "Increased Size")]),
    ("N", &[("leopard", "Leopard"), ("checker-knight", "Checker Knight"), ("mounted-archer", "Mounted Archer")]),
    ("B", &[("wizard", "Wizard"), ("king", "King"), ("archbishop", "Archbishop")]),
    ("R", &[("fortress", "Fortress"), ("scout", "Scout"), ("warlock", "Warlock")]),
    ("K", &[("wizard-hat", "Wizard Hat"), ("investor", "Investor"), ("double-move", "Double Move")]),
    ("Q", &[("portal-gun", "Portal Gun")]),
];

/// An attribute of a message, as the message file has it.
fn attribute(message: &str, name: &str) -> Option<&'static str> {
    let (head, name) = (format!("{message} = "), format!("    .{name} = "));
    let mut lines = include_str!("../messages/en.ftl").lines().skip_while(|line| !line.starts_with(&head));
    assert!(lines.next().is_some(), "{message} is missing");
    lines.take_while(|line| line.starts_with(' ')).find_map(|line| line.strip_prefix(&name))
}

/// A message, as the message file has it.
fn title(message: &str) -> &'static str {
    let head = format!("{message} = ");
    include_str!("../messages/en.ftl").lines().find_map(|line| line.strip_prefix(&head)).unwrap()
}

/// What players read instead of an id: `two-actions` is `two actions`.
fn spaced(id: &str) -> String {
    id.replace('-', " ")
}

#[track_caller]
fn position(short: &str) -> Position {
    full(short).parse().unwrap_or_else(|error| panic!("{short}: {error}"))
}

#[track_caller]
fn scene(short: &str) -> Scene {
    position(short).view(WHITE).scene()
}

#[track_caller]
fn label<'a>(scene: &'a Scene, spot: &str) -> &'a str {
    &scene.spots.iter().find(|it| it.id.as_str() == spot).unwrap_or_else(|| panic!("{spot} is not shown")).label
}

/// An action in words, and the label of its button.
#[track_caller]
fn words<'a>(scene: &'a Scene, action: &str) -> (&'a str, Option<&'a str>) {
    let choice = scene.choices.iter().find(|choice| choice.action == action);
    let choice = choice.unwrap_or_else(|| panic!("{action} is not offered"));
    let button = choice.touches.iter().find_map(|touch| match touch {
        Touch::Button { label, .. } => Some(&**label),
        _ => None,
    });
    (&choice.words, button)
}

/// heaven-hell/11. The label of an entry, the reason why it cannot be bought, and the choice to buy it.
#[test]
fn every_shop_entry_has_its_name_and_says_what_it_does() {
    let locked = scene("w1 Ke1,ke8 - - 99/0 ~ -");
    let view = position("w1 Ke1,ke8 - - 99/0 ~ -").view(WHITE);
    for id in ENTRIES {
        let message = format!("topic-shop-{id}");
        let does = attribute(&message, "words").unwrap();
        let shown = label(&locked, &format!("shop:{id}"));
        assert!(shown.starts_with(&format!("{}: {does}, ", spaced(id))), "{shown}");
        let refused = view.explain(format!("buy:{id}").parse().unwrap()).reason;
        assert_eq!(refused, format!("{} is locked", title(&message)));
    }
    for (number, id) in [(4, "trap"), (7, "chaos-orb"), (11, "two-actions")] {
        let does = attribute(&format!("topic-shop-{id}"), "words").unwrap();
        let open = scene(&format!("w1 Ke1,ke8 - - 99/0 {{{number}}} -"));
        let (bought, _) = words(&open, &format!("buy:{id}"));
        assert!(bought.starts_with("buy for ") && bought.ends_with(does), "{bought}");
    }
}

/// heaven-hell/12. The label of a card, the choice to pick it, and the note when it is drawn.
#[test]
fn every_chaos_effect_has_its_name_and_says_what_it_does() {
    for (index, id) in EFFECTS.into_iter().enumerate() {
        let [second, third] = [1, 2].map(|on| EFFECTS[(index + on) % EFFECTS.len()]);
        let does = attribute(&format!("topic-card-{id}"), "words").unwrap();
        let cards = scene(&format!("w0 Ke1,ke8 - - 0/0 ~ chaos:w:{id}.{second}.{third}"));
        assert_eq!(label(&cards, &format!("card:{id}")), format!("{}: {does}", spaced(id)));
        assert_eq!(words(&cards, &format!("pick:{id}")).0, format!("pick: {does}"));
        let drawn = at("heaven-hell/12", &full("w0 Ke1,ke8 - - 0/0 ~ chaos:w")).apply(&format!("draw:{id}"));
        let _: At<Position> = drawn.tells(&format!("the orb shows: {does}"));
    }
}

#[test]
fn every_upgrade_has_the_name_of_the_rules() {
    for (kind, upgrades) in UPGRADES {
        let offered = scene(&format!("w0 {kind}a1,Ke1,ke8 - - 0/0 ~ up:a1"));
        for (id, name) in upgrades {
            assert_eq!(words(&offered, &format!("up:{id}")), (&*format!("upgrade: {name}"), Some(*name)));
        }
    }
}

/// heaven-hell/chaos/10
#[test]
fn ranks_and_files_are_told_apart() {
    let asked = "w0 Ke1,ke8 - - 0/0 ~ ask:destroy-heaven:w";
    for lines in ["ranks", "files"] {
        let action = format!("destroy:{lines}");
        assert_eq!(words(&scene(asked), &action), (&*format!("destroy the outermost {lines}"), Some(lines)));
        let done: At<Position> = at("heaven-hell/chaos/10", &full(asked)).apply(&action);
        let _ = done.tells(&format!("Heaven loses its outermost {lines}"));
    }
}

/// heaven-hell/11, heaven-hell/12: 14 shop entries and 20 chaos effects ask something, five of them twice.
#[test]
fn every_question_has_its_own_prompt() {
    let shop = ENTRIES.map(|id| (format!("topic-shop-{id}"), id));
    let cards = EFFECTS.map(|id| (format!("topic-card-{id}"), id));
    let mut asked = 0;
    for (message, id) in shop.into_iter().chain(cards) {
        let first = if id == "replant-traps" { ":1" } else { "" };
        let second = match id {
            "king-pawn" => ":e1",
            "swap-dead" => ":c3_",
            // A piece, or the square that was frozen.
            _ => ":a3",
        };
        for (attribute_name, about) in [("first", first), ("second", second)] {
            let Some(prompt) = attribute(&message, attribute_name) else { continue };
            // Pieces to stun, bring to Earth, kill, forgive, downgrade or swap, and Fire to clear.
            let short = format!("w0 Ke1,Pa2,La3m,ke8,nb2^,nc3_ a5f - 0/0 ~ ask:{id}:w{about}");
            assert_eq!(scene(&short).prompt.text, prompt, "{id}{about}");
            asked += 1;
        }
    }
    assert_eq!(asked, 14 + 20 + 5);
}
