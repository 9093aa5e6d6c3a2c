//! Readable text: infix operators, with names for parts that are shared or long.
//!
//! `$1 = x + 1; $1 * $1` reads left to right. Signed operators have an `s`, and widths are shown where they change.
//! The text is for people: it is not parsed again.

use crate::Term;
use crate::float;
use crate::form::Binary;
use crate::store::{Kind, Payload, Store};
use crate::walk::Walk;
use numeric::{Bits, Wide};
use std::collections::HashMap;
use std::fmt;

/// Text longer than this gets a name.
const LONG: usize = 160;

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_store(|store| write(store, self)))
    }
}

fn write(store: &Store, term: &Term) -> String {
    let walk = Walk::new(store, std::slice::from_ref(term));
    let mut texts: HashMap<u32, String> = HashMap::new();
    let mut definitions = String::new();
    let mut names = 0;
    for id in walk.order {
        let text = node(store, id, &texts);
        let compound = store.node(id).key.kind.arity() > 0;
        let named = compound && id != term.id() && (walk.uses[&id] > 1 || text.len() > LONG);
        if !named {
            texts.insert(id, text);
            continue;
        }
        names += 1;
        definitions.push_str(&format!("${names} = {text}; "));
        texts.insert(id, format!("${names}"));
    }
    definitions + texts[&term.id()].as_str()
}

fn node(store: &Store, id: u32, texts: &HashMap<u32, String>) -> String {
    let node = store.node(id);
    let [a, b, c] = node.key.words;
    let text = |id: u32| texts[&id].as_str();
    match node.key.kind {
        Kind::Const => constant(&Wide::from_u64(Bits(node.key.width), node.small_value())),
        Kind::Wide | Kind::Var | Kind::Array | Kind::Table => match store.payload(node) {
            Payload::Wide(value) => constant(value),
            Payload::Symbol(symbol) => symbol.name.to_string(),
            Payload::Bytes(bytes) => format!("table[{}]", bytes.len()),
        },
        Kind::Store => format!("{}{{{} := {}}}", text(a), text(b), text(c)),
        Kind::Range => format!("{}{{{} := {}}}", text(a), text(b), text(c)),
        Kind::Shift => format!("{} >> {}", text(a), text(b)),
        Kind::Every => format!("every {}", text(a)),
        Kind::Lambda => format!("lambda {}", text(a)),
        Kind::Select => format!("{}[{}]", text(a), text(b)),
        Kind::Not => format!("~{}", text(a)),
        Kind::Concat => format!("({} . {})", text(a), text(b)),
        Kind::Extract => format!("{}<{}..{}>", text(a), b + node.key.width, b),
        Kind::Sext => format!("sext{}({})", node.key.width, text(a)),
        Kind::Ite => format!("({} ? {} : {})", text(a), text(b), text(c)),
        Kind::Binary(op) => format!("({} {} {})", text(a), operator(op), text(b)),
        Kind::Float(op) => {
            let operands: Vec<&str> =
                node.key.words[..op.op.arity()].iter().map(|id| text(*id)).collect();
            format!("{}({})", float::name(op), operands.join(", "))
        }
        Kind::Vacant => unreachable!("a live term has no vacant nodes"),
    }
}

fn constant(value: &Wide) -> String {
    match value.to_u64() {
        Some(small) if small < 10 => format!("{small}"),
        _ => format!("{value:#x}"),
    }
}

fn operator(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Mul => "*",
        Binary::Udiv => "/",
        Binary::Urem => "%",
        Binary::Sdiv => "/s",
        Binary::Srem => "%s",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Shl => "<<",
        Binary::Lshr => ">>",
        Binary::Ashr => ">>s",
        Binary::Eq => "==",
        Binary::Ult => "<",
        Binary::Slt => "<s",
    }
}
