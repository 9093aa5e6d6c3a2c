//! Functions and their blocks.

use std::fmt::{self, Display};

use super::Text;
use super::global::{linkage, locality};
use super::lines::Sink;
use super::names::quoted;
use super::ty::address_space;
use super::value::Scope;
use crate::{
    AttributeSite, BlockId, Body, DebugRecord, Function, FunctionId, InstId, Type, UnnamedAddr,
};

impl Text<'_> {
    pub(super) fn write_functions(&self, f: &mut dyn Sink) -> fmt::Result {
        for (index, function) in self.module.functions.iter().enumerate() {
            let id = FunctionId::from(index);
            match &function.body {
                None => {
                    f.write_str("declare ")?;
                    self.write_subprogram(f, function)?;
                    self.write_signature(f, id, function)?;
                    writeln!(f)?;
                }
                Some(body) => {
                    f.write_str("define ")?;
                    self.write_signature(f, id, function)?;
                    f.write_str(" ")?;
                    self.write_subprogram(f, function)?;
                    writeln!(f, "{{")?;
                    self.write_body(f, id, body)?;
                    writeln!(f, "}}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_subprogram(&self, f: &mut dyn fmt::Write, function: &Function) -> fmt::Result {
        let scope = Scope { text: self, function: None };
        match function.subprogram {
            Some(node) => write!(f, "!dbg {} ", scope.metadata(node)),
            None => Ok(()),
        }
    }

    fn write_signature(
        &self,
        f: &mut dyn fmt::Write,
        id: FunctionId,
        function: &Function,
    ) -> fmt::Result {
        let Function { linkage: l, visibility, dso_local, attributes, .. } = function;
        write!(f, "{}{}", linkage(*l), locality(*l, *visibility, *dso_local))?;
        write!(f, "{}", calling_convention(function.calling_convention))?;
        let Type::Function { ret, params, vararg } = self.module.ty(function.ty) else {
            return f.write_str("?");
        };
        write!(f, "{}", self.attributes(*attributes, AttributeSite::Return))?;
        write!(f, "{} {}(", self.ty(*ret), self.slots.function(id))?;
        for (n, &ty) in (0..).zip(params) {
            f.write_str(if n > 0 { ", " } else { "" })?;
            let attributes = self.attributes(*attributes, AttributeSite::Param(n));
            let spelled = match function.body {
                None => format!("{} {attributes}", self.ty(ty)),
                Some(_) => format!("{} {attributes}{}", self.ty(ty), self.slots.arg(id, n)),
            };
            f.write_str(spelled.trim_end())?;
        }
        f.write_str(match (*vararg, params.is_empty()) {
            (true, true) => "...)",
            (true, false) => ", ...)",
            (false, _) => ")",
        })?;
        self.write_properties(f, function)
    }

    /// What follows the parameters.
    fn write_properties(&self, f: &mut dyn fmt::Write, function: &Function) -> fmt::Result {
        let scope = Scope { text: self, function: None };
        f.write_str(match function.unnamed_addr {
            UnnamedAddr::None => "",
            UnnamedAddr::Local => " local_unnamed_addr",
            UnnamedAddr::Global => " unnamed_addr",
        })?;
        write!(f, "{}{}", address_space(function.addr_space), self.group(function.attributes))?;
        if let Some(section) = &function.section {
            write!(f, " section {}", quoted(section))?;
        }
        if let Some(comdat) = function.comdat {
            write!(f, " {}", self.comdat(comdat, &function.name))?;
        }
        if let Some(align) = function.align {
            write!(f, " align {align}")?;
        }
        if let Some(gc) = &function.gc {
            write!(f, " gc {}", quoted(gc))?;
        }
        let data = [
            ("prefix", function.prefix),
            ("prologue", function.prologue),
            ("personality", function.personality),
        ];
        for (word, operand) in data {
            if let Some(operand) = operand {
                write!(f, " {word} {}", scope.typed(operand))?;
            }
        }
        Ok(())
    }

    fn write_body(&self, f: &mut dyn Sink, id: FunctionId, body: &Body) -> fmt::Result {
        let scope = Scope { text: self, function: Some(id) };
        let mut records = body.debug_records.iter().peekable();
        let mut attachments = body.attachments.as_slice();
        for (index, block) in body.blocks.iter().enumerate() {
            let block_id = BlockId::from(index);
            if index > 0 {
                writeln!(f)?;
            }
            if index > 0 || body.block_names.contains_key(&block_id) {
                writeln!(f, "{}:", self.slots.block(id, block_id))?;
            }
            for inst in block.insts.clone().map(InstId) {
                while let Some(record) = records.next_if(|record| record.before <= inst) {
                    writeln!(f, "    {}", scope.debug_record(record))?;
                }
                f.begin(id, inst);
                let attached = attachments.iter().take_while(|(to, ..)| *to == inst).count();
                let (attached, rest) = attachments.split_at(attached);
                writeln!(f, "  {}{}", scope.inst(body, inst), scope.attachments(attached))?;
                attachments = rest;
            }
        }
        Ok(())
    }
}

impl<'t> Scope<'t> {
    fn inst(self, body: &'t Body, id: InstId) -> impl Display + 't {
        fmt::from_fn(move |f| {
            let inst = &body.insts[id.index()];
            if let (Some(function), true) =
                (self.function, *self.text.module.ty(inst.ty) != Type::Void)
            {
                write!(f, "{} = ", self.text.slots.inst(function, id))?;
            }
            self.write_inst(f, inst)?;
            match &inst.loc {
                Some(loc) => write!(f, ", !dbg {}", self.location(loc)),
                None => Ok(()),
            }
        })
    }

    fn debug_record(self, record: &'t DebugRecord) -> impl Display + 't {
        fmt::from_fn(move |f| self.write_debug_record(f, record))
    }
}

/// The convention followed by a space; nothing for that of C.
pub(super) fn calling_convention(number: u32) -> impl Display {
    fmt::from_fn(move |f| match number {
        0 => Ok(()),
        _ => match CALLING_CONVENTIONS.iter().find(|(n, _)| *n == number) {
            Some((_, name)) => write!(f, "{name} "),
            None => write!(f, "cc{number} "),
        },
    })
}

const CALLING_CONVENTIONS: &[(u32, &str)] = &[
    (8, "fastcc"),
    (9, "coldcc"),
    (10, "ghccc"),
    (13, "anyregcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (16, "swiftcc"),
    (17, "cxx_fast_tlscc"),
    (18, "tailcc"),
    (19, "cfguard_checkcc"),
    (20, "swifttailcc"),
    (21, "preserve_nonecc"),
    (64, "x86_stdcallcc"),
    (65, "x86_fastcallcc"),
    (66, "arm_apcscc"),
    (67, "arm_aapcscc"),
    (68, "arm_aapcs_vfpcc"),
    (69, "msp430_intrcc"),
    (70, "x86_thiscallcc"),
    (71, "ptx_kernel"),
    (72, "ptx_device"),
    (75, "spir_func"),
    (76, "spir_kernel"),
    (77, "intel_ocl_bicc"),
    (78, "x86_64_sysvcc"),
    (79, "win64cc"),
    (80, "x86_vectorcallcc"),
    (81, "hhvmcc"),
    (82, "hhvm_ccc"),
    (83, "x86_intrcc"),
    (84, "avr_intrcc"),
    (85, "avr_signalcc"),
    (87, "amdgpu_vs"),
    (88, "amdgpu_gs"),
    (89, "amdgpu_ps"),
    (90, "amdgpu_cs"),
    (91, "amdgpu_kernel"),
    (92, "x86_regcallcc"),
    (93, "amdgpu_hs"),
    (95, "amdgpu_ls"),
    (96, "amdgpu_es"),
    (97, "aarch64_vector_pcs"),
    (98, "aarch64_sve_vector_pcs"),
    (100, "amdgpu_gfx"),
    (102, "aarch64_sme_preservemost_from_x0"),
    (103, "aarch64_sme_preservemost_from_x2"),
    (104, "amdgpu_cs_chain"),
    (105, "amdgpu_cs_chain_preserve"),
    (106, "m68k_rtdcc"),
    (107, "graalcc"),
    (110, "riscv_vector_cc"),
];
