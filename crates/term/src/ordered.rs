//! A map in the order of its keys that is mostly tiny: a list up to a few entries, a tree beyond.
//!
//! A model of a few bytes is made for every constraint, and a tree allocates space for eleven entries as soon as it
//! has one.

use std::collections::BTreeMap;

/// The most entries of a list.
const FEW: usize = 8;

/// A map.
#[derive(Clone, Debug)]
pub(crate) struct Ordered<K, V> {
    /// Invariant: in order.
    list: Vec<(K, V)>,
    /// Invariant: empty, or holds everything while `list` is empty.
    tree: BTreeMap<K, V>,
}

impl<K, V> Default for Ordered<K, V> {
    fn default() -> Self {
        Ordered { list: Vec::new(), tree: BTreeMap::new() }
    }
}

impl<K: Ord, V> Ordered<K, V> {
    pub fn len(&self) -> usize {
        self.list.len() + self.tree.len()
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        if self.tree.is_empty() {
            return self.list.iter().find(|(k, _)| k == key).map(|(_, value)| value);
        }
        self.tree.get(key)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        if self.tree.is_empty() {
            return self.list.iter_mut().find(|(k, _)| k == key).map(|(_, value)| value);
        }
        self.tree.get_mut(key)
    }

    pub fn insert(&mut self, key: K, value: V) {
        if !self.tree.is_empty() || self.list.len() == FEW {
            self.tree.extend(self.list.drain(..));
            self.tree.insert(key, value);
            return;
        }
        match self.list.binary_search_by(|(k, _)| k.cmp(&key)) {
            Ok(at) => self.list[at].1 = value,
            Err(at) => self.list.insert(at, (key, value)),
        }
    }

    pub fn remove(&mut self, key: &K) {
        self.list.retain(|(k, _)| k != key);
        self.tree.remove(key);
    }

    /// All entries, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.list.iter().map(|(key, value)| (key, value)).chain(&self.tree)
    }
}

/// Compares the entries, in whichever form they are held.
impl<K: Ord, V: PartialEq> PartialEq for Ordered<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<K: Ord, V: Eq> Eq for Ordered<K, V> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_tree_however_much_is_in_it() {
        let (mut map, mut tree) = (Ordered::default(), BTreeMap::new());
        // A list, a tree, and a tree with few entries.
        let keys = (0..100_u32).map(|n| n * 37 % 101);
        for (n, key) in keys.clone().enumerate() {
            map.insert(key, n);
            tree.insert(key, n);
            map.insert(key / 2, n);
            tree.insert(key / 2, n);
            assert!(map.iter().eq(&tree));
            assert!((0..=101).all(|k| map.get(&k) == tree.get(&k)));
        }
        for key in keys {
            if let (Some(a), Some(b)) = (map.get_mut(&key), tree.get_mut(&key)) {
                (*a, *b) = (*a + 1, *b + 1);
            }
            map.remove(&(key / 2));
            tree.remove(&(key / 2));
            assert!(map.iter().eq(&tree) && map.len() == tree.len());
            let again = tree.iter().fold(Ordered::default(), |mut map, (key, value)| {
                map.insert(*key, *value);
                map
            });
            assert!(map == again, "a tree of few and a list are equal");
        }
    }
}
