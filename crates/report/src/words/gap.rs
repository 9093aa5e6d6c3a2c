//! Words for what is not modelled.

use gap::{NativeGap, SystemCallName, SystemGap, Unsupported};

/// Something that is not modelled.
pub(crate) fn unsupported(what: &Unsupported) -> String {
    let fixed = match what {
        Unsupported::Instruction(name) => name,
        Unsupported::Operation(name) => return format!("{name} of a symbolic value"),
        Unsupported::RoundingMode(mode) => return format!("rounding mode {mode}"),
        Unsupported::ExternalVariable(name) => return format!("external variable {name}"),
        Unsupported::WithoutLibrary(name) => {
            return format!("{name} on symbolic data without the C library");
        }
        Unsupported::System(call, what) => return system(*call, *what),
        Unsupported::External(name, None) => return format!("external function {name}"),
        Unsupported::External(name, Some(why)) => {
            return format!("external function {name}: {}", native(why));
        }
        Unsupported::SymbolicLdexp => "ldexp of a symbolic float",
        Unsupported::BadAlloc => "std::bad_alloc thrown by operator new",
        Unsupported::UnknownNumberAccess => "access by an unknown number",
        Unsupported::TooMuchAtOnce => "more than 16 MiB at once of an object of more than 4 GiB",
        Unsupported::VastPointerWrite => {
            "a write at an unknown offset of an object of more than 4 GiB, with pointers in or around it"
        }
        Unsupported::UnknownNumberSystemCall => "system call on an unknown number",
        Unsupported::ManyObjects => "more than 65,536 objects made by one call",
        Unsupported::UnsizedAccess => "access to an object whose size is not known",
        Unsupported::UnsizedSystemCall => "system call on an object whose size is not known",
        Unsupported::NestedMerge => "a merge of paths in a function that native code calls",
        Unsupported::NestedJump => "a jump out of a function that native code called",
        Unsupported::NestedFork => "a process made by a function that native code called",
    };
    fixed.to_owned()
}

fn system(call: SystemCallName, what: SystemGap) -> String {
    let call = match call {
        SystemCallName::Named(name) => format!("system call {name}"),
        SystemCallName::Numbered(number) => format!("system call {number}"),
    };
    let fixed = match what {
        SystemGap::Whole => return call,
        SystemGap::StoppingSignal(signal) => {
            return format!("{call}: signal {signal} stops the program");
        }
        SystemGap::HandledSignal(signal) => {
            return format!("{call}: signal {signal} has a handler");
        }
        SystemGap::LargeHostFile { bytes } => {
            return format!("{call}: a host file of {bytes} bytes");
        }
        SystemGap::Option(option) => return format!("{call}: option {option}"),
        SystemGap::Operation(operation) => return format!("{call}: operation {operation}"),
        SystemGap::Policy(policy) => return format!("{call}: scheduling policy {policy}"),
        SystemGap::WaitsForReadiness => "waits for ever, nothing can become ready",
        SystemGap::WaitsForSignal => "waits for ever for a signal",
        SystemGap::WaitsForChild => "waits for ever for a child",
        SystemGap::OtherProcess => "a signal to a process that waits",
        SystemGap::ManyProcesses => "too many processes that wait for each other",
        SystemGap::WaitsForThread => "waits for ever for another thread",
        SystemGap::WaitsForEmptyPipe => "waits for ever for an empty pipe",
        SystemGap::WaitsForFullPipe => "waits for ever for a full pipe",
        SystemGap::UserChange => "the superuser becomes another user",
        SystemGap::SpecialFile => "a device, socket or named pipe",
        SystemGap::SpecialRename => "exchange or whiteout",
        SystemGap::ProcessorTimer => "a timer of processor time",
        SystemGap::SharedFile => "a file, shared and writable",
        SystemGap::FixedAddress => "a fixed address",
        SystemGap::FixedOutsideMapping => "a fixed address outside of any mapping",
        SystemGap::NotMapped => "memory that was not mapped",
        SystemGap::PartOfMapping => "part of a mapping",
        SystemGap::VastObject => "much of an object of more than 4 GiB",
        SystemGap::PagesReadAgain => "pages of a file are to be read again",
        SystemGap::Terminal => {
            "the terminal is used other than through the standard stream that it is"
        }
    };
    format!("{call}: {fixed}")
}

fn native(why: &NativeGap) -> String {
    let fixed = match why {
        NativeGap::WideInteger(bits) => return format!("an integer of {bits} bits"),
        NativeGap::Vector { lanes, bits } => {
            return format!("a vector of {lanes} elements, {bits} bits");
        }
        NativeGap::Refused(words) | NativeGap::Unreachable(words) => words,
        NativeGap::UnknownType => "its type is not known",
        NativeGap::Rounding => "the path does not round floats to nearest",
        NativeGap::SymbolicData => "it gets symbolic data (--externals=all picks values)",
        NativeGap::WideArgument => "a symbolic argument of more than 64 bits",
        NativeGap::UnusualFloat => "a float of an unusual kind",
        NativeGap::MissingArgument => "an argument that is missing",
        NativeGap::UnreadableArgument => "an argument by value that cannot be read",
        NativeGap::OddLongDouble => "a long double of another size",
        NativeGap::NotANumber => "an argument that is not a number",
        NativeGap::MissingResult => "a result that is missing",
        NativeGap::ResultByValue => "a result by value",
        NativeGap::UnsizedObject => "an object whose size is not known",
        NativeGap::OutOfReach => "memory outside of the regions it can see",
        NativeGap::CallsNoFunction => "it calls something that is not a function",
        NativeGap::CallsUnknownType => "it calls a function of another type",
        NativeGap::WritesSymbolic => {
            "it writes to an object with symbolic data that it was not given"
        }
        NativeGap::FreesOrResizes => {
            "it frees or resizes an object of the program, or reads in front of one"
        }
        NativeGap::Disconnected => "it closed its connection",
        NativeGap::TooManyMappings => {
            "it may reach more separate pieces of memory than the system allows (vm.max_map_count)"
        }
        NativeGap::FileLimit => "it writes more to a file than it may",
        NativeGap::Killed => "it was killed, perhaps because memory ran out",
        NativeGap::StrangeAnswer => "it gave an unexpected answer",
    };
    fixed.to_owned()
}
