//! A path that grows by 2,000 constraints, asked both ways at each step.

use crate::families;
use crate::measure::{self, Spread};
use solver::own::{Own, OwnConfig};
use solver::sat::Limits;
use solver::z3::{Reuse, Z3};
use solver::{Chain, ChainConfig, Decide, Path};
use std::time::{Duration, Instant};
use term::{Term, Terms};

/// How many constraints the path has in the end.
const LENGTH: usize = 2000;

/// A path and the branches it met: each with the constraints before it.
struct Walk {
    path: Path,
    branches: Vec<(usize, Term)>,
    times: Vec<Duration>,
}

fn own() -> Box<dyn Decide> {
    Box::new(Own::new(OwnConfig::default()))
}

/// Goes down the path with the whole chain.
fn walk(terms: &Terms, chain: &mut Chain) -> Walk {
    let mut walk = Walk { path: Path::new(), branches: Vec::new(), times: Vec::new() };
    for goal in families::growing_path(terms, LENGTH) {
        let other = terms.not(&goal);
        let asked = Instant::now();
        let sides = [&goal, &other];
        let verdicts = sides.map(|side| chain.feasible(terms, &walk.path, side, &Limits::none()));
        let taken = sides.iter().zip(&verdicts).find_map(|(side, v)| Some((side, v.model()?)));
        let (side, model) = taken.expect("one side of a branch is feasible");
        let before = walk.path.len();
        walk.path.assume(terms, side, Some(model));
        walk.times.push(asked.elapsed());
        walk.branches.push((before, goal));
    }
    walk
}

/// Prints what a step takes: with the whole chain, and with backends alone.
pub fn run(terms: &Terms) {
    let mut chain = ChainConfig::default().chain(own());
    let walk = walk(terms, &mut chain);
    println!(
        "\nGrowing path of {LENGTH} constraints, both sides asked at each step, ms per step:\n"
    );
    println!("| | steps | mean | median | slowest |\n|---|---|---|---|---|");
    println!("| whole chain | {}", Spread::of(&walk.times));
    println!("| own, incremental | {}", Spread::of(&alone(terms, &walk, own().as_mut())));
    if let Ok(mut z3) = Z3::new(Reuse::Prefix) {
        println!("| Z3, incremental | {}", Spread::of(&alone(terms, &walk, &mut z3)));
    }
    println!("\n| stage | answered | passed on | ms |\n|---|---|---|---|");
    for tally in chain.tallies() {
        let time = tally.time.as_secs_f64() * 1e3;
        println!("| {} | {} | {} | {time:.1} |", tally.counted.name(), tally.hits, tally.misses);
    }
    let asked = Instant::now();
    chain.least(terms, &walk.path, &Limits::none()).expect("the path has a model");
    let time = asked.elapsed().as_secs_f64() * 1e3;
    println!("\nThe least model of the path, of {} groups: {time:.1} ms.", walk.path.group_count());
}

/// The same questions for a backend, without any stage.
fn alone(terms: &Terms, walk: &Walk, decide: &mut dyn Decide) -> Vec<Duration> {
    let all: Vec<Term> = walk.path.assumed().cloned().collect();
    let questions = walk.branches.iter().map(|(before, goal)| {
        [goal.clone(), terms.not(goal)].map(|side| [&all[..*before], &[side]].concat())
    });
    measure::steps(terms, decide, questions)
}
