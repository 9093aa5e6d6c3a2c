//! Random forks, ends and pauses, against a plain list of live states; and how fast they are.

use random::Random;
use search::{Budget, Change, Config, Measure, Metrics, Searcher, StateId, Strategy, Work};
use std::collections::BTreeSet;

/// Figures made up from the state's number and how often it ran.
struct Figures {
    runs: Vec<u32>,
}

impl Measure for Figures {
    fn metrics(&self, id: StateId) -> Metrics {
        let runs = u64::from(self.runs[id.0 as usize]);
        let number = u64::from(id.0);
        Metrics {
            depth: (id.0 % 5) + runs as u32,
            instructions: runs * (number % 3),
            call_path_instructions: runs + number % 7,
            since_covered_new: number.is_multiple_of(4).then_some(runs * 100),
            distance_to_uncovered: (!number.is_multiple_of(3)).then_some(runs + number % 11),
            query_cost: runs * (number % 13),
        }
    }
}

/// The naive model beside the searcher.
struct Walk {
    searcher: Box<dyn Searcher>,
    random: Random,
    figures: Figures,
    live: BTreeSet<StateId>,
    paused: BTreeSet<StateId>,
    done: Work,
    picks: Vec<StateId>,
}

impl Walk {
    fn new(config: &Config, seed: u64) -> Walk {
        let mut walk = Walk {
            searcher: config.searcher(),
            random: Random::new(seed),
            figures: Figures { runs: vec![0] },
            live: BTreeSet::from([StateId(0)]),
            paused: BTreeSet::new(),
            done: Work::default(),
            picks: Vec::new(),
        };
        let change = Change { added: &[StateId(0)], ..Change::default() };
        walk.searcher.update(&change, walk.done, &walk.figures);
        walk
    }

    /// One pick and its effects; false once no state can run.
    fn step(&mut self) -> bool {
        let picked = self.searcher.pick(self.done, &self.figures);
        let Some(current) = picked else {
            assert_eq!(self.live.len(), self.paused.len(), "a live state is not picked");
            let Some(&id) = self.paused.first() else { return false };
            self.paused.remove(&id);
            self.searcher.resume(id);
            return true;
        };
        assert!(self.live.contains(&current), "{current:?} is not live");
        assert!(!self.paused.contains(&current), "{current:?} is paused");
        self.picks.push(current);
        self.figures.runs[current.0 as usize] += 1;
        self.done.instructions += self.random.below(50);
        let added = self.some_new();
        let removed = self.some_ended(current, &added);
        let change = Change { current: Some(current), added: &added, removed: &removed };
        self.searcher.update(&change, self.done, &self.figures);
        self.pause_or_resume();
        true
    }

    fn some_new(&mut self) -> Vec<StateId> {
        let count = [0, 0, 1, 1, 1, 3][self.random.below(6) as usize];
        let added: Vec<StateId> =
            (0..count).map(|new| StateId(self.figures.runs.len() as u32 + new)).collect();
        self.figures.runs.resize(self.figures.runs.len() + added.len(), 0);
        self.live.extend(&added);
        added
    }

    /// The current state, a new one, or any, and many at once when there are many.
    fn some_ended(&mut self, current: StateId, added: &[StateId]) -> Vec<StateId> {
        let mut ended = match self.random.below(5) {
            0 => vec![current],
            1 => added.first().copied().into_iter().collect(),
            _ => Vec::new(),
        };
        if self.live.len() > 300 {
            ended = self.live.iter().filter(|id| id.0 % 3 == 1).copied().collect();
        }
        for id in &ended {
            self.live.remove(id);
            self.paused.remove(id);
        }
        ended
    }

    fn pause_or_resume(&mut self) {
        let any = self.random.below(self.figures.runs.len() as u64) as u32;
        match self.random.below(8) {
            0 if self.live.contains(&StateId(any)) => {
                self.paused.insert(StateId(any));
                self.searcher.pause(StateId(any));
            }
            1 => {
                self.paused.remove(&StateId(any));
                self.searcher.resume(StateId(any));
            }
            _ => {}
        }
    }
}

fn configs() -> Vec<Config> {
    let plain = Config { batch: None, ..Config::default() };
    let mut configs: Vec<Config> = Strategy::ALL
        .iter()
        .map(|&strategy| Config { strategies: vec![strategy], ..plain.clone() })
        .collect();
    let budget = Some(Budget { instructions: Some(100), time: None });
    configs.push(plain.clone());
    configs.push(Config { strategies: Strategy::ALL.into(), ..plain.clone() });
    configs.push(Config { batch: budget, ..plain.clone() });
    configs.push(Config { deepening: budget, ..plain.clone() });
    configs.push(Config { batch: budget, deepening: budget, ..plain });
    configs
}

#[test]
fn only_live_states_are_picked() {
    for config in configs() {
        let mut picks = 0;
        for seed in 0..20 {
            let mut walk = Walk::new(&config, seed);
            for _ in 0..1000 {
                if !walk.step() {
                    break;
                }
            }
            picks += walk.picks.len();
        }
        // Some walks end early, as all of their states do.
        assert!(picks > 5_000, "{config}: {picks}");
    }
}

#[test]
fn the_same_seed_gives_the_same_picks() {
    for config in configs() {
        let mut walks = [Walk::new(&config, 8), Walk::new(&config, 8)];
        for walk in &mut walks {
            while walk.picks.len() < 2000 && walk.step() {}
        }
        assert_eq!(walks[0].picks, walks[1].picks, "{config}");
    }
}

#[test]
fn another_seed_gives_other_picks() {
    let picks = |seed| {
        let mut walk = Walk::new(&Config { seed, batch: None, ..Config::default() }, 8);
        while walk.picks.len() < 500 && walk.step() {}
        walk.picks
    };
    assert_ne!(picks(1), picks(2));
}

/// Forks `count` states off the first, one by one.
fn comb(config: &Config, count: u32, measure: &dyn Measure) -> Box<dyn Searcher> {
    let mut searcher = config.searcher();
    for id in 0..count {
        let current = id.checked_sub(1).map(|_| StateId(0));
        let change = Change { current, added: &[StateId(id)], removed: &[] };
        searcher.update(&change, Work::default(), measure);
    }
    searcher
}

/// Weights that differ, but not by much.
struct Alike;

impl Measure for Alike {
    fn metrics(&self, id: StateId) -> Metrics {
        let some = u64::from(id.0 % 3) + 1;
        Metrics {
            depth: id.0 % 4,
            instructions: some,
            call_path_instructions: some,
            since_covered_new: Some(1000 + some),
            distance_to_uncovered: Some(some),
            query_cost: some,
        }
    }
}

#[test]
fn fair_searchers_pick_every_state() {
    for config in configs() {
        // Depth first stays with one by intent, breadth first until it forks, and a state without forks
        // on the way weighs nothing by depth.
        let unfair = ["dfs", "bfs", "nurs:depth"];
        if config.strategies.iter().all(|strategy| unfair.contains(&strategy.name())) {
            continue;
        }
        let mut searcher = comb(&config, 8, &Alike);
        let mut seen = BTreeSet::new();
        let mut done = Work::default();
        for _ in 0..5_000 {
            let current = searcher.pick(done, &Alike);
            seen.extend(current);
            done.instructions += 60;
            searcher.update(&Change { current, ..Change::default() }, done, &Alike);
        }
        assert_eq!(seen.len(), 8, "{config}");
    }
}

#[test]
fn random_states_are_equally_likely() {
    let config =
        Config { strategies: vec![Strategy::RandomState], batch: None, ..Config::default() };
    let mut searcher = comb(&config, 20, &Alike);
    let mut counts = [0.0f64; 20];
    for _ in 0..20_000 {
        counts[searcher.pick(Work::default(), &Alike).expect("a state").0 as usize] += 1.0;
    }
    let chi_square: f64 = counts.iter().map(|count| (count - 1000.0).powi(2) / 1000.0).sum();
    // Nineteen degrees of freedom: above 43.8 once in a thousand seeds.
    assert!(chi_square < 43.8, "{chi_square}");
}

/// Ten thousand live states, any of which ends while another is forked: time in the number of states
/// would take minutes. What is picked is live to the end, and then all are, one after the other.
#[test]
fn a_million_updates() {
    for strategy in Strategy::ALL {
        let config = Config { strategies: vec![strategy], batch: None, ..Config::default() };
        let mut searcher = comb(&config, 10_000, &Alike);
        let mut live: Vec<u32> = (0..10_000).collect();
        let mut is_live = vec![true; 10_000];
        let mut random = Random::new(2);
        for new in 10_000..110_000 {
            let current = searcher.pick(Work::default(), &Alike);
            assert!(current.is_some_and(|id| is_live[id.0 as usize]), "{config}: {current:?}");
            let at = random.index(live.len());
            let ended = std::mem::replace(&mut live[at], new);
            is_live[ended as usize] = false;
            is_live.push(true);
            let change = Change { current, added: &[StateId(new)], removed: &[StateId(ended)] };
            searcher.update(&change, Work::default(), &Alike);
        }
        let mut left: BTreeSet<StateId> = live.into_iter().map(StateId).collect();
        while let Some(id) = searcher.pick(Work::default(), &Alike) {
            assert!(left.remove(&id), "{config}: {id:?} is not live");
            let change = Change { current: Some(id), added: &[], removed: &[id] };
            searcher.update(&change, Work::default(), &Alike);
        }
        assert!(left.is_empty(), "{config}: {} live states are never picked", left.len());
    }
}
