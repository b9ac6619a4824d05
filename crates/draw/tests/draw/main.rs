//! Tests of the drawings, on made-up scenes with every feature.

mod png;
mod scenes;
mod svg;
mod text;
