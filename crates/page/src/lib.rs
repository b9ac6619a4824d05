//! The page, built from `web/` by the build script and embedded in the binary.
//!
//! The paths of the page's screens (`/t/abc`, `/rules/jungle`) are not files: they all serve the
//! one HTML document. `web/src/screens.json` lists the screens; the page reads it too.
//!
//! ```
//! let start = menagerie_page::find("/").unwrap();
//! assert_eq!(start.kind, "text/html; charset=utf-8");
//! assert_eq!(menagerie_page::find("/t/k3x9").unwrap().path, start.path);
//! assert!(menagerie_page::find("/assets/no-such-file.js").is_none());
//! assert!(menagerie_page::find("/no/such/screen").is_none());
//! ```

use std::sync::OnceLock;

/// A file of the page. The program holds large files only compressed: that makes it several megabytes smaller.
#[derive(Debug)]
pub struct File {
    /// Its path: `/assets/index-4f2a.js`.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// Its content, unless there is only the compressed one.
    plain: &'static [u8],
    /// The content that was unpacked for clients without Brotli: browsers do not use it on a network without encryption.
    unpacked: OnceLock<Vec<u8>>,
    /// Its content compressed with Brotli; empty if compression does not help.
    pub brotli: &'static [u8],
    /// Whether its name changes with its content, so that clients may cache it for ever.
    pub immutable: bool,
}

impl File {
    /// Its content.
    pub fn body(&'static self) -> &'static [u8] {
        if self.plain.is_empty() { self.unpacked.get_or_init(|| unpack(self.brotli)) } else { self.plain }
    }

    /// Whether it is the page's HTML document.
    pub fn is_document(&self) -> bool {
        self.path == DOCUMENT
    }
}

/// The content of a compressed file. The build script has compressed it, so it is sound.
fn unpack(mut brotli: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    match brotli_decompressor::BrotliDecompress(&mut brotli, &mut content) {
        Ok(()) => content,
        Err(_) => Vec::new(),
    }
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Whether the page was built. Without npm there is only a note that says what to install.
pub const BUILT: bool = COUNT > 1;

const DOCUMENT: &str = "/index.html";

/// The screens whose subject may have a part: `/learn/GAME/LEVEL`.
const WITH_PARTS: [&str; 2] = ["learn", "puzzles"];
/// The screen that needs no subject: `/puzzles` lists the games.
const WITHOUT_SUBJECT: &str = "puzzles";

/// The file for a path: the file itself, or the HTML document for a screen of the page.
pub fn find(path: &str) -> Option<&'static File> {
    let exact = |wanted: &str| FILES.iter().find(|file| file.path == wanted);
    exact(path).or_else(|| if is_screen(path) { exact(DOCUMENT) } else { None })
}

/// Whether a path is a screen of the page: `/`, or a screen's name and its subject. Empty segments
/// do not count, as in the page's own router (`web/src/route.svelte.ts`).
fn is_screen(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).take(4).collect();
    match parts[..] {
        [] => true,
        [screen] => screen == WITHOUT_SUBJECT && SCREENS.contains(&screen),
        [screen, _] => SCREENS.contains(&screen),
        [screen, _, _] => WITH_PARTS.contains(&screen) && SCREENS.contains(&screen),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_screens_of_the_page_show_its_document() {
        assert!(SCREENS.contains(&"t") && SCREENS.len() >= 5, "{SCREENS:?}");
        for path in [
            "/",
            "/t/abc",
            "/t/abc/",
            "/rules/jungle",
            "/board/djambi",
            "/review/abc",
            "/u/Ann.B",
            "/learn/jungle/den",
            "/puzzles",
            "/puzzles/jungle",
            "/puzzles/jungle/daily",
            "/study/abc",
        ] {
            assert_eq!(find(path).map(|file| file.path), Some(DOCUMENT), "{path}");
        }
        for path in [
            "/t",
            "/t/",
            "/nothing",
            "/nothing/abc",
            "/t/a/b",
            "/learn/a/b/c",
            "/wp-login.php",
            "/rules",
            "/T/abc",
            "/.env",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn only_hashed_names_are_kept_forever() {
        for file in &FILES {
            assert_eq!(file.immutable, file.path.starts_with("/assets/"), "{}", file.path);
            assert!(!file.body().is_empty(), "{} is empty", file.path);
        }
    }

    /// The files of a first visit: the document and the assets that it names.
    #[test]
    fn the_first_load_is_under_200_kilobytes() {
        let document = find("/").unwrap();
        let text = String::from_utf8_lossy(document.body());
        let named = FILES.iter().filter(|file| text.contains(file.path) || file.kind == "font/woff2");
        let size = |file: &'static File| if file.brotli.is_empty() { file.body().len() } else { file.brotli.len() };
        let total: usize = named.chain([document]).map(size).sum();
        assert!(total < 200_000, "the first load is {total} bytes");
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere_and_no_script_or_style_is_inline() {
        let text = String::from_utf8_lossy(find("/").unwrap().body()).into_owned();
        assert!(!text.contains("https://"), "{text}");
        assert!(!BUILT || !text.contains("<style") && !text.contains(" style="), "{text}");
        assert!(text.matches("<script").count() == text.matches("<script type=\"module\" crossorigin src=\"/").count());
    }
}
