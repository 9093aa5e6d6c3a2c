//! Copy-on-write.

use std::rc::Rc;

/// What an `Rc` holds, to be written: copied first if it is shared. As `Rc::make_mut`, but with the
/// common case inline.
#[inline(always)]
pub fn own<T: Clone>(shared: &mut Rc<T>) -> &mut T {
    if Rc::get_mut(shared).is_none() {
        unshare(shared);
    }
    Rc::get_mut(shared).expect("just made our own")
}

#[cold]
#[inline(never)]
fn unshare<T: Clone>(shared: &mut Rc<T>) {
    *shared = Rc::new(T::clone(shared));
}
