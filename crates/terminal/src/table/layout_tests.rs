//! The layout on large and small terminals.

use menagerie_game::BySeat;
use menagerie_record::Record;
use menagerie_record::dice::Secret;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::local::{LocalTable, Player};

const LOOK: Theme = Theme { ascii: true, color: false };
const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);

fn shown(table: LocalTable, (width, height): (u16, u16)) -> TableScreen {
    let mut screen = TableScreen::new(Host::Local(Box::new(table)), LOOK, Rect::new(0, 0, width, height));
    screen.begin();
    if screen.view.cover.is_some() {
        screen.handle(Intent::LiftCover);
    }
    screen
}

fn screen(game: &str, size: (u16, u16)) -> TableScreen {
    let people = BySeat::from_fn(|_| Player::Human);
    shown(LocalTable::new(game, people, Secret::new([7; 32])).expect("a game of the catalog"), size)
}

/// Pieces with marks on all three planes.
fn marked(size: (u16, u16)) -> TableScreen {
    let start = "w1 xa3mx,Kh7,Qd1_mx,kb3_m,qd8_mi1 - - 12/13 \
        10+,16+,-,7+,7+,22+,9+,11+,10+,13+,14+,12+,7+,4+,-,11+ - - - - a1h8/a1h8 -";
    let record = Record { game: "heaven-hell".into(), start: Some(start.into()), ..Record::default() };
    shown(LocalTable::resume(&record, &[], Secret::new([7; 32])).expect("a position"), size)
}

fn rows(screen: &TableScreen) -> Vec<String> {
    let mut buffer = Buffer::empty(screen.size);
    screen.draw(&mut buffer);
    let rows = buffer.content.chunks(usize::from(screen.size.width));
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}

fn text(screen: &TableScreen) -> String {
    rows(screen).join("\n")
}

fn press(screen: &mut TableScreen, code: KeyCode) {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE));
}

/// The left and right edges of boards and panel.
fn extent(layout: &Layout) -> (u16, u16) {
    let left = layout.boards.iter().map(|board| board.area.x).min().unwrap_or(0);
    let right = layout.boards.iter().map(|board| board.area.right()).max().unwrap_or(0);
    (left.min(layout.seats[0].x), right.max(layout.log.right()))
}

#[test]
fn squares_grow_with_the_terminal_and_the_boards_stand_in_the_middle() {
    for game in menagerie_catalog::games().iter().map(|game| game.info().id) {
        let square = |size| {
            let screen = screen(game, size);
            let layout = screen.layout().expect("there is room");
            let cell = layout.boards[0].cell(0, 0);
            (cell.width, cell.height)
        };
        let (small, large) = (square(SMALL), square(LARGE));
        assert!(large.0 >= 2 * small.0.min(4) && large.1 >= 4, "{game}: {small:?} and {large:?}");
        let layout = screen(game, LARGE).layout().expect("there is room");
        let (left, right) = extent(&layout);
        assert!(left.abs_diff(LARGE.0 - right) <= 2, "{game}: from {left} to {right}");
    }
}

#[test]
fn prices_stand_in_the_shop_where_there_is_room() {
    let screen = screen("heaven-hell", LARGE);
    let scene = &screen.view.scene;
    let shown = text(&screen);
    let mut prices = 0;
    for piece in scene.pieces.iter().filter(|piece| piece.at.as_str().starts_with("shop:")) {
        let spot = scene.spots.iter().find(|spot| spot.id == piece.at).expect("a place in the shop");
        let name = spot.label.split([':', ',']).next().unwrap_or_default();
        assert!(shown.contains(&format!("{name} {}", piece.count)), "{name} in\n{shown}");
        prices += 1;
    }
    assert!(prices > 10, "the shop has prices");
}

#[test]
fn the_states_of_pieces_are_listed_and_the_cursor_explains_its_own() {
    let mut screen = marked(LARGE);
    let all = text(&screen);
    assert!(all.contains("m a Murderer: a3 ") && all.contains("x Experienced: a3 "), "{all}");
    for size in [SMALL, LARGE] {
        screen.resize(Rect::new(0, 0, size.0, size.1));
        screen.cursor = Some(Place::new("a3"));
        // It may be wrapped.
        let words = text(&screen).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("(m a Murderer, x Experienced)"), "{}", text(&screen));
    }
    press(&mut screen, KeyCode::Char('?'));
    assert!(text(&screen).contains("Marks on pieces:"), "{}", text(&screen));
}

/// A wedge points in its direction of play, on both sides of the board.
#[test]
fn the_wedges_of_shogi_turn_with_the_board() {
    for size in [SMALL, LARGE] {
        let mut screen = screen("shogi5", size);
        let around = |screen: &TableScreen, place: &str| {
            let area = screen.layout().and_then(|layout| layout.area_of(Place::new(place))).expect("a square");
            let inside = usize::from(area.x)..usize::from(area.right());
            let rows = rows(screen);
            rows[usize::from(area.y)..usize::from(area.bottom())]
                .iter()
                .map(|row| &row[inside.clone()])
                .collect::<String>()
        };
        let before = around(&screen, "a5");
        press(&mut screen, KeyCode::Char('f'));
        let after = around(&screen, "a5");
        let turned = |text: &str| text.contains('^');
        assert_ne!(turned(&before), turned(&after), "{before:?} and {after:?}");
        assert!(before.contains(['^', 'v']) && after.contains(['^', 'v']), "{before:?} and {after:?}");
    }
}

#[test]
fn long_words_are_wrapped_and_not_cut() {
    let mut screen = screen("jungle", SMALL);
    let words =
        "The first of many words that need more than one line of eighty columns, and here they come to their last";
    screen.say(words);
    let shown = text(&screen);
    for word in words.split_whitespace() {
        assert!(shown.contains(word), "{word} in\n{shown}");
    }
}

/// No line of the help is wider than the screen, in any game.
#[test]
fn the_help_fits_into_eighty_columns() {
    for game in menagerie_catalog::games().iter().map(|game| game.info().id) {
        let screen = screen(game, SMALL);
        for line in screen.help_lines(help::KEYS) {
            assert!(line.width() < 80, "{game}: {line}");
            assert!(!line.contains("|---"), "{game}: {line}");
        }
    }
}
