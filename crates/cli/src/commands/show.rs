//! `menagerie show`: draws a position as text, SVG or PNG.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use menagerie_draw::{MAX_WIDTH, Style};

use crate::args::{PositionArgs, acting_viewer, viewer};
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie show shogi5
  menagerie show shogi5 --format svg > board.svg
  menagerie show shogi5 --format png --theme dark --output board.png";

/// Draw a position as text, SVG or PNG
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    #[command(flatten)]
    position_args: PositionArgs,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colours for a light or a dark background
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    theme: Theme,

    /// The width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = value_parser!(u16).range(1..=i64::from(MAX_WIDTH)))]
    width: u16,

    /// Turn the board of a picture by 180 degrees
    #[arg(long)]
    flip: bool,

    /// Show what this seat or a spectator sees [default: the seat that acts]
    #[arg(long, value_name = "NAME")]
    seat: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Svg,
    Png,
}

#[derive(Clone, Copy, ValueEnum)]
enum Theme {
    Light,
    Dark,
}
impl Show {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let picture = self.draw()?;
        match &self.output {
            Some(file) => fs::write(file, picture).map_err(|error| {
                CliError::Usage(format!("--output {}: the file cannot be written: {error}", file.display()))
            }),
            None if self.format == Format::Png && io::stdout().is_terminal() => Err(CliError::Usage(
                "a PNG cannot be shown in a terminal: use --output FILE or redirect the output".into(),
            )),
            None => Ok(out.write_all(&picture)?),
        }
    }

    fn draw(&self) -> Result<Vec<u8>, CliError> {
        let position = self.position_args.position()?;
        let viewer = match &self.seat {
            Some(name) => viewer(&*position, name)?,
            None => acting_viewer(&*position),
        };
        let (info, scene) = (position.info(), position.view(viewer).scene());
        let style = Style { theme: self.theme.into(), flipped: self.flip, ..Style::default() };
        match self.format {
            Format::Text => Ok(ended(menagerie_draw::text(info, &scene))),
            Format::Svg => Ok(ended(menagerie_draw::svg(info, &scene, &style))),
            Format::Png => menagerie_draw::png(info, &scene, &style, u32::from(self.width))
                .map_err(|error| CliError::Usage(format!("--width {}: {error}", self.width))),
        }
    }
}

/// The text with exactly one line feed at its end.
fn ended(text: String) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    bytes.truncate(bytes.trim_ascii_end().len());
    bytes.push(b'\n');
    bytes
}

impl From<Theme> for menagerie_draw::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}
