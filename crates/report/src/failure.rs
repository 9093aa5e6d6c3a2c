//! The file about a path that went wrong, in KLEE's layout: `testNNNNNN.KIND.err`.
//!
//! A call in a stack begins with its number and, in eight digits, the line in `assembly.ll` of its instruction.
//! That text is of the program's own module only: the lines of what is in others, as the C library, are 0.
//! Where KLEE lists the objects near the address, we say which object the pointer belongs to, its allocation site and
//! where it was freed. The file of a path we cut short, `.early`, is one line, as KLEE's is.

use engine::PathEnd;
use exec::{Differences, Location, ObjectStory, Trace};

use crate::kind::{Kind, TerminationClass};
use crate::lines::Lines;
use crate::text::{self, Line};
use crate::words;

/// Says which line of `assembly.ll` a place is on; 0 if on none.
pub type AssemblyLine = dyn Fn(&Location) -> u32;

/// The text of the file.
pub fn failure(end: &PathEnd, kind: Kind, assembly: &AssemblyLine) -> Lines {
    let message = text::message(&end.halt, end.object.as_ref());
    if kind.class() == TerminationClass::Early {
        return Lines::one(message);
    }
    let mut out = Lines::one(format_args!("Error: {message}"));
    if let Some(location) = text::summary_location(&end.trace) {
        out.add(format_args!("File: {}", location.file));
        out.add(format_args!("Line: {}", location.line));
        out.add(format_args!("assembly.ll line: {}", assembly(location)));
    }
    out.add(format_args!("State: {}", end.state));
    out.add("Stack: ");
    stack(&mut out, "\t", &end.trace, assembly);
    let differences = end.test.as_ref().map_or(Differences::NONE, |test| test.differences);
    if end.object.is_none() && differences.is_empty() {
        return out;
    }
    out.add("Info: ");
    for difference in differences.iter() {
        let what = words::difference(difference);
        out.add(format_args!("\tdepends on {what}, which may be different natively"));
    }
    if let Some(object) = &end.object {
        story(&mut out, object, assembly);
    }
    out
}

fn story(out: &mut Lines, object: &ObjectStory, assembly: &AssemblyLine) {
    out.add(format_args!("\tobject: {}", text::noun(object)));
    if !object.allocated.is_empty() {
        out.add("\tallocated at:");
        stack(out, "\t\t", &object.allocated, assembly);
    }
    if !object.copies.is_empty() {
        out.add("\tcopied at:");
        stack(out, "\t\t", &object.copies, assembly);
    }
    if let Some(end) = text::end_of(object.life)
        && !object.freed.is_empty()
    {
        out.add(format_args!("\t{end} at:"));
        stack(out, "\t\t", &object.freed, assembly);
    }
}

fn stack(out: &mut Lines, indent: &str, trace: &Trace, assembly: &AssemblyLine) {
    for line in text::stack_lines(trace) {
        let (number, location) = match line {
            Line::Call(number, location) => (number, location),
            Line::Hidden(count) => {
                out.add(format_args!("{indent}... {count} more ..."));
                continue;
            }
        };
        let Location { function, file, line, .. } = location;
        let (code, arguments) = (assembly(location), text::arguments(location));
        let at = match *line > 0 && !file.is_empty() {
            true => format!(" at {file}:{line}"),
            false => String::new(),
        };
        out.add(format_args!("{indent}#{number}{code:08} in {function}({arguments}){at}"));
    }
}
