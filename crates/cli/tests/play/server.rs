//! Matches between clients on a server.

use super::terminal::folder;
use super::{Server, Terminal};

/// Ann and Bob at a table of Animal Chess, Ann with the red animals.
fn meet(server: &Server) -> (Terminal, Terminal) {
    let ann = Terminal::run(&["jungle", "--server", &server.address]);
    ann.shows("Waiting for players");
    let bob = Terminal::run(&["jungle", "--server", &server.address, "--name", "bob"]);
    bob.shows("you are black");
    ann.shows("bob");
    ann.shows("Move one of your animals");
    (ann, bob)
}

/// The link on the screen.
fn link(terminal: &Terminal) -> String {
    let text = terminal.text().replace('\n', " ");
    let at = text.find("http://").expect("a link");
    text[at..].split_whitespace().next().expect("a link").to_owned()
}

/// Through the lobby and the menu, with chat. The lobby refreshes itself.
#[test]
fn two_people_meet_in_the_lobby() {
    let server = Server::start("meet");
    let mut bob = Terminal::run(&["--server", &server.address, "--name", "bob"]);
    bob.shows("n new table");
    let mut ann = Terminal::run(&["--server", &server.address]);
    ann.shows("n new table");
    ann.press("n");
    ann.shows("Menagerie");
    ann.press("\x1b[C");
    ann.shows("Animal Chess");
    ann.press("\r");
    ann.shows("Waiting for players");
    bob.shows("jungle");
    bob.press("\r");
    ann.shows("bob");
    ann.shows("Move one of your animals");
    ann.press(":a3a4\r");
    bob.shows("red elephant goes from a3 to a4");
    bob.press("chello there\r");
    ann.shows("bob: hello there");
    bob.press(":g7g6\r");
    ann.shows("black elephant goes from g7 to g6");
    for terminal in [&mut ann, &mut bob] {
        terminal.press("q");
        terminal.press("y");
        terminal.ends();
    }
}

/// The server restarts: the client reconnects, and the match goes on.
#[test]
fn a_lost_connection_is_found_again() {
    let server = Server::start("lost");
    let (mut ann, mut bob) = meet(&server);
    ann.press(":a3a4\r");
    bob.shows("red elephant goes from a3 to a4");
    let restart = server.crash();
    ann.shows("Connection lost. Reconnecting");
    bob.shows("Connection lost. Reconnecting");
    let _server = restart();
    bob.shows("/t/");
    ann.shows("/t/");
    bob.press(":g7g6\r");
    ann.shows("black elephant goes from g7 to g6");
}

/// The server hangs with open connections. Only the heartbeat detects that; no key is pressed.
#[test]
fn a_server_that_hangs_is_noticed_without_a_key() {
    let server = Server::start("hangs");
    let (ann, bob) = meet(&server);
    server.signal("STOP");
    ann.shows("Connection lost. Reconnecting");
    bob.shows("Connection lost. Reconnecting");
    server.signal("CONT");
    ann.hides("Connection lost");
    bob.hides("Connection lost");
}

#[test]
fn turns_are_taken_back_and_draws_agreed() {
    let server = Server::start("offers");
    let (mut ann, mut bob) = meet(&server);
    ann.press(":a3a4\r");
    // Both screens: a takeback that is asked for before the own action has arrived has nothing to take back.
    for terminal in [&ann, &bob] {
        terminal.shows("red elephant goes from a3 to a4");
    }
    ann.press("b");
    bob.shows("red asks to go back to the start of turn 1: agree?");
    bob.press("n");
    ann.shows("black declines to go back");
    // The first prompt must disappear before the test waits for the second.
    bob.hides("agree?");
    ann.press("b");
    bob.shows("red asks to go back to the start of turn 1: agree?");
    bob.press("y");
    ann.shows("black agrees to go back");
    ann.press(":g3g4\r");
    bob.shows("red rat goes from g3 to g4");
    bob.press("dy");
    ann.shows("black offers a draw: agree?");
    ann.press("y");
    for terminal in [&ann, &bob] {
        terminal.shows("A draw between red and black: drawn by agreement");
    }
}

/// Another game with changed sides, and the first one replayed.
#[test]
fn another_game_is_agreed_on() {
    let server = Server::start("rematch");
    let (mut ann, mut bob) = meet(&server);
    ann.press("ry");
    bob.shows("Black wins: red resigned");
    bob.press("m");
    bob.shows("the others are asked");
    ann.shows("black wants another game: agree?");
    ann.press("n");
    bob.shows("Red declines another game");
    ann.shows("You declined another game");
    ann.hides("wants another game: agree?");
    bob.press("m");
    ann.shows("black wants another game: agree?");
    ann.press("y");
    ann.shows("you are black");
    bob.shows("you are red");
    bob.press(":a3a4\r");
    ann.shows("red elephant goes from a3 to a4");
    ann.press("ry");
    bob.shows("Red wins: black resigned");
    bob.press("[");
    bob.shows("step 0 of 2");
    bob.press("]");
    bob.shows("red elephant goes from a3 to a4");
    bob.press("l");
    bob.shows("Lobby of");
}

/// The server commits to its dice before a match and before its rematch. The client checks the
/// record against the commitments.
#[test]
fn the_dice_of_a_table_and_of_its_rematch_are_those_that_were_promised() {
    let server = Server::start("dice");
    let mut ann = Terminal::run(&["heaven-hell", "--server", &server.address]);
    ann.shows("Waiting for players");
    let mut bob = Terminal::run(&["heaven-hell", "--server", &server.address, "--name", "bob"]);
    bob.shows("you are black");
    ann.press("ry");
    bob.shows("Black wins: white resigned");
    bob.press("m");
    ann.shows("black wants another game: agree?");
    ann.press("y");
    ann.shows("you are black");
    bob.shows("you are white");
    bob.press(":e2e4\r");
    ann.press("ry");
    for terminal in [&mut ann, &mut bob] {
        terminal.shows("White wins: black resigned");
        terminal.press("[");
        terminal.shows("step 0 of");
    }
}

/// A player who left comes back to the same seat, through the lobby or the link.
#[test]
fn seats_are_kept() {
    let server = Server::start("kept");
    let state = folder("state");
    let state = [("XDG_STATE_HOME", state.to_str().expect("a plain path"))];
    let mut ann = Terminal::with(&["jungle", "--private", "--server", &server.address], &state);
    ann.shows("Waiting for players");
    let link = link(&ann);
    ann.press("qy");
    ann.ends();
    let mut bob = Terminal::run(&["--server", &link, "--name", "bob"]);
    bob.shows("you are black");
    bob.shows("ann (away)");
    let mut back = Terminal::with(&["--server", &server.address], &state);
    back.shows("your seat: jungle");
    back.press("\r");
    back.shows("Move one of your animals");
    bob.hides("(away)");
    back.press(":a3a4\r");
    bob.shows("red elephant goes from a3 to a4");
    drop(back);
    bob.shows("ann (away)");
    let again = Terminal::with(&["--server", &link], &state);
    again.shows("you are red");
    bob.press("ry");
    again.shows("Red wins: black resigned");
}

#[test]
fn others_look_on() {
    let server = Server::start("watch");
    let (mut ann, _bob) = meet(&server);
    let mut cat = Terminal::run(&["--server", &server.address, "--name", "cat"]);
    cat.shows("plays");
    cat.press("w");
    cat.shows("you are watching");
    ann.shows("1 watching");
    ann.press(":a3a4\r");
    cat.shows("red elephant goes from a3 to a4");
    cat.press(":g7g6\r");
    cat.shows("and cannot play");
    cat.press("q");
    cat.ends();
}

/// Hints come from the client's own engine, which gets the seat's view.
#[test]
fn a_hint_is_given_at_a_table_of_a_server() {
    let server = Server::start("hint");
    let mut ann =
        Terminal::run(&["jungle", "--server", &server.address, "--seat", "black=computer:1", "--clock", "5+3"]);
    ann.shows("Move one of your animals");
    // The clocks start with the first action.
    ann.shows("red    5:00");
    ann.press("h");
    ann.shows("Hint:");
    ann.press(":a3a4\r");
    ann.shows("2 black");
    ann.press("ry");
    ann.shows("Black wins: red resigned");
}

/// Three parties: one offers a secret alliance, another sends a private message.
#[test]
fn alliances_are_made_in_djambi() {
    let server = Server::start("allies");
    let mut ann = Terminal::run(&["djambi:3", "--server", &server.address]);
    ann.shows("Waiting for players");
    let mut bob = Terminal::run(&["djambi:3", "--server", &server.address, "--name", "bob"]);
    bob.shows("you are");
    let cat = Terminal::run(&["djambi:3", "--server", &server.address, "--name", "cat"]);
    cat.shows("you are");
    ann.hides("Waiting for players");
    let name = seat(&bob);
    ann.press(&format!("aoffer {name} secretly\r"));
    bob.shows("offers you an alliance (only you two know)");
    bob.press("y");
    ann.shows("are allied in secret");
    ann.press(&format!("w{name} strike now\r"));
    bob.shows("alone: strike now");
    ann.press("chello all\r");
    cat.shows("hello all");
    let seen = cat.text();
    assert!(!seen.contains("allied") && !seen.contains("strike"), "{seen}");
}

/// The seat that the title names.
fn seat(terminal: &Terminal) -> String {
    let text = terminal.text();
    let (_, rest) = text.split_once("you are ").expect("a seat");
    rest.split_whitespace().next().expect("a seat").to_owned()
}

#[test]
fn a_token_that_the_server_does_not_know_is_named() {
    let server = Server::start("token");
    let state = folder("state");
    let variables = [("XDG_STATE_HOME", state.to_str().expect("a plain path")), ("MENAGERIE_TOKEN", "nonsense")];
    let terminal = Terminal::with(&["--server", &server.address], &variables);
    terminal.shows("The server does not know the API token in MENAGERIE_TOKEN");
}

#[test]
fn a_link_of_no_table_is_named() {
    let server = Server::start("link");
    let mut terminal = Terminal::run(&["--server", &format!("{}/t/nosuchtable", server.address)]);
    terminal.shows("Table nosuchtable: there is no such table");
    terminal.press("lhttp://elsewhere/rules/jungle\r");
    terminal.shows("is not a table link");
}

/// The saved seats may be older than the server's database.
#[test]
fn a_seat_that_is_no_longer_ours_is_named() {
    let server = Server::start("seat");
    let state = folder("state");
    let wanted = serde_json::json!({ "game": "jungle", "seats": [{"kind": "open"}, {"kind": "open"}] });
    let made = server.post("/api/tables", &wanted);
    let id = made["table"]["id"].as_str().expect("a table");
    let kept = serde_json::json!([
        { "server": server.address, "table": id, "game": "jungle", "tokens": [["red", "wrong"]] }
    ]);
    let seats = state.join("menagerie");
    std::fs::create_dir_all(&seats).expect("a folder");
    std::fs::write(seats.join("seats.json"), kept.to_string()).expect("it can be written");
    let state = [("XDG_STATE_HOME", state.to_str().expect("a plain path"))];
    let terminal = Terminal::with(&["--server", &format!("{}/t/{id}", server.address)], &state);
    terminal.shows("a token is not one of this table");
}
