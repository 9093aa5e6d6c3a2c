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

/// One constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    pub role: Role,
    /// The output an input shares its place with.
    pub tied: Option<usize>,
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
        Constraint { role, tied: rest.parse().ok() }
    };
    text.split(',').filter(|item| !item.is_empty()).map(one).collect()
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
    }
}
