//! The three allocators behind one type.

use crate::bump::Bump;
use crate::global::Global;
use crate::kd::Kd;
use crate::{BadLayout, Found, Life, NotLive, Occupant, Quarantine, Region, Span, layout};

/// How addresses are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scheme {
    /// For each clone by itself, far apart, and again after quarantine.
    #[default]
    Kd,
    /// Rising, none twice.
    Bump,
    /// For all clones together, freed ones first.
    Global,
}

/// Gives addresses in `N` regions to objects that carry a tag `T`. A clone goes its own way, in constant
/// time.
#[derive(Clone, Debug)]
pub struct Allocator<T, const N: usize>(Inner<T, N>);

#[derive(Clone, Debug)]
enum Inner<T, const N: usize> {
    Kd(Kd<T, N>),
    Bump(Bump<T, N>),
    Global(Global<T, N>),
}

/// Calls the same function of whichever it is.
macro_rules! each_scheme {
    ($inner:expr, $it:ident => $call:expr) => {
        match $inner {
            Inner::Kd($it) => $call,
            Inner::Bump($it) => $call,
            Inner::Global($it) => $call,
        }
    };
}

impl<T: Copy + Default, const N: usize> Allocator<T, N> {
    /// An allocator without objects. Only [`Scheme::Kd`] has a quarantine.
    pub fn new(
        scheme: Scheme,
        layout: [Span; N],
        quarantine: Quarantine,
    ) -> Result<Allocator<T, N>, BadLayout> {
        layout::check(&layout)?;
        Ok(Allocator(match scheme {
            Scheme::Kd => Inner::Kd(Kd::new(layout, quarantine)),
            Scheme::Bump => Inner::Bump(Bump::new(layout)),
            Scheme::Global => Inner::Global(Global::new(layout)),
        }))
    }

    /// An address for an object; `align` is a power of two. `None` if there is no room for it.
    #[inline]
    pub fn allocate(&mut self, region: Region, size: u64, align: u64, tag: T) -> Option<u64> {
        debug_assert!(align.is_power_of_two());
        each_scheme!(&mut self.0, it => it.allocate(region, size, align, tag))
    }

    /// Frees the object that starts at an address.
    pub fn free(&mut self, address: u64) -> Result<Occupant<T>, NotLive> {
        each_scheme!(&mut self.0, it => it.free(address))
    }

    /// The same for one that was allocated with this region, size and alignment.
    #[inline]
    pub fn free_sized(
        &mut self,
        region: Region,
        address: u64,
        size: u64,
        align: u64,
    ) -> Result<Occupant<T>, NotLive> {
        match &mut self.0 {
            Inner::Kd(kd) => kd.free_sized(region, address, size, align),
            Inner::Bump(bump) => bump.free(address),
            Inner::Global(global) => global.free(address),
        }
    }

    /// What an address is.
    pub fn find(&self, address: u64) -> Found<T> {
        match each_scheme!(&self.0, it => it.find(address)) {
            Some((Life::Live, occupant)) => Found::Live(occupant),
            Some((Life::Quarantined, occupant)) => Found::Quarantined(occupant),
            None => Found::Free,
        }
    }

    /// All objects that take up addresses, each once, in an order that only depends on what was allocated
    /// and freed.
    pub fn each(&self, see: impl FnMut(Life, Occupant<T>)) {
        each_scheme!(&self.0, it => it.each(see));
    }

    /// All objects in quarantine. A scheme that keeps addresses back for good lists none: the caller decides
    /// what to remember of them, with [`Allocator::forget`].
    pub fn each_quarantined(&self, mut see: impl FnMut(Occupant<T>)) {
        if let Inner::Kd(kd) = &self.0 {
            kd.each(|life, occupant| {
                if life == Life::Quarantined {
                    see(occupant);
                }
            });
        }
    }

    /// Takes over from another that went its own way for a while and has the same live objects now: where
    /// no address is to be handed out twice, neither are those of the other.
    pub fn join(&mut self, other: &Self) {
        if let (Inner::Bump(bump), Inner::Bump(other)) = (&mut self.0, &other.0) {
            bump.join(other);
        }
    }

    /// Whether both will hand out the same addresses for the same requests, whichever objects have them now.
    pub fn agrees_with(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Inner::Kd(a), Inner::Kd(b)) => a.agrees_with(b),
            (Inner::Bump(a), Inner::Bump(b)) => a.agrees_with(b),
            (Inner::Global(a), Inner::Global(b)) => a.agrees_with(b),
            _ => false,
        }
    }

    /// Forgets a freed object whose address is kept back for good.
    pub fn forget(&mut self, address: u64) {
        if let Inner::Bump(bump) = &mut self.0 {
            bump.forget(address);
        }
    }

    /// Panics if something does not hold what it promises.
    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        if let Inner::Kd(kd) = &self.0 {
            kd.check_invariants();
        }
    }
}
