//! Containers, strings, traits, closures, panics and enums with data.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

static CALLS: AtomicU64 = AtomicU64::new(0);

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Number(i128),
    Name(String),
    Sum(Box<Expr>, Box<Expr>),
    Call { name: String, args: Vec<Expr> },
}

#[derive(Debug)]
enum Failure {
    Unbound(String),
    Overflow,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unbound(name) => write!(f, "{name} is not bound"),
            Failure::Overflow => f.write_str("overflow"),
        }
    }
}

trait Function {
    fn apply(&self, args: &[i128]) -> Option<i128>;
}

struct Product;

impl Function for Product {
    fn apply(&self, args: &[i128]) -> Option<i128> {
        args.iter().try_fold(1i128, |product, &n| product.checked_mul(n))
    }
}

impl<F: Fn(&[i128]) -> i128> Function for F {
    fn apply(&self, args: &[i128]) -> Option<i128> {
        Some(self(args))
    }
}

struct Context {
    names: HashMap<String, i128>,
    functions: BTreeMap<&'static str, Rc<dyn Function>>,
}

impl Context {
    fn evaluate(&self, expr: &Expr) -> Result<i128, Failure> {
        CALLS.fetch_add(1, Ordering::Relaxed);
        match expr {
            Expr::Number(n) => Ok(*n),
            Expr::Name(name) => {
                self.names.get(name).copied().ok_or_else(|| Failure::Unbound(name.clone()))
            }
            Expr::Sum(a, b) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                a.checked_add(b).ok_or(Failure::Overflow)
            }
            Expr::Call { name, args } => {
                let args = args.iter().map(|a| self.evaluate(a)).collect::<Result<Vec<_>, _>>()?;
                let function = self.functions.get(name.as_str());
                let function = function.ok_or_else(|| Failure::Unbound(name.clone()))?;
                function.apply(&args).ok_or(Failure::Overflow)
            }
        }
    }
}

fn average(values: &[f32]) -> Option<f32> {
    (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32)
}

fn main() {
    let mut context = Context { names: HashMap::new(), functions: BTreeMap::new() };
    context.names.insert("x".to_owned(), 40);
    context.functions.insert("product", Rc::new(Product));
    context.functions.insert("count", Rc::new(|args: &[i128]| args.len() as i128));
    let x = Expr::Name("x".into());
    let sum = Expr::Sum(Box::new(x.clone()), Box::new(Expr::Number(2)));
    let call = Expr::Call { name: "product".into(), args: vec![sum.clone(), x, sum] };
    match context.evaluate(&call) {
        Ok(value) => println!("{value} after {} calls", CALLS.load(Ordering::SeqCst)),
        Err(failure) => eprintln!("{failure}"),
    }
    let mut words: Vec<String> = std::env::args().flat_map(|a| a.chars().map(String::from).collect::<Vec<_>>()).collect();
    words.sort_by_key(|w| std::cmp::Reverse(w.len()));
    words.dedup();
    println!("{words:?} {:?}", average(&[1.0, 2.5]));
    let caught = std::panic::catch_unwind(|| words.len() / words.capacity().saturating_sub(1000));
    assert!(caught.is_ok() || words.is_empty(), "division by {}", words.len());
}
