//! The constraints of a path, split into groups that share no free input.
//!
//! A question about a path concerns only the groups that its goal touches; the others are satisfiable by themselves
//! and are left out. Splitting anew for each question would take time linear in the length of the path, so the groups
//! are kept up to date as constraints arrive: a constraint joins the groups it touches.
//!
//! Equalities are used at once. If a constraint fixes an input to a constant, the input is replaced in the earlier
//! constraints, which may fall apart into smaller groups; later constraints and goals are simplified by all
//! equalities and truths so far. A conjunction is added as two constraints.
//!
//! Forks share everything: all maps are persistent, and a group is changed in place only while a single path has it.
//! Each group remembers a model of its constraints, its witness, for the next question.
//!
//! A path does not check whether its constraints can be satisfied. The caller that assumes a constraint knows.

mod excluded;

use crate::path::excluded::Excluded;
use crate::sat::Limits;
use archery::RcK;
use hashbrown::DefaultHashBuilder;
use rpds::{HashTrieMap, List, RedBlackTreeMap};
use std::borrow::Borrow;
use std::cell::RefCell;
use std::rc::Rc;
use term::{Binary, Form, GivenUp, Input, Model, Part, Sought, Substitution, Term, Terms};

/// The constraints of one path. Cloning takes constant time.
#[derive(Clone, Default)]
pub struct Path {
    /// As they were assumed, the newest first.
    assumed: List<Term>,
    /// Invariant: their constraints together are equivalent to `assumed`, and no two share an input.
    groups: RedBlackTreeMap<u32, Rc<Group>>,
    /// Invariant: the group of every input of every group.
    owners: RedBlackTreeMap<Input, u32>,
    /// The number of the next group.
    next: u32,
    /// What terms are on this path: constants, by equalities and truths.
    ///
    /// Invariant: by the number of the first, which stays its own while it is held.
    known: HashTrieMap<u32, (Term, Term), RcK, DefaultHashBuilder>,
    /// Invariant: paths with the same stamp know the same.
    stamp: u64,
}

/// Constraints connected by the inputs they share.
#[derive(Clone, Default)]
pub struct Group {
    /// Each with its arrival number, in that order.
    constraints: Vec<(usize, Term)>,
    /// Invariant: in order, and exactly those of the constraints.
    inputs: Vec<Input>,
    /// A model of the constraints, if one is known; it mentions nothing but the inputs.
    witness: RefCell<Option<Witness>>,
    /// What the constraints exclude, if each excludes one assignment to all the inputs.
    excluded: Option<Excluded>,
}

/// A model of a group.
#[derive(Clone)]
struct Witness {
    model: Rc<Model>,
    /// Whether it is known to be the least one.
    rank: Rank,
}

/// What is known about a model's rank among those of its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rank {
    Least,
    Any,
}

impl Group {
    /// The constraints, oldest first.
    pub fn constraints(&self) -> impl Iterator<Item = &Term> {
        self.constraints.iter().map(|(_, constraint)| constraint)
    }

    pub(crate) fn arrivals(&self) -> &[(usize, Term)] {
        &self.constraints
    }

    /// The free input that the constraints mention.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// A model of the constraints, if one is known.
    pub fn witness(&self) -> Option<Rc<Model>> {
        self.witness.borrow().as_ref().map(|witness| Rc::clone(&witness.model))
    }

    /// The least model of the constraints, if it is known.
    pub fn least(&self) -> Option<Rc<Model>> {
        let witness = self.witness.borrow();
        let least = witness.as_ref().filter(|witness| witness.rank == Rank::Least);
        least.map(|witness| Rc::clone(&witness.model))
    }

    /// A model of the constraints and of a goal, if a glance tells one.
    pub(crate) fn model_at_a_glance(&self, goal: &Term) -> Option<Rc<Model>> {
        self.excluded.as_ref()?.model(goal, &self.inputs)
    }

    /// Remembers a model of the constraints.
    pub fn set_witness(&self, model: &Rc<Model>) {
        self.set(restricted(model, &self.inputs), Rank::Any);
    }

    /// Remembers the least model of the constraints, which mentions nothing but the inputs.
    pub fn set_least(&self, model: &Rc<Model>) {
        self.set(Rc::clone(model), Rank::Least);
    }

    fn set(&self, model: Rc<Model>, rank: Rank) {
        debug_assert!(self.constraints().all(|c| model.satisfies(c)), "a witness is a model");
        *self.witness.borrow_mut() = Some(Witness { model, rank });
    }
}

/// The part of a model that concerns these inputs.
pub(crate) fn restricted(model: &Rc<Model>, inputs: &[Input]) -> Rc<Model> {
    if model.is_about(inputs) {
        return Rc::clone(model);
    }
    let mut part = Model::new();
    part.copy_inputs(model, inputs);
    Rc::new(part)
}

impl Path {
    /// A path without constraints.
    pub fn new() -> Path {
        Path::default()
    }

    /// The constraints as they were assumed, oldest first.
    pub fn assumed(&self) -> impl Iterator<Item = &Term> {
        let newest_first: Vec<&Term> = self.assumed.iter().collect();
        newest_first.into_iter().rev()
    }

    /// How many constraints were assumed.
    pub fn len(&self) -> usize {
        self.assumed.len()
    }

    /// Whether no constraint was assumed.
    pub fn is_empty(&self) -> bool {
        self.assumed.is_empty()
    }

    /// The groups, in a fixed order.
    pub fn groups(&self) -> impl Iterator<Item = &Rc<Group>> {
        self.groups.values()
    }

    /// How many groups there are.
    pub fn group_count(&self) -> usize {
        self.groups.size()
    }

    /// A term simplified by everything that is known on this path.
    pub fn simplify(&self, terms: &Terms, term: &Term) -> Term {
        self.simplify_until(terms, term, &Limits::none()).expect("nobody stops waiting")
    }

    /// The same, interruptible.
    pub fn simplify_until(
        &self,
        terms: &Terms,
        term: &Term,
        limits: &Limits,
    ) -> Result<Term, GivenUp> {
        if self.known.is_empty() {
            return Ok(term.clone());
        }
        if let Some(known) = terms.simplified(self.stamp, term.id()) {
            return Ok(known);
        }
        // Most terms contain nothing that is known.
        let mut parts = 0;
        let any = term.has_part(limits, |part| {
            parts += 1;
            match terms.simplifies(self.stamp, part) {
                Some(true) => Sought::Found,
                Some(false) => Sought::Without,
                None if self.known.contains_key(&part) => Sought::Found,
                None => Sought::Open,
            }
        })?;
        terms.spend(parts);
        let simplified = match any {
            true => Substitution::new(|part: &Term| {
                let known = self.known.get(&part.id()).map(|(_, value)| value.clone());
                known.or_else(|| terms.simplified(self.stamp, part.id()))
            })
            .apply_until(terms, term, limits)?,
            false => term.clone(),
        };
        terms.put_simplified(self.stamp, term, &simplified);
        Ok(simplified)
    }

    /// The groups that contain any of the inputs, or a part of it.
    pub fn touching(&self, inputs: &[Input]) -> Vec<Rc<Group>> {
        let numbers = self.numbers_touching(inputs);
        numbers.into_iter().filter_map(|number| self.groups.get(&number).cloned()).collect()
    }

    /// Their numbers, in order.
    fn numbers_touching(&self, inputs: &[Input]) -> Vec<u32> {
        let mut found = Vec::new();
        for input in inputs {
            let with = |part| Input { symbol: input.symbol.clone(), part };
            match input.part {
                Part::Whole => {
                    let all = with(Part::Whole)..=with(Part::Byte(u64::MAX));
                    found.extend(self.owners.range(all).map(|(_, number)| *number));
                }
                Part::Byte(_) => {
                    found.extend(self.owners.get(input));
                    found.extend(self.owners.get(&with(Part::Whole)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds a constraint. The model, if there is one, satisfies it together with all the constraints of
    /// the groups it touches.
    pub fn assume(&mut self, terms: &Terms, constraint: &Term, model: Option<&Rc<Model>>) {
        let simplified = self.simplify(terms, constraint);
        self.assume_simplified(terms, constraint, simplified, model);
    }

    /// The same for a constraint whose simplification on this path is already known.
    pub fn assume_simplified(
        &mut self,
        terms: &Terms,
        constraint: &Term,
        simplified: Term,
        model: Option<&Rc<Model>>,
    ) {
        let arrival = self.assumed.len();
        self.assumed.push_front_mut(constraint.clone());
        if model.is_some() {
            self.drop_decided(&simplified);
        }
        let mut open = vec![(arrival, simplified)];
        while let Some((arrival, constraint)) = open.pop() {
            match constraint.form() {
                Form::Const(value) if !value.is_zero() => {}
                Form::Binary(Binary::And, a, b) => open.extend([(arrival, b), (arrival, a)]),
                form => {
                    if let Some((input, value)) = fixed_input(&form) {
                        open.extend(self.replace_input(terms, input, value));
                    }
                    self.learn(terms, &constraint, form);
                    self.insert(terms, arrival, constraint, model);
                }
            }
        }
    }

    /// Drops the groups all inputs of which a constraint fixes, one that can be satisfied: theirs are true then. This
    /// saves putting the values in each of them.
    fn drop_decided(&mut self, constraint: &Term) {
        let mut fixed = Vec::new();
        let mut open = vec![constraint.clone()];
        while let Some(part) = open.pop() {
            match part.form() {
                Form::Binary(Binary::And, a, b) => open.extend([b, a]),
                form => fixed.extend(fixed_input(&form).into_iter().flat_map(|(i, _)| i.inputs())),
            }
        }
        let all = |group: &Group| group.inputs.iter().all(|input| fixed.contains(input));
        for number in self.numbers_touching(&fixed) {
            let Some(group) = self.groups.get(&number).filter(|group| all(group)) else { continue };
            for input in &Rc::clone(group).inputs {
                self.owners.remove_mut(input);
            }
            self.groups.remove_mut(&number);
        }
    }

    /// Remembers what a constraint says about terms. The constraint itself is true because its parts are.
    fn learn(&mut self, terms: &Terms, constraint: &Term, form: Form) {
        let (term, value) = match form {
            Form::Binary(Binary::Eq, a, b) if b.is_const() => (a, b),
            Form::Not(a) => (a, terms.truth(false)),
            Form::Const(_) => return,
            _ => (constraint.clone(), terms.truth(true)),
        };
        self.known.insert_mut(term.id(), (term, value));
        self.stamp = terms.new_stamp();
    }

    /// Removes the constraints that mention an input and returns them with its value in its place.
    fn replace_input(&mut self, terms: &Terms, input: &Term, value: &Term) -> Vec<(usize, Term)> {
        let inputs = terms.inputs(input);
        let mut replaced = Vec::new();
        let mut put = Substitution::new(|part: &Term| (part == input).then(|| value.clone()));
        for number in self.numbers_touching(&inputs) {
            let group = self.remove(number);
            let witness = group.witness();
            for (arrival, constraint) in group.constraints {
                let rewritten = put.apply(terms, &constraint);
                if rewritten == constraint {
                    self.insert(terms, arrival, constraint, witness.as_ref());
                } else {
                    replaced.push((arrival, rewritten));
                }
            }
        }
        // The last one is removed from the list first.
        replaced.reverse();
        replaced
    }

    fn remove(&mut self, number: u32) -> Group {
        let group = self.groups.get(&number).cloned().expect("the group of an input exists");
        self.groups.remove_mut(&number);
        for input in &group.inputs {
            self.owners.remove_mut(input);
        }
        Rc::unwrap_or_clone(group)
    }

    /// Adds a constraint to the groups it touches, which become one.
    fn insert(
        &mut self,
        terms: &Terms,
        arrival: usize,
        constraint: Term,
        model: Option<&Rc<Model>>,
    ) {
        let inputs = terms.inputs(&constraint);
        let touched = self.numbers_touching(&inputs);
        if let [number] = touched[..]
            && self.extend(number, arrival, &constraint, &inputs, model)
        {
            return;
        }
        let groups: Vec<Group> = touched.into_iter().map(|number| self.remove(number)).collect();
        let group = joined(groups, arrival, constraint, &inputs, model);
        let number = self.next;
        self.next += 1;
        for input in &group.inputs {
            self.owners.insert_mut(input.clone(), number);
        }
        self.groups.insert_mut(number, Rc::new(group));
    }

    /// Adds a constraint to the one group it touches, if it mentions no other input: then no input changes its group.
    /// Returns whether it did.
    fn extend(
        &mut self,
        number: u32,
        arrival: usize,
        constraint: &Term,
        inputs: &[Input],
        model: Option<&Rc<Model>>,
    ) -> bool {
        let Some(group) = self.groups.get_mut(&number) else { return false };
        if !inputs.iter().all(|input| group.inputs.binary_search(input).is_ok()) {
            return false;
        }
        let group = Rc::make_mut(group);
        let at = group.constraints.partition_point(|(before, _)| *before <= arrival);
        group.constraints.insert(at, (arrival, constraint.clone()));
        let excluded = group.excluded.take();
        group.excluded = excluded.and_then(|excluded| excluded.with(constraint, &group.inputs));
        let before = group.witness.take();
        let is_of_use = |witness: &Witness| witness.rank == Rank::Least || model.is_none();
        match (before.filter(is_of_use).filter(|w| w.model.satisfies(constraint)), model) {
            // The least model is still the least if it satisfies the new constraint too.
            (Some(witness), _) => group.set(witness.model, witness.rank),
            (None, Some(model)) => group.set_witness(model),
            (None, None) => {}
        }
        true
    }

    /// Panics if an invariant of the fields does not hold. Checks everything; for tests.
    pub fn check_invariants(&self) {
        for (number, group) in &self.groups {
            assert!(group.constraints.is_sorted_by_key(|(arrival, _)| *arrival));
            let mut inputs: Vec<Input> = group.constraints().flat_map(Term::inputs).collect();
            inputs.sort();
            let whole: Vec<Term> =
                inputs.iter().filter(|c| c.part == Part::Whole).map(|c| c.symbol.clone()).collect();
            inputs.dedup();
            inputs.retain(|c| c.part == Part::Whole || !whole.contains(&c.symbol));
            assert_eq!(group.inputs, inputs, "the inputs are those of the constraints");
            for input in &inputs {
                assert_eq!(self.owners.get(input), Some(number), "{input:?} is owned");
                assert_eq!(
                    self.numbers_touching(std::slice::from_ref(input)).len(),
                    1,
                    "groups are apart"
                );
            }
            if let Some(witness) = group.witness() {
                assert!(group.constraints().all(|c| witness.satisfies(c)), "a witness is a model");
            }
        }
        let owned: usize = self.groups.values().map(|group| group.inputs.len()).sum();
        assert_eq!(self.owners.size(), owned);
    }
}

/// The input and its value, if a constraint of this form states just that.
fn fixed_input(constraint: &Form) -> Option<(&Term, &Term)> {
    let Form::Binary(Binary::Eq, input, value) = constraint else {
        return None;
    };
    if !value.is_const() {
        return None;
    }
    let is_input = match input.form() {
        Form::Var(_) => true,
        Form::Select(array, index) => index.is_const() && matches!(array.form(), Form::Array(_)),
        _ => false,
    };
    is_input.then_some((input, value))
}

/// Joins several groups and a constraint that touches all of them.
fn joined(
    groups: Vec<Group>,
    arrival: usize,
    constraint: Term,
    inputs: &[Input],
    model: Option<&Rc<Model>>,
) -> Group {
    let least = least_of_joined(&groups, &constraint);
    let witness = match (&least, model) {
        (Some(_), _) => None,
        (None, Some(model)) => Some(Rc::clone(model)),
        (None, None) => joined_witness(&groups).filter(|model| model.satisfies(&constraint)),
    };
    let alone = groups.is_empty();
    let mut groups = groups.into_iter();
    let mut all = groups.next().unwrap_or_default();
    all.excluded = Excluded::first(&constraint, inputs).filter(|_| alone);
    for group in groups {
        all.constraints.extend(group.constraints);
        all.inputs.extend(group.inputs);
    }
    all.constraints.push((arrival, constraint));
    all.constraints.sort_by_key(|(arrival, _)| *arrival);
    all.inputs.extend_from_slice(inputs);
    all.inputs.sort_unstable();
    // The whole of a symbol comes first and replaces its bytes.
    all.inputs.dedup_by(|next, kept| next.overlaps(kept));
    all.witness.take();
    if let Some(model) = least {
        all.set_least(&model);
    } else if let Some(model) = witness {
        all.set_witness(&model);
    }
    all
}

/// The least model of several groups and a constraint, if it is easily known. If the least models of the groups
/// satisfy the constraint, they are still the least; and an input that is fixed has one value.
fn least_of_joined(groups: &[Group], constraint: &Term) -> Option<Rc<Model>> {
    if groups.is_empty()
        && let Some((input, value)) = fixed_input(&constraint.form())
    {
        let mut only = Model::new();
        for input in input.inputs() {
            let value = value.as_const()?;
            match input.part {
                Part::Whole => only.set(input.name(), value.clone()),
                Part::Byte(index) => only.set_byte(&input.name(), index, value.low_u64() as u8),
            }
        }
        return Some(Rc::new(only));
    }
    let least = match groups {
        [group] => group.least()?,
        _ => {
            let mut all = Model::new();
            for group in groups {
                all.copy_inputs(group.least()?.as_ref(), &group.inputs);
            }
            Rc::new(all)
        }
    };
    least.satisfies(constraint).then_some(least)
}

/// The witnesses of all groups together, if each has one.
pub fn joined_witness<G: Borrow<Group>>(groups: &[G]) -> Option<Rc<Model>> {
    if let [group] = groups {
        return group.borrow().witness();
    }
    let mut all = Model::new();
    for group in groups {
        let group = group.borrow();
        all.copy_inputs(group.witness()?.as_ref(), &group.inputs);
    }
    Some(Rc::new(all))
}
