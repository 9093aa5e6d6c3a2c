//! A report of what differs between our text and the oracle's.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::groups;

/// At most this many functions are shown.
const SHOWN: usize = 5;

/// The lines of a module: those outside functions, and those of each function by name.
struct Parts<'t> {
    module: Vec<&'t str>,
    functions: BTreeMap<&'t str, Vec<&'t str>>,
}

fn parts(lines: &[String]) -> Parts<'_> {
    let mut parts = Parts { module: Vec::new(), functions: BTreeMap::new() };
    let mut inside: Option<&str> = None;
    for line in lines.iter().map(String::as_str) {
        match inside {
            None if line.starts_with("define ") => {
                let name = function_name(line);
                // The order of functions is compared with the rest of the module.
                parts.module.push(name);
                parts.functions.entry(name).or_default().push(line);
                inside = Some(name);
            }
            None => parts.module.push(line),
            Some(name) => {
                parts.functions.entry(name).or_default().push(line);
                inside = if line == "}" { None } else { inside };
            }
        }
    }
    parts
}

fn function_name(line: &str) -> &str {
    let start = line.find('@').unwrap_or(0);
    let quoted = line[start..].starts_with("@\"");
    let length = if quoted {
        line[start + 2..].find('"').map(|end| end + 3)
    } else {
        line[start..].find('(')
    };
    &line[start..start + length.unwrap_or(line.len() - start)]
}

/// How many lines were compared, or a report of the first differences.
pub fn compare(ours: &str, theirs: &[String]) -> Result<usize, String> {
    let ours = ours.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
    let (ours, theirs) = (groups::resolve(ours), groups::resolve(theirs.iter().cloned()));
    let count = theirs.len();
    let (ours, theirs) = (parts(&ours), parts(&theirs));
    let mut report = String::new();
    let mut different = usize::from(!same(&mut report, "the module", &ours.module, &theirs.module));
    for (name, expected) in &theirs.functions {
        let nothing = Vec::new();
        let found = ours.functions.get(name).unwrap_or(&nothing);
        let mut unseen = String::new();
        let shown = if different < SHOWN { &mut report } else { &mut unseen };
        different += usize::from(!same(shown, name, found, expected));
    }
    for name in ours.functions.keys().filter(|name| !theirs.functions.contains_key(*name)) {
        different += 1;
        let _ = writeln!(report, "only in our text: {name}");
    }
    if different == 0 { Ok(count) } else { Err(format!("{different} differ\n{report}")) }
}

fn same(report: &mut String, what: &str, ours: &[&str], theirs: &[&str]) -> bool {
    if ours == theirs {
        return true;
    }
    let first = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let line = |lines: &[&str]| lines.get(first).copied().unwrap_or("(nothing)").to_owned();
    let _ = writeln!(
        report,
        "in {what}, line {first} of {}:\n  ours:     {}\n  llvm-dis: {}",
        theirs.len(),
        line(ours),
        line(theirs)
    );
    false
}

#[test]
fn differences_are_reported_by_function() {
    let ours = "@x = global i32 0\n\ndefine void @f() {\n  ret void\n}\n";
    let lines = |text: &str| text.lines().map(|l| l.trim().to_owned()).collect::<Vec<_>>();
    let theirs = "@x = global i32 0\ndefine void @f() {\nret void\n}";
    assert_eq!(compare(ours, &lines(theirs)), Ok(4));
    for other in [theirs.replace("ret void", "unreachable"), theirs.replace("i32 0", "i32 1")] {
        assert!(compare(ours, &lines(&other)).is_err());
    }
    assert!(compare(ours, &lines("@x = global i32 0")).is_err());
}
