//! Attribute groups written out where they are used.
//!
//! LLVM's reader gives the declarations of intrinsics the attributes of its own table instead of
//! those in the file, which also shifts the numbers of groups. So groups are compared by what is
//! in them, and those of intrinsic declarations are not compared.

use std::collections::HashMap;

/// Replaces ` #N` by what the group holds; drops the definitions.
pub fn resolve(lines: impl Iterator<Item = String>) -> Vec<String> {
    let (mut groups, mut rest) = (HashMap::new(), Vec::new());
    for line in lines {
        match definition(&line) {
            Some((number, text)) => {
                groups.insert(number.to_owned(), text.to_owned());
            }
            None => rest.push(line),
        }
    }
    rest.iter().map(|line| resolve_line(line, &groups)).collect()
}

/// The number and contents of `attributes #0 = { … }`.
fn definition(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("attributes #")?.split_once(" = ")
}

fn resolve_line(line: &str, groups: &HashMap<String, String>) -> String {
    let intrinsic = line.starts_with("declare ") && line.contains(" @llvm.");
    let (mut out, mut quoted, mut rest) = (String::with_capacity(line.len()), false, line);
    while let Some(at) = rest.find(['"', '#']) {
        let (before, after) = rest.split_at(at);
        out += before;
        let digits = after[1..].bytes().take_while(u8::is_ascii_digit).count();
        let group = groups.get(&after[1..=digits]);
        match (quoted, group) {
            (false, Some(text)) if before.ends_with(' ') => {
                out += if intrinsic { "#" } else { text };
                rest = &after[1 + digits..];
            }
            _ => {
                quoted ^= after.starts_with('"');
                out += &after[..1];
                rest = &after[1..];
            }
        }
    }
    out + rest
}

#[test]
fn groups_are_written_out() {
    let lines = ["call void @f(i8 \" #1\") #1 [ \"x\"() ]", "declare void @llvm.f() #1"];
    let definitions = ["attributes #1 = { cold }", "attributes #10 = { hot }"];
    let lines = lines.iter().chain(&definitions).map(|line| (*line).to_owned());
    let expected = ["call void @f(i8 \" #1\") { cold } [ \"x\"() ]", "declare void @llvm.f() #"];
    assert_eq!(resolve(lines), expected);
}
