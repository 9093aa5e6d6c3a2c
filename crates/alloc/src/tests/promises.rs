//! What users of an allocator rely on, one by one.

use super::{Both, HEAP, SMALL, STACK, WIDE, kd};
use crate::treap::stir;
use crate::{Allocator, BadLayout, Found, NotLive, Quarantine, Scheme, Span};

const NONE: Quarantine = Quarantine::Last(0);

fn take(allocator: &mut Both, size: u64) -> u64 {
    allocator.allocate(HEAP, size, 1, 0).unwrap()
}

/// Figure 3, in a bin of sixteen slots of 2,048 bytes.
#[test]
fn slots_are_handed_out_in_the_order_of_figure_3() {
    let mut allocator = kd([Span { base: 1 << 20, size: 9 << 15 }, SMALL[1]], NONE);
    let bin = (1 << 20) + (7 << 15);
    let slots: Vec<u64> = std::iter::from_fn(|| allocator.allocate(STACK, 2000, 8, 0))
        .map(|address| (address - bin) / 2048)
        .collect();
    assert_eq!(slots, [8, 4, 12, 2, 14, 6, 10]);
    // The bin is exhausted, and no other takes part.
    assert_eq!(allocator.allocate(STACK, 2000, 8, 0), None);
    assert!(allocator.allocate(STACK, 200, 8, 0).is_some());
    // A slot freed on an upper level comes first again.
    allocator.free(bin + 14 * 2048).unwrap();
    allocator.free(bin + 12 * 2048).unwrap();
    assert_eq!(allocator.allocate(STACK, 2048, 1, 0), Some(bin + 12 * 2048));
}

#[test]
fn a_quarantine_of_eight_keeps_an_address_back_until_eight_others_were_freed() {
    for size in [8, 5000] {
        let mut allocator = kd(WIDE, Quarantine::Last(8));
        let objects: Vec<u64> = (0..9).map(|_| take(&mut allocator, size)).collect();
        for &address in &objects[..8] {
            allocator.free(address).unwrap();
            assert_eq!(allocator.free(address), Err(NotLive::Quarantined));
        }
        let Found::Quarantined(occupant) = allocator.find(objects[0] + 3) else { panic!("gone") };
        assert_eq!(occupant.base, objects[0]);
        allocator.free(objects[8]).unwrap();
        assert_eq!(allocator.find(objects[0]), Found::Free);
        assert_eq!(allocator.free(objects[0]), Err(NotLive::Free));
        assert!(matches!(allocator.find(objects[1]), Found::Quarantined(_)));
    }
}

/// Bins do not push each other's objects out of quarantine.
#[test]
fn each_bin_has_its_own_quarantine() {
    let mut allocator = kd(WIDE, Quarantine::Last(1));
    let (small, large) = (take(&mut allocator, 8), take(&mut allocator, 64));
    allocator.free(small).unwrap();
    allocator.free(large).unwrap();
    assert!(matches!(allocator.find(small), Found::Quarantined(_)));
    assert!(matches!(allocator.find(large), Found::Quarantined(_)));
}

#[test]
fn without_quarantine_an_address_is_used_again_at_once_and_with_an_unlimited_one_never() {
    let mut allocator = kd(WIDE, NONE);
    let address = take(&mut allocator, 8);
    allocator.free(address).unwrap();
    assert_eq!(take(&mut allocator, 8), address);
    let mut allocator = kd(WIDE, Quarantine::Unlimited);
    let mut seen = std::collections::BTreeSet::new();
    for step in 0..20_000 {
        let address = take(&mut allocator, 1 + step % 3000);
        assert!(seen.insert(address));
        allocator.free(address).unwrap();
    }
    assert!(seen.iter().all(|at| matches!(allocator.find(*at), Found::Quarantined(_))));
}

/// Section 3.5: an extra object that comes and goes moves no other.
#[test]
fn addresses_are_stable_without_quarantine() {
    let sizes = [8, 100, 8, 5000, 16, 300, 8, 70_000, 1];
    let run = |extra: Option<usize>| -> Vec<u64> {
        let mut allocator = kd(WIDE, NONE);
        let mut addresses = Vec::new();
        for (at, size) in sizes.into_iter().enumerate() {
            if extra == Some(at) {
                let temporary = take(&mut allocator, size);
                allocator.free(temporary).unwrap();
            }
            addresses.push(take(&mut allocator, size));
        }
        addresses
    };
    for at in 0..sizes.len() {
        assert_eq!(run(Some(at)), run(None));
    }
}

/// What one path does: some objects more, some objects less.
fn walk(allocator: &mut Both, path: u64, step: u64, live: &mut Vec<u64>) {
    let n = stir(path << 32 | step);
    if n.is_multiple_of(3) && !live.is_empty() {
        let address = live.swap_remove(n as usize / 3 % live.len());
        allocator.free(address).unwrap();
    } else {
        live.extend(allocator.allocate([STACK, HEAP][n as usize % 2], n >> 8 & 0xfff, 8, 0));
    }
}

/// All addresses of eight paths that fork from one, run in some order of turns.
fn interleave(scheme: Scheme, turn: impl Fn(u64) -> u64) -> Vec<Vec<u64>> {
    let mut first = Allocator::new(scheme, WIDE, Quarantine::Last(8)).unwrap();
    let mut live = Vec::new();
    (0..100).for_each(|step| walk(&mut first, 99, step, &mut live));
    let mut paths = vec![(first, live, 0); 8];
    for at in 0..8 * 500 {
        let path = turn(at);
        let (allocator, live, steps) = &mut paths[path as usize];
        walk(allocator, path, *steps, live);
        *steps += 1;
    }
    paths.into_iter().map(|path| path.1).collect()
}

/// Cross-run and cross-path determinism: only what a path did counts.
#[test]
fn any_interleaving_gives_each_path_the_same_addresses() {
    let one_by_one = |at| at / 500;
    let in_turns = |at| at % 8;
    let backwards = |at| 7 - at / 500;
    let by_fifties = |at| at / 50 % 8;
    for scheme in [Scheme::Kd, Scheme::Bump] {
        let expected = interleave(scheme, one_by_one);
        assert_eq!(interleave(scheme, one_by_one), expected);
        assert_eq!(interleave(scheme, in_turns), expected);
        assert_eq!(interleave(scheme, backwards), expected);
        assert_eq!(interleave(scheme, by_fifties), expected);
    }
    // The one that all paths share is only the same for the same run.
    let expected = interleave(Scheme::Global, one_by_one);
    assert_eq!(interleave(Scheme::Global, one_by_one), expected);
    assert_ne!(interleave(Scheme::Global, in_turns), expected);
}

#[test]
fn the_shared_one_hands_out_freed_addresses_at_once_but_not_those_others_have() {
    let mut one = Both::new(Scheme::Global, WIDE, NONE).unwrap();
    let (a, b) = (take(&mut one, 8), take(&mut one, 8));
    let mut two = one.clone();
    one.free(a).unwrap();
    one.free(b).unwrap();
    assert_eq!(one.free(a), Err(NotLive::Free));
    // The other path still has both.
    let c = take(&mut one, 8);
    assert!(![a, b].contains(&c));
    assert!(matches!(two.find(a + 3), Found::Live(_)));
    two.free(b).unwrap();
    two.free(a).unwrap();
    assert_eq!(take(&mut one, 8), a);
    assert_eq!(take(&mut two, 8), b);
    assert_eq!(two.find(a), Found::Free);
    // A path that ends frees all it had.
    drop(two);
    assert_eq!(take(&mut one, 8), b);
}

#[test]
fn the_rising_one_never_uses_an_address_again() {
    let mut allocator = Both::new(Scheme::Bump, WIDE, NONE).unwrap();
    let a = take(&mut allocator, 8);
    allocator.free(a).unwrap();
    assert_eq!(allocator.free(a), Err(NotLive::Quarantined));
    assert!(matches!(allocator.find(a + 7), Found::Quarantined(_)));
    assert!(take(&mut allocator, 8) > a);
    allocator.forget(a);
    assert_eq!(allocator.find(a), Found::Free);
    assert!(take(&mut allocator, 8) > a);
}

#[test]
fn a_region_that_is_full_says_so() {
    for scheme in [Scheme::Kd, Scheme::Bump, Scheme::Global] {
        let mut allocator = Both::new(scheme, SMALL, NONE).unwrap();
        let fits = |_: &u32| allocator.allocate(HEAP, 16, 16, 0).is_some();
        assert!((500..10_000).contains(&(0..1 << 18).take_while(fits).count()));
        assert!(allocator.allocate(STACK, 16, 16, 0).is_some());
        assert_eq!(allocator.allocate(STACK, u64::MAX - 5, 16, 0), None);
        assert_eq!(allocator.allocate(STACK, 1 << 18, 16, 0), None);
    }
}

#[test]
fn addresses_that_are_not_the_start_of_an_object_cannot_be_freed() {
    for scheme in [Scheme::Kd, Scheme::Bump, Scheme::Global] {
        let mut allocator = Both::new(scheme, WIDE, NONE).unwrap();
        for size in [8, 5000] {
            let address = take(&mut allocator, size);
            for wrong in [0, address + 1, address - 8, address + 4096, u64::MAX] {
                assert_eq!(allocator.free(wrong), Err(NotLive::Free));
                assert_eq!(allocator.free_sized(HEAP, wrong, size, 1), Err(NotLive::Free));
            }
            allocator.free_sized(HEAP, address, size, 1).unwrap();
        }
    }
}

#[test]
fn layouts_that_cannot_be_are_refused() {
    let new = |a: Span, b: Span| Both::new(Scheme::Kd, [a, b], NONE);
    let good = Span { base: 1 << 32, size: 1 << 32 };
    for (base, size) in [(1, 4096), (4096, 1), (4096, 0), (0, 4096), (1 << 63, 4096), (4096, !4095)]
    {
        let bad = Span { base, size };
        assert_eq!(new(good, bad).unwrap_err(), BadLayout::Span(bad));
    }
    let over = Span { base: (1 << 33) - 4096, size: 8192 };
    assert_eq!(new(good, over).unwrap_err(), BadLayout::Overlap(good, over));
    assert!(new(good, Span { base: 1 << 33, size: 4096 }).is_ok());
    // The smallest region there can be has room for very little, and says so.
    let mut tiny = new(Span { base: 4096, size: 4096 }, good).unwrap();
    assert_eq!(tiny.allocate(STACK, 5000, 1, 0), None);
    assert_eq!(tiny.allocate(STACK, 2048, 1, 0), None);
    assert!(tiny.allocate(STACK, 1, 1, 0).is_some());
}

/// An allocator that agrees with an earlier one hands out what that one would; a loop that frees what it allocates
/// comes back to where it was, unless addresses are kept back for good.
#[test]
fn agreement_is_about_all_that_follows() {
    let quarantines = [0, 1, 5, 8, 12].map(Quarantine::Last);
    for quarantine in quarantines.into_iter().chain([Quarantine::Unlimited]) {
        let mut now = kd(WIDE, quarantine);
        let kept: Vec<u64> = (0..5).map(|n| take(&mut now, 8 << (2 * n))).collect();
        now.free(kept[1]).unwrap();
        let round = |now: &mut Both| {
            // Large objects in a long quarantine take very long to come back.
            let other = if quarantine == Quarantine::Last(1) { 5000 } else { 30 };
            for size in [8, other, 8] {
                let address = take(now, size);
                now.free(address).unwrap();
            }
        };
        // A quarantine that was not full is never as it was, and large objects take their time to settle.
        (0..200).for_each(|_| round(&mut now));
        let then = now.clone();
        let mut returns = 0;
        for _ in 0..200 {
            round(&mut now);
            if now.agrees_with(&then) {
                returns += 1;
                assert_eq!(addresses(now.clone()), addresses(then.clone()));
            }
        }
        assert_eq!(returns > 0, quarantine != Quarantine::Unlimited, "{quarantine:?}");
        assert!(!then.agrees_with(&kd(WIDE, quarantine)));
    }
}

/// What an allocator hands out to a program that frees every third object.
fn addresses(mut allocator: Both) -> Vec<u64> {
    let mut all = Vec::new();
    for n in 0..60_u64 {
        all.push(take(&mut allocator, [8, 5000, 30, 3000][n as usize % 4]));
        if n % 3 == 0 {
            allocator.free(all[n as usize / 2]).unwrap();
        }
    }
    all
}
