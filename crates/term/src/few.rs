//! A map that is mostly tiny: a list up to a few entries, a table beyond.
//!
//! Walks over terms are made for each question, and most terms are small; hashing would be most of the work.

use hashbrown::HashMap;
use std::hash::Hash;

/// The most entries that are searched linearly.
const FEW: usize = 16;

/// A map.
pub(crate) struct Few<K, V> {
    list: Vec<(K, V)>,
    /// Invariant: empty, or holds everything while `list` is empty.
    table: HashMap<K, V>,
}

impl<K, V> Default for Few<K, V> {
    fn default() -> Self {
        Few { list: Vec::new(), table: HashMap::new() }
    }
}

impl<K: Hash + Eq, V> Few<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        if self.table.is_empty() {
            return self.list.iter().find(|(k, _)| k == key).map(|(_, value)| value);
        }
        self.table.get(key)
    }

    /// Adds an entry whose key is not there yet.
    pub fn insert(&mut self, key: K, value: V) {
        if self.table.is_empty() && self.list.len() < FEW {
            self.list.push((key, value));
            return;
        }
        self.table.extend(self.list.drain(..));
        self.table.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_however_much() {
        let mut map = Few::default();
        for n in 0..100 {
            assert_eq!(map.get(&n), None);
            map.insert(n, n * n);
            assert!((0..=n).all(|k| map.get(&k) == Some(&(k * k))));
        }
    }
}
