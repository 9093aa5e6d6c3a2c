//! The objects that a symbolic pointer may point to, by array: all objects of a group are accessed at once.

use std::collections::BTreeMap;

use numeric::Bits;
use term::{INDEX, Term, Terms};

use crate::contents::reach::{Reach, Stretch};
use crate::placement::{ArrayRef, Placed};
use crate::space::inventory::Alike;
use crate::value::multiplex::by_id;
use crate::value::symbolic::index;
use crate::{Birthplace, Lane, Memory, ObjectId};

/// Objects of one array that an access may go to.
pub(super) struct Group {
    pub array: ArrayRef,
    pub members: Vec<ObjectId>,
    /// Where in the array the access goes.
    pub index: Term,
    pub reach: Reach,
}

/// The objects that an access at an offset may go to. Those that cannot hold `least` bytes there are left out, since
/// the path says that the access goes to none of them. `reach` computes where in an array the access may land, from
/// the positions and sizes of the objects there.
pub(super) fn groups(
    memory: &Memory,
    lane: &Lane,
    offset: &Term,
    least: u64,
    reach: impl Fn(&mut dyn Iterator<Item = Stretch>) -> Reach,
) -> Vec<Group> {
    let mut arrays: BTreeMap<ArrayRef, Vec<(ObjectId, Stretch)>> = BTreeMap::new();
    let low = offset.facts().map_or(0, |facts| facts.low);
    for &id in lane.ids() {
        let room = memory.object(id).and_then(|object| object.capacity().checked_sub(least));
        if room.is_some_and(|last| low <= last) {
            let Placed { array, stretch } = memory.storage.placed(id, &(low..low + least.max(1)));
            arrays.entry(array).or_default().push((id, stretch));
        }
    }
    let group = |(array, entries): (ArrayRef, Vec<(ObjectId, Stretch)>)| {
        // Where the object would begin if all of it were there.
        let begins = |of: &Stretch| of.base.wrapping_sub(of.start);
        let base = match lane {
            Lane::Among { id, .. } => {
                let bases: Vec<(ObjectId, u64)> =
                    entries.iter().map(|(id, of)| (*id, begins(of))).collect();
                by_id(&memory.terms, id, &bases, INDEX)
            }
            Lane::One(_) => index(&memory.terms, begins(&entries[0].1)),
        };
        let reach = reach(&mut entries.iter().map(|(_, of)| *of));
        let members = entries.iter().map(|(id, _)| *id).collect();
        Group { array, members, index: memory.terms.add(&base, offset), reach }
    };
    arrays.into_iter().map(group).collect()
}

impl Group {
    /// Counts an access to the array, if it is at an unknown index.
    pub fn count_access(&self, memory: &Memory) {
        if self.index.is_const() {
            return;
        }
        let inventory = &memory.census().inventory;
        match self.array {
            ArrayRef::Own(id) => {
                let Some(object) = memory.object(id) else { return };
                let from = Birthplace::of(object.born(id));
                let entry = inventory.entry(Alike::Own(from));
                inventory.holds(entry, from, 1, object.capacity());
                inventory.accessed(entry);
            }
            ArrayRef::Shared(array) => {
                if let Some(array) = memory.storage.segments.array(array) {
                    inventory.accessed(array.entry);
                }
            }
        }
    }

    /// Whether the object of a lane belongs to the group, as a truth value.
    pub fn is_it(&self, terms: &Terms, lane: &Lane) -> Term {
        let Lane::Among { id, .. } = lane else { return terms.truth(true) };
        let is = |of: &ObjectId| terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
        self.members.iter().fold(terms.number(Bits(1), 0), |any, of| terms.or(&any, &is(of)))
    }
}
