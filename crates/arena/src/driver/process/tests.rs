use quintet_core::time::ManualTime;

use super::*;

/// Far more than any of these scripts takes; reached only if something hangs.
const LONG: Duration = Duration::from_secs(60);

const SECOND: Duration = Duration::from_secs(1);

fn script(text: &str) -> [OsString; 3] {
    ["sh", "-c", text].map(OsString::from)
}

fn shell(text: &str) -> Process {
    Process::start(&script(text)).unwrap()
}

/// An engine by a clock that moves by a second each time it is read.
fn with_ticking_clock(text: &str) -> Process {
    Process::start_in(&script(text), None, Arc::new(ManualTime::ticking(SECOND))).unwrap()
}

/// Waits for something that another process or thread does soon.
fn wait_for(condition: impl Fn() -> bool) {
    for _ in 0..6000 {
        if condition() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the condition does not come true");
}

#[test]
fn a_missing_program_is_named() {
    let error = Process::start(&["/no/such/program".into()]).err().unwrap();
    assert!(error.to_string().starts_with("cannot start /no/such/program: "), "{error}");
}

#[test]
fn responses_are_received_and_the_traffic_is_kept() {
    let mut engine = shell("read a; printf '= one\\n\\n'; read a; printf '? two\\n\\n'; echo log >&2; read a");
    assert_eq!(engine.ask("x", LONG).unwrap(), Response::Success("one".to_owned()));
    assert_eq!(engine.ask("y", LONG).unwrap(), Response::Failure("two".to_owned()));
    assert_eq!(engine.transcript(), ["> x", "< = one", "> y", "< ? two"]);
    let stderr = engine.stderr.clone();
    assert!(engine.quit(LONG).unwrap().success());
    wait_for(|| stderr.lock().unwrap().lines() == ["log"]);
}

#[test]
fn silence_is_a_timeout_and_an_end_is_a_crash() {
    let mut engine = with_ticking_clock("sleep 99");
    let error = engine.ask("x", 3 * SECOND).unwrap_err();
    assert_eq!(error.to_string(), "no answer to \"x\" within 3.0 seconds");
    let mut engine = shell("read a; exit 3");
    let error = engine.ask("x", LONG).unwrap_err();
    assert!(matches!(&error, ProcessError::Crash(text) if text == "ended with status 3"), "{error}");
    let mut engine = shell("echo 'no such option' >&2; echo >&2; echo 'try --help' >&2; exit 2");
    let error = engine.ask("x", LONG).unwrap_err().to_string();
    assert_eq!(error, "ended with status 2; it wrote to its stderr: no such option / try --help");
}

#[test]
fn a_flood_and_output_without_a_command_are_protocol_errors() {
    let mut engine = shell("read a; yes '= flood'");
    assert!(matches!(engine.ask("x", LONG), Err(ProcessError::Protocol(_))));
    let mut engine = shell("read a; printf '= \\n\\n= \\n\\n'; echo written >&2; read a; read a");
    engine.ask("x", LONG).unwrap();
    wait_for(|| !engine.stderr().is_empty());
    // The second response may come in a chunk of its own.
    thread::sleep(Duration::from_millis(100));
    assert!(matches!(engine.ask("x", LONG), Err(ProcessError::Protocol(_))));
}

#[test]
fn children_die_with_the_engine() {
    let mut engine = shell("sleep 77 & echo \"= $!\"; echo; read a; wait");
    engine.pending.push_back("start".to_owned());
    let child = engine.receive(LONG).unwrap().success().unwrap();
    let is_alive = || std::fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    assert!(is_alive());
    drop(engine);
    wait_for(|| !is_alive());
}

#[test]
fn a_raised_flag_ends_the_waiting() {
    let mut engine = shell("sleep 99");
    engine.set_cancel(Arc::new(AtomicBool::new(true)));
    assert!(matches!(engine.ask("x", LONG), Err(ProcessError::Cancelled)));
}

#[test]
fn an_engine_that_writes_empty_lines_without_end_is_a_flood() {
    let mut engine = shell("read a; printf '= \\n\\n'; yes ''");
    engine.ask("x", LONG).unwrap();
    thread::sleep(Duration::from_millis(300));
    let error = engine.ask("y", LONG).unwrap_err();
    assert!(matches!(&error, ProcessError::Protocol(text) if text.starts_with("more than ")), "{error}");
}

#[test]
fn output_now_and_then_does_not_make_the_waiting_longer() {
    let mut engine = shell("while :; do echo; sleep 0.01; done");
    let error = engine.ask("x", Duration::from_millis(300)).unwrap_err();
    assert!(matches!(error, ProcessError::Timeout { .. }), "{error}");
    engine.set_cancel(Arc::new(AtomicBool::new(true)));
    assert!(matches!(engine.receive(LONG), Err(ProcessError::Cancelled)));
}
