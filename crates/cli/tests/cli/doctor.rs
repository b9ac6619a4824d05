//! `menagerie doctor`: what it finds, and that it changes nothing.

use std::fs;
use std::net::TcpListener;

use crate::run::menagerie;
use crate::serve::Running;

fn line<'a>(said: &'a str, subject: &str) -> &'a str {
    said.lines().find(|line| line.split_whitespace().nth(1) == Some(subject)).unwrap_or_default()
}

#[test]
fn a_machine_without_a_server_is_well() {
    let folder = std::env::temp_dir().join(format!("menagerie-doctor-{}", std::process::id()));
    let output = menagerie(&["doctor", "--data", folder.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    for subject in ["program", "folder", "database", "port", "clock"] {
        assert!(line(&output.out, subject).starts_with("ok "), "{output:?}");
    }
    assert_eq!(line(&output.out, "page").starts_with("ok "), menagerie_page::BUILT, "{output:?}");
    assert_eq!(output.status, i32::from(!menagerie_page::BUILT));
    assert!(!folder.exists(), "it creates nothing");
}

#[test]
fn a_running_server_is_found_by_its_database() {
    let server = Running::start("doctor", &["serve"]);
    let folder = server.folder.to_str().unwrap();
    let output = menagerie(&["doctor", "--data", folder, "--listen", &server.address]);
    let address = format!("http://{}/", server.address);
    assert!(line(&output.out, "database").contains(&address), "{output:?}");
    assert!(line(&output.out, "port").ends_with("is used by the server of this database"), "{output:?}");
    let other = server.folder.join("other");
    let output = menagerie(&["doctor", "--data", other.to_str().unwrap(), "--listen", &server.address]);
    assert!(line(&output.out, "port").starts_with("fix "), "{output:?}");
    assert!(line(&output.out, "port").contains("another Menagerie server"), "{output:?}");
}

#[test]
fn each_problem_comes_with_its_remedy() {
    let folder = std::env::temp_dir().join(format!("menagerie-doctor-ill-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("menagerie.db"), "no database at all, but longer than a header of SQLite: ".repeat(10))
        .unwrap();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    let closing = std::thread::spawn(move || drop(other.accept()));
    let output = menagerie(&["doctor", "--data", folder.to_str().unwrap(), "--listen", &address]);
    closing.join().unwrap();
    assert_eq!(output.status, 1, "{output:?}");
    for (subject, remedy) in [("database", "no Menagerie database"), ("port", "--listen")] {
        let found = line(&output.out, subject);
        assert!(found.starts_with("fix ") && found.contains(remedy), "{output:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}
