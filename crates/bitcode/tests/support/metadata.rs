//! The metadata of `llvm-dis` text: numbered nodes, written out where they are used.

use std::collections::HashMap;

/// Tuples within tuples are written to this depth, as the printer does.
const MAX_TUPLES: u32 = 2;

/// Numbered nodes: `!12 = …`.
#[derive(Default)]
pub struct Nodes<'t> {
    texts: HashMap<u32, &'t str>,
}

impl<'t> Nodes<'t> {
    /// Takes the definition of a node; false if the line is not one.
    pub fn define(&mut self, line: &'t str) -> bool {
        let parsed = line.strip_prefix('!').and_then(|rest| {
            let (number, text) = rest.split_once(" = ")?;
            Some((number.parse().ok()?, text))
        });
        parsed.map(|(number, text)| self.texts.insert(number, text)).is_some()
    }

    fn node(&self, number: u32) -> Node<'t> {
        Node::parse(self.texts.get(&number).copied().unwrap_or("!undefined()"))
    }

    /// A node by its number, in the printer's words.
    pub fn render(&self, number: u32) -> String {
        self.render_at(number, 0)
    }

    fn render_at(&self, number: u32, tuples: u32) -> String {
        let node = self.node(number);
        let string = |key| node.get(key).map(|text| format!("{key}: {text}"));
        let file = || self.file(&node).map(|name| format!("file: {name}"));
        let directory = || {
            let file = self.node(node.reference("file")?);
            let directory = file.get("directory").filter(|text| *text != "\"\"");
            directory.map(|text| format!("directory: {text}"))
        };
        let count = |key| string(key).filter(|text| !text.ends_with(": 0"));
        let fields = match node.kind {
            "" => return self.tuple(node.body, tuples),
            "DILocation" => return format!("!DILocation({})", self.location(number)),
            "DIGlobalVariableExpression" => {
                let variable = node.reference("var").map(|n| self.render_at(n, tuples));
                return format!("!DIGlobalVariableExpression({})", variable.unwrap_or_default());
            }
            "DIExpression" | "DIArgList" => return format!("!{}({})", node.kind, node.body),
            "DIFile" => vec![string("filename"), string("directory")],
            "DICompileUnit" => vec![file(), directory(), string("producer")],
            "DISubprogram" => {
                vec![string("name"), string("linkageName"), file(), directory(), count("line")]
            }
            "DIGlobalVariable" => {
                vec![string("name"), string("linkageName"), file(), count("line")]
            }
            "DILexicalBlock" | "DILexicalBlockFile" => {
                let fields: Vec<_> =
                    [file(), count("line"), count("column")].into_iter().flatten().collect();
                return format!("!DILexicalBlock({})", fields.join(", "));
            }
            "DILocalVariable" => vec![string("name"), count("arg"), file(), count("line")],
            other => return format!("!{other}"),
        };
        let fields: Vec<_> = fields.into_iter().flatten().collect();
        format!("!{}({})", node.kind, fields.join(", "))
    }

    /// `distinct !{a, b}` with its elements written out.
    fn tuple(&self, text: &str, tuples: u32) -> String {
        let open = text.find('{').map_or(0, |at| at + 1);
        if tuples == MAX_TUPLES {
            return format!("{}...}}", &text[..open]);
        }
        let elements = split(text[open..].trim_end_matches('}'));
        let rendered: Vec<_> = elements
            .into_iter()
            .map(|element| match reference(element) {
                Some(number) => self.render_at(number, tuples + 1),
                None => element.to_owned(),
            })
            .collect();
        format!("{}{}}}", &text[..open], rendered.join(", "))
    }

    /// The name of the file a node refers to, quoted.
    fn file(&self, node: &Node<'t>) -> Option<&'t str> {
        self.node(node.reference("file")?).get("filename")
    }

    /// `"file":line:column in "function"` and the places it was inlined to.
    pub fn location(&self, number: u32) -> String {
        let node = self.node(number);
        let scope = node.reference("scope");
        let file = scope.and_then(|scope| self.file(&self.node(scope))).unwrap_or("\"\"");
        let function = scope.and_then(|scope| self.function(scope)).unwrap_or("\"\"");
        let (line, column) = (node.get("line").unwrap_or("0"), node.get("column").unwrap_or("0"));
        let implicit = node.get("isImplicitCode").map_or("", |_| " implicit");
        let mut text = format!("{file}:{line}:{column} in {function}{implicit}");
        if let Some(outer) = node.reference("inlinedAt") {
            text += &format!(", inlined at {}", self.location(outer));
        }
        text
    }

    /// The name of the subprogram a scope lies in, quoted.
    fn function(&self, scope: u32) -> Option<&'t str> {
        let node = self.node(scope);
        match node.kind {
            "DISubprogram" => node.get("name"),
            _ => self.function(node.reference("scope")?),
        }
    }

    /// Whether the number is that of a `DILocation`.
    pub fn is_location(&self, number: u32) -> bool {
        self.node(number).kind == "DILocation"
    }
}

/// A node taken apart.
struct Node<'t> {
    /// `DISubprogram` and so on; empty for a tuple.
    kind: &'t str,
    /// What stands between the parentheses; the whole text of a tuple.
    body: &'t str,
}

impl<'t> Node<'t> {
    fn parse(text: &'t str) -> Node<'t> {
        let bare = text.strip_prefix("distinct ").unwrap_or(text);
        let parts = bare.strip_prefix('!').and_then(|rest| {
            let (kind, body) = rest.split_once('(')?;
            kind.bytes().all(|b| b.is_ascii_alphanumeric()).then_some(())?;
            Some((kind, body.strip_suffix(')')?))
        });
        match parts {
            Some((kind, body)) => Node { kind, body },
            None => Node { kind: "", body: text },
        }
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        split(self.body).into_iter().find_map(|field| {
            let (name, value) = field.split_once(": ")?;
            (name == key).then_some(value)
        })
    }

    fn reference(&self, key: &str) -> Option<u32> {
        reference(self.get(key)?)
    }
}

/// The number in `!12`.
fn reference(text: &str) -> Option<u32> {
    text.strip_prefix('!')?.parse().ok()
}

/// Parts between the commas that stand outside quotes and brackets.
pub fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0u32, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' | b'<' => depth += 1,
            b')' | b'}' | b']' | b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}
