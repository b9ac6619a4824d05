//! What a message file may hold, and what its defects are.

use super::*;

static FILE: Messages = Messages::new(&[
    (
        "en",
        "plain = Two words\nstep = { $piece } goes to { $to }\n\
         lives = { $count ->\n    [0] no life\n    [one] { $count } life\n   *[other] { $count } lives\n }\n\
         kind-rat = rat\n    .text = It swims.\ntopic-shop-new-rook = New Rook\n",
    ),
    (
        "pl",
        "lives = { $count ->\n    [one] { $count } życie\n    [few] { $count } życia\n   *[many] { $count } żyć\n }\n",
    ),
]);

#[test]
fn a_text_without_parameters_is_not_copied() {
    assert!(matches!(FILE.text("plain", &[]), Cow::Borrowed("Two words")));
    assert_eq!(FILE.problems(), []);
}

#[test]
fn parameters_are_filled_in() {
    assert_eq!(FILE.text("step", &[("to", &'e'), ("piece", &"rat")]), "rat goes to e");
}

#[test]
fn plurals_follow_the_language() {
    let lives = |count: u32| FILE.text("lives", &[("count", &count)]);
    assert_eq!([0, 1, 2].map(lives), ["no life", "1 life", "2 lives"]);
    assert_eq!(in_language("pl", || [1, 3, 5].map(lives)), ["1 życie", "3 życia", "5 żyć"]);
    assert_eq!(lives(3), "3 lives", "the language ends with its closure");
}

#[test]
fn what_a_language_lacks_is_english() {
    assert_eq!(in_language("pl", || FILE.text("plain", &[])), "Two words");
    assert_eq!(in_language("xx", || FILE.text("plain", &[])), "Two words");
}

#[test]
fn facts_are_found_by_their_ids() {
    assert_eq!(FILE.fact("kind", "rat", None), Some("rat"));
    assert_eq!(FILE.fact("kind", "rat", Some("text")), Some("It swims."));
    assert_eq!(FILE.fact("topic", "shop:new rook", None), Some("New Rook"));
    assert_eq!(FILE.fact("kind", "dog", None), None);
    assert_eq!(FILE.fact("kind", &"x".repeat(200), None), None);
}

#[test]
#[should_panic(expected = "no message 'plan'")]
fn a_missing_key_is_a_bug() {
    let _ = FILE.text("plan", &[]);
}

#[test]
#[should_panic(expected = "its parameters are")]
fn a_missing_parameter_is_a_bug() {
    let _ = FILE.text("step", &[("piece", &"rat")]);
}

#[test]
fn defects_are_named() {
    static DEFECTS: Messages = Messages::new(&[(
        "en",
        "good = Text\ngood = Again\nbad key = Text\nquote = See { good }\nnumber = { NUMBER($count) }\n-term = Text\n",
    )]);
    let problems: Vec<String> = DEFECTS.problems().iter().map(ToString::to_string).collect();
    let expected = ["good stands there twice", "bad key", "quote has a reference", "number has a", "term has a term"];
    assert_eq!(problems.len(), expected.len(), "{problems:#?}");
    for (problem, part) in problems.iter().zip(expected) {
        assert!(problem.contains(part), "{problem}");
    }
    assert_eq!(DEFECTS.text("good", &[]), "Text", "the rest of the file is read");
}

#[test]
fn this_crates_own_file_has_no_defects() {
    assert_eq!(MESSAGES.problems(), []);
}
