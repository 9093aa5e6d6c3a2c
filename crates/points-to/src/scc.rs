//! Strongly connected components, by Tarjan's algorithm without recursion.

/// Not visited yet.
const NEW: u32 = 0;
/// In a component that is complete.
const DONE: u32 = u32::MAX;

struct Search {
    /// The number each node was visited as, or one of the two above.
    numbers: Vec<u32>,
    lowest: Vec<u32>,
    path: Vec<u32>,
    count: u32,
    components: Vec<Vec<u32>>,
}

/// The components that `roots` reach, each after those it leads to. Nodes are below `bound`; `next` says where
/// a node leads to.
pub(crate) fn components(
    bound: usize,
    roots: impl IntoIterator<Item = u32>,
    mut next: impl FnMut(u32) -> Vec<u32>,
) -> Vec<Vec<u32>> {
    let mut search = Search {
        numbers: vec![NEW; bound],
        lowest: vec![0; bound],
        path: Vec::new(),
        count: 0,
        components: Vec::new(),
    };
    for root in roots {
        if search.numbers[root as usize] == NEW {
            search.visit(root, &mut next);
        }
    }
    search.components
}

impl Search {
    fn visit(&mut self, root: u32, next: &mut impl FnMut(u32) -> Vec<u32>) {
        self.enter(root);
        let mut frames = vec![(root, next(root))];
        while let Some((node, onward)) = frames.last_mut() {
            let node = *node;
            match onward.pop() {
                Some(to) => match self.numbers[to as usize] {
                    NEW => {
                        self.enter(to);
                        frames.push((to, next(to)));
                    }
                    DONE => {}
                    number => self.lower(node, number),
                },
                None => {
                    frames.pop();
                    let low = self.lowest[node as usize];
                    self.leave(node);
                    if let Some((before, _)) = frames.last() {
                        self.lower(*before, low);
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: u32) {
        self.count += 1;
        self.numbers[node as usize] = self.count;
        self.lowest[node as usize] = self.count;
        self.path.push(node);
    }

    fn lower(&mut self, node: u32, number: u32) {
        let low = &mut self.lowest[node as usize];
        *low = number.min(*low);
    }

    /// Ends with a node: if it is the first of its component, that is complete.
    fn leave(&mut self, node: u32) {
        if self.lowest[node as usize] != self.numbers[node as usize] {
            return;
        }
        let start = self.path.iter().rposition(|n| *n == node).expect("it is on the path");
        let component = self.path.split_off(start);
        for member in &component {
            self.numbers[*member as usize] = DONE;
        }
        self.components.push(component);
    }
}
