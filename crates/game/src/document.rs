//! Documents and artwork of a game: files beside its sources, as texts.

/// The text of a file beside the source: `document!("../rules.md")`.
///
/// The module for browsers holds only the file's name, so that it stays small. The page has the files and puts them in
/// place of the names (`web/src/local/documents.ts`).
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! document {
    ($file:expr) => {
        include_str!($file)
    };
}

/// The name of a file beside the source: `document:menagerie-jungle/../rules.md`.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! document {
    ($file:expr) => {
        concat!("document:", env!("CARGO_PKG_NAME"), "/", $file)
    };
}
