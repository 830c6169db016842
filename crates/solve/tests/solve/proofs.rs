//! Proofs of values. What they prove is checked by `tools/check-proof`.

use std::path::Path;

use quintet_core::setup::Setup;
use quintet_record::position_line;
use quintet_solve::{Limits, lacks_proofs, prove};

use crate::{setup, solve};

/// Returns the proof of the start of a game.
fn proof(setup: &Setup) -> Vec<u8> {
    let value = solve(setup, &*setup.start(), Limits::default()).value().expect("it is solved");
    let line = position_line::format(setup, &setup.start().diagram());
    prove(setup, None, &line, value, Limits::default(), &|_| true).expect("it is proved")
}

/// Returns the lines of the header of a proof.
fn header(proof: &[u8]) -> Vec<String> {
    let end = proof.windows(2).position(|two| two == b"\n\n").expect("a header");
    String::from_utf8_lossy(&proof[..end]).lines().map(str::to_owned).collect()
}

#[test]
fn the_published_proofs_are_what_the_program_writes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    let names = [
        ("cancer 2x5 pie=off", "cancer-2x5-any"),
        ("cancer 3x4 pie=off eye=strict", "cancer-3x4-strict"),
        ("cascade 4 fill=both", "cascade-4-both"),
        ("redstone 3 pie=off", "redstone-3"),
        ("stoical 3x4 repetition=none", "stoical-3x4"),
        // Lines can lead back to earlier positions here.
        ("stoical 2x6 repetition=none", "stoical-2x6"),
    ];
    for (line, name) in names {
        let published = std::fs::read(folder.join(name).with_extension("proof")).expect("a file");
        assert!(proof(&setup(line)) == published, "{name}");
    }
}

#[test]
fn claims_say_what_each_side_gets_unless_nobody_can_miss_it() {
    let cases: [(&str, &[&str]); 4] = [
        ("cascade 3 fill=both", &["claim b -1 ", "claim w 1 "]),
        ("redstone 2 pie=off", &["claim w 1 "]),
        ("stoical 3 repetition=none", &["claim b 9 "]),
        ("stoical 2 repetition=none", &["claim b 0 ", "claim w 0 "]),
    ];
    for (line, claims) in cases {
        let header = header(&proof(&setup(line)));
        assert_eq!(header[0], "quintet proof 1");
        assert_eq!(header.len(), 2 + claims.len(), "{header:?}");
        for (claim, line) in claims.iter().zip(&header[2..]) {
            assert!(line.starts_with(claim), "{line}");
        }
    }
}

#[test]
fn positions_without_proofs_are_refused() {
    let cases = [
        ("alaric 7", "proofs are written for games that are solved by search, not for this one"),
        ("bracket 3", "proofs are written for games that are solved by search, not for this one"),
        ("stoical 3", "proofs are written where earlier boards do not matter: --rule repetition=none"),
        ("stoical 3 repetition=none komi=1", "proofs are written without komi"),
        (
            "stoical 3 repetition=none block=A1",
            "proofs are written for boards of at most 32 points, none of them blocked",
        ),
        ("cascade 6", "proofs are written for boards of at most 32 points, none of them blocked"),
    ];
    for (line, reason) in cases {
        let error = lacks_proofs(&setup(line), None).expect("it is refused");
        assert_eq!(error.to_string(), reason, "{line}");
    }
}

#[test]
fn positions_after_a_pass_have_no_proofs() {
    let line = "stoical 3 ko=stoical repetition=none komi=0 .../.x./.o. w";
    for (state, is_refused) in [("", false), (" passes=1", true), (" captured-b=1", true)] {
        let (setup, diagram) = position_line::read(&format!("{line}{state}")).unwrap();
        assert_eq!(lacks_proofs(&setup, Some(&diagram)).is_some(), is_refused, "{state}");
    }
}

#[test]
fn a_search_that_is_stopped_writes_no_proof() {
    let setup = setup("cascade 4");
    let line = position_line::format(&setup, &setup.start().diagram());
    let proof = prove(&setup, None, &line, -1.0, Limits::default(), &|_| false);
    assert_eq!(proof.unwrap_err().to_string(), "stopped; a claim was not proved within the limits");
}

#[test]
fn a_wrong_value_is_not_proved() {
    let setup = setup("cascade 3");
    let line = position_line::format(&setup, &setup.start().diagram());
    assert!(prove(&setup, None, &line, 1.0, Limits::default(), &|_| true).is_err());
}
