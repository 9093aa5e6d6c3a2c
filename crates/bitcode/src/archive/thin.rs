//! Thin archives: headers and tables as in any archive, but no contents.

use super::{Archive, HEADER, MAGIC, THIN_MAGIC, TableWidth, fault, member_name, parse_header};
use crate::error::Result;

/// A thin archive.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thin {
    /// The paths of its members, from the directory of the archive.
    pub names: Vec<String>,
    /// As in [`Archive`].
    pub symbols: Option<Vec<(String, usize)>>,
}

impl Thin {
    /// Reads names and symbols.
    pub fn parse(bytes: &[u8]) -> Result<Thin> {
        if !bytes.starts_with(THIN_MAGIC) {
            return Err(fault(0, "a thin archive, which starts with \"!<thin>\""));
        }
        let (mut thin, mut headers) = (Thin::default(), Vec::new());
        let (mut long_names, mut table) = (&bytes[..0], None);
        let mut at = THIN_MAGIC.len();
        while at < bytes.len() {
            let header = at;
            let field = bytes.get(at..at + 16).unwrap_or_default().trim_ascii_end();
            at += HEADER;
            match field {
                b"//" | b"/" | b"/SYM64/" => {
                    let (_, range) = parse_header(bytes, header)?;
                    at = range.end.next_multiple_of(2);
                    match field {
                        b"//" => long_names = &bytes[range],
                        b"/" => table = Some((TableWidth::Four, range)),
                        _ => table = Some((TableWidth::Eight, range)),
                    }
                }
                _ if at > bytes.len() => return Err(fault(header, "the header of a member")),
                _ => {
                    let (name, _) = member_name(bytes, header, field, at..at, long_names)?;
                    headers.push(header);
                    thin.names.push(name);
                }
            }
        }
        if let Some((width, range)) = table {
            thin.symbols = Some(super::parse_symbols(bytes, width, range, &headers)?);
        }
        Ok(thin)
    }
}

impl Archive {
    /// The bytes of an archive with the names and symbols of a thin one, and these contents.
    pub fn write(thin: &Thin, contents: &[Vec<u8>]) -> Vec<u8> {
        let symbols = thin.symbols.as_deref().unwrap_or_default();
        let names: Vec<u8> = symbols.iter().flat_map(|(name, _)| name.bytes().chain([0])).collect();
        let table = 8 * (symbols.len() + 1) + names.len();
        let starts = MAGIC.len() + thin.symbols.as_ref().map_or(0, |_| HEADER + even(table));
        let sizes = thin.names.iter().zip(contents).map(|(name, c)| name.len() + c.len());
        let offsets: Vec<usize> = sizes
            .scan(starts, |at, size| Some(std::mem::replace(at, *at + HEADER + even(size))))
            .collect();
        let mut bytes = MAGIC.to_vec();
        if thin.symbols.is_some() {
            header(&mut bytes, "/SYM64/", table);
            bytes.extend((symbols.len() as u64).to_be_bytes());
            bytes.extend(symbols.iter().flat_map(|(_, m)| (offsets[*m] as u64).to_be_bytes()));
            bytes.extend(names);
            pad(&mut bytes);
        }
        for (name, contents) in thin.names.iter().zip(contents) {
            header(&mut bytes, &format!("#1/{}", name.len()), name.len() + contents.len());
            bytes.extend(name.bytes());
            bytes.extend(contents);
            pad(&mut bytes);
        }
        bytes
    }
}

fn header(bytes: &mut Vec<u8>, name: &str, size: usize) {
    let fields = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644);
    bytes.extend(fields.bytes());
}

/// Members start at even offsets.
fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(even(bytes.len()), b'\n');
}

fn even(size: usize) -> usize {
    size.next_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thin_archive_with_its_contents_is_an_archive() {
        let names = vec!["a.o".to_owned(), "deep/in/a/directory/b.o".to_owned()];
        let symbols = Some(vec![("first".to_owned(), 0), ("second".to_owned(), 1)]);
        let thin = Thin { names, symbols };
        let contents = [b"odd".to_vec(), b"even".to_vec()];
        let bytes = Archive::write(&thin, &contents);
        let read = Archive::parse(&bytes).unwrap();
        assert_eq!(read.symbols, thin.symbols);
        for ((member, name), contents) in read.members.iter().zip(&thin.names).zip(&contents) {
            assert_eq!((&member.name, &bytes[member.range.clone()]), (name, &contents[..]));
        }
        let none = Thin { symbols: None, ..thin };
        assert_eq!(Archive::parse(&Archive::write(&none, &contents)).unwrap().symbols, None);
    }

    #[test]
    fn damaged_ones() {
        for bytes in [&b"!<thin>\nshort"[..], b"!<arch>\n", b"!<thin>\n/99             "] {
            assert!(Thin::parse(bytes).is_err());
        }
        assert_eq!(Thin::parse(b"!<thin>\n").unwrap(), Thin::default());
    }
}
