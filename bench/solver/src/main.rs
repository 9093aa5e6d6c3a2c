//! Compares the own backend with Z3 in this process and with SMT-LIB solvers on the search path, on the
//! families of queries that symbolic execution asks. Prints tables in Markdown; see `bench/README.md`.
//!
//!     cargo run --release -p solver-bench [PART OF A FAMILY'S NAME]
//!
//! Every verdict is compared with that of the own backend; a difference ends the run.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod families;
mod growing;
mod measure;

use families::{Family, Stores};
use measure::{Contestant, Times};
use solver::Decide;
use solver::own::{Own, OwnConfig};
use solver::process::Process;
use solver::z3::{Reuse, Z3};
use std::time::Instant;
use term::Terms;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let terms = Terms::new();
    let families: Vec<Family> =
        all(&terms).into_iter().filter(|family| family.name.contains(&wanted)).collect();
    if !families.is_empty() {
        table(&terms, &families);
    }
    if "growing".contains(&wanted) {
        growing::run(&terms);
    }
    if "terms".contains(&wanted) {
        live_terms();
    }
}

fn all(terms: &Terms) -> Vec<Family> {
    let mut all = vec![families::small_bytes(terms)];
    for length in [256, 2048, 8192] {
        all.push(families::table(terms, length, Stores::None));
        all.push(families::table(terms, length, Stores::Two));
    }
    all.push(families::hash(terms));
    all
}

/// Who takes part: ours, Z3 if its library is there, and the SMT-LIB solvers on the path.
fn contestants() -> Vec<Contestant> {
    let own = || Box::new(Own::new(OwnConfig::default())) as Box<dyn Decide>;
    let mut all =
        vec![Contestant::fresh("own, fresh", own), Contestant::kept("own, incremental", own)];
    match Z3::new(Reuse::Fresh) {
        Ok(_) => {
            let z3 =
                |reuse| move || Box::new(Z3::new(reuse).expect("was there")) as Box<dyn Decide>;
            all.push(Contestant::kept("Z3, fresh", z3(Reuse::Fresh)));
            all.push(Contestant::kept("Z3, incremental", z3(Reuse::Prefix)));
        }
        Err(why) => println!("Z3 does not take part: {why}\n"),
    }
    for command in ["bitwuzla", "cvc5 --incremental --produce-models", "yices-smt2 --incremental"] {
        let program = command.split(' ').next().unwrap_or_default();
        if measure::is_on_path(program) {
            let process = move || Box::new(Process::new(command)) as Box<dyn Decide>;
            all.push(Contestant::kept(program, process));
        }
    }
    all
}

fn table(terms: &Terms, families: &[Family]) {
    let contestants = contestants();
    print!("| ms per query, median |");
    for contestant in &contestants {
        print!(" {} |", contestant.name);
    }
    println!("\n|---|{}", "---|".repeat(contestants.len()));
    for family in families {
        row(terms, family, &contestants);
    }
}

fn row(terms: &Terms, family: &Family, contestants: &[Contestant]) {
    print!("| {} |", family.name);
    let mut reference: Option<Times> = None;
    for contestant in contestants {
        let times = contestant.run(terms, &family.queries);
        if let Some(reference) = &reference {
            times.compare(reference, &family.name, contestant.name);
        }
        print!(" {times} |");
        reference.get_or_insert(times);
    }
    println!();
}

/// What a live term takes.
fn live_terms() {
    let terms = Terms::new();
    let asked = Instant::now();
    let path = families::growing_path(&terms, 200_000);
    let time = asked.elapsed();
    let per_term = terms.bytes() as f64 / terms.live() as f64;
    println!(
        "\n{} live terms of {} branches: {per_term:.1} bytes each; {:.0} ns to make one branch.",
        terms.live(),
        path.len(),
        time.as_secs_f64() * 1e9 / path.len() as f64
    );
}
