//! Operators on floats and on more than 64 bits, at all points of a grid.
//!
//! These are computed point by point, as evaluation does. That takes longer than a loop over numbers, but nothing
//! against a circuit for them.

use super::column::{Column, Points};
use super::{Computed, Grid};
use crate::fold;
use crate::store::{Key, Kind, Payload, Store};
use numeric::{Bits, Wide};

impl Grid {
    /// The column of a float operator, or of a node of which the result or an operand has more than 64 bits.
    pub(super) fn pointwise(&self, store: &Store, key: &Key) -> Computed {
        let points = self.points;
        if key.kind == Kind::Wide
            && let Payload::Wide(value) = store.payload_of(key)
        {
            return Column::Wides([value.clone()].into()).into();
        }
        let operands = key.words[..key.kind.arity()].iter();
        let operands: Vec<(Column, Bits)> =
            operands.map(|id| (self.get(store, *id), Bits(store.node(*id).key.width))).collect();
        if operands.is_empty() {
            return Column::None.into();
        }
        let is_same = operands.iter().all(|(column, _)| column.is_same());
        let count = if is_same { 1 } else { points.0 };
        let values: Vec<Option<Wide>> =
            (0..count).map(|point| value(key, points, &operands, point)).collect();
        let Computed { column, work } = points.known_wides(Bits(key.width), values).into();
        let each = if matches!(key.kind, Kind::Float(_)) { 2 } else { 1 };
        Computed { column, work: work + each * count }
    }
}

/// The value at a point, if it is known.
fn value(key: &Key, points: Points, operands: &[(Column, Bits)], point: usize) -> Option<Wide> {
    let at = |operand: usize| {
        let (column, width) = &operands[operand];
        points.wide_at(column, *width, point)
    };
    let width = Bits(key.width);
    Some(match key.kind {
        Kind::Not => at(0)?.not(),
        Kind::Concat => at(0)?.concat(&at(1)?),
        Kind::Extract => at(0)?.extract(key.words[1], width),
        Kind::Sext => at(0)?.sext(width),
        Kind::Ite => at(if at(0)?.is_zero() { 2 } else { 1 })?,
        Kind::Binary(op) => fold::binary(op, &at(0)?, &at(1)?),
        Kind::Float(float) => {
            let all: Option<Vec<Wide>> = (0..operands.len()).map(at).collect();
            float.apply(&all?, width)
        }
        _ => return None,
    })
}
