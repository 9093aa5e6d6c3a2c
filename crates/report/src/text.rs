//! How a path ended, for people.

use std::fmt::Write;

use engine::PathEnd;
use exec::{Access, Argument, Course, Fault, Halt, Location, ObjectStory, Shown, Trace, Use};
use memory::{Fault as Bad, Kind, Life, Value};

use crate::lines::Lines;
use crate::words;

/// Some lines on how a path ended, the first of them a summary.
pub fn describe_path(end: &PathEnd) -> Lines {
    let headline = headline(&end.halt, &end.trace, end.object.as_ref());
    let mut text =
        Lines::one(format_args!("strata: {headline} ({} instructions)", end.instructions));
    details(&mut text, &end.trace, end.object.as_ref());
    text
}

/// Where and how a path ended, in one line.
pub(crate) fn headline(halt: &Halt, trace: &Trace, object: Option<&ObjectStory>) -> String {
    let class = match halt {
        Halt::Exit(_) => "",
        Halt::Fault(_) => "FAULT ",
        Halt::Unsupported(_) => "UNSUPPORTED ",
        Halt::Exhausted(_) => "EXHAUSTED ",
        Halt::Inconclusive(_) => "INCONCLUSIVE ",
        Halt::Silent => "",
    };
    let location =
        summary_location(trace).map_or_else(String::new, |at| format!("{}: ", position(at)));
    format!("{location}{class}{}", message(halt, object))
}

/// How a path ended, in one line, without where.
pub(crate) fn message(halt: &Halt, object: Option<&ObjectStory>) -> String {
    match halt {
        Halt::Exit(status) => format!("exit status {status}"),
        Halt::Fault(fault) => fault_text(fault, object),
        Halt::Unsupported(what) => words::unsupported(what),
        Halt::Exhausted(limit) => words::limit(*limit).into(),
        Halt::Inconclusive(why) => words::inconclusive(why),
        Halt::Silent => "ended by the program".into(),
    }
}

/// The stack, and the story of the object concerned.
pub(crate) fn details(text: &mut Lines, trace: &Trace, object: Option<&ObjectStory>) {
    stack(text, trace);
    if let Some(object) = object {
        story(text, object);
    }
}

/// The innermost place in the program's own code; in a library if there is no other.
pub(crate) fn summary_location(trace: &Trace) -> Option<&Location> {
    let known = || trace.iter().filter(|location| location.line > 0);
    known().find(|location| !location.library).or_else(|| known().next())
}

fn fault_text(fault: &Fault, object: Option<&ObjectStory>) -> String {
    match fault {
        Fault::Access { access, fault } => access_text(*access, fault, object),
        Fault::DivisionByZero => "division by zero".into(),
        Fault::DivisionOverflow => "overflow in division".into(),
        Fault::Overshift { amount, width } => {
            format!("overshift: a {width}-bit value shifted by {amount}")
        }
        Fault::Poisoned { fault, .. } => fault_text(fault, object),
        Fault::Unreachable => "unreachable code reached".into(),
        Fault::Trap => "trap".into(),
        Fault::Abort => "abort".into(),
        Fault::Assertion { expression } => format!("assertion failed: {expression}"),
        Fault::Misuse(misuse) => words::misuse(misuse),
        Fault::User { message, .. } | Fault::Undefined { message, .. } => message.clone(),
        Fault::BadVectorIndex => "index beyond the elements of a vector".into(),
        Fault::Signal(number) => format!("killed by signal {number}"),
        Fault::NativeCrash { function, signal } => {
            format!("the native function {function} was killed by signal {signal}")
        }
        Fault::NotAFunction(Value::Int(0)) => "call through a null pointer".into(),
        Fault::NotAFunction(_) => "call through a pointer that is not a function".into(),
        Fault::NotALabel => "jump to an address that is not a label of the function".into(),
        Fault::DeadJump => "longjmp to a call that has returned, or with a buffer never set".into(),
        Fault::Leak { objects: 1, .. } => {
            format!("leak: {} that nothing points to", object.map_or("an object".into(), noun))
        }
        Fault::Leak { objects, bytes, .. } => format!(
            "leak: {objects} objects of {bytes} bytes in all that nothing points to, the first {}",
            object.map_or("an object".into(), noun)
        ),
        Fault::MismatchedCall { given, taken } => {
            format!("call with {given} arguments of a function that takes {taken}")
        }
        Fault::MismatchedType { argument: Some(argument) } => {
            format!("call of a function whose argument {argument} has another type")
        }
        Fault::MismatchedType { argument: None } => {
            "call of a function whose result has another type".into()
        }
        Fault::Uninitialised { used, serial: 0 } => {
            format!("uninitialised use: {} depends on a variable that was never set", thing(*used))
        }
        Fault::Uninitialised { used, .. } => {
            let what = object.map_or_else(|| "an object".into(), noun);
            format!("uninitialised use: {} depends on {what} that was never written", thing(*used))
        }
        Fault::Poison { used, promise, location } => {
            let at =
                location.as_ref().map(|at| format!(" at {}", position(at))).unwrap_or_default();
            format!("poison: {} depends on {}{at}", thing(*used), exec::promise_text(*promise))
        }
        Fault::OverlappingCopy => "memcpy between ranges that overlap".into(),
        Fault::StackOverflow => "stack overflow".into(),
        Fault::InfiniteLoop(course) => format!("infinite loop{}", along(course)),
        Fault::EndlessOutput(course) => format!("endless output{}", along(course)),
    }
}

/// The lines of a cycle, the first of them, and of the way to it, the last of them.
fn along(course: &Course) -> String {
    const SHOWN: usize = 8;
    let shown = |lines: &mut dyn Iterator<Item = &Location>| -> String {
        let lines: Vec<String> = lines.map(|at| format!("{}:{}", at.file, at.line)).collect();
        lines.join(", ")
    };
    let mut text = String::new();
    if !course.cycle.is_empty() {
        text += &format!(" through {}", shown(&mut course.cycle.iter().take(SHOWN)));
    }
    if let more @ 1.. = course.cycle.len().saturating_sub(SHOWN) {
        text += &format!(" and {more} more");
    }
    if !course.stem.is_empty() {
        let skipped = course.stem.len().saturating_sub(SHOWN);
        let dots = if skipped > 0 { "…, " } else { "" };
        text += &format!(", after {dots}{}", shown(&mut course.stem.iter().skip(skipped)));
    }
    text
}

fn thing(used: Use) -> &'static str {
    match used {
        Use::Condition => "a decision",
        Use::Address => "an address",
        Use::Divisor => "a divisor",
        Use::Number => "a number",
        Use::Argument => "an argument of a system call",
        Use::Output => "output",
    }
}

fn access_text(access: Access, fault: &Bad, object: Option<&ObjectStory>) -> String {
    let verb = match access {
        Access::Read => "read",
        Access::Write => "write",
        Access::Free => "free",
        Access::System => "access by a system call",
        Access::Native => "write by a native function",
        Access::NativeRead => "read by a native function",
    };
    let what = object.map_or_else(|| "an object".into(), noun);
    match *fault {
        Bad::Null { address: 0 } => format!("null dereference: {verb} through a null pointer"),
        Bad::Null { address } => format!("null dereference: {verb} at address {address}"),
        Bad::OutOfBounds { at, width, size } => {
            let offset = at.offset as i64;
            let inside = size.checked_sub(width).is_some_and(|last| at.offset <= last);
            let gap = if inside { ", which has no bytes there" } else { "" };
            format!("out of bounds: {verb} of {} at offset {offset} of {what}{gap}", count(width))
        }
        Bad::Dead { at } if object.is_some_and(|o| o.kind == Kind::Heap) => {
            format!("use after free: {verb} at offset {} of {what}", at.offset as i64)
        }
        Bad::Dead { at } if object.is_some_and(|o| o.life == Life::OutOfScope) => {
            format!("use after scope: {verb} at offset {} of {what}", at.offset as i64)
        }
        Bad::Dead { at } => {
            format!("use after return: {verb} at offset {} of {what}", at.offset as i64)
        }
        Bad::Wild { address } => format!("wild pointer: {verb} at {address:#x}, in no object"),
        Bad::ReadOnly { .. } if access == Access::Native => {
            format!("{verb} to {what}, which is constant")
        }
        Bad::ReadOnly { .. } => format!("write to {what}, which is constant"),
        Bad::Function { .. } => format!("{verb} of the bytes of {what}"),
        Bad::BadFree { at } if at.id.0 == 0 => {
            format!("invalid free: address {:#x} is not a heap object", at.offset)
        }
        Bad::BadFree { at } => format!("invalid free: offset {} of {what}", at.offset as i64),
        Bad::DoubleFree { .. } => format!("double free of {what}"),
    }
}

/// What an object is.
pub(crate) fn noun(object: &ObjectStory) -> String {
    let kind = match object.kind {
        Kind::Global => "global",
        Kind::Function => "function",
        Kind::Local => "local",
        Kind::Heap => "heap object",
        Kind::System => "system object",
    };
    let name = object.name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
    if object.kind == Kind::Function {
        return format!("{kind}{name}");
    }
    format!("{} {}-byte {kind}{name}", article(object.size), object.size)
}

/// The article before a number: eight, eleven and eighteen start with a vowel, also as thousands.
fn article(number: u64) -> &'static str {
    let digits = number.to_string();
    let teen = digits.len() % 3 == 2 && (digits.starts_with("11") || digits.starts_with("18"));
    if teen || digits.starts_with('8') { "an" } else { "a" }
}

fn count(bytes: u64) -> String {
    if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") }
}

fn story(text: &mut Lines, object: &ObjectStory) {
    if !object.allocated.is_empty() {
        text.add("  allocated");
        stack(text, &object.allocated);
    }
    if !object.copies.is_empty() {
        text.add("  copied");
        stack(text, &object.copies);
    }
    if let Some(end) = end_of(object.life)
        && !object.freed.is_empty()
    {
        text.add(format_args!("  {end}"));
        stack(text, &object.freed);
    }
}

/// What ended the life of an object.
pub(crate) fn end_of(life: Life) -> Option<&'static str> {
    match life {
        Life::Live => None,
        Life::OutOfScope => Some("left"),
        Life::Dead => Some("freed"),
    }
}

/// A line of a stack.
pub(crate) enum Line<'a> {
    /// A call and its number, from the innermost.
    Call(usize, &'a Location),
    /// This many calls are not shown.
    Hidden(usize),
}

/// The most calls of a stack that are shown; those at both ends of a deeper one.
const SHOWN_CALLS: usize = 32;

/// What is shown of a stack.
pub(crate) fn stack_lines(trace: &Trace) -> Vec<Line<'_>> {
    let mut lines: Vec<_> = trace.iter().enumerate().map(|(n, at)| Line::Call(n, at)).collect();
    if lines.len() > SHOWN_CALLS {
        let half = SHOWN_CALLS / 2;
        let hidden = Line::Hidden(lines.len() - SHOWN_CALLS);
        lines.splice(half..lines.len() - half, [hidden]);
    }
    lines
}

fn stack(text: &mut Lines, trace: &Trace) {
    for line in stack_lines(trace) {
        match line {
            Line::Hidden(count) => text.add(format_args!("    ... {count} more ...")),
            Line::Call(_, location) => {
                let arguments = match location.arguments.is_empty() {
                    true => String::new(),
                    false => format!("({})", arguments(location)),
                };
                let Location { function, .. } = location;
                text.add(format_args!("    at {function}{arguments} ({})", position(location)));
            }
        }
    }
}

/// The arguments of a call, as in `x=3, p=&buffer+4, y=symbolic`.
pub(crate) fn arguments(location: &Location) -> String {
    let mut text = String::new();
    for (index, Argument { name, value }) in location.arguments.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let equals = if name.is_empty() { "" } else { "=" };
        let _ = write!(text, "{comma}{name}{equals}{}", shown(value));
    }
    text
}

fn shown(value: &Shown) -> String {
    match value {
        Shown::Number(number) => number.to_string(),
        Shown::Pointer { object, offset: 0 } => format!("&{object}"),
        Shown::Pointer { object, offset } => format!("&{object}{offset:+}"),
        Shown::Symbolic => "symbolic".into(),
        Shown::Unknown => "?".into(),
    }
}

fn position(location: &Location) -> String {
    match (location.file.is_empty(), location.line, location.column) {
        (true, ..) | (_, 0, _) => "no source line".into(),
        (false, line, 0) => format!("{}:{line}", location.file),
        (false, line, column) => format!("{}:{line}:{column}", location.file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles() {
        for number in [8, 11, 18, 80, 88, 800, 11_000, 18_999, 8_000_000] {
            assert_eq!(article(number), "an", "{number}");
        }
        for number in [0, 1, 4, 7, 10, 12, 16, 17, 110, 180, 1_100, 1_800, 110_000] {
            assert_eq!(article(number), "a", "{number}");
        }
    }
}
