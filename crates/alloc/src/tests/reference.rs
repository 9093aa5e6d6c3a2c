//! A reference for the deterministic allocator that is plain enough to be seen to be right, and a million
//! random steps on several forks of both.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use random::Random;

use super::{Both, HEAP, SMALL, STACK, kd};
use crate::treap::stir;
use crate::{Found, Life, NotLive, Occupant, Quarantine, Span};

const SLOTS: [u64; 8] = [1, 4, 8, 16, 32, 64, 256, 2048];

/// One bin. What is free is kept as such, in the order in which it is handed out or as intervals.
#[derive(Clone)]
struct Bin {
    /// The turns of slots that are free; of no use to large objects.
    turns: BTreeSet<u64>,
    /// Address and size of free regions, for large objects.
    regions: BTreeMap<u64, u64>,
    /// The addresses of all slots in their turns.
    order: Rc<Vec<u64>>,
    waiting: VecDeque<u64>,
}

#[derive(Clone)]
struct Reference {
    quarantine: Quarantine,
    bins: Vec<Bin>,
    /// Size, tag, bin and whether it is live, by address.
    objects: BTreeMap<u64, (u64, u32, usize, bool)>,
}

/// The tree of slots, built level by level.
fn order(base: u64, size: u64, slot: u64) -> Vec<u64> {
    let mut level = vec![(0, size / slot)];
    let mut order = Vec::new();
    // The last level, of single slots, is left out.
    while level[0].1 - level[0].0 >= 4 {
        let middles: Vec<u64> = level.iter().map(|(from, to)| (from + to) / 2).collect();
        let (mut low, mut high) = (0, middles.len());
        while low < high {
            order.push(base + slot * middles[low]);
            low += 1;
            if low < high {
                high -= 1;
                order.push(base + slot * middles[high]);
            }
        }
        let halves = |&(from, to): &(u64, u64)| [(from, (from + to) / 2), ((from + to) / 2, to)];
        level = level.iter().flat_map(halves).collect();
    }
    order
}

impl Reference {
    fn new(layout: [Span; 2], quarantine: Quarantine) -> Reference {
        let mut bins = Vec::new();
        for Span { base, size } in layout {
            let mut bin = 1;
            while 2 * bin <= size / 9 {
                bin *= 2;
            }
            for (at, slot) in (0..).zip(SLOTS) {
                let order = Rc::new(order(base + at * bin, bin, slot));
                let turns = (0..order.len() as u64).collect();
                bins.push(Bin { turns, order, regions: [].into(), waiting: [].into() });
            }
            let regions = [(base + 8 * bin, size - 8 * bin)].into();
            bins.push(Bin {
                turns: [].into(),
                order: [].to_vec().into(),
                regions,
                waiting: [].into(),
            });
        }
        Reference { quarantine, bins, objects: BTreeMap::new() }
    }

    fn allocate(&mut self, region: usize, size: u64, align: u64, tag: u32) -> Option<u64> {
        let size = size.max(1).next_multiple_of(align);
        let at = SLOTS.iter().position(|slot| size <= *slot);
        let bin = 9 * region + at.unwrap_or(8);
        let (address, size) = match at {
            Some(at) => {
                let turn = self.bins[bin].turns.pop_first()?;
                (self.bins[bin].order[turn as usize], SLOTS[at])
            }
            None => self.split(bin, size.next_multiple_of(4096), align.max(4096))?,
        };
        assert!(self.objects.insert(address, (size, tag, bin, true)).is_none());
        Some(address)
    }

    fn split(&mut self, bin: usize, size: u64, align: u64) -> Option<(u64, u64)> {
        let regions = &mut self.bins[bin].regions;
        let (&start, &room) = regions.iter().max_by_key(|(at, size)| (**size, stir(**at)))?;
        let ideal = start + room.checked_sub(size)? / 2;
        let fits = |at: &u64| *at >= start + 4096 && at + size + 4096 <= start + room;
        let below = ideal / align * align;
        let at = Some(below).filter(fits).or_else(|| Some(below + align).filter(fits))?;
        regions.insert(start, at - start);
        regions.insert(at + size, start + room - at - size);
        Some((at, size))
    }

    fn free(&mut self, address: u64) -> Result<u32, NotLive> {
        let object = self.objects.get_mut(&address).ok_or(NotLive::Free)?;
        let (_, tag, bin, live) = *object;
        if !live {
            return Err(NotLive::Quarantined);
        }
        object.3 = false;
        self.bins[bin].waiting.push_back(address);
        if let Quarantine::Last(most) = self.quarantine
            && self.bins[bin].waiting.len() > most as usize
        {
            self.release(bin);
        }
        Ok(tag)
    }

    fn release(&mut self, bin: usize) {
        let bin = &mut self.bins[bin];
        let address = bin.waiting.pop_front().unwrap();
        let (size, ..) = self.objects.remove(&address).unwrap();
        if let Some(turn) = bin.order.iter().position(|at| *at == address) {
            bin.turns.insert(turn as u64);
            return;
        }
        let after = bin.regions.remove(&(address + size)).unwrap();
        let (_, before) = bin.regions.range_mut(..address).next_back().unwrap();
        *before += size + after;
    }

    fn find(&self, address: u64) -> Found<u32> {
        let Some((&base, &(size, tag, _, live))) = self.objects.range(..=address).next_back()
        else {
            return Found::Free;
        };
        let occupant = Occupant { base, size, tag };
        match (address - base < size, live) {
            (false, _) => Found::Free,
            (true, true) => Found::Live(occupant),
            (true, false) => Found::Quarantined(occupant),
        }
    }
}

/// One path: the allocator, its reference, and what may be freed.
#[derive(Clone)]
struct Path {
    allocator: Both,
    reference: Reference,
    objects: Vec<(usize, u64, u64, u64)>,
    refused: u32,
}

impl Path {
    fn step(&mut self, random: &mut Random, tag: u32) {
        match random.below(20) {
            0..9 => self.allocate(random, tag),
            9..18 => self.free(random),
            18 => self.free_again(random),
            _ => self.find(random),
        }
    }

    fn allocate(&mut self, random: &mut Random, tag: u32) {
        let (region, magnitude) = (random.below(2) as usize, random.below(13));
        let size = random.below(2 << magnitude);
        let most = if random.below(50) == 0 { 15 } else { 5 };
        let align = 1 << random.below(most);
        let expected = self.reference.allocate(region, size, align, tag);
        let region = [STACK, HEAP][region];
        assert_eq!(self.allocator.allocate(region, size, align, tag), expected);
        match expected {
            Some(address) => {
                assert_eq!(address % align, 0);
                self.objects.push((region.0, address, size, align));
            }
            None => self.refused += 1,
        }
    }

    fn free(&mut self, random: &mut Random) {
        if self.objects.is_empty() {
            return;
        }
        let at = random.below(self.objects.len() as u64) as usize;
        let (region, address, size, align) = self.objects.swap_remove(at);
        let freed = if random.below(2) == 0 {
            self.allocator.free(address)
        } else {
            self.allocator.free_sized([STACK, HEAP][region], address, size, align)
        };
        assert_eq!(freed.map(|occupant| occupant.tag), self.reference.free(address));
    }

    /// An address that may have been freed, or that belongs to no object.
    fn free_again(&mut self, random: &mut Random) {
        let address = self.somewhere(random);
        if !matches!(self.reference.find(address), Found::Live(occupant) if occupant.base == address)
        {
            let freed = self.allocator.free(address).map(|occupant| occupant.tag);
            assert_eq!(freed, self.reference.free(address));
        }
    }

    fn find(&mut self, random: &mut Random) {
        let address = self.somewhere(random);
        assert_eq!(self.allocator.find(address), self.reference.find(address));
    }

    fn somewhere(&self, random: &mut Random) -> u64 {
        let Span { base, size } = SMALL[random.below(2) as usize];
        let any = base + random.below(size);
        match self.reference.objects.range(..=any).next_back() {
            Some((&at, &(size, ..))) if random.below(2) == 0 => at + random.below(size + 2),
            _ => any,
        }
    }

    fn check(&self) {
        self.allocator.check_invariants();
        let mut seen = BTreeMap::new();
        self.allocator.each(|life, occupant| {
            let object = (occupant.size, occupant.tag, life == Life::Live);
            assert!(seen.insert(occupant.base, object).is_none());
        });
        let objects = self.reference.objects.iter();
        let expected: BTreeMap<_, _> = objects.map(|(at, o)| (*at, (o.0, o.1, o.3))).collect();
        assert_eq!(seen, expected);
    }
}

/// Steps of several paths in random turns, some of which fork.
fn random_steps(quarantine: Quarantine, steps: u32) {
    let mut random = Random::new(7);
    let (allocator, reference) = (kd(SMALL, quarantine), Reference::new(SMALL, quarantine));
    let mut paths = vec![Path { allocator, reference, objects: Vec::new(), refused: 0 }];
    for step in 0..steps {
        let at = random.below(paths.len() as u64) as usize;
        paths[at].step(&mut random, step);
        if step % 1500 == 0 {
            let fork = paths[at].clone();
            match paths.len() {
                8 => paths[random.below(8) as usize] = fork,
                _ => paths.push(fork),
            }
            paths[at].check();
        }
    }
    paths.iter().for_each(Path::check);
    assert!(paths.iter().any(|path| path.refused > 0), "some bin was exhausted");
}

#[test]
fn a_million_random_steps_on_forks_with_a_quarantine_of_eight() {
    random_steps(Quarantine::Last(8), 1_000_000);
}

/// Longer than what is kept apart, and shorter.
#[test]
fn random_steps_with_other_quarantines() {
    random_steps(Quarantine::Last(20), 200_000);
    random_steps(Quarantine::Last(9), 100_000);
    random_steps(Quarantine::Last(3), 100_000);
}

#[test]
fn random_steps_without_quarantine() {
    random_steps(Quarantine::Last(0), 300_000);
}

#[test]
fn random_steps_with_an_unlimited_quarantine() {
    random_steps(Quarantine::Unlimited, 100_000);
}
