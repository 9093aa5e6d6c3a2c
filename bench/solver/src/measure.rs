//! Timing of queries, one by one.

use solver::sat::Limits;
use solver::{Decide, Query, Verdict};
use std::fmt;
use std::time::{Duration, Instant};
use term::{Term, Terms};

/// No family takes longer than this with one contestant; what is left then is not asked.
const PATIENCE: Duration = Duration::from_secs(15);

/// No query takes longer.
const LIMIT: Duration = Duration::from_secs(5);

/// Who takes part.
pub struct Contestant {
    /// As the table calls it.
    pub name: &'static str,
    make: Box<dyn Fn() -> Box<dyn Decide>>,
    life: Life,
}

#[derive(PartialEq, Eq)]
enum Life {
    Query,
    Family,
}

impl Contestant {
    /// Made anew for each query, which is part of the time.
    pub fn fresh(name: &'static str, make: impl Fn() -> Box<dyn Decide> + 'static) -> Contestant {
        Contestant { name, make: Box::new(make), life: Life::Query }
    }

    /// Made once for the family.
    pub fn kept(name: &'static str, make: impl Fn() -> Box<dyn Decide> + 'static) -> Contestant {
        Contestant { name, make: Box::new(make), life: Life::Family }
    }

    /// Asks all queries, or as many as patience allows.
    pub fn run(&self, terms: &Terms, queries: &[Vec<Term>]) -> Times {
        let start = Instant::now();
        let mut decide = (self.make)();
        let mut times = Times { verdicts: Vec::new(), times: Vec::new(), asked: queries.len() };
        for constraints in queries {
            let asked = Instant::now();
            if self.life == Life::Query {
                decide = (self.make)();
            }
            let limits = Limits::until(asked + LIMIT);
            let verdict = decide.decide(&Query { terms, constraints }, &limits);
            times.times.push(asked.elapsed());
            times.verdicts.push(sat(&verdict));
            if start.elapsed() > PATIENCE {
                break;
            }
        }
        times
    }
}

fn sat(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Sat(_) => Some(true),
        Verdict::Unsat => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// The times of a family.
pub struct Times {
    verdicts: Vec<Option<bool>>,
    times: Vec<Duration>,
    /// How many queries there were.
    asked: usize,
}

impl Times {
    /// Ends the run if two disagree.
    pub fn compare(&self, reference: &Times, family: &str, name: &str) {
        for (number, pair) in self.verdicts.iter().zip(&reference.verdicts).enumerate() {
            if let (Some(a), Some(b)) = pair {
                assert_eq!(a, b, "{name} and the first disagree on query {number} of '{family}'");
            }
        }
    }
}

impl fmt::Display for Times {
    /// The median in milliseconds, and how many were decided in time if not all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", Spread::of(&self.times).median)?;
        let decided = self.verdicts.iter().flatten().count();
        if decided < self.asked {
            write!(f, " ({decided} of {})", self.asked)?;
        }
        Ok(())
    }
}

/// The times of steps of several queries, as long as patience allows.
pub fn steps<const N: usize>(
    terms: &Terms,
    decide: &mut dyn Decide,
    steps: impl Iterator<Item = [Vec<Term>; N]>,
) -> Vec<Duration> {
    let start = Instant::now();
    let mut times = Vec::new();
    for queries in steps {
        let asked = Instant::now();
        for constraints in &queries {
            decide.decide(&Query { terms, constraints }, &Limits::until(asked + LIMIT));
        }
        times.push(asked.elapsed());
        if start.elapsed() > PATIENCE {
            break;
        }
    }
    times
}

/// How times are spread, in milliseconds.
pub struct Spread {
    count: usize,
    mean: f64,
    median: f64,
    slowest: f64,
}

impl Spread {
    /// Of these times, of which there is one at least.
    pub fn of(times: &[Duration]) -> Spread {
        let mut all: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
        all.sort_unstable_by(f64::total_cmp);
        let count = all.len();
        let mean = all.iter().sum::<f64>() / count as f64;
        Spread { count, mean, median: all[count / 2], slowest: all[count - 1] }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { count, mean, median, slowest } = self;
        write!(f, "{count} | {mean:.3} | {median:.3} | {slowest:.2} |")
    }
}

/// Whether there is a program of this name.
pub fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
