//! Names and quoted strings as the assembly language spells them.

use std::fmt::{self, Display, Formatter, Write};

/// Bytes between quotes: a backslash is doubled, what is not printable ASCII and the
/// quote itself become `\XX`.
pub(super) fn escaped(bytes: &[u8]) -> impl Display {
    fmt::from_fn(move |f| {
        for &b in bytes {
            match b {
                b'\\' => f.write_str("\\\\")?,
                b' ' | b'!' | b'#'..=b'~' => f.write_char(b as char)?,
                _ => write!(f, "\\{b:02X}")?,
            }
        }
        Ok(())
    })
}

/// A quoted string.
pub(super) fn quoted(text: &str) -> impl Display {
    fmt::from_fn(move |f| write!(f, "\"{}\"", escaped(text.as_bytes())))
}

/// A name after its sigil, quoted where it has to be.
pub(super) fn name(text: &str) -> impl Display {
    fmt::from_fn(move |f| write_name(f, text))
}

fn write_name(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    let bare =
        text.bytes().all(plain) && text.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    if bare { f.write_str(text) } else { write!(f, "{}", quoted(text)) }
}

/// `items` with `separator` between them.
pub(super) fn joined<T: Display>(
    items: impl Iterator<Item = T> + Clone,
    separator: &str,
) -> impl Display {
    fmt::from_fn(move |f| {
        for (i, item) in items.clone().enumerate() {
            if i > 0 {
                f.write_str(separator)?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    })
}
