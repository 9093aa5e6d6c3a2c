//! Paths that come back to where they were, and so never end.
//!
//! `exec` finds that registers and memory are what they were ([`Visit`]); here the environment is compared. What was
//! written to the console is no part of it: a loop that only prints is not reported. Native code may keep what we do
//! not see, so a cycle that calls it is not one.

use std::rc::Rc;

use env::Kernel;
use exec::{Fault, Halt, Visit};

use crate::active::{Active, Output};
use crate::context::Context;

/// The environment of a path at a point.
pub(crate) struct Surroundings {
    kernel: Rc<Kernel>,
    output: Output,
    externals: u64,
}

/// Looks at the environment of a path at a point; how the path ends, if it is in a cycle.
pub(crate) fn visit(cx: &Context<'_>, active: &mut Active, visit: Visit) -> Option<Halt> {
    let closed = active.parents.is_empty() && active.merges.is_empty();
    match visit {
        Visit::Remember => {
            active.surroundings = closed.then(|| {
                let (kernel, output) = (Rc::clone(&active.kernel), active.output.clone());
                Rc::new(Surroundings { kernel, output, externals: active.externals })
            });
            None
        }
        Visit::Again => {
            let then = active.surroundings.as_ref().filter(|_| closed)?;
            let same = then.externals == active.externals
                && then.output.is(&active.output)
                && active.kernel.is_as(&then.kernel);
            (same && active.state.close_cycle()).then(|| told(cx, active))
        }
        Visit::Told => Some(told(cx, active)),
    }
}

fn told(cx: &Context<'_>, active: &Active) -> Halt {
    Halt::Fault(Fault::InfiniteLoop { cycle: cx.machine.cycle(&active.state) })
}
