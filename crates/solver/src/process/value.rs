//! Answers as nested lists, and the values in them.

use numeric::{Bits, Wide};

/// An expression: a word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    /// The only expression of a text.
    pub(super) fn parse(text: &str) -> Option<Sexp> {
        let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '(' => {
                    open.push(Vec::new());
                    1
                }
                ')' => {
                    let list = Sexp::List(open.pop()?);
                    open.last_mut()?.push(list);
                    1
                }
                _ => {
                    let length = atom_length(rest, first)?;
                    open.last_mut()?.push(Sexp::Atom(rest[..length].to_string()));
                    length
                }
            };
            rest = rest[length..].trim_start();
        }
        let mut top = open.pop()?;
        (open.is_empty() && top.len() == 1).then(|| top.pop()).flatten()
    }

    pub(super) fn into_list(self) -> Option<Vec<Sexp>> {
        match self {
            Sexp::List(list) => Some(list),
            Sexp::Atom(_) => None,
        }
    }

    /// The second element of a pair.
    pub(super) fn second(&self) -> Option<&Sexp> {
        match self {
            Sexp::List(list) if list.len() == 2 => list.get(1),
            _ => None,
        }
    }

    /// The bit-vector written here, if it has this width.
    pub(super) fn value(&self, width: Bits) -> Option<Wide> {
        match self {
            Sexp::Atom(word) => literal(word, width),
            Sexp::List(list) => match &list[..] {
                [Sexp::Atom(mark), Sexp::Atom(word), Sexp::Atom(size)] if mark == "_" => {
                    let digits = word.strip_prefix("bv")?;
                    (size.parse() == Ok(width.0)).then(|| number(digits, 10, width)).flatten()
                }
                _ => None,
            },
        }
    }
}

/// The bytes of the word that the text begins with.
fn atom_length(text: &str, first: char) -> Option<usize> {
    if first == '|' || first == '"' {
        return text[1..].find(first).map(|end| end + 2);
    }
    let end = text.find(|c: char| c.is_whitespace() || c == '(' || c == ')');
    Some(end.unwrap_or(text.len()))
}

fn literal(word: &str, width: Bits) -> Option<Wide> {
    let (digits, radix, bits) = match (word.strip_prefix("#x"), word.strip_prefix("#b")) {
        (Some(digits), _) => (digits, 16, 4),
        (_, Some(digits)) => (digits, 2, 1),
        _ => return None,
    };
    (digits.len() * bits == width.0 as usize).then(|| number(digits, radix, width)).flatten()
}

fn number(digits: &str, radix: u32, width: Bits) -> Option<Wide> {
    let base = Wide::from_u64(width, u64::from(radix));
    digits.chars().try_fold(Wide::zero(width), |value, digit| {
        // For a narrow width the base may be zero; then only the last digit counts, as it should.
        Some(value.mul(&base).add(&Wide::from_u64(width, u64::from(digit.to_digit(radix)?))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let pairs = "((|a b| #b101) ((select a #x00) (_ bv200 8)) (\"x\" #xff))";
        let list = Sexp::parse(pairs).and_then(Sexp::into_list).unwrap();
        let value = |i: usize, width| list[i].second().and_then(|value| value.value(Bits(width)));
        assert_eq!(value(0, 3), Some(Wide::from_u64(Bits(3), 5)));
        assert_eq!(value(0, 4), None);
        assert_eq!(value(1, 8), Some(Wide::from_u64(Bits(8), 200)));
        assert_eq!(value(2, 8), Some(Wide::from_u64(Bits(8), 255)));
        assert_eq!(value(2, 9), None);
    }

    #[test]
    fn broken_answers_are_refused() {
        for text in ["", "(", ")", "(a", "a b", "(a))", "\"a"] {
            assert_eq!(Sexp::parse(text), None, "{text}");
        }
    }
}
