//! The program restores the terminal, however it ends or stops.

use super::Terminal;

#[test]
fn signals_give_the_terminal_back() {
    for name in ["TERM", "INT", "HUP"] {
        let mut terminal = Terminal::run(&["shogi5"]);
        terminal.shows("? help");
        terminal.wait("the alternate screen", vt100::Screen::alternate_screen);
        terminal.signal(name);
        terminal.ends();
    }
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let mut terminal = Terminal::run(&["shogi5"]);
    terminal.shows("? help");
    terminal.press("\x03");
    terminal.ends();
}

/// Ctrl-Z and `kill -TSTP` restore the terminal and stop the program; `fg` brings the screen back.
#[test]
fn the_program_can_be_suspended_and_goes_on() {
    let mut terminal = Terminal::run(&["shogi5"]);
    terminal.shows("? help");
    for signal in [false, true] {
        if signal {
            terminal.signal("TSTP");
        } else {
            terminal.press("\x1a");
        }
        terminal.stops();
        terminal.signal("CONT");
        terminal.wait("the screen", |screen| screen.alternate_screen() && screen.hide_cursor());
        terminal.shows("? help");
    }
    terminal.press(":a5a2\r");
    terminal.shows("1 ");
    terminal.press("qy");
    terminal.ends();
}
