//! Every game to a real end, at one terminal and on a server: who won, and why.

use serde_json::{Value, json};

use super::terminal::folder;
use super::{Server, Terminal};

/// A game one action before its end.
struct Ending {
    game: &'static str,
    seats: &'static [&'static str],
    position: &'static str,
    /// The acting seat.
    seat: &'static str,
    action: &'static str,
    winner: &'static str,
}

const ENDINGS: [Ending; 5] = [
    Ending {
        game: "chess2",
        seats: &["white", "black"],
        position: "6y1/1e5F/5M2/e1m5/5Y2/2y2f1f/8/K7 w .Q.q - jail:k -",
        seat: "white",
        action: "@i4",
        winner: "White",
    },
    Ending {
        game: "jungle",
        seats: &["red", "black"],
        position: "2d4/3Et1c/7/r6/p6/7/1P1We2/7/T6 r",
        seat: "red",
        action: "d8d9",
        winner: "Red",
    },
    Ending {
        game: "djambi",
        seats: &["red", "blue", "yellow", "green"],
        position: "1xgC3x2/1xxx1x2bD/1gAgMx1yR2yM/2xx1yM3/x2x3x1/x1xxyM1rN2/1xyN6/x2gM1xx2/x1x1x1x1yM 4 gggg g x",
        seat: "green",
        action: "@e9",
        winner: "Green",
    },
    Ending {
        game: "heaven-hell",
        seats: &["white", "black"],
        position: "w1 rg1,Xa2,xe2c,xa3mx,Sh3m,xa4,xc5c,Kh7,bc8,Xb2^c,Re2^,xb3^,Xf4^,Xg4^,Xh4^,Rc5^,Bg6^,Qd1_mx,nf2_mx,\
                   kb3_m,xg4_mp,qd8_mi1 b2f,g4f,g5i,h5i,g6i,f7f,d8f,c3^o,g3^$2,b6^$2,e6^f,c7^f,d5_f,c6_o,f7_f - 12/13 \
                   10+,16+,-,7+,7+,22+,9+,11+,10+,13+,14+,12+,7+,4+,-,11+ - - - - a1h8/b1g8 -",
        seat: "white",
        action: "d1_b3_",
        winner: "White",
    },
    Ending {
        game: "shogi5",
        seats: &["black", "white"],
        position: "2s2/b1g1k/P1L2/+b2S1/KG1PL[] w",
        seat: "white",
        action: "e1e4",
        winner: "White",
    },
];

#[test]
fn every_game_ends_at_one_terminal() {
    for ending in &ENDINGS {
        let file = folder("ending").join("match.json");
        let seat = |name: &&str| json!([name, "human"]);
        let seats: Vec<Value> = ending.seats.iter().map(seat).collect();
        let record = json!({ "game": ending.game, "start": ending.position, "seats": seats });
        std::fs::write(&file, record.to_string()).expect("it can be written");
        let mut terminal = Terminal::run(&["--record", file.to_str().expect("a plain path")]);
        terminal.shows("? help");
        terminal.press(&format!(":{}\r", ending.action));
        terminal.shows(&format!("{} wins: ", ending.winner));
        terminal.press("[");
        terminal.shows("step 0 of 1");
        terminal.press("]");
        terminal.shows(&format!("{} wins: ", ending.winner));
        terminal.press("q");
        terminal.ends();
    }
}

/// Two people on a server; computers on the seats that are left.
#[test]
fn every_game_ends_on_a_server() {
    let server = Server::start("endings");
    for ending in &ENDINGS {
        let acting = ending.seats.iter().position(|seat| *seat == ending.seat).expect("a seat of the game");
        let other = (acting + 1) % ending.seats.len();
        let open = |index: usize| index == acting || index == other;
        let plan =
            |index: usize| if open(index) { json!({"kind": "open"}) } else { json!({"kind": "computer", "level": 1}) };
        let plans: Vec<Value> = (0..ending.seats.len()).map(plan).collect();
        let wanted = json!({ "game": ending.game, "seats": plans, "position": ending.position });
        let made = server.post("/api/tables", &wanted);
        let id = made["table"]["id"].as_str().unwrap_or_else(|| panic!("a table: {made}"));
        let link = format!("{}/t/{id}", server.address);
        let mut ann = Terminal::run(&["--server", &link]);
        ann.shows("Waiting for players");
        let mut bob = Terminal::run(&["--server", &link, "--name", "bob"]);
        bob.shows("you are");
        ann.hides("Waiting for players");
        let (first, second) = if acting < other { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        first.shows(&format!("you are {}", ending.seat));
        first.press(&format!(":{}\r", ending.action));
        for terminal in [first, second] {
            terminal.shows(&format!("{} wins: ", ending.winner));
            terminal.press("q");
            terminal.ends();
        }
    }
}
