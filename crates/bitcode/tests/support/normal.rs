//! `llvm-dis` text brought to the printer's normal form.
//!
//! Comments and the summary for link-time optimisation (`^0 = …`) go. Metadata is written out where
//! it is used; what is attached to symbols, other than `!dbg`, goes. Vectors of equal numbers become
//! `splat (…)`. Floating-point numbers are spelled by one rule. Properties of symbols that the
//! module as data does not hold go. Nothing else is changed.

use super::metadata::{Nodes, split};

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

/// Spells floating-point numbers by one rule: in decimal if six digits say the value exactly. The
/// rule of `llvm-dis` is nearly that, but it loses a digit of some numbers on the way, and so
/// spells 0.999 in hexadecimal and rounds subnormal numbers its own way.
fn respell_numbers(line: &str) -> String {
    let (mut out, mut quoted, mut rest) = (String::with_capacity(line.len()), false, line);
    let delimiter = |c: char| c.is_ascii_whitespace() || "\"(),[]<>{}".contains(c);
    while let Some(at) = rest.find(delimiter) {
        let (word, after) = rest.split_at(at);
        match number(word).filter(|_| !quoted) {
            Some(bits) => out += &spell(bits),
            None => out += word,
        }
        quoted ^= after.starts_with('"');
        out += &after[..1];
        rest = &after[1..];
    }
    match number(rest).filter(|_| !quoted) {
        Some(bits) => out + &spell(bits),
        None => out + rest,
    }
}

/// The bits of a number spelled `0x3FF0000000000000` or `1.000000e+00`.
fn number(word: &str) -> Option<u64> {
    if let Some(digits) = word.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    let decimal = word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    decimal.then(|| word.parse().map(f64::to_bits).ok()).flatten()
}

fn spell(bits: u64) -> String {
    let value = f64::from_bits(bits);
    let decimal = format!("{value:.5e}");
    let exact = decimal.parse::<f64>().is_ok_and(|parsed| parsed.to_bits() == bits);
    match decimal.split_once('e') {
        Some((digits, exponent)) if exact => {
            let exponent: i32 = exponent.parse().unwrap_or(0);
            format!("{digits}0e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
        }
        _ => format!("0x{bits:X}"),
    }
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

/// A vector of equal numbers is spelled `splat (i32 1)` from LLVM 20 on, `<i32 1, i32 1>` before;
/// a scalable one was spelled as the shuffle that makes it. The masks of shuffles are always
/// spelled out.
fn collapse_splats(line: &str) -> String {
    let mask =
        if line.contains("= shufflevector ") { line.rfind("> <").map(|at| at + 2) } else { None };
    let (mut out, mut quoted, mut at) = (String::with_capacity(line.len()), false, 0);
    while let Some(byte) = line.as_bytes().get(at) {
        let splat = match byte {
            b'"' => {
                quoted = !quoted;
                None
            }
            b'<' if !quoted && mask != Some(at) => splat(&line[at..]),
            b's' if !quoted => scalable_splat(&line[at..]),
            _ => None,
        };
        let used = match splat {
            Some((element, used)) => {
                out += &format!("splat ({element})");
                used
            }
            None => {
                let used = line[at..].chars().next().map_or(1, char::len_utf8);
                out += &line[at..at + used];
                used
            }
        };
        at += used;
    }
    out
}

/// The element all elements of the vector constant at the start of `text` are equal to, and the
/// length of its text.
fn splat(text: &str) -> Option<(&str, usize)> {
    text[1..].starts_with(|first: char| first.is_ascii_lowercase()).then_some(())?;
    let end = text.find('>')?;
    let mut elements = text[1..end].split(", ");
    let first = elements.next()?;
    (is_number(first) && elements.all(|element| element == first)).then_some((first, end + 1))
}

/// Whether this is an integer or float with its type.
fn is_number(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(ty, value)| {
        !ty.starts_with("vscale")
            && (value.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                || matches!(value, "true" | "false"))
            && !value.contains(' ')
    })
}

/// The same for `shufflevector (T insertelement (T poison, i32 1, i64 0), …)`.
fn scalable_splat(text: &str) -> Option<(&str, usize)> {
    let body = text.strip_prefix("shufflevector (<vscale x ")?;
    let (_, inserted) = body.split_once("> insertelement (")?;
    let [_, element, "i32 0" | "i64 0"] = split(inserted.split_once(')')?.0)[..] else {
        return None;
    };
    let end = text.find(" zeroinitializer)")? + " zeroinitializer)".len();
    is_number(element).then_some((element, end))
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
    let f = "!DISubprogram(name: \"f\", file: \"a;b.c\", line: 1)";
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
fn splats_are_collapsed() {
    let same = [
        "%1 = add <2 x i32> %0, <i32 1, i32 2>",
        "%1 = shufflevector <2 x i32> %0, <2 x i32> poison, <2 x i32> <i32 1, i32 1>",
        "store <{ i32, i32 }> <{ i32 1, i32 1 }>, ptr %p",
        "@s = constant [16 x i8] c\"<i32 1, i32 1>\\22\"",
        "store <2 x ptr> <ptr @a, ptr @a>, ptr %p",
    ];
    for line in same {
        assert_eq!(collapse_splats(line), line);
    }
    assert_eq!(
        collapse_splats("store <2 x float> <float 1.000000e+00, float 1.000000e+00>, ptr %p"),
        "store <2 x float> splat (float 1.000000e+00), ptr %p"
    );
    let shuffle = "ret <vscale x 4 x i32> shufflevector (<vscale x 4 x i32> insertelement \
                   (<vscale x 4 x i32> poison, i32 1, i64 0), <vscale x 4 x i32> poison, \
                   <vscale x 4 x i32> zeroinitializer)";
    assert_eq!(collapse_splats(shuffle), "ret <vscale x 4 x i32> splat (i32 1)");
}

#[test]
fn numbers_are_respelled() {
    assert_eq!(respell_numbers("double 9.999880e-321,"), "double 9.999890e-321,");
    assert_eq!(
        respell_numbers("fcmp ogt double %1, 0x3FEFF7CED916872B"),
        "fcmp ogt double %1, 9.990000e-01"
    );
    let same = [
        "[float 0x3FB99999A0000000, half 0xH3C00, float -0.000000e+00, float 0x7FF0000000000000]",
        "@some-1.5e3 = c\"0x3FEFF7CED916872B 1.0\", align 4",
        "%1.0 = load i32, ptr %x.1.e, align 4",
    ];
    for line in same {
        assert_eq!(respell_numbers(line), line);
    }
}

#[test]
fn unheld_properties_of_symbols_go() {
    let line = "@x = global i32 0, no_sanitize_address, code_model \"large\", align 4";
    assert_eq!(without_unheld(line), "@x = global i32 0, align 4");
    assert_eq!(without_unheld("define dllexport void @f() {"), "define void @f() {");
}
