//! Secret Traps stay secret (heaven-hell/13).

mod common;

use common::{check, full};
use menagerie_game::{
    Actor, Dice, Effect, EffectLog, Options, Rules, RulesExt, Seat, Told, View as _, Viewer, describe, draw, reach,
};
use menagerie_heaven_hell::{Position, View};
use menagerie_testkit::dice;

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];

/// A set-up with money, an open shop and traps of both seats in the way.
fn trapped() -> Position {
    let set_up = Position::start(Options::NONE).to_string();
    let shop = "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10";
    set_up
        .replace(shop, "6+,12+,8+,6+,5+,20+,4+,8+,6+,12+,12+,6+,6+,2+,8+,10+")
        .replace(" - 0/0 ", " a3w,a4b,e4w,d5w,d5b,h6b,c3^w,a7_b 300/300 ")
        .replace("unlock;unlock;unlock", "-")
        .parse()
        .unwrap()
}

fn choose(position: &Position, dice: &mut impl Dice) -> Option<menagerie_heaven_hell::Action> {
    if position.actor() == Actor::Chance {
        return draw(position, dice);
    }
    let list = position.list();
    (!list.is_empty()).then(|| list[dice.roll(list.len() as u32) as usize])
}

/// What a viewer hears, in words, apart from what comes to light by it.
fn heard(effects: &EffectLog, viewer: Viewer) -> Vec<String> {
    let meant = effects.iter().filter(|told| told.audience.includes(viewer));
    let hidden_before = |told: &&Told| matches!(told.effect, Effect::Revealed { .. });
    meant.filter(|told| !hidden_before(told)).map(|told| describe(Position::INFO, &told.effect)).collect()
}

/// Where pieces could go tells nothing about traps that the viewer cannot see.
#[test]
fn reach_is_the_same_wherever_hidden_traps_lie() {
    let mut dice = dice(4);
    let mut position = trapped();
    for _ in 0..20 {
        for viewer in VIEWERS {
            let view = position.view(viewer);
            let other = view.sample(&mut dice).view(viewer);
            for piece in view.scene().pieces {
                assert_eq!(reach(&view, piece.at), reach(&other, piece.at), "{} in {position}", piece.at);
            }
        }
        let Some(action) = choose(&position, &mut dice) else { break };
        let _ = position.apply(action, &mut menagerie_game::Silent);
    }
}

/// A shared screen needs a cover while traps are hidden, and while a seat chooses a square for one.
#[test]
fn a_view_knows_whether_it_hides_something() {
    let hides = |text: &str, viewer: Viewer| full(text).parse::<Position>().unwrap().view(viewer).hides_something();
    let [white, black, spectator] = VIEWERS;
    let nothing = "w1 Ke1,ke8 - - 9/9 ~ -";
    assert!(!VIEWERS.into_iter().any(|viewer| hides(nothing, viewer)));
    let planted = "w1 Ke1,ke8 - a4w 9/9 ~ -";
    assert_eq!([white, black, spectator, Viewer::All].map(|viewer| hides(planted, viewer)), [false, true, true, false]);
    let planting = "w0 Ke1,ke8 - - 9/9 ~ ask:trap:w";
    assert_eq!([white, black, spectator].map(|viewer| hides(planting, viewer)), [false, true, true]);
    let open = ["w0 Ke1,ke8 - - 9/9 ~ ask:fire:w", "w0 Ke1,ke8 - - 9/9 ~ ask:ice-and-fire:w"];
    assert!(!open.into_iter().any(|text| hides(text, black)), "Fire and Ice are seen by all");
}

/// All places of a hidden trap agree with the view equally well.
#[test]
fn a_hidden_trap_may_lie_on_every_square_with_the_same_chance() {
    let view = View::read(&full("w1 Ke1,ke8 - ? 0/0 … - - - - -/- -"), VIEWERS[0]).unwrap();
    let mut dice = dice(5);
    let mut times = std::collections::BTreeMap::<String, u32>::new();
    for _ in 0..64 * 200 {
        let sample = view.sample(&mut dice).to_string();
        *times.entry(sample.split(' ').nth(3).unwrap_or_default().to_owned()).or_default() += 1;
    }
    assert_eq!(times.len(), 64);
    // Seven standard deviations of 14 around the mean.
    assert!(times.values().all(|times| (100..=300).contains(times)), "{times:?}");
}

/// An action that can end on a hidden trap tells the seat something, whether or not a trap lies there.
#[test]
fn an_action_can_reveal_something_if_it_looks_for_hidden_traps() {
    let can_reveal = |text: &str, action: &str| {
        let position: Position = full(text).parse().unwrap();
        let (white, action) = (position.view(VIEWERS[0]), action.parse().unwrap());
        assert!(position.is_legal(action), "{action} in {position}");
        white.can_reveal(action)
    };
    let traps = |traps: &str| format!("w1+ Sa1,Wc1,Ke1,ke8 - {traps} 6/0 … - - - - a1h8/a1h8 -");
    let [none, own, hidden] = ["-", "h8w", "h8b"].map(traps);
    for no_hidden_trap in [none, own] {
        assert!(!can_reveal(&no_hidden_trap, "e1e2"), "{no_hidden_trap}");
        assert!(!can_reveal(&no_hidden_trap, "stop"), "{no_hidden_trap}");
    }
    assert!(can_reveal(&hidden, "e1e2"));
    assert!(can_reveal(&hidden, "c1h6"));
    // heaven-hell/6.2/10: no trap harms a Scout.
    for harmless in ["a1h8", "stop", "cast-fire:c1"] {
        assert!(!can_reveal(&hidden, harmless), "{harmless}");
    }
    // heaven-hell/chaos/10: the number of traps that are left tells how many lay on the lost squares.
    assert!(can_reveal("w0 Ke1,ke8 - h8b 0/0 ~ ask:destroy-heaven:w", "destroy:ranks"));
    assert!(!can_reveal("w0 Ke1,ke8 - h8b 0/0 ~ ask:fire:w", "@h8"));
}

/// Positions that differ only in what a viewer cannot see are the same to that viewer, in everything.
#[test]
fn a_viewer_cannot_tell_hidden_traps_apart() {
    let mut compared = 0;
    for seed in 0..15 {
        let mut dice = dice(seed);
        let mut position = trapped();
        for _ in 0..150 {
            let Some(action) = choose(&position, &mut dice) else { break };
            for viewer in VIEWERS {
                let view = position.view(viewer);
                let other = view.sample(&mut dice);
                same_to_the_viewer(&view, &other.view(viewer), &position);
                compared += u32::from(same_to_the_ear(&position, &other, action, viewer));
            }
            let _ = position.apply(action, &mut menagerie_game::Silent);
        }
    }
    assert!(compared > 1000, "only {compared} pairs of different positions were compared");
}

fn same_to_the_viewer(view: &View, other: &View, position: &Position) {
    assert_eq!(view, other, "views of {position}");
    assert_eq!(view.to_string(), other.to_string());
    // Nothing that the type holds tells them apart.
    assert_eq!(format!("{view:?}"), format!("{other:?}"));
    assert_eq!(view.scene(), other.scene());
    for action in position.list().into_iter().take(20) {
        assert_eq!(view.action_text(action), other.action_text(action));
        assert_eq!(view.explain(action), other.explain(action));
    }
}

/// If the same action leads to what looks the same, it also sounded the same. Whether two different positions were compared.
fn same_to_the_ear(one: &Position, other: &Position, action: menagerie_heaven_hell::Action, viewer: Viewer) -> bool {
    if one == other || !other.is_legal(action) {
        return false;
    }
    let (mut one, mut other) = (one.clone(), other.clone());
    let effects = [&mut one, &mut other].map(|position| {
        let mut effects = EffectLog::new();
        let _ = position.apply(action, &mut effects);
        heard(&effects, viewer)
    });
    if one.view(viewer) == other.view(viewer) {
        assert_eq!(effects[0], effects[1], "effects of {action} for {viewer:?}");
    }
    true
}

/// The planting action is `@?` to all but the planter, and where is told to nobody else.
#[test]
fn planting_is_secret() {
    for text in ["w0 Ke1,ke8 - - 0/0 ~ ask:trap:w", "b0 Ke1,ke8 - - 0/0 ~ ask:replant-traps:w:2"] {
        let position: Position = full(text).parse().unwrap();
        let [white, black, nobody] = VIEWERS.map(|viewer| position.view(viewer));
        let plant = |square: &str| {
            let action = square.parse().unwrap();
            let mut after = position.clone();
            let effects = after.play(action).unwrap();
            let heard = VIEWERS.map(|viewer| heard(&effects, viewer));
            let seen = VIEWERS.map(|viewer| after.view(viewer));
            (heard, seen, [&white, &black, &nobody].map(|view| view.action_text(action)))
        };
        let (here, there) = (plant("@a4"), plant("@h5_"));
        assert_ne!(here.0[0], there.0[0]);
        assert_eq!(here.0[1..], there.0[1..]);
        assert_ne!(here.1[0], there.1[0]);
        assert_eq!(here.1[1..], there.1[1..]);
        assert_eq!(here.2, ["@a4", "@?", "@?"]);
    }
}

/// heaven-hell/13: every other choice of a square is open.
#[test]
fn only_planting_is_secret() {
    for text in ["w0 Ke1,ke8 - - 0/0 ~ ask:fire:w", "w0 Ke1,ke8 - - 0/0 ~ ask:ice-and-fire:w"] {
        let position: Position = full(text).parse().unwrap();
        let texts = VIEWERS.map(|viewer| position.view(viewer).action_text("@a4".parse().unwrap()));
        assert_eq!(texts, ["@a4"; 3], "{text}");
    }
}

#[test]
fn what_each_viewer_sees() {
    let text = "w1 Ke1,ke8 - a4w,a4b,c3^b 0/0 ~ -";
    let _ = check("heaven-hell/13", text)
        .view("white", &full("w1 Ke1,ke8 - a4w,?,? 0/0 ~ -"))
        .view("black", &full("w1 Ke1,ke8 - a4b,c3^b,? 0/0 ~ -"))
        .view("spectator", &full("w1 Ke1,ke8 - ?,?,? 0/0 ~ -"));
    // After the end everything is open.
    let over = "w0 ke8 - a4w,a4b 0/0 ~ -";
    let _ = check("heaven-hell/13", over).view("white", &full(over)).view("spectator", &full(over));
}

/// heaven-hell/14
#[test]
fn every_viewer_learns_the_outcome() {
    let outcomes = |text: &str| {
        let position: Position = full(text).parse().unwrap();
        VIEWERS.map(|viewer| position.view(viewer).outcome().and_then(|outcome| outcome.winner()))
    };
    assert_eq!(outcomes("w0 ke8 - a4w,a4b 0/0 ~ -"), [Some(Seat(1)); 3]);
    assert_eq!(outcomes("w1 Ke1,ke8 - a4w,a4b 0/0 ~ -"), [None; 3]);
}

#[test]
fn texts_that_no_viewer_sees() {
    let read = |text: &str, viewer: Viewer| View::read(&full(text), viewer);
    assert!(read("w1 Ke1,ke8 - a4b 0/0 ~ -", VIEWERS[0]).is_err());
    assert!(read("w1 Ke1,ke8 - a4w 0/0 ~ -", VIEWERS[2]).is_err());
    assert!(read("w1 Ke1,ke8 - ?,a4w 0/0 ~ -", VIEWERS[0]).is_err());
    assert!(read("w0 ke8 - ? 0/0 ~ -", VIEWERS[0]).is_err());
    let many = |count: usize| format!("w1 Ke1,ke8 - {} 0/0 … - - - - -/- -", vec!["?"; count].join(","));
    assert!(read(&many(64), VIEWERS[0]).is_ok());
    assert!(read(&many(65), VIEWERS[0]).is_err());
    assert!(read(&many(128), VIEWERS[2]).is_ok());
    assert!(read(&many(129), VIEWERS[2]).is_err());
}

/// A full board of hidden traps can be sampled too: one on every square.
#[test]
fn samples_fill_the_board() {
    let text = format!("w1 Ke1,ke8 - {} 0/0 … - - - - -/- -", vec!["?"; 64].join(","));
    let view = View::read(&full(&text), VIEWERS[0]).unwrap();
    let sample = view.sample(&mut dice(1));
    let seen_by_black = sample.view(VIEWERS[1]).to_string();
    let traps = seen_by_black.split(' ').nth(3).unwrap_or_default();
    assert_eq!(traps.split(',').filter(|trap| trap.ends_with('b')).count(), 64);
    assert_eq!(sample.view(VIEWERS[0]), view);
}
