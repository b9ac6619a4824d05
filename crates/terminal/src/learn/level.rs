//! One level: shows the board, reads actions and commands, judges.

use std::io;

use menagerie_game::GameInfo;
use menagerie_game::erased::AnyGame;
use menagerie_lessons::{Attempt, AttemptError, Level, Played, Status, stars};

use crate::learn::progress::ProgressFile;
use crate::line_console::Console;

const HELP: &str = "Type an action, or: hint, actions, again, next, quit.";

/// What the person does after a level.
pub(crate) enum Next {
    /// Goes on to the next level.
    Level,
    /// Leaves.
    Quit,
}

/// A level being played.
pub(crate) struct LevelPlayer {
    game: &'static dyn AnyGame,
    level: &'static Level,
    title: String,
    attempt: Attempt<'static>,
    misses: u32,
    hints: u32,
}

impl LevelPlayer {
    pub(crate) fn new(info: &'static GameInfo, level: &'static Level, title: String) -> Result<Self, AttemptError> {
        let game = menagerie_catalog::find(info.id).ok_or(AttemptError::Over)?;
        let attempt = Attempt::new(game, level)?;
        Ok(Self { game, level, title, attempt, misses: 0, hints: 0 })
    }

    /// Plays the level until it is left.
    pub(crate) fn run(mut self, progress: &ProgressFile, console: &mut Console<'_>) -> io::Result<Next> {
        self.show(console)?;
        let mut solved = false;
        while let Some(line) = console.ask()? {
            match line.as_str() {
                "quit" | "q" => return Ok(Next::Quit),
                "next" | "n" => return Ok(Next::Level),
                "" if solved => return Ok(Next::Level),
                "again" => {
                    solved = false;
                    self.restart();
                    self.show(console)?;
                }
                "hint" | "h" => self.hint(console)?,
                "actions" => console.say(&self.attempt.view().actions().join(" "))?,
                "" | "help" | "?" => console.say(HELP)?,
                action => solved |= self.act(action, progress, console)?,
            }
        }
        Ok(Next::Quit)
    }

    fn restart(&mut self) {
        // The level was readable at the start.
        if let Ok(attempt) = Attempt::new(self.game, self.level) {
            self.attempt = attempt;
        }
    }

    /// Title, text and board.
    fn show(&self, console: &mut Console<'_>) -> io::Result<()> {
        writeln!(console.out, "{}\n", self.title)?;
        for paragraph in self.level.text.trim().lines() {
            console.say(paragraph)?;
        }
        writeln!(console.out)?;
        console.board(self.game.info(), &*self.attempt.view())?;
        console.say(HELP)
    }

    fn hint(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        self.hints += 1;
        let hint = self.attempt.hint();
        if let Some(text) = hint.text {
            console.say(text)?;
        }
        match hint.action {
            Some(action) => console.say(&format!("Try {action}.")),
            None => console.say("No solution goes on from here. Type again to start over."),
        }
    }

    /// Plays an action; whether the level is solved now.
    fn act(&mut self, action: &str, progress: &ProgressFile, console: &mut Console<'_>) -> io::Result<bool> {
        let answer = self.attempt.play(action);
        self.steps(&answer.played, console)?;
        match answer.status {
            Status::Refused { message, rule, reason } => {
                if let Some(message) = message {
                    console.say(&message)?;
                }
                let rule = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
                console.say(&format!("Not possible: {reason}{rule}"))?;
                Ok(false)
            }
            Status::Going => {
                let left = self.attempt.turns_left();
                let turns = if left == 1 { "turn" } else { "turns" };
                console.say(&format!("You have {left} {turns} left."))?;
                Ok(false)
            }
            Status::Missed { message, refutation } => {
                console.say(&message)?;
                self.steps(&refutation, console)?;
                self.misses += 1;
                writeln!(console.out, "\nTry again.\n")?;
                self.restart();
                console.board(self.game.info(), &*self.attempt.view())?;
                Ok(false)
            }
            Status::Solved => self.solved(progress, console).map(|()| true),
        }
    }

    /// What was done, each in words, and the board after it.
    fn steps(&self, steps: &[Played], console: &mut Console<'_>) -> io::Result<()> {
        let info = self.game.info();
        console.steps(info, steps.iter().map(|step| (step.actor, step.action.as_str(), step.effects.as_slice())))?;
        if let Some(last) = steps.last() {
            writeln!(console.out)?;
            console.board(info, &*last.view)?;
        }
        Ok(())
    }

    fn solved(&self, progress: &ProgressFile, console: &mut Console<'_>) -> io::Result<()> {
        let stars = stars(self.misses, self.hints);
        console.say(&format!("{} Solved. {}", "*".repeat(usize::from(stars)), self.level.success))?;
        if let Err(error) = progress.save(self.game.info().id, &self.level.id, stars) {
            console.say(&format!("Your progress cannot be saved: {error}"))?;
        }
        console.say("Press Enter for the next level, or type again or quit.")
    }
}
