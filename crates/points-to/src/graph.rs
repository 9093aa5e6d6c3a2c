//! Classes as a graph for Graphviz: a box for each with its objects, an arrow where pointers stored in one lead
//! to another.

use std::collections::BTreeSet;
use std::fmt::Write;

use ir::Program;

use crate::classes::{ClassId, Classes};
use crate::result::PointsTo;
use crate::system::Abstract;

/// At most this many objects of a class are shown by name.
const SHOWN: usize = 12;

/// The graph of classes, as text.
pub fn graph(program: &Program, points_to: &PointsTo, classes: &Classes) -> String {
    let mut text = String::from(
        "digraph segments {\n  node [shape=box, fontname=\"monospace\"];\n  rankdir=LR;\n",
    );
    let mut arrows: BTreeSet<(ClassId, ClassId)> = BTreeSet::new();
    for (class, members) in classes.all() {
        let lines: Vec<String> =
            members.iter().take(SHOWN).map(|o| label(program, points_to, *o)).collect();
        let mut lines = lines.join("\\l");
        if members.len() > SHOWN {
            let _ = write!(lines, "\\land {} more", members.len() - SHOWN);
        }
        let _ = writeln!(text, "  s{} [label=\"segment {}\\n{lines}\\l\"];", class.0, class.0);
        let stored = members.iter().flat_map(|object| points_to.stored_in(*object));
        arrows.extend(stored.filter_map(|to| Some((class, classes.of(to)?))));
    }
    for (from, to) in arrows {
        let _ = writeln!(text, "  s{} -> s{};", from.0, to.0);
    }
    text.push_str("}\n");
    text
}

fn label(program: &Program, points_to: &PointsTo, object: Abstract) -> String {
    let object = points_to.object(object);
    let name = object.name(program);
    let label = match object.source(program) {
        Some((file, line)) => format!("{name}  {file}:{line}"),
        None => name,
    };
    label.escape_debug().to_string()
}
