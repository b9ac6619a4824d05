//! Pictures as PNG, decoded again.

use std::collections::BTreeSet;

use menagerie_draw::{DrawError, MAX_WIDTH, PREVIEW_SIZE, Style, Theme, png, preview, svg};
use menagerie_game::{Piece, Scene};
use resvg::tiny_skia::Pixmap;

use crate::scenes;

fn decoded(image: &[u8]) -> Pixmap {
    Pixmap::decode_png(image).expect("a PNG image")
}

fn colors(image: &Pixmap) -> BTreeSet<[u8; 4]> {
    let quads = image.data().chunks_exact(4);
    quads.map(|quad| [quad[0], quad[1], quad[2], quad[3]]).collect()
}

#[test]
fn images_have_the_width_asked_for_and_the_shape_of_the_picture() {
    for (name, info, scene) in scenes::all() {
        for theme in [Theme::Light, Theme::Dark] {
            let style = Style { theme, ..Style::default() };
            let image = decoded(&png(info, &scene, &style, 300).expect("drawn"));
            assert_eq!(image.width(), 300, "{name}");
            let picture = svg(info, &scene, &style);
            let size: Vec<f64> = picture
                .split('"')
                .nth(3)
                .expect("a view box")
                .split(' ')
                .map(|part| part.parse().expect("a number"))
                .collect();
            assert!((f64::from(image.height()) - 300.0 * size[3] / size[2]).abs() <= 1.0, "{name}");
            assert!(colors(&image).len() > 200, "{name} is nearly blank");
        }
    }
}

#[test]
fn letters_and_artwork_reach_the_image() {
    let (info, scene) = scenes::hands();
    let with = |kind: &'static str| {
        let mut scene = Scene { pieces: Vec::new(), ..scene.clone() };
        scene.pieces.push(Piece::new(scenes::place("c3"), kind, None));
        png(info, &scene, &Style::default(), 400).expect("drawn")
    };
    let images = ["gold", "silver", "king", "elephant"].map(with);
    assert_eq!(
        images.iter().collect::<BTreeSet<_>>().len(),
        images.len(),
        "two letters, a crown and a star all differ"
    );
}

#[test]
fn the_prompt_is_written_with_the_built_in_font() {
    let (info, scene) = scenes::rivers();
    let with = |text: &'static str| {
        let mut scene = scene.clone();
        scene.prompt.text = text.into();
        png(info, &scene, &Style::default(), 400).expect("drawn")
    };
    assert_ne!(with("Red wins."), with("Red lost."));
}

#[test]
fn images_are_bounded() {
    let (info, mut scene) = scenes::jail();
    for width in [0, u32::from(MAX_WIDTH) + 1, u32::MAX] {
        assert_eq!(png(info, &scene, &Style::default(), width), Err(DrawError::Width(width)));
    }
    scene.planes[0].width = 1;
    scene.planes[0].height = 255;
    scene.spots.clear();
    let tall = png(info, &scene, &Style::default(), MAX_WIDTH.into());
    assert!(matches!(tall, Err(DrawError::TooLarge { .. })), "{:?}", tall.map(|image| image.len()));
    assert!(png(info, &scene, &Style::default(), 20).is_ok());
}

#[test]
fn a_preview_shows_one_board_or_several_in_its_fixed_size() {
    let all = scenes::all();
    let boards: Vec<_> = all.iter().map(|(_, info, scene)| (*info, scene)).collect();
    for boards in [&boards[..1], &boards[..]] {
        let image = decoded(&preview(boards).expect("drawn"));
        assert_eq!((image.width(), image.height()), (PREVIEW_SIZE.0.into(), PREVIEW_SIZE.1.into()));
        assert!(colors(&image).len() > 100, "{} boards are nearly blank", boards.len());
    }
}
