//! The scripts of the page as one script. Each module becomes a function of its own, called in the
//! order in which a browser would evaluate them, so that the page needs one request for all.

/// The beginning of an exported declaration, up to its name.
const DECLARATIONS: [&str; 4] = ["async function ", "function ", "class ", "const "];

/// Returns one script for the module `entry` and all that it imports; `source` returns the text of a
/// module by its name. Imports are lines of the form `import { a, b } from "./module.js";`.
pub fn bundle(entry: &str, source: &dyn Fn(&str) -> String) -> String {
    let mut bundled = Vec::new();
    let mut script = String::new();
    add(entry, source, &mut bundled, &mut script);
    script
}

/// Adds a module to the script, after those that it imports.
fn add(name: &str, source: &dyn Fn(&str) -> String, bundled: &mut Vec<String>, script: &mut String) {
    if bundled.iter().any(|known| known == name) {
        return;
    }
    bundled.push(name.to_owned());
    let text = source(name);
    let mut body = String::new();
    let mut exports = Vec::new();
    for line in text.lines() {
        if let Some((names, module)) = import(line) {
            add(module, source, bundled, script);
            body.push_str(&format!("const {{{names}}} = {};\n", variable(module)));
            continue;
        }
        let declaration = line.strip_prefix("export ").unwrap_or(line);
        if declaration.len() < line.len() {
            exports.extend(declared(declaration));
        }
        body.push_str(declaration);
        body.push('\n');
    }
    let result = if exports.is_empty() { String::new() } else { format!("return {{ {} }};\n", exports.join(", ")) };
    script.push_str(&format!("const {} = (() => {{\n{body}{result}}})();\n", variable(name)));
}

/// Returns the names and the module of an import.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, module) = line.strip_prefix("import {")?.split_once("} from \"./")?;
    Some((names, module.strip_suffix("\";")?))
}

/// Returns the name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let rest = DECLARATIONS.iter().find_map(|head| declaration.strip_prefix(head))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// Returns the variable that holds what a module exports.
fn variable(module: &str) -> String {
    format!("${}", module.trim_end_matches(".js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_come_after_those_that_they_import_and_each_once() {
        let source = |name: &str| {
            let text = match name {
                "main.js" => "import { b } from \"./b.js\";\nimport { a } from \"./a.js\";\nb(a);\n",
                "b.js" => "import { a } from \"./a.js\";\nexport function b(x) {\n  return x + a;\n}\n",
                _ => "export const a = 1;\n",
            };
            text.to_owned()
        };
        let expected = "const $a = (() => {\nconst a = 1;\nreturn { a };\n})();\n\
            const $b = (() => {\nconst { a } = $a;\nfunction b(x) {\n  return x + a;\n}\nreturn { b };\n})();\n\
            const $main = (() => {\nconst { b } = $b;\nconst { a } = $a;\nb(a);\n})();\n";
        assert_eq!(bundle("main.js", &source), expected);
    }
}
