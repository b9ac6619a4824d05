//! Position texts, actors, the run loop, the end of a turn, match rules.

mod common;

use common::{check, full};
use menagerie_game::{Counts, Options, Progress, Rules, Seat, Silent};
use menagerie_heaven_hell::Position;
use menagerie_testkit::{misspelled, not_a_position, not_an_action};

#[track_caller]
fn refuse(rule: &str, short: &str) {
    not_a_position::<Position>(rule, &full(short));
}

#[track_caller]
fn misspell(rule: &str, short: &str) {
    misspelled::<Position>(rule, &full(short));
}

/// Every field is read and written; what writing cannot give is refused.
#[test]
fn fields() {
    for text in [
        "w2 Ke1,ke8 - - 0/0 ~ -",
        "w1+ Ke1,ke8 - - 0/0 ~ -",
        "w0 Ke1,ke8 - - 0/0 ~ unlock",
        "b! Ke1,ke8 - - 0/0 ~ unlock",
        "w1 Ke1,ke8,qd4^*2mxs3,Qa1_*8mxcs9hdi9pf - - 9999/0 ~ -",
        "w1 Ke1,ke8 a4fo$2,b4i,c4o,d4$9999 a4w,a4b 0/0 ~ -",
        "b1 Ke1,ke8 - - 0/0 … - e3 wb e5e4 b1g8/- -",
        "w1+ Ke1,ke8 - - 0/0 9999+,-,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - d6 - - d4e5/c1f8 -",
        "w0 Ke1,ke8 - - 0/0 ~ shrink:qa4*2/a4.b4;up:e1;slide:e8:-1+7;chaos:w;chaos:b",
        "w0 Ke1,ke8 - - 0/0 ~ chaos:b:angel.giant.three-fires;chaos:w",
        "w1 Ke1,ke8 - - 0/0 … - - w - a1h8/a1h8 -",
        "w1 Ke1,ke8 - - 0/0 … - - b - a1h8/a1h8 -",
        "w0 pb1,Ke1,Pa8,ke8 - - 0/0 ~ pro:a8;uppro:b1;back:a8;home:e8",
        "w0 Na1,Ke1,na8,ke8 - - 0/0 ~ daze:2:e1.e8",
        "w0 ke8,Ke3^cd - - 1/0 ~ -",
        "w0 - - - 0/0 ~ -",
    ] {
        let position = check("heaven-hell/3/1", text);
        let _ = position.gives(&full(text));
    }
    misspell("heaven-hell/3/1", "w3 Ke1,ke8 - - 0/0 ~ -");
    misspell("heaven-hell/3/1", "x1 Ke1,ke8 - - 0/0 ~ -");
    misspell("heaven-hell/3/1", "w1  Ke1,ke8 - - 0/0 ~ -");
    for pieces in ["Ke1,ie4,ke8", "Ke1s0,ke8", "Ke1*1,ke8", "Ke1*9,ke8", "Ke1xm,ke8", "Ke9", "Ke1i0", ""] {
        misspell("heaven-hell/3/2", &format!("w1 {pieces} - - 0/0 ~ -"));
    }
    for items in ["a1", "a1fi", "a1of", "a1$0", "a1$", "a1f,a1o", "a1$10000", "a1$01"] {
        misspell("heaven-hell/3/3", &format!("w1 Ke1,ke8 {items} - 0/0 ~ -"));
    }
    for traps in ["a1", "a1x", "?"] {
        misspell("heaven-hell/3/4", &format!("w1 Ke1,ke8 - {traps} 0/0 ~ -"));
    }
    for coins in ["0", "0/10000", "-1/0", "00/0", "0/0/0"] {
        misspell("heaven-hell/3/5", &format!("w1 Ke1,ke8 - - {coins} ~ -"));
    }
    for shop in ["6", "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10000", "5,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10", "-"] {
        misspell("heaven-hell/3/6", &format!("w1 Ke1,ke8 - - 0/0 {shop} - - - - a1h8/a1h8 -"));
    }
    misspell("heaven-hell/3/7", "w1 Ra1,Ke1,ke8 - - 0/0 … x - - - a1h8/a1h8 -");
    for square in ["e4", "e9"] {
        misspell("heaven-hell/3/8", &format!("w1 Ke1,ke8 - - 0/0 … - {square} - - a1h8/a1h8 -"));
    }
    misspell("heaven-hell/3/9", "w1 Ke1,ke8 - - 0/0 … - - bw - a1h8/a1h8 -");
    for undo in ["e5e5", "e5d4", "e5e4^", "e5", "e5e3"] {
        misspell("heaven-hell/3/10", &format!("w1 Ke1,ke8 - - 0/0 … - - - {undo} a1h8/a1h8 -"));
    }
    for extents in ["a1h8", "a1h7/a1h8", "a2h8/a1h8", "e5d4/a1h8", "e1d8/a1h8", "a5h4/a1h8", "a1^h8^/a1h8"] {
        misspell("heaven-hell/3/11", &format!("w1 Ke1,ke8 - - 0/0 … - - - - {extents} -"));
    }
    for task in [
        "up:a1",
        "up",
        "chaos:w:giant.giant",
        "ask:two-actions:w",
        "ask:replant-traps:w",
        "ask:replant-traps:w:0",
        "ask:stun:w:e1",
        "ask:trap:x",
        "shrink:qa4*2/c4",
        "shrink:qa4*3/a4.c6",
        "daze:3:-",
        "daze:4:e1",
        "daze:2:e1.e1",
        "unlock:e1",
        "unlock;imp:e1",
        "unlock;slide:e1:+0+0",
        "unlock;slide:e1:-0+1",
        "unlock;slide:e1:+8+1",
        "throw:e1:limbo",
        "nonsense",
    ] {
        misspell("heaven-hell/3/12", &format!("w0 Ke1,ke8 - - 0/0 ~ {task}"));
    }
}

/// Two positions that differ in anything are different, and have different keys.
#[test]
fn every_task_has_a_key_of_its_own() {
    let tasks = [
        "unlock",
        "unlock;unlock",
        "imp",
        "random:w",
        "random:b",
        "purchase:w",
        "purchase:b",
        "hex:w",
        "hex:b",
        "chaos:w",
        "chaos:b",
        "chaos:w:angel",
        "chaos:w:giant",
        "chaos:w:angel.giant",
        "chaos:w:giant.angel",
        "orb:earth",
        "orb:heaven",
        "burn:earth",
        "burn:heaven",
        "daze:4:-",
        "daze:3:e1",
        "daze:3:e8",
        "daze:2:e1.e8",
        "daze:2:e8.e1",
        "throw:e1",
        "throw:e1:heaven",
        "throw:e1:hell",
        "ask:relocate:w",
        "ask:relocate:b",
        "ask:relocate:w:e1",
        "ask:relocate:w:e8",
        "ask:rook:w",
        "ask:ice-and-fire:w",
        "ask:ice-and-fire:w:a1",
        "ask:ice-and-fire:w:a2",
        "ask:replant-traps:w:1",
        "ask:replant-traps:w:2",
        "unlock;slide:e1:+0+1",
        "unlock;slide:e1:+1+0",
        "unlock;slide:e1:+0+2",
        "unlock;slide:e1:+1+1",
        "shrink:qa4*2/a4",
        "shrink:qa4*2/b4",
        "shrink:qa4*3/a4",
        "shrink:ra4*2/a4",
        // Tasks about the same piece with nothing but their names to tell them apart.
        "unlock;step:e1",
        "unlock;back:e1",
        "unlock;home:e1",
        "unlock;down:e1",
        "unlock;up:e1",
        "unlock;pro:e1",
        "unlock;uppro:e1",
        "unlock;grow:e1",
        "unlock;jump:e1",
        "unlock;double:e1",
        "unlock;rampage:e1",
        "unlock;curse:e1",
    ];
    // One entry of the shop is unlocked, so that there is something to buy and something to unlock.
    let text = |task: &str| full(&format!("w0 Na1,Ke1,na8,ke8 - - 9/9 ~ {task}")).replace(" 6,12,", " 6+,12,");
    let read = |task: &str| text(task).parse::<Position>().ok();
    let positions: Vec<_> = tasks.iter().filter_map(|task| Some((task, read(task)?))).collect();
    assert_eq!(
        positions.len(),
        tasks.len(),
        "{:?}",
        tasks.iter().filter(|task| read(task).is_none()).collect::<Vec<_>>()
    );
    for (index, (task, one)) in positions.iter().enumerate() {
        for (other_task, other) in &positions[..index] {
            assert_ne!(one.key(), other.key(), "{task} and {other_task}");
            assert!(one != other, "{task} and {other_task}");
        }
    }
}

/// heaven-hell/3/9
#[test]
fn two_actions_in_the_next_turn_are_part_of_the_key() {
    let key = |next: &str| {
        let text = full(&format!("w1 Ke1,ke8 - - 0/0 … - - {next} - a1h8/a1h8 -"));
        text.parse::<Position>().unwrap().key()
    };
    let keys = ["-", "w", "b", "wb"].map(key);
    assert!((1..4).all(|index| !keys[..index].contains(&keys[index])), "{keys:?}");
}

/// heaven-hell/4.1: a turn begins with one action or two, and only the seat on turn may capture en passant.
#[test]
fn a_turn_that_is_given_begins_with_its_actions() {
    let given = |short: &str, seat: &str| {
        let position: Position = full(short).parse().unwrap();
        position.with_turn(Position::INFO.seat_named(seat).unwrap()).unwrap().to_string()
    };
    let passed = "w1 Ke1,pd5,Pe5,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -";
    assert_eq!(given(passed, "white"), full(passed));
    assert_eq!(given(passed, "black"), full("b1 Ke1,pd5,Pe5,ke8 - - 0/0 ~ -"));
    let two = "w0 Ke1,ke8 - - 0/0 … - - b - a1h8/a1h8 unlock";
    assert_eq!(given(two, "black"), full("b2 Ke1,ke8 - - 0/0 … - - b - a1h8/a1h8 -"));
}

/// A text that is written in another order is refused with the right one.
#[test]
fn a_refused_order_is_told_with_the_right_one() {
    let error = full("w1 ke8,Ke1 - - 0/0 ~ -").parse::<Position>().unwrap_err().to_string();
    assert!(error.contains("'ke8,Ke1' is written 'Ke1,ke8'"), "{error}");
}

/// heaven-hell/3.1: what has the form of a position and is none.
#[test]
fn texts_that_are_no_position() {
    refuse("heaven-hell/3.1/1", "w1 ke8,Ke1 - - 0/0 ~ -");
    refuse("heaven-hell/3.1/1", "w1 Ke1,ke8 b1f,a1f - 0/0 ~ -");
    for traps in ["a1b,a1w", "a1w,a1w", "b1w,a1w"] {
        refuse("heaven-hell/3.1/1", &format!("w1 Ke1,ke8 - {traps} 0/0 ~ -"));
    }
    for rights in ["QK", "KK"] {
        refuse("heaven-hell/3.1/1", &format!("w1 Ra1,Ke1,Rh1,ke8 - - 0/0 … {rights} - - - a1h8/a1h8 -"));
    }
    misspell("heaven-hell/3.1/1", "w1 Ke1,ke8 - - 01/0 ~ -");
    for pieces in ["Ke1*2,Qf2,ke8", "Ke1,ke1", "Ke1,Qh8*2"] {
        refuse("heaven-hell/3.1/2", &format!("w1 {pieces} - - 0/0 ~ -"));
    }
    for things in ["Ke1,ke8,na1^ - -", "Ke1,ke8 a1^f -", "Ke1,ke8 - a1^w"] {
        refuse("heaven-hell/3.1/2", &format!("w1 {things} 0/0 … - - - - b1g8/a1h8 -"));
    }
    refuse("heaven-hell/3.1/2", "w0 Ke1,ke8 - - 0/0 ~ shrink:qa4/a4");
    misspell("heaven-hell/3.1/3", "w1 Ke1,ke8 - - 0/0 6,11,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -");
    misspell("heaven-hell/3.1/3", "w1 Ke1,ke8 a1$10000 - 0/0 ~ -");
    misspell("heaven-hell/3.1/4", "w1 Ke1,ke8 - - 0/0 … - - - - a1h7/a1h8 -");
    refuse("heaven-hell/3.1/5", "w1 Ra1,Ke1,ke8 - - 0/0 … K - - - a1h8/a1h8 -");
    refuse("heaven-hell/3.1/5", "w1 Ke1,ke8 - - 0/0 … - e3 - - a1h8/a1h8 -");
    refuse("heaven-hell/3.1/5", "w1 Ke1,ke8 - - 0/0 … - a6^ - - b1g8/a1h8 -");
    misspell("heaven-hell/3.1/6", "w0 Ke1,ke8 - - 0/0 ~ up:a1");
    for tasks in ["chaos:w;unlock", "chaos:w:giant;unlock", "unlock;chaos:w:giant", "unlock;daze:4:-"] {
        refuse("heaven-hell/3.1/6", &format!("w0 Ke1,ke8 - - 0/0 ~ {tasks}"));
    }
    refuse("heaven-hell/3.1/6", "w1 Ke1,ke8 - - 0/0 ~ imp");
    for tasks in ["-", "down:e1;unlock", "jump:e1;unlock"] {
        refuse("heaven-hell/3.1/7", &format!("w0 Ke1,ke8 - - 0/0 ~ {tasks}"));
    }
}

#[test]
fn action_texts() {
    for text in
        ["e2", "e2e4e5", "e2-e4", "d4*", "@e4@", "buy:nothing", "up:imp", "promote:king", "file:i", "PASS", "@?"]
    {
        not_an_action::<Position>(text);
    }
}

#[test]
fn actors() {
    let _ = check("heaven-hell/4.1/1", "w0 ke8 - - 0/0 ~ unlock").actor("nobody").outcome("white 0 black 1");
    let _ = check("heaven-hell/4.1/1", "w1 ke8 - - 0/0 ~ -").refuses("e8e7", "heaven-hell/4.1/1");
    let _ = check("heaven-hell/4.1/2", "w0 Ke1,ke8,Nb1^ - - 0/0 ~ ask:stun:b").actor("black");
    let _ = check("heaven-hell/4.1/3", "b1 Ke1,ke8 - - 0/0 ~ -").actor("black").refuses("@e4", "heaven-hell/4.1/3");
    // A main action lowers the actions left.
    let _ = check("heaven-hell/4.1/3", "w2 Ke1,ke8 - - 0/0 ~ -")
        .lacks("stop pass")
        .apply("e1e2")
        .gives(&full("w1+ Ke2,ke8 - - 0/0 ~ -"))
        .has("stop")
        .apply("e2e3")
        .gives(&full("b1 Ke3,ke8 - - 1/1 ~ -"));
    let _ = check("heaven-hell/4.1/3", "w1+ Ke2,ke8 - - 0/0 ~ -").apply("stop").gives(&full("b1 Ke2,ke8 - - 1/1 ~ -"));
}

/// heaven-hell/4.3/1: new tasks come in front, orbs at the end; then castling rights lapse.
#[test]
fn new_tasks_and_castling_rights() {
    let _ = check("heaven-hell/4.3/1", "w1 Ra1xc,Ke1,na4,ke8 a4o - 0/0 … Q - - - a1h8/a1h8 -")
        .apply("a1a4")
        .gives(&full("w0 Ke1,Ra4mc,ke8,na4^ - - 0/0 ~ up:a4;curse:a4;chaos:w"));
    refuse("heaven-hell/3.1/5", "w1 Ke1*2,Rh1,ke8 - - 0/0 … K - - - a1h8/a1h8 -");
}

/// heaven-hell/4.3/2: the end is tested between steps, so both can lose at once; what is pending stays.
#[test]
fn the_end_between_steps() {
    let _ = check("heaven-hell/4.3/2", "w1 Ke1xc,ke2 - - 0/0 ~ -")
        .apply("e1e2")
        .actor("nobody")
        .gives(&full("w0 Ke2mc,ke2^ - - 0/0 ~ up:e2;curse:e2"))
        .outcome("white 1 black 0");
}

/// heaven-hell/4.3/3: a task without options falls away, but growing or shrinking without room is death.
#[test]
fn tasks_without_options() {
    let _ = check("heaven-hell/4.3/3", "b0 Ke1,ke8,Qa1^*8 - - 0/0 ~ random:w")
        .apply("draw:giant @a1^")
        .gives(&full("w1 Ke1,ke8 - - 0/0 ~ -"));
    // Four Rooks cover the whole Queen of size 2 once she has to come back: there is no room.
    let _ = check("heaven-hell/4.3/3", "w1 Ke1,Ra4*2,qc4*2,ke8 - - 0/0 ~ -")
        .apply("a4b4")
        .gives(&full("w0 Ke1,Rb4*2mx,ke8 - - 0/0 ~ shrink:qc4*2/c4.c5"))
        .actions("@d4 @d5");
    let _ = check("heaven-hell/4.3/3", "w1 Ke1,Ra4*2,qc4*2,ke8 - - 0/0 ~ -")
        .apply("a4b4 @d5")
        .gives(&full("b1 Ke1,Rb4*2mx,qd5,ke8 - - 1/1 ~ -"));
    let _ = check("heaven-hell/4.3/3", "w1 Ke1,Na2*2,qb4*2,ke8 - - 0/0 ~ -")
        .apply("a2b4")
        .gives(&full("b1 Ke1,Nb4*2mx,ke8,qb4^*2 - - 1/1 ~ -"));
    refuse("heaven-hell/3.1/7", "w0 Ke1,ke8 - - 0/0 ~ step:e1");
}

/// heaven-hell/4.3/4, heaven-hell/4.3/5 and heaven-hell/4.3/6: actions left, end-of-turn steps, end of the turn.
#[test]
fn the_turn_goes_on() {
    refuse("heaven-hell/3.1/7", "w0 Ke1,ke8 - - 0/0 ~ -");
    refuse("heaven-hell/3.1/7", "w! Ke1,ke8 - - 0/0 ~ -");
    refuse("heaven-hell/3.1/6", "w2 Ke1,ke8 - - 0/0 ~ unlock");
    let _ = check("heaven-hell/4.3/4", "w2 Ke1,Pa2f,ke8 - - 0/0 ~ -")
        .apply("e1e2")
        .gives(&full("w1+ Pa2f,Ke2,ke8 - - 0/0 ~ -"));
    // In square order, whatever the type has become; a step can lead to a decision.
    let _ = check("heaven-hell/4.3/5", "w1 Ke1,Pa6f,Pa7f,Nb7f,ke8 - - 0/0 ~ -")
        .apply("e1e2")
        .gives(&full("w! Ke2,Pa6f,Nb7f,Pa8f,ke8 - - 0/0 ~ pro:a8;step:b7"))
        .apply("promote:queen")
        .gives(&full("b1 Ke2,Pa6f,Qa8f,Nb8f,ke8 - - 1/1 ~ -"));
}

#[test]
fn the_end_of_a_turn() {
    let _ = check("heaven-hell/4.4/1", "w1 Ke1,Na3s2,Ib3s1,nc3s1,ke8 - - 0/0 ~ -")
        .apply("e1e2")
        .gives(&full("b1 Ke2,Na3s1,Ib3,nc3s1,ke8 - - 1/1 ~ -"));
    let _ = check("heaven-hell/4.4/2", "b1 Ke1,Pe4,ke8 - - 0/0 … - e3 - - a1h8/a1h8 -")
        .apply("e8e7")
        .gives(&full("w1 Ke1,Pe4,ke7 - - 0/0 ~ -"));
    let _ = check("heaven-hell/4.4/2", "w1 Ke1,Pa2,pd5,ke8 - - 0/0 … - d6 - - a1h8/a1h8 -")
        .apply("a2a4")
        .gives(&full("b1 Ke1,Pa4,pd5,ke8 - - 1/1 … - a3 - - a1h8/a1h8 -"));
    let _ = check("heaven-hell/4.4/3", "w1 Ke1i3,ke8,qa1_i2 - - 9999/0 ~ -")
        .apply("e1e2")
        .gives(&full("b1 Ke2i3,ke8,qa1_i2 - - 9999/3 ~ -"));
    let _ =
        check("heaven-hell/4.4/3", "b1 Ke1i3,ke8 - - 0/0 ~ -").apply("e8e7").gives(&full("w1 Ke1i3,ke7 - - 0/0 ~ -"));
    let _ = check("heaven-hell/4.4/4", "w1 Ke1,ke8 - - 0/0 … - - wb - a1h8/a1h8 -")
        .apply("e1e2")
        .gives(&full("b2 Ke2,ke8 - - 1/1 … - - w - a1h8/a1h8 -"));
}

/// heaven-hell/15/1, heaven-hell/15/2 and heaven-hell/15/3
#[test]
fn match_rules() {
    let rules = Position::start(Options::NONE).match_rules();
    assert_eq!((rules.agreement, rules.resignation), ("heaven-hell/15/1", "heaven-hell/15/1"));
    assert_eq!((rules.repetition, rules.counts), (None, Counts::Turns));
    let limits = [rules.no_progress, rules.length].map(|limit| limit.map(|limit| (limit.number, limit.rule)));
    assert_eq!(limits, [Some((200, "heaven-hell/15/2")), Some((2000, "heaven-hell/15/3"))]);
}

/// heaven-hell/15/2: a capture, a death or a purchase is progress; anything else is not.
#[test]
fn progress() {
    let cases = [
        ("w1 Ra1,Ke1,na8,ke8 - - 9/0 {1} -", "a1a8", Progress::Yes),
        ("w1 Ra1,Ke1,na8,ke8 a4f - 9/0 {1} -", "a1a4", Progress::Yes),
        ("w1 Ra1,Ke1,na8,ke8 - - 9/0 {1} -", "buy:stun", Progress::Yes),
        ("w1 Ra1,Ke1,na8,ke8 - a4b 9/0 {1} -", "a1a4", Progress::Yes),
        ("w1 Ra1,Ke1,na8,ke8 a4$2 - 9/0 {1} -", "a1a4", Progress::No),
        ("w0 Ke1,na8,ke8 - - 9/0 {1} ask:stun:w", "@a8", Progress::No),
        ("w0 Ke1c,ke8 - - 9/0 {1} curse:e1", "curse:dies", Progress::Yes),
        ("w0 Ke1c,ke8 - - 9/0 {1} curse:e1", "curse:lives", Progress::No),
    ];
    for (text, action, expected) in cases {
        let mut position: Position = full(text).parse().unwrap();
        assert_eq!(position.apply(action.parse().unwrap(), &mut Silent), expected, "{action} in {text}");
    }
}

/// A turn begins where nothing is pending and nothing was taken.
#[test]
fn turns_begin() {
    for (text, begins) in [
        ("w1 Ke1,ke8 - - 0/0 ~ -", true),
        ("b2 Ke1,ke8 - - 0/0 ~ -", true),
        ("w1+ Ke1,ke8 - - 0/0 ~ -", false),
        ("w0 Ke1,ke8 - - 0/0 ~ unlock", false),
        ("w1 Ke1,ke8 - - 0/0 ~ unlock", false),
    ] {
        assert_eq!(full(text).parse::<Position>().unwrap().begins_turn(), begins, "{text}");
    }
}

/// All outcomes of chance are equally likely, except that a curse kills one time in four (heaven-hell/4.2).
#[test]
fn chances() {
    let position: Position = full("w0 Ke1c,ke8 - - 0/0 ~ curse:e1").parse().unwrap();
    let weight = |text: &str| position.weight(text.parse().unwrap());
    assert_eq!((weight("curse:dies"), weight("curse:lives")), (1, 3));
    assert_eq!(weight("draw:giant"), 1);
    assert_eq!(position.seats().iter().collect::<Vec<_>>(), [Seat(0), Seat(1)]);
}
