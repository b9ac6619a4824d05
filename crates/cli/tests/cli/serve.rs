//! `menagerie serve` and `menagerie backup`: the program as an operator starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use crate::run::{command, menagerie};

/// A server on a free port with a data folder of its own, ended with the test.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: String,
    pub(crate) folder: PathBuf,
    /// The rest of its output that came together with the address.
    said: String,
}

impl Running {
    pub(crate) fn start(name: &str, command_name: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("menagerie-cli-{name}-{}", std::process::id()));
        let data = folder.to_str().unwrap();
        let words = [command_name, &["--listen", "127.0.0.1:0", "--data", data]].concat();
        let mut child = command(&words).stdout(Stdio::piped()).spawn().unwrap();
        let (mut line, mut out) = (String::new(), BufReader::new(child.stdout.as_mut().unwrap()));
        out.read_line(&mut line).unwrap();
        let said = String::from_utf8_lossy(out.buffer()).into_owned();
        let address = line.trim().strip_prefix("Menagerie: http://").unwrap().trim_end_matches('/').to_owned();
        Self { child, address, folder, said }
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.request("GET", path, "")
    }

    /// With an API token.
    pub(crate) fn get_as(&self, path: &str, token: &str) -> String {
        self.request("GET", path, &format!("authorization: Bearer {token}\r\n"))
    }

    pub(crate) fn post(&self, path: &str, token: &str) -> String {
        self.request("POST", path, &format!("authorization: Bearer {token}\r\ncontent-length: 0\r\n"))
    }

    fn request(&self, method: &str, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nhost: test\r\n{headers}connection: close\r\n\r\n").unwrap();
        let mut output = String::new();
        stream.read_to_string(&mut output).unwrap();
        output
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn without_a_command_it_serves() {
    let server = Running::start("plain", &[]);
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    assert!(server.get("/api/games").contains("\"shogi5\""));
}

#[test]
fn a_backup_of_a_running_server_is_a_database_of_its_own() {
    let server = Running::start("backup", &["serve"]);
    let copy = server.folder.join("copy.db");
    let words = ["backup", "--data", server.folder.to_str().unwrap(), copy.to_str().unwrap()];
    let first = menagerie(&words);
    assert_eq!((first.status, first.out.trim()), (0, copy.to_str().unwrap()), "{first:?}");
    assert!(copy.exists());
    let second = menagerie(&words);
    assert_eq!(second.status, 2, "a backup overwrites nothing: {second:?}");
}

/// `backup` does not create the data folder.
#[test]
fn a_backup_of_nothing_leaves_nothing_behind() {
    let folder = std::env::temp_dir().join(format!("menagerie-cli-nothing-{}", std::process::id()));
    let output = menagerie(&["backup", "--data", folder.to_str().unwrap(), "copy.db"]);
    assert_eq!(output.status, 2, "{output:?}");
    assert!(output.err.contains("there is no database"), "{output:?}");
    assert!(!folder.exists());
}

#[test]
fn a_database_of_another_kind_is_refused_in_words() {
    let output = menagerie(&["serve", "--database", "mysql://localhost/x"]);
    assert_eq!(output.status, 2);
    assert!(output.err.contains("SQLite"), "{output:?}");
}

#[test]
fn what_needs_postgresql_says_so() {
    let calls: [(&[&str], &str); 5] = [
        (&["worker"], "postgres://"),
        (&["worker", "--database", "menagerie.db"], "postgres://"),
        (&["backup", "copy.db", "--database", "postgres://localhost/menagerie"], "pg_dump"),
        (&["serve", "--database", "menagerie.db", "--workers", "none"], "PostgreSQL"),
        (&["serve", "--database", "postgres://nobody:hush@127.0.0.1:1/nowhere"], "PostgreSQL"),
    ];
    for (call, word) in calls {
        let output = menagerie(call);
        assert_eq!(output.status, 2, "{call:?}: {output:?}");
        assert!(output.err.contains(word), "{call:?}: {output:?}");
        assert!(!output.err.contains("hush"), "a password is told: {output:?}");
    }
}

#[test]
fn a_taken_address_is_refused_in_words() {
    let server = Running::start("taken", &[]);
    let folder = server.folder.join("other");
    let output = menagerie(&["serve", "--listen", &server.address, "--data", folder.to_str().unwrap()]);
    assert_eq!(output.status, 2);
    assert!(output.err.contains("cannot listen"), "{output:?}");
}

/// Two servers never share a database file, whatever its name: each would overwrite the other's
/// events.
#[cfg(target_os = "linux")]
#[test]
fn a_second_server_on_the_same_file_by_another_name_is_refused() {
    let server = Running::start("names", &["serve"]);
    let (file, soft, hard) =
        (server.folder.join("menagerie.db"), server.folder.join("soft link.db"), server.folder.join("hard link.db"));
    std::os::unix::fs::symlink(&file, &soft).unwrap();
    std::fs::hard_link(&file, &hard).unwrap();
    for name in [&soft, &hard] {
        let output = menagerie(&["serve", "--listen", "127.0.0.1:0", "--database", name.to_str().unwrap()]);
        assert_eq!(output.status, 2, "{output:?}");
        assert!(output.err.contains("another server uses this database"), "{output:?}");
    }
    assert!(server.get("/healthz").contains("well"), "the first goes on");
}

#[test]
fn the_start_says_when_the_page_is_missing() {
    let mut server = Running::start("page", &["serve"]);
    // When the server answers, it has already written its start message.
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    server.child.kill().unwrap();
    let mut said = String::new();
    server.child.stdout.as_mut().unwrap().read_to_string(&mut said).unwrap();
    let told = server.said.clone() + &said;
    assert_eq!(told.contains("built without its page"), !menagerie_page::BUILT, "{told}");
}

#[test]
fn a_second_server_on_the_same_file_is_refused_in_words() {
    let mut server = Running::start("second", &["serve"]);
    let output = menagerie(&["serve", "--listen", "127.0.0.1:0", "--data", server.folder.to_str().unwrap()]);
    assert_eq!(output.status, 2, "{output:?}");
    assert!(output.err.contains("another server uses this database"), "{output:?}");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let next = Running::start("second", &["serve"]);
    assert!(next.get("/healthz").contains("well"), "a killed server releases the file");
}
