//! One message, ready to be filled in: about as fast as `format!`.

use std::fmt::{Display, Write};

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use intl_pluralrules::PluralCategory;

use super::Plurals;

/// A message's text with its parameters.
#[derive(Debug)]
pub(super) struct Template {
    parts: Vec<Part>,
    /// The names of the parameters, each once.
    parameters: Vec<&'static str>,
}

/// A part of a text.
#[derive(Debug)]
enum Part {
    Text(String),
    Parameter(&'static str),
    /// One of several texts, by the value of a parameter.
    Select {
        parameter: &'static str,
        variants: Vec<(&'static str, Vec<Part>)>,
        default: usize,
    },
}

impl Template {
    /// Compiles a pattern. The error names what is not supported.
    pub(super) fn of(pattern: &Pattern<&'static str>) -> Result<Self, &'static str> {
        let parts = parts(pattern)?;
        let mut parameters = Vec::new();
        collect(&parts, &mut parameters);
        Ok(Self { parts, parameters })
    }

    /// The names of its parameters.
    pub(super) fn parameters(&self) -> Vec<&'static str> {
        self.parameters.clone()
    }

    /// Whether these are its parameters, all of them and no other.
    pub(super) fn takes(&self, given: &[(&str, &dyn Display)]) -> bool {
        given.len() == self.parameters.len() && given.iter().all(|(name, _)| self.parameters.contains(name))
    }

    /// The text of a message without parameters.
    pub(super) fn constant(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The text with these parameters.
    pub(super) fn fill(&self, plurals: &Plurals, given: &[(&str, &dyn Display)]) -> String {
        let mut text = String::with_capacity(64);
        fill(&self.parts, plurals, given, &mut text);
        text
    }
}

fn fill(parts: &[Part], plurals: &Plurals, given: &[(&str, &dyn Display)], text: &mut String) {
    let value = |name: &str| given.iter().find(|(given, _)| *given == name).map(|(_, value)| value);
    for part in parts {
        match part {
            Part::Text(constant) => text.push_str(constant),
            Part::Parameter(name) => match value(name) {
                Some(value) => write!(text, "{value}").unwrap_or_default(),
                None => text.push_str(name),
            },
            Part::Select { parameter, variants, default } => {
                let key = value(parameter).map(ToString::to_string).unwrap_or_default();
                let named = |wanted: &str| variants.iter().position(|(name, _)| *name == wanted);
                let chosen = named(&key).or_else(|| named(plurals.category(&key)?)).unwrap_or(*default);
                fill(&variants[chosen].1, plurals, given, text);
            }
        }
    }
}

impl Plurals {
    /// The category of a whole number in this language; `None` for what is none. Reading fractions would need a table of
    /// 10 kB in the module for browsers.
    fn category(&self, number: &str) -> Option<&'static str> {
        Some(match self.0.as_ref()?.select(number.parse::<i64>().ok()?).ok()? {
            PluralCategory::ZERO => "zero",
            PluralCategory::ONE => "one",
            PluralCategory::TWO => "two",
            PluralCategory::FEW => "few",
            PluralCategory::MANY => "many",
            PluralCategory::OTHER => "other",
        })
    }
}

fn parts(pattern: &Pattern<&'static str>) -> Result<Vec<Part>, &'static str> {
    let mut parts: Vec<Part> = Vec::new();
    for element in &pattern.elements {
        let part = match element {
            PatternElement::TextElement { value } => Part::Text((*value).to_owned()),
            PatternElement::Placeable { expression } => placeable(expression)?,
        };
        // The parser splits a text at its line breaks; a constant is one part.
        match (parts.last_mut(), part) {
            (Some(Part::Text(text)), Part::Text(more)) => text.push_str(&more),
            (_, part) => parts.push(part),
        }
    }
    Ok(parts)
}

fn placeable(expression: &Expression<&'static str>) -> Result<Part, &'static str> {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => Ok(Part::Parameter(id.name)),
        Expression::Inline(InlineExpression::StringLiteral { value }) => Ok(Part::Text((*value).to_owned())),
        Expression::Inline(_) => Err("a reference, a number or a function"),
        Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
            let default = variants.iter().position(|variant| variant.default).ok_or("no default variant")?;
            let variants = variants.iter().map(variant).collect::<Result<_, _>>()?;
            Ok(Part::Select { parameter: id.name, variants, default })
        }
        Expression::Select { .. } => Err("a selector that is no parameter"),
    }
}

fn variant(variant: &Variant<&'static str>) -> Result<(&'static str, Vec<Part>), &'static str> {
    let key = match variant.key {
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    };
    Ok((key, parts(&variant.value)?))
}

fn collect(parts: &[Part], found: &mut Vec<&'static str>) {
    for part in parts {
        let name = match part {
            Part::Text(_) => continue,
            Part::Parameter(name) => name,
            Part::Select { parameter, variants, .. } => {
                for (_, parts) in variants {
                    collect(parts, found);
                }
                parameter
            }
        };
        if !found.contains(name) {
            found.push(name);
        }
    }
}
