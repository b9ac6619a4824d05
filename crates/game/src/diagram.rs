//! Diagrams: how a kind of piece moves, computed from the rules.

use std::borrow::Cow;

use crate::{KindInfo, Piece, Place, Plane, Reach, Rules, Scene, Seat, Site, View, Viewer, reach};

/// How a kind of piece moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagram {
    /// Files of the piece's plane.
    pub width: u8,
    /// Ranks of the piece's plane.
    pub height: u8,
    /// All planes of the game, if the diagram has cells on several of them.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Plane>>"))]
    pub planes: Vec<Plane>,
    /// Where the piece stands.
    pub at: Cell,
    /// The seat whose colour it has.
    pub color: Option<Seat>,
    /// Where it can go.
    pub targets: Vec<DiagramTarget>,
    /// The other pieces.
    pub pieces: Vec<DiagramPiece>,
    /// The squares of the piece's plane whose terrain has artwork: water, a den.
    pub squares: Vec<DiagramSquare>,
}

/// A cell of a diagram. What lies beside a board is not part of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// Index of its plane.
    pub plane: u8,
    /// File from 0.
    pub x: i8,
    /// Rank from 0, at the bottom.
    pub y: i8,
}

/// A cell that the piece can go to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagramTarget {
    /// Where.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub cell: Cell,
    /// Whether it captures there.
    pub capture: bool,
}

/// Another piece of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagramPiece {
    /// Where.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub cell: Cell,
    /// The id of its kind.
    pub kind: Cow<'static, str>,
    /// The seat whose colour it has.
    pub color: Option<Seat>,
}

/// A square of a diagram with its terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagramSquare {
    /// Where.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub cell: Cell,
    /// The id of its terrain.
    pub terrain: Cow<'static, str>,
}

/// The moves of a kind in its sample position; `None` for a kind without one.
pub fn diagram<R: Rules>(kind: &KindInfo) -> Option<Diagram> {
    let position: R = kind.sample.parse().ok()?;
    let mover = position.actor().seat()?;
    let view = position.view(Viewer::Seat(mover));
    let scene = view.scene();
    let shown = |piece: &&Piece| {
        piece.kind == kind.id && piece.color.is_none_or(|color| color == mover) && cell(&scene, piece.at).is_some()
    };
    let piece = scene.pieces.iter().find(shown)?;
    let at = cell(&scene, piece.at)?;
    let targets = targets(&scene, &reach(&view, piece.at));
    let others = scene.pieces.iter().filter(|other| other.at != piece.at).filter_map(|other| {
        Some(DiagramPiece { cell: cell(&scene, other.at)?, kind: other.kind.clone(), color: other.color })
    });
    let pieces: Vec<_> = others.collect();
    let cells = targets.iter().map(|target| target.cell).chain(pieces.iter().map(|piece| piece.cell));
    let several = cells.into_iter().any(|cell| cell.plane != at.plane);
    let plane = scene.planes.get(usize::from(at.plane))?;
    Some(Diagram {
        width: plane.width,
        height: plane.height,
        planes: if several { scene.planes.clone() } else { Vec::new() },
        at,
        color: piece.color,
        squares: squares::<R>(&scene, at.plane),
        targets,
        pieces,
    })
}

/// Where a place lies; `None` for one in a tray or beside the board.
fn cell(scene: &Scene, place: Place) -> Option<Cell> {
    let Site::Plane { plane, x, y } = scene.spots.iter().find(|spot| spot.id == place)?.site else { return None };
    let width = scene.planes.get(usize::from(plane))?.width;
    (0..width as i8).contains(&x).then_some(Cell { plane, x, y })
}

fn targets(scene: &Scene, reach: &Reach) -> Vec<DiagramTarget> {
    let target =
        |target: &crate::Target| Some(DiagramTarget { cell: cell(scene, target.place)?, capture: target.capture });
    reach.targets.iter().filter_map(target).collect()
}

fn squares<R: Rules>(scene: &Scene, plane: u8) -> Vec<DiagramSquare> {
    let has_art = |terrain: &str| R::INFO.terrain(terrain).is_some_and(|info| !info.art.is_empty());
    let drawn = scene.spots.iter().filter(|spot| has_art(&spot.terrain));
    let square =
        drawn.filter_map(|spot| Some(DiagramSquare { cell: cell(scene, spot.id)?, terrain: spot.terrain.clone() }));
    square.filter(|square| square.cell.plane == plane).collect()
}
