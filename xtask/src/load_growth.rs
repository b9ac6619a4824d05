//! `cargo xtask load --growth`: measures how the server grows, keeps the figures in `docs/reference/growth.tsv`, and draws
//! their chart.

use std::process::Stdio;

use crate::command::{cargo, root, step, target};
use crate::growth_chart::chart;
use crate::services::Services;

/// The figures, one case per line. The first field names the part of the measurement.
const FIGURES: &str = "docs/reference/growth.tsv";
const CHART: &str = "docs/pictures/growth.svg";
const PARTS: [&str; 4] = ["nodes", "tables", "connections", "spectators"];

/// Measures the named parts, or all, and replaces their figures.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    if words == ["--draw"] {
        return draw();
    }
    let parts: Vec<&str> = if words.is_empty() { PARTS.to_vec() } else { words.to_vec() };
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(part)) {
        return Err(format!(
            "--growth {unknown}: the parts are {}, and --draw draws the chart again",
            PARTS.join(", ")
        ));
    }
    step("load", &mut cargo(&["build", "--release", "--package", "menagerie-server", "--example", "load"]))?;
    for part in parts {
        let figures = measure(part)?;
        print!("{figures}");
        keep(part, &figures)?;
    }
    draw()
}

fn measure(part: &str) -> Result<String, String> {
    let services = (part == "nodes").then(Services::start).transpose()?;
    let mut command = std::process::Command::new(target().join("release/examples/load"));
    command.args(["--growth", "--part", part]);
    if let Some(services) = &services {
        let (nats, postgres) = (services.nats(), services.postgres().ok_or("there is no PostgreSQL")?);
        postgres.enable_fsync()?;
        postgres.use_default_wal_size()?;
        let processes = [postgres.id().unwrap_or_default(), nats.id()].map(|id| id.to_string());
        command.args(["--services", &format!("{},{},{}", postgres.url(), nats.url(), processes.join(","))]);
    }
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("load: {error}"))?;
    if !output.status.success() {
        return Err(format!("load --growth --part {part} failed"));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Replaces the figures of a part.
fn keep(part: &str, printed: &str) -> Result<(), String> {
    let path = root().join(FIGURES);
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    std::fs::write(&path, replaced(&old, part, printed)).map_err(|error| format!("{FIGURES}: {error}"))
}

/// The old figures with those of one part replaced by what the load generator printed.
fn replaced(old: &str, part: &str, printed: &str) -> String {
    let is_row = |line: &&str, part: &str| line.split('\t').next() == Some(part);
    let head = printed.lines().find(|line| is_row(line, "part")).unwrap_or_default();
    let mut lines = vec![head];
    for known in PARTS {
        let source = if known == part { printed } else { old };
        lines.extend(source.lines().filter(|line| is_row(line, known)));
    }
    lines.join("\n") + "\n"
}

fn draw() -> Result<(), String> {
    let figures = std::fs::read_to_string(root().join(FIGURES)).map_err(|error| format!("{FIGURES}: {error}"))?;
    std::fs::write(root().join(CHART), chart(&figures)?).map_err(|error| format!("{CHART}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_other_parts_stay() {
        let old = "part\ta\nnodes\t1\ntables\t2\n";
        let new = replaced(old, "tables", "noise\npart\ta\ntables\t3\ntables\t4\nload average 1\n");
        assert_eq!(new, "part\ta\nnodes\t1\ntables\t3\ntables\t4\n");
    }

    #[test]
    fn the_chart_shows_the_figures() {
        let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
        let drawn = chart(&read(FIGURES)).unwrap();
        assert!(drawn == read(CHART), "run cargo xtask load --growth --draw");
    }
}
