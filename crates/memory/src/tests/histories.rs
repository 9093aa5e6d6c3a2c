//! Both representations of contents against a plain reference and each other, over states that fork, end and merge.

use super::shrink::{check, operations, random};
use random::Random;
use testing::amount;

use super::{Reference, check_all, heap, one_step, ptr};
use crate::{History, Memory, ObjectId};

/// One state, kept in both representations.
#[derive(Clone)]
struct Twin {
    layers: (Memory, Reference),
    updates: (Memory, Reference),
}

const OBJECTS: usize = 4;
/// The most states.
const STATES: usize = 6;

fn twins(size: u64) -> (Twin, Vec<ObjectId>) {
    let make = |history| {
        let mut memory = Memory::new();
        memory.set_history(history);
        let ids: Vec<ObjectId> = (0..OBJECTS).map(|_| heap(&mut memory, size)).collect();
        ((memory, Reference(vec![vec![0; size as usize]; OBJECTS])), ids)
    };
    let ((layers, ids), (updates, _)) = (make(History::Layers), make(History::Updates));
    (Twin { layers, updates }, ids)
}

fn play(size: u64, operations: &[u64]) {
    let (first, ids) = twins(size);
    let mut states = vec![first];
    for &operation in operations {
        let mut random = random(operation);
        let at = random.below(states.len() as u64) as usize;
        match random.below(40) {
            0 if states.len() < STATES => states.push(states[at].clone()),
            1 if states.len() > 1 => drop(states.swap_remove(at)),
            2 => {
                let other = random.below(states.len() as u64) as usize;
                compare(&states[at], &states[other], &ids, &mut random);
            }
            3 => {
                check_all(&states[at].layers.0, &ids, &states[at].layers.1);
                check_all(&states[at].updates.0, &ids, &states[at].updates.1);
            }
            _ => {
                let Twin { layers, updates } = &mut states[at];
                let id = one_step(&mut layers.0, &ids, &mut layers.1, &mut random.clone(), size);
                one_step(&mut updates.0, &ids, &mut updates.1, &mut random, size);
                layers.0.check_contents(id);
                updates.0.check_contents(id);
            }
        }
    }
    states.iter().for_each(|state| check_all(&state.layers.0, &ids, &state.layers.1));
}

/// Hashes agree if and only if the bytes do.
fn compare(a: &Twin, b: &Twin, ids: &[ObjectId], random: &mut Random) {
    let (i, j) = (random.below(OBJECTS as u64) as usize, random.below(OBJECTS as u64) as usize);
    let same = a.layers.1.0[i] == b.layers.1.0[j];
    let hashes = (a.layers.0.contents_hash(ids[i]), b.layers.0.contents_hash(ids[j]));
    assert_eq!(hashes.0 == hashes.1, same, "{i} {j}");
    assert_eq!(hashes.1, b.updates.0.contents_hash(ids[j]));
    assert_eq!(a.layers.0.holds_same(ids[i], &b.layers.0, ids[j]), same);
    let all = |memory: &Memory| memory.hash_all();
    assert_eq!(all(&a.layers.0) == all(&b.layers.0), a.layers.1.0 == b.layers.1.0);
    assert_eq!(all(&a.layers.0), all(&a.updates.0));
}

#[test]
fn plain_contents_agree_with_a_reference_in_both_forms() {
    for (size, sample, all) in [(80, 6, 30), (130, 16, 80), (200, 16, 80), (700, 4, 20)] {
        for seed in 0..amount(sample, all) {
            let run = operations(seed << 8 | size, 5000);
            check(&run, |part| play(size, part));
        }
    }
}

#[test]
fn a_large_object_costs_what_was_written() {
    let mut memory = Memory::new();
    let id = heap(&mut memory, 1 << 30);
    let weight = |memory: &Memory| {
        let mut scale = crate::Scale::default();
        memory.weigh(&mut scale);
        scale.bytes()
    };
    let start = weight(&memory);
    assert!(start < 200, "{start}");
    for at in [0u64, 1 << 29, (1 << 30) - 8] {
        memory.store(&ptr(id, at), 8, &crate::Value::Int(at + 1)).unwrap();
    }
    let value = memory.load(&ptr(id, 1 << 29), 8).unwrap();
    assert_eq!(value, crate::Value::Int((1 << 29) + 1));
    assert!(weight(&memory) < 1000);
}

#[test]
fn states_that_differ_little_share_nearly_everything() {
    let size = 1 << 14;
    let sum = |history| {
        let mut memory = Memory::new();
        memory.set_history(history);
        let id = heap(&mut memory, size);
        memory.fill(&ptr(id, 0), 7, size).unwrap();
        let mut scale = crate::Scale::default();
        let states: Vec<Memory> = (0..100)
            .map(|i| {
                let mut state = memory.clone();
                state.store(&ptr(id, 160 * i), 4, &crate::Value::Int(i)).unwrap();
                // Writing what is already there adds nothing.
                let same = state.clone();
                state.fill(&ptr(id, 0), 7, 4).unwrap();
                let before = same.contents_hash(id);
                assert_eq!(state.contents_hash(id) == before, i > 0);
                state
            })
            .collect();
        states.iter().for_each(|state| state.weigh(&mut scale));
        scale.bytes()
    };
    let (layers, updates) = (sum(History::Layers), sum(History::Updates));
    assert!(layers * 20 < updates, "{layers} {updates}");
}

/// Small contents that states share are copied whole by a write, but not by one that changes nothing.
#[test]
fn a_write_that_changes_nothing_copies_nothing() {
    let mut memory = Memory::new();
    let id = heap(&mut memory, 100);
    memory.fill(&ptr(id, 0), 7, 100).unwrap();
    let weight = |byte: u8| {
        let mut states: Vec<Memory> = (0..100).map(|_| memory.clone()).collect();
        let mut scale = crate::Scale::default();
        for state in &mut states {
            state.fill(&ptr(id, 0), byte, 100).unwrap();
            state.store(&ptr(id, 9), 1, &crate::Value::Int(u64::from(byte))).unwrap();
            state.weigh(&mut scale);
        }
        scale.bytes()
    };
    let (same, other) = (weight(7), weight(8));
    assert!(same + 100 * 100 <= other, "{same} {other}");
}
