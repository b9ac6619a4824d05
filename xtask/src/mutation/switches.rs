//! Edits behind switches: one source has all of them, and the environment chooses one when the program starts. So one build
//! serves many edits. The literature calls this mutant schemata.

use std::collections::BTreeMap;
use std::ops::Range;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

/// The environment variable with the number of the edit that is switched on.
pub(crate) const VARIABLE: &str = "SWITCHED_EDIT";

/// The environment variable with a file, to which a program adds the number of each switch that it comes by.
pub(crate) const REACHED: &str = "SWITCHES_REACHED";

/// An edit of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    pub(crate) number: usize,
    /// The bytes that are replaced.
    pub(crate) place: Range<usize>,
    pub(crate) replace: String,
}

impl Edit {
    /// A part of the source with this edit. The part begins at this byte.
    fn apply(&self, part: &str, begin: usize) -> String {
        let mut text = part.to_owned();
        text.replace_range(self.place.start - begin..self.place.end - begin, &self.replace);
        text
    }
}

/// The source of one file with the edits behind switches, and the numbers of those that are in it. An edit is left out if it
/// is neither inside a function nor the value of a constant that functions of the same file use.
pub(crate) fn with_switches(source: &str, edits: &[Edit]) -> (String, Vec<usize>) {
    let Some(places) = Places::of(source) else { return (source.to_owned(), Vec::new()) };
    let mut in_functions: BTreeMap<usize, (&Function, Vec<&Edit>)> = BTreeMap::new();
    let mut in_constants = Vec::new();
    for edit in edits {
        if let Some(function) = places.function_around(&edit.place) {
            in_functions.entry(function.body.start).or_insert((function, Vec::new())).1.push(edit);
        } else if let Some(name) = places.constant_around(&edit.place) {
            in_constants.push((edit, name));
        }
    }
    let mut text = source.to_owned();
    let mut switched = Vec::new();
    for (function, edits) in in_functions.into_values().rev() {
        switched.extend(edits.iter().map(|edit| edit.number));
        let body = function.body.clone();
        let mut replaced = switched_body(&source[body.clone()], body.start, &edits);
        if let Some(constant) = &function.constant {
            // A switch is decided at run time, so the function cannot be constant.
            replaced = edits.iter().fold(replaced, |it, edit| it + &constant_mark(edit.number, &function.name));
            text.replace_range(body, &replaced);
            text.replace_range(constant.clone(), "");
        } else {
            text.replace_range(body, &replaced);
        }
    }
    for (edit, name) in in_constants {
        let edited = edit.apply(source, 0);
        let value = Places::of(&edited).and_then(|places| places.value_of(&edited, name));
        if let Some(other) = value.and_then(|value| switched_constant(&text, edit.number, name, &value)) {
            text = other;
            switched.push(edit.number);
        }
    }
    switched.sort_unstable();
    (text, switched)
}

/// The edits that an error of the compiler is about: those in whose branch it is, or else in whose function.
pub(crate) fn blamed(text: &str, offset: usize, numbers: &[usize]) -> Vec<usize> {
    let between = |begin: String, end: String| {
        let opened = text.match_indices(&begin).map(|(at, _)| at).take_while(|at| *at <= offset).last();
        opened.is_some_and(|at| text[at..].find(&end).is_some_and(|length| at + length >= offset))
    };
    let branch = |number: &&usize| between(format!("/*edit {number} {{*/"), format!("/*}} edit {number}*/"));
    let function = |number: &&usize| between(format!("/*function {number} {{*/"), format!("/*}} function {number}*/"));
    let found: Vec<usize> = numbers.iter().filter(branch).copied().collect();
    if found.is_empty() { numbers.iter().filter(function).copied().collect() } else { found }
}

/// The edits in functions that are constant in the original, if the compiler wants one of this name to be so.
pub(crate) fn wanted_constant(text: &str, message: &str, numbers: &[usize]) -> Vec<usize> {
    let called = message.split_once("non-const").and_then(|(_, rest)| rest.split('`').nth(1)).unwrap_or_default();
    let name = called.rsplit("::").next().unwrap_or_default();
    numbers.iter().copied().filter(|number| text.contains(&constant_mark(*number, name))).collect()
}

fn constant_mark(number: usize, name: &str) -> String {
    format!(" /*constant {number} {name}*/")
}

/// A condition that holds if an edit is switched on. It is computed once.
fn condition(number: usize) -> String {
    format!(
        "{{ static IT: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {{ \
         if let Some(file) = std::env::var_os(\"{REACHED}\") {{ \
         let file = std::fs::File::options().append(true).create(true).open(file); \
         let _ = file.and_then(|mut file| std::io::Write::write_all(&mut file, b\"{number}\\n\")); }} \
         std::env::var(\"{VARIABLE}\").is_ok_and(|it| it == \"{number}\") }}); *IT }}"
    )
}

/// The body of a function with a branch for each edit. It begins at this byte of the source.
fn switched_body(body: &str, begin: usize, edits: &[&Edit]) -> String {
    let mut text = body.to_owned();
    for edit in edits {
        let (number, edited) = (edit.number, edit.apply(body, begin));
        let branch = format!("/*edit {number} {{*/ {edited} /*}} edit {number}*/");
        text = format!(
            "/*function {number} {{*/ {{ if {} {branch} else {text} }} /*}} function {number}*/",
            condition(number)
        );
    }
    text
}

/// The text with a switch at each use of a constant; `None` if no function uses it.
fn switched_constant(text: &str, number: usize, name: &str, value: &str) -> Option<String> {
    let mut uses = Places::of(text)?.uses_of(name);
    uses.sort_by_key(|range| range.start);
    let mut text = text.to_owned();
    let edited = format!("/*edit {number} {{*/ {value} /*}} edit {number}*/");
    for place in uses.iter().rev() {
        let switch = format!("(if {} {{ {edited} }} else {{ {name} }})", condition(number));
        text.replace_range(place.clone(), &switch);
    }
    (!uses.is_empty()).then_some(text)
}

/// A function with the places of its body and of the word `const`.
struct Function {
    name: String,
    body: Range<usize>,
    constant: Option<Range<usize>>,
}

/// Where a source has what switches are about, in bytes.
#[derive(Default)]
struct Places {
    functions: Vec<Function>,
    /// Constants with the places of their items and values.
    constants: Vec<(String, Range<usize>, Range<usize>)>,
    /// The names that stand as expressions.
    names: Vec<(String, Range<usize>)>,
}

impl Places {
    fn of(source: &str) -> Option<Self> {
        let mut places = Self::default();
        places.visit_file(&syn::parse_file(source).ok()?);
        Some(places)
    }

    /// The body of the outermost function that has this place.
    fn function_around(&self, place: &Range<usize>) -> Option<&Function> {
        let around = self.functions.iter().filter(|it| it.body.start <= place.start && place.end <= it.body.end);
        around.min_by_key(|it| it.body.start)
    }

    fn constant_around(&self, place: &Range<usize>) -> Option<&str> {
        let found = self.constants.iter().find(|(_, item, _)| item.start <= place.start && place.end <= item.end);
        found.map(|(name, _, _)| name.as_str())
    }

    fn value_of(&self, source: &str, name: &str) -> Option<String> {
        let found = self.constants.iter().find(|(known, _, _)| known == name);
        found.map(|(_, _, value)| source[value.clone()].to_owned())
    }

    fn uses_of(&self, name: &str) -> Vec<Range<usize>> {
        let is_use = |place: &Range<usize>| self.function_around(place).is_some_and(|it| it.constant.is_none());
        self.names.iter().filter(|(known, place)| known == name && is_use(place)).map(|(_, it)| it.clone()).collect()
    }

    fn add_function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let constant = signature.constness.map(|word| word.span().byte_range());
        self.functions.push(Function { name: signature.ident.to_string(), body: body.span().byte_range(), constant });
    }
}

impl<'a> Visit<'a> for Places {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.add_function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.add_function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        let (name, value) = (item.ident.to_string(), item.expr.span().byte_range());
        self.constants.push((name, item.span().byte_range(), value));
        visit::visit_item_const(self, item);
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        if let Some(name) = path.path.get_ident() {
            self.names.push((name.to_string(), path.span().byte_range()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "const MOST: usize = 5;\nfn fits(n: usize) -> bool { n > 0 && n <= MOST }\nstatic OTHER: u8 = 1;\n";

    fn edit(number: usize, find: &str, replace: &str) -> Edit {
        let start = SOURCE.find(find).unwrap();
        Edit { number, place: start..start + find.len(), replace: replace.to_owned() }
    }

    #[test]
    fn a_function_has_a_branch_for_each_edit_and_the_original_one() {
        let (text, switched) = with_switches(SOURCE, &[edit(3, "n > 0 &&", ""), edit(7, "n <= MOST", "true")]);
        assert_eq!(switched, [3, 7]);
        for branch in ["{  n <= MOST }", "{ n > 0 && true }", "{ n > 0 && n <= MOST }"] {
            assert_eq!(text.matches(branch).count(), 1, "{branch} in {text}");
        }
        assert!(text.contains("it == \"3\"") && text.contains("it == \"7\""), "{text}");
        assert!(syn::parse_file(&text).is_ok(), "{text}");
    }

    #[test]
    fn a_constant_is_switched_where_functions_use_it() {
        let (text, switched) = with_switches(SOURCE, &[edit(1, "= 5;", "= 5_000;"), edit(2, "n > 0 &&", "")]);
        assert_eq!(switched, [1, 2]);
        assert_eq!(text.matches("/*edit 1 {*/ 5_000 /*} edit 1*/ } else { MOST }").count(), 2, "{text}");
        assert!(text.starts_with("const MOST: usize = 5;\n"), "{text}");
        assert!(syn::parse_file(&text).is_ok(), "{text}");
    }

    #[test]
    fn a_constant_function_is_constant_no_more() {
        let source = "pub const fn low() -> u8 { 1 }\n";
        let edit = Edit { number: 4, place: 27..28, replace: "0".to_owned() };
        let (text, switched) = with_switches(source, &[edit]);
        assert_eq!(switched, [4]);
        assert!(text.starts_with("pub  fn low() -> u8 /*function 4 {*/"), "{text}");
        assert!(text.contains("{ 0 }") && text.contains("{ 1 }"), "{text}");
        let wanted = |message: &str| wanted_constant(&text, message, &[4]);
        assert_eq!(wanted("cannot call non-const associated function `Level::low` in constants"), [4]);
        assert_eq!(wanted("cannot call non-const function `lower` in constants"), [0; 0]);
    }

    #[test]
    fn an_edit_elsewhere_is_left_out() {
        let elsewhere = edit(1, "OTHER: u8 = 1", "OTHER: u8 = 2");
        assert_eq!(with_switches(SOURCE, &[elsewhere]), (SOURCE.to_owned(), Vec::new()));
    }

    #[test]
    fn an_error_is_blamed_on_the_branch_or_on_the_whole_function() {
        let (text, _) = with_switches(SOURCE, &[edit(3, "n > 0 &&", "wrong"), edit(7, "n <= MOST", "true")]);
        assert_eq!(blamed(&text, text.find("wrong").unwrap(), &[3, 7]), [3]);
        assert_eq!(blamed(&text, text.find("n > 0 && n <= MOST").unwrap(), &[3, 7]), [3, 7]);
        assert_eq!(blamed(&text, 0, &[3, 7]), [0; 0]);
    }
}
