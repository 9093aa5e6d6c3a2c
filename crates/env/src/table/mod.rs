//! The table of system calls: number, name and, where it is modelled, the function.

mod rows;

use crate::call::Call;
use crate::reply::Outcome;

/// The function that answers a system call.
pub(crate) type Function = fn(&mut Call<'_>) -> Outcome;

/// A system call.
pub(crate) struct Row {
    pub number: u16,
    pub name: &'static str,
    /// None if the call is not modelled.
    pub function: Option<Function>,
}

const fn row(number: u16, name: &'static str, function: Function) -> Row {
    Row { number, name, function: Some(function) }
}

const fn absent(number: u16, name: &'static str) -> Row {
    Row { number, name, function: None }
}

/// The row of a number.
pub(crate) fn row_of(number: u64) -> Option<&'static Row> {
    let index = rows::ROWS.binary_search_by_key(&number, |row| u64::from(row.number)).ok()?;
    Some(&rows::ROWS[index])
}

/// The name of a system call, if there is one of that number.
pub fn name(number: u64) -> Option<&'static str> {
    row_of(number).map(|row| row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_names_are_unique() {
        assert!(rows::ROWS.is_sorted_by(|a, b| a.number < b.number));
        let mut names: Vec<_> = rows::ROWS.iter().map(|row| row.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn known_numbers() {
        let known = [(0, "read"), (9, "mmap"), (60, "exit"), (231, "exit_group"), (332, "statx")];
        for (number, expected) in known {
            assert_eq!(name(number), Some(expected));
        }
        assert_eq!(name(400), None);
        assert_eq!(name(u64::MAX), None);
    }
}
