//! `cargo xtask new-game NAME --from OLD`: a new game begins as a copy of another one and passes its tests at once.

use std::fs;
use std::path::{Path, PathBuf};

use menagerie_catalog::{Visitor, visit};
use menagerie_game::Rules;
use menagerie_game::net::{Net, NetError, game_of};

use crate::command::{cargo, root, succeeds};
use crate::games::games_in;

const USAGE: &str = "usage: cargo xtask new-game NAME --from OLD";

pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let [name, from, old] = words else { return Err(USAGE.to_owned()) };
    if from != "--from" {
        return Err(USAGE.to_owned());
    }
    create(&root(), name, old)?;
    println!(
        "crates/games/{name} is a copy of {old}, and the catalog lists it. Next:\n\
         1. cargo test -p menagerie-{name}      it passes, because it is still {old}\n\
         2. write crates/games/{name}/rules.md, then change the code; CONTRIBUTING.md says in which order"
    );
    Ok(())
}

/// Copies a game's crate within the repository at `root` and adds it to the catalog. All checks come before the first
/// write; if a write fails, everything is as it was before.
pub(crate) fn create(root: &Path, name: &str, old: &str) -> Result<(), String> {
    check_name(name)?;
    let known = games_in(root)?;
    if !known.iter().any(|game| game == old) {
        return Err(format!("there is no game '{old}' to copy; the games are: {}", known.join(", ")));
    }
    // A second package of the same name would break the workspace.
    if ["", "crates", "crates/games"].iter().any(|folder| root.join(folder).join(name).exists()) {
        return Err(format!("'{name}' is taken: there is a folder of that name already"));
    }
    let (from, to) = (root.join("crates/games").join(old), root.join("crates/games").join(name));
    let files = copies(&from, &to, &Names::new(&from, name, old)?)?;
    let catalog = catalog_edits(root, name)?;
    let edited = catalog.iter().map(|edit| (&edit.path, edit.after.as_bytes()));
    let written = files.iter().map(|(path, bytes)| (path, bytes.as_slice())).chain(edited).try_for_each(write);
    if let Err(error) = written {
        let _ = fs::remove_dir_all(&to);
        for edit in &catalog {
            let _ = fs::write(&edit.path, &edit.before);
        }
        return Err(error);
    }
    // Longer and shorter names wrap differently, and imports are sorted. Without rustfmt only the layout is off.
    succeeds(cargo(&["fmt", "--package", &format!("menagerie-{name}")]).current_dir(root));
    Ok(())
}

fn write((path, bytes): (&PathBuf, &[u8])) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| fs::write(path, bytes)).map_err(|error| format!("{}: {error}", path.display()))
}

/// A game's id is part of addresses, command lines and a package's name.
fn check_name(name: &str) -> Result<(), String> {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    if begins && name.bytes().all(is_letter) && !name.ends_with('-') && !name.contains("--") && name.len() <= 30 {
        return Ok(());
    }
    Err(format!(
        "'{name}' cannot be a game's id: use at most 30 small letters, digits and single hyphens, a letter first"
    ))
}

/// The old and the new game's names: id, Rust path, title.
struct Names {
    pairs: Vec<(String, String)>,
}

impl Names {
    fn new(from: &Path, name: &str, old: &str) -> Result<Self, String> {
        let messages = from.join("messages/en.ftl");
        let text = fs::read_to_string(&messages).map_err(|error| format!("{}: {error}", messages.display()))?;
        let title = text.lines().find_map(|line| line.strip_prefix("game-name = "));
        let title = title.ok_or_else(|| format!("{} has no message 'game-name'", messages.display()))?;
        let path = |id: &str| id.replace('-', "_");
        let pairs = [(title.to_owned(), title_of(name)), (old.to_owned(), name.to_owned()), (path(old), path(name))];
        Ok(Self { pairs: pairs.into() })
    }

    /// Replaces ids, also as parts of packages, Rust paths and rule ids, and the title.
    fn rename(&self, text: &str) -> String {
        let replace = |text: String, (old, new): &(String, String)| replace_words(&text, old, new);
        self.pairs.iter().fold(text.to_owned(), replace)
    }
}

/// The title of a game until it gets a better one: `toy-game` becomes `Toy game`.
fn title_of(name: &str) -> String {
    let words = name.replace('-', " ");
    words[..1].to_ascii_uppercase() + &words[1..]
}

/// Replaces `old` where it stands for itself, not as a part of a longer word.
fn replace_words(text: &str, old: &str, new: &str) -> String {
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        let inside = before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
        replaced.extend([before, if inside { old } else { new }]);
        rest = after;
    }
    replaced + rest
}

/// Every file of a folder with its new path and content. Text is renamed; other files are copied as they are.
fn copies(from: &Path, to: &Path, names: &Names) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(from).map_err(|error| failed(from, error))?.flatten() {
        let file_name = names.rename(&entry.file_name().to_string_lossy());
        let (path, copied) = (entry.path(), to.join(file_name));
        // Puzzles are mined: those of the old game would not fit the new one's rules.
        if path.file_name().is_some_and(|name| name == "puzzles.jsonl") {
            continue;
        }
        if path.is_dir() {
            files.extend(copies(&path, &copied, names)?);
            continue;
        }
        let bytes = fs::read(&path).map_err(|error| failed(&path, error))?;
        let renamed = match String::from_utf8(bytes) {
            Ok(text) => names.rename(&text).into_bytes(),
            Err(binary) if path.extension().is_some_and(|end| end == "net") => {
                renamed_net(&binary.into_bytes(), names)?
            }
            Err(binary) => binary.into_bytes(),
        };
        files.push((copied, renamed));
    }
    Ok(files)
}

/// A learned evaluation under the new game's name. The copy has the same features, so the net fits it.
fn renamed_net(bytes: &[u8], names: &Names) -> Result<Vec<u8>, String> {
    struct Read<'b>(&'b [u8]);
    impl Visitor for Read<'_> {
        type Out = Option<Result<Net, NetError>>;

        fn visit<R: Rules>(self) -> Self::Out {
            Some(Net::read(self.0, &R::NET_INPUTS?))
        }
    }
    let game = game_of(bytes).map_err(|error| error.to_string())?;
    let net = visit(&game, Read(bytes)).flatten().ok_or_else(|| format!("{game} has no learned evaluation"))?;
    let net = net.map_err(|error| error.to_string())?;
    net.renamed(names.rename(&game).leak(), names.rename(net.header().inputs.definition).leak())
        .map(|net| net.to_bytes())
        .map_err(|error| error.to_string())
}

/// A file of the catalog before and after the new game is added.
struct Edit {
    path: PathBuf,
    before: String,
    after: String,
}

/// The catalog's manifest and its list. The new game comes last: seeds of the fuzz targets choose games by number.
fn catalog_edits(root: &Path, name: &str) -> Result<[Edit; 2], String> {
    let edit = |file: &str, part: &str, line: String| {
        let path = root.join("crates/catalog").join(file);
        let before = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let after = add_last(&before, part, &line).ok_or_else(|| format!("{} lists no games", path.display()))?;
        Ok::<_, String>(Edit { path, before, after })
    };
    let position = format!("    menagerie_{}::Position,\n", name.replace('-', "_"));
    Ok([
        edit("Cargo.toml", "path = \"../games/", format!("menagerie-{name} = {{ path = \"../games/{name}\" }}\n"))?,
        edit("src/lib.rs", "::Position,\n", position)?,
    ])
}

/// Adds a line after the last one that contains `part`.
fn add_last(text: &str, part: &str, line: &str) -> Option<String> {
    let at = text.rfind(part)?;
    let end = at + text[at..].find('\n')? + 1;
    Some([&text[..end], line, &text[end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::target;

    #[test]
    fn an_id_is_a_word_for_addresses_and_packages() {
        for name in ["dobutsu", "toy-game", "shogi6"] {
            assert_eq!(check_name(name), Ok(()));
        }
        let long = "a".repeat(31);
        for name in ["", "Dobutsu", "6x6", "a b", "a_b", "-a", "a-", "a--b", "../a", "ä", &long] {
            assert!(check_name(name).is_err_and(|why| why.contains("cannot be a game's id")), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_taken_and_a_game_that_is_not_there_are_refused() {
        for name in ["jungle", "server", "fuzz-targets", "chaos"] {
            assert!(create(&root(), name, "jungle").is_err_and(|why| why.contains("is taken")), "{name}");
        }
        assert!(create(&root(), "dobutsu", "poker").is_err_and(|why| why.contains("heaven-hell, jungle")));
        assert!(!root().join("crates/games/dobutsu").exists());
    }

    #[test]
    fn ids_paths_packages_and_titles_are_renamed() {
        let pairs = [("Heaven and Hell", "Up down"), ("heaven-hell", "up-down"), ("heaven_hell", "up_down")];
        let names = Names { pairs: pairs.map(|(old, new)| (old.to_owned(), new.to_owned())).into() };
        let text = "Heaven and Hell: menagerie-heaven-hell menagerie_heaven_hell heaven-hell/3.1/2 heaven-hells";
        let renamed = "Up down: menagerie-up-down menagerie_up_down up-down/3.1/2 heaven-hells";
        assert_eq!(names.rename(text), renamed);
        assert_eq!(title_of("toy-game"), "Toy game");
    }

    #[test]
    fn a_line_is_added_after_the_last_of_its_kind() {
        assert_eq!(add_last("a::P,\nb::P,\n}\n", "::P,", "c::P,\n"), Some("a::P,\nb::P,\nc::P,\n}\n".to_owned()));
        assert_eq!(add_last("nothing\n", "::P,", "c::P,\n"), None);
    }

    /// A catalog that lists no games: the refusal comes before anything is written.
    #[test]
    fn a_refusal_leaves_nothing_behind() {
        let root = target().join("new-game-refused");
        let _ = fs::remove_dir_all(&root);
        for (file, text) in [
            ("crates/games/old/messages/en.ftl", "game-name = Old\n"),
            ("crates/games/old/Cargo.toml", "[package]\n"),
            ("crates/catalog/Cargo.toml", "old = { path = \"../games/old\" }\n"),
            ("crates/catalog/src/lib.rs", "// empty\n"),
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let refused = create(&root, "fresh", "old");
        assert!(refused.is_err_and(|why| why.contains("lists no games")));
        assert!(!root.join("crates/games/fresh").exists());
        let manifest = fs::read_to_string(root.join("crates/catalog/Cargo.toml")).unwrap();
        assert!(!manifest.contains("fresh"));
        fs::remove_dir_all(&root).unwrap();
    }
}
