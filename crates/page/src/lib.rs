//! The page, built from `web/` by the build script and embedded: nothing has to be installed beside the binary.
//!
//! Addresses of the page's own screens (`/t/abc`, `/rules/jungle`) are not files: they all show the one document.
//!
//! ```
//! let start = menagerie_page::find("/").unwrap();
//! assert_eq!(start.kind, "text/html; charset=utf-8");
//! assert_eq!(menagerie_page::find("/t/k3x9").unwrap().path, start.path);
//! assert!(menagerie_page::find("/assets/no-such-file.js").is_none());
//! ```

/// A file of the page.
#[derive(Debug)]
pub struct File {
    /// Its address: `/assets/index-4f2a.js`.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// What is in it.
    pub body: &'static [u8],
    /// The same, compressed with Brotli; empty where that does not pay.
    pub brotli: &'static [u8],
    /// Whether its name changes with its content, so that it may be kept forever.
    pub immutable: bool,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Whether the page was built: without npm there is only a note that says what to install.
pub const BUILT: bool = FILES.len() > 1;

const DOCUMENT: &str = "/index.html";

/// The file for an address: itself, or the document for what is a screen of the page.
pub fn find(path: &str) -> Option<&'static File> {
    let exact = |wanted: &str| FILES.iter().find(|file| file.path == wanted);
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    exact(path).or_else(|| if is_file { None } else { exact(DOCUMENT) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashed_names_are_kept_forever() {
        for file in FILES {
            assert_eq!(file.immutable, file.path.starts_with("/assets/"), "{}", file.path);
            assert!(!file.body.is_empty(), "{} is empty", file.path);
        }
    }

    /// What a first visit loads: the document and the assets that it names.
    #[test]
    fn the_first_load_is_under_200_kilobytes() {
        let document = find("/").unwrap();
        let text = String::from_utf8_lossy(document.body);
        let named = FILES.iter().filter(|file| text.contains(file.path) || file.kind == "font/woff2");
        let size = |file: &File| if file.brotli.is_empty() { file.body.len() } else { file.brotli.len() };
        let total: usize = named.chain([document]).map(size).sum();
        assert!(total < 200_000, "the first load is {total} bytes");
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere_and_no_script_or_style_is_inline() {
        let text = String::from_utf8_lossy(find("/").unwrap().body).into_owned();
        assert!(!text.contains("https://"), "{text}");
        assert!(!BUILT || !text.contains("<style") && !text.contains(" style="), "{text}");
        assert!(text.matches("<script").count() == text.matches("<script type=\"module\" crossorigin src=\"/").count());
    }
}
