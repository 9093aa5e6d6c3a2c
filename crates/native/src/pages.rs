//! When pages are given back: KDAlloc's policy.
//!
//! Giving back costs time in the size of the mapping, so it is done only once more than twice the pages that
//! a call needs on average are there, and at least [`LEAST`]. A call is taken to need a page for each object,
//! since objects lie far apart.

/// Fewer pages than this are not worth the trouble.
const LEAST: u64 = 1024;

/// The moving average of pages a call needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pages {
    /// In quarters of a page.
    average: u64,
}

impl Pages {
    /// Notes a call, and says whether what is there now should be given back.
    pub fn called(&mut self, objects: u64, present: u64) -> bool {
        self.average = 3 * self.average / 4 + objects;
        present > LEAST.max(2 * self.average / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_pages_stay() {
        let mut pages = Pages::default();
        assert!((0..100).all(|_| !pages.called(1, LEAST)));
        assert!(pages.called(1, LEAST + 1));
    }

    #[test]
    fn the_average_follows_the_calls() {
        let mut pages = Pages::default();
        // A quarter of the first call, then nearly all of it.
        assert!(pages.called(4000, 2001));
        assert!(!Pages::default().called(4000, 2000));
        (0..40).for_each(|_| assert!(!pages.called(4000, 0)));
        assert!(!pages.called(4000, 7900));
        assert!(pages.called(4000, 8001));
        (0..40).for_each(|_| assert!(!pages.called(1, 0)));
        assert!(pages.called(1, LEAST + 1));
    }
}
