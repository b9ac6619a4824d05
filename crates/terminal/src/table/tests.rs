//! The table's screen without a terminal: every game is drawn and played with clicks, keys and
//! typed actions.

use menagerie_game::{BySeat, Dice, Touch};
use menagerie_record::dice::Secret;
use menagerie_record::{Record, verify};
use menagerie_search::Random;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::*;
use crate::local::{LocalTable, Player};

const LOOK: Theme = Theme { ascii: true, color: false };

/// Every game of the catalog, without options and with each of its options.
fn variants() -> Vec<String> {
    let of_game = |info: &'static menagerie_game::GameInfo| {
        let options = info.options.iter().map(move |option| format!("{}:{}", info.id, option.id));
        std::iter::once(info.id.to_owned()).chain(options)
    };
    menagerie_catalog::games().iter().flat_map(|game| of_game(game.info())).collect()
}

fn local(game: &str, players: BySeat<Player>) -> LocalTable {
    LocalTable::new(game, players, Secret::new([7; 32])).expect("a game of the catalog")
}

/// A table with people on all seats and the cover lifted.
fn screen(game: &str, (width, height): (u16, u16)) -> TableScreen {
    let table = local(game, BySeat::from_fn(|_| Player::Human));
    let mut screen = TableScreen::new(Host::Local(Box::new(table)), LOOK, Rect::new(0, 0, width, height));
    screen.begin();
    uncover(&mut screen);
    screen
}

fn uncover(screen: &mut TableScreen) {
    if screen.view.cover.is_some() {
        screen.handle(Intent::LiftCover);
    }
}

fn text(screen: &TableScreen) -> String {
    let mut buffer = Buffer::empty(screen.size);
    screen.draw(&mut buffer);
    let row = |y: u16| (0..screen.size.width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
    (0..screen.size.height).map(row).collect()
}

fn press(screen: &mut TableScreen, code: KeyCode) -> Vec<Command> {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_in(screen: &mut TableScreen, words: &str) {
    press(screen, KeyCode::Char(':'));
    for letter in words.chars() {
        press(screen, KeyCode::Char(letter));
    }
    press(screen, KeyCode::Enter);
}

fn click(screen: &mut TableScreen, area: Rect) -> Vec<Command> {
    let kind = MouseEventKind::Down(MouseButton::Left);
    screen.mouse(MouseEvent { kind, column: area.x + area.width / 2, row: area.y, modifiers: KeyModifiers::NONE })
}

#[test]
fn every_game_fits_from_80x24_on() {
    for game in &variants() {
        for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
            let screen = screen(game, size);
            let layout = screen.layout().expect("there is room");
            for (place, area) in &layout.spots {
                assert_eq!(screen.size.intersection(*area), *area, "{game} {size:?} {place}");
                let overlaps = |(other, it): &&(Place, Rect)| other != place && it.intersects(*area);
                assert_eq!(layout.spots.iter().find(overlaps), None, "{game} {size:?} {place}");
            }
            assert_eq!(layout.spots.len(), screen.view.scene.spots.iter().filter(|spot| shown(&screen, spot)).count());
            let shown = text(&screen);
            assert!(shown.contains(screen.view.info.name()), "{game} {size:?}\n{shown}");
            assert!(shown.contains("? help"), "{game} {size:?}\n{shown}");
        }
    }
}

/// Everything is shown except the empty places of a hand.
fn shown(screen: &TableScreen, spot: &menagerie_game::Spot) -> bool {
    let in_hand = matches!(&spot.site, menagerie_game::Site::Tray { tray, .. } if tray == "hand");
    !in_hand || screen.view.scene.pieces.iter().any(|piece| piece.at == spot.id && piece.count > 0)
}

#[test]
fn a_small_terminal_is_told_so() {
    let small = screen("jungle", (79, 24));
    assert!(text(&small).contains("is 79x24. The client needs at least 80x24"));
    let mut smaller = screen("jungle", (80, 24));
    smaller.resize(Rect::new(0, 0, 12, 3));
    assert!(text(&smaller).starts_with("This"));
}

/// Every legal action can be played with clicks alone, in every game.
#[test]
fn every_game_is_played_by_clicks() {
    let mut dice = Random::new(1);
    for game in &variants() {
        let mut screen = screen(game, (120, 40));
        for step in 0..60 {
            if screen.view.ended.is_some() {
                break;
            }
            let choices = &screen.view.scene.choices;
            let choice = choices[dice.roll(choices.len() as u32) as usize].clone();
            let before = screen.view.log.len();
            for touch in &choice.touches {
                let layout = screen.layout().expect("there is room");
                let area = match touch {
                    Touch::Place { place } | Touch::Area { place, .. } => layout.area_of(*place),
                    Touch::Button { id, .. } => layout.buttons.iter().find(|(it, ..)| it == id).map(|(.., area)| *area),
                };
                click(&mut screen, area.unwrap_or_else(|| panic!("{game}, step {step}: {touch:?} is on the screen")));
            }
            assert!(screen.view.log.len() > before, "{game}, step {step}: {} was done", choice.action);
            // An action without effects is listed by its text.
            let has_text = |line: &crate::table_view::LogLine| !line.words.is_empty() || !line.event.is_empty();
            assert!(screen.view.log[before..].iter().all(has_text), "{game}: {} is listed", choice.action);
            uncover(&mut screen);
        }
    }
}

#[test]
fn arrows_reach_every_square() {
    for game in &variants() {
        let mut screen = screen(game, (80, 24));
        let layout = screen.layout().expect("there is room");
        let mut reached = vec![layout.spots[0].0];
        let mut next = 0;
        while next < reached.len() {
            for direction in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let to = layout.towards(reached[next], direction);
                reached.extend(to.filter(|place| !reached.contains(place)));
            }
            next += 1;
        }
        let missed = layout.spots.iter().find(|(place, _)| !reached.contains(place));
        assert_eq!(missed, None, "{game}");
        press(&mut screen, KeyCode::Tab);
        let cursor = screen.cursor.expect("a place that can be touched");
        assert!(screen.picker.places(&screen.view.scene).contains(&cursor), "{game}");
    }
}

#[test]
fn a_typed_action_is_done_or_refused_with_its_rule() {
    let mut screen = screen("jungle", (80, 24));
    type_in(&mut screen, "a3a9");
    assert!(text(&screen).contains("a3a9 is not legal here"), "{}", text(&screen));
    assert!(text(&screen).contains("jungle/"), "{}", text(&screen));
    type_in(&mut screen, "!resign:red");
    assert!(screen.view.ended.is_none());
    type_in(&mut screen, "a3a4");
    assert!(text(&screen).contains("red elephant goes from a3 to a4"), "{}", text(&screen));
}

#[test]
fn a_turn_in_steps_can_be_undone() {
    let mut screen = screen("djambi", (80, 24));
    // The first militant goes, kills nobody: find an action that leaves its actor in the middle of a turn.
    let mut dice = Random::new(5);
    for _ in 0..400 {
        if screen.view.can_undo || screen.view.ended.is_some() {
            break;
        }
        let choices = &screen.view.scene.choices;
        let action = choices[dice.roll(choices.len() as u32) as usize].action.clone();
        screen.handle(Intent::Act(action));
    }
    assert!(screen.view.can_undo, "a killer places the corpse in a step of its own");
    let before = screen.view.acting;
    press(&mut screen, KeyCode::Char('u'));
    assert_eq!(screen.view.acting, before);
    assert!(text(&screen).contains("the last action is undone"));
}

#[test]
fn help_shows_keys_and_the_guide() {
    let mut screen = screen("shogi5", (80, 24));
    press(&mut screen, KeyCode::Char('?'));
    assert!(text(&screen).contains("Shift-Tab"), "{}", text(&screen));
    press(&mut screen, KeyCode::PageDown);
    assert!(!text(&screen).contains("Shift-Tab"));
    press(&mut screen, KeyCode::Esc);
    assert!(text(&screen).contains("Move a piece"));
}

#[test]
fn the_cover_hides_everything_until_it_is_lifted() {
    // White has hidden a Secret Trap on h4.
    let start = "w1 Ke1,Pa2,pa7,ke8 - h4w 9/9 6+,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";
    let game = menagerie_record::begin("heaven-hell", Some(start)).unwrap();
    let table = LocalTable::with("heaven-hell", BySeat::from_fn(|_| Player::Human), Secret::new([7; 32]), game);
    let mut screen = TableScreen::new(Host::Local(Box::new(table)), LOOK, Rect::new(0, 0, 80, 24));
    screen.begin();
    let covered = text(&screen);
    assert!(covered.contains("White's turn") && !covered.contains("shop"), "{covered}");
    press(&mut screen, KeyCode::Char(':'));
    assert!(screen.text_input.is_none(), "nothing can be typed under the cover");
    press(&mut screen, KeyCode::Enter);
    assert!(text(&screen).contains("shop"));
    let action = screen.view.scene.choices[0].action.clone();
    screen.handle(Intent::Act(action));
    assert!(text(&screen).contains("Black's turn") && !text(&screen).contains("shop"));
}

#[test]
fn resigning_and_drawing_end_the_game_in_words() {
    let mut resigned = screen("shogi5", (80, 24));
    press(&mut resigned, KeyCode::Char('r'));
    press(&mut resigned, KeyCode::Char('y'));
    assert!(text(&resigned).contains("White wins: black resigned"), "{}", text(&resigned));
    let mut drawn = screen("jungle", (80, 24));
    press(&mut drawn, KeyCode::Char('d'));
    press(&mut drawn, KeyCode::Char('y'));
    assert!(text(&drawn).contains("red offers a draw"), "{}", text(&drawn));
    press(&mut drawn, KeyCode::Char('y'));
    assert!(text(&drawn).contains("A draw between red and black: drawn by agreement"), "{}", text(&drawn));
}

/// An engine report counts once, and only for the current search.
#[test]
fn the_computer_is_asked_and_answers() {
    let players = BySeat::from_fn(|seat| if seat.0 == 0 { Player::Human } else { Player::Computer(2) });
    let table = local("jungle", players);
    let mut screen = TableScreen::new(Host::Local(Box::new(table)), LOOK, Rect::new(0, 0, 80, 24));
    screen.begin();
    let commands = screen.handle(Intent::Act("a3a4".into()));
    let search_request = commands.iter().find_map(|command| match command {
        Command::Think(search_request) => Some(search_request.clone()),
        _ => None,
    });
    let search_request = search_request.expect("the computer is asked");
    let answer =
        |id| EngineReport::Answer { id, purpose: search_request.purpose, action: "g7g6".to_owned(), expected: 0.5 };
    screen.on_engine_report(answer(search_request.id + 1));
    assert_eq!(screen.view.log.len(), 1, "an answer to another question is not heard");
    screen.on_engine_report(answer(search_request.id));
    screen.on_engine_report(answer(search_request.id));
    assert_eq!(screen.view.log.len(), 2);
    assert!(screen.view.acting.is_some());
}

/// A saved match verifies with its dice and can be resumed.
#[test]
fn a_saved_match_verifies_and_resumes() {
    let mut table = local("heaven-hell", BySeat::from_fn(|_| Player::Human));
    table.save_to("match.txt".into());
    let mut saved = table.advance();
    let mut dice = Random::new(9);
    for _ in 0..30 {
        table.handle(Intent::LiftCover).expect("the cover can be lifted");
        let choices = table.view().scene.choices;
        if choices.is_empty() {
            break;
        }
        let action = choices[dice.roll(choices.len() as u32) as usize].action.clone();
        saved = table.handle(Intent::Act(action)).expect("a legal action");
    }
    let text = saved.into_iter().find_map(|command| match command {
        Command::Save { text, .. } => Some(text),
        _ => None,
    });
    let record = Record::from_text(&text.expect("it was saved")).expect("a record");
    let verified = verify(&record).expect("a true record");
    assert!(verified.dice && verified.chance > 0, "{verified:?}");
    let resumed = LocalTable::resume(&record, &[], Secret::new([1; 32])).expect("it goes on");
    assert_eq!(resumed.record(), record);
    let mut replayed = LocalTable::replay(&record).expect("it can be looked at");
    assert!(replayed.view().status.starts_with("step 0 of"));
    replayed.handle(Intent::Step(2)).expect("a step");
    assert_eq!(replayed.view().log.len(), 2);
}

/// A record with timestamps shows the clocks of each step.
#[test]
fn a_replay_shows_the_clocks() {
    let text =
        "[Game \"shogi5\"]\n[Clock \"5+3\"]\n[Started \"1000\"]\n\n1. a5a2 {[%at 11000]} 2. a1b2 {[%at 41000]} *\n";
    let record = Record::from_text(text).expect("a record");
    let mut replayed = LocalTable::replay(&record).expect("it can be looked at");
    let mut clocks = |step: i32| {
        replayed.handle(Intent::Step(step)).expect("a step");
        let words = |line: &crate::table_view::SeatLine| line.clock.as_ref().map(|clock| clock.words.clone());
        replayed.view().seats.iter().filter_map(words).collect::<Vec<_>>()
    };
    assert_eq!(clocks(0), ["5:00", "5:00"]);
    assert_eq!(clocks(1), ["4:53", "5:00"], "ten seconds and three back");
    assert_eq!(clocks(1), ["4:53", "4:33"], "thirty seconds and three back");
    assert_eq!(clocks(-2), ["5:00", "5:00"]);
}

/// Scrolling beyond the start does not accumulate.
#[test]
fn the_list_is_never_scrolled_past_its_beginning() {
    let mut screen = screen("jungle", (80, 24));
    let mut dice = Random::new(5);
    for _ in 0..40 {
        let choices = &screen.view.scene.choices;
        let action = choices[dice.roll(choices.len() as u32) as usize].action.clone();
        type_in(&mut screen, &action);
    }
    let wheel = |kind| MouseEvent { kind, column: 0, row: 0, modifiers: KeyModifiers::NONE };
    for _ in 0..50 {
        press(&mut screen, KeyCode::PageUp);
        screen.mouse(wheel(MouseEventKind::ScrollUp));
    }
    let beginning = text(&screen);
    screen.mouse(wheel(MouseEventKind::ScrollDown));
    assert_ne!(text(&screen), beginning, "one line forward again");
}

/// Random keys at random sizes never break the client.
#[test]
fn nothing_pressed_at_any_size_breaks_it() {
    const KEYS: &str = "utfhped:/?[]{}123cyn a1b2";
    let mut dice = Random::new(3);
    for game in &variants() {
        let mut screen = screen(game, (80, 24));
        for _ in 0..400 {
            let pick = |dice: &mut Random, count: u32| dice.roll(count);
            match pick(&mut dice, 12) {
                0 => screen.resize(Rect::new(0, 0, pick(&mut dice, 160) as u16, pick(&mut dice, 50) as u16)),
                1 => drop(press(&mut screen, KeyCode::Enter)),
                2 => drop(press(&mut screen, KeyCode::Tab)),
                3 => drop(press(&mut screen, KeyCode::Esc)),
                4 => drop(press(&mut screen, KeyCode::PageUp)),
                5 | 6 => drop(press(&mut screen, KeyCode::Down)),
                7 => drop(press(&mut screen, KeyCode::Left)),
                8 => {
                    let area = Rect::new(pick(&mut dice, 160) as u16, pick(&mut dice, 50) as u16, 1, 1);
                    drop(click(&mut screen, area));
                }
                _ => {
                    let key = KEYS.as_bytes()[pick(&mut dice, KEYS.len() as u32) as usize];
                    drop(press(&mut screen, KeyCode::Char(char::from(key))));
                }
            }
            text(&screen);
        }
    }
}

/// A rematch has its own key: `n` only answers offers.
#[test]
fn another_game_is_never_asked_for_by_a_no() {
    let mut screen = screen("shogi5", (80, 24));
    for key in ['r', 'y'] {
        press(&mut screen, KeyCode::Char(key));
    }
    assert!(press(&mut screen, KeyCode::Char('n')).is_empty());
    assert!(text(&screen).contains("Press m for another game"), "{}", text(&screen));
    assert!(matches!(press(&mut screen, KeyCode::Char('m'))[..], [Command::Rematch]));
}
