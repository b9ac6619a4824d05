//! `show`: text, SVG and PNG, to standard output or a file.

use std::fs;

use crate::run::{SHOGI5, command, out, refused};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[test]
fn text_is_the_default_and_ends_with_one_line_feed() {
    let text = out(&["show", "shogi5"]);
    assert_eq!(text, out(&["show", "shogi5", "--format", "text", "--position", SHOGI5]));
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
}

#[test]
fn a_picture_follows_theme_and_side() {
    let svg = |more: &[&str]| out(&[&["show", "shogi5", "--format", "svg"], more].concat());
    let plain = svg(&[]);
    assert!(plain.starts_with("<svg "));
    assert_eq!(plain, svg(&["--theme", "light"]));
    assert_ne!(plain, svg(&["--theme", "dark"]));
    assert_ne!(plain, svg(&["--flip"]));
    assert_ne!(plain, svg(&["--seat", "white"]), "who waits is told so");
}

#[test]
fn an_image_has_the_width_asked_for() {
    let output = command(&["show", "shogi5", "--format", "png", "--width", "120"]).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    assert!(output.stdout.starts_with(PNG));
    // A PNG begins with its header: the width stands at byte 16.
    assert_eq!(output.stdout[16..20], 120u32.to_be_bytes());
}

#[test]
fn a_file_gets_what_standard_output_would() {
    let file = std::env::temp_dir().join(format!("menagerie-show-{}.svg", std::process::id()));
    let name = file.display().to_string();
    assert_eq!(out(&["show", "shogi5", "--format", "svg", "--output", &name]), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), out(&["show", "shogi5", "--format", "svg"]));
    fs::remove_file(file).unwrap();
}

#[test]
fn wrong_wishes() {
    assert!(refused(&["show", "shogi5", "--format", "gif"], 2).contains("text, svg, png"));
    assert!(refused(&["show", "shogi5", "--theme", "pink"], 2).contains("light, dark"));
    for width in ["0", "4097", "70000"] {
        let message = refused(&["show", "shogi5", "--format", "png", "--width", width], 2);
        assert!(message.contains(&format!("{width} is not in 1..=4096")), "the limit is that of images: {message}");
    }
    assert!(refused(&["show", "shogi5", "--output", "no/such/folder/x"], 2).contains("--output no/such/folder/x"));
}
