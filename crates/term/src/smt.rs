//! Printing as SMT-LIB 2, in the narrowest logic that covers what occurs (with constant tables: ALL).
//!
//! Nodes that are used more than once, or whose text grows long, become functions without arguments,
//! so that the text is as small as the graph and nowhere deeply nested. Truth values are of sort `Bool`
//! where a comparison or a connective makes them, and converted where bits are needed.

mod float;
pub mod parse;

use crate::Term;
use crate::form::{Binary, Shape, Symbol};
use crate::store::{Kind, Node, Payload, Store};
use crate::walk::Walk;
use numeric::{Bits, Wide};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Text longer than this gets a name.
const LONG: usize = 160;

/// A script that asserts the truth values and asks whether they can hold together.
///
/// # Panics
/// If a term is not a truth value.
pub fn script(assertions: &[Term]) -> String {
    question(assertions).script
}

/// The same, with the terms whose values make a model.
///
/// # Panics
/// If a term is not a truth value.
pub fn question(assertions: &[Term]) -> Question {
    let mut question =
        Question { script: "(set-logic QF_BV)\n".to_string(), ..Question::default() };
    if let Some(first) = assertions.first() {
        let results = float::results(&first.terms(), assertions);
        let nans = results.iter().filter_map(float::Result::nan);
        let roots: Vec<Term> = assertions.iter().chain(nans).cloned().collect();
        first.with_store(|store| {
            let walk = Walk::new(store, &roots);
            question = Script::new(store).run(&walk, assertions, &results);
        });
    }
    question.script.push_str("(check-sat)\n");
    question
}

/// A script, and its names for the things whose values make a model.
///
/// Free arrays need not be queried at every index: a read of an update chain over a free array reads that array at
/// the index of the read, if it reads it at all.
#[derive(Default)]
pub struct Question {
    /// The script, down to its `check-sat`.
    pub script: String,
    /// The free bit-vectors that occur, and the name of each.
    pub vectors: Vec<(Symbol, String)>,
    /// The reads of free arrays that occur.
    pub reads: Vec<Read>,
}

/// A read of a free array.
pub struct Read {
    /// The array.
    pub symbol: Symbol,
    /// The text of the index.
    pub index: String,
    /// The text of the byte.
    pub byte: String,
}

/// The text of a node, and whether its sort is `Bool`.
#[derive(Clone)]
struct Text {
    text: String,
    sort: Sort,
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Bool,
    Vector,
    Array,
}

struct Script<'a> {
    store: &'a Store,
    texts: HashMap<u32, Text>,
    /// Every name written, of symbols and of definitions.
    used: HashSet<String>,
    names: u32,
    vectors: Vec<(Symbol, String)>,
    /// Free arrays and the indices at which they may be read, in the order of the walk.
    reads: Vec<(u32, u32)>,
    /// The definitions of floats.
    floats: HashMap<u32, String>,
    /// The floats whose bits are used.
    results: HashSet<u32>,
}

impl<'a> Script<'a> {
    fn new(store: &'a Store) -> Script<'a> {
        Script {
            store,
            texts: HashMap::new(),
            used: HashSet::new(),
            names: 0,
            vectors: Vec::new(),
            reads: Vec::new(),
            floats: HashMap::new(),
            results: HashSet::new(),
        }
    }

    fn run(mut self, walk: &Walk, assertions: &[Term], results: &[float::Result]) -> Question {
        let mut out = format!("(set-logic {})\n", self.logic(&walk.order));
        self.results = results.iter().map(float::Result::id).collect();
        for id in &walk.order {
            self.write(*id, walk.uses[id], &mut out);
        }
        for assertion in assertions {
            assert_eq!(assertion.width(), Bits(1), "only a truth value can be asserted");
            writeln_to(&mut out, format_args!("(assert {})", self.truth(assertion.id())));
        }
        for result in results {
            self.assert_bits(result, &mut out);
        }
        let reads = self.read_texts();
        Question { script: out, vectors: self.vectors, reads }
    }

    /// The narrowest logic that covers these nodes.
    fn logic(&self, nodes: &[u32]) -> &'static str {
        let kinds = || nodes.iter().map(|id| self.store.node(*id).key.kind);
        if kinds().any(|kind| kind == Kind::Table) {
            // Z3 supports constant arrays in no narrower logic.
            return "ALL";
        }
        let arrays = kinds().any(|kind| kind == Kind::Array);
        let floats = kinds().any(|kind| matches!(kind, Kind::Float(_)));
        match (arrays, floats) {
            (false, false) => "QF_BV",
            (true, false) => "QF_ABV",
            (false, true) => "QF_BVFP",
            (true, true) => "QF_ABVFP",
        }
    }

    /// Declares or defines a node if it is to have a name, and keeps its text.
    fn write(&mut self, id: u32, uses: u32, out: &mut String) {
        let node = self.store.node(id);
        let kind = node.key.kind;
        if let Kind::Float(float) = kind
            && let Some(result) = float.result()
        {
            return self.define_float(id, float, result, out);
        }
        let text = match kind {
            Kind::Var | Kind::Array => self.declare(node, out),
            _ => self.node(id),
        };
        let long = uses > 1 || text.text.len() > LONG;
        let text = match kind.arity() > 0 && long || kind == Kind::Table {
            true => self.define(id, text, out),
            false => text,
        };
        self.texts.insert(id, text);
        self.note_read(id);
    }

    /// Remembers the free array below a read.
    fn note_read(&mut self, id: u32) {
        let key = self.store.node(id).key;
        if key.kind != Kind::Select {
            return;
        }
        let [mut array, index, _] = key.words;
        while self.store.node(array).key.kind == Kind::Store {
            array = self.store.node(array).key.words[0];
        }
        if self.store.node(array).key.kind == Kind::Array {
            self.reads.push((array, index));
        }
    }

    fn read_texts(&mut self) -> Vec<Read> {
        let mut seen = HashSet::new();
        let reads = std::mem::take(&mut self.reads);
        let new = reads.into_iter().filter(|read| seen.insert(*read));
        new.map(|(array, index)| {
            let Payload::Symbol(symbol) = self.store.payload(self.store.node(array)) else {
                unreachable!("a free array has a name");
            };
            let index = self.bits(index);
            let byte = format!("(select {} {index})", self.bits(array));
            Read { symbol: symbol.clone(), index, byte }
        })
        .collect()
    }

    fn fresh(&mut self) -> String {
        loop {
            let name = format!("$t{}", self.names);
            self.names += 1;
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }

    fn define(&mut self, id: u32, text: Text, out: &mut String) -> Text {
        let name = self.fresh();
        let sort = match text.sort {
            Sort::Bool => "Bool".to_string(),
            Sort::Vector => format!("(_ BitVec {})", self.store.node(id).key.width),
            Sort::Array => ARRAY.to_string(),
        };
        writeln_to(out, format_args!("(define-fun {name} () {sort} {})", text.text));
        Text { text: name, sort: text.sort }
    }

    /// The text as `Bool`.
    fn truth(&self, id: u32) -> String {
        let text = &self.texts[&id];
        match text.sort {
            Sort::Bool => text.text.clone(),
            _ => format!("(= {} #b1)", text.text),
        }
    }

    /// The text as a bit-vector or an array.
    fn bits(&self, id: u32) -> String {
        let text = &self.texts[&id];
        match text.sort {
            Sort::Bool => format!("(ite {} #b1 #b0)", text.text),
            _ => text.text.clone(),
        }
    }

    /// Declares the symbol. A quoted name cannot contain bars, backslashes and unprintable characters, which become
    /// underscores; if the result is taken, it is lengthened.
    fn declare(&mut self, node: &Node, out: &mut String) -> Text {
        let Payload::Symbol(symbol) = self.store.payload(node) else {
            unreachable!("a symbol has a name");
        };
        let refused = |c: char| match c {
            '\'' | '"' => false,
            '|' => true,
            _ => c.escape_debug().len() > 1,
        };
        let mut name = symbol.name.replace(refused, "_");
        while !self.used.insert(name.clone()) {
            name.push('!');
        }
        let text = format!("|{name}|");
        let (sort, written) = match symbol.shape {
            Shape::Vector(width) => {
                self.vectors.push((symbol.clone(), text.clone()));
                (Sort::Vector, format!("(_ BitVec {})", width.0))
            }
            Shape::Bytes(_) => (Sort::Array, ARRAY.to_string()),
        };
        writeln_to(out, format_args!("(declare-fun {text} () {written})"));
        Text { text, sort }
    }

    fn node(&self, id: u32) -> Text {
        let node = self.store.node(id);
        let [a, b, c] = node.key.words;
        let vector = |text: String| Text { text, sort: Sort::Vector };
        let array = |text: String| Text { text, sort: Sort::Array };
        let truth = |text: String| Text { text, sort: Sort::Bool };
        let bits = |id: u32| self.bits(id);
        match node.key.kind {
            Kind::Const => {
                vector(constant(&Wide::from_u64(Bits(node.key.width), node.small_value())))
            }
            Kind::Wide | Kind::Table => match self.store.payload(node) {
                Payload::Wide(value) => vector(constant(value)),
                Payload::Bytes(bytes) => array(table(bytes)),
                Payload::Symbol(_) => unreachable!("neither kind is a symbol"),
            },
            Kind::Store => array(format!("(store {} {} {})", bits(a), bits(b), bits(c))),
            Kind::Range | Kind::Shift | Kind::Every | Kind::Lambda => {
                unreachable!("a read of such an array is a choice")
            }
            Kind::Select => vector(format!("(select {} {})", bits(a), bits(b))),
            Kind::Not if node.key.width == 1 => truth(format!("(not {})", self.truth(a))),
            Kind::Not => vector(format!("(bvnot {})", bits(a))),
            Kind::Concat => vector(format!("(concat {} {})", bits(a), bits(b))),
            Kind::Extract => {
                let top = b + node.key.width - 1;
                vector(format!("((_ extract {top} {b}) {})", bits(a)))
            }
            Kind::Sext => {
                let more = node.key.width - self.store.node(a).key.width;
                vector(format!("((_ sign_extend {more}) {})", bits(a)))
            }
            Kind::Ite => vector(format!("(ite {} {} {})", self.truth(a), bits(b), bits(c))),
            Kind::Binary(op) => match (connective(op), node.key.width) {
                (Some(name), 1) => truth(format!("({name} {} {})", self.truth(a), self.truth(b))),
                _ if op.is_comparison() => truth(format!("({} {} {})", name(op), bits(a), bits(b))),
                _ => vector(format!("({} {} {})", name(op), bits(a), bits(b))),
            },
            Kind::Float(float) => self.float_node(float, &node.key.words, node.key.width),
            Kind::Var | Kind::Array | Kind::Vacant => unreachable!("symbols are declared"),
        }
    }
}

const ARRAY: &str = "(Array (_ BitVec 64) (_ BitVec 8))";

fn writeln_to(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(line);
    out.push('\n');
}

fn constant(value: &Wide) -> String {
    let width = value.width().0;
    match width % 4 {
        0 => format!("#x{value:0digits$x}", digits = (width / 4) as usize),
        _ => (0..width)
            .rev()
            .fold("#b".to_string(), |text, bit| text + if value.bit(bit) { "1" } else { "0" }),
    }
}

fn table(bytes: &[u8]) -> String {
    let stored = || bytes.iter().enumerate().filter(|(_, byte)| **byte != 0);
    let mut text = "(store ".repeat(stored().count());
    let _ = write!(text, "((as const {ARRAY}) #x00)");
    for (at, byte) in stored() {
        let _ = write!(text, " #x{at:016x} #x{byte:02x})");
    }
    text
}

/// The connective for the operator on truth values.
fn connective(op: Binary) -> Option<&'static str> {
    match op {
        Binary::And => Some("and"),
        Binary::Or => Some("or"),
        Binary::Xor => Some("xor"),
        _ => None,
    }
}

fn name(op: Binary) -> &'static str {
    match op {
        Binary::Add => "bvadd",
        Binary::Mul => "bvmul",
        Binary::Udiv => "bvudiv",
        Binary::Urem => "bvurem",
        Binary::Sdiv => "bvsdiv",
        Binary::Srem => "bvsrem",
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Shl => "bvshl",
        Binary::Lshr => "bvlshr",
        Binary::Ashr => "bvashr",
        Binary::Eq => "=",
        Binary::Ult => "bvult",
        Binary::Slt => "bvslt",
    }
}
