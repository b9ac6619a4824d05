//! Prints weights as source code.

use menagerie_game::tuning::Fields;

/// The maximum line length.
const WIDEST: usize = 110;

/// The fields of the table.
pub(crate) fn table(fields: Fields, weights: &[i32]) -> String {
    let mut left = weights;
    let field = |&(name, lengths, per_line): &(&str, &[usize], usize)| {
        let (own, others) = left.split_at(lengths.iter().product());
        left = others;
        ["    ", name, ": ", &value(lengths, own, per_line, 1), ",\n"].concat()
    };
    fields.iter().map(field).collect()
}

/// A number or nested arrays; on one line if it fits.
fn value(lengths: &[usize], numbers: &[i32], per_line: usize, depth: usize) -> String {
    let [_, inner @ ..] = lengths else { return numbers.first().copied().unwrap_or_default().to_string() };
    let parts: Vec<String> = if inner.is_empty() {
        let line = |line: &[i32]| line.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
        numbers.chunks(per_line).map(line).collect()
    } else {
        let size = inner.iter().product();
        numbers.chunks(size).map(|part| value(inner, part, per_line, depth + 1)).collect()
    };
    let short = parts.join(", ");
    if short.len() <= WIDEST && (parts.len() == 1 || !inner.is_empty()) && !short.contains('\n') {
        return format!("[{short}]");
    }
    let indent = "    ".repeat(depth);
    let lines: String = parts.iter().map(|part| [&indent, "    ", part, ",\n"].concat()).collect();
    format!("[\n{lines}{indent}]")
}
