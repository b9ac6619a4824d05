//! Pictures as SVG, read back with an XML parser.

use std::borrow::Cow;

use menagerie_draw::{Highlight, Mark, Style, Theme, svg};
use menagerie_game::{Badge, Counter, GameInfo, Messages, Piece, Place, Scene, Seat, Shape};
use roxmltree::{Document, Node};

use crate::scenes;

const FLIPPED: Style = Style { theme: Theme::Light, flipped: true, highlight: Vec::new(), no_caption: false };

fn styles() -> impl Iterator<Item = Style> {
    [Theme::Light, Theme::Dark]
        .into_iter()
        .flat_map(|theme| [false, true].map(|flipped| Style { theme, flipped, ..Style::default() }))
}

/// Draws and reads the picture back.
fn with_picture<T>(info: &GameInfo, scene: &Scene, style: &Style, look: impl Fn(&Document<'_>) -> T) -> T {
    let picture = svg(info, scene, style);
    look(&Document::parse(&picture).unwrap_or_else(|error| panic!("{error}\n{picture}")))
}

fn of_class<'a, 'd>(picture: &'a Document<'d>, class: &str) -> impl Iterator<Item = Node<'a, 'd>> {
    picture.descendants().filter(move |node| node.attribute("class") == Some(class))
}

fn sorted_values(picture: &Document<'_>, class: &str, attribute: &str) -> Vec<String> {
    let mut values: Vec<String> =
        of_class(picture, class).map(|node| node.attribute(attribute).unwrap_or_default().to_owned()).collect();
    values.sort_unstable();
    values
}

/// Upper left corner of a place.
fn corner(picture: &Document<'_>, place: &str) -> [f64; 2] {
    let spot = of_class(picture, "spot").find(|node| node.attribute("data-place") == Some(place)).expect("drawn");
    let ground = spot.children().find(|node| node.tag_name().name() == "rect");
    let number = |name| ground.and_then(|rect| rect.attribute(name)).and_then(|text| text.parse().ok());
    [number("x").expect("a number"), number("y").expect("a number")]
}

fn texts(picture: &Document<'_>, class: &str) -> Vec<String> {
    let text = |node: Node<'_, '_>| {
        node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect::<String>()
    };
    of_class(picture, class).map(text).collect()
}

#[test]
fn every_spot_and_every_piece_is_drawn_once() {
    for (name, info, scene) in scenes::all() {
        for style in styles() {
            let mut spots: Vec<String> = scene.spots.iter().map(|spot| spot.id.to_string()).collect();
            let mut pieces: Vec<String> = scene.pieces.iter().map(|piece| piece.at.to_string()).collect();
            spots.sort_unstable();
            pieces.sort_unstable();
            with_picture(info, &scene, &style, |picture| {
                assert_eq!(sorted_values(picture, "spot", "data-place"), spots, "{name}");
                assert_eq!(sorted_values(picture, "piece", "data-at"), pieces, "{name}");
            });
        }
    }
}

#[test]
fn a_picture_needs_nothing_from_outside() {
    for (name, info, scene) in scenes::all() {
        with_picture(info, &scene, &Style::default(), |picture| {
            let ids: Vec<&str> = picture.descendants().filter_map(|node| node.attribute("id")).collect();
            for used in picture.descendants().filter_map(|node| node.attribute("href")) {
                assert!(used.strip_prefix('#').is_some_and(|id| ids.contains(&id)), "{name}: {used}");
            }
            assert!(!picture.descendants().any(|node| matches!(node.tag_name().name(), "image" | "style" | "script")));
        });
    }
}

#[test]
fn places_never_overlap_and_lie_inside_the_picture() {
    for (name, info, scene) in scenes::all() {
        for style in styles() {
            with_picture(info, &scene, &style, |picture| {
                let view: Vec<f64> = picture
                    .root_element()
                    .attribute("viewBox")
                    .expect("a view box")
                    .split(' ')
                    .map(|part| part.parse().expect("a number"))
                    .collect();
                let corners: Vec<_> = scene.spots.iter().map(|spot| corner(picture, spot.id.as_str())).collect();
                for (i, [x, y]) in corners.iter().enumerate() {
                    assert!(*x >= 0.0 && *y >= 0.0 && x + 50.0 <= view[2] && y + 20.0 <= view[3], "{name}");
                    let apart = |[a, b]: &[f64; 2]| (x - a).abs() > 55.0 || (y - b).abs() > 25.0;
                    assert!(corners[i + 1..].iter().all(apart), "{name}: {}", scene.spots[i].id);
                }
            });
        }
    }
}

#[test]
fn flipping_turns_the_board_by_180_degrees() {
    let (info, scene) = scenes::jail();
    let place = |style: &Style, id: &str| {
        with_picture(info, &scene, style, |picture| corner(picture, id).map(|side| side.to_string()))
    };
    for (here, there) in [("a1", "h8"), ("c2", "f7"), ("z4", "i5"), ("i4", "z5")] {
        assert_eq!(place(&FLIPPED, there), place(&Style::default(), here), "{here} {there}");
    }
}

#[test]
fn flipping_turns_coordinates_and_wedges() {
    let (info, scene) = scenes::hands();
    let coordinates =
        |style: &Style| with_picture(info, &scene, style, |picture| texts(picture, "coordinates").concat());
    let compact = |text: String| text.split_whitespace().collect::<String>();
    assert_eq!(compact(coordinates(&Style::default())), "abcde54321");
    assert_eq!(compact(coordinates(&FLIPPED)), "edcba12345");
    let outlines = |style: &Style| {
        with_picture(info, &scene, style, |picture| {
            let of = |at| {
                let piece = of_class(picture, "piece").find(|node| node.attribute("data-at") == Some(at));
                piece.expect("drawn").descendants().find_map(|node| node.attribute("d")).expect("a path").to_owned()
            };
            [of("a1"), of("a5")]
        })
    };
    let [white, black] = outlines(&Style::default());
    assert_ne!(white, black);
    assert_eq!(outlines(&FLIPPED), [black, white]);
}

#[test]
fn a_giant_stands_in_the_middle_of_its_block() {
    let (info, scene) = scenes::planes();
    for style in [Style::default(), FLIPPED] {
        with_picture(info, &scene, &style, |picture| {
            let giant =
                of_class(picture, "piece").find(|node| node.attribute("data-at") == Some("c4_")).expect("drawn");
            let [x, y] = corner(picture, "d5_").map(|start| start + 32.0);
            assert_eq!(giant.attribute("transform"), Some(&*format!("translate({x:.1} {y:.1})")));
            assert!(giant.descendants().any(|node| node.attribute("transform") == Some("scale(3.000)")));
        });
    }
}

#[test]
fn badges_counts_counters_titles_and_prompt_are_shown() {
    let (info, scene) = scenes::planes();
    with_picture(info, &scene, &Style::default(), |picture| {
        assert_eq!(texts(picture, "badge"), ["M", "C", "S3", "H", "I2", "M", "S3"]);
        assert_eq!(texts(picture, "count"), ["×2"]);
        assert_eq!(texts(picture, "title"), ["Hell", "Earth", "Heaven"]);
        assert_eq!(texts(picture, "seat"), ["White   12 coins", "Black   7 coins"]);
        assert_eq!(texts(picture, "tray"), ["Shop", "Cards"]);
        assert_eq!(texts(picture, "label")[..2].join(" "), "Stun, 6 coins Wizard hat, 12");
        assert_eq!(texts(picture, "prompt"), ["Pick one of the three chaos effects."]);
    });
    let silent = Style { no_caption: true, ..Style::default() };
    with_picture(info, &scene, &silent, |picture| assert!(texts(picture, "prompt").is_empty()));
}

#[test]
fn more_badges_than_a_row_holds_are_all_shown() {
    let (info, mut scene) = scenes::jail();
    let badge = |i: usize| Badge { id: format!("badge{i}").into(), mark: i.to_string().into(), label: "b".into() };
    scene.pieces[0].badges = (0..10).map(badge).collect();
    with_picture(info, &scene, &Style::default(), |picture| assert_eq!(texts(picture, "badge").len(), 10));
}

#[test]
fn a_badge_named_after_a_kind_shows_its_artwork() {
    let (info, mut scene) = scenes::jail();
    scene.pieces.retain(|piece| piece.at.as_str() == "a1");
    scene.pieces[0].badges = vec![Badge { id: "king".into(), mark: "K".into(), label: "crowned".into() }];
    with_picture(info, &scene, &Style::default(), |picture| {
        assert_eq!(texts(picture, "badge"), [""]);
        let art = picture.descendants().filter(|node| node.tag_name().name() == "use");
        assert_eq!(art.filter_map(|node| node.attribute("href")).collect::<Vec<_>>(), ["#kind-0"]);
    });
}

#[test]
fn marks_lie_on_their_places() {
    let (info, scene) = scenes::jail();
    let marks =
        [("a2", Mark::Moved), ("a3", Mark::Moved), ("b1", Mark::Chosen), ("c3", Mark::Choice), ("a8", Mark::Choice)];
    let highlight = marks.map(|(id, mark)| Highlight { place: scenes::place(id), mark }).to_vec();
    let style = Style { highlight, ..Style::default() };
    with_picture(info, &scene, &style, |picture| {
        let names: Vec<_> = of_class(picture, "mark").map(|node| node.tag_name().name().to_owned()).collect();
        assert_eq!(names.iter().filter(|name| *name == "rect").count(), 4, "a tint or a frame each");
        assert_eq!(names.iter().filter(|name| *name == "circle").count(), 1, "a dot on the empty square");
    });
}

#[test]
fn terrains_and_seats_bring_their_colours() {
    let (info, scene) = scenes::rivers();
    let light = svg(info, &scene, &Style::default());
    let dark = svg(info, &scene, &Style { theme: Theme::Dark, ..Style::default() });
    for terrain in info.terrains {
        assert!(light.contains(terrain.fill) && dark.contains(terrain.dark_fill), "{}", terrain.id);
    }
    for seat in info.seats {
        assert!(light.contains(seat.fill) && light.contains(seat.ink), "{}", seat.name);
    }
}

#[test]
fn who_controls_a_piece_can_be_seen() {
    let (info, scene) = scenes::corpses();
    with_picture(info, &scene, &Style::default(), |picture| {
        let of = |at| of_class(picture, "piece").find(|node| node.attribute("data-at") == Some(at)).expect("drawn");
        let has = |at, name, value| of(at).descendants().any(|node| node.attribute(name) == Some(value));
        assert!(has("i1", "stroke", info.seats[0].fill), "blue's chief obeys red");
        assert!(!has("i9", "stroke", info.seats[0].fill), "yellow's does not");
        assert!(has("a9", "opacity", "0.55"), "green's obeys nobody");
    });
}

#[test]
fn artwork_that_is_none_is_replaced_by_letters() {
    for art in
        ["", "<svg", "<p/>", r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#, "<!DOCTYPE x [<!ENTITY e 'e'>]><svg/>"]
    {
        let kinds = vec![scenes::kind("thing", "TH", Box::leak(art.to_owned().into_boxed_str()))];
        let info = scenes::game(Messages::none(), &[], Box::leak(kinds.into_boxed_slice()), &[]);
        let mut scene = Scene::default();
        scenes::board(&mut scene, "", (1, 1), "", |_, _| "");
        scene.pieces.push(Piece::new(scenes::place("a1"), "thing", None));
        with_picture(&info, &scene, &Style::default(), |picture| {
            let words =
                texts(picture, "piece").into_iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
            assert_eq!(words.collect::<Vec<_>>(), ["thing TH"], "{art}");
        });
    }
}

#[test]
fn artwork_of_a_declared_prefix_and_size_stays_well_formed() {
    const ART: &str = r#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:q="urn:q" width="9" height="9" viewBox="0 0 9 9" fill="red"><path q:a="1" d="M0 0H9V9Z"/></svg>"#;
    static KINDS: [menagerie_game::KindInfo; 1] = [scenes::kind("thing", "T", ART)];
    let info = scenes::game(Messages::none(), &[], &KINDS, &[]);
    let mut scene = Scene::default();
    scenes::board(&mut scene, "", (1, 1), "", |_, _| "");
    scene.pieces.push(Piece::new(scenes::place("a1"), "thing", None));
    with_picture(&info, &scene, &Style::default(), |picture| {
        let symbol = picture.descendants().find(|node| node.tag_name().name() == "symbol").expect("defined");
        assert_eq!((symbol.attribute("fill"), symbol.attribute("width")), (Some("red"), None));
    });
}

#[test]
fn hostile_words_stay_words() {
    const HOSTILE: &str = "</text><script>alert('1')</script> & \"quoted\" ]]> \u{0}\u{1b}\u{ffff}";
    static SEATS: [menagerie_game::SeatInfo; 1] = [scenes::seat(HOSTILE, 'x', "\"/><x", "red", Shape::Bare)];
    // A game without texts is called by its id.
    let info = GameInfo { id: HOSTILE, ..scenes::game(Messages::none(), &SEATS, &[], &[]) };
    let mut scene = scenes::planes().1;
    let words = || Cow::Borrowed(HOSTILE);
    scene.prompt.text = words();
    scene.planes[0].title = words();
    for spot in &mut scene.spots {
        spot.label = words();
        spot.terrain = words();
    }
    let place = Place::new("<&\"'>");
    scene.spots[0].id = place;
    let badges = vec![Badge { id: words(), mark: words(), label: words() }];
    scene.pieces.push(Piece { badges, ..Piece::new(place, HOSTILE, Some(Seat(0))) });
    scene.pieces.push(Piece::new(place, HOSTILE, Some(Seat(77))));
    scene.counters.push(Counter { seat: Seat(200), name: words(), value: i32::MIN });
    for style in styles() {
        with_picture(&info, &scene, &style, |picture| {
            assert!(!picture.descendants().any(|node| matches!(node.tag_name().name(), "script" | "x")));
            assert!(texts(picture, "prompt").join(" ").contains("</text><script>alert('1')</script> & \"quoted\" ]]>"));
            assert!(of_class(picture, "spot").any(|node| node.attribute("data-place") == Some(place.as_str())));
        });
    }
}

#[test]
fn odd_scenes_do_no_harm() {
    let (info, mut scene) = scenes::planes();
    scene.planes[0].width = 0;
    scene.planes[1].height = 255;
    scene.pieces[0].size = 0;
    scene.pieces[1].size = 255;
    scene.pieces[2].count = 0;
    scene.pieces[3].at = Place::new("nowhere");
    let _ = menagerie_draw::text(info, &scene);
    with_picture(info, &scene, &FLIPPED, |picture| assert!(picture.root_element().has_children()));
    with_picture(info, &Scene::default(), &FLIPPED, |picture| assert!(picture.root_element().has_children()));
}
