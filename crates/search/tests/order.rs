//! The order in which searchers pick, on small trees.

use search::{Budget, Change, Config, Measure, Metrics, Searcher, StateId, Strategy, Weight, Work};
use std::time::Duration;

struct Same;

impl Measure for Same {
    fn metrics(&self, _id: StateId) -> Metrics {
        Metrics::default()
    }
}

const NOTHING: Work = Work { instructions: 0, time: Duration::ZERO };

fn plain(strategies: &[Strategy]) -> Box<dyn Searcher> {
    Config { strategies: strategies.into(), batch: None, ..Config::default() }.searcher()
}

fn after(instructions: u64) -> Work {
    Work { instructions, ..NOTHING }
}

fn update(searcher: &mut dyn Searcher, current: Option<u32>, added: &[u32], removed: &[u32]) {
    update_at(searcher, NOTHING, current, added, removed);
}

fn update_at(
    searcher: &mut dyn Searcher,
    done: Work,
    current: Option<u32>,
    added: &[u32],
    removed: &[u32],
) {
    let added: Vec<StateId> = added.iter().map(|&id| StateId(id)).collect();
    let removed: Vec<StateId> = removed.iter().map(|&id| StateId(id)).collect();
    let change = Change { current: current.map(StateId), added: &added, removed: &removed };
    searcher.update(&change, done, &Same);
}

fn pick(searcher: &mut dyn Searcher) -> Option<u32> {
    searcher.pick(NOTHING, &Same).map(|id| id.0)
}

/// Explores a full binary tree: a state forks at depths 0 and 1 and ends after that. The states are
/// given in the order they end.
fn explore(searcher: &mut dyn Searcher) -> Vec<u32> {
    let mut depths = vec![0];
    let mut ends = Vec::new();
    update(searcher, None, &[0], &[]);
    while let Some(id) = pick(searcher) {
        let depth = depths[id as usize];
        if depth == 2 {
            ends.push(id);
            update(searcher, Some(id), &[], &[id]);
        } else {
            depths[id as usize] += 1;
            let new = depths.len() as u32;
            depths.push(depth + 1);
            update(searcher, Some(id), &[new], &[]);
        }
    }
    ends
}

#[test]
fn depth_first() {
    // 0 forks 1, which forks 2.
    assert_eq!(explore(&mut *plain(&[Strategy::Dfs])), [2, 1, 3, 0]);
}

#[test]
fn breadth_first() {
    // 0 forks 1, then 0 forks 2 and 1 forks 3.
    assert_eq!(explore(&mut *plain(&[Strategy::Bfs])), [0, 2, 1, 3]);
}

#[test]
fn every_strategy_explores_everything_the_same_way_twice() {
    for strategy in Strategy::ALL {
        let first = explore(&mut *plain(&[strategy]));
        let again = explore(&mut *plain(&[strategy]));
        assert_eq!(first, again, "{strategy}");
        let mut all = first;
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3], "{strategy}");
    }
}

#[test]
fn without_states_there_is_no_pick() {
    for strategy in Strategy::ALL {
        let mut searcher = plain(&[strategy]);
        assert_eq!(pick(&mut *searcher), None);
        update(&mut *searcher, Some(3), &[], &[3]);
        searcher.pause(StateId(3));
        searcher.resume(StateId(3));
        assert_eq!(pick(&mut *searcher), None, "{strategy}");
        // One that forks and ends at once, and its child with it.
        update(&mut *searcher, None, &[0], &[]);
        update(&mut *searcher, Some(0), &[1], &[0, 1]);
        assert_eq!(pick(&mut *searcher), None, "{strategy}");
    }
}

#[test]
fn paused_states_are_not_picked() {
    for strategy in Strategy::ALL {
        let mut searcher = plain(&[strategy]);
        update(&mut *searcher, None, &[0], &[]);
        update(&mut *searcher, Some(0), &[1], &[]);
        searcher.pause(StateId(0));
        searcher.pause(StateId(0));
        assert!((0..20).all(|_| pick(&mut *searcher) == Some(1)), "{strategy}");
        searcher.pause(StateId(1));
        assert_eq!(pick(&mut *searcher), None, "{strategy}");
        searcher.resume(StateId(0));
        searcher.resume(StateId(0));
        assert!((0..20).all(|_| pick(&mut *searcher) == Some(0)), "{strategy}");
        update(&mut *searcher, Some(0), &[], &[1]);
        searcher.resume(StateId(1));
        assert!((0..20).all(|_| pick(&mut *searcher) == Some(0)), "{strategy}");
    }
}

#[test]
fn several_take_turns() {
    let mut searcher = plain(&[Strategy::Dfs, Strategy::Bfs]);
    update(&mut *searcher, None, &[0], &[]);
    update(&mut *searcher, Some(0), &[1, 2], &[]);
    let picks: Vec<_> = (0..4).filter_map(|_| pick(&mut *searcher)).collect();
    assert_eq!(picks, [2, 0, 2, 0]);
}

#[test]
fn batches_last_as_long_as_their_budget() {
    let config = Config {
        strategies: vec![Strategy::Dfs],
        batch: Some(Budget { instructions: Some(100), time: None }),
        ..Config::default()
    };
    let mut searcher = config.searcher();
    update(&mut *searcher, None, &[0], &[]);
    let at = |instructions, searcher: &mut dyn Searcher| {
        searcher.pick(after(instructions), &Same).map(|id| id.0)
    };
    assert_eq!(at(0, &mut *searcher), Some(0));
    update_at(&mut *searcher, after(50), Some(0), &[1], &[]);
    assert_eq!(at(50, &mut *searcher), Some(0));
    assert_eq!(at(99, &mut *searcher), Some(0));
    assert_eq!(at(100, &mut *searcher), Some(1));
    update_at(&mut *searcher, after(120), Some(1), &[2], &[1]);
    assert_eq!(at(120, &mut *searcher), Some(2));
    searcher.pause(StateId(2));
    assert_eq!(at(121, &mut *searcher), Some(0));
}

#[test]
fn batches_by_time() {
    let config = Config {
        strategies: vec![Strategy::Dfs],
        batch: Some(Budget { instructions: None, time: Some(Duration::from_secs(5)) }),
        ..Config::default()
    };
    assert!(config.is_timed() && !Config::default().is_timed());
    let mut searcher = config.searcher();
    update(&mut *searcher, None, &[0], &[]);
    let second = |time| Work { time: Duration::from_secs(time), ..after(1 << 40) };
    assert_eq!(searcher.pick(second(0), &Same), Some(StateId(0)));
    update_at(&mut *searcher, second(1), Some(0), &[1], &[]);
    assert_eq!(searcher.pick(second(4), &Same), Some(StateId(0)));
    assert_eq!(searcher.pick(second(5), &Same), Some(StateId(1)));
}

/// Depth first would stay for ever with the path that forks; deepening gives the others their turn.
#[test]
fn deepening_serves_short_paths_first() {
    let config = Config {
        strategies: vec![Strategy::Dfs],
        batch: None,
        deepening: Some(Budget { instructions: Some(10), time: None }),
        ..Config::default()
    };
    let mut searcher = config.searcher();
    update(&mut *searcher, None, &[0], &[]);
    let mut turns = Vec::new();
    for turn in 0..9 {
        let id = searcher.pick(after(4 * turn), &Same).expect("live states").0;
        turns.push(id);
        let new = [turn as u32 + 1];
        let added: &[u32] = if turn < 2 { &new } else { &[] };
        update_at(&mut *searcher, after(4 * turn + 4), Some(id), added, &[]);
    }
    // 0 forks 1 at 4, 1 forks 2 at 8, 2 is over budget at 12, then 1 at 12, then 0 at 12; after that
    // the budget is 20.
    assert_eq!(turns, [0, 1, 2, 1, 0, 0, 2, 2, 1]);
    assert_eq!(searcher.pick(after(36), &Same), Some(StateId(1)));
}

#[test]
fn deepening_keeps_to_what_its_caller_paused() {
    let config = Config {
        strategies: vec![Strategy::Bfs],
        batch: None,
        deepening: Some(Budget { instructions: Some(10), time: None }),
        ..Config::default()
    };
    let mut searcher = config.searcher();
    update(&mut *searcher, None, &[0], &[]);
    assert_eq!(searcher.pick(after(0), &Same), Some(StateId(0)));
    update_at(&mut *searcher, after(10), Some(0), &[1], &[]);
    searcher.pause(StateId(0));
    assert_eq!(searcher.pick(after(10), &Same), Some(StateId(1)));
    searcher.pause(StateId(1));
    assert_eq!(searcher.pick(after(10), &Same), None);
    searcher.resume(StateId(0));
    assert_eq!(searcher.pick(after(10), &Same), Some(StateId(0)));
}

#[test]
fn names() {
    for strategy in Strategy::ALL {
        assert_eq!(strategy.name().parse(), Ok(strategy));
    }
    assert_eq!("nurs:covnew".parse(), Ok(Strategy::Nurs(Weight::CovNew)));
    let error = "nurs".parse::<Strategy>().unwrap_err().to_string();
    assert!(
        error.starts_with("there is no searcher 'nurs'; the searchers are dfs, bfs,"),
        "{error}"
    );
    assert!(Config::default().weighs_by(Weight::CovNew));
    assert!(!Config::default().weighs_by(Weight::Md2u));
    assert_eq!(
        Config::default().to_string(),
        "random-path and nurs:covnew, in batches of 10000 instructions, seed 0"
    );
}

/// A state that forks without end is left for one it forked before long, whatever the budget of the batch.
#[test]
fn batches_are_bounded_by_forks() {
    let strategies = vec![Strategy::Bfs];
    let budget = Budget { instructions: Some(1_000_000), time: None };
    let mut searcher = Config { strategies, batch: Some(budget), ..Config::default() }.searcher();
    update(&mut *searcher, None, &[0], &[]);
    let mut current = 0;
    let mut forks = 0;
    while current == 0 && forks < 100 {
        forks += 1;
        update(&mut *searcher, Some(0), &[forks], &[]);
        current = pick(&mut *searcher).expect("a state");
    }
    assert!(forks < 100, "the first state ran all the time");
}
