//! The trays of a scene: hands, shops, rows of cards.

use menagerie_game::{GameInfo, Scene, Seat, Site, Spot, insertion_sort_by_key};

/// One tray with its spots in the order of their slots.
pub(crate) struct Tray<'a> {
    /// `hand`, `shop`, `cards`.
    pub name: &'a str,
    /// Its owner.
    pub seat: Option<Seat>,
    slots: Vec<(u8, &'a Spot)>,
}

impl<'a> Tray<'a> {
    /// Its spots in order.
    pub(crate) fn spots(&self) -> impl ExactSizeIterator<Item = &'a Spot> {
        self.slots.iter().map(|&(_, spot)| spot)
    }

    /// Whether it is a hand. A hand shows pieces only; other trays show labels too.
    pub(crate) fn is_hand(&self) -> bool {
        self.name == "hand"
    }

    /// `black hand`, `shop`.
    pub(crate) fn title(&self, info: &GameInfo) -> String {
        match self.seat {
            Some(seat) => format!("{} {}", info.seat_name(seat), self.name),
            None => self.name.to_owned(),
        }
    }
}

/// All trays in the order of the scene.
pub(crate) fn trays(scene: &Scene) -> Vec<Tray<'_>> {
    let mut trays: Vec<Tray<'_>> = Vec::new();
    for spot in &scene.spots {
        let Site::Tray { tray: name, seat, slot } = &spot.site else { continue };
        match trays.iter_mut().find(|tray| tray.name == name && tray.seat == *seat) {
            Some(tray) => tray.slots.push((*slot, spot)),
            None => trays.push(Tray { name, seat: *seat, slots: vec![(*slot, spot)] }),
        }
    }
    for tray in &mut trays {
        insertion_sort_by_key(&mut tray.slots, |&(slot, _)| slot);
    }
    trays
}
