//! The items of one command, and access to them.

use super::Refusal;
use super::lex::{At, Item, Token};
use std::rc::Rc;

/// One command. A function with parameters keeps the command that defined it.
#[derive(Clone)]
pub(super) struct Code<'a>(Rc<[Item<'a>]>);

impl<'a> Code<'a> {
    pub fn new(items: Vec<Item<'a>>) -> Code<'a> {
        Code(items.into())
    }

    pub fn token(&self, index: usize) -> Token<'a> {
        self.0[index].token
    }

    pub fn at(&self, index: usize) -> At {
        self.0[index].at
    }

    /// The item after this one and all it contains.
    pub fn next(&self, index: usize) -> usize {
        match self.token(index) {
            Token::Open { next, .. } => next,
            _ => index + 1,
        }
    }

    pub fn is_list(&self, index: usize) -> bool {
        matches!(self.token(index), Token::Open { .. })
    }

    /// The members of a list; an atom has none.
    pub fn members(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let end = if self.is_list(index) { self.next(index) } else { index };
        let first = (index + 1 < end).then_some(index + 1);
        std::iter::successors(first, move |member| Some(self.next(*member)).filter(|n| *n < end))
    }

    /// The name at an item.
    pub fn symbol(&self, index: usize) -> Result<&'a str, Refusal> {
        match self.token(index) {
            Token::Symbol(name) | Token::Quoted(name) => Ok(name),
            _ => Err(Refusal::new(self.at(index), "a symbol is expected here")),
        }
    }

    /// The number at an item.
    pub fn numeral(&self, index: usize) -> Result<u64, Refusal> {
        match self.token(index) {
            Token::Numeral(digits) => digits
                .parse()
                .map_err(|_| Refusal::new(self.at(index), format!("{digits} is too large here"))),
            _ => Err(Refusal::new(self.at(index), "a number is expected here")),
        }
    }

    /// The text of an item as written.
    pub fn text(&self, index: usize, whole: &'a str) -> &'a str {
        let at = self.at(index) as usize;
        match self.token(index) {
            Token::Open { end, .. } => &whole[at..end as usize],
            Token::Quoted(name) => &whole[at..at + name.len() + 2],
            Token::Text(text) => &whole[at..at + text.len() + 2],
            Token::Hex(digits) | Token::Binary(digits) => &whole[at..at + digits.len() + 2],
            Token::Symbol(t) | Token::Keyword(t) | Token::Numeral(t) | Token::Decimal(t) => t,
        }
    }
}
