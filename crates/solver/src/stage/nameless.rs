//! Queries without the names of their inputs.
//!
//! Each constraint is a template, in which its inputs are numbered placeholders, with the list of inputs for them;
//! constraints are ordered by the hash of their structure, and inputs numbered by first occurrence. An input is a free
//! bit-vector, a free array with its length, or a single byte of an array that the query reads at constant indices only.
//! Constant tables and update chains are part of the template, by content. Two queries with the same key differ only in
//! names, so one verdict holds for both, and a model of one is a model of the other once its inputs are renamed.

use crate::query::{Digit, Query, Verdict};
use hashbrown::HashMap;
use numeric::Wide;
use std::rc::Rc;
use term::{Form, Input, Model, Part, Shape, Substitution, Term, Terms};

/// Constraints of more nodes than this have no template.
const NODES: usize = 1 << 15;

/// Makes the keys of queries, and remembers the templates of constraints.
pub(super) struct Nameless {
    templates: HashMap<Term, Rc<Template>>,
    /// How many of these are remembered.
    capacity: usize,
}

/// A constraint without names.
struct Template {
    /// With placeholders for the inputs.
    term: Term,
    /// The inputs that the placeholders stand for, by number.
    inputs: Vec<Input>,
}

/// The templates of a query and the inputs for each.
pub(super) type Key = Vec<(Term, Vec<Slot>)>;

/// A query, and the order of inputs for which a model of it is the least.
pub(super) type LeastKey = (Key, Vec<Slot>);

/// An input of a query without its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Slot {
    /// By the number of its first occurrence.
    Input(usize),
    /// A byte of an input that is an array also read at other indices.
    Byte(usize, u64),
    /// Bytes of such an input from one index to another.
    Bytes(usize, u64, u64),
}

/// A verdict worth keeping.
pub(super) enum Known {
    Unsat,
    /// The values of the inputs by number.
    Sat(Vec<InputValue>),
}

/// The value of an input.
pub(super) enum InputValue {
    Vector(Wide),
    Byte(u8),
    Bytes(Vec<(u64, u8)>),
}

impl Known {
    /// What is kept of a verdict on a query with these inputs.
    pub fn of(verdict: &Verdict, inputs: &[Input]) -> Option<Known> {
        match verdict {
            Verdict::Unsat => Some(Known::Unsat),
            Verdict::Sat(model) => Some(Known::Sat(values_of(model, inputs))),
            Verdict::Unknown(_) => None,
        }
    }
}

impl Nameless {
    /// Remembers this many templates; when there are more, it starts over.
    pub fn new(capacity: usize) -> Nameless {
        Nameless { templates: HashMap::new(), capacity }
    }

    /// The query without names, and its inputs in the order of their numbers; none if a constraint is so big that it
    /// is unlikely to recur under other names.
    pub fn key(&mut self, query: &Query<'_>) -> Option<(Key, Vec<Input>)> {
        let templates: Option<Vec<Rc<Template>>> =
            query.constraints.iter().map(|c| self.template(query.terms, c)).collect();
        let mut templates = templates?;
        templates.sort_by_key(|template| (template.term.shape_hash(), template.term.id()));
        let inputs = || templates.iter().flat_map(|template| &template.inputs);
        let whole: Vec<&Term> =
            inputs().filter(|input| input.part == Part::Whole).map(|input| &input.symbol).collect();
        let mut numbers = Numbers::default();
        let key = templates.iter().map(|template| {
            let slots = template.inputs.iter().map(|input| match input.part {
                Part::Byte(index) if whole.contains(&&input.symbol) => {
                    let array = Input { symbol: input.symbol.clone(), part: Part::Whole };
                    Slot::Byte(numbers.of(&array), index)
                }
                _ => Slot::Input(numbers.of(input)),
            });
            (template.term.clone(), slots.collect())
        });
        Some((key.collect(), numbers.inputs))
    }

    /// A query without names that asks for the least model by these digits; none if these are not all its inputs.
    pub fn least_key(
        &mut self,
        query: &Query<'_>,
        order: &[Digit],
    ) -> Option<(LeastKey, Vec<Input>)> {
        let (key, inputs) = self.key(query)?;
        let numbers: HashMap<Input, usize> = inputs.iter().cloned().zip(0..).collect();
        let word = |term: &Term| match term.form() {
            Form::Select(array, index) => {
                let index = index.as_const()?.to_u64()?;
                let byte = Input { symbol: array.clone(), part: Part::Byte(index) };
                match numbers.get(&byte) {
                    Some(number) => Some(Slot::Input(*number)),
                    None => Some(Slot::Byte(*numbers.get(&whole(&array))?, index)),
                }
            }
            _ => numbers.get(&whole(term)).map(|number| Slot::Input(*number)),
        };
        let slot = |digit: &Digit| match digit {
            Digit::Word(term) => word(term),
            Digit::Bytes { array, first, last } => {
                Some(Slot::Bytes(*numbers.get(&whole(array))?, *first, *last))
            }
        };
        let order: Option<Vec<Slot>> = order.iter().map(slot).collect();
        Some(((key, order?), inputs))
    }

    fn template(&mut self, terms: &Terms, constraint: &Term) -> Option<Rc<Template>> {
        if let Some(template) = self.templates.get(constraint) {
            return Some(Rc::clone(template));
        }
        if constraint.has_more_nodes_than(NODES) {
            return None;
        }
        if self.templates.len() >= self.capacity {
            self.templates.clear();
        }
        let template = Rc::new(Template::of(terms, constraint));
        self.templates.insert(constraint.clone(), Rc::clone(&template));
        Some(template)
    }
}

/// Numbers of inputs by first occurrence.
#[derive(Default)]
struct Numbers {
    inputs: Vec<Input>,
    numbers: HashMap<Input, usize>,
}

impl Numbers {
    fn of(&mut self, input: &Input) -> usize {
        let next = self.inputs.len();
        let number = *self.numbers.entry(input.clone()).or_insert(next);
        if number == next {
            self.inputs.push(input.clone());
        }
        number
    }
}

impl Template {
    fn of(terms: &Terms, constraint: &Term) -> Template {
        let inputs = constraint.inputs();
        let is_whole = |array: &Term| {
            // The whole of a symbol comes before its bytes.
            let at = inputs.partition_point(|input| *input < whole(array));
            inputs.get(at).is_some_and(|input| *input == whole(array))
        };
        let mut numbers = Numbers::default();
        let term = Substitution::new(|part: &Term| {
            let (input, shape) = match part.form() {
                Form::Var(symbol) => (whole(part), symbol.shape),
                Form::Array(symbol) => (whole(part), symbol.shape),
                Form::Select(array, index) if !is_whole(&array) => match array.form() {
                    Form::Array(_) => {
                        let index = index.as_const()?.to_u64()?;
                        let part = Part::Byte(index);
                        (Input { symbol: array, part }, Shape::Vector(term::BYTE))
                    }
                    _ => return None,
                },
                _ => return None,
            };
            Some(placeholder(terms, numbers.of(&input), shape))
        })
        .apply(terms, constraint);
        Template { term, inputs: numbers.inputs }
    }
}

fn whole(symbol: &Term) -> Input {
    Input { symbol: symbol.clone(), part: Part::Whole }
}

/// The name starts with a character that no name of an input has.
fn placeholder(terms: &Terms, number: usize, shape: Shape) -> Term {
    let name = format!("\u{1}{number}");
    match shape {
        Shape::Vector(width) => terms.var(&name, width),
        Shape::Bytes(length) => terms.array(&name, length),
    }
}

fn value_of(model: &Model, input: &Input) -> InputValue {
    let symbol = input.name();
    match (symbol.shape, input.part) {
        (Shape::Vector(width), _) => {
            InputValue::Vector(model.vector(&symbol).cloned().unwrap_or_else(|| Wide::zero(width)))
        }
        (Shape::Bytes(_), Part::Byte(index)) => InputValue::Byte(model.byte(&symbol, index)),
        (Shape::Bytes(_), Part::Whole) => InputValue::Bytes(model.bytes_of(&symbol).collect()),
    }
}

/// The values of all inputs.
pub(super) fn values_of(model: &Model, inputs: &[Input]) -> Vec<InputValue> {
    inputs.iter().map(|input| value_of(model, input)).collect()
}

/// The model with these values for the inputs.
pub(super) fn renamed(inputs: &[Input], values: &[InputValue]) -> Model {
    let mut model = Model::new();
    for (input, value) in inputs.iter().zip(values) {
        let symbol = input.name();
        match (value, input.part) {
            (InputValue::Vector(value), _) => model.set(symbol, value.clone()),
            (InputValue::Byte(byte), Part::Byte(index)) => model.set_byte(&symbol, index, *byte),
            (InputValue::Bytes(bytes), _) => {
                for (index, byte) in bytes {
                    model.set_byte(&symbol, *index, *byte);
                }
            }
            (InputValue::Byte(_), Part::Whole) => unreachable!("equal keys have equal inputs"),
        }
    }
    model
}
