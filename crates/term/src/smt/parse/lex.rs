//! Text to s-expressions: one command at a time, as a flat sequence of items.
//!
//! A list is an item that says where it ends, and its members follow it. So there is no tree to walk or to drop,
//! however deeply a script nests; and each item records its position in the text, from which an error finds its line
//! and column.

use super::Refusal;

/// A position in the text, in bytes.
pub(super) type At = u32;

#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'a> {
    pub token: Token<'a>,
    pub at: At,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'a> {
    /// A list: its members are the items up to `next`, its text goes up to `end`.
    Open {
        next: usize,
        end: At,
    },
    /// A plain symbol, which may be a reserved word.
    Symbol(&'a str),
    /// A symbol written between bars, without them.
    Quoted(&'a str),
    /// A keyword, with its colon.
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    /// The digits after `#x`.
    Hex(&'a str),
    /// The digits after `#b`.
    Binary(&'a str),
    /// A string as written, without the outer quotes; a quote inside is doubled.
    Text(&'a str),
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// The items of the next command, or `None` at the end of the text.
    pub fn command(&mut self) -> Result<Option<Vec<Item<'a>>>, Refusal> {
        let mut items: Vec<Item<'a>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at as At;
            match self.peek() {
                None => {
                    return match open.last() {
                        None => Ok(None),
                        Some(index) => {
                            Err(Refusal::new(items[*index].at, "this `(` is never closed"))
                        }
                    };
                }
                Some(b'(') => {
                    self.at += 1;
                    open.push(items.len());
                    items.push(Item { token: Token::Open { next: 0, end: 0 }, at });
                }
                Some(b')') => {
                    self.at += 1;
                    let Some(index) = open.pop() else {
                        return Err(Refusal::new(at, "this `)` closes nothing"));
                    };
                    let next = items.len();
                    items[index].token = Token::Open { next, end: self.at as At };
                    if open.is_empty() {
                        return Ok(Some(items));
                    }
                }
                Some(_) if open.is_empty() => {
                    return Err(Refusal::new(at, "a command begins with `(`"));
                }
                Some(_) => items.push(Item { token: self.atom()?, at }),
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn atom(&mut self) -> Result<Token<'a>, Refusal> {
        match self.peek() {
            Some(b'|') => self.quoted(),
            Some(b'"') => self.string(),
            Some(b'#') => self.bits(),
            Some(b':') => {
                let word = self.word(1);
                if word.len() == 1 {
                    return Err(self.refusal("a keyword needs a name after the colon"));
                }
                Ok(Token::Keyword(word))
            }
            Some(b'0'..=b'9') => self.number(),
            _ => match self.word(0) {
                "" => {
                    let found = self.text[self.at..].chars().next().unwrap_or(' ');
                    Err(self.refusal(format!("unexpected character `{}`", found.escape_default())))
                }
                word => Ok(Token::Symbol(word)),
            },
        }
    }

    fn refusal(&self, message: impl Into<String>) -> Refusal {
        Refusal::new(self.at as At, message)
    }

    /// Takes the first `skip` bytes and all characters of symbols after them.
    fn word(&mut self, skip: usize) -> &'a str {
        let bytes = &self.text.as_bytes()[self.at + skip..];
        let len = bytes.iter().position(|b| !is_symbol_byte(*b)).unwrap_or(bytes.len());
        let start = self.at;
        self.at += skip + len;
        &self.text[start..self.at]
    }

    fn quoted(&mut self) -> Result<Token<'a>, Refusal> {
        let rest = &self.text[self.at + 1..];
        match rest.find(['|', '\\']) {
            Some(len) if rest.as_bytes()[len] == b'|' => {
                self.at += len + 2;
                Ok(Token::Quoted(&rest[..len]))
            }
            Some(_) => Err(self.refusal("a symbol between bars cannot contain a backslash")),
            None => Err(self.refusal("this `|` is never closed")),
        }
    }

    fn string(&mut self) -> Result<Token<'a>, Refusal> {
        let rest = &self.text[self.at + 1..];
        let mut len = 0;
        while let Some(quote) = rest[len..].find('"') {
            len += quote;
            if rest.as_bytes().get(len + 1) != Some(&b'"') {
                self.at += len + 2;
                return Ok(Token::Text(&rest[..len]));
            }
            len += 2;
        }
        Err(self.refusal("this string is never closed"))
    }

    fn bits(&mut self) -> Result<Token<'a>, Refusal> {
        let start = self.at;
        let word = self.word(1);
        let refusal = |message: &str| Err(Refusal::new(start as At, message));
        match word.split_at_checked(2) {
            Some((_, "")) => refusal("a constant needs digits"),
            Some(("#x", digits)) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Ok(Token::Hex(digits))
            }
            Some(("#b", digits)) if digits.bytes().all(|b| matches!(b, b'0' | b'1')) => {
                Ok(Token::Binary(digits))
            }
            Some(("#x", _)) => refusal("a hexadecimal constant has digits 0-9 and a-f only"),
            Some(("#b", _)) => refusal("a binary constant has digits 0 and 1 only"),
            _ => refusal("after `#` comes `b` or `x` and digits"),
        }
    }

    fn number(&mut self) -> Result<Token<'a>, Refusal> {
        let start = self.at;
        let word = self.word(0);
        let (whole, fraction) = match word.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (word, None),
        };
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match fraction {
            None if digits(whole) => Ok(Token::Numeral(word)),
            Some(fraction) if digits(whole) && digits(fraction) => Ok(Token::Decimal(word)),
            _ => {
                Err(Refusal::new(start as At, format!("`{word}` is neither a number nor a symbol")))
            }
        }
    }
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}
