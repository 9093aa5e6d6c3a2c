//! The world of a program if it is symbolic: the input that exists before the first instruction.
//!
//! Names and order of the inputs are those of KLEE's POSIX runtime, so that its tools read the tests.

use std::ops::RangeInclusive;
use std::rc::Rc;

use env::{Argument, Bytes, Template};
use exec::{Fault, Halt, Misuse, State, provide};
use numeric::Bits;
use term::{Term, Terms};

use super::start::StartError;
use crate::active::Active;
use crate::context::Context;
use crate::ending::finish;
use crate::{SeedMisfit, Warning};

/// A path before its first instruction, and the contents of its first stack, so far.
#[derive(Clone)]
pub(super) struct Beginning {
    pub active: Box<Active>,
    pub args: Vec<Bytes>,
    pub variables: Vec<Bytes>,
    /// How many of the arguments are input.
    symbolic: usize,
}

/// The paths that a program begins with: one for each number of arguments there can be.
/// A path that a given test does not fit ends here.
pub(super) fn furnished(cx: &mut Context<'_>, first: Active) -> Result<Vec<Beginning>, StartError> {
    let config = cx.config;
    let variables = config.env.variables.iter().map(|variable| env::string(variable)).collect();
    let active = Box::new(first);
    let mut all = vec![Beginning { active, args: Vec::new(), variables, symbolic: 0 }];
    for argument in &config.env.args {
        let mut next = Vec::new();
        for one in all {
            next.extend(with_argument(cx, one, argument));
        }
        all = next;
    }
    let mut ready = Vec::new();
    for mut one in all {
        match furnish(cx, &mut one)? {
            Ok(()) => {
                drop_seeds(cx, &mut one.active);
                ready.push(one);
            }
            Err(halt) => finish(cx, one.active, halt),
        }
    }
    Ok(ready)
}

/// Drops the seeds with bytes that a template does not allow: they fit no path.
fn drop_seeds(cx: &mut Context<'_>, active: &mut Active) {
    cx.fit_seeds(active);
    let Active { state, seeds, .. } = active;
    let dropped: usize = state.path.assumed().map(|condition| seeds.keep(condition)).sum();
    if dropped > 0 {
        cx.record.warn(&Warning::Seed(SeedMisfit::Assumption));
    }
}

/// Adds an argument.
fn with_argument(cx: &mut Context<'_>, mut one: Beginning, argument: &Argument) -> Vec<Beginning> {
    match argument {
        Argument::Plain(text) => {
            one.args.push(env::string(text));
            vec![one]
        }
        Argument::Symbolic(template) => with_symbolic(cx, one, template, 1),
        Argument::Several { least, most, each } if least == most => {
            with_symbolic(cx, one, each, *least)
        }
        Argument::Several { least, most, each } => {
            let number = match provide(&mut one.active.state, "n_args", &[None; 4].into()) {
                Ok(bytes) => joined(cx.terms(), &bytes),
                Err(halt) => {
                    finish(cx, one.active, halt);
                    return Vec::new();
                }
            };
            let counts = *least..=*most;
            if number.as_const().is_some_and(|n| !counts.contains(&(n.low_u64() as u32))) {
                finish(cx, one.active, Halt::Fault(Fault::Misuse(Misuse::OutsideRange)));
                return Vec::new();
            }
            with_counts(cx, one, &number, counts, each)
        }
    }
}

/// The paths for each possible number of arguments: a decision like that of a `switch`.
fn with_counts(
    cx: &mut Context<'_>,
    one: Beginning,
    number: &Term,
    counts: RangeInclusive<u32>,
    each: &Template,
) -> Vec<Beginning> {
    let terms = cx.terms();
    let is = |count| terms.eq(number, &terms.number(Bits(32), u64::from(count)));
    let all: Vec<(u32, Term)> = counts
        .map(|count| (count, is(count)))
        .filter(|(_, condition)| condition.as_const().is_none_or(|known| !known.is_zero()))
        .collect();
    let parted = one.active.decisions.part(all.len());
    let mut paths = Vec::new();
    for ((count, condition), decisions) in all.into_iter().zip(parted) {
        let Some(decisions) = decisions else { continue };
        let mut one = one.clone();
        one.active.decisions = decisions;
        one.active.state.path.assume(cx.terms(), &condition, None);
        one.active.seeds.keep(&condition);
        paths.extend(with_symbolic(cx, one, each, count));
    }
    paths
}

fn with_symbolic(
    cx: &mut Context<'_>,
    mut one: Beginning,
    template: &Template,
    count: u32,
) -> Vec<Beginning> {
    for _ in 0..count {
        let name = format!("arg{:02}", one.symbolic);
        match bytes(&mut one.active.state, &name, template) {
            Ok(bytes) => {
                prefer_readable(&mut one.active.state, &bytes);
                one.args.push(bytes);
            }
            Err(halt) => {
                finish(cx, one.active, halt);
                return Vec::new();
            }
        }
        one.symbolic += 1;
    }
    vec![one]
}

/// Gives a path its symbolic files.
fn furnish(cx: &Context<'_>, one: &mut Beginning) -> Result<Result<(), Halt>, StartError> {
    let symbolic = &cx.config.env.symbolic;
    if symbolic.is_empty() && one.symbolic == 0 {
        return Ok(Ok(()));
    }
    let Active { state, kernel, .. } = &mut *one.active;
    let kernel = Rc::make_mut(kernel);
    for (name, template) in &symbolic.variables {
        let value = match bytes(state, &format!("env_{}", exec::name_text(name)), template) {
            Ok(bytes) => bytes,
            Err(halt) => return Ok(Err(halt)),
        };
        let mut variable = Bytes::from([name, &b"="[..]].concat());
        variable.append(&value);
        one.variables.push(variable);
    }
    for (path, template) in &symbolic.files {
        let name = format!("{}_data", exec::name_text(path));
        let contents = match bytes(state, &name, template) {
            Ok(bytes) => bytes,
            Err(halt) => return Ok(Err(halt)),
        };
        let stat = kernel.provide_file(path, &contents).map_err(StartError::Environment)?;
        if let Err(halt) = known(state, &format!("{name}_stat"), &stat) {
            return Ok(Err(halt));
        }
    }
    Ok(furnish_streams(state, kernel, symbolic))
}

fn furnish_streams(
    state: &mut State,
    kernel: &mut env::Kernel,
    symbolic: &env::Symbolic,
) -> Result<(), Halt> {
    if let Some(template) = &symbolic.stdin {
        let contents = bytes(state, "stdin", template)?;
        let stat = kernel.provide_input(&contents);
        known(state, "stdin_stat", &stat)?;
    }
    if symbolic.failures > 0 {
        let mut fail = |name: &str| {
            let bytes = provide(state, name, &[None; 4].into())?;
            Ok(joined(state.memory.terms(), &bytes))
        };
        let calls = env::Failures::NAMES.map(&mut fail);
        let [read, write, close, ftruncate, getcwd] = calls;
        kernel.let_fail(symbolic.failures, [read?, write?, close?, ftruncate?, getcwd?]);
    }
    if symbolic.stdout {
        // Writes go to the program's output; this object is what KLEE reserves for them.
        known(state, "stdout", &[0; 1024])?;
        known(state, "stdout_stat", &kernel.output_status())?;
    }
    known(state, "model_version", &1_u32.to_le_bytes())
}

/// Input that a template describes.
fn bytes(state: &mut State, name: &str, template: &Template) -> Result<Bytes, Halt> {
    let all = provide(state, name, &template.bytes)?;
    let mut bytes = Bytes::default();
    for (term, known) in all.into_iter().zip(template.bytes.iter()) {
        if let (None, Some((least, most))) = (known, template.range) {
            let terms = state.memory.terms().clone();
            let inside = within(&terms, &term, least, most);
            if inside.as_const().is_some_and(|known| known.is_zero()) {
                return Err(Halt::Fault(Fault::Misuse(Misuse::OutsideRange)));
            }
            state.path.assume(&terms, &inside, None);
        }
        bytes.push_term(term);
    }
    Ok(bytes)
}

/// An object that tests contain although none of it is open.
fn known(state: &mut State, name: &str, bytes: &[u8]) -> Result<(), Halt> {
    provide(state, name, &bytes.iter().copied().map(Some).collect()).map(drop)
}

/// Bytes of arguments should be readable in tests, or be zero and end the argument.
fn prefer_readable(state: &mut State, bytes: &Bytes) {
    let terms = state.memory.terms();
    let zero = terms.number(Bits(8), 0);
    let wish = |(_, byte): &(usize, Term)| {
        terms.or(&terms.eq(byte, &zero), &within(terms, byte, b' ', b'~'))
    };
    let wishes: Vec<Term> = bytes.terms().iter().map(wish).collect();
    Rc::make_mut(&mut state.preferences).extend(wishes);
}

fn within(terms: &Terms, byte: &Term, least: u8, most: u8) -> Term {
    let bound = |number: u8| terms.number(Bits(8), u64::from(number));
    terms.and(&terms.ule(&bound(least), byte), &terms.ule(byte, &bound(most)))
}

/// Bytes as one number, the first one least significant.
fn joined(terms: &Terms, bytes: &[Term]) -> Term {
    let mut bytes = bytes.iter();
    let low = bytes.next().cloned().unwrap_or_else(|| terms.number(Bits(8), 0));
    bytes.fold(low, |low, byte| terms.concat(byte, &low))
}
