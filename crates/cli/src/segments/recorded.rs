//! Allocations that one access could go to, in classes: what a pre-run learns.
//!
//! This is the ideal of Kapus and Cadar (section 4.1): objects share an array only if they were really met by one
//! pointer. A run stops at the first access that could go to arrays of different classes; these become one
//! class, and the run starts again, until no such access is found.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use engine::{Allocation, Allocations, Resolutions, Target};
use ir::{FunctionId, GlobalId, Program};
use memory::Class;

/// An allocation: a variable, or an instruction with the calls that led to it, the innermost first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Site {
    Global(GlobalId),
    Stack(Vec<(FunctionId, u32)>),
}

impl Site {
    /// `None` for what the environment made before the program began.
    fn of(allocation: &Allocation<'_>) -> Option<Site> {
        match (allocation.global, allocation.stack) {
            (Some(global), _) => Some(Site::Global(global)),
            (None, []) => None,
            (None, stack) => Some(Site::Stack(stack.to_vec())),
        }
    }
}

/// Classes of allocations that grow.
#[derive(Default)]
pub struct Recorded {
    classes: RefCell<Classes>,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Classes {
    sites: BTreeMap<Site, u32>,
    /// For each site another of its class, the leader itself.
    leaders: Vec<u32>,
}

impl Classes {
    fn find(&self, site: u32) -> u32 {
        let leader = self.leaders[site as usize];
        if leader == site { site } else { self.find(leader) }
    }

    fn enter(&mut self, site: Site) -> u32 {
        let next = self.leaders.len() as u32;
        let entry = *self.sites.entry(site).or_insert(next);
        if entry == next {
            self.leaders.push(next);
        }
        self.find(entry)
    }

    /// Puts sites in one class; returns whether that changed anything.
    fn unite(&mut self, sites: &[u32]) -> bool {
        let leaders: Vec<u32> = sites.iter().map(|site| self.find(*site)).collect();
        let Some(least) = leaders.iter().copied().min() else { return false };
        let apart = leaders.iter().any(|leader| *leader != least);
        leaders.iter().for_each(|leader| self.leaders[*leader as usize] = least);
        apart
    }
}

impl Allocations for Recorded {
    fn class(&self, allocation: &Allocation<'_>) -> Option<Class> {
        let classes = self.classes.borrow();
        let site = classes.sites.get(&Site::of(allocation)?)?;
        Some(Class(classes.find(*site)))
    }
}

impl Resolutions for Recorded {
    fn resolved(&self, targets: &[Target<'_>]) -> ControlFlow<()> {
        let mut classes = self.classes.borrow_mut();
        let known = classes.sites.len();
        let sites: Vec<u32> = targets
            .iter()
            .filter_map(|target| match target {
                Target::Class(class) => Some(class.0),
                Target::Object(allocation) => Some(classes.enter(Site::of(allocation)?)),
            })
            .collect();
        if sites.len() < 2 {
            // Null and the like get paths of their own in any case.
            return ControlFlow::Continue(());
        }
        match classes.unite(&sites) || classes.sites.len() > known {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Recorded {
    /// As text: a class in each paragraph, an allocation in each line.
    pub fn to_text(&self, program: &Program) -> String {
        let classes = self.classes.borrow();
        let mut members: BTreeMap<u32, Vec<&Site>> = BTreeMap::new();
        for (site, number) in &classes.sites {
            members.entry(classes.find(*number)).or_default().push(site);
        }
        let mut text = String::from("# Allocations that share arrays: strata run --segments\n");
        for sites in members.values() {
            text.push('\n');
            for site in sites {
                let _ = writeln!(text, "{}", line(program, site));
            }
        }
        text
    }

    /// The classes in a text; or the line that is wrong, and what is.
    pub fn from_text(program: &Program, text: &str) -> Result<Recorded, (usize, String)> {
        let mut classes = Classes::default();
        let mut class: Option<u32> = None;
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                class = None;
            } else if !line.starts_with('#') {
                let site = parse(program, line).map_err(|problem| (number, problem))?;
                let site = classes.enter(site);
                classes.unite(&[class.unwrap_or(site), site]);
                class = Some(site);
            }
        }
        Ok(Recorded { classes: RefCell::new(classes) })
    }
}

/// `global name@3`, or `at malloc@7+2 main@12+30`.
fn line(program: &Program, site: &Site) -> String {
    match site {
        Site::Global(id) => {
            format!("global {}@{}", word(&program.globals[id.0 as usize].name), id.0)
        }
        Site::Stack(stack) => stack.iter().fold(String::from("at"), |line, (function, pc)| {
            let name = word(&program.functions[function.0 as usize].name);
            format!("{line} {name}@{}+{pc}", function.0)
        }),
    }
}

fn parse(program: &Program, line: &str) -> Result<Site, String> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("global") => {
            let (name, id) = named(words.next().unwrap_or_default())?;
            let global = program.globals.get(id as usize).map(|global| &*global.name);
            check(global, name).map(|()| Site::Global(GlobalId(id)))
        }
        Some("at") => {
            let place = |word: &str| {
                let (function, pc) = word.rsplit_once('+').ok_or("an instruction has a +")?;
                let (name, id) = named(function)?;
                let function = program.functions.get(id as usize).map(|function| &*function.name);
                check(function, name)?;
                let pc = pc.parse().map_err(|_| format!("{pc} is not an instruction"))?;
                Ok((FunctionId(id), pc))
            };
            words.map(place).collect::<Result<_, String>>().map(Site::Stack)
        }
        _ => Err("neither `global` nor `at`".to_owned()),
    }
}

/// A name in one word of printable characters, whatever it is made of.
fn word(name: &str) -> String {
    name.escape_debug().to_string().replace(' ', "\\u{20}")
}

/// A name and its number.
fn named(word: &str) -> Result<(&str, u32), String> {
    let (name, id) = word.rsplit_once('@').ok_or_else(|| format!("{word} has no @"))?;
    Ok((name, id.parse().map_err(|_| format!("{id} is not a number"))?))
}

fn check(found: Option<&str>, name: &str) -> Result<(), String> {
    match found.map(word).as_deref() == Some(name) {
        true => Ok(()),
        false => Err(format!("this program has no {name} there: the file is of another one")),
    }
}
