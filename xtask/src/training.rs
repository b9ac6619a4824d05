//! `cargo xtask training`: the training pipeline, once through with tiny numbers on a CPU.

use std::process::Command;

use crate::command::{build_programs, root, step, succeeds, target};
use crate::tools::Tool;
use crate::unchecked::{Part, Unchecked};

const TORCH: Tool = Tool {
    name: "PyTorch",
    package: "python3-torch",
    elsewhere: "Elsewhere: pip install --requirement training/requirements.txt.",
};

/// Where an interpreter with `PyTorch` may be: the one in PATH, and Debian's own.
const INTERPRETERS: [&str; 2] = ["python3", "/usr/bin/python3"];

/// Plays, trains, quantises and loads tiny nets, if `PyTorch` is there.
pub(crate) fn run(unchecked: &mut Unchecked) -> Result<(), String> {
    if !unchecked.can_check(Part::Training, TORCH.provide(|| interpreter().is_some())) {
        return Ok(());
    }
    let Some(interpreter) = interpreter() else { return Ok(()) };
    build_programs(&["menagerie"])?;
    let program = root().join(target()).join("debug/menagerie");
    let script = |name: &str| {
        let mut command = Command::new(interpreter);
        command.arg(name).current_dir(root().join("training")).env("MENAGERIE", &program);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    step("functions of the training", &mut script("test_units.py"))?;
    step("training of tiny nets", &mut script("test_pipeline.py"))
}

fn interpreter() -> Option<&'static str> {
    INTERPRETERS.into_iter().find(|name| succeeds(Command::new(name).args(["-c", "import numpy, torch"])))
}
