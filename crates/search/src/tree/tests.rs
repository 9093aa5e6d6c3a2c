use super::*;

fn ids(numbers: &[u32]) -> Vec<StateId> {
    numbers.iter().map(|&number| StateId(number)).collect()
}

/// How often walks end where, in percent, rounded.
fn shares(tree: &Tree, states: u32) -> Vec<u32> {
    let mut random = Random::new(1);
    let mut counts = vec![0; states as usize];
    for _ in 0..40_000 {
        counts[tree.walk(&mut random).expect("a state").0 as usize] += 1;
    }
    counts.into_iter().map(|count: u32| (count + 200) / 400).collect()
}

/// 0 forks 1, then 0 forks 2, then 2 forks 3.
fn small() -> Tree {
    let mut tree = Tree::new();
    tree.plant(StateId(0));
    tree.fork(StateId(0), &ids(&[1]));
    tree.fork(StateId(0), &ids(&[2]));
    tree.fork(StateId(2), &ids(&[3]));
    tree.check_invariants();
    tree
}

fn near(shares: &[u32], expected: &[u32]) -> bool {
    shares.iter().zip(expected).all(|(share, expected)| share.abs_diff(*expected) <= 1)
}

#[test]
fn a_walk_halves_at_each_fork() {
    let tree = small();
    assert!(near(&shares(&tree, 4), &[25, 50, 13, 13]));
}

#[test]
fn a_fork_with_one_side_left_is_none() {
    let mut tree = small();
    tree.remove(StateId(0));
    tree.check_invariants();
    assert!(near(&shares(&tree, 4), &[0, 50, 25, 25]));
    tree.remove(StateId(1));
    tree.check_invariants();
    assert!(near(&shares(&tree, 4), &[0, 0, 50, 50]));
}

#[test]
fn paused_states_keep_their_place() {
    let mut tree = small();
    tree.pause(StateId(2));
    tree.pause(StateId(3));
    tree.check_invariants();
    assert!(near(&shares(&tree, 4), &[50, 50, 0, 0]));
    tree.resume(StateId(3));
    assert!(near(&shares(&tree, 4), &[25, 50, 0, 25]));
    for id in 0..4 {
        tree.pause(StateId(id));
    }
    tree.check_invariants();
    assert_eq!(tree.walk(&mut Random::new(0)), None);
    tree.remove(StateId(0));
    tree.resume(StateId(2));
    tree.check_invariants();
    assert_eq!(tree.walk(&mut Random::new(0)), Some(StateId(2)));
}

#[test]
fn many_outcomes_are_balanced() {
    let mut tree = Tree::new();
    tree.plant(StateId(0));
    tree.fork(StateId(0), &ids(&[1, 2, 3, 4, 5, 6, 7]));
    tree.check_invariants();
    assert!(near(&shares(&tree, 8), &[12; 8]));
}

#[test]
fn nodes_are_used_again() {
    let mut tree = small();
    for next in 4..10_000 {
        tree.fork(StateId(next - 1), &ids(&[next]));
        tree.remove(StateId(next - 1));
    }
    tree.check_invariants();
    assert!(tree.nodes.len() <= 9, "{}", tree.nodes.len());
    for id in [0, 1, 2, 9_999] {
        tree.remove(StateId(id));
    }
    tree.check_invariants();
    assert!(tree.is_empty());
    assert_eq!(tree.walk(&mut Random::new(0)), None);
}

#[test]
fn what_is_not_there_is_ignored() {
    let mut tree = Tree::new();
    tree.remove(StateId(1));
    tree.pause(StateId(1));
    tree.fork(StateId(1), &ids(&[2, 3]));
    tree.plant(StateId(2));
    tree.fork(StateId(2), &ids(&[3]));
    tree.check_invariants();
    assert_eq!(tree.len(), 2);
}
