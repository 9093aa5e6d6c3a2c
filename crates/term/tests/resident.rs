//! What the process keeps of freed terms. A binary of its own, since other tests would count too.

use numeric::Bits;
use term::{Term, Terms};

/// The resident memory of the process, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the kernel tells");
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok());
    pages.expect("a number of pages") * 4096.0
}

/// Makes this many terms, half a million of them alive at once.
#[cfg(target_os = "linux")]
fn make(count: usize) {
    let terms = Terms::new();
    let x = terms.var("x", Bits(32));
    let mut made = 0;
    while made < count {
        let mut kept: Vec<Term> = vec![x.clone()];
        while terms.live() < 500_000 {
            let last = &kept[kept.len() - 1];
            kept.push(terms.xor(&terms.udiv(last, &x), &x));
        }
        made += terms.live();
    }
}

/// Ten million with `STRATA_FULL` set, else one.
#[test]
#[cfg(target_os = "linux")]
fn terms_dropped_leave_the_process_as_it_was() {
    let count = if testing::full() { 10_000_000 } else { 1_000_000 };
    // The allocator raises its thresholds once, with the first large blocks.
    make(1_000_000);
    let before = resident();
    make(count);
    let after = resident();
    assert!(after < before * 1.1, "{before} bytes before, {after} after");
}
