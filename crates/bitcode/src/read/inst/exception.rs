//! Exceptions: landing pads and the funclets of Windows.

use crate::error::Result;
use crate::{Clause, InstKind, Type};

use super::super::fields::Fields;
use super::super::function::FunctionReader;
use super::codes::code;

impl FunctionReader<'_, '_> {
    pub(super) fn resume(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (value, _) = self.typed_value(f)?;
        self.push_void(f, InstKind::Resume { value })
    }

    pub(super) fn landing_pad(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let ty = self.reader.next_type(f)?;
        if code == code::LANDINGPAD_OLD {
            // The personality stood here before it belonged to the function.
            self.typed_value(f)?;
        }
        let cleanup = f.next("whether a landing pad cleans up")? != 0;
        let count = f.next("the number of clauses")?;
        let mut clauses = Vec::new();
        for _ in 0..count {
            let kind = f.next("the kind of a clause")?;
            let (value, _) = self.typed_value(f)?;
            clauses.push(match kind {
                0 => Clause::Catch(value),
                1 => Clause::Filter(value),
                _ => return Err(f.error("the kind of a clause", kind)),
            });
        }
        self.push(f, InstKind::LandingPad { cleanup, clauses: clauses.into() }, ty)
    }

    pub(super) fn cleanup_ret(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let token = self.reader.intern(Type::Token);
        let pad = self.value(f, token)?;
        let target = if f.left() > 0 { Some(self.next_block(f)?) } else { None };
        self.push_void(f, InstKind::CleanupRet { pad, target })
    }

    pub(super) fn catch_ret(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let token = self.reader.intern(Type::Token);
        let pad = self.value(f, token)?;
        let target = self.next_block(f)?;
        self.push_void(f, InstKind::CatchRet { pad, target })
    }

    pub(super) fn pad(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let token = self.reader.intern(Type::Token);
        let parent = self.value(f, token)?;
        let count = f.next("the number of arguments")?;
        let mut args = Vec::new();
        for _ in 0..count {
            args.push(self.typed_value(f)?.0);
        }
        let args = args.into();
        let kind = if code == code::CATCHPAD {
            InstKind::CatchPad { switch: parent, args }
        } else {
            InstKind::CleanupPad { parent, args }
        };
        self.push(f, kind, token)
    }

    pub(super) fn catch_switch(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let token = self.reader.intern(Type::Token);
        let parent = self.value(f, token)?;
        let count = f.next("the number of handlers")?;
        if count > f.left() as u64 {
            return Err(f.error("the number of handlers", count));
        }
        let handlers = (0..count).map(|_| self.next_block(f)).collect::<Result<_>>()?;
        let unwind = if f.left() > 0 { Some(self.next_block(f)?) } else { None };
        self.push(f, InstKind::CatchSwitch { parent, handlers, unwind }, token)
    }
}
