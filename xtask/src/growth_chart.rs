//! The chart of the growth figures: a panel of bars for each question, as SVG.

use std::fmt::Write as _;

const PANEL: (f64, f64) = (400.0, 230.0);
/// The bars' area within a panel.
const LEFT: f64 = 20.0;
const TOP: f64 = 52.0;
const HEIGHT: f64 = 130.0;

/// A question that a panel answers.
struct Panel {
    part: &'static str,
    title: &'static str,
    /// The column that labels the bars.
    label: &'static str,
    value: &'static str,
}

const PANELS: [Panel; 6] = [
    Panel { part: "nodes", title: "Actions per second, 50 tables flat out", label: "nodes", value: "actions/s" },
    Panel { part: "nodes", title: "CPU time per action in µs", label: "nodes", value: "CPU µs per action" },
    Panel {
        part: "tables",
        title: "CPU time per action in µs, by tables",
        label: "tables",
        value: "CPU µs per action",
    },
    Panel { part: "tables", title: "Memory in MB, by tables", label: "tables", value: "memory MB" },
    Panel { part: "connections", title: "Memory in MB, by connections", label: "connections", value: "memory MB" },
    Panel {
        part: "spectators",
        title: "ms until the last spectator has an action",
        label: "connections",
        value: "p50 ms",
    },
];

/// Draws the figures.
pub(crate) fn chart(figures: &str) -> Result<String, String> {
    let mut lines = figures.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().ok_or("no figures")?;
    let rows: Vec<Vec<&str>> = lines.collect();
    let column = |name: &str| head.iter().position(|it| *it == name).ok_or_else(|| format!("no column {name}"));
    let (width, height) = (2.0 * PANEL.0, PANEL.1 * (PANELS.len() / 2) as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (index, panel) in PANELS.iter().enumerate() {
        let (label, value) = (column(panel.label)?, column(panel.value)?);
        let own = rows.iter().filter(|row| row.first() == Some(&panel.part));
        let bars: Vec<(&str, f64)> =
            own.filter_map(|row| Some((*row.get(label)?, row.get(value)?.parse().ok()?))).collect();
        let (x, y) = (PANEL.0 * (index % 2) as f64, PANEL.1 * (index / 2) as f64);
        draw_panel(&mut svg, panel, &bars, x, y);
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn draw_panel(svg: &mut String, panel: &Panel, bars: &[(&str, f64)], x: f64, y: f64) {
    let highest = bars.iter().map(|(_, value)| *value).fold(1e-9, f64::max);
    let step = (PANEL.0 - 2.0 * LEFT) / bars.len().max(1) as f64;
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"14\" font-weight=\"bold\" fill=\"#222\">{}</text>",
        x + LEFT,
        y + 26.0,
        panel.title
    );
    for (index, (label, value)) in bars.iter().enumerate() {
        let height = HEIGHT * value / highest;
        let left = x + LEFT + step * index as f64;
        let (middle, foot) = (left + step / 2.0, y + TOP + HEIGHT);
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#3b6ea5\"/>",
            left + step * 0.2,
            foot - height,
            step * 0.6
        );
        text(svg, middle, foot - height - 5.0, &grouped(*value));
        text(svg, middle, foot + 16.0, &grouped(label.parse().unwrap_or_default()));
    }
    text(svg, x + PANEL.0 / 2.0, y + TOP + HEIGHT + 34.0, panel.label);
}

fn text(svg: &mut String, x: f64, y: f64, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#222\">{text}</text>"
    );
}

/// A number with commas between thousands; small ones with a decimal.
fn grouped(value: f64) -> String {
    if value < 10.0 && value.fract() != 0.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let commas = |(index, digit): (usize, char)| {
        let comma = index > 0 && (digits.len() - index).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(commas).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0.25, 7.0, 999.6, 12_345.0, 1_000_000.0].map(grouped),
            ["0.2", "7", "1,000", "12,345", "1,000,000"]
        );
    }
}
