//! Verdicts and least models that outlast the process.
//!
//! What the backend decided is kept on a [`Shelf`] under a digest of the query without names ([`nameless`]): each
//! constraint as the SMT-LIB script it is, so that what is kept means the same to every version, and the places of its
//! inputs. A later run of the same program, or of another that asks the same, finds it there. A model is evaluated before it is used;
//! an *unsat*, and that a model is the least, is believed, so a shelf must be sure that it returns what was put there.
//!
//! [`nameless`]: super::nameless

use super::nameless::{InputValue, Key, Known, Nameless, Slot, renamed, values_of};
use super::{Counted, Stage};
use crate::query::{Digit, Query, Verdict};
use crate::sat::Limits;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::rc::Rc;
use term::{Input, Model, Part, Shape, Term, smt};

/// What a query is found by.
pub type Digest = [u8; 32];

/// Where entries are kept.
pub trait Shelf {
    /// The entry that was kept last under a digest.
    fn find(&mut self, digest: &Digest) -> Option<Vec<u8>>;

    /// Keeps an entry. If that fails, later queries are decided anew.
    fn keep(&mut self, digest: Digest, entry: Vec<u8>);
}

/// Looks on a shelf. See the [module](self).
pub struct Archive {
    shelf: Box<dyn Shelf>,
    nameless: Nameless,
    /// The digests of templates.
    digests: HashMap<Term, Digest>,
    /// What the query that was passed on will be found by, until its verdict arrives.
    pending: Option<(Digest, Vec<Input>)>,
}

/// The most templates whose digests are remembered.
const TEMPLATES: usize = 1 << 14;

/// An entry.
#[derive(Serialize, Deserialize)]
enum Entry {
    Unsat,
    Sat(Vec<Kept>),
}

/// The value of an input, by its number.
#[derive(Serialize, Deserialize)]
enum Kept {
    Vector(Vec<u64>),
    Byte(u8),
    Bytes(Vec<(u64, u8)>),
}

impl Archive {
    /// With what is on this shelf.
    pub fn new(shelf: Box<dyn Shelf>) -> Archive {
        let nameless = Nameless::new(TEMPLATES);
        Archive { shelf, nameless, digests: HashMap::new(), pending: None }
    }

    /// What a query is found by, and its inputs in the order of their numbers.
    fn of_query(&mut self, query: &Query<'_>) -> Option<(Digest, Vec<Input>)> {
        let (key, inputs) = self.nameless.key(query)?;
        Some((self.digest("verdict", &key, &inputs, &[]), inputs))
    }

    /// The same for its least model.
    fn of_least(&mut self, query: &Query<'_>, order: &[Digit]) -> Option<(Digest, Vec<Input>)> {
        let ((key, order), inputs) = self.nameless.least_key(query, order)?;
        Some((self.digest("least", &key, &inputs, &order), inputs))
    }

    fn digest(&mut self, of: &str, key: &Key, inputs: &[Input], order: &[Slot]) -> Digest {
        let mut hash = Sha256::new();
        hash.update(of);
        for (template, slots) in key {
            hash.update(self.template(template));
            add_slots(&mut hash, slots);
        }
        add_slots(&mut hash, order);
        for input in inputs {
            let (sort, size) = match (input.name().shape, input.part) {
                (Shape::Vector(width), _) => (0_u8, width.0.into()),
                (Shape::Bytes(_), Part::Byte(_)) => (1, 8),
                (Shape::Bytes(Some(length)), Part::Whole) => (2, length),
                (Shape::Bytes(None), Part::Whole) => (3, 0),
            };
            hash.update([sort]);
            hash.update(size.to_le_bytes());
        }
        hash.finalize().into()
    }

    fn template(&mut self, template: &Term) -> Digest {
        if let Some(digest) = self.digests.get(template) {
            return *digest;
        }
        if self.digests.len() >= TEMPLATES {
            self.digests.clear();
        }
        let digest = Sha256::digest(smt::script(std::slice::from_ref(template))).into();
        self.digests.insert(template.clone(), digest);
        digest
    }

    fn found(&mut self, digest: &Digest, inputs: &[Input]) -> Option<Known> {
        let entry = self.shelf.find(digest)?;
        match postcard::from_bytes(&entry).ok()? {
            Entry::Unsat => Some(Known::Unsat),
            Entry::Sat(kept) if kept.len() == inputs.len() => {
                let values = inputs.iter().zip(kept).map(|(input, kept)| value(input, kept));
                Some(Known::Sat(values.collect::<Option<_>>()?))
            }
            Entry::Sat(_) => None,
        }
    }

    fn keep(&mut self, digest: Digest, known: &Known) {
        let entry = match known {
            Known::Unsat => Entry::Unsat,
            Known::Sat(values) => Entry::Sat(values.iter().map(kept).collect()),
        };
        let entry = postcard::to_allocvec(&entry).expect("values are plain data");
        self.shelf.keep(digest, entry);
    }
}

fn add_slots(hash: &mut Sha256, slots: &[Slot]) {
    hash.update((slots.len() as u64).to_le_bytes());
    for slot in slots {
        let words = match *slot {
            Slot::Input(number) => [0, number as u64, 0, 0],
            Slot::Byte(number, index) => [1, number as u64, index, 0],
            Slot::Bytes(number, first, last) => [2, number as u64, first, last],
        };
        words.iter().for_each(|word| hash.update(word.to_le_bytes()));
    }
}

fn kept(value: &InputValue) -> Kept {
    match value {
        InputValue::Vector(value) => Kept::Vector(value.limbs().to_vec()),
        InputValue::Byte(byte) => Kept::Byte(*byte),
        InputValue::Bytes(bytes) => Kept::Bytes(bytes.clone()),
    }
}

/// The value of an input, if it fits.
fn value(input: &Input, kept: Kept) -> Option<InputValue> {
    match (input.name().shape, input.part, kept) {
        (Shape::Vector(width), _, Kept::Vector(limbs)) => {
            let fits = limbs.len() == numeric::Wide::zero(width).limbs().len();
            fits.then(|| InputValue::Vector(numeric::Wide::from_limbs(width, &limbs)))
        }
        (Shape::Bytes(_), Part::Byte(_), Kept::Byte(byte)) => Some(InputValue::Byte(byte)),
        (Shape::Bytes(_), Part::Whole, Kept::Bytes(bytes)) => Some(InputValue::Bytes(bytes)),
        _ => None,
    }
}

impl Stage for Archive {
    fn counted(&self) -> Counted {
        Counted::Archive
    }

    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
        self.pending = None;
        let (digest, inputs) = self.of_query(query)?;
        match self.found(&digest, &inputs) {
            Some(Known::Unsat) => return Some(Verdict::Unsat),
            Some(Known::Sat(values)) => {
                let model = renamed(&inputs, &values);
                if query.is_satisfied_until(&model, limits) == Ok(true) {
                    return Some(Verdict::Sat(Rc::new(model)));
                }
            }
            None => {}
        }
        self.pending = Some((digest, inputs));
        None
    }

    fn learn(&mut self, _: &Query<'_>, verdict: &Verdict) {
        let Some((digest, inputs)) = self.pending.take() else { return };
        if let Some(known) = Known::of(verdict, &inputs) {
            self.keep(digest, &known);
        }
    }

    fn least(&mut self, query: &Query<'_>, order: &[Digit], limits: &Limits) -> Option<Model> {
        let (digest, inputs) = self.of_least(query, order)?;
        let Some(Known::Sat(values)) = self.found(&digest, &inputs) else { return None };
        let model = renamed(&inputs, &values);
        (query.is_satisfied_until(&model, limits) == Ok(true)).then_some(model)
    }

    fn learn_least(&mut self, query: &Query<'_>, order: &[Digit], model: &Model) {
        let Some((digest, inputs)) = self.of_least(query, order) else { return };
        self.keep(digest, &Known::Sat(values_of(model, &inputs)));
    }

    fn forget(&mut self) {
        self.nameless = Nameless::new(TEMPLATES);
        self.digests = HashMap::new();
    }
}
