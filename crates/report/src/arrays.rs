//! The arrays of a run as text, at the end of `segments.txt`.

use std::fmt::Write;

use engine::{AllocationLine, ArrayLines};

/// Comments: a line for each array, and one for each place that its objects come from.
pub(crate) fn text(arrays: &[ArrayLines]) -> String {
    let mut text =
        String::from("# Arrays that objects share or that were accessed at an unknown index\n");
    for ArrayLines { from, members, bytes, accesses } in arrays {
        let _ = writeln!(
            text,
            "#\n# members {members}, bytes {bytes}, accesses at an unknown index {accesses}"
        );
        for from in from {
            let _ = writeln!(text, "#   {}", place(from));
        }
    }
    text
}

/// Where objects come from.
pub(crate) fn place(from: &AllocationLine) -> String {
    match from {
        AllocationLine::Global(name) => format!("global {name}"),
        AllocationLine::Line(file, line) => format!("{file}:{line}"),
        AllocationLine::Given => "before the program began".to_owned(),
    }
}
