//! Arrays with indices of up to 64 bits and any elements, as arrays of bytes.
//!
//! An index is zero-extended, which maps no two indices to one. An element takes as many bytes as it needs; the k-th
//! bytes of all elements form a separate array of bytes, a *plane*, so that an index serves all planes unchanged.
//! Bits of the highest plane beyond the element are never read.
//!
//! Terms have no constant arrays except zero, so a plane holds its bytes exclusive-or an *offset*, which is the byte
//! that a constant array has everywhere; this is exact for symbolic constants too. Nor do terms have a choice between
//! arrays. Between two updates of one array a choice becomes conditional updates; otherwise both arrays are kept,
//! each under its condition, and every read chooses between the elements read.

use super::core::equal_bits;
use super::float::proper;
use super::sort::{Element, Sort};
use super::sorted_term::{Applied, Arity, Call, Operator, SortedTerm};
use crate::form::Form;
use crate::{BYTE, INDEX, Term, Terms};
use numeric::Bits;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

pub(super) const OPERATORS: &[Operator] = &[
    Operator::new("select", Arity::Exactly(2), select),
    Operator::new("store", Arity::Exactly(3), store),
];

/// Constant bytes up to this index become a table.
const TABLE: u64 = 1 << 20;

/// The most arrays a choice may be between.
const CHOICES: usize = 256;

/// Arrays with fewer indices than this are compared index by index.
const SMALL: u64 = 256;

/// An array of a script.
#[derive(Clone)]
pub struct Array {
    index: Bits,
    element: Element,
    /// The contents are those of the first whose condition holds; the last one has none.
    /// Invariant: not empty.
    cases: Vec<Case>,
}

#[derive(Clone)]
struct Case {
    condition: Option<Term>,
    planes: Vec<Plane>,
}

/// One byte of every element.
#[derive(Clone)]
pub(super) struct Plane {
    content: Content,
    /// The byte with which the content is to be exclusive-ored.
    offset: Term,
}

#[derive(Clone)]
enum Content {
    Term(Term),
    Bytes(Rc<Bytes>),
}

/// A table that is still being written: chains of thousands of constant stores become one table.
#[derive(Clone, Default)]
struct Bytes {
    bytes: Vec<u8>,
    term: OnceCell<Term>,
}

impl Content {
    fn term(&self, terms: &Terms) -> Term {
        match self {
            Content::Term(term) => term.clone(),
            Content::Bytes(bytes) => {
                bytes.term.get_or_init(|| terms.table(bytes.bytes.as_slice().into())).clone()
            }
        }
    }
}

impl Plane {
    fn select(&self, terms: &Terms, index: &Term) -> Term {
        terms.xor(&terms.select(&self.content.term(terms), index), &self.offset)
    }

    fn store(&mut self, terms: &Terms, index: &Term, byte: &Term) {
        let byte = terms.xor(byte, &self.offset);
        if let Content::Bytes(bytes) = &mut self.content
            && let (Some(at), Some(value)) = (index.as_const(), byte.as_const())
            && at.low_u64() < TABLE
        {
            let (at, value) = (at.low_u64() as usize, value.low_u64() as u8);
            let bytes = Rc::make_mut(bytes);
            bytes.term = OnceCell::new();
            if at >= bytes.bytes.len() && value != 0 {
                bytes.bytes.resize(at + 1, 0);
            }
            if let Some(place) = bytes.bytes.get_mut(at) {
                *place = value;
            }
            return;
        }
        self.content = Content::Term(terms.store(&self.content.term(terms), index, &byte));
    }
}

impl Array {
    /// The sort.
    pub fn sort(&self) -> Sort {
        Sort::Array(self.index, self.element)
    }

    pub(super) fn index(&self) -> Bits {
        self.index
    }

    pub(super) fn element(&self) -> Element {
        self.element
    }

    fn plain(index: Bits, element: Element, planes: Vec<Plane>) -> Array {
        Array { index, element, cases: vec![Case { condition: None, planes }] }
    }

    /// A free array. Its planes have names that no symbol of a script can have, unless there is only one.
    pub(super) fn free(terms: &Terms, name: &str, index: Bits, element: Element) -> Array {
        let offset = terms.number(BYTE, 0);
        let planes = element.width().bytes();
        let plane = |k: usize| {
            let name = if planes == 1 { name.to_string() } else { format!("{name}|{k}") };
            Plane { content: Content::Term(terms.array(&name, None)), offset: offset.clone() }
        };
        Array::plain(index, element, (0..planes).map(plane).collect())
    }

    /// The array with this element everywhere.
    pub(super) fn constant(terms: &Terms, index: Bits, element: Element, value: &Term) -> Array {
        let plane = |offset| Plane { content: Content::Bytes(Rc::default()), offset };
        Array::plain(index, element, split(terms, value).into_iter().map(plane).collect())
    }

    /// The element at an index that is already extended.
    pub(super) fn read(&self, terms: &Terms, index: &Term) -> Term {
        let (last, others) = self.cases.split_last().expect("there is a last case");
        let mut value = self.read_case(terms, last, index);
        for case in others.iter().rev() {
            let condition = case.condition.as_ref().expect("only the last has none");
            value = terms.ite(condition, &self.read_case(terms, case, index), &value);
        }
        value
    }

    fn read_case(&self, terms: &Terms, case: &Case, index: &Term) -> Term {
        let bytes: Vec<Term> = case.planes.iter().map(|p| p.select(terms, index)).collect();
        let whole = bytes.into_iter().reduce(|low, high| terms.concat(&high, &low));
        let any = terms.extract(&whole.expect("an element has bits"), 0, self.element.width());
        proper(terms, self.element.sort(), any)
    }

    fn write(&mut self, terms: &Terms, index: &Term, value: &Term) {
        let bytes = split(terms, value);
        for case in &mut self.cases {
            for (plane, byte) in case.planes.iter_mut().zip(&bytes) {
                plane.store(terms, index, byte);
            }
        }
    }

    /// This array if the condition holds, else the other.
    pub(super) fn choice(
        &self,
        terms: &Terms,
        condition: &Term,
        other: &Array,
    ) -> Result<Array, String> {
        if let Some(value) = condition.as_const() {
            return Ok(if value.is_zero() { other.clone() } else { self.clone() });
        }
        if let ([a], [b]) = (&self.cases[..], &other.cases[..])
            && let Some(planes) = merge(terms, condition, &a.planes, &b.planes)
        {
            return Ok(Array::plain(self.index, self.element, planes));
        }
        if self.cases.len() + other.cases.len() > CHOICES {
            return Err(format!("a choice between more than {CHOICES} arrays is not supported"));
        }
        let under = |case: &Case| {
            let both = match &case.condition {
                Some(inner) => terms.and(condition, inner),
                None => condition.clone(),
            };
            Case { condition: Some(both), planes: case.planes.clone() }
        };
        let cases = self.cases.iter().map(under).chain(other.cases.iter().cloned()).collect();
        Ok(Array { cases, ..self.clone() })
    }

    /// Whether the arrays are equal at every index, if finitely many reads can decide that.
    pub(super) fn equal(&self, terms: &Terms, other: &Array) -> Result<Term, String> {
        if let Some(count) = 1_u64.checked_shl(self.index.0).filter(|count| *count <= SMALL) {
            let indices = (0..count).map(|at| terms.number(INDEX, at)).collect::<Vec<_>>();
            return Ok(self.equal_at(terms, other, &indices));
        }
        let mut indices = Vec::new();
        let mut everywhere = terms.truth(true);
        for (a, b) in self.cases.iter().flat_map(|a| other.cases.iter().map(move |b| (a, b))) {
            let distance = distance(terms, a, b).ok_or(
                "equality of arrays is supported between updates of one array, of constant \
                 arrays, and, asserted, as the definition of an array not used before",
            )?;
            if distance.offsets_differ {
                if self.cases.len() + other.cases.len() > 2 {
                    return Err("equality of chosen constant arrays is not supported".into());
                }
                everywhere = self.equal_offsets(terms, a, b);
            }
            indices.extend(distance.indices);
        }
        let mut seen = HashSet::new();
        indices.retain(|index: &Term| seen.insert(index.id()));
        // There must be an index left at which only the offsets count.
        if indices.len() as u64 >= 1 << self.index.0.min(62) {
            return Err("equality of arrays updated at so many indices is not supported".into());
        }
        Ok(terms.and(&everywhere, &self.equal_at(terms, other, &indices)))
    }

    fn equal_at(&self, terms: &Terms, other: &Array, indices: &[Term]) -> Term {
        let sort = self.element.sort();
        indices.iter().fold(terms.truth(true), |all, index| {
            let (a, b) = (self.read(terms, index), other.read(terms, index));
            terms.and(&all, &equal_bits(terms, sort, &a, &b))
        })
    }

    fn equal_offsets(&self, terms: &Terms, a: &Case, b: &Case) -> Term {
        let whole = |case: &Case| {
            let offsets = case.planes.iter().map(|plane| plane.offset.clone());
            let whole = offsets.reduce(|low, high| terms.concat(&high, &low));
            terms.extract(&whole.expect("an element has bits"), 0, self.element.width())
        };
        equal_bits(terms, self.element.sort(), &whole(a), &whole(b))
    }

    /// The planes under the first condition that `holds` says is true.
    pub(super) fn chosen(&self, holds: impl Fn(&Term) -> bool) -> &[Plane] {
        let case = self.cases.iter().find(|case| case.condition.as_ref().is_none_or(&holds));
        &case.expect("the last case has no condition").planes
    }
}

impl Plane {
    /// The content as a term, and the offset.
    pub(super) fn parts(&self, terms: &Terms) -> (Term, &Term) {
        (self.content.term(terms), &self.offset)
    }
}

/// The bytes of a value, the lowest first; the last one is padded with zeros.
fn split(terms: &Terms, value: &Term) -> Vec<Term> {
    let bytes = value.width().bytes() as u32;
    let wide = terms.zext(value, Bits(bytes * 8));
    (0..bytes).map(|k| terms.extract(&wide, k * 8, BYTE)).collect()
}

/// Updates from the newest to the oldest, and the array below them.
struct Updates {
    updates: Vec<(Term, Term)>,
    arrays: Vec<Term>,
}

fn updates(array: &Term) -> Updates {
    let mut all = Updates { updates: Vec::new(), arrays: vec![array.clone()] };
    let mut reached = array.form();
    while let Form::Store(below, index, byte) = reached {
        all.updates.push((index, byte));
        reached = below.form();
        all.arrays.push(below);
    }
    all
}

/// The planes of a choice between updates of one array: the updates of both, each only if its condition holds.
fn merge(terms: &Terms, condition: &Term, a: &[Plane], b: &[Plane]) -> Option<Vec<Plane>> {
    a.iter().zip(b).map(|(a, b)| merge_plane(terms, condition, a, b)).collect()
}

fn merge_plane(terms: &Terms, condition: &Term, a: &Plane, b: &Plane) -> Option<Plane> {
    if a.offset != b.offset {
        return None;
    }
    let (x, y) = (updates(&a.content.term(terms)), updates(&b.content.term(terms)));
    let known: HashSet<u32> = x.arrays.iter().map(Term::id).collect();
    let shared = y.arrays.iter().position(|array| known.contains(&array.id()))?;
    let base = &y.arrays[shared];
    let until = x.arrays.iter().position(|array| array == base)?;
    let mut array = base.clone();
    for (index, byte) in x.updates[..until].iter().rev() {
        let old = terms.select(&array, index);
        array = terms.store(&array, index, &terms.ite(condition, byte, &old));
    }
    for (index, byte) in y.updates[..shared].iter().rev() {
        let old = terms.select(&array, index);
        array = terms.store(&array, index, &terms.ite(condition, &old, byte));
    }
    Some(Plane { content: Content::Term(array), offset: a.offset.clone() })
}

/// Where two arrays may differ.
struct Distance {
    indices: Vec<Term>,
    /// Whether they may also differ everywhere else, by their offsets.
    offsets_differ: bool,
}

/// `None` if they may differ anywhere.
fn distance(terms: &Terms, a: &Case, b: &Case) -> Option<Distance> {
    let planes = || a.planes.iter().zip(&b.planes);
    let offsets_differ = planes().any(|(a, b)| a.offset != b.offset);
    let mut distance = Distance { indices: Vec::new(), offsets_differ };
    for (a, b) in planes() {
        let (x, y) = (updates(&a.content.term(terms)), updates(&b.content.term(terms)));
        let touched = x.updates.into_iter().chain(y.updates);
        distance.indices.extend(touched.map(|(index, _)| index));
        let (x, y) = (x.arrays.last()?, y.arrays.last()?);
        match (x.form(), y.form()) {
            (Form::Table(x), Form::Table(y)) => {
                let byte = |bytes: &[u8], at: usize| bytes.get(at).copied().unwrap_or(0);
                let differ = |at: &usize| offsets_differ || byte(&x, *at) != byte(&y, *at);
                let at = (0..x.len().max(y.len())).filter(differ);
                distance.indices.extend(at.map(|at| terms.number(INDEX, at as u64)));
            }
            _ if x == y && !offsets_differ => {}
            _ => return None,
        }
    }
    Some(distance)
}

fn select(call: &mut Call<'_>) -> Applied {
    let array = call.array_at(0)?;
    let index = call.bits_of(1, Sort::Vector(array.index))?;
    let index = call.terms.zext(&index, INDEX);
    Ok(SortedTerm::Bits(array.element.sort(), array.read(call.terms, &index)))
}

fn store(call: &mut Call<'_>) -> Applied {
    let (width, element) = {
        let array = call.array_at(0)?;
        (array.index, array.element)
    };
    let index = call.bits_of(1, Sort::Vector(width))?;
    let value = call.bits_of(2, element.sort())?;
    let index = call.terms.zext(&index, INDEX);
    let SortedTerm::Array(mut array) = call.args.swap_remove(0) else {
        return Err("an array is expected here".into());
    };
    array.write(call.terms, &index, &value);
    Ok(SortedTerm::Array(array))
}
