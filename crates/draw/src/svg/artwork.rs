//! The games' artwork as SVG symbols, each defined once per picture.

use std::collections::BTreeSet;
use std::fmt::Write;

use menagerie_game::{GameInfo, Piece, Scene};
use resvg::usvg::roxmltree::{Document, Node};

use super::markup::Escaped;

/// The symbol definitions that a scene needs.
#[derive(Default)]
pub(crate) struct Artwork {
    pub definitions: String,
    kinds: BTreeSet<&'static str>,
    terrains: BTreeSet<&'static str>,
}

impl Artwork {
    pub(crate) fn of(info: &GameInfo, scene: &Scene) -> Self {
        let mut art = Self::default();
        for (i, kind) in info.kinds.iter().enumerate() {
            if scene.pieces.iter().any(|piece| shows(piece, kind.id)) && art.define(&format!("kind-{i}"), kind.art) {
                art.kinds.insert(kind.id);
            }
        }
        for (i, terrain) in info.terrains.iter().enumerate() {
            let used = scene.spots.iter().any(|spot| spot.terrain == terrain.id);
            if used && art.define(&format!("terrain-{i}"), terrain.art) {
                art.terrains.insert(terrain.id);
            }
        }
        art
    }

    /// The symbol id of a kind, if it has artwork.
    pub(crate) fn kind(&self, info: &GameInfo, id: &str) -> Option<String> {
        let index = info.kinds.iter().position(|kind| kind.id == id)?;
        self.kinds.contains(id).then(|| format!("kind-{index}"))
    }

    /// The symbol id of a terrain, if it has artwork.
    pub(crate) fn terrain(&self, info: &GameInfo, id: &str) -> Option<String> {
        let index = info.terrains.iter().position(|terrain| terrain.id == id)?;
        self.terrains.contains(id).then(|| format!("terrain-{index}"))
    }

    /// Adds a symbol. Returns whether the text is an SVG document with a view box.
    fn define(&mut self, id: &str, text: &str) -> bool {
        let Ok(document) = Document::parse(text) else { return false };
        let root = document.root_element();
        if root.tag_name().name() != "svg" || root.attribute("viewBox").is_none() {
            return false;
        }
        let _ = write!(self.definitions, r#"<symbol id="{id}""#);
        self.attributes(root);
        let content = root.first_child().zip(root.last_child());
        let content = content.map_or("", |(first, last)| &text[first.range().start..last.range().end]);
        let _ = writeln!(self.definitions, ">{}</symbol>", content.trim());
        true
    }

    /// Copies the root's attributes, except those that the use of the symbol sets.
    fn attributes(&mut self, root: Node<'_, '_>) {
        for namespace in root.namespaces() {
            if let Some(name) = namespace.name().filter(|name| *name != "xml") {
                let _ = write!(self.definitions, r#" xmlns:{name}="{}""#, Escaped(namespace.uri()));
            }
        }
        let own = ["x", "y", "width", "height", "id"];
        for attribute in root.attributes().filter(|a| a.namespace().is_none() && !own.contains(&a.name())) {
            let _ = write!(self.definitions, r#" {}="{}""#, attribute.name(), Escaped(attribute.value()));
        }
    }
}

/// Whether a piece is of this kind, or has a badge with the kind's name.
fn shows(piece: &Piece, kind: &str) -> bool {
    piece.kind == kind || piece.badges.iter().any(|badge| badge.id == kind)
}
