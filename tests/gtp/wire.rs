//! Framing, ids, comments, odd bytes, long lines.

use crate::{run, talk};

#[test]
fn every_answer_ends_with_exactly_one_empty_line() {
    let answers = talk(&[], "name\n7 version\nkomi 6.5\n8 komi 6.5\nfoo\n9 foo\n");
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("= quintet\n\n=7 {version}\n\n= \n\n=8 \n\n? unknown command\n\n?9 unknown command\n\n");
    assert_eq!(answers, expected);
}

#[test]
fn empty_lines_comments_and_ids_alone_get_no_answer() {
    assert_eq!(talk(&[], "\n\r\n   \t \n# name\n  # 5 name\n12\n 12 # x\n\x01\x02\nname # this\n"), "= quintet\n\n");
}

#[test]
fn control_characters_vanish_and_tabs_separate_words() {
    assert_eq!(talk(&[], "\x00n\x01ame\r\n\t3\tknown_command\tname\x7f\n"), "= quintet\n\n=3 true\n\n");
}

#[test]
fn ids_go_up_to_the_largest_integer() {
    let answers = talk(&[], "0 name\n2147483647 name\n00012 name\n2147483648 name\n99999999999999999999 name\n");
    let refused = "? syntax error: an id is an integer up to 2147483647\n\n";
    let expected = format!("=0 quintet\n\n=2147483647 quintet\n\n=12 quintet\n\n{refused}{refused}");
    assert_eq!(answers, expected);
}

#[test]
fn a_last_line_without_newline_is_answered() {
    assert_eq!(talk(&[], "name"), "= quintet\n\n");
    assert_eq!(talk(&[], "5 quit"), "=5 \n\n");
    assert_eq!(talk(&[], ""), "");
}

#[test]
fn everything_before_quit_is_answered_and_nothing_after_it() {
    assert_eq!(talk(&[], "1 name\n2 quit\n3 name\n"), "=1 quintet\n\n=2 \n\n");
}

#[test]
fn bytes_that_are_not_text_never_end_the_session() {
    let mut input: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n' && byte != b'#').collect();
    input.extend_from_slice(b"\nplay \xff\xfe \xc3\x28\nplay b \xe2\x82\nloadsgf \xf0\x9f\nname\n");
    let (answers, code) = run(&[], &input);
    let text = String::from_utf8(answers).expect("answers are text");
    assert_eq!(code, 0);
    assert_eq!(text.matches("\n\n").count(), 5, "{text}");
    assert!(text.ends_with("= quintet\n\n"), "{text}");
}

#[test]
fn a_line_may_have_a_mebibyte() {
    for (length, status) in [(1 << 20, "? unknown command"), ((1 << 20) + 1, "? a line has at most 1048576 bytes")] {
        let mut input = vec![b'x'; length];
        input.extend_from_slice(b"\nname\n");
        let (answers, _) = run(&[], &input);
        assert_eq!(String::from_utf8_lossy(&answers), format!("{status}\n\n= quintet\n\n"));
    }
    let mut session = crate::session("stoical", quintet_gtp::Style::Words);
    let answer = crate::ask(&mut session, &"x".repeat((1 << 20) + 2));
    assert_eq!(answer, "? a line has at most 1048576 bytes");
    let mut input = b"77 name ".to_vec();
    input.resize(3 << 20, b' ');
    let (answers, _) = run(&[], &input);
    assert_eq!(String::from_utf8_lossy(&answers), "?77 a line has at most 1048576 bytes\n\n");
}

#[test]
fn messages_quote_forty_characters_at_most() {
    let answer = talk(&[], &format!("set_game {}\n", "\u{85}y".repeat(100)));
    let quoted = answer.split('\'').nth(1).expect("a quotation");
    assert!(quoted.chars().count() <= 41 && !quoted.chars().any(char::is_control), "{answer:?}");
}

#[test]
fn a_hundred_thousand_pipelined_plays_are_answered_in_order() {
    let mut input = String::new();
    let mut expected = String::new();
    for id in 0..100_000_u32 {
        let (line, status) = match id % 4 {
            0 => ("clear_board", '='),
            1 => ("play b D4", '='),
            2 => ("play w D4", '?'),
            _ => ("play w E5", '='),
        };
        input.push_str(&format!("{id} {line}\n"));
        expected.push_str(&format!("{status}{id} {}\n\n", if status == '?' { "illegal move" } else { "" }));
    }
    assert!(talk(&[], &input) == expected);
}

#[test]
fn an_output_that_cannot_be_written_is_an_error_unless_the_client_has_gone() {
    use std::io::{Cursor, Error, ErrorKind, Write};

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(Error::from(self.0))
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    for kind in [ErrorKind::StorageFull, ErrorKind::BrokenPipe] {
        let mut session = crate::session("stoical", quintet_gtp::Style::Words);
        let ended = quintet_gtp::serve(&mut session, Cursor::new("name\nname\n"), Broken(kind));
        let error = ended.err().map(|error| error.kind());
        assert_eq!(error, (kind != ErrorKind::BrokenPipe).then_some(kind));
    }
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it has an input");
    // The input stays open; nobody reads the answers.
    std::io::Write::write_all(&mut stdin, b"name\nversion\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    drop(stdin);
}

#[test]
fn bridges_find_each_move_on_standard_error_if_enabled() {
    use std::process::{Command, Stdio};
    let session_output = |args: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["--visits", "50", "--seed", "1", "--size", "5"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("it has an input");
        std::io::Write::write_all(&mut stdin, b"genmove b\n").expect("it reads");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("it is text");
        (text(output.stdout), text(output.stderr))
    };
    let (answer, lines) = session_output(&["--bridge-lines"]);
    let word = answer.trim_start_matches("= ").trim_end();
    let first = lines.lines().next().expect("there is a line");
    assert!(first.trim_start().starts_with(&format!("{word} -> ")), "{first}");
    assert!(first.contains(&format!(" PV: {word}")) && first.contains("(V: ") && first.contains("(N: "), "{first}");
    assert!(lines.contains("50 visits, 50 nodes, 50 playouts, ") && lines.ends_with(" n/s\n\n"), "{lines}");
    assert_eq!(session_output(&[]), (answer, String::new()));
}
