//! A choice among weighted slots: any weight changes, and any choice is made, in logarithmic time.
//!
//! A complete binary tree in an array: leaves are the weights, each inner node the sum of its two
//! children. A sum is computed anew from the children whenever one changes, never corrected by a
//! difference, so that no error builds up over millions of changes (the usual Fenwick tree does that).

/// Slots with weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distribution {
    /// Invariant: twice a power of two long, or empty; `sums[n]` is `sums[2 * n] + sums[2 * n + 1]` for
    /// the first half but 0; the second half are the weights of the slots.
    sums: Vec<f64>,
    /// Slots without an owner; their weight is 0.
    free: Vec<u32>,
}

impl Distribution {
    /// A slot with no weight yet.
    pub(crate) fn slot(&mut self) -> u32 {
        if self.free.is_empty() {
            self.grow();
        }
        self.free.pop().expect("there is room after growing")
    }

    /// Gives a slot back.
    pub(crate) fn release(&mut self, slot: u32) {
        self.set(slot, 0.0);
        self.free.push(slot);
    }

    /// Changes the weight of a slot; 0 takes it out of the choice.
    pub(crate) fn set(&mut self, slot: u32, weight: f64) {
        let mut at = self.slots() + slot as usize;
        self.sums[at] = weight;
        while at > 1 {
            at /= 2;
            self.sums[at] = self.sums[2 * at] + self.sums[2 * at + 1];
        }
    }

    /// The slot at a fraction (in [0, 1)) of the whole weight; `None` if there is no weight.
    pub(crate) fn at(&self, fraction: f64) -> Option<u32> {
        let whole = self.sums.get(1).copied().filter(|&whole| whole > 0.0)?;
        let mut point = fraction * whole;
        let mut at = 1;
        while at < self.slots() {
            at *= 2;
            let (left, right) = (self.sums[at], self.sums[at + 1]);
            // Rounding may carry the point past the end, but never into a slot without weight.
            if point >= left && right > 0.0 {
                point -= left;
                at += 1;
            }
        }
        Some((at - self.slots()) as u32)
    }

    fn slots(&self) -> usize {
        self.sums.len() / 2
    }

    fn grow(&mut self) {
        let old = self.slots();
        let new = (2 * old).max(4);
        let mut sums = vec![0.0; 2 * new];
        sums[new..new + old].copy_from_slice(&self.sums[old..]);
        for at in (1..new).rev() {
            sums[at] = sums[2 * at] + sums[2 * at + 1];
        }
        self.sums = sums;
        // The lowest slot is handed out first.
        self.free.extend((old as u32..new as u32).rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    #[test]
    fn slots_are_found_by_weight() {
        let mut choice = Distribution::default();
        assert_eq!(choice.at(0.5), None);
        for weight in [1.0, 0.0, 2.0, 1.0, 4.0] {
            let slot = choice.slot();
            choice.set(slot, weight);
        }
        let found: Vec<_> =
            [0.0, 0.12, 0.13, 0.37, 0.38, 0.49, 0.5, 0.99].map(|at| choice.at(at).unwrap()).into();
        assert_eq!(found, [0, 0, 2, 2, 3, 3, 4, 4]);
        choice.release(4);
        assert_eq!(choice.at(0.999), Some(3));
        assert_eq!(choice.slot(), 4);
    }

    #[test]
    fn sums_stay_exact() {
        let mut choice = Distribution::default();
        let mut random = Random::new(5);
        let slots: Vec<u32> = (0..100).map(|_| choice.slot()).collect();
        for _ in 0..200_000 {
            let slot = slots[random.below(100) as usize];
            choice.set(slot, random.unit() * 2f64.powi(random.below(80) as i32 - 40));
        }
        for &slot in &slots {
            choice.set(slot, 0.0);
        }
        assert_eq!(choice.at(0.5), None);
        choice.set(slots[50], f64::MIN_POSITIVE);
        assert_eq!(choice.at(0.5), Some(slots[50]));
    }

    #[test]
    fn weights_are_frequencies() {
        let mut choice = Distribution::default();
        for weight in 1..=10 {
            let slot = choice.slot();
            choice.set(slot, f64::from(weight));
        }
        let mut random = Random::new(11);
        let mut counts = [0.0; 10];
        for _ in 0..55_000 {
            counts[choice.at(random.unit()).unwrap() as usize] += 1.0;
        }
        let chi_square: f64 = (1..=10)
            .map(|weight| {
                let expected = 1000.0 * f64::from(weight);
                (counts[weight as usize - 1] - expected).powi(2) / expected
            })
            .sum();
        // Nine degrees of freedom: above 27.9 once in a thousand seeds.
        assert!(chi_square < 27.9, "{chi_square}");
    }
}
