//! The examples of the documents are the program's real answers, and the manual has every command.

use crate::talk;

const MANUAL: &str = include_str!("../../protocol.md");
const TUTORIAL: &str = include_str!("../../docs/tutorial.md");

/// An example: the program's options, and commands with their answers.
struct Example {
    line: usize,
    args: String,
    dialogue: Vec<(String, String)>,
}

/// Reads the blocks that are marked `gtp`, followed by the options. In a block a command begins
/// with `> `; the lines up to the next command are its answer, in which `...` stands for any text.
fn examples(document: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((line, text)) = lines.next() {
        let Some(args) = text.strip_prefix("```gtp") else { continue };
        let mut dialogue: Vec<(String, String)> = Vec::new();
        for (_, text) in lines.by_ref().take_while(|(_, text)| *text != "```") {
            match text.strip_prefix("> ") {
                Some(command) => dialogue.push((command.to_owned(), String::new())),
                None => {
                    let (_, answer) = dialogue.last_mut().expect("an example begins with a command");
                    answer.push_str(text);
                    answer.push('\n');
                }
            }
        }
        examples.push(Example { line: line + 1, args: args.trim().to_owned(), dialogue });
    }
    examples
}

/// Returns whether an answer is what the manual says, apart from spaces at the ends of lines.
fn matches(said: &str, written: &str) -> bool {
    let trim =
        |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n");
    let (said, written) = (trim(said), trim(written));
    let mut parts = written.split("...");
    let Some(mut rest) = said.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    for part in parts {
        let Some(at) = (if part.is_empty() { Some(rest.len()) } else { rest.find(part) }) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn the_examples_are_what_the_program_says() {
    for (file, document) in [("protocol.md", MANUAL), ("docs/tutorial.md", TUTORIAL)] {
        let examples = examples(document);
        assert!(examples.len() >= 5, "the examples of {file} are not found");
        for Example { line, args, dialogue } in examples {
            let args: Vec<&str> = args.split_whitespace().collect();
            let input: String = dialogue.iter().map(|(command, _)| format!("{command}\n")).collect();
            let output = talk(&args, &input);
            let answers: Vec<&str> = output.split_terminator("\n\n").collect();
            assert_eq!(answers.len(), dialogue.len(), "{file}:{line}: {output}");
            for ((command, written), said) in dialogue.iter().zip(answers) {
                assert!(matches(said, written), "{file}:{line}: {command}\nsays\n{said}\nnot\n{written}");
            }
        }
    }
}

#[test]
fn the_manual_has_every_command_with_its_syntax_and_an_example() {
    let examples = examples(MANUAL);
    for command in quintet_gtp::commands() {
        assert!(
            MANUAL.contains(&format!("`{}`", command.syntax.replace('|', "\\|")))
                || MANUAL.contains(&format!("`{}`", command.syntax)),
            "the manual lacks `{}`",
            command.syntax
        );
        let has_example = examples.iter().any(|example| {
            example.dialogue.iter().any(|(line, _)| {
                line.split(' ').find(|word| !word.bytes().all(|b| b.is_ascii_digit())) == Some(command.name)
            })
        });
        assert!(has_example, "the manual has no example of {}", command.name);
    }
}
