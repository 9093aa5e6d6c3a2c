//! The waves find the least solution: the same as trying all constraints until nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use points_to::{Abstract, Node, Offset, Shape, Shift, System};
use random::Random;

/// A constraint on nodes and objects by number.
#[derive(Clone, Copy, Debug)]
enum Constraint {
    Point(usize, usize, Offset),
    Flow(usize, usize),
    Shift(usize, usize, Shift),
    /// Pointer, to, bytes.
    Load(usize, usize, u32),
    /// Pointer, from, bytes.
    Store(usize, usize, u32),
    /// To, from, length.
    Copy(usize, usize, Option<u64>),
}

const SHAPES: [Shape; 8] = [
    Shape::Opaque,
    Shape::Whole,
    Shape::Fields(Some(8)),
    Shape::Fields(Some(16)),
    Shape::Fields(Some(24)),
    Shape::Fields(Some(48)),
    Shape::Fields(Some(96)),
    Shape::Fields(Some(100)),
];

fn offset(random: &mut Random) -> Offset {
    match random.index(6) {
        0 => Offset::Any,
        1 => Offset::At(random.pick(&[4, 12, 20])),
        _ => Offset::At(8 * random.index(4) as u32),
    }
}

fn shift(random: &mut Random) -> Shift {
    match random.index(5) {
        0 => Shift::Anywhere,
        1 => Shift::Stride(random.pick(&[4, 8, 16, 24, 48])),
        _ => Shift::By(random.pick(&[-16, -8, -4, 1, 4, 8, 16, 24])),
    }
}

fn constraint(random: &mut Random, nodes: usize, objects: usize, fields: bool) -> Constraint {
    let (a, b) = (random.index(nodes), random.index(nodes));
    let bytes = random.pick(&[1, 4, 8, 8, 8, 16]);
    match random.index(if fields { 12 } else { 9 }) {
        0 | 1 => Constraint::Point(a, random.index(objects), offset(random)),
        2..=4 => Constraint::Flow(a, b),
        5 | 6 => Constraint::Load(a, b, bytes),
        7 | 8 => Constraint::Store(a, b, bytes),
        9 => Constraint::Copy(a, b, random.pick(&[None, Some(8), Some(16), Some(20), Some(40)])),
        _ => Constraint::Shift(a, b, shift(random)),
    }
}

/// Words of an object: one, or one and every word a multiple of a stride after it.
type Words = (u32, Option<u32>);

fn overlap(a: Words, b: Words) -> bool {
    let has = |(first, stride): Words, word: u32| match stride {
        None => word == first,
        Some(stride) => word >= first && (word - first).is_multiple_of(stride),
    };
    // All objects here have fewer words than this, and so has the product of any two strides.
    (0..64).any(|word| has(a, word) && has(b, word))
}

#[derive(Default, Clone, PartialEq)]
struct Naive {
    sets: Vec<BTreeSet<(usize, Offset)>>,
    stored: BTreeMap<(usize, Words), BTreeSet<(usize, Offset)>>,
}

fn is_whole(shape: Shape) -> bool {
    !matches!(shape, Shape::Fields(Some(size)) if size > 8)
}

fn normal(shapes: &[Shape], object: usize, offset: Offset) -> (usize, Offset) {
    (object, if is_whole(shapes[object]) { Offset::Any } else { offset })
}

fn reached(shape: Shape, offset: Offset, bytes: u32) -> Vec<Words> {
    let Shape::Fields(Some(size)) = shape else {
        return if shape == Shape::Opaque { vec![] } else { vec![(0, Some(1))] };
    };
    match offset {
        _ if size <= 8 => vec![(0, Some(1))],
        Offset::Any => vec![(0, Some(1))],
        Offset::At(at) if u64::from(at + bytes) > size => vec![],
        Offset::At(at) => (at / 8..(at + bytes).div_ceil(8)).map(|word| (word, None)).collect(),
        Offset::Every { rest, stride } => {
            let words = rest / 8..(rest + bytes).div_ceil(8);
            words.map(|word| (word % (stride / 8), Some(stride / 8))).collect()
        }
    }
}

impl Naive {
    fn read(&self, shapes: &[Shape], at: (usize, Offset), bytes: u32) -> BTreeSet<(usize, Offset)> {
        let mut all = BTreeSet::new();
        for words in reached(shapes[at.0], at.1, bytes) {
            for ((object, stored), set) in &self.stored {
                if *object == at.0 && overlap(*stored, words) {
                    all.extend(set.iter().copied());
                }
            }
        }
        all
    }

    fn write(
        &mut self,
        shapes: &[Shape],
        at: (usize, Offset),
        bytes: u32,
        set: &BTreeSet<(usize, Offset)>,
    ) {
        for words in reached(shapes[at.0], at.1, bytes) {
            self.stored.entry((at.0, words)).or_default().extend(set.iter().copied());
        }
    }

    /// Whether a copy goes word by word from or to a place.
    fn apart(shapes: &[Shape], at: (usize, Offset), len: Option<u64>) -> bool {
        let aligned = match at.1 {
            Offset::At(n) | Offset::Every { rest: n, .. } => n % 8 == 0,
            Offset::Any => false,
        };
        aligned && len.is_some() && !is_whole(shapes[at.0])
    }

    fn copy(&mut self, shapes: &[Shape], to: usize, from: usize, len: Option<u64>) {
        let words = len.map_or(1, |len| len.div_ceil(8)) as usize;
        let mut pipe = vec![BTreeSet::new(); words];
        for place in self.sets[from].clone() {
            if Self::apart(shapes, place, len) {
                for (n, word) in pipe.iter_mut().enumerate() {
                    word.extend(self.read(shapes, (place.0, later(place.1, n)), 8));
                }
            } else {
                let all = self.read(shapes, (place.0, Offset::Any), 1);
                pipe.iter_mut().for_each(|word| word.extend(all.iter().copied()));
            }
        }
        for place in self.sets[to].clone() {
            for (n, word) in pipe.iter().enumerate() {
                match Self::apart(shapes, place, len) {
                    true => self.write(shapes, (place.0, later(place.1, n)), 8, word),
                    false => self.write(shapes, (place.0, Offset::Any), 1, word),
                }
            }
        }
    }

    fn apply(&mut self, shapes: &[Shape], constraint: Constraint) {
        match constraint {
            Constraint::Point(node, object, offset) => {
                self.sets[node].insert(normal(shapes, object, offset));
            }
            Constraint::Flow(from, to) => {
                let all = self.sets[from].clone();
                self.sets[to].extend(all);
            }
            Constraint::Shift(from, to, shift) => {
                for (object, offset) in self.sets[from].clone() {
                    let limit = match shapes[object] {
                        Shape::Fields(Some(size)) => size as u32,
                        _ => 0,
                    };
                    let place = normal(shapes, object, offset.moved(shift, limit));
                    self.sets[to].insert(place);
                }
            }
            Constraint::Load(pointer, to, bytes) => {
                for place in self.sets[pointer].clone() {
                    let all = self.read(shapes, place, bytes);
                    self.sets[to].extend(all);
                }
            }
            Constraint::Store(pointer, from, bytes) => {
                let set = self.sets[from].clone();
                for place in self.sets[pointer].clone() {
                    self.write(shapes, place, bytes, &set);
                }
            }
            Constraint::Copy(to, from, len) => self.copy(shapes, to, from, len),
        }
    }
}

fn later(offset: Offset, words: usize) -> Offset {
    let by = 8 * words as u32;
    match offset {
        Offset::At(at) => Offset::At(at + by),
        Offset::Every { rest, stride } => Offset::Every { rest: (rest + by) % stride, stride },
        Offset::Any => Offset::Any,
    }
}

fn naive(shapes: &[Shape], nodes: usize, constraints: &[Constraint]) -> Naive {
    let mut state = Naive { sets: vec![BTreeSet::new(); nodes], ..Naive::default() };
    loop {
        let before = state.clone();
        constraints.iter().for_each(|constraint| state.apply(shapes, *constraint));
        if state == before {
            return state;
        }
    }
}

fn add(system: &mut System, nodes: &[Node], objects: &[Abstract], constraint: Constraint) {
    match constraint {
        Constraint::Point(a, object, offset) => system.point(nodes[a], objects[object], offset),
        Constraint::Flow(from, to) => system.flow(nodes[from], nodes[to]),
        Constraint::Shift(from, to, shift) => system.shift(nodes[from], nodes[to], shift),
        Constraint::Load(pointer, to, bytes) => system.load(nodes[pointer], nodes[to], bytes),
        Constraint::Store(pointer, from, bytes) => {
            system.store(nodes[pointer], nodes[from], bytes);
        }
        Constraint::Copy(to, from, len) => system.copy(nodes[to], nodes[from], len),
    }
}

/// Compares, with the constraints given at once or in parts.
fn compare(seed: u64, fields: bool) {
    let mut random = Random::new(seed);
    let (nodes, objects) = (3 + random.index(14), 1 + random.index(6));
    let count = 5 + random.index(if fields { 25 } else { 50 });
    let shapes: Vec<Shape> = (0..objects)
        .map(|_| if fields { random.pick(&SHAPES) } else { random.pick(&SHAPES[..2]) })
        .collect();
    let constraints: Vec<Constraint> =
        (0..count).map(|_| constraint(&mut random, nodes, objects, fields)).collect();
    let wanted = naive(&shapes, nodes, &constraints);

    let mut system = System::new();
    let objects: Vec<Abstract> = shapes.iter().map(|shape| system.object(*shape)).collect();
    let numbers: Vec<Node> = (0..nodes).map(|_| system.node()).collect();
    let cut = random.index(count);
    for (n, constraint) in constraints.iter().enumerate() {
        add(&mut system, &numbers, &objects, *constraint);
        if n == cut {
            system.solve();
        }
    }
    system.solve();
    for (node, set) in numbers.iter().zip(&wanted.sets) {
        let found: BTreeSet<(usize, Offset)> =
            system.places_of(*node).into_iter().map(|(o, at)| (o.0 as usize, at)).collect();
        // Anywhere covers all other places of an object.
        let covered = |o: usize| set.contains(&(o, Offset::Any));
        let set: BTreeSet<_> =
            set.iter().copied().filter(|(o, at)| *at == Offset::Any || !covered(*o)).collect();
        assert_eq!(found, set, "seed {seed}, node {node:?}\n{shapes:?}\n{constraints:#?}");
    }
}

#[test]
fn the_same_as_a_naive_solver_without_fields() {
    (0..1000).for_each(|seed| compare(seed, false));
}

#[test]
fn the_same_as_a_naive_solver_with_fields() {
    (0..120).for_each(|seed| compare(seed, true));
}

/// A long cycle becomes one node, and what enters it is everywhere.
#[test]
fn cycles_collapse() {
    let mut system = System::new();
    let object = system.object(Shape::Whole);
    let nodes: Vec<Node> = (0..1000).map(|_| system.node()).collect();
    for n in 0..1000 {
        system.flow(nodes[n], nodes[(n + 1) % 1000]);
    }
    system.point(nodes[500], object, Offset::Any);
    system.solve();
    assert_eq!(system.work().collapsed, 999);
    assert!(nodes.iter().all(|node| system.objects_of(*node) == [object]));
}

/// The words of an object with very many named offsets are no longer distinguished.
#[test]
fn many_offsets_make_an_object_whole() {
    let mut system = System::new();
    let (object, first, last) = (
        system.object(Shape::Fields(None)),
        system.object(Shape::Whole),
        system.object(Shape::Whole),
    );
    let (pointer, to) = (system.node(), system.node());
    system.point(pointer, object, Offset::At(0));
    // One that moves by a word again and again.
    system.shift(pointer, pointer, Shift::By(8));
    let (a, b) = (system.node(), system.node());
    system.point(a, first, Offset::Any);
    system.point(b, last, Offset::Any);
    system.store(pointer, a, 8);
    system.solve();
    assert_eq!(system.places_of(pointer), [(object, Offset::Any)]);
    let other = system.node();
    system.point(other, object, Offset::At(48));
    system.store(other, b, 8);
    system.load(pointer, to, 8);
    system.solve();
    assert_eq!(system.objects_of(to), [first, last]);
}
