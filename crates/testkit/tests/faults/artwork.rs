//! Artwork that a client cannot draw.

use menagerie_game::{GameInfo, KindInfo, Rules, TerrainInfo};
use menagerie_shogi5::Position;
use menagerie_testkit::artwork;

use crate::report;

const SOUND: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1L2 2z"/></svg>"#;

fn with_kind(art: &'static str) -> GameInfo {
    GameInfo { kinds: Vec::leak(vec![KindInfo::new("toy", "T", art)]), ..*Position::INFO }
}

fn with_terrain(art: &'static str) -> GameInfo {
    let terrain = TerrainInfo::new("field", '.', ["#000000", "#ffffff"]).drawn(art);
    GameInfo { terrains: Vec::leak(vec![terrain]), ..*Position::INFO }
}

/// The same picture is refused for a kind and for a terrain.
#[track_caller]
fn is_reported(art: &'static str, expected: &str) {
    for info in [with_kind(art), with_terrain(art)] {
        let found = report(|| artwork(&info)).unwrap_or_else(|| panic!("the kit finds nothing"));
        assert!(found.contains(expected), "the kit reports something else: {found}");
    }
}

#[test]
fn nothing_is_reported_of_sound_artwork() {
    for info in [with_kind(SOUND), with_terrain(SOUND), with_kind(""), with_terrain("")] {
        assert_eq!(report(|| artwork(&info)), None);
    }
}

#[test]
fn artwork_that_does_not_parse() {
    is_reported("a tiger", "it is not XML");
    is_reported(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><g></svg>"#, "it is not XML");
    is_reported(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1L2 z"/></svg>"#, "a path");
    is_reported(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path/></svg>"#, "a path without data");
}

#[test]
fn artwork_that_a_client_cannot_place() {
    is_reported(r#"<svg viewBox="0 0 8 8"><path d="M1 1L2 2z"/></svg>"#, "namespace");
    is_reported(r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1L2 2z"/></svg>"#, "no view box");
    is_reported(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 9"><path d="M1 1L2 2z"/></svg>"#,
        "not a square",
    );
    is_reported(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8"><path d="M1 1L2 2z"/></svg>"#, "view box");
    is_reported(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><g/></svg>"#, "draws nothing");
}
