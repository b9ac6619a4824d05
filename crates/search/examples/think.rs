//! Searches one position and prints the progress reports.
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_game::{Options, Rules};
use menagerie_search::{Limits, Request, Settings, Thinker};
use menagerie_shogi5::Position;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let millis = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let position: Position =
        arguments.next().map_or_else(|| Position::start(Options::NONE), |text| text.parse().unwrap());
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let request = Request::at(&position).within(Limits::move_time(Duration::from_millis(millis)));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |report| {
        let line: Vec<_> = report.principal_variation.iter().map(ToString::to_string).collect();
        println!(
            "{:2}/{:2} {:?} {} nodes {} n/s {}",
            report.depth,
            report.selective_depth,
            report.value,
            report.stats.nodes,
            report.stats.nodes_per_second(),
            line.join(" ")
        );
    });
    println!("{answer:?}");
}
