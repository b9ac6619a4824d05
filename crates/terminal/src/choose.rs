//! Choosing an action by touching: which touches come next, and what a touch leads to.

use menagerie_game::{Choice, Place, Scene, Touch};

/// The touches so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Chooser {
    touched: Vec<Touch>,
}

/// What a touch led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Picked {
    /// It means nothing here.
    Nothing,
    /// More must be touched.
    More,
    /// This action was chosen.
    Done(String),
}

impl Chooser {
    /// Forgets every touch.
    pub(crate) fn clear(&mut self) {
        self.touched.clear();
    }

    /// Takes the last touch back; says whether there was one.
    pub(crate) fn back(&mut self) -> bool {
        self.touched.pop().is_some()
    }

    /// The places touched so far.
    pub(crate) fn touched(&self) -> impl Iterator<Item = Place> + '_ {
        self.touched.iter().filter_map(place_of)
    }

    /// How many touches there were.
    pub(crate) fn touched_count(&self) -> usize {
        self.touched.len()
    }

    /// Whether anything has been touched.
    pub(crate) fn is_begun(&self) -> bool {
        !self.touched.is_empty()
    }

    /// The choices that begin with the touches so far.
    pub(crate) fn open<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = &'a Choice> {
        scene.choices.iter().filter(|choice| choice.touches.starts_with(&self.touched))
    }

    /// What can be touched next, each once.
    pub(crate) fn next<'a>(&'a self, scene: &'a Scene) -> Vec<&'a Touch> {
        let mut touches: Vec<&Touch> = Vec::new();
        for choice in self.open(scene) {
            if let Some(touch) = choice.touches.get(self.touched.len()).filter(|touch| !touches.contains(touch)) {
                touches.push(touch);
            }
        }
        touches
    }

    /// The buttons that can be pressed next: id and label.
    pub(crate) fn buttons<'a>(&'a self, scene: &'a Scene) -> Vec<(&'a str, &'a str)> {
        let button = |touch: &'a Touch| match touch {
            Touch::Button { id, label } => Some((&**id, &**label)),
            Touch::Place { .. } | Touch::Area { .. } => None,
        };
        self.next(scene).into_iter().filter_map(button).collect()
    }

    /// The places that can be touched next.
    pub(crate) fn places(&self, scene: &Scene) -> Vec<Place> {
        self.next(scene).into_iter().filter_map(place_of).collect()
    }

    /// Touches a place. One that does not come next begins anew, if an action begins there; the last one again is let go.
    pub(crate) fn touch(&mut self, scene: &Scene, place: Place) -> Picked {
        if let Some(touch) = find(&self.next(scene), place).cloned() {
            return self.push(scene, touch);
        }
        let again = self.touched.last().and_then(place_of) == Some(place);
        self.clear();
        match find(&self.next(scene), place).cloned() {
            Some(touch) if !again => self.push(scene, touch),
            _ => Picked::Nothing,
        }
    }

    /// Presses a button.
    pub(crate) fn press(&mut self, scene: &Scene, wanted: &str) -> Picked {
        let is_it = |touch: &&&Touch| matches!(touch, Touch::Button { id, .. } if id == wanted);
        match self.next(scene).iter().find(is_it).map(|&touch| touch.clone()) {
            Some(touch) => self.push(scene, touch),
            None => Picked::Nothing,
        }
    }

    fn push(&mut self, scene: &Scene, touch: Touch) -> Picked {
        self.touched.push(touch);
        let done = self.open(scene).find(|choice| choice.touches.len() == self.touched.len());
        match done.map(|choice| choice.action.clone()) {
            Some(action) => {
                self.clear();
                Picked::Done(action)
            }
            None => Picked::More,
        }
    }
}

/// The touch that a place means: the one named by it, or else the first area that covers it.
fn find<'a>(touches: &[&'a Touch], place: Place) -> Option<&'a Touch> {
    let covers = |touch: &&&Touch| matches!(touch, Touch::Area { covers, .. } if covers.contains(&place));
    let named = touches.iter().find(|touch| place_of(touch) == Some(place));
    named.or_else(|| touches.iter().find(covers)).copied()
}

/// The place by which a touch is named.
pub(crate) fn place_of(touch: &Touch) -> Option<Place> {
    match touch {
        Touch::Place { place } | Touch::Area { place, .. } => Some(*place),
        Touch::Button { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: &str) -> Place {
        Place::new(id)
    }

    fn scene() -> Scene {
        let choice = |action: &str, touches: Vec<Touch>| Choice { action: action.into(), touches, words: "".into() };
        let at = |id| Touch::place(place(id));
        let block = Touch::Area { place: place("c1"), covers: vec![place("c1"), place("d1")] };
        let choices = vec![
            choice("a1b1", vec![at("a1"), at("b1"), Touch::button("go", "go there")]),
            choice("a1*b1", vec![at("a1"), at("b1"), Touch::button("shoot", "shoot")]),
            choice("e1c1", vec![at("e1"), block]),
            choice("stop", vec![Touch::button("stop", "end the turn")]),
        ];
        Scene { choices, ..Scene::default() }
    }

    #[test]
    fn an_action_is_chosen_touch_by_touch() {
        let (scene, mut chooser) = (scene(), Chooser::default());
        assert_eq!(chooser.places(&scene), [place("a1"), place("e1")]);
        assert_eq!(chooser.touch(&scene, place("a1")), Picked::More);
        assert_eq!(chooser.places(&scene), [place("b1")]);
        assert_eq!(chooser.touch(&scene, place("b1")), Picked::More);
        assert_eq!(chooser.buttons(&scene), [("go", "go there"), ("shoot", "shoot")]);
        assert_eq!(chooser.press(&scene, "shoot"), Picked::Done("a1*b1".into()));
        assert!(!chooser.is_begun());
    }

    #[test]
    fn another_beginning_starts_anew_and_the_same_place_lets_go() {
        let (scene, mut chooser) = (scene(), Chooser::default());
        chooser.touch(&scene, place("a1"));
        assert_eq!(chooser.touch(&scene, place("e1")), Picked::More);
        assert_eq!(chooser.touched().collect::<Vec<_>>(), [place("e1")]);
        assert_eq!(chooser.touch(&scene, place("e1")), Picked::Nothing);
        assert!(!chooser.is_begun());
    }

    #[test]
    fn any_square_of_an_area_means_the_area() {
        let (scene, mut chooser) = (scene(), Chooser::default());
        chooser.touch(&scene, place("e1"));
        assert_eq!(chooser.touch(&scene, place("d1")), Picked::Done("e1c1".into()));
        assert_eq!(chooser.press(&scene, "stop"), Picked::Done("stop".into()));
        assert_eq!(chooser.press(&scene, "nonsense"), Picked::Nothing);
    }
}
