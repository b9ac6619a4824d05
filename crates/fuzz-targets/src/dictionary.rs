//! Dictionaries in libFuzzer's form: a word in quotation marks on each line, with `\\`, `\"` and
//! `\xHH`.

/// The words of a dictionary.
pub(crate) fn words(text: &str) -> Vec<Vec<u8>> {
    text.lines().filter_map(|line| word(line.strip_prefix('"')?.strip_suffix('"')?)).collect()
}

fn word(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match (first, rest) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                rest = after;
                (hex(*high)? << 4) | hex(*low)?
            }
            (b'\\', [escaped, after @ ..]) => {
                rest = after;
                *escaped
            }
            _ => *first,
        });
    }
    Some(bytes)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_dictionary_is_a_word() {
        assert_eq!(words(r#""a\x0A\"\\""#), [b"a\n\"\\".to_vec()]);
        for target in crate::TARGETS {
            let lines = target.dictionary.lines().count();
            assert!(lines > 5 && target.words().len() == lines, "{}", target.name);
        }
    }
}
