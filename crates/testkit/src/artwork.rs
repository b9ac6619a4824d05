//! A game's artwork is SVG that every client can draw.

use menagerie_game::GameInfo;
use roxmltree::{Document, Node};
use svgtypes::{PathParser, ViewBox};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Checks the artwork of a game's kinds and terrains: each is an SVG document with a square view box, its paths can be
/// read, and it draws something. A kind or terrain without artwork is left alone.
///
/// # Panics
/// If a picture cannot be drawn.
pub fn artwork(info: &GameInfo) {
    let kinds = info.kinds.iter().map(|kind| (kind.id, kind.art));
    let terrains = info.terrains.iter().map(|terrain| (terrain.id, terrain.art));
    for (id, art) in kinds.chain(terrains).filter(|(_, art)| !art.is_empty()) {
        if let Err(fault) = check(art) {
            panic!("{}: the artwork of {id}: {fault}", info.id);
        }
    }
}

fn check(art: &str) -> Result<(), String> {
    let document = Document::parse(art).map_err(|error| format!("it is not XML: {error}"))?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        return Err("the root is no svg element in the namespace of SVG".into());
    }
    let text = root.attribute("viewBox").ok_or("it has no view box")?;
    let view: ViewBox = text.parse().map_err(|error| format!("the view box '{text}': {error}"))?;
    if (view.w - view.h).abs() > f64::EPSILON {
        return Err(format!("the view box '{text}' is not a square"));
    }
    root.descendants().try_for_each(check_path)?;
    if root.descendants().any(is_drawn) { Ok(()) } else { Err("it draws nothing".into()) }
}

/// A client draws a path up to the first error, or not at all.
fn check_path(node: Node<'_, '_>) -> Result<(), String> {
    if !node.has_tag_name((SVG, "path")) {
        return Ok(());
    }
    let path = node.attribute("d").ok_or("a path without data")?;
    PathParser::from(path).try_for_each(|segment| segment.map(drop)).map_err(|error| format!("a path: {error}"))
}

fn is_drawn(node: Node<'_, '_>) -> bool {
    const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
    SHAPES.iter().any(|&shape| node.has_tag_name((SVG, shape)))
}
