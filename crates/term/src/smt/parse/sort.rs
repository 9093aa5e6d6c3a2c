//! Sorts, and how their values are held as terms.

use super::Refusal;
use super::lex::Token;
use super::script::Code;
use numeric::{Bits, FloatKind};
use std::fmt;

/// The widest bit-vector a script may have: more than any script needs, and small enough that a short script cannot
/// ask for much memory.
pub(super) const WIDEST: u32 = 1 << 16;

/// The sort of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A truth value: one bit.
    Bool,
    /// Bits.
    Vector(Bits),
    /// A float: the bits of its encoding.
    Float(FloatKind),
    /// A rounding mode: three bits.
    Rounding,
    /// An array from bit-vectors of up to 64 bits.
    Array(Bits, Element),
    /// A number, which only conversions to floats take.
    Real,
}

/// The sort of an array's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as in Sort")]
pub enum Element {
    Bool,
    Vector(Bits),
    Float(FloatKind),
    Rounding,
}

/// The bits of a rounding mode.
pub(super) const ROUNDING: Bits = Bits(3);

impl Element {
    /// The same as a sort.
    pub fn sort(self) -> Sort {
        match self {
            Element::Bool => Sort::Bool,
            Element::Vector(width) => Sort::Vector(width),
            Element::Float(kind) => Sort::Float(kind),
            Element::Rounding => Sort::Rounding,
        }
    }

    /// How many bits hold one.
    pub fn width(self) -> Bits {
        match self {
            Element::Bool => Bits(1),
            Element::Vector(width) => width,
            Element::Float(kind) => kind.width(),
            Element::Rounding => ROUNDING,
        }
    }
}

impl Sort {
    /// The same as elements of an array, if possible.
    pub(super) fn element(self) -> Option<Element> {
        match self {
            Sort::Bool => Some(Element::Bool),
            Sort::Vector(width) => Some(Element::Vector(width)),
            // The bits of an element are arbitrary, and some patterns of this width are not values.
            Sort::Float(FloatKind::X87) | Sort::Array(..) | Sort::Real => None,
            Sort::Float(kind) => Some(Element::Float(kind)),
            Sort::Rounding => Some(Element::Rounding),
        }
    }
}

/// As SMT-LIB writes it.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Vector(width) => write!(f, "(_ BitVec {})", width.0),
            Sort::Float(kind) => {
                write!(f, "(_ FloatingPoint {} {})", kind.exponent_bits(), kind.precision())
            }
            Sort::Rounding => f.write_str("RoundingMode"),
            Sort::Array(index, element) => {
                write!(f, "(Array (_ BitVec {}) {})", index.0, element.sort())
            }
            Sort::Real => f.write_str("Real"),
        }
    }
}

/// The kind with this many bits of exponent and significand, the hidden bit included.
pub(super) fn float_kind(exponent: u32, significand: u32) -> Result<FloatKind, String> {
    Ok(match (exponent, significand) {
        (5, 11) => FloatKind::Half,
        (8, 8) => FloatKind::BFloat,
        (8, 24) => FloatKind::Single,
        (11, 53) => FloatKind::Double,
        (15, 64) => FloatKind::X87,
        (15, 113) => FloatKind::Quad,
        _ => {
            return Err(format!(
                "floats of {exponent} and {significand} bits are not supported; \
                 there are 5 11, 8 8, 8 24, 11 53, 15 64 and 15 113"
            ));
        }
    })
}

/// A width of a bit-vector, from a script.
pub(super) fn width(bits: u64) -> Result<Bits, String> {
    match bits {
        0 => Err("a bit-vector has at least one bit".into()),
        _ if bits > u64::from(WIDEST) => {
            Err(format!("a bit-vector of {bits} bits is not supported; the widest has {WIDEST}"))
        }
        _ => Ok(Bits(bits as u32)),
    }
}

impl<'a> Code<'a> {
    /// The sort at this item; `named` tells what `define-sort` has defined.
    pub(super) fn sort(
        &self,
        index: usize,
        named: &dyn Fn(&str) -> Option<Sort>,
    ) -> Result<Sort, Refusal> {
        let at = self.at(index);
        match self.token(index) {
            Token::Symbol(name) | Token::Quoted(name) => {
                let sort = named(name).or_else(|| simple(name));
                sort.ok_or_else(|| Refusal::new(at, unknown(name)))
            }
            Token::Open { .. } => {
                let members: Vec<usize> = self.members(index).collect();
                let head = members.first().map(|head| self.token(*head));
                match (head, &members[..]) {
                    (Some(Token::Symbol("_")), [_, name, indices @ ..]) => {
                        self.indexed_sort(*name, indices)
                    }
                    (Some(Token::Symbol("Array")), [_, from, to]) => {
                        self.array_sort(*from, *to, named)
                    }
                    (Some(Token::Symbol("Array")), _) => {
                        Err(Refusal::new(at, "an array has a sort of indices and one of elements"))
                    }
                    (Some(Token::Symbol(name)), _) => Err(Refusal::new(at, unknown(name))),
                    _ => Err(Refusal::new(at, "a sort is expected here")),
                }
            }
            _ => Err(Refusal::new(at, "a sort is expected here")),
        }
    }

    fn indexed_sort(&self, name: usize, indices: &[usize]) -> Result<Sort, Refusal> {
        let numbers: Vec<u64> =
            indices.iter().map(|index| self.numeral(*index)).collect::<Result<_, _>>()?;
        let at = self.at(name);
        let sort = match (self.token(name), &numbers[..]) {
            (Token::Symbol("BitVec"), [bits]) => width(*bits).map(Sort::Vector),
            (Token::Symbol("FloatingPoint"), [exponent, significand]) => {
                let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
                float_kind(small(*exponent), small(*significand)).map(Sort::Float)
            }
            (Token::Symbol("BitVec"), _) => Err("BitVec takes one number".into()),
            (Token::Symbol("FloatingPoint"), _) => Err("FloatingPoint takes two numbers".into()),
            (Token::Symbol(name), _) => Err(unknown(name)),
            _ => Err("a sort is expected here".into()),
        };
        sort.map_err(|message| Refusal::new(at, message))
    }

    /// Nested arrays are refused before they are parsed, so that depth is no problem.
    fn array_sort(
        &self,
        from: usize,
        to: usize,
        named: &dyn Fn(&str) -> Option<Sort>,
    ) -> Result<Sort, Refusal> {
        let nested = |index: usize| {
            let head = self.members(index).next().map(|head| self.token(head));
            head == Some(Token::Symbol("Array"))
        };
        for (index, what) in [(from, "indices"), (to, "elements")] {
            if nested(index) {
                let message = format!("arrays as {what} of arrays are not supported");
                return Err(Refusal::new(self.at(index), message));
            }
        }
        let index = match self.sort(from, named)? {
            Sort::Vector(width) if width.0 <= 64 => width,
            other => {
                let message = format!(
                    "indices of sort {other} are not supported; bit-vectors of up to 64 bits are"
                );
                return Err(Refusal::new(self.at(from), message));
            }
        };
        let sort = self.sort(to, named)?;
        let element = sort.element().ok_or_else(|| {
            Refusal::new(self.at(to), format!("elements of sort {sort} are not supported"))
        })?;
        Ok(Sort::Array(index, element))
    }
}

fn simple(name: &str) -> Option<Sort> {
    Some(match name {
        "Bool" => Sort::Bool,
        "RoundingMode" => Sort::Rounding,
        "Float16" => Sort::Float(FloatKind::Half),
        "Float32" => Sort::Float(FloatKind::Single),
        "Float64" => Sort::Float(FloatKind::Double),
        "Float128" => Sort::Float(FloatKind::Quad),
        _ => return None,
    })
}

fn unknown(name: &str) -> String {
    match name {
        "Int" | "Real" => {
            format!("the sort {name} is not supported; there are bit-vectors and floats")
        }
        "String" | "RegLan" | "Seq" | "Set" => format!("the sort {name} is not supported"),
        _ => format!("unknown sort `{name}`"),
    }
}
