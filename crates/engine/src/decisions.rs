//! The decisions of a path: which side it took wherever both were feasible, and which it has been given to take.
//!
//! One of several ways, as in a `switch`, is recorded as a decision for each way before it that was not taken (no)
//! and one for itself (yes); the last way needs no decision of its own. The number of arguments is decided in the
//! same way. With the same program and input, a list of decisions leads down one path, whatever else a run explores:
//! `.path` files hold such lists.

use std::rc::Rc;

/// The decisions of one path. Paths share their common history.
#[derive(Clone, Default)]
pub(crate) struct Decisions {
    taken: Taken,
    /// Those given for the path, and how many of them it has taken.
    given: Option<(Rc<[bool]>, usize)>,
}

impl Decisions {
    /// No decision is taken yet; these are to be taken.
    pub fn following(given: &Rc<[bool]>) -> Decisions {
        Decisions { taken: Taken::default(), given: Some((Rc::clone(given), 0)) }
    }

    /// Takes the next given decision, if there is one.
    pub fn follow(&mut self) -> Option<bool> {
        let (given, at) = self.given.as_mut()?;
        let side = given.get(*at).copied()?;
        *at += 1;
        self.taken.push(side);
        Some(side)
    }

    /// Takes a decision that is not given.
    pub fn push(&mut self, side: bool) {
        self.taken.push(side);
    }

    /// The decisions of the paths that take each of several ways; none for ways that the given decisions exclude.
    pub fn part(&self, ways: usize) -> Vec<Option<Decisions>> {
        let mut before = Some(self.clone());
        let mut all = Vec::with_capacity(ways);
        for way in 1..=ways {
            let (taken, denied) = match before.take() {
                Some(last) if way == ways => (Some(last), None),
                Some(open) => (open.side(true), open.side(false)),
                None => (None, None),
            };
            all.push(taken);
            before = denied;
        }
        all
    }

    /// The decisions after taking one side, unless the other side is given.
    fn side(&self, side: bool) -> Option<Decisions> {
        let mut next = self.clone();
        match next.follow() {
            Some(given) => (given == side).then_some(next),
            None => {
                next.push(side);
                Some(next)
            }
        }
    }

    /// How many of the given decisions the path did not reach.
    pub fn left(&self) -> usize {
        self.given.as_ref().map_or(0, |(given, at)| given.len() - at)
    }

    /// Those taken, oldest first.
    pub fn to_vec(&self) -> Vec<bool> {
        self.taken.to_vec()
    }
}

/// The sides taken, newest first.
#[derive(Clone, Default)]
struct Taken(Option<Rc<(bool, Taken)>>);

impl Taken {
    fn push(&mut self, side: bool) {
        let before = std::mem::take(self);
        *self = Taken(Some(Rc::new((side, before))));
    }

    fn to_vec(&self) -> Vec<bool> {
        let mut sides: Vec<bool> = std::iter::successors(self.0.as_ref(), |node| node.1.0.as_ref())
            .map(|node| node.0)
            .collect();
        sides.reverse();
        sides
    }
}

impl Drop for Taken {
    /// A long list is dropped link by link: recursion would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = Rc::into_inner(node).and_then(|(_, mut before)| before.0.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(parted: &[Option<Decisions>]) -> Vec<Option<Vec<bool>>> {
        parted.iter().map(|one| one.as_ref().map(Decisions::to_vec)).collect()
    }

    #[test]
    fn ways_are_told_apart() {
        let free = Decisions::default();
        assert_eq!(all(&free.part(1)), [Some(vec![])]);
        let expected = [vec![true], vec![false, true], vec![false, false]].map(Some);
        assert_eq!(all(&free.part(3)), expected);
    }

    /// Each way is found again by its decisions, and no other way is taken.
    #[test]
    fn given_decisions_lead_to_one_way() {
        for (way, decisions) in Decisions::default().part(4).iter().enumerate() {
            let given: Rc<[bool]> = decisions.as_ref().unwrap().to_vec().into();
            let again = Decisions::following(&given).part(4);
            let taken: Vec<usize> = (0..4).filter(|&n| again[n].is_some()).collect();
            assert_eq!(taken, [way]);
            assert_eq!(again[way].as_ref().unwrap().left(), 0);
        }
    }

    /// A list that ends early leaves the rest open.
    #[test]
    fn what_is_beyond_the_end_is_free() {
        let mut decisions = Decisions::following(&Rc::from([true, false]));
        assert_eq!((decisions.follow(), decisions.left()), (Some(true), 1));
        let expected = [None, Some(vec![true, false, true]), Some(vec![true, false, false])];
        assert_eq!(all(&decisions.part(3)), expected);
        assert_eq!((decisions.follow(), decisions.follow()), (Some(false), None));
    }
}
