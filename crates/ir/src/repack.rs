//! The bits of a list of scalars, cut anew: bit casts between vectors of different lanes.
//!
//! Little-endian throughout: lane 0 holds the lowest bits. The same cut serves constants and
//! emitted code, so it is written over the few operations it needs.

/// The operations a cut is made of.
pub trait BitOps {
    /// A value of some width.
    type Value: Clone;
    /// Zero-extension.
    fn widen(&mut self, from: u32, to: u32, a: Self::Value) -> Self::Value;
    /// The low `to` bits.
    fn narrow(&mut self, from: u32, to: u32, a: Self::Value) -> Self::Value;
    /// Shift right by a constant.
    fn shift_down(&mut self, bits: u32, a: Self::Value, amount: u32) -> Self::Value;
    /// Shift left by a constant.
    fn shift_up(&mut self, bits: u32, a: Self::Value, amount: u32) -> Self::Value;
    /// Bitwise or.
    fn merge(&mut self, bits: u32, a: Self::Value, b: Self::Value) -> Self::Value;
}

/// Cuts lanes of `from` bits into lanes of `to` bits. The total must be a multiple of `to`.
pub fn repack<O: BitOps>(ops: &mut O, lanes: &[O::Value], from: u32, to: u32) -> Vec<O::Value> {
    if from == to || lanes.is_empty() {
        return lanes.to_vec();
    }
    if from.is_multiple_of(to) {
        return lanes.iter().flat_map(|lane| split(ops, lane, from, to)).collect();
    }
    if to.is_multiple_of(from) {
        let group = (to / from) as usize;
        return lanes.chunks(group).map(|group| join(ops, group, from)).collect();
    }
    let total = from * lanes.len() as u32;
    let whole = join(ops, lanes, from);
    split(ops, &whole, total, to)
}

/// One value of `from` bits as lanes of `to` bits.
pub fn split<O: BitOps>(ops: &mut O, value: &O::Value, from: u32, to: u32) -> Vec<O::Value> {
    let lane = |i: u32| {
        let low = if i == 0 { value.clone() } else { ops.shift_down(from, value.clone(), i * to) };
        if from == to { low } else { ops.narrow(from, to, low) }
    };
    (0..from / to).map(lane).collect()
}

/// Lanes of `from` bits, at least one, as one value.
pub fn join<O: BitOps>(ops: &mut O, lanes: &[O::Value], from: u32) -> O::Value {
    let total = from * lanes.len() as u32;
    let mut whole: Option<O::Value> = None;
    for (i, lane) in lanes.iter().enumerate() {
        let mut piece = lane.clone();
        if total > from {
            piece = ops.widen(from, total, piece);
        }
        if i > 0 {
            piece = ops.shift_up(total, piece, i as u32 * from);
        }
        whole = Some(match whole {
            None => piece,
            Some(below) => ops.merge(total, below, piece),
        });
    }
    whole.unwrap_or_else(|| unreachable!("a vector has at least one lane"))
}
