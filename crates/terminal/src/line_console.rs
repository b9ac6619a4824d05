//! Input and output line by line, for courses and puzzles: it works over pipes too.

use std::io::{self, BufRead, Write};

use menagerie_game::erased::AnyView;
use menagerie_game::{Actor, Effect, GameInfo, describe};

/// Input and output of a run.
pub(crate) struct Console<'a> {
    input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
    /// Whether to repeat the input after each prompt, for transcripts of piped input.
    echo: bool,
}

impl<'a> Console<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, out: &'a mut dyn Write, echo: bool) -> Self {
        Self { input, out, echo }
    }

    /// Asks for a line; `None` at the end of the input.
    pub(crate) fn ask(&mut self) -> io::Result<Option<String>> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = line.trim().to_owned();
        if self.echo {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Writes a paragraph.
    pub(crate) fn say(&mut self, words: &str) -> io::Result<()> {
        for line in crate::text_wrap::wrap(words, WIDTH, "") {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// What was done, each action in words.
    pub(crate) fn steps<'s>(
        &mut self,
        info: &GameInfo,
        steps: impl IntoIterator<Item = (Actor, &'s str, &'s [Effect])>,
    ) -> io::Result<()> {
        for (actor, action, effects) in steps {
            let by = match actor {
                Actor::Seat(seat) => info.seat_name(seat),
                Actor::Chance | Actor::Nobody => "chance",
            };
            let words: Vec<_> = effects.iter().map(|effect| describe(info, effect)).collect();
            self.say(&format!("{by} {action}: {}", words.join("; ")))?;
        }
        Ok(())
    }

    /// The board of a view.
    pub(crate) fn board(&mut self, info: &GameInfo, view: &dyn AnyView) -> io::Result<()> {
        writeln!(self.out, "{}", menagerie_draw::text(info, &view.scene()))
    }
}

/// The width of a paragraph.
const WIDTH: usize = 80;
