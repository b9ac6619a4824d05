//! The action picker: a person chooses an action by selecting squares and pressing buttons, one
//! after the other.

use menagerie_game::{Choice, Place, Scene, Touch};

/// The selections so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ActionPicker {
    touched: Vec<Touch>,
}

/// The effect of a selection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PickResult {
    /// The selection has no meaning here.
    Nothing,
    /// The action needs more selections.
    More,
    /// The selections make up this action.
    Done(String),
}

impl ActionPicker {
    /// Clears all selections.
    pub(crate) fn clear(&mut self) {
        self.touched.clear();
    }

    /// Undoes the last selection. Returns whether there was one.
    pub(crate) fn back(&mut self) -> bool {
        self.touched.pop().is_some()
    }

    /// The selected places.
    pub(crate) fn touched(&self) -> impl Iterator<Item = Place> + '_ {
        self.touched.iter().filter_map(place_of)
    }

    /// The number of selections.
    pub(crate) fn touched_count(&self) -> usize {
        self.touched.len()
    }

    /// Whether anything is selected.
    pub(crate) fn is_begun(&self) -> bool {
        !self.touched.is_empty()
    }

    /// The choices that begin with the selections so far.
    pub(crate) fn open<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = &'a Choice> {
        scene.choices.iter().filter(|choice| choice.touches.starts_with(&self.touched))
    }

    /// The possible next selections, without duplicates.
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
            Touch::Button { id, label, .. } => Some((&**id, &**label)),
            Touch::Place { .. } | Touch::Area { .. } => None,
        };
        self.next(scene).into_iter().filter_map(button).collect()
    }

    /// The places that can be selected next.
    pub(crate) fn places(&self, scene: &Scene) -> Vec<Place> {
        self.next(scene).into_iter().filter_map(place_of).collect()
    }

    /// Selects a place. A place that does not come next starts a new action, if one begins there.
    /// Selecting the last place again deselects it.
    pub(crate) fn touch(&mut self, scene: &Scene, place: Place) -> PickResult {
        if let Some(touch) = find(&self.next(scene), place).cloned() {
            return self.push(scene, touch);
        }
        let again = self.touched.last().and_then(place_of) == Some(place);
        self.clear();
        match find(&self.next(scene), place).cloned() {
            Some(touch) if !again => self.push(scene, touch),
            _ => PickResult::Nothing,
        }
    }

    /// Presses a button.
    pub(crate) fn press(&mut self, scene: &Scene, wanted: &str) -> PickResult {
        let is_it = |touch: &&&Touch| matches!(touch, Touch::Button { id, .. } if id == wanted);
        match self.next(scene).iter().find(is_it).map(|&touch| touch.clone()) {
            Some(touch) => self.push(scene, touch),
            None => PickResult::Nothing,
        }
    }

    fn push(&mut self, scene: &Scene, touch: Touch) -> PickResult {
        self.touched.push(touch);
        let done = self.open(scene).find(|choice| choice.touches.len() == self.touched.len());
        match done.map(|choice| choice.action.clone()) {
            Some(action) => {
                self.clear();
                PickResult::Done(action)
            }
            None => PickResult::More,
        }
    }
}

/// The selection that a place stands for: the one with this name, or else the first area that
/// covers it.
fn find<'a>(touches: &[&'a Touch], place: Place) -> Option<&'a Touch> {
    let covers = |touch: &&&Touch| matches!(touch, Touch::Area { covers, .. } if covers.contains(&place));
    let named = touches.iter().find(|touch| place_of(touch) == Some(place));
    named.or_else(|| touches.iter().find(covers)).copied()
}

/// The place that names a selection.
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
        let choice = |action: &str, touches: Vec<Touch>| Choice::new(action, touches, "");
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
        let (scene, mut picker) = (scene(), ActionPicker::default());
        assert_eq!(picker.places(&scene), [place("a1"), place("e1")]);
        assert_eq!(picker.touch(&scene, place("a1")), PickResult::More);
        assert_eq!(picker.places(&scene), [place("b1")]);
        assert_eq!(picker.touch(&scene, place("b1")), PickResult::More);
        assert_eq!(picker.buttons(&scene), [("go", "go there"), ("shoot", "shoot")]);
        assert_eq!(picker.press(&scene, "shoot"), PickResult::Done("a1*b1".into()));
        assert!(!picker.is_begun());
    }

    #[test]
    fn another_beginning_starts_anew_and_the_same_place_lets_go() {
        let (scene, mut picker) = (scene(), ActionPicker::default());
        picker.touch(&scene, place("a1"));
        assert_eq!(picker.touch(&scene, place("e1")), PickResult::More);
        assert_eq!(picker.touched().collect::<Vec<_>>(), [place("e1")]);
        assert_eq!(picker.touch(&scene, place("e1")), PickResult::Nothing);
        assert!(!picker.is_begun());
    }

    #[test]
    fn any_square_of_an_area_means_the_area() {
        let (scene, mut picker) = (scene(), ActionPicker::default());
        picker.touch(&scene, place("e1"));
        assert_eq!(picker.touch(&scene, place("d1")), PickResult::Done("e1c1".into()));
        assert_eq!(picker.press(&scene, "stop"), PickResult::Done("stop".into()));
        assert_eq!(picker.press(&scene, "nonsense"), PickResult::Nothing);
    }
}
