//! The terminal client as people run it: the real program in a pseudo-terminal.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child as Process, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");
/// Far more than a busy machine needs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the program has drawn, and a bell that rings when there is more of it.
type Picture = Arc<(Mutex<vt100::Parser>, Condvar)>;

struct Terminal {
    picture: Picture,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
}

impl Terminal {
    /// Runs `menagerie play` with these words in a terminal of 80×24.
    fn run(words: &[&str]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(MENAGERIE);
        command.arg("play");
        command.args(words);
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("USER", "ann")] {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program runs");
        let mut screen = pair.master.try_clone_reader().expect("its screen can be read");
        let keyboard = pair.master.take_writer().expect("it has a keyboard");
        let picture: Picture = Arc::new((Mutex::new(vt100::Parser::new(24, 80, 0)), Condvar::new()));
        let drawn = Arc::clone(&picture);
        thread::spawn(move || {
            let _master = pair.master;
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                drawn.0.lock().expect("nobody panics with it").process(&bytes[..count]);
                drawn.1.notify_all();
            }
        });
        Self { picture, keyboard, child }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the program listens");
        self.keyboard.flush().expect("the program listens");
    }

    /// Waits until the screen is as wanted.
    fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        let mut parser = self.picture.0.lock().expect("nobody panics with it");
        while !wanted(parser.screen()) {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waiting for {what}; the screen is\n{}", parser.screen().contents());
            parser = self.picture.1.wait_timeout(parser, left).expect("nobody panics with it").0;
        }
    }

    fn shows(&self, words: &str) {
        self.wait(words, |screen| screen.contents().contains(words));
    }

    /// The program ends, and the terminal is what it was.
    fn ends(&mut self) {
        self.wait("the terminal given back", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        self.child.wait().expect("the program ends");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Typed text, keys, a refusal, help and leaving, in a game without dice.
fn plays(game: &str, action: &str) {
    let mut terminal = Terminal::run(&[game]);
    terminal.shows("? help");
    terminal.press("u");
    terminal.shows("nothing to undo");
    terminal.press(&format!(":{action}\r"));
    terminal.shows("1 ");
    terminal.wait("the first action", |screen| !screen.contents().contains("nothing to undo"));
    terminal.press(":zzz\r");
    terminal.shows("zzz");
    terminal.press("?");
    terminal.shows("Shift-Tab");
    terminal.press("\x1b[6~\x1b[6~ q");
    terminal.shows("? help");
    terminal.press("\t\r");
    terminal.press("qy");
    terminal.ends();
}

#[test]
fn chess2() {
    plays("chess2", "b1c3");
}

#[test]
fn jungle() {
    plays("jungle", "a3a4");
}

#[test]
fn djambi() {
    plays("djambi", "c3d4");
}

#[test]
fn shogi5() {
    plays("shogi5", "a5a2");
}

/// Dice, a cover between two people, and a record that verifies.
#[test]
fn heaven_and_hell() {
    let file = std::env::temp_dir().join(format!("menagerie-play-{}.txt", std::process::id()));
    let path = file.to_str().expect("a plain path").to_owned();
    let mut terminal = Terminal::run(&["heaven-hell", "--record", &path]);
    terminal.shows("White's turn");
    terminal.press("\r");
    terminal.shows("shop");
    terminal.press(":e2e4\r");
    terminal.shows("Black's turn");
    terminal.press("qy");
    terminal.ends();
    let verified = Command::new(MENAGERIE).args(["verify", &path]).output().expect("the program runs");
    let words = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(words.contains("draws of the dice checked"), "{words}");
    let mut resumed = Terminal::run(&["--record", &path]);
    resumed.shows("Black's turn");
    resumed.press("qy");
    resumed.ends();
    let mut replayed = Terminal::run(&["--replay", &path]);
    replayed.shows("step 0 of");
    replayed.press("]");
    replayed.shows("step 1 of");
    replayed.press("q");
    replayed.ends();
    std::fs::remove_file(file).expect("the record is there");
}

#[test]
fn the_menu_starts_a_game_against_the_computer() {
    let mut terminal = Terminal::run(&[]);
    terminal.shows("Menagerie");
    terminal.press("\x1b[C");
    terminal.shows("Animal Chess");
    terminal.press("\r");
    terminal.shows("computer 3");
    terminal.press(":a3a4\r");
    terminal.shows("2 black");
    terminal.press("h");
    terminal.shows("Hint:");
    terminal.press("qy");
    terminal.ends();
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let mut terminal = Terminal::run(&["shogi5"]);
    terminal.shows("? help");
    let id = terminal.child.process_id().expect("it runs").to_string();
    Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
    terminal.ends();
}

/// A server of our own, ended with the test.
struct Server {
    process: Process,
    address: String,
}

impl Server {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("menagerie-play-server-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the server");
        let mut process = Command::new(MENAGERIE)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server runs");
        let mut lines = BufReader::new(process.stdout.take().expect("its words")).lines();
        let address = loop {
            let line = lines.next().expect("the server says its address").expect("in words");
            if let Some(at) = line.find("http://127.0.0.1:") {
                break line[at..].split_whitespace().next().expect("an address").trim_end_matches('/').to_owned();
            }
        };
        thread::spawn(move || for _ in lines {});
        Self { process, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn two_people_meet_on_a_server() {
    let server = Server::start();
    let mut ann = Terminal::run(&["--server", &server.address]);
    ann.shows("n makes a table");
    ann.press("n");
    ann.shows("Menagerie");
    ann.press("\x1b[C");
    ann.shows("Animal Chess");
    ann.press("\r");
    ann.shows("Waiting for others");
    let mut bob = Terminal::run(&["--server", &server.address, "--name", "bob"]);
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
