//! `quintet regress` on whole suites.

use std::path::Path;
use std::process::Command;

use crate::{fake_engine, file, gnugo, scratch};

/// Returns exit status and output of `quintet regress ARGUMENTS`, run in `directory`.
fn regress(directory: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .arg("regress")
        .args(arguments)
        .current_dir(directory)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), text)
}

/// Runs the text of one suite on the fake engine.
fn run(name: &str, suite: &str, arguments: &[&str]) -> (i32, String) {
    let directory = scratch(name);
    std::fs::write(directory.join("a.tst"), suite).unwrap();
    regress(&directory, &[&["--engine", &fake_engine(), "a.tst"], arguments].concat())
}

#[test]
fn the_four_outcomes_are_reported_in_the_words_of_gnu_go() {
    let suite =
        "1 echo C3\n#? [C3|D4]\n2 echo C3\n#? [!C3]*\n3 echo C3\n#? [C3]*\n4 echo C3\n#? [D4]\n5 echo C3\n#? [D4]&\n";
    let expected = "1 passed\n2 failed: Correct '!C3', got 'C3'\n3 PASSED\n4 FAILED: Correct 'D4', got 'C3'\n5 C3\n\
        Summary: 2/4 passes. 1 unexpected pass, 1 unexpected failure\n";
    assert_eq!(run("outcomes", suite, &[]), (1, expected.to_owned()));
    let expected = "3 unexpected PASS!\n4 unexpected FAIL: Correct 'D4', got 'C3'\n\
        Summary: 2/4 passes. 1 unexpected pass, 1 unexpected failure\n";
    assert_eq!(run("outcomes-quiet", suite, &["--quiet"]), (1, expected.to_owned()));
}

#[test]
fn the_status_is_0_where_all_is_as_expected_a_known_failure_included() {
    let (status, text) = run("expected", "1 echo a\n#? [a]\n2 echo a\n#? [b]*\n3 echo a\n", &[]);
    assert_eq!(status, 0, "{text}");
    assert!(text.ends_with("Summary: 2/3 passes. 0 unexpected passes, 0 unexpected failures\n"), "{text}");
}

#[test]
fn a_list_of_suites_that_names_itself_is_refused() {
    let directory = scratch("endless-list");
    std::fs::write(directory.join("list"), "@list\n").unwrap();
    let (status, text) = regress(&directory, &["--engine", &fake_engine(), "@list"]);
    assert_eq!((status, text.lines().count()), (2, 1), "{text}");
    assert!(text.contains("cannot read list: lists of suites are nested more than 16 deep"), "{text}");
}

#[test]
fn an_unexpected_pass_is_not_as_expected() {
    assert_eq!(run("unexpected-pass", "1 echo a\n#? [a]*\n", &[]).0, 1);
}

#[test]
fn an_error_passes_only_where_its_message_is_asked_for() {
    assert_eq!(run("message", "1 fail illegal move\n#? [illegal move]\n", &[]).0, 0);
    assert_eq!(run("negated", "1 fail illegal move\n#? [!D4]\n", &[]).0, 1);
    assert_eq!(run("alone", "1 fail illegal move\n#?\n", &[]).0, 1);
    assert_eq!(run("bare", "1 fail illegal move\n", &[]).0, 1);
}

#[test]
fn answers_of_several_lines_are_matched_whole() {
    assert_eq!(run("lines", "1 echo a\\nb\n#? [a.b]\n2 echo a\\nb\n#? [!a]\n", &[]).0, 0);
}

#[test]
fn a_refused_set_up_command_is_reported_and_counts_as_unexpected() {
    let (status, text) = run("refused", "loadsgf none.sgf\n1 echo a\n#? [a]\n", &[]);
    assert_eq!(status, 1);
    assert!(text.contains("line 1: \"loadsgf none.sgf\" was answered with '? cannot load file'\n1 passed\n"), "{text}");
}

#[test]
fn an_engine_that_crashes_is_started_again_and_set_up_again() {
    let suite = "set here\n1 get\n#? [here]\n2 crash\n#? [x]*\n3 get\n#? [here]\ncrash\n4 get\n#? [here]\n";
    let (status, text) = run("crash", suite, &[]);
    let expected = "1 passed\n2 FAILED: Correct 'x', but the engine: ended with status 3\nthe engine was started again\n\
        3 passed\nline 8: \"crash\" got no answer: ended with status 3\nthe engine was started again\n4 passed\n\
        Summary: 3/4 passes. 0 unexpected passes, 1 unexpected failure, 1 set-up command failed, 2 restarts of the engine\n";
    assert_eq!((status, text.as_str()), (1, expected));
}

#[test]
fn an_engine_that_hangs_floods_or_talks_nonsense_fails_its_test_alone() {
    let suite = "1 hang\n#? [x]\n2 flood\n#? [x]\n3 garbage\n#? [x]\n4 echo a\n#? [a]\n";
    let (status, text) = run("hang", suite, &["--timeout", "6"]);
    assert_eq!(status, 1);
    assert!(
        text.contains("1 FAILED: Correct 'x', but the engine: no answer to \"hang\" within 6.0 seconds\n"),
        "{text}"
    );
    assert!(text.contains("2 FAILED: Correct 'x', but the engine: more than"), "{text}");
    assert!(text.contains("3 FAILED: Correct 'x', but the engine: expected an answer that begins with"), "{text}");
    assert!(text.contains("4 passed\n"), "{text}");
}

#[test]
fn an_expectation_that_cannot_be_read_fails_its_test_alone() {
    let (status, text) = run("unclosed", "1 echo a\n#? [a\n2 echo b\n#? [b]\n", &[]);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("1 FAILED: line 2 cannot be read: the expression has no closing `]`"), "{text}");
    assert!(text.contains("2 passed\n"), "{text}");
}

#[test]
fn a_command_without_a_number_is_judged_if_a_response_is_expected() {
    let (status, text) = run("unnumbered", "\u{feff}echo a\n#? [a]\necho b\n#? [a]\n", &[]);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("line 1 passed\n") && text.contains("line 3 FAILED: Correct 'a', got 'b'"), "{text}");
}

#[test]
fn a_number_or_an_expectation_without_a_command_fails_one_test() {
    let (status, text) = run("no-command", "#? [a]\n40\n#? [b]\n1 echo a\n#? [a]\n", &[]);
    assert_eq!(status, 1);
    assert!(text.contains("line 1 FAILED: line 1 cannot be read: `#?` stands below no command\n"), "{text}");
    assert!(text.contains("40 FAILED: line 2 cannot be read: test 40 has no command\n1 passed\n"), "{text}");
}

#[test]
fn gnu_gos_reading_of_alternatives_is_an_option() {
    let suite = "1 echo D44\n#? [C3|D4|E5]\n2 echo D4\n#? [(C3|D4)]\n3 echo C3x\n#? [C3|D4\n";
    assert_eq!(run("gogui", suite, &[]).0, 1);
    assert_eq!(run("gnugo", suite, &["--gnugo"]).0, 0);
}

#[test]
fn an_engine_that_cannot_be_run_ends_with_2() {
    let directory = scratch("cannot");
    std::fs::write(directory.join("a.tst"), "1 name\n#? [fake]\n").unwrap();
    let status = |arguments: &[&str]| regress(&directory, arguments).0;
    let engine = fake_engine();
    assert_eq!(status(&["--engine", &engine, "a.tst"]), 0);
    assert_eq!(status(&["--engine", &engine, "a.tst", "none.tst"]), 2);
    assert_eq!(status(&["--engine", "/no/such/engine", "a.tst"]), 2);
    assert_eq!(status(&["--engine", "false", "a.tst"]), 2);
    assert_eq!(status(&["--engine", "cat", "a.tst"]), 2);
    assert_eq!(status(&["--engine", "'", "a.tst"]), 2);
    assert_eq!(status(&["--timeout", "0", "a.tst"]), 2);
    assert_eq!(status(&[]), 2);
    assert_eq!(status(&["--engine", &engine, "--junit", "none/x.xml", "a.tst"]), 2);
}

#[test]
fn files_are_relative_to_the_suite_and_the_engine_to_the_working_directory() {
    let directory = scratch("relative");
    std::fs::create_dir(directory.join("suites")).unwrap();
    std::fs::write(directory.join("suites/a.sgf"), "(;)").unwrap();
    std::fs::write(directory.join("suites/a.tst"), "loadsgf a.sgf\n1 name\n#? [fake]\n").unwrap();
    std::fs::copy(file("engine.py"), directory.join("engine.py")).unwrap();
    assert_eq!(regress(&directory, &["--engine", "python3 engine.py", "suites/a.tst"]).0, 0);
    assert_eq!(regress(&directory, &["--engine", "python3 ./engine.py", "suites/a.tst"]).0, 0);
}

#[test]
fn several_suites_run_at_the_same_time_and_are_reported_in_order() {
    let directory = scratch("jobs");
    // Each suite waits for the others to start; the first one ends last.
    for (name, wait) in [("a", "await b-done c-done"), ("b", "await a c"), ("c", "await a b")] {
        let suite = format!("mark {name}\n{wait}\n1 echo x\n#? [x]\nmark {name}-done\n");
        std::fs::write(directory.join(format!("{name}.tst")), suite).unwrap();
    }
    std::fs::write(directory.join("list"), "# all of them\na.tst\n\nb.tst\nc.tst\n").unwrap();
    let (status, text) = regress(&directory, &["--engine", &fake_engine(), "--jobs", "3", "@list"]);
    let line = "Summary: 1/1 passes. 0 unexpected passes, 0 unexpected failures\n";
    let one = |name: &str| format!("{name}.tst 1 passed\n{name}.tst {line}");
    let total = "Summary: 3/3 passes. 0 unexpected passes, 0 unexpected failures\n";
    assert_eq!((status, text), (0, one("a") + &one("b") + &one("c") + total));
}

#[test]
fn junit_xml_says_the_same() {
    let directory = scratch("junit");
    let suite = "fail <&>\"'\n1 echo a\n#? [a]\n2 echo <b>\n#? [a&b]\n3 echo a\n#? [b]*\n4 echo a\n#? [a]*\n5 crash\n";
    std::fs::write(directory.join("a.tst"), suite).unwrap();
    assert_eq!(regress(&directory, &["--engine", &fake_engine(), "--junit", "out.xml", "a.tst"]).0, 1);
    let script = "import sys, xml.etree.ElementTree as E\n\
        s = E.parse(sys.argv[1]).getroot().find('testsuite')\n\
        print(s.get('name'), s.get('tests'), s.get('failures'), s.get('errors'), s.get('skipped'))\n\
        for c in s: print(c.get('name'), *[x.tag + ' ' + x.get('message') for x in c], sep=' | ')";
    let output = Command::new("python3").args(["-c", script]).arg(directory.join("out.xml")).output().unwrap();
    let expected = "a.tst 6 2 2 1\n1 echo a\n2 echo <b> | failure correct 'a&b', got '<b>'\n\
        3 echo a | skipped known failure: correct 'b', got 'a'\n4 echo a | failure unexpected pass: correct 'a', got 'a'\n\
        5 crash | error ended with status 3\nline 1 fail <&>\"' | error was answered with '? <&>\"''\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn commands_of_a_gtp_file_go_before_each_suite() {
    let directory = scratch("gtpfile");
    std::fs::write(directory.join("first.gtp"), "# a\nset ready # b\n").unwrap();
    std::fs::write(directory.join("a.tst"), "1 get\n#? [ready]\n2 crash\n#? [x]&\n3 get\n#? [ready]\n").unwrap();
    assert_eq!(regress(&directory, &["--engine", &fake_engine(), "--gtpfile", "first.gtp", "a.tst"]).0, 0);
}

#[test]
fn gnu_go_passes_its_suite() {
    let Some(gnugo) = gnugo() else { return };
    let engine = format!("{gnugo} --mode gtp --level 1");
    let (status, text) = regress(&file(""), &["--engine", &engine, "gnugo.tst"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("\n50 failed: Correct "), "{text}");
    assert!(text.ends_with(" passes. 0 unexpected passes, 0 unexpected failures\n"), "{text}");
}

#[test]
fn the_last_output_of_an_engine_that_ends_at_its_start_is_shown() {
    let directory = scratch("dead");
    std::fs::write(directory.join("a.tst"), "1 echo a\n").unwrap();
    let engine = format!("python3 '{}' closed", file("match_engine.py").display());
    let (status, text) = regress(&directory, &["--engine", &engine, "a.tst"]);
    assert_eq!(status, 2);
    let reason = "the engine cannot be run: ended with status 1; it wrote to its stderr: no such option: --strength\n";
    assert!(text.starts_with(reason), "{text}");
}
