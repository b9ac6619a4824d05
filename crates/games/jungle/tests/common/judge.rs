//! A second reading of the rule file, as slow and plain as can be: it knows nothing but the position text.

type Spot = (i32, i32);

/// The actions of a position text, sorted.
pub(crate) fn judge(text: &str) -> Vec<String> {
    let board = Board::read(text);
    let mut actions = Vec::new();
    if board.is_decided() {
        return actions;
    }
    for from in spots().filter(|&spot| board.is_own(board.at(spot))) {
        for direction in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let to = board.destination(from, direction).filter(|&to| board.may_end(from, to));
            actions.extend(to.map(|to| name(from) + &name(to)));
        }
    }
    actions.sort_unstable();
    actions
}

struct Board {
    cells: Vec<Vec<char>>,
    red_moves: bool,
    classic: bool,
}

impl Board {
    fn read(text: &str) -> Self {
        let mut fields = text.split(' ');
        let expand = |c: char| c.to_digit(10).map_or(c.to_string(), |run| ".".repeat(run as usize));
        let rank = |row: &str| row.chars().map(expand).collect::<String>().chars().collect();
        let cells = fields.next().unwrap().split('/').rev().map(rank).collect();
        Self { cells, red_moves: fields.next() == Some("r"), classic: fields.next() == Some("classic") }
    }

    fn at(&self, (x, y): Spot) -> char {
        self.cells[y as usize][x as usize]
    }

    fn is_own(&self, token: char) -> bool {
        token.is_alphabetic() && token.is_uppercase() == self.red_moves
    }

    fn is_decided(&self) -> bool {
        let any = |wanted: fn(char) -> bool| spots().any(|spot| wanted(self.at(spot)));
        self.at((3, 8)).is_uppercase()
            || self.at((3, 0)).is_lowercase()
            || !any(char::is_uppercase)
            || !any(char::is_lowercase)
    }

    fn destination(&self, from: Spot, (dx, dy): Spot) -> Option<Spot> {
        let animal = self.at(from).to_ascii_uppercase();
        let mut to = (from.0 + dx, from.1 + dy);
        if !on_board(to) {
            return None;
        }
        if is_water(to) && animal != 'R' {
            if animal != 'L' && animal != 'T' {
                return None;
            }
            while is_water(to) {
                if self.at(to) != '.' {
                    return None;
                }
                to = (to.0 + dx, to.1 + dy);
            }
        }
        Some(to)
    }

    fn may_end(&self, from: Spot, to: Spot) -> bool {
        let own_den = if self.red_moves { (3, 0) } else { (3, 8) };
        let there = self.at(to);
        to != own_den && (there == '.' || (!self.is_own(there) && self.may_capture(from, to)))
    }

    fn may_capture(&self, from: Spot, to: Spot) -> bool {
        let (own, other) = (self.strength(from), self.strength(to));
        let pair = [from, to].map(|spot| self.at(spot).to_ascii_uppercase());
        if own == 0 {
            return false;
        }
        if self.classic {
            return is_water(from) == is_water(to)
                && (other == 0 || pair == ['R', 'E'] || (pair != ['E', 'R'] && own >= other));
        }
        if is_water(to) && !is_water(from) {
            return false;
        }
        other == 0 || if pair == ['R', 'E'] { is_water(from) } else { own >= other }
    }

    fn strength(&self, spot: Spot) -> usize {
        let token = self.at(spot);
        let enemy_traps = if token.is_uppercase() { [(2, 8), (4, 8), (3, 7)] } else { [(2, 0), (4, 0), (3, 1)] };
        if enemy_traps.contains(&spot) {
            return 0;
        }
        "RCDWPTLE".find(token.to_ascii_uppercase()).unwrap() + 1
    }
}

fn spots() -> impl Iterator<Item = Spot> {
    (0..9).flat_map(|y| (0..7).map(move |x| (x, y)))
}

fn on_board((x, y): Spot) -> bool {
    (0..7).contains(&x) && (0..9).contains(&y)
}

fn is_water((x, y): Spot) -> bool {
    [1, 2, 4, 5].contains(&x) && (3..=5).contains(&y)
}

fn name((x, y): Spot) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}
