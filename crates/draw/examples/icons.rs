//! Draws the page's icons from `icon.svg` of the folder that is given: `icon-192.png`, `icon-512.png`, and
//! `icon-maskable.png`, of which a system may cut off a tenth on each side.
//!
//! `cargo run -p menagerie-draw --example icons -- web/public`

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use menagerie_draw::render;

/// The colour around the drawing, as in `icon.svg`.
const GROUND: &str = "#5a4638";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("which folder?")?;
    let folder = Path::new(&folder);
    let icon = fs::read_to_string(folder.join("icon.svg"))?;
    fs::write(folder.join("icon-192.png"), render(&icon, 192)?)?;
    fs::write(folder.join("icon-512.png"), render(&icon, 512)?)?;
    fs::write(folder.join("icon-maskable.png"), render(&maskable(&icon), 512)?)?;
    Ok(())
}

/// The drawing at four fifths of its size, on a ground without corners.
fn maskable(icon: &str) -> String {
    let inner = icon.replace("<svg ", r#"<svg x="6.4" y="6.4" width="51.2" height="51.2" "#);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="{GROUND}"/>{inner}</svg>"#
    )
}
