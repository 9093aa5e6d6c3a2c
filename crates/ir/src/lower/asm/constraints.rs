//! The constraints of an assembly statement: `=r,=*m,r,0,~{memory}`.

use bitcode::Operand as Value;

/// What an operand is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A result.
    Output,
    /// An argument.
    Input,
    /// An argument that points to the operand, read or written.
    Memory,
    /// No operand: what the statement destroys.
    Clobber,
}

/// A register that an operand has to be in, of those that instructions use implicitly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    A,
    D,
}

/// A flag that an output is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    Carry,
    NoCarry,
    /// One that is not known.
    Other,
}

/// One constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    pub role: Role,
    /// The output an input shares its place with.
    pub tied: Option<usize>,
    pub fixed: Option<Fixed>,
    pub flag: Option<Flag>,
}

/// Reads a list of constraints.
pub fn parse(text: &str) -> Vec<Constraint> {
    let one = |item: &str| {
        let (role, rest) = match item.as_bytes() {
            [b'~', ..] | [b'!', ..] => (Role::Clobber, ""),
            [b'=', rest @ ..] => match rest {
                [b'*', ..] => (Role::Memory, ""),
                _ => (Role::Output, ""),
            },
            [b'*', ..] => (Role::Memory, ""),
            _ => (Role::Input, item),
        };
        // An input that could change places with the next does not.
        let tied = rest.trim_start_matches('%').parse().ok();
        Constraint { role, tied, fixed: fixed(item), flag: flag(item) }
    };
    text.split(',').filter(|item| !item.is_empty()).map(one).collect()
}

fn fixed(item: &str) -> Option<Fixed> {
    match item.trim_start_matches(['=', '&', '%']) {
        "{ax}" | "{rax}" | "{eax}" => Some(Fixed::A),
        "{dx}" | "{rdx}" | "{edx}" => Some(Fixed::D),
        _ => None,
    }
}

fn flag(item: &str) -> Option<Flag> {
    match item.trim_start_matches('=').strip_prefix("{@cc")? {
        "c}" | "b}" | "nae}" => Some(Flag::Carry),
        "nc}" | "ae}" | "nb}" => Some(Flag::NoCarry),
        _ => Some(Flag::Other),
    }
}

/// The constraints that take an argument, each with its own.
pub fn arguments<'a>(
    constraints: &'a [Constraint],
    args: &'a [Value],
) -> impl Iterator<Item = (Constraint, Value)> + 'a {
    let takes = constraints.iter().filter(|c| matches!(c.role, Role::Input | Role::Memory));
    takes.copied().zip(args.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_ties() {
        let list = parse("=r,=*m,=&r,r,0,*m,i,~{memory},~{dirflag}");
        let roles: Vec<Role> = list.iter().map(|c| c.role).collect();
        use Role::{Clobber, Input, Memory, Output};
        let expected = [Output, Memory, Output, Input, Input, Memory, Input, Clobber, Clobber];
        assert_eq!(roles, expected);
        assert_eq!(list[4].tied, Some(0));
        assert_eq!(list[3].tied, None);
        let list = parse("={ax},={dx},%0,={@ccc},~{flags}");
        assert_eq!((list[0].fixed, list[1].fixed), (Some(Fixed::A), Some(Fixed::D)));
        assert_eq!((list[2].tied, list[3].flag), (Some(0), Some(Flag::Carry)));
    }
}
