//! `cargo xtask training`: the training pipeline, once through with tiny numbers on a CPU.

use std::process::Command;

use crate::command::{programs, root, step, succeeds, target};
use crate::tools::Tool;
use crate::unchecked::{Part, Unchecked};

const TORCH: Tool = Tool {
    name: "PyTorch",
    package: "python3-torch",
    elsewhere: "Elsewhere: pip install --requirement training/requirements.txt.",
};

/// What the pipeline needs.
const IMPORTS: &str = "import numpy, torch";

/// Where an interpreter with `PyTorch` may be: the one in PATH, and Debian's own.
const INTERPRETERS: [&str; 2] = ["python3", "/usr/bin/python3"];

/// The variable that names the program's commit when it is built, and a commit. Without it a debug build names none. The
/// test expects the commit of its program in the note of each net.
const COMMIT: (&str, &str) = ("MENAGERIE_COMMIT", "0123456789 2026-01-01");

/// Tests single functions with Python alone. Then plays, trains, quantises and loads tiny nets, if `PyTorch` is there.
pub(crate) fn run(unchecked: &mut Unchecked) -> Result<(), String> {
    // Without Python there is no PyTorch either, and the part is reported below.
    if let Some(python) = interpreter("import sys") {
        step("functions of the training", &mut script(python, "test_units.py"))?;
    }
    if !unchecked.can_check(Part::Training, TORCH.provide(|| interpreter(IMPORTS).is_some())) {
        return Ok(());
    }
    let Some(python) = interpreter(IMPORTS) else { return Ok(()) };
    step("program that names a commit", programs(&["menagerie"]).env(COMMIT.0, COMMIT.1))?;
    let program = root().join(target()).join("debug/menagerie");
    step("training of tiny nets", script(python, "test_pipeline.py").env("MENAGERIE", program))
}

fn script(python: &str, name: &str) -> Command {
    let mut command = Command::new(python);
    command.arg(name).current_dir(root().join("training")).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The first interpreter that can run this program.
fn interpreter(program: &str) -> Option<&'static str> {
    INTERPRETERS.into_iter().find(|name| succeeds(Command::new(name).args(["-c", program])))
}
