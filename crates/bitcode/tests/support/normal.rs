//! `llvm-dis` text brought to the printer's normal form.
//!
//! Comments and the summary for link-time optimisation (`^0 = …`) go. Metadata is written out where
//! it is used; what is attached to symbols, other than `!dbg`, goes. Vectors of equal numbers become
//! `splat (…)`. Floating-point numbers are spelled by one rule. Properties of symbols that the
//! module as data does not hold go. Nothing else is changed.

use super::metadata::Nodes;
use super::spelling::{collapse_splats, respell_numbers};

/// The lines of the normal form, without indentation and blank lines.
pub fn normalise(text: &str) -> Vec<String> {
    let mut nodes = Nodes::default();
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = strip_comment(line).trim();
        let summary = line.starts_with('^');
        if !line.is_empty() && !summary && !nodes.define(line) {
            lines.push(line);
        }
    }
    lines.into_iter().map(|line| normalise_line(line, &nodes)).collect()
}

/// Cuts off what follows a semicolon outside quotes.
fn strip_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

fn normalise_line(line: &str, nodes: &Nodes<'_>) -> String {
    let line = without_unheld(&respell_numbers(&collapse_splats(line)));
    if !line.contains('!') {
        return line;
    }
    let mut out = String::with_capacity(2 * line.len());
    let mut rest = line.as_str();
    while let Some(at) = rest.find(['!', '"']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'"' => copy_string(&mut out, rest),
            _ => metadata(&mut out, rest, &line, nodes),
        };
        rest = &rest[taken..];
    }
    out + rest
}

/// Whether a line declares or defines a global, alias or function.
fn is_symbol(line: &str) -> bool {
    ["@", "define ", "declare "].iter().any(|start| line.starts_with(start))
}

/// Properties of symbols the module as data does not hold.
fn without_unheld(line: &str) -> String {
    const WORDS: [&str; 6] = [
        ", no_sanitize_address",
        ", no_sanitize_hwaddress",
        ", sanitize_memtag",
        ", sanitize_address_dyninit",
        " dllimport",
        " dllexport",
    ];
    if !is_symbol(line) {
        return line.to_owned();
    }
    let mut line = WORDS.iter().fold(line.to_owned(), |line, word| line.replacen(word, "", 1));
    for word in [", code_model \"", ", partition \""] {
        if let Some(at) = line.find(word) {
            let value = at + word.len();
            let end = line[value..].find('"').map_or(line.len(), |quote| value + quote + 1);
            line.replace_range(at..end, "");
        }
    }
    line
}

fn copy_string(out: &mut String, rest: &str) -> usize {
    let end = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
    out.push_str(&rest[..end]);
    end
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Writes the metadata that starts at the `!` of `rest`; returns how much of it was used.
fn metadata(out: &mut String, rest: &str, line: &str, nodes: &Nodes<'_>) -> usize {
    let after = &rest[1..];
    let number = digits(after);
    if number > 0 {
        let node = after[..number].parse().unwrap_or(0);
        // The last operand of a debug record is where it stands.
        let record = line.starts_with("#dbg_") && rest.len() == number + 2;
        out.push_str(&if record { nodes.location(node) } else { nodes.render(node) });
        return number + 1;
    }
    let word =
        after.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._-\\$".contains(b)).count();
    let kind = &after[..word];
    let number = match after[word..].strip_prefix(" !") {
        Some(value) => digits(value),
        None => 0,
    };
    if word == 0 || number == 0 {
        out.push_str(&rest[..=word]);
        return word + 1;
    }
    let used = 1 + word + 2 + number;
    let node = rest[used - number..used].parse().unwrap_or(0);
    if kind == "dbg" {
        let location = nodes.is_location(node);
        out.push_str("!dbg ");
        out.push_str(&if location { nodes.location(node) } else { nodes.render(node) });
    } else if !is_symbol(line) {
        out.push_str(&format!("!{kind} {}", nodes.render(node)));
    } else {
        let kept = out.strip_suffix(", ").or(out.strip_suffix(' ')).unwrap_or(out).len();
        out.truncate(kept);
    }
    used
}

#[test]
fn metadata_is_written_out() {
    let text = "\
define void @f() !dbg !3 !prof !9 { ; comment
  #dbg_value(i32 0, !5, !DIExpression(), !4)
  call void @g(metadata !6), !dbg !7, !range !8
}
!0 = !DIFile(filename: \"a;b.c\", directory: \"/d\")
!3 = distinct !DISubprogram(name: \"f\", scope: !0, file: !0, line: 1)
!4 = !DILocation(line: 2, column: 3, scope: !3)
!5 = !DILocalVariable(name: \"x\", scope: !3, file: !0, line: 2)
!6 = !{!\"rsp\", null, !0}
!7 = !DILocation(line: 5, scope: !3, inlinedAt: !4)
!8 = !{i8 0, !8}
";
    let f = "!DISubprogram(name: \"f\", file: \"a;b.c\", directory: \"/d\", line: 1)";
    let expected = [
        format!("define void @f() !dbg {f} {{"),
        "#dbg_value(i32 0, !DILocalVariable(name: \"x\", file: \"a;b.c\", line: 2), \
         !DIExpression(), \"a;b.c\":2:3 in \"f\")"
            .to_owned(),
        "call void @g(metadata !{!\"rsp\", null, !DIFile(filename: \"a;b.c\", directory: \"/d\")}), \
         !dbg \"a;b.c\":5:0 in \"f\", inlined at \"a;b.c\":2:3 in \"f\", \
         !range !{i8 0, !{i8 0, !{...}}}"
            .to_owned(),
        "}".to_owned(),
    ];
    assert_eq!(normalise(text), expected);
}

#[test]
fn unheld_properties_of_symbols_go() {
    let line = "@x = global i32 0, no_sanitize_address, code_model \"large\", align 4";
    assert_eq!(without_unheld(line), "@x = global i32 0, align 4");
    assert_eq!(without_unheld("define dllexport void @f() {"), "define void @f() {");
}
