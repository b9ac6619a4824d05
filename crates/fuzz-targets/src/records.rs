//! Records, as text and as JSON.

use menagerie_record::{Record, Records, verify};

/// Whatever can be read holds the same in both forms, and checking it ends with a verdict.
pub(crate) fn read(input: &[u8]) {
    // Several are read as each of them alone.
    for record in Records::of(input).flatten() {
        assert_eq!(record.to_text().parse::<Record>().as_ref().ok(), Some(&record));
    }
    let Ok(text) = std::str::from_utf8(input) else { return };
    for record in [Record::from_text(text), Record::from_json(text)].into_iter().flatten() {
        let written = record.to_text();
        assert_eq!(Record::from_text(&written).as_ref().ok(), Some(&record), "{written}");
        let written = record.to_json();
        assert_eq!(Record::from_json(&written).as_ref().ok(), Some(&record), "{written}");
        // A verdict either way.
        let _ = verify(&record);
    }
}
