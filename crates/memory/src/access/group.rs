//! The objects that a symbolic pointer may point to, by array: all objects of a group are accessed at once.

use std::collections::BTreeMap;

use numeric::Bits;
use term::{INDEX, Term, Terms};

use crate::contents::reach::{Reach, Stretch};
use crate::placement::storage::placed;
use crate::placement::{ArrayRef, Placed};
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
    let low = offset.facts().map_or(0, |facts| facts.low);
    let placed_in = |id: ObjectId| {
        let object = memory.object(id)?;
        let last = object.capacity().checked_sub(least)?;
        (low <= last).then(|| placed(id, object, &(low..low + least.max(1))))
    };
    let terms = &memory.terms;
    let (id, ids) = match lane {
        Lane::Among { id, ids } => (id, ids),
        &Lane::One(id) => {
            let alone = placed_in(id).map(|Placed { array, stretch }| Group {
                array,
                members: vec![id],
                index: match begin(&stretch) {
                    0 => offset.clone(),
                    begin => terms.add(&index(terms, begin), offset),
                },
                reach: reach(&mut std::iter::once(stretch)),
            });
            return alone.into_iter().collect();
        }
    };
    let mut arrays: BTreeMap<ArrayRef, Vec<(ObjectId, Stretch)>> = BTreeMap::new();
    for &id in &**ids {
        if let Some(Placed { array, stretch }) = placed_in(id) {
            arrays.entry(array).or_default().push((id, stretch));
        }
    }
    let group = |(array, entries): (ArrayRef, Vec<(ObjectId, Stretch)>)| {
        let bases: Vec<(ObjectId, u64)> = entries.iter().map(|(id, of)| (*id, begin(of))).collect();
        let index = terms.add(&by_id(terms, id, &bases, INDEX), offset);
        let reach = reach(&mut entries.iter().map(|(_, of)| *of));
        Group { array, members: entries.iter().map(|(id, _)| *id).collect(), index, reach }
    };
    arrays.into_iter().map(group).collect()
}

/// Where an object would begin in an array if all of it were there.
fn begin(of: &Stretch) -> u64 {
    of.base.wrapping_sub(of.start)
}

impl Group {
    /// Counts an access to the array, if it is at an unknown index.
    pub fn count_access(&self, memory: &Memory) {
        if !self.index.is_const() {
            count_access(memory, self.array);
        }
    }

    /// Whether the object of a lane belongs to the group, as a truth value.
    pub fn is_it(&self, terms: &Terms, lane: &Lane) -> Term {
        let Lane::Among { id, .. } = lane else { return terms.truth(true) };
        let is = |of: &ObjectId| terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
        self.members.iter().fold(terms.number(Bits(1), 0), |any, of| terms.or(&any, &is(of)))
    }
}

/// Counts an access to an array at an unknown index.
pub(super) fn count_access(memory: &Memory, array: ArrayRef) {
    let inventory = &memory.census().inventory;
    match array {
        ArrayRef::Own(id) => {
            let Some(object) = memory.object(id) else { return };
            inventory.accessed_alone(Birthplace::of(id, object), object.capacity());
        }
        ArrayRef::Shared(array) => {
            if let Some(array) = memory.storage.segments.array(array) {
                inventory.accessed(array.entry);
            }
        }
    }
}
