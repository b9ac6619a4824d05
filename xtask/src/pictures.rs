//! `cargo xtask pictures`: the pictures of the boards in the readme, one for each game, and the icons of the page.

use crate::command::{cargo, root, step};
use crate::games::{known_games, metadata};

/// Draws the position that `[package.metadata.menagerie]` in each game's manifest names, then the icons.
pub(crate) fn run() -> Result<(), String> {
    let folder = root().join("docs/pictures");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for game in known_games()? {
        let picture = &metadata(&game)?["picture"];
        let (Some(position), Some(width)) = (picture["position"].as_str(), picture["width"].as_u64()) else {
            return Err(format!("crates/games/{game}/Cargo.toml has no picture with position and width"));
        };
        let file = format!("docs/pictures/{game}.png");
        let mut show = cargo(&["run", "--quiet", "--package", "menagerie-cli", "--", "show", &game]);
        show.args(["--position", position, "--format", "png", "--width", &width.to_string(), "--output", &file]);
        step(&file, &mut show)?;
    }
    let icons = ["run", "--quiet", "--package", "menagerie-draw", "--example", "icons", "--", "web/public"];
    step("icons of the page", &mut cargo(&icons))
}
