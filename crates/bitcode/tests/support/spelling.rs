//! Numbers and vectors of equal numbers, which versions of LLVM spell in different ways.

use super::metadata::split;

/// Spells floating-point numbers by one rule: in decimal if six digits say the value exactly. The
/// rule of `llvm-dis` is nearly that, but it loses a digit of some numbers on the way, and so
/// spells 0.999 in hexadecimal and rounds subnormal numbers its own way.
pub fn respell_numbers(line: &str) -> String {
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

/// A vector of equal numbers is spelled `splat (i32 1)` from LLVM 20 on, `<i32 1, i32 1>` before;
/// a scalable one was spelled as the shuffle that makes it. The masks of shuffles are always
/// spelled out.
pub fn collapse_splats(line: &str) -> String {
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
