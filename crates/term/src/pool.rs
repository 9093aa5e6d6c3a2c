//! Facts stored once however many nodes have them: most nodes of a run share a few.

use crate::facts::Facts;
use crate::slab::Slab;
use crate::store::mix;
use crate::table::Table;
use numeric::Bits;

/// Counted facts by index.
#[derive(Default)]
pub(crate) struct Pool {
    entries: Slab<Entry>,
    table: Table,
}

struct Entry {
    facts: Facts,
    uses: u32,
}

fn hash(facts: &Facts) -> u64 {
    let signed = [facts.signed_low as u64, facts.signed_high as u64];
    let words = [facts.ones, facts.low, facts.high].into_iter().chain(signed);
    words.fold(facts.zeros, mix)
}

impl Pool {
    pub(crate) fn get(&self, at: u32) -> &Facts {
        &self.entries.get(at).facts
    }

    /// The index of these facts, with one more use.
    pub(crate) fn insert(&mut self, facts: Facts) -> u32 {
        let Pool { entries, table } = self;
        if let Some(at) = table.find(hash(&facts), |at| entries.get(at).facts == facts) {
            entries.get_mut(at).uses += 1;
            return at;
        }
        let at = entries.insert(Entry { facts, uses: 1 });
        table.insert(at, hash(&facts));
        at
    }

    /// Ends one use.
    pub(crate) fn release(&mut self, at: u32) {
        let Pool { entries, table } = self;
        // There are no more uses than nodes, of which there are fewer than 2^32.
        entries.get_mut(at).uses -= 1;
        if entries.get(at).uses == 0 {
            table.remove(at, hash(&entries.get(at).facts));
            entries.remove(at, Entry { facts: Facts::nothing(Bits(1)), uses: 0 });
        }
    }

    /// The bytes reserved.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.bytes() + self.table.bytes()
    }
}
