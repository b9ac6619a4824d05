//! Draws the test scenes into a folder, in both themes: `gallery FOLDER`.

#[path = "../tests/draw/scenes.rs"]
mod scenes;

use std::path::PathBuf;

use menagerie_draw::{Highlight, Mark, Style, Theme, png, svg, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder?")?);
    let highlight =
        [("a2", Mark::Moved), ("a3", Mark::Moved), ("c3", Mark::Choice), ("e4", Mark::Choice), ("b1", Mark::Chosen)];
    let highlight = highlight.map(|(id, mark)| Highlight { place: scenes::place(id), mark }).to_vec();
    for (name, info, scene) in scenes::all() {
        println!("{}", text(info, &scene));
        for theme in [Theme::Light, Theme::Dark] {
            let style =
                Style { theme, flipped: theme == Theme::Dark, highlight: highlight.clone(), ..Style::default() };
            let file = folder.join(format!("{name}-{theme:?}").to_lowercase());
            std::fs::write(file.with_extension("svg"), svg(info, &scene, &style))?;
            std::fs::write(file.with_extension("png"), png(info, &scene, &style, 1000)?)?;
        }
    }
    Ok(())
}
