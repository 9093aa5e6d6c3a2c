//! The text of an assembly statement, as far as it is understood: AT&T syntax.

/// An instruction: its prefixes are dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub mnemonic: String,
    pub operands: Vec<AsmOperand>,
}

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmOperand {
    /// An operand of the template, perhaps at a width of its own.
    Slot { number: usize, bits: Option<u32> },
    /// A number.
    Immediate(u64),
    /// The top of the stack, which fences touch.
    StackTop,
}

/// Splits a template into instructions; `None` if some part is not understood.
pub fn parse(template: &str) -> Option<Vec<Statement>> {
    let mut statements = Vec::new();
    for line in template.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or("").trim();
        let mut words = line;
        // Prefixes say nothing in a single thread, or stand before `nop`.
        while let Some(rest) = ["lock", "rep"].iter().find_map(|p| words.strip_prefix(p)) {
            if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
                break;
            }
            words = rest.trim_start();
        }
        if !words.is_empty() {
            statements.push(statement(words)?);
        }
    }
    Some(statements)
}

fn statement(text: &str) -> Option<Statement> {
    let (mnemonic, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let operands = rest.split(',').map(str::trim).filter(|o| !o.is_empty());
    let operands: Option<Vec<AsmOperand>> = operands.map(operand).collect();
    Some(Statement { mnemonic: mnemonic.to_lowercase(), operands: operands? })
}

fn operand(text: &str) -> Option<AsmOperand> {
    if let Some(number) = text.strip_prefix("$$") {
        return immediate(number).map(AsmOperand::Immediate);
    }
    if let Some(slot) = text.strip_prefix("${") {
        let (number, width) = slot.strip_suffix('}')?.split_once(':')?;
        let bits = match width {
            "b" => 8,
            "w" => 16,
            "k" => 32,
            "q" => 64,
            _ => return None,
        };
        return Some(AsmOperand::Slot { number: number.parse().ok()?, bits: Some(bits) });
    }
    if let Some(number) = text.strip_prefix('$') {
        return Some(AsmOperand::Slot { number: number.parse().ok()?, bits: None });
    }
    matches!(text, "(%rsp)" | "0(%rsp)" | "(%esp)" | "0(%esp)").then_some(AsmOperand::StackTop)
}

fn immediate(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { number.wrapping_neg() } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        assert_eq!(parse(" # nothing\n\t"), Some(vec![]));
        let swap = parse("rorw $$8, ${0:w}").unwrap();
        assert_eq!(swap[0].mnemonic, "rorw");
        let expected = [AsmOperand::Immediate(8), AsmOperand::Slot { number: 0, bits: Some(16) }];
        assert_eq!(swap[0].operands, expected);
        let fence = parse("lock; orl $$0,(%rsp)").unwrap();
        assert_eq!(fence[0].operands, [AsmOperand::Immediate(0), AsmOperand::StackTop]);
        assert_eq!(parse("rep; nop").unwrap()[0].mnemonic, "nop");
        assert_eq!(parse("movl %eax, $0"), None);
    }
}
