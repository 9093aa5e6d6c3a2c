//! The file that tells how a path went wrong, in KLEE's layout: `testNNNNNN.KIND.err`.
//!
//! A call in a stack begins with its number and, in eight digits, the line in `assembly.ll` of its instruction.
//! That text is of the program's own module only: the lines of what is in others, as the C library, are 0.
//! Where KLEE lists the objects near the address, we say which object the pointer belongs to, who made it and
//! who freed it. The file of a path we cut short, `.early`, is one line, as KLEE's is.

use std::fmt::Write;

use engine::PathEnd;
use exec::{Location, ObjectStory, Trace};
use memory::Life;

use crate::kind::{Class, Kind};
use crate::text::{self, Line};

/// Says which line of `assembly.ll` a place is on; 0 if on none.
pub type AssemblyLine = dyn Fn(&Location) -> u32;

/// The text of the file.
pub fn failure(end: &PathEnd, kind: Kind, assembly: &AssemblyLine) -> String {
    let mut out = String::new();
    let message = text::message(&end.halt, end.object.as_ref());
    if kind.class() == Class::Early {
        let _ = writeln!(out, "{message}");
        return out;
    }
    let _ = writeln!(out, "Error: {message}");
    if let Some(place) = text::summary_place(&end.trace) {
        let _ = writeln!(out, "File: {}\nLine: {}", place.file, place.line);
        let _ = writeln!(out, "assembly.ll line: {}", assembly(place));
    }
    let _ = writeln!(out, "State: {}\nStack: ", end.state);
    stack(&mut out, "\t", &end.trace, assembly);
    let by_number = end.test.as_ref().is_some_and(|test| test.by_number);
    if end.object.is_none() && !by_number {
        return out;
    }
    out.push_str("Info: \n");
    if by_number {
        out.push_str("\tdepends on the numbers of addresses or on memory never written, which are different natively\n");
    }
    if let Some(object) = &end.object {
        story(&mut out, object, assembly);
    }
    out
}

fn story(out: &mut String, object: &ObjectStory, assembly: &AssemblyLine) {
    let _ = writeln!(out, "\tobject: {}", text::noun(object));
    if !object.allocated.is_empty() {
        out.push_str("\tallocated at:\n");
        stack(out, "\t\t", &object.allocated, assembly);
    }
    if !object.copies.is_empty() {
        out.push_str("\tcopied at:\n");
        stack(out, "\t\t", &object.copies, assembly);
    }
    if object.life == Life::Dead && !object.freed.is_empty() {
        out.push_str("\tfreed at:\n");
        stack(out, "\t\t", &object.freed, assembly);
    }
}

fn stack(out: &mut String, indent: &str, trace: &Trace, assembly: &AssemblyLine) {
    for line in text::stack_lines(trace) {
        let (number, place) = match line {
            Line::Call(number, place) => (number, place),
            Line::Hidden(count) => {
                let _ = writeln!(out, "{indent}... {count} more ...");
                continue;
            }
        };
        let Location { function, file, line, .. } = place;
        let (at, arguments) = (assembly(place), text::arguments(place));
        let _ = write!(out, "{indent}#{number}{at:08} in {function}({arguments})");
        if *line > 0 && !file.is_empty() {
            let _ = write!(out, " at {file}:{line}");
        }
        out.push('\n');
    }
}
