//! Globals, functions, aliases, indirect functions and comdats: the records of the module block.
//!
//! Fields were added at the end of these records over the years; where a record ends early, the
//! missing fields have the meaning they had before.

use crate::error::Result;
use crate::{
    Alias, AliasId, AttributesId, Comdat, ComdatId, ConstId, Function, FunctionId, Global,
    GlobalId, IFunc, IFuncId, Linkage, Operand, ThreadLocal, Type, TypeId, UnnamedAddr, Visibility,
};

use super::fields::{Fields, alignment, text, text_of_bytes};
use super::module::ModuleReader;

/// What globals say of values by number, which are resolved at the end of the module.
#[derive(Default)]
pub(super) struct Deferred {
    all: Vec<(Destination, u64, u64)>,
}

/// Where a deferred value goes.
#[derive(Clone, Copy)]
enum Destination {
    Init(GlobalId),
    Target(AliasId),
    Resolver(IFuncId),
    Prefix(FunctionId),
    Prologue(FunctionId),
    Personality(FunctionId),
}

/// Stands for a value that is resolved at the end of the module.
const UNRESOLVED: Operand = Operand::Const(ConstId(u32::MAX));

impl ModuleReader<'_> {
    /// The name of a global: from the string table, or empty until the symbol table gives it.
    fn name(&mut self, f: &mut Fields<'_>) -> Result<String> {
        if self.version < 2 {
            return Ok(String::new());
        }
        let at = f.next("the offset of a name")?;
        let len = f.next("the length of a name")?;
        let bytes = at
            .checked_add(len)
            .and_then(|end| self.strtab.get(usize::try_from(at).ok()?..usize::try_from(end).ok()?));
        let Some(bytes) = bytes else {
            return Err(f.error("a name within the string table", at));
        };
        self.stream.spend(bytes.len())?;
        Ok(text_of_bytes(bytes.to_vec()))
    }

    pub(super) fn read_comdat(&mut self, mut fields: Fields<'_>) -> Result<()> {
        let f = &mut fields;
        let comdat = if self.version < 2 {
            let selection = f.next_u32("the selection kind of a comdat")?;
            let len = f.next("the length of a name")?;
            let Some(chars) = usize::try_from(len).ok().and_then(|len| f.rest().get(..len)) else {
                return Err(f.error("the name of a comdat", len));
            };
            Comdat { name: text(chars), selection }
        } else {
            let name = self.name(f)?;
            Comdat { name, selection: f.next_u32("the selection kind of a comdat")? }
        };
        self.module.comdats.push(comdat);
        Ok(())
    }

    pub(super) fn read_global(&mut self, mut fields: Fields<'_>) -> Result<()> {
        let f = &mut fields;
        let id = GlobalId::from(self.module.globals.len());
        let name = self.name(f)?;
        let mut ty = self.next_type(f)?;
        let bits = f.next_u32("whether a global is constant")?;
        let (pointer_ty, addr_space) = if bits & 2 != 0 {
            (self.pointer_to(ty, bits >> 2), bits >> 2)
        } else {
            let pointer = ty;
            ty = self.pointee(f, pointer)?;
            (pointer, self.addr_space(pointer))
        };
        let init = f.next("the number of an initialiser")?;
        let (linkage, old) = linkage(f)?;
        let exponent = f.next("an alignment")?;
        let align = alignment(f, exponent)?;
        let section = self.section(f)?;
        let visibility = visibility(f.or_zero());
        let thread_local = thread_local(f.or_zero());
        let unnamed_addr = unnamed_addr(f.or_zero());
        let externally_initialized = f.or_zero() != 0;
        let _dll_storage = f.or_zero();
        let comdat = self.comdat(f, old)?;
        let attributes = attributes(f)?;
        let dso_local = f.or_zero() != 0;
        self.defer(Destination::Init(id), f, init);
        self.values.push(Operand::Global(id), pointer_ty);
        self.module.globals.push(Global {
            name,
            ty,
            pointer_ty,
            addr_space,
            constant: bits & 1 != 0,
            init: (init != 0).then_some(UNRESOLVED),
            linkage,
            visibility: seen(linkage, visibility),
            thread_local,
            unnamed_addr,
            dso_local: dso_local || implied_local(linkage, visibility),
            externally_initialized,
            align,
            section,
            comdat,
            attributes,
            debug: Vec::new(),
        });
        Ok(())
    }

    pub(super) fn read_function_record(&mut self, mut fields: Fields<'_>) -> Result<()> {
        let f = &mut fields;
        let id = FunctionId::from(self.module.functions.len());
        let name = self.name(f)?;
        let ty = self.next_type(f)?;
        let calling_convention = f.next_u32("a calling convention")?;
        let declared = f.next("whether a function is only declared")? != 0;
        let (linkage, old) = linkage(f)?;
        let attributes = attributes(f)?;
        let exponent = f.next("an alignment")?;
        let align = alignment(f, exponent)?;
        let section = self.section(f)?;
        let visibility = visibility(f.or_zero());
        let gc = self.collector(f)?;
        let unnamed_addr = unnamed_addr(f.or_zero());
        let prologue = f.or_zero();
        let _dll_storage = f.or_zero();
        let comdat = self.comdat(f, old)?;
        let prefix = f.or_zero();
        let personality = f.or_zero();
        let dso_local = f.or_zero() != 0;
        let (ty, pointer_ty, addr_space) = self.function_type(f, ty)?;
        self.defer(Destination::Prologue(id), f, prologue);
        self.defer(Destination::Prefix(id), f, prefix);
        self.defer(Destination::Personality(id), f, personality);
        self.values.push(Operand::Function(id), pointer_ty);
        if !declared {
            if self.bodies_started {
                return Err(f.fault("all functions before the first body"));
            }
            self.bodies.push(id);
        }
        self.module.functions.push(Function {
            name,
            ty,
            pointer_ty,
            addr_space,
            calling_convention,
            linkage,
            visibility: seen(linkage, visibility),
            unnamed_addr,
            dso_local: dso_local || implied_local(linkage, visibility),
            attributes,
            align,
            section,
            gc,
            comdat,
            personality: (personality != 0).then_some(UNRESOLVED),
            prefix: (prefix != 0).then_some(UNRESOLVED),
            prologue: (prologue != 0).then_some(UNRESOLVED),
            subprogram: None,
            sanitize: None,
            body: None,
        });
        Ok(())
    }

    /// The type of a function, that of its address, and its address space, which is the next
    /// operand. The record may hold the type of the address.
    fn function_type(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<(TypeId, TypeId, u32)> {
        let addr_space = match f.optional() {
            Some(space) => u32::try_from(space).map_err(|_| f.error("an address space", space))?,
            None => self.default_space('P'),
        };
        let found = match *self.module.ty(ty) {
            Type::Pointer { addr_space, .. } => (self.pointee(f, ty)?, ty, addr_space),
            _ => (ty, self.pointer_to(ty, addr_space), addr_space),
        };
        match self.module.ty(found.0) {
            Type::Function { .. } => Ok(found),
            _ => Err(f.error("the type of a function", u64::from(found.0.0))),
        }
    }

    pub(super) fn read_alias(&mut self, mut fields: Fields<'_>, form: AliasForm) -> Result<()> {
        let f = &mut fields;
        let id = AliasId::from(self.module.aliases.len());
        let name = self.name(f)?;
        let (ty, pointer_ty, addr_space) = self.alias_type(f, form)?;
        let target = f.next("the number of an aliasee")?;
        let (linkage, _) = linkage(f)?;
        let visibility = visibility(f.or_zero());
        let _dll_storage = f.or_zero();
        let thread_local = thread_local(f.or_zero());
        let unnamed_addr = unnamed_addr(f.or_zero());
        let dso_local = f.or_zero() != 0;
        self.defer(Destination::Target(id), f, target.saturating_add(1));
        self.values.push(Operand::Alias(id), pointer_ty);
        self.module.aliases.push(Alias {
            name,
            ty,
            pointer_ty,
            addr_space,
            target: UNRESOLVED,
            linkage,
            visibility: seen(linkage, visibility),
            thread_local,
            unnamed_addr,
            dso_local: dso_local || implied_local(linkage, visibility),
        });
        Ok(())
    }

    pub(super) fn read_ifunc(&mut self, mut fields: Fields<'_>) -> Result<()> {
        let f = &mut fields;
        let id = IFuncId::from(self.module.ifuncs.len());
        let name = self.name(f)?;
        let (ty, pointer_ty, addr_space) = self.alias_type(f, AliasForm::ValueType)?;
        let resolver = f.next("the number of a resolver")?;
        let (linkage, _) = linkage(f)?;
        let visibility = visibility(f.or_zero());
        let dso_local = f.or_zero() != 0;
        self.defer(Destination::Resolver(id), f, resolver.saturating_add(1));
        self.values.push(Operand::IFunc(id), pointer_ty);
        self.module.ifuncs.push(IFunc {
            name,
            ty,
            pointer_ty,
            addr_space,
            resolver: UNRESOLVED,
            linkage,
            visibility: seen(linkage, visibility),
            dso_local: dso_local || implied_local(linkage, visibility),
        });
        Ok(())
    }

    fn alias_type(&mut self, f: &mut Fields<'_>, form: AliasForm) -> Result<(TypeId, TypeId, u32)> {
        let ty = self.next_type(f)?;
        match form {
            AliasForm::ValueType => {
                let addr_space = f.next_u32("an address space")?;
                Ok((ty, self.pointer_to(ty, addr_space), addr_space))
            }
            AliasForm::PointerType => Ok((self.pointee(f, ty)?, ty, self.addr_space(ty))),
        }
    }

    fn addr_space(&self, pointer: TypeId) -> u32 {
        match self.module.ty(pointer) {
            Type::Pointer { addr_space, .. } => *addr_space,
            _ => 0,
        }
    }

    fn section(&mut self, f: &mut Fields<'_>) -> Result<Option<String>> {
        let number = f.or_zero();
        let name = named(&self.sections, f, number, "the number of a section")?;
        self.stream.spend(name.as_ref().map_or(0, String::len))?;
        Ok(name)
    }

    fn collector(&mut self, f: &mut Fields<'_>) -> Result<Option<String>> {
        let number = f.or_zero();
        let name = named(&self.collectors, f, number, "the number of a garbage collector")?;
        self.stream.spend(name.as_ref().map_or(0, String::len))?;
        Ok(name)
    }

    fn comdat(&self, f: &mut Fields<'_>, old: OldComdat) -> Result<Option<ComdatId>> {
        match f.optional() {
            None | Some(0) => Ok(None),
            // Before comdats were explicit, weak things had one of their own name, and the field
            // held something else.
            Some(_) if old == OldComdat::Implied => Ok(None),
            Some(n) if n <= self.module.comdats.len() as u64 => Ok(Some(ComdatId(n as u32 - 1))),
            Some(n) => Err(f.error("the number of a comdat", n)),
        }
    }

    /// Notes a value by its number plus one; zero stands for none.
    fn defer(&mut self, destination: Destination, f: &Fields<'_>, number_plus_one: u64) {
        if let Some(number) = number_plus_one.checked_sub(1) {
            self.deferred.all.push((destination, number, f.bit));
        }
    }

    /// Fills in what globals say of other values, now that all are known.
    pub(super) fn resolve_deferred(&mut self) -> Result<()> {
        for (destination, number, bit) in std::mem::take(&mut self.deferred.all) {
            let (operand, _) = self.value(bit, number)?;
            let module = &mut self.module;
            match destination {
                Destination::Init(id) => module.globals[id.index()].init = Some(operand),
                Destination::Target(id) => module.aliases[id.index()].target = operand,
                Destination::Resolver(id) => module.ifuncs[id.index()].resolver = operand,
                Destination::Prefix(id) => module.functions[id.index()].prefix = Some(operand),
                Destination::Prologue(id) => module.functions[id.index()].prologue = Some(operand),
                Destination::Personality(id) => {
                    module.functions[id.index()].personality = Some(operand);
                }
            }
        }
        Ok(())
    }
}

/// What the type in the record of an alias is.
#[derive(Clone, Copy)]
pub(super) enum AliasForm {
    /// That of what it names, followed by the address space.
    ValueType,
    /// That of its address.
    PointerType,
}

/// Whether the number of a linkage implies a comdat, as in files before LLVM 3.6.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OldComdat {
    Explicit,
    Implied,
}

fn linkage(f: &mut Fields<'_>) -> Result<(Linkage, OldComdat)> {
    let number = f.next("a linkage")?;
    let linkage = match number {
        0 | 5 | 6 | 15 => Linkage::External,
        1 | 16 => Linkage::WeakAny,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 | 18 => Linkage::LinkOnceAny,
        7 => Linkage::ExternalWeak,
        8 => Linkage::Common,
        9 | 13 | 14 => Linkage::Private,
        10 | 17 => Linkage::WeakOdr,
        11 | 19 => Linkage::LinkOnceOdr,
        12 => Linkage::AvailableExternally,
        _ => return Err(f.error("a linkage", number)),
    };
    let old = match number {
        1 | 4 | 10 | 11 => OldComdat::Implied,
        _ => OldComdat::Explicit,
    };
    Ok((linkage, old))
}

fn visibility(number: u64) -> Visibility {
    match number {
        1 => Visibility::Hidden,
        2 => Visibility::Protected,
        _ => Visibility::Default,
    }
}

/// Visibility says nothing of what only this module sees.
fn seen(linkage: Linkage, visibility: Visibility) -> Visibility {
    match linkage {
        Linkage::Internal | Linkage::Private => Visibility::Default,
        _ => visibility,
    }
}

fn implied_local(linkage: Linkage, visibility: Visibility) -> bool {
    match linkage {
        Linkage::Internal | Linkage::Private => true,
        Linkage::ExternalWeak => false,
        _ => visibility != Visibility::Default,
    }
}

fn thread_local(number: u64) -> Option<ThreadLocal> {
    match number {
        0 => None,
        2 => Some(ThreadLocal::LocalDynamic),
        3 => Some(ThreadLocal::InitialExec),
        4 => Some(ThreadLocal::LocalExec),
        _ => Some(ThreadLocal::GeneralDynamic),
    }
}

fn unnamed_addr(number: u64) -> UnnamedAddr {
    match number {
        0 => UnnamedAddr::None,
        2 => UnnamedAddr::Local,
        _ => UnnamedAddr::Global,
    }
}

/// Attribute lists are numbered from 1; whether it exists is checked when all is read.
pub(super) fn attributes(f: &mut Fields<'_>) -> Result<Option<AttributesId>> {
    match f.or_zero() {
        0 => Ok(None),
        n if n <= u64::from(u32::MAX) => Ok(Some(AttributesId(n as u32 - 1))),
        n => Err(f.error("the number of an attribute list", n)),
    }
}

fn named(
    table: &[String],
    f: &Fields<'_>,
    number: u64,
    what: &'static str,
) -> Result<Option<String>> {
    match number.checked_sub(1) {
        None => Ok(None),
        Some(at) => match usize::try_from(at).ok().and_then(|at| table.get(at)) {
            Some(name) => Ok(Some(name.clone())),
            None => Err(f.error(what, number)),
        },
    }
}
