//! Comdats, global variables, aliases and indirect functions.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use super::names::{name, quoted};
use super::ty::address_space;
use super::value::Scope;
use super::{Text, metadata};
use crate::{
    Alias, AliasId, ComdatId, ConstKind, Global, GlobalId, IFunc, IFuncId, Linkage, Operand,
    ThreadLocal, UnnamedAddr, Visibility,
};

impl Text<'_> {
    fn module_scope(&self) -> Scope<'_> {
        Scope { text: self, function: None }
    }

    /// The comdats something belongs to, in the order of functions, then globals.
    pub(super) fn write_comdats(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let functions = self.module.functions.iter().filter_map(|f| f.comdat);
        let globals = self.module.globals.iter().filter_map(|g| g.comdat);
        let mut seen = BTreeSet::new();
        for id in functions.chain(globals).filter(|&id| seen.insert(id)) {
            let comdat = &self.module.comdats[id.index()];
            let selection = match comdat.selection {
                2 => "exactmatch",
                3 => "largest",
                4 => "nodeduplicate",
                5 => "samesize",
                _ => "any",
            };
            writeln!(f, "${} = comdat {selection}", name(&comdat.name))?;
        }
        if self.module.comdats.is_empty() { Ok(()) } else { writeln!(f) }
    }

    /// `comdat`, with its name where it is not that of the symbol.
    pub(super) fn comdat<'a>(&'a self, id: ComdatId, symbol: &'a str) -> impl Display + 'a {
        let comdat = self.module.comdats[id.index()].name.as_str();
        fmt::from_fn(move |f| {
            if comdat == symbol {
                f.write_str("comdat")
            } else {
                write!(f, "comdat(${})", name(comdat))
            }
        })
    }

    pub(super) fn write_globals(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for (index, global) in self.module.globals.iter().enumerate() {
            self.write_global(f, GlobalId::from(index), global)?;
        }
        if self.module.globals.is_empty() { Ok(()) } else { writeln!(f) }
    }

    fn write_global(&self, f: &mut dyn fmt::Write, id: GlobalId, global: &Global) -> fmt::Result {
        write!(f, "{} = ", self.slots.global(id))?;
        if global.init.is_none() && global.linkage == Linkage::External {
            f.write_str("external ")?;
        }
        let Global { linkage: l, visibility, dso_local, .. } = global;
        write!(f, "{}{}", linkage(*l), locality(*l, *visibility, *dso_local))?;
        write!(f, "{}{}", thread_local(global.thread_local), unnamed_addr(global.unnamed_addr))?;
        if global.addr_space != 0 {
            write!(f, "{} ", address_space(global.addr_space).to_string().trim_start())?;
        }
        f.write_str(if global.externally_initialized { "externally_initialized " } else { "" })?;
        f.write_str(if global.constant { "constant " } else { "global " })?;
        write!(f, "{}", self.ty(global.ty))?;
        if let Some(init) = global.init {
            write!(f, " {}", self.module_scope().value(init))?;
        }
        if let Some(section) = &global.section {
            write!(f, ", section {}", quoted(section))?;
        }
        if let Some(comdat) = global.comdat {
            write!(f, ", {}", self.comdat(comdat, &global.name))?;
        }
        if let Some(align) = global.align {
            write!(f, ", align {align}")?;
        }
        for &node in &global.debug {
            write!(f, ", !dbg {}", self.module_scope().metadata(node))?;
        }
        writeln!(f, "{}", self.group(global.attributes))
    }

    /// Aliases and indirect functions.
    pub(super) fn write_aliases(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for (index, alias) in self.module.aliases.iter().enumerate() {
            let Alias { linkage: l, visibility, dso_local, .. } = alias;
            write!(f, "{} = ", self.slots.alias(AliasId::from(index)))?;
            write!(f, "{}{}", linkage(*l), locality(*l, *visibility, *dso_local))?;
            write!(f, "{}{}", thread_local(alias.thread_local), unnamed_addr(alias.unnamed_addr))?;
            writeln!(f, "alias {}, {}", self.ty(alias.ty), self.target(alias.target))?;
        }
        for (index, ifunc) in self.module.ifuncs.iter().enumerate() {
            let IFunc { linkage: l, visibility, dso_local, .. } = ifunc;
            write!(f, "{} = ", self.slots.ifunc(IFuncId::from(index)))?;
            write!(f, "{}{}", linkage(*l), locality(*l, *visibility, *dso_local))?;
            writeln!(f, "ifunc {}, {}", self.ty(ifunc.ty), self.target(ifunc.resolver))?;
        }
        let none = self.module.aliases.is_empty() && self.module.ifuncs.is_empty();
        if none { Ok(()) } else { writeln!(f) }
    }

    /// What an alias names; an expression stands without its type.
    fn target(&self, operand: Operand) -> impl Display {
        fmt::from_fn(move |f| {
            let expression = match operand {
                Operand::Const(id) => {
                    matches!(self.module.constants[id.index()].kind, ConstKind::Expr(_))
                }
                _ => false,
            };
            let scope = self.module_scope();
            if expression {
                write!(f, "{}", scope.value(operand))
            } else {
                write!(f, "{}", scope.typed(operand))
            }
        })
    }

    pub(super) fn write_named_metadata(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for list in &self.module.metadata.named {
            let nodes = list.nodes.iter().map(|&node| self.module_scope().metadata(node));
            let nodes = super::names::joined(nodes, ", ").to_string();
            writeln!(f, "!{} = !{{{nodes}}}", metadata::name(&list.name))?;
        }
        Ok(())
    }
}

/// The linkage followed by a space; nothing for an external definition.
pub(super) fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally ",
        Linkage::LinkOnceAny => "linkonce ",
        Linkage::LinkOnceOdr => "linkonce_odr ",
        Linkage::WeakAny => "weak ",
        Linkage::WeakOdr => "weak_odr ",
        Linkage::Appending => "appending ",
        Linkage::Internal => "internal ",
        Linkage::Private => "private ",
        Linkage::ExternalWeak => "extern_weak ",
        Linkage::Common => "common ",
    }
}

/// `dso_local` where it does not follow from the rest, and the visibility.
pub(super) fn locality(linkage: Linkage, visibility: Visibility, dso_local: bool) -> impl Display {
    let implied = matches!(linkage, Linkage::Internal | Linkage::Private)
        || (visibility != Visibility::Default && linkage != Linkage::ExternalWeak);
    fmt::from_fn(move |f| {
        f.write_str(if dso_local && !implied { "dso_local " } else { "" })?;
        f.write_str(match visibility {
            Visibility::Default => "",
            Visibility::Hidden => "hidden ",
            Visibility::Protected => "protected ",
        })
    })
}

fn thread_local(model: Option<ThreadLocal>) -> &'static str {
    match model {
        None => "",
        Some(ThreadLocal::GeneralDynamic) => "thread_local ",
        Some(ThreadLocal::LocalDynamic) => "thread_local(localdynamic) ",
        Some(ThreadLocal::InitialExec) => "thread_local(initialexec) ",
        Some(ThreadLocal::LocalExec) => "thread_local(localexec) ",
    }
}

fn unnamed_addr(kind: UnnamedAddr) -> &'static str {
    match kind {
        UnnamedAddr::None => "",
        UnnamedAddr::Local => "local_unnamed_addr ",
        UnnamedAddr::Global => "unnamed_addr ",
    }
}
