//! The test of a path: the input that leads there, and what the path writes given that input.

use std::rc::Rc;

use env::Stream;
use exec::{Difference, Differences, Halt, Limit, SymbolicInput};
use solver::Unknown;
use solver::sat::Reason;
use term::{Form, Model};

use crate::active::Active;
use crate::context::Context;
use crate::{Test, TestObject};

/// The test of a path. If no model is found there is no test, and the ledger says so.
pub(super) fn make(cx: &mut Context<'_>, active: &mut Active, halt: &Halt) -> Option<Test> {
    // What is asked for a test is not on the tape: a path that a limit cut short goes on without it.
    let tape = std::mem::take(&mut cx.inquiry.tape);
    let input = input_of(cx, active, halt);
    cx.inquiry.tape = tape;
    let model = match input {
        Ok(parts) if parts.len() > FEW_PARTS => vec![Rc::new(joined(&parts))],
        Ok(parts) => parts,
        Err(why) => {
            cx.record.no_test(why, &cx.machine.trace(&active.state));
            return None;
        }
    };
    cx.record.figures.tests += 1;
    let emit = cx.config.emit;
    Some(Test {
        number: cx.record.figures.tests as u32,
        objects: active.state.inputs.iter().map(|input| object(input, &model)).collect(),
        // A path that met a limit may have been in an endless loop: its output is compared with nothing.
        output: match halt {
            Halt::Exhausted(_) => Vec::new(),
            _ => output(active, &model),
        },
        differences: differences(active),
        decisions: match emit.decisions {
            true => active.decisions.to_vec().into(),
            false => Rc::default(),
        },
        smt: emit.smt.then(|| {
            let constraints: Vec<_> = active.state.path.assumed().cloned().collect();
            term::smt::script(&constraints)
        }),
        lines: emit.lines.then(|| sorted(&active.lines)),
        files: if emit.files { files(active, &model) } else { Vec::new() },
    })
}

/// Why a native run of a test may go another way.
fn differences(active: &Active) -> Differences {
    let mut all = active.state.differences();
    if active.kernel.wants_processes() {
        all.insert(Difference::Processes);
    }
    if active.kernel.has_refused_process() {
        all.insert(Difference::Refusal);
    }
    if active.kernel.has_shown_terminal() {
        all.insert(Difference::Terminal);
    }
    if active.kernel.files_differ() {
        all.insert(Difference::Files);
    }
    all
}

/// A model of a path for its test, in parts: the least one. Where time or memory runs short, the explored paths are
/// no longer determined by the program anyway; then any model will do, and most paths have one at hand.
fn input_of(
    cx: &mut Context<'_>,
    active: &mut Active,
    halt: &Halt,
) -> Result<Vec<Rc<Model>>, Unknown> {
    let limits = cx.inquiry.clock.closing().ok_or(Unknown::Limit(Reason::Deadline))?;
    let is_cut = matches!(halt, Halt::Exhausted(Limit::Memory | Limit::Time | Limit::Interrupt));
    // A run that is saved goes on: then the path ends again, and has its least model.
    let waits = cx.journal.is_some() && !is_cut;
    if !waits && (is_cut || cx.inquiry.clock.is_over()) {
        return Ok(vec![cx.inquiry.some_model(&active.state.path, &limits)?]);
    }
    let mut path = active.state.path.clone();
    cx.inquiry.prefer(&mut path, &active.state.preferences);
    let least = cx.inquiry.least_parts(&mut cx.record, &path)?;
    // Whether it is the least one is not known if time ran out meanwhile.
    match waits && cx.inquiry.clock.is_over() {
        true => Err(Unknown::Limit(Reason::Deadline)),
        false => Ok(least),
    }
}

/// With more parts than this, searching each of them for an input takes longer than joining them.
const FEW_PARTS: usize = 8;

fn joined(parts: &[Rc<Model>]) -> Model {
    let mut whole = Model::new();
    parts.iter().for_each(|part| whole.join(part));
    whole
}

fn sorted(lines: &[(Rc<str>, u32)]) -> Vec<(Rc<str>, u32)> {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    lines
}

/// The bytes of an input in a model.
fn object(input: &SymbolicInput, model: &[Rc<Model>]) -> TestObject {
    let mut bytes: Vec<u8> = match input.array.form() {
        Form::Array(symbol) => {
            let mut bytes = vec![0; input.size as usize];
            for part in model {
                let given = part.bytes_of(&symbol).take_while(|(index, _)| *index < input.size);
                given.for_each(|(index, byte)| bytes[index as usize] = byte);
            }
            bytes
        }
        Form::Table(bytes) => {
            (0..input.size as usize).map(|i| bytes.get(i).copied().unwrap_or(0)).collect()
        }
        _ => unreachable!("an input is an array of its own"),
    };
    for (byte, fixed) in bytes.iter_mut().zip(input.fixed.iter()) {
        *byte = fixed.unwrap_or(*byte);
    }
    TestObject { name: input.name.to_string(), bytes }
}

/// What a path writes in a model; consecutive writes to one stream are joined.
fn output(active: &Active, model: &[Rc<Model>]) -> Vec<(Stream, Vec<u8>)> {
    let mut all: Vec<(Stream, Vec<u8>)> = Vec::new();
    let chunks = active.output.chunks();
    let whole = match chunks.iter().any(|chunk| chunk.bytes.plain().is_none()) {
        true => joined(model),
        false => Model::new(),
    };
    for chunk in chunks {
        let bytes = chunk.in_model(&whole);
        match all.last_mut() {
            Some((stream, last)) if *stream == chunk.stream => last.extend(bytes),
            _ => all.push((chunk.stream, bytes)),
        }
    }
    all
}

/// The files that a path leaves in a model, by their paths.
fn files(active: &Active, model: &[Rc<Model>]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let whole = joined(model);
    let known = |bytes: &env::Bytes| bytes.with(|byte| whole.eval(byte).low_u64() as u8);
    let name = |path: &env::Bytes| known(path).into_iter().filter(|byte| *byte != 0).collect();
    let files = active.kernel.own_files().into_iter();
    let mut files: Vec<_> = files.map(|(path, bytes)| (name(&path), known(&bytes))).collect();
    files.sort_unstable();
    files
}
