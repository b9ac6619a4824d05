//! A pseudo-terminal that runs the program, and a test server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, WaitOptions, waitpid};

pub(crate) const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");
/// A generous timeout for a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// The screen, and a condition variable that is notified when it changes.
type Picture = Arc<(Mutex<vt100::Parser>, Condvar)>;

pub(crate) struct Terminal {
    picture: Picture,
    keyboard: Box<dyn Write + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
}

/// A folder of this run of the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("play-{name}-{}-{number}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

const fn sized(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// Runs `menagerie play` with these arguments in a terminal of 80×24.
    pub(crate) fn run(words: &[&str]) -> Self {
        let state = folder("state");
        Self::with(words, &[("XDG_STATE_HOME", state.to_str().expect("a plain path"))])
    }

    /// Also sets these environment variables.
    pub(crate) fn with(words: &[&str], variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(sized(80, 24)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(MENAGERIE);
        command.arg("play");
        command.args(words);
        let usual = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("USER", "ann")];
        for (name, value) in usual.iter().chain(variables) {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program runs");
        let mut screen = pair.master.try_clone_reader().expect("its screen can be read");
        let keyboard = pair.master.take_writer().expect("it has a keyboard");
        let picture: Picture = Arc::new((Mutex::new(vt100::Parser::new(24, 80, 0)), Condvar::new()));
        let drawn = Arc::clone(&picture);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                drawn.0.lock().expect("nobody panics with it").process(&bytes[..count]);
                drawn.1.notify_all();
            }
        });
        Self { picture, keyboard, child, master: pair.master }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the program listens");
        self.keyboard.flush().expect("the program listens");
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        self.picture.0.lock().expect("nobody panics with it").screen_mut().set_size(rows, cols);
        self.master.resize(sized(cols, rows)).expect("it can be resized");
    }

    /// Waits until the screen fulfils a condition.
    pub(crate) fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        let mut parser = self.picture.0.lock().expect("nobody panics with it");
        while !wanted(parser.screen()) {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waiting for {what}; the screen is\n{}", parser.screen().contents());
            parser = self.picture.1.wait_timeout(parser, left).expect("nobody panics with it").0;
        }
    }

    pub(crate) fn shows(&self, words: &str) {
        self.wait(words, |screen| screen.contents().contains(words));
    }

    pub(crate) fn hides(&self, words: &str) {
        self.wait(&format!("no '{words}'"), |screen| !screen.contents().contains(words));
    }

    /// The text of the screen.
    pub(crate) fn text(&self) -> String {
        self.picture.0.lock().expect("nobody panics with it").screen().contents()
    }

    /// Whether anything on the screen is coloured.
    pub(crate) fn has_colours(&self) -> bool {
        let parser = self.picture.0.lock().expect("nobody panics with it");
        let plain = vt100::Color::Default;
        let is = |cell: &vt100::Cell| cell.bgcolor() != plain || cell.fgcolor() != plain;
        let coloured = |row| (0..80).any(|column| parser.screen().cell(row, column).is_some_and(is));
        (0..24).any(coloured)
    }

    /// The terminal is restored.
    pub(crate) fn is_given_back(&self) {
        self.wait("the terminal given back", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
    }

    /// The program ends and the terminal is restored.
    pub(crate) fn ends(&mut self) {
        self.is_given_back();
        self.child.wait().expect("the program ends");
    }

    /// The terminal is restored and the program has stopped. Only then does the parent continue it.
    pub(crate) fn stops(&self) {
        self.is_given_back();
        let id = self.child.process_id().and_then(|id| Pid::from_raw(id.cast_signed()));
        let heard = waitpid(id, WaitOptions::UNTRACED).expect("it is our child");
        assert!(heard.is_some_and(|(_, status)| status.stopped()), "it ended");
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// A test server, ended with the test.
pub(crate) struct Server {
    process: Process,
    /// `http://127.0.0.1:PORT`
    pub(crate) address: String,
    folder: PathBuf,
}

impl Server {
    pub(crate) fn start(name: &str) -> Self {
        Self::serve(folder(name), "127.0.0.1:0")
    }

    fn serve(folder: PathBuf, listen: &str) -> Self {
        let mut process = Command::new(MENAGERIE)
            .args(["serve", "--listen", listen, "--data"])
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
        Self { process, address, folder }
    }

    /// Kills the server. The returned value starts it again at the same address.
    pub(crate) fn crash(mut self) -> impl FnOnce() -> Self {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
        let (folder, address) = (self.folder.clone(), self.host().to_owned());
        move || Self::serve(folder, &address)
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs");
    }

    /// `127.0.0.1:PORT`
    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// Sends a JSON request to the server and parses the JSON answer.
    pub(crate) fn post(&self, path: &str, body: &serde_json::Value) -> serde_json::Value {
        let mut stream = TcpStream::connect(self.host()).expect("the server listens");
        let (body, host) = (body.to_string(), self.host());
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("it can be asked");
        let mut output = String::new();
        stream.read_to_string(&mut output).expect("it answers");
        let (_, json) = output.split_once("\r\n\r\n").expect("a head and a body");
        serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {output}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
