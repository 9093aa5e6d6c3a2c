//! Both forms of contents under the same operations, over states that fork and merge.

use super::*;

/// One state in both forms; they share their terms.
#[derive(Clone)]
struct Twin {
    layers: World,
    updates: World,
}

impl Twin {
    fn new() -> Twin {
        let layers = World::new(History::Layers);
        let mut updates = layers.clone();
        updates.memory.set_history(History::Updates);
        Twin { layers, updates }
    }

    /// Merges another state.
    fn merge(&mut self, other: &Twin, run: &Run<'_>) {
        self.layers.merge(&other.layers, run);
        self.updates.merge(&other.updates, run);
    }

    /// Proves that both forms return the same, in bounds.
    fn prove(&mut self, run: &mut Run<'_>, own: &mut Own) {
        let object = run.random.below(SIZES.len() as u64) as usize;
        let (at, len) = self.layers.offset(run, object);
        let at = if run.random.below(2) == 0 { at } else { self.layers.at(run.random.below(4)) };
        let width = Bits(8 * len);
        let read = |world: &mut World| {
            let value = world.memory.load_at(world.ids[object], &at, len).value;
            world.memory.term_of(&value, width)
        };
        let (a, b) = (read(&mut self.layers), read(&mut self.updates));
        if a == b {
            return;
        }
        let terms = self.layers.memory.terms();
        let below = |name| terms.ult(&terms.var(name, Bits(32)), &terms.number(Bits(32), INDICES));
        let mut constraints: Vec<Term> = ["i0", "i1", "i2"].map(below).to_vec();
        constraints.push(terms.not(&terms.eq(&a, &b)));
        let query = Query { terms, constraints: &constraints };
        let verdict = own.decide(&query, &Limits::none());
        assert!(matches!(verdict, Verdict::Unsat), "{a} is not {b}: {verdict:?}");
    }
}

impl World {
    /// Merges another state, if the two hold the same objects: differences become a choice by a condition. Returns
    /// whether it did.
    pub fn merge(&mut self, other: &World, run: &Run<'_>) -> bool {
        let condition = self.memory.terms().var("merge", Bits(1));
        if self.memory.merge(&other.memory, &condition).is_err() {
            return false;
        }
        for (i, model) in run.models.iter().enumerate() {
            if model.borrow_mut().eval(&condition).is_zero() {
                self.seen[i].clone_from(&other.seen[i]);
            }
        }
        true
    }
}

fn play(operations: &[u64], models: &[Model], habit: Habit) {
    let evaluators = models.iter().map(|model| RefCell::new(Evaluator::new(model))).collect();
    let mut run = Run { random: Random::new(0), models: evaluators, habit };
    let mut own = Own::new(OwnConfig::default());
    let mut states = vec![Twin::new()];
    for &operation in operations {
        let mut random = random(operation);
        let at = random.below(states.len() as u64) as usize;
        let kind = random.below(60);
        run.random = random;
        match kind {
            0..4 if states.len() < 5 => states.push(states[at].clone()),
            4..6 if states.len() > 1 => drop(states.swap_remove(at)),
            6 => {
                let other = states[run.random.below(states.len() as u64) as usize].clone();
                states[at].merge(&other, &run);
            }
            7..9 => states[at].prove(&mut run, &mut own),
            _ => {
                let (twin, random) = (&mut states[at], run.random.clone());
                twin.layers.step(&mut run);
                run.random = random;
                twin.updates.step(&mut run);
                twin.layers.memory.check_invariants();
                assert!(twin.layers.seen == twin.updates.seen, "one form refused a write");
            }
        }
    }
    for state in &mut states {
        state.layers.check_all(&mut run);
        state.updates.check_all(&mut run);
    }
}

#[test]
fn both_forms_give_the_same_over_states_that_fork_and_merge() {
    for seed in 0..amount(2, 5) {
        let mut random = Random::new(seed);
        let models: Vec<Model> = (0..MODELS).map(|_| model(&mut random)).collect();
        let habit = if seed % 3 == 0 { Habit::Tidy } else { Habit::Wild };
        check(&operations(seed, 1000), |part| play(part, &models, habit));
    }
}
