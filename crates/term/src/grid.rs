//! Terms as columns: their values for all combinations of a few inputs at once.
//!
//! Where inputs have few values, each combination of these is a point of a grid, and a term is a column that holds its
//! value at each point. An operator on columns is one loop over numbers; truth values have 64 points in a word. Columns
//! are kept, so that what many questions have in common is computed once.
//!
//! Not every term is known at every point: reads far down a chain of stores are not, nor are inputs that are no axes, and
//! what depends on any of these at that point. A choice depends on the side that is chosen there, so an index that leads
//! to other inputs only at some points is known at the rest.

mod column;
mod read;
mod wide;

use crate::inputs::Part;
use crate::patience::{GivenUp, Patience, Steps};
use crate::store::{Key, Kind, Store};
use crate::{BYTE, Input, Model, Shape, Term};
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
    /// A point at which all of them hold. They may hold at an earlier one, too.
    Later(usize),
    /// They never hold together.
    Nowhere,
    /// There is a point at which they may hold, and none at which they do for certain.
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
    /// What was done for them and for those before.
    work: usize,
}

/// The most words that columns take: 64 MiB. All are dropped then.
const ROOM: usize = 1 << 23;

/// The most work on a term: nodes for which there are no columns yet, the words of these columns, the stores that reads
/// go down, and the operators that are computed point by point. A circuit of as many nodes costs a backend far more.
const WORK: usize = 1 << 20;

/// As many words of columns, or stores at constants, count as much as a node.
const WORDS: usize = 1 << 6;

/// A column that was computed, and the work it took.
struct Computed {
    column: Column,
    work: usize,
}

impl From<Column> for Computed {
    fn from(column: Column) -> Computed {
        let work = 1 + column.weight() / WORDS;
        Computed { column, work }
    }
}

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
        Grid { axes, points, columns: HashMap::new(), held: Vec::new(), weight: 0, work: 0 }
    }

    /// Whether all combinations of these are among its points.
    pub fn covers(&self, axes: &[Axis]) -> bool {
        axes.iter().all(|axis| {
            let same = |own: &&Axis| own.input == axis.input;
            self.axes.iter().find(same).is_some_and(|o| o.low <= axis.low && axis.high <= o.high)
        })
    }

    /// Whether this input is tried.
    pub fn has_axis(&self, input: &Input) -> bool {
        self.axes.iter().any(|axis| axis.input.overlaps(input))
    }

    /// Where all of these truth values hold, beginning with the last: the others tend to hold.
    pub fn search(&mut self, truths: &[Term], patience: &dyn Patience) -> Result<Found, GivenUp> {
        let (sure, may) = self.together(truths, patience)?;
        let first = |words: &[u64]| {
            let at = words.iter().position(|word| *word != 0)?;
            Some(at * 64 + words[at].trailing_zeros() as usize)
        };
        Ok(match (first(&sure), first(&may)) {
            (_, None) => Found::Nowhere,
            (None, _) => Found::Unknown,
            (Some(point), at) if at == Some(point) => Found::First(point),
            (Some(point), _) => Found::Later(point),
        })
    }

    /// The values of a bit-vector, in order, at all points where these truth values may hold together; `None` if it is
    /// not known at one of them.
    pub fn values(
        &mut self,
        term: &Term,
        truths: &[Term],
        patience: &dyn Patience,
    ) -> Result<Option<Vec<u64>>, GivenUp> {
        let (_, may) = self.together(truths, patience)?;
        let column = self.column(term, patience)?;
        let points = (0..self.points.0).filter(|point| column::bit(&may, *point) == 1);
        let values: Option<Vec<u64>> = points.map(|at| self.points.at(&column, at)).collect();
        Ok(values.map(|mut values| {
            values.sort_unstable();
            values.dedup();
            values
        }))
    }

    /// The points at which all of these truth values hold for certain, and those at which they may. If one of them is
    /// known nowhere, the rest is not looked at.
    fn together(
        &mut self,
        truths: &[Term],
        patience: &dyn Patience,
    ) -> Result<(Vec<u64>, Vec<u64>), GivenUp> {
        let everywhere = self.points.bits(&Column::Same(1)).into_owned();
        let nowhere = vec![0; everywhere.len()];
        let (mut sure, mut may) = (everywhere.clone(), everywhere);
        for truth in truths.iter().rev() {
            let column = self.column(truth, patience)?;
            match self.points.parts(&column) {
                (_, Column::Same(0)) => return Ok((nowhere, may)),
                (Column::Same(0), Column::Same(_)) => return Ok((nowhere.clone(), nowhere)),
                (Column::Same(_), Column::Same(_)) => {}
                (column, known) => {
                    let (holds, known) = (self.points.bits(column), self.points.bits(&known));
                    for (at, (holds, known)) in holds.iter().zip(&*known).enumerate() {
                        sure[at] &= holds & known;
                        may[at] &= holds | !known;
                    }
                }
            }
        }
        Ok((sure, may))
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

    /// How much was done, about a tenth of a microsecond each.
    pub fn work(&self) -> usize {
        self.work
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
            let (mut open, mut left) = (vec![root.id()], WORK);
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
                let Computed { column, work } = self.computed(store, id, &key);
                left = left.saturating_sub(work);
                self.work += work;
                self.weight += column.weight();
                self.columns.insert(id, column);
                if left == 0 || self.weight > ROOM {
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
    fn computed(&self, store: &Store, id: u32, key: &Key) -> Computed {
        let points = self.points;
        let (width, [a, b, c]) = (Bits(key.width), key.words);
        let operand = |id: u32| self.get(store, id);
        let width_of = |id: u32| Bits(store.node(id).key.width);
        let mut operands = key.words[..key.kind.arity()].iter();
        if key.width > 64
            || matches!(key.kind, Kind::Float(_))
            || operands.any(|id| width_of(*id).0 > 64)
        {
            return self.pointwise(store, key);
        }
        let column = match key.kind {
            Kind::Select => return self.read(store, a, &operand(b)),
            Kind::Var => self.coordinates(id, Part::Whole),
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
        };
        column.into()
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
}
