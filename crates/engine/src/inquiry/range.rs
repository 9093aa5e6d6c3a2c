//! The values that a term can have on a path, for `klee_print_range`.

use exec::Topic;
use numeric::{Bits, Wide};
use solver::Path;
use term::Term;

use super::Inquiry;

/// Which end of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Greatest,
}

impl Inquiry {
    /// The values a term can have on a path, as signed numbers.
    pub fn range(&mut self, path: &Path, term: &Term) -> String {
        let term = path.simplify(&self.terms, term);
        let signed = |n: &Wide| n.sext(Bits(64)).low_u64() as i64;
        if let Some(known) = term.as_const() {
            return signed(&known).to_string();
        }
        match (self.bound(path, &term, End::Least), self.bound(path, &term, End::Greatest)) {
            (Some(least), Some(most)) if least == most => {
                format!("{term} = {} (solved)", signed(&least))
            }
            (Some(least), Some(most)) => {
                format!("{term} ~= [{}, {}]", signed(&least), signed(&most))
            }
            _ => format!("{term} (no verdict)"),
        }
    }

    /// The least or greatest signed value of a term: bit by bit from the top, each bit as desired if that is
    /// feasible.
    fn bound(&mut self, path: &Path, term: &Term, end: End) -> Option<Wide> {
        let (terms, width) = (self.terms.clone(), term.width());
        let mut value = Wide::zero(width);
        for bit in (0..width.0).rev() {
            let sign = bit + 1 == width.0;
            let wanted = sign == (end == End::Least);
            let upper = Bits(width.0 - bit);
            let mut high = value.extract(bit, upper);
            let one = Wide::from_u64(upper, 1);
            if wanted {
                high = high.or(&one);
            }
            let goal = terms.eq(&terms.extract(term, bit, upper), &terms.constant(high));
            let is_wanted = self.can_hold(path, &goal, Topic::Number)?;
            if is_wanted == wanted {
                let place = Wide::from_u64(Bits(64), 1 << bit);
                value = value.or(&place.extract(0, width));
            }
        }
        Some(value)
    }
}
