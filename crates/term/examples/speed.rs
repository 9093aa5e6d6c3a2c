//! What terms cost: nanoseconds per constructor and per evaluation, bytes per live term.
//!
//! `cargo run --release -p term --example speed`

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use numeric::Bits;
use std::time::Instant;
use term::{Evaluator, Form, INDEX, Model, Term, Terms};

/// The constructors of a parser's loop over its input: bytes read, widened, compared, summed up.
fn mixed(terms: &Terms, input: &Term, i: u64, sum: &mut Term) -> [Term; 3] {
    let byte = terms.select(input, &terms.number(INDEX, i));
    let wide = terms.zext(&byte, Bits(32));
    let digit =
        terms.ult(&terms.sub(&wide, &terms.number(Bits(32), 48)), &terms.number(Bits(32), 10));
    let newline = terms.eq(&terms.sext(&byte, Bits(32)), &terms.number(Bits(32), 10));
    *sum = terms.add(
        &terms.mul(sum, &terms.number(Bits(32), 33)),
        &terms.xor(&wide, &terms.number(Bits(32), 85)),
    );
    let both = terms.and(&digit, &terms.not(&newline));
    [both, terms.ne(sum, &terms.number(Bits(32), 7)), newline]
}

/// Constructor calls in [`mixed`], constants included.
const CALLS: u64 = 19;

fn constructors(rounds: u64) {
    let terms = Terms::new();
    let input = terms.array("input", Some(1 << 20));
    let mut kept = Vec::new();
    let start = Instant::now();
    for i in 0..rounds {
        let mut sum = terms.zext(&terms.select(&input, &terms.number(INDEX, i + 1)), Bits(32));
        for step in 0..3 {
            kept.push(mixed(&terms, &input, i + step, &mut sum));
        }
    }
    let each = start.elapsed().as_nanos() as f64 / (rounds * 3 * CALLS) as f64;
    println!("constructor, mixed        {each:7.1} ns");
    let bytes = terms.bytes() as f64 / terms.live() as f64;
    println!("live term                 {bytes:7.1} bytes ({} live)", terms.live());
}

fn evaluations() {
    let terms = Terms::new();
    let input = terms.array("input", Some(4096));
    let mut model = Model::new();
    let Form::Array(symbol) = input.form() else { return };
    for i in 0..4096 {
        model.set_byte(&symbol, i, (i * 7) as u8);
    }
    let mut sum = terms.zext(&terms.select(&input, &terms.number(INDEX, 9)), Bits(32));
    let mut deep = Vec::new();
    let mut compare = Vec::new();
    for i in 0..1000 {
        let byte = terms.select(&input, &terms.number(INDEX, i));
        compare.push(terms.ult(&byte, &terms.number(Bits(8), 100)));
        deep.extend(mixed(&terms, &input, i, &mut sum));
    }
    for (name, conditions, rounds) in
        [("byte < constant", &compare, 200), ("mixed, shared below", &deep, 1)]
    {
        let start = Instant::now();
        let mut held = 0;
        for _ in 0..rounds {
            held += conditions.iter().filter(|term| model.satisfies(term)).count();
        }
        let each = start.elapsed().as_nanos() as f64 / (rounds * conditions.len()) as f64;
        println!("eval, {name:20}{each:7.1} ns ({held} hold)");
        let start = Instant::now();
        let mut evaluator = Evaluator::new(&model);
        for _ in 0..rounds {
            held -= conditions.iter().filter(|term| evaluator.satisfies(term)).count();
        }
        drop(evaluator);
        let each = start.elapsed().as_nanos() as f64 / (rounds * conditions.len()) as f64;
        println!("  with one evaluator      {each:7.1} ns ({held} differ)");
    }
}

fn main() {
    constructors(2_000);
    // For a profiler, whatever the argument.
    if std::env::args().count() > 1 {
        return;
    }
    constructors(50_000);
    evaluations();
}
