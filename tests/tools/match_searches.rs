//! `quintet match --record-searches`, from the command line.

use super::matches::{Match, assert_ends, fake, ours, text};

#[test]
fn the_visits_of_each_move_are_recorded_if_the_engine_reports_them() {
    let options = "--games 2 --record-searches";
    let played = Match::new("match-searches", &[fake("A", ""), ours("B", "--visits 60")], options);
    let output = played.run(&[]);
    assert_ends(&output, 0);
    assert!(text(&output.stderr).contains("A does not report its searches"), "{}", text(&output.stderr));
    for record in played.records() {
        assert_eq!(record.searches.len(), record.moves.len());
        for (ply, search) in record.searches.iter().enumerate() {
            let is_ours = ply >= record.opening && record.engine(record.mover(ply)) == "B";
            assert!(is_ours || search.is_none(), "ply {ply} of {}", record.number);
            // Later in the game results are proved after few visits.
            assert!(!is_ours || ply > 10 || search.is_some(), "ply {ply} of {}", record.number);
            let Some(search) = search else { continue };
            assert!(search.visits.iter().map(|(_, visits)| visits).sum::<u32>() <= 120, "{search}");
            assert!(search.visits.iter().all(|(mv, _)| !record.moves[..ply].contains(mv)), "{search}");
            assert!(search.visits.iter().any(|(mv, _)| *mv == record.moves[ply]), "{search}");
        }
    }
    // The records are accepted when the match is resumed.
    assert_ends(&played.run(&["--resume"]), 0);
    let output = Match::new("match-no-searches", &[fake("A", ""), fake("B", "")], options).run(&[]);
    assert_ends(&output, 2);
    let error = text(&output.stderr);
    assert!(
        error.ends_with("no engine reports its searches: --record-searches needs the command kata-genmove_analyze\n")
    );
}
