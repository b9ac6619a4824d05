//! One puzzle: shows the board, reads actions and commands, judges.

use std::io;

use menagerie_catalog::find;
use menagerie_game::erased::AnyGame;
use menagerie_game::{GameInfo, GameName};
use menagerie_puzzles::{Attempt, AttemptError, Goal, Played, Puzzle, Status, theme_name};

use crate::line_console::Console;
use crate::puzzle::rating::RatingFile;

const HELP: &str = "Type an action, or: hint, actions, again, solution, next, quit.";

/// What the person does after a puzzle.
pub(crate) enum Next {
    /// Goes on to the next puzzle.
    Puzzle,
    /// Leaves.
    Quit,
}

/// A puzzle being played.
pub(crate) struct PuzzlePlayer<'p> {
    game: &'static dyn AnyGame,
    puzzle: &'p Puzzle,
    title: String,
    attempt: Attempt<'p>,
    /// Whether the result is counted with help or after an error: then it is a miss.
    missed: bool,
}

impl<'p> PuzzlePlayer<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle, title: &str) -> Result<Self, AttemptError> {
        let unknown = || AttemptError::NotToAct(puzzle.solver.clone());
        let game = find(GameName::new(&puzzle.game).id).ok_or_else(unknown)?;
        let attempt = Attempt::new(game, puzzle)?;
        let title = format!("{title} {}: {}, rating {}", puzzle.id, game.info().name(), puzzle.rating);
        Ok(Self { game, puzzle, title, attempt, missed: false })
    }

    /// Plays the puzzle until it is left.
    pub(crate) fn run(mut self, ratings: &RatingFile, console: &mut Console<'_>) -> io::Result<Next> {
        self.show(console)?;
        let mut solved = false;
        while let Some(line) = console.ask()? {
            match line.as_str() {
                "quit" | "q" => return Ok(Next::Quit),
                "next" | "n" => return Ok(Next::Puzzle),
                "" if solved => return Ok(Next::Puzzle),
                "again" => {
                    self.restart();
                    self.show(console)?;
                }
                "hint" | "h" => self.hint(console)?,
                "solution" => self.solution(ratings, console)?,
                "actions" => console.say(&self.attempt.view().actions().join(" "))?,
                "" | "help" | "?" => console.say(HELP)?,
                action => solved |= self.act(action, ratings, console)?,
            }
        }
        Ok(Next::Quit)
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn restart(&mut self) {
        // The puzzle was playable at the start.
        if let Ok(attempt) = Attempt::new(self.game, self.puzzle) {
            self.attempt = attempt;
        }
    }

    /// Title, task and board.
    fn show(&self, console: &mut Console<'_>) -> io::Result<()> {
        writeln!(console.out, "{}\n", self.title)?;
        let turns = self.attempt.turns();
        let turns = if turns == 1 { "one turn".to_owned() } else { format!("{turns} turns") };
        let task = match self.puzzle.goal {
            Goal::Win => "Find the way to a forced win",
            Goal::Advantage => "Find the best line",
            Goal::Eliminate => "Eliminate an opponent",
        };
        let solver = self.info().color_name(&self.puzzle.solver);
        console.say(&format!("You play {solver}. {task}: {turns}."))?;
        writeln!(console.out)?;
        console.board(self.info(), &*self.attempt.view())?;
        console.say(HELP)
    }

    fn hint(&mut self, console: &mut Console<'_>) -> io::Result<()> {
        self.missed = true;
        match self.attempt.hint() {
            Some(action) => console.say(&format!("Try {action}.")),
            None => console.say("This attempt is over. Type again to start over."),
        }
    }

    /// Plays the solution from the start.
    fn solution(&mut self, ratings: &RatingFile, console: &mut Console<'_>) -> io::Result<()> {
        self.count(false, ratings, console)?;
        self.restart();
        while let Some(action) = self.attempt.hint() {
            let answer = self.attempt.play(&action);
            self.steps(&answer.played, console)?;
        }
        console.say("Type again to play it yourself, next or quit.")
    }

    /// Plays an action; whether the puzzle is solved now.
    fn act(&mut self, action: &str, ratings: &RatingFile, console: &mut Console<'_>) -> io::Result<bool> {
        let answer = self.attempt.play(action);
        self.steps(&answer.played, console)?;
        match answer.status {
            Status::Refused { rule, reason } => {
                let rule = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
                console.say(&format!("Not possible: {reason}{rule}"))?;
                Ok(false)
            }
            Status::Going => {
                console.say("Right. Go on.")?;
                Ok(false)
            }
            Status::Wrong { refutation } => {
                console.say("Wrong. This is what follows:")?;
                self.steps(&refutation, console)?;
                self.count(false, ratings, console)?;
                writeln!(console.out, "\nTry again.\n")?;
                self.restart();
                console.board(self.info(), &*self.attempt.view())?;
                Ok(false)
            }
            Status::Solved => self.solved(ratings, console).map(|()| true),
        }
    }

    fn steps(&self, steps: &[Played], console: &mut Console<'_>) -> io::Result<()> {
        let info = self.info();
        console.steps(info, steps.iter().map(|step| (step.actor, step.action.as_str(), step.effects.as_slice())))?;
        if let Some(last) = steps.last() {
            writeln!(console.out)?;
            console.board(info, &*last.view)?;
        }
        Ok(())
    }

    fn solved(&mut self, ratings: &RatingFile, console: &mut Console<'_>) -> io::Result<()> {
        let themes: Vec<_> = self.puzzle.themes.iter().map(|theme| theme_name(theme)).collect();
        console.say(&format!("Solved. Themes: {}.", themes.join(", ")))?;
        self.count(!self.missed, ratings, console)?;
        console.say("Press Enter for the next puzzle, or type again or quit.")
    }

    /// Counts the result and shows the rating.
    fn count(&mut self, solved: bool, ratings: &RatingFile, console: &mut Console<'_>) -> io::Result<()> {
        self.missed |= !solved;
        let (game, puzzle) = (self.info().id, self.puzzle);
        if let Err(error) = ratings.count(game, &puzzle.id, puzzle.rating, solved) {
            console.say(&format!("Your rating cannot be saved: {error}"))?;
        }
        console.say(&format!("Your rating: {}", ratings.rating(game)))
    }
}
