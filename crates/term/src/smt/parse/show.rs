//! Values under a model, as SMT-LIB writes them.

use super::array::Array;
use super::sort::Sort;
use super::sorted_term::SortedTerm;
use crate::form::Form;
use crate::smt::constant;
use crate::{INDEX, Model, Terms};
use numeric::{Bits, FloatKind, Wide};
use std::collections::BTreeSet;

impl SortedTerm {
    /// The value under a model. Elements of an array that the model does not give are zero.
    pub fn show(&self, terms: &Terms, model: &Model) -> String {
        match self {
            SortedTerm::Bits(sort, term) => show_bits(*sort, &model.eval(term)),
            SortedTerm::Array(array) => show_array(array, terms, model),
            SortedTerm::Real(_) => "a number".into(),
        }
    }
}

/// The symbol as a script has to write it.
pub fn quoted(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    let reserved = ["let", "forall", "exists", "match", "par", "_", "!", "as"].contains(&name);
    let starts = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    match starts && !reserved && name.bytes().all(plain) {
        true => name.into(),
        false => format!("|{name}|"),
    }
}

fn show_bits(sort: Sort, value: &Wide) -> String {
    match sort {
        Sort::Bool => if value.is_zero() { "false" } else { "true" }.into(),
        Sort::Float(kind) => show_float(kind, value),
        Sort::Rounding => {
            ["RNE", "RNA", "RTZ", "RTP", "RTN"][value.low_u64().min(4) as usize].into()
        }
        Sort::Vector(_) | Sort::Array(..) | Sort::Real => constant(value),
    }
}

fn show_float(kind: FloatKind, value: &Wide) -> String {
    let (width, precision, exponent) = (kind.width().0, kind.precision(), kind.exponent_bits());
    if kind.is_nan(value.low_u128()) {
        return format!("(_ NaN {exponent} {precision})");
    }
    let digits = |lo: u32, len: u32| -> String {
        (lo..lo + len).rev().map(|bit| if value.bit(bit) { '1' } else { '0' }).collect()
    };
    let (exponent, fraction) = (digits(width - 1 - exponent, exponent), digits(0, precision - 1));
    format!("(fp #b{} #b{exponent} #b{fraction})", digits(width - 1, 1))
}

fn show_array(array: &Array, terms: &Terms, model: &Model) -> String {
    let planes = array.chosen(|condition| model.satisfies(condition));
    let mut indices: BTreeSet<u64> = BTreeSet::new();
    let mut offsets: Option<Wide> = None;
    for plane in planes {
        let (content, offset) = plane.parts(terms);
        let byte = model.eval(offset);
        offsets = Some(offsets.map_or(byte.clone(), |low| byte.concat(&low)));
        let mut reached = content;
        loop {
            reached = match reached.form() {
                Form::Store(below, index, _) => {
                    indices.insert(model.eval(&index).low_u64());
                    below
                }
                Form::Table(bytes) => {
                    indices.extend(0..bytes.len() as u64);
                    break;
                }
                Form::Array(symbol) => {
                    let given = model.array_bytes().filter(|(of, ..)| **of == symbol);
                    indices.extend(given.map(|(_, index, _)| index));
                    break;
                }
                _ => break,
            }
        }
    }
    let (index_width, sort) = (array.index(), array.element().sort());
    let default = offsets.expect("an element has bits").trunc(array.element().width());
    let default = show_bits(sort, &default);
    let mut text = format!("((as const {}) {default})", array.sort());
    let mut stores = 0;
    for index in indices.into_iter().filter(|index| fits(*index, index_width)) {
        let element = model.eval(&array.read(terms, &terms.number(INDEX, index)));
        let element = show_bits(sort, &element);
        if element != default {
            text += &format!(" {} {element})", constant(&Wide::from_u64(index_width, index)));
            stores += 1;
        }
    }
    "(store ".repeat(stores) + &text
}

fn fits(index: u64, width: Bits) -> bool {
    width.0 >= 64 || index >> width.0 == 0
}
