use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, View as _, Viewer, draw};
use menagerie_heaven_hell::Position;
use menagerie_match::{Event, Match};

use crate::{go_on, refused};

/// Xorshift: the same numbers on every machine.
struct Numbers(u64);

impl Dice for Numbers {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(sides)) as u32
    }
}

/// A set-up with these traps, in which White begins with two actions.
fn trapped(traps: &str) -> Position {
    let set_up = Position::start(Options::NONE).to_string();
    let text = set_up.replace(" - 0/0 ", &format!(" {traps} 300/300 ")).replace("unlock;unlock;unlock", "-");
    assert!(text.starts_with("w1 "), "{text}");
    format!("w2 {}", &text[3..]).parse().unwrap()
}

/// A step onto a square says whether a trap lies there, so it stays, whether one does or not.
#[test]
fn a_step_that_could_spring_a_hidden_trap_is_not_undone() {
    // heaven-hell/13
    for trap in ["a3b", "h6b"] {
        let mut game = Match::new(trapped(trap));
        go_on(&mut game, "a2a3");
        assert_eq!(game.can_undo(), None);
        refused(&mut game, "!undo", "nothing to undo: ");
        let (seat, why) = game.undo_barred().expect("a reason");
        assert_eq!(Position::INFO.seat_name(seat), "white");
        assert!(why.contains("hidden"), "{why}");
    }
}

/// The reason concerns the unfinished turn only: at the start of the next one nothing is barred.
#[test]
fn a_completed_turn_bars_nothing() {
    // heaven-hell/13
    let mut game = Match::new(trapped("h6b"));
    go_on(&mut game, "a2a3 b2b3");
    assert_eq!((game.turns(), game.undo_barred()), (1, None));
}

#[test]
fn where_nothing_is_hidden_a_step_is_undone() {
    // The trap is White's own, and elsewhere: there is nothing that White could find out.
    let mut game = Match::new(trapped("h6w"));
    go_on(&mut game, "a2a3");
    assert_eq!(game.undo_barred(), None);
    go_on(&mut game, "!undo");
    assert_eq!(game.position(), game.start());
}

/// Whether undo is allowed is the same in all positions that look the same to the seat that acted.
#[test]
fn whether_undo_is_allowed_tells_nothing_about_hidden_traps() {
    let (mut compared, mut allowed, mut barred) = (0, 0, 0);
    for seed in 1..=20_u64 {
        let mut dice = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut position = trapped("a3w,b3b,e3b,a4b,e4w,f4b,d5w,d5b,c6w,h6b,c3^w,a7_b");
        for _ in 0..200 {
            let Actor::Seat(seat) = position.actor() else {
                let Some(drawn) = draw(&position, &mut dice) else { break };
                let _ = position.apply(drawn, &mut menagerie_game::Silent);
                continue;
            };
            let list = position.list();
            let view = position.view(Viewer::Seat(seat));
            for _ in 0..3 {
                let action = list[dice.roll(list.len() as u32) as usize];
                let mut here = Match::new(position.clone());
                let mut there = Match::new(view.sample(&mut dice));
                for game in [&mut here, &mut there] {
                    game.try_event(Event::Act(action)).unwrap();
                }
                assert_eq!(here.can_undo(), there.can_undo(), "{action} in {position}");
                compared += 1;
                allowed += u32::from(here.can_undo().is_some());
                barred += u32::from(here.undo_barred().is_some());
            }
            let _ = position.apply(list[dice.roll(list.len() as u32) as usize], &mut menagerie_game::Silent);
        }
    }
    assert!(compared > 2_000 && allowed > 100 && barred > 100, "{compared} pairs, {allowed} undos, {barred} barred");
}

/// A log that holds an undo of such a step was written by an earlier version: it can still be read.
#[test]
fn an_old_log_with_such_an_undo_is_replayed() {
    let start = trapped("h6b");
    let events = ["a2a3", "!undo", "a2a4"].map(|text| Event::read(text, Position::INFO).unwrap());
    let game = Match::replay(start, events).unwrap();
    assert_eq!(game.log().len(), 3);
}
