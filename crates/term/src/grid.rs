//! Terms as columns: their values for all combinations of a few inputs at once.
//!
//! Where inputs have few values, each combination of these is a point of a grid, and a term is a column that holds its
//! value at each point. An operator on columns is one loop over numbers; truth values have 64 points in a word. Columns
//! are kept, so that what many questions have in common is computed once.
//!
//! Not every term has a column: those of more than 64 bits and floats have none, and neither have reads far down a
//! chain of stores, nor what depends on any of these.

mod column;

use crate::inputs::Part;
use crate::patience::{GivenUp, Patience, Steps};
use crate::store::{Key, Kind, Payload, Store};
use crate::{BYTE, Binary, Input, Model, Shape, Term};
use column::{Column, Points};
use hashbrown::HashMap;
use numeric::{Bits, Wide, small};

/// The values of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// A bit-vector of up to 64 bits, or a byte of an array.
    pub input: Input,
    /// The least value.
    pub low: u64,
    /// The greatest value.
    pub high: u64,
}

/// What is known about truth values on a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The first point at which all of them hold.
    First(usize),
    /// They never hold together.
    Nowhere,
    /// One of them has no column.
    Unknown,
}

/// All combinations of the values of some inputs. The first input varies least. See the [module](self).
pub struct Grid {
    axes: Vec<Axis>,
    points: Points,
    /// By node.
    columns: HashMap<u32, Column>,
    /// Invariant: all of one store; every node in `columns` lies below one.
    held: Vec<Term>,
    /// How many words the columns take.
    weight: usize,
}

/// The most words that columns take before all are dropped: 8 MiB.
const ROOM: usize = 1 << 20;

/// The most nodes below a term for which there are no columns yet.
const NODES: usize = 1 << 12;

/// The longest chain of stores that a read goes down.
const CHAIN: usize = 64;

impl Axis {
    /// How many values there are; `None` if there are 2^64.
    pub fn values(&self) -> Option<u64> {
        (self.high - self.low).checked_add(1)
    }

    /// Gives the input a value.
    fn set(&self, model: &mut Model, value: u64) {
        let symbol = self.input.name();
        match (symbol.shape, self.input.part) {
            (Shape::Vector(width), _) => model.set(symbol, Wide::from_u64(width, value)),
            (_, Part::Byte(index)) => model.set_byte(&symbol, index, value as u8),
            (_, Part::Whole) => unreachable!("an array as a whole is no axis"),
        }
    }
}

impl Grid {
    /// The grid of these inputs, whose combinations are few.
    pub fn new(axes: Vec<Axis>) -> Grid {
        let points = axes.iter().try_fold(1_u64, |all, axis| all.checked_mul(axis.values()?));
        let points = Points(points.expect("few combinations") as usize);
        Grid { axes, points, columns: HashMap::new(), held: Vec::new(), weight: 0 }
    }

    /// Whether all combinations of these are among its points.
    pub fn covers(&self, axes: &[Axis]) -> bool {
        axes.iter().all(|axis| {
            let same = |own: &&Axis| own.input == axis.input;
            self.axes.iter().find(same).is_some_and(|o| o.low <= axis.low && axis.high <= o.high)
        })
    }

    /// Where all of these truth values hold, beginning with the last: the others tend to hold.
    pub fn search(&mut self, truths: &[Term], patience: &dyn Patience) -> Result<Found, GivenUp> {
        let mut all = self.points.bits(&Column::Same(1)).into_owned();
        for truth in truths.iter().rev() {
            match self.column(truth, patience)? {
                Column::None => return Ok(Found::Unknown),
                Column::Same(0) => return Ok(Found::Nowhere),
                Column::Same(_) => {}
                column => {
                    let bits = self.points.bits(&column);
                    all.iter_mut().zip(&*bits).for_each(|(all, bits)| *all &= bits);
                }
            }
        }
        let first = all.iter().position(|word| *word != 0);
        Ok(first
            .map_or(Found::Nowhere, |at| Found::First(at * 64 + all[at].trailing_zeros() as usize)))
    }

    /// The values that inputs have at a point.
    pub fn model(&self, point: usize, of: &[Axis]) -> Model {
        let mut model = Model::new();
        for (axis, stride) in self.axes.iter().zip(self.strides()) {
            if of.iter().any(|wanted| wanted.input == axis.input) {
                axis.set(
                    &mut model,
                    axis.low + (point as u64 / stride) % (axis.high - axis.low + 1),
                );
            }
        }
        model
    }

    /// How many words its columns take.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// How many points it is from one value of each input to the next.
    fn strides(&self) -> impl Iterator<Item = u64> {
        let mut rest = self.points.0 as u64;
        self.axes.iter().map(move |axis| {
            rest /= axis.high - axis.low + 1;
            rest
        })
    }

    /// The column of a term.
    fn column(&mut self, root: &Term, patience: &dyn Patience) -> Result<Column, GivenUp> {
        debug_assert!(self.axes.iter().all(|axis| axis.input.symbol.shares_store(root)));
        if self.weight > ROOM {
            self.columns.clear();
            self.held.clear();
            self.weight = 0;
        }
        if let Some(known) = self.columns.get(&root.id()) {
            return Ok(known.clone());
        }
        // Held first: an interrupted walk leaves columns behind.
        self.held.push(root.clone());
        let mut steps = Steps::new(patience);
        root.with_store(|store| {
            let (mut open, mut left) = (vec![root.id()], NODES);
            while let Some(id) = open.last().copied() {
                let key = store.node(id).key;
                let before = open.len();
                let operands = &key.words[..key.kind.arity()];
                open.extend(operands.iter().filter(|operand| !self.is_done(store, **operand)));
                if open.len() > before {
                    continue;
                }
                open.pop();
                if self.is_done(store, id) {
                    continue;
                }
                // A column costs as much as many steps.
                (0..=self.points.words()).try_for_each(|_| steps.step())?;
                left -= 1;
                let column = self.computed(store, id, &key);
                self.weight += column.weight();
                self.columns.insert(id, column);
                if left == 0 {
                    // The next question would not go further.
                    self.columns.insert(root.id(), Column::None);
                    open.clear();
                }
            }
            Ok(self.get(store, root.id()))
        })
    }

    fn is_done(&self, store: &Store, id: u32) -> bool {
        store.node(id).key.kind == Kind::Const || self.columns.contains_key(&id)
    }

    /// A column that was computed.
    fn get(&self, store: &Store, id: u32) -> Column {
        let node = store.node(id);
        match node.key.kind {
            Kind::Const => Column::Same(node.small_value()),
            _ => self.columns[&id].clone(),
        }
    }

    /// The column of a node whose operands are done.
    fn computed(&self, store: &Store, id: u32, key: &Key) -> Column {
        let points = self.points;
        let (width, [a, b, c]) = (Bits(key.width), key.words);
        let operand = |id: u32| self.get(store, id);
        let width_of = |id: u32| Bits(store.node(id).key.width);
        if key.width > 64 {
            return Column::None;
        }
        match key.kind {
            Kind::Var => self.coordinates(id, Part::Whole),
            Kind::Select => self.read(store, a, &operand(b)),
            Kind::Not => points.not(&operand(a), width),
            Kind::Concat => {
                let low = width_of(b).0;
                points.zip(&operand(a), &operand(b), width, |a, b| a << low | b)
            }
            Kind::Extract => points.map(&operand(a), width, |a| small::trunc(a >> b, width)),
            Kind::Sext => {
                let from = width_of(a);
                points.map(&operand(a), width, |a| small::sext(a, from, width))
            }
            Kind::Ite => points.ite(&operand(a), &operand(b), &operand(c), width),
            Kind::Binary(op) => points.binary(op, &operand(a), &operand(b), width_of(a)),
            Kind::Const => Column::Same(store.node(id).small_value()),
            _ => Column::None,
        }
    }

    /// The values of an input at all points.
    fn coordinates(&self, symbol: u32, part: Part) -> Column {
        let is_it = |axis: &Axis| axis.input.symbol.id() == symbol && axis.input.part == part;
        let mut axes = self.axes.iter().zip(self.strides());
        let Some((axis, stride)) = axes.find(|(axis, _)| is_it(axis)) else { return Column::None };
        let at = |point: u64| axis.low + point / stride % (axis.high - axis.low + 1);
        let width = if part == Part::Whole { axis.input.symbol.width() } else { BYTE };
        self.points.numbers(width, (0..self.points.0 as u64).map(at).collect())
    }

    /// What reads of an array at an index give.
    fn read(&self, store: &Store, array: u32, index: &Column) -> Column {
        if let Column::None = index {
            return Column::None;
        }
        let (points, mut base, mut stores) = (self.points, array, Vec::new());
        loop {
            let key = store.node(base).key;
            if key.kind != Kind::Store {
                break;
            }
            let (at, byte) = (self.get(store, key.words[1]), self.get(store, key.words[2]));
            if stores.len() == CHAIN
                || matches!((&at, &byte), (Column::None, _) | (_, Column::None))
            {
                return Column::None;
            }
            stores.push((points.binary(Binary::Eq, &at, index, Bits(64)), byte));
            base = key.words[0];
        }
        let below = self.read_base(store, base, index);
        stores.iter().rev().fold(below, |below, (here, byte)| points.ite(here, byte, &below, BYTE))
    }

    /// The same of an array without stores.
    fn read_base(&self, store: &Store, base: u32, index: &Column) -> Column {
        let key = store.node(base).key;
        match (key.kind, index) {
            (Kind::Array, Column::Same(index)) => self.coordinates(base, Part::Byte(*index)),
            (Kind::Table, index) => match store.payload_of(&key) {
                Payload::Bytes(bytes) => self.points.map(index, BYTE, |at| {
                    let at = usize::try_from(at).ok();
                    at.and_then(|at| bytes.get(at)).map_or(0, |byte| u64::from(*byte))
                }),
                _ => unreachable!("a table is bytes"),
            },
            _ => Column::None,
        }
    }
}
