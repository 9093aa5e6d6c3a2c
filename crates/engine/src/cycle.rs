//! Paths that come back to where they were, and so never end.
//!
//! `exec` finds that registers and memory are what they were ([`Visit`]); here the environment is compared. A path that
//! wrote to the console in the meantime is in a cycle of another kind: many programs are meant to do so. Native code may
//! keep what we do not see, so a cycle that calls it is not one.

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
            (is_back(cx, active) && active.state.close_cycle()).then(|| told(cx, active))
        }
        Visit::Perhaps => {
            match is_back(cx, active) {
                true => active.state.ask_whether_again(),
                false => active.state.leave_in_doubt(),
            }
            None
        }
        Visit::Told => Some(told(cx, active)),
    }
}

/// Whether the environment of a path is what it was, so that a cycle would be one of a kind that is wanted.
fn is_back(cx: &Context<'_>, active: &Active) -> bool {
    let closed = active.parents.is_empty() && active.merges.is_empty();
    let Some(then) = active.surroundings.as_ref().filter(|_| closed) else { return false };
    let wanted = match then.output.is(&active.output) {
        true => cx.config.checks.cycles,
        false => cx.config.checks.endless_output,
    };
    wanted && then.externals == active.externals && active.kernel.is_as(&then.kernel)
}

fn told(cx: &Context<'_>, active: &Active) -> Halt {
    let course = Box::new(cx.machine.course(&active.state));
    let silent = active.surroundings.as_ref().is_none_or(|then| then.output.is(&active.output));
    Halt::Fault(match silent {
        true => Fault::InfiniteLoop(course),
        false => Fault::EndlessOutput(course),
    })
}
