//! Files with variations and remarks: everything that was read is written again.

use proptest::prelude::*;
use quintet_core::types::{Move, Seat, Stone};
use quintet_record::sgf::{Record, read, write, write_up_to};
use quintet_record::tree::{Cursor, NodeId, Step};

fn good(file: &str) -> Record {
    read(file.as_bytes(), None).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns what is written of a file after the properties that every file begins with.
fn rewritten(file: &str) -> String {
    let text = write(&good(file).tree);
    assert_eq!(write(&good(&text).tree), text, "a second time");
    let head = format!("(;FF[4]GM[1]CA[UTF-8]AP[quintet:{}]", env!("CARGO_PKG_VERSION"));
    let rest = text.strip_prefix(&head).unwrap_or_else(|| panic!("{text}"));
    rest.replace('\n', "").strip_suffix(')').expect("a tree ends").to_owned()
}

#[test]
fn every_property_stays_on_its_node() {
    let root = "SZ[9]RU[Chinese]KM[6.50]PB[b]PW[w]N[root name]C[root]GN[g]ST[2]XY[un][known]DT[1999]HA[0]RE[W+R]";
    let remarks = "N[tengen]LB[ee:A][cc:B]TR[dd]SQ[gg]CR[ff]MA[aa]SL[bb]AR[aa:bb]LN[cc:dd]DD[]VW[aa:cc]TB[aa]TW[bb]\
                   BL[299.5]OB[0]C[first \\] line]GB[1]V[3.5]HO[1]DM[1]UC[1]FG[257:a]PM[1]KO[]MN[5]";
    let nodes = format!(";B[ee]{remarks}(;W[cc]BM[1]C[second];B[gc]TE[2])(;W[gg]C[variation];B[cg]DO[])(;C[only])");
    assert_eq!(rewritten(&format!("(;GM[1]{root}{nodes})")), format!("{root}{nodes}"));
}

#[test]
fn values_that_give_the_setup_stay_as_they_are_where_they_are_read_as_the_same() {
    for facts in ["SZ[9]RU[of the house]KM[6,5]", "SZ[9]RU[Japanese Rules]KM[0]", "SZ[19]KM[375]", "SZ[9]KM[none]"] {
        assert_eq!(rewritten(&format!("(;GM[1]{facts};B[cc])")), format!("{facts};B[cc]"));
    }
    // Fox writes hundredths, but the new file is not one of Fox's.
    assert_eq!(rewritten("(;GM[1]SZ[9]KM[650]AP[foxwq]RU[Japanese];B[cc])"), "SZ[9]RU[Japanese]KM[6.5];B[cc]");
    // Without rules the file would be Stoical Go, which forbids the last move.
    let ko = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[gg];B[fg];W[bb];B[gf]";
    assert!(rewritten(&format!("(;GM[1]SZ[7]{ko})")).starts_with("SZ[7]RU[Chinese];B[ba]"));
}

#[test]
fn no_date_and_no_handicap_is_made_up() {
    assert_eq!(rewritten("(;GM[1]SZ[9]HA[4];W[ee])"), "SZ[9]HA[4];W[ee]");
    assert_eq!(rewritten("(;GM[1]SZ[9]AB[cc][gg];W[ee])"), "SZ[9]AB[cc][gg];W[ee]");
}

#[test]
fn nodes_are_read_with_all_their_variations() {
    let record = good("(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]C[e]))(;W[ff](;B[gg])(;B[hh])))");
    let tree = &record.tree;
    let moves = |node| tree.moves(node).iter().map(|(_, mv)| tree.start().word(*mv)).collect::<Vec<_>>().join(" ");
    let ends = (0..9).map(NodeId::new).filter(|&node| tree.children(node).is_empty());
    let lines: Vec<String> = ends.map(moves).collect();
    assert_eq!(lines, ["A9 B8 C7 D6", "A9 B8 C7 E5", "A9 F4 G3", "A9 F4 H2"]);
    let mut cursor = Cursor::new(tree);
    for node in (0..9).map(NodeId::new) {
        cursor.go_to(tree, node);
        assert_eq!(cursor.game().moves(), tree.moves(node));
        assert_eq!(cursor.game().key(), tree.game_at(node).key());
    }
    assert!(!tree.contains(NodeId::new(9)));
}

#[test]
fn stones_that_are_set_up_after_moves_are_a_step_of_their_own() {
    let file = "(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[gc];W[gg];B[cg];W[];B[];AE[ee])";
    let record = good(file);
    let (tree, end) = (&record.tree, record.tree.end());
    assert_eq!((record.warnings.len(), record.moves().len(), tree.steps(end)), (0, 7, 8));
    assert!(matches!(tree.step(end), Step::SetUp(_)));
    let before = tree.before(end, 1).unwrap();
    let mut game = record.replay();
    assert_eq!(game.diagram().points_with(Stone::Black).count(), 2);
    tree.travel(&mut game, end, before);
    assert_eq!((game.moves().len(), game.diagram().points_with(Stone::Black).count()), (7, 3));
    assert_eq!(rewritten(file), "SZ[9]KM[7];B[ee];W[cc];B[gc];W[gg];B[cg];W[];B[];AE[ee]");

    let second = good("(;GM[1]SZ[9]HA[2];AB[cc][gg];W[ee];B[ef])");
    assert_eq!((second.warnings.len(), second.replay().start_diagram().to_move), (0, Seat::White));
    let second = good("(;GM[1]SZ[9]HA[2];AB[cc][gg])");
    assert_eq!((second.warnings.len(), second.replay().to_move()), (0, Seat::White));
}

#[test]
fn a_move_that_takes_its_own_stones_is_a_move() {
    let record = good("(;SZ[5]RU[NZ];B[ca];W[aa];B[ab];W[ee];B[bb];W[ba];B[ed])");
    let mut game = record.replay();
    assert_eq!(game.moves().len(), 7);
    game.undo(2).unwrap();
    assert_eq!(game.diagram().points_with(Stone::White).count(), 2);
}

#[test]
fn a_variation_that_cannot_be_played_is_kept_as_text() {
    let file = "(;GM[1]SZ[9];B[ee](;W[ee]C[x];B[aa](;W[zz])(;W[bb]))(;W[cc])(;AB[zz]))";
    let error = read(file.as_bytes(), None).unwrap_err().to_string();
    assert_eq!(error, "line 1: move 2, white E5, is illegal");
    let file = "(;GM[1]SZ[9];B[ee](;W[cc];B[dd])(;W[ee]C[x];B[aa](;W[zz])(;W[bb]))(;AB[zz]))";
    let record = good(file);
    let expected = [
        "line 1: move 2, white E5, is illegal; the variation is kept, but not shown",
        "line 1: AB[zz] cannot be read; it takes points of this board, like cd or aa:cc; the variation is kept, but \
         not shown",
    ];
    assert_eq!(record.warnings, expected);
    assert_eq!((record.tree.children(NodeId::new(1)).len(), record.tree.contains(NodeId::new(4))), (1, false));
    assert_eq!(rewritten(file), file["(;GM[1]".len()..file.len() - 1]);
}

#[test]
fn a_node_with_several_steps_becomes_several_nodes() {
    assert_eq!(rewritten("(;GM[1]SZ[9]B[ee]C[here]AB[aa];W[cc])"), "SZ[9]AB[aa];B[ee]C[here];W[cc]");
    assert_eq!(rewritten("(;GM[1]SZ[9];B[ee]W[cc]C[two];B[dd])"), "SZ[9];B[ee];W[cc]C[two];B[dd]");
    assert_eq!(rewritten("(;GM[1]SZ[9];B[ee];AE[ee]W[cc]C[x])"), "SZ[9];B[ee];AE[ee];W[cc]C[x]");
}

#[test]
fn the_result_is_kept_as_long_as_the_main_line_ends_there() {
    let record = good("(;GM[1]SZ[9]RE[B+R];B[ee];W[cc](;B[dd])(;B[gg]))");
    let end = record.tree.end();
    let written = |record: &Record, node| write_up_to(&record.tree, node, &record.tree.game_at(node));
    assert!(written(&record, end).contains("RE[B+R]"));
    let before = record.tree.before(end, 1).unwrap();
    assert!(!written(&record, before).contains("RE["));
    assert!(written(&record, before).ends_with(";B[ee];W[cc])\n"));
    let mut other = record.clone();
    let pass = other.tree.add(end, Seat::White, Move::PASS, true);
    assert!(!write(&other.tree).contains("RE["));
    other.tree.take_back(end);
    assert!(!other.tree.contains(pass) && write(&other.tree).contains("RE[B+R]"));
    // A move of a variation that is played becomes the main line.
    let gg = other.tree.children(before)[1];
    let Step::Move(seat, mv) = *other.tree.step(gg) else { panic!("a move") };
    assert_eq!(other.tree.add(before, seat, mv, true), gg);
    assert!(write(&other.tree).ends_with(";B[ee];W[cc]\n(;B[gg])\n(;B[dd]))\n"));
    assert_eq!(read(b"(;SZ[9]RE[B+R];B[ee];W[cc])", Some(2)).unwrap().tree.fact("RE"), None);
}

#[test]
fn the_side_to_move_is_written_where_it_would_not_be_read() {
    let mut record = good("(;GM[1]SZ[9]AB[cc];B[ee];AW[gg])");
    assert_eq!(rewritten("(;GM[1]SZ[9]AB[cc];B[ee];AW[gg])"), "SZ[9]AB[cc];B[ee];AW[gg]");
    assert_eq!(record.replay().to_move(), Seat::White);
    let end = record.tree.end();
    record.tree.add(end, Seat::Black, Move::PASS, true);
    let text = write(&record.tree);
    assert!(text.ends_with(";B[ee];AW[gg]PL[W];B[])\n"), "{text}");
    assert_eq!(good(&text).replay().start_diagram().to_move, Seat::White);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_was_read_is_written_and_read_again(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "(;", "(;", ")", ")", ";", ";", ";", "B[aa]", "W[ab]", "B[ba]", "W[bb]", "AB[aa:ba]", "AE[bb]", "AW[cc]",
                "QA[blocked:ab]", "QS[]", "RU[NZ]", "PL[W]", "PL[B]", "QT[passes=1]", "HA[3]", "KM[2]", "B[]", "W[]",
                "C[\\]]", "LB[aa:x]", "XX[]", "RE[B+R]", "RE[]", "PB[a]", "DT[]",
            ]),
            0..25,
        )
    ) {
        let text = parts.concat();
        let open = text.matches('(').count().saturating_sub(text.matches(')').count());
        for game in ["", "RU[cancer]", "RU[stoical]"] {
            let Ok(record) = read(format!("(;SZ[3]{game}{text}{})", ")".repeat(open)).as_bytes(), None) else { continue };
            let written = write(&record.tree);
            let again = read(written.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {written}"));
            prop_assert_eq!(write(&again.tree), written.clone());
            prop_assert_eq!(again.moves(), record.moves());
            prop_assert_eq!(again.replay().key(), record.replay().key(), "{}", written);
            prop_assert_eq!(again.tree.start().key(), record.tree.start().key(), "{}", written);
        }
    }
}
