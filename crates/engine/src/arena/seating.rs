//! Seatings: which player has which seats. Each opening is played with every seating, so that no
//! player profits from a seat.

/// The player on each seat, in order of play.
pub type Seating = Vec<usize>;

/// How two players share more than two seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SeatSharing {
    /// Both have the same number of seats, or nearly, in all combinations.
    #[default]
    Halves,
    /// The first has one seat, the second all others.
    One,
}

/// All seatings of `players` players on `seats` seats.
pub fn seatings(players: usize, seats: usize, versus: SeatSharing) -> Result<Vec<Seating>, String> {
    match (players, versus) {
        (2, SeatSharing::One) if seats > 2 => {
            Ok((0..seats).map(|one| (0..seats).map(|seat| usize::from(seat != one)).collect()).collect())
        }
        (2, _) if seats >= 2 => Ok(equal_seatings(seats)),
        _ if players == seats => {
            Ok((0..seats).map(|turn| (0..seats).map(|seat| (seat + turn) % seats).collect()).collect())
        }
        _ if seats == 2 => Err(format!("there are 2 seats: name 2 players, not {players}")),
        _ => Err(format!("there are {seats} seats: name {seats} players, or 2 who share them, not {players}")),
    }
}

/// All combinations that give both players the same number of seats; with an odd number, either
/// gets one more.
fn equal_seatings(seats: usize) -> Vec<Seating> {
    let fair = |first: usize| first == seats / 2 || first == seats.div_ceil(2);
    // From the highest bit mask down, so that the first player begins in the first game.
    let all = (0..1u32 << seats).rev().filter(|mask| fair(mask.count_ones() as usize));
    all.map(|mask| (0..seats).map(|seat| usize::from(mask >> seat & 1 == 1)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each player has each seat.
    fn counts(seatings: &[Seating], players: usize) -> Vec<Vec<usize>> {
        let seats = seatings[0].len();
        let sits = |player, seat| seatings.iter().filter(|seating| seating[seat] == player).count();
        (0..players).map(|player| (0..seats).map(|seat| sits(player, seat)).collect()).collect()
    }

    #[test]
    fn every_player_has_every_seat_equally_often() {
        for (players, seats, versus) in [
            (2, 2, SeatSharing::Halves),
            (2, 2, SeatSharing::One),
            (2, 3, SeatSharing::Halves),
            (2, 4, SeatSharing::Halves),
            (2, 3, SeatSharing::One),
            (2, 4, SeatSharing::One),
            (3, 3, SeatSharing::Halves),
            (4, 4, SeatSharing::Halves),
        ] {
            let all = seatings(players, seats, versus).unwrap();
            for row in counts(&all, players) {
                assert!(row.iter().all(|count| *count == row[0]), "{players} {seats} {versus:?}: {row:?}");
            }
        }
    }

    #[test]
    fn two_players_on_four_seats_have_two_each_in_all_six_ways() {
        let all = seatings(2, 4, SeatSharing::Halves).unwrap();
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|seating| seating.iter().sum::<usize>() == 2));
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 6);
    }

    #[test]
    fn one_against_three_is_rotated() {
        let all = seatings(2, 4, SeatSharing::One).unwrap();
        assert_eq!(all, [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]);
    }

    #[test]
    fn three_players_on_two_seats_are_refused() {
        assert!(seatings(3, 2, SeatSharing::Halves).unwrap_err().contains("name 2 players"));
        assert!(seatings(3, 4, SeatSharing::Halves).unwrap_err().contains("name 4 players, or 2"));
        assert!(seatings(1, 2, SeatSharing::Halves).is_err());
    }
}
