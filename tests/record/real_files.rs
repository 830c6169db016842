//! SGF files as real programs and servers write them: what does not change the board is repaired.

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat, Stone};
use quintet_record::sgf::{LARGEST, Record, SgfProblem, contents, read, write_game};
use quintet_record::suicide::suicide;

fn read_bytes(file: &[u8]) -> Record {
    read(file, None).unwrap_or_else(|error| panic!("{}: {error}", String::from_utf8_lossy(file)))
}

fn good(file: &str) -> Record {
    read_bytes(file.as_bytes())
}

fn has_warning(record: &Record, text: &str) -> bool {
    record.warnings.iter().any(|warning| warning.contains(text))
}

fn stone(game: &Game, vertex: &str) -> Option<Stone> {
    game.stone(game.geometry().point(vertex.parse().unwrap()).unwrap())
}

#[test]
fn play_can_resume_after_two_passes() {
    let record = good("(;GM[1]SZ[9]RU[Chinese]KM[7];B[ee];W[cc];B[];W[];B[gg];W[gc];B[];W[])");
    assert_eq!(record.moves().len(), 8);
    let game = record.replay();
    assert!(game.is_over() && stone(&game, "G3") == Some(Stone::Black) && stone(&game, "G7") == Some(Stone::White));
    let file = write_game(&game, &[]);
    assert_eq!(good(&file).moves(), record.moves(), "{file}");
    // In Stoical Go too.
    assert_eq!(good("(;SZ[9]RU[stoical];B[ee];W[];B[];W[dd])").moves().len(), 4);
}

#[test]
fn a_cycle_does_not_end_ordinary_go() {
    // Move 9 restores the board after move 3, with the same side to move.
    let moves = ";B[bb];W[cb];B[ca];W[ab];B[cb];W[ba];B[ca];W[aa];B[bb];W[ab]";
    for rules in ["Japanese", "of the house", "stoical ko=simple repetition=none"] {
        assert_eq!(good(&format!("(;SZ[3:2]RU[{rules}]{moves})")).moves().len(), 10, "{rules}");
    }
}

#[test]
fn a_move_that_superko_forbids_is_read_with_simple_ko() {
    let record = good("(;SZ[3:2]RU[AGA];B[bb];W[cb];B[ca];W[ab];B[cb];W[ba];B[ca];W[aa];B[bb];W[ab])");
    assert_eq!((record.tree.setup().rule("ko"), record.moves().len()), ("simple", 10));
    assert!(has_warning(&record, "legal in ordinary Go only"), "{:?}", record.warnings);
}

#[test]
fn a_file_without_rules_is_ordinary_go_if_the_capture_ban_alone_forbids_a_move() {
    // White takes C6 with B6, and Black takes G1 at once.
    let moves = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[gg];B[fg];W[bb];B[gf]";
    let record = good(&format!("(;SZ[7]{moves})"));
    assert_eq!((record.tree.setup().rule("ko"), record.moves().len()), ("simple", 11));
    assert!(has_warning(&record, "legal in ordinary Go only"), "{:?}", record.warnings);
    let own = read(format!("(;SZ[7]RU[stoical]{moves})").as_bytes(), None).unwrap_err().to_string();
    assert_eq!(own, "line 1: move 11, black G2, is illegal");
}

#[test]
fn suicide_is_read() {
    // White's two stones in the corner take themselves.
    let record = good("(;SZ[5]RU[NZ];B[ca];W[aa];B[ab];W[ee];B[bb];W[ba];B[ed])");
    let game = record.replay();
    assert!(has_warning(&record, "move 6 is suicide"), "{:?}", record.warnings);
    assert_eq!((stone(&game, "A5"), stone(&game, "B5"), stone(&game, "E2")), (None, None, Some(Stone::Black)));
    assert_eq!(game.position().diagram().points_with(Stone::Black).count(), 4);
    // A stone on another stone is no suicide.
    let taken = read(b"(;SZ[5]RU[NZ];B[aa];W[ee];B[ba];W[de];B[ab];W[aa])", None).unwrap_err().to_string();
    assert_eq!(taken, "line 1: move 6, white A5, is illegal");
    // Other games have no suicide, even where a stone has no liberty.
    let one_cell = Setup::new(quintet_games::find("bracket").unwrap()).with_size(1).unwrap();
    assert!(suicide(&Game::new(one_cell), Seat::Black, Move::place(0, Point(0))).is_none());
    // It stays illegal in a file that names our rules.
    let own = read(b"(;SZ[5]RU[stoical];B[ba];W[ee];B[ab];W[aa])", None).unwrap_err().to_string();
    assert_eq!(own, "line 1: move 4, white A5, is illegal");
}

#[test]
fn stones_are_set_up_in_the_middle_of_a_game() {
    let record = good("(;SZ[9];B[ee];W[cc];AE[cc]AB[aa]PL[B];B[gc];W[gg])");
    let game = record.replay();
    assert_eq!(record.warnings, [""; 0]);
    assert_eq!(
        (stone(&game, "C7"), stone(&game, "A9"), stone(&game, "E5")),
        (None, Some(Stone::Black), Some(Stone::Black))
    );
    assert_eq!((game.start_diagram().to_move, game.moves().len(), record.moves().len()), (Seat::Black, 2, 4));
    // Moves are counted from the beginning of the file.
    assert_eq!(read(b"(;SZ[9];B[ee];W[cc];AE[cc];B[gc];W[gg])", Some(4)).unwrap().replay().moves().len(), 1);
    // A side that is to move after the last move.
    assert_eq!(good("(;SZ[9];B[ee];PL[B])").replay().to_move(), Seat::Black);
    // A pass before the stones is not the first of two passes.
    assert!(!good("(;SZ[9];B[ee];W[];AB[aa]PL[B];B[])").replay().is_over());
    assert!(good("(;SZ[9];B[ee];W[];B[])").replay().is_over());
    // Corners of rectangles lie on the board.
    for corners in ["aa:jb", "aa:bj", "A1:B10"] {
        let off = read(format!("(;SZ[9]AB[{corners}])").as_bytes(), None).unwrap_err().to_string();
        assert_eq!(
            off,
            format!("line 1: AB[{corners}] cannot be read; it takes points of this board, like cd or aa:cc")
        );
    }
    let impossible = read(b"(;SZ[2];B[aa];AB[ab:bb]AW[ba]AB[aa])", None).unwrap_err().to_string();
    assert!(impossible.contains("has no liberty"), "{impossible}");
}

#[test]
fn a_move_of_each_side_in_a_node_is_two_moves() {
    let record = good("(;SZ[5]RU[Chinese];B[cc];W[bb]B[dd];W[tt]B[tt])");
    assert_eq!(record.moves().len(), 5);
    assert_eq!(record.moves()[1].0, Seat::White);
    assert!(has_warning(&record, "a second move in a node"), "{:?}", record.warnings);
}

#[test]
fn points_and_passes_have_several_spellings() {
    // SmartGo's, and a point off the corner for a pass.
    let record = good("(;GM[1]SZ[19];B[R16];W[D4];B[Pass];W[tt])");
    let game = record.replay();
    assert_eq!(record.moves().len(), 4);
    assert_eq!((stone(&game, "R16"), stone(&game, "D4")), (Some(Stone::Black), Some(Stone::White)));
    assert_eq!(game.moves().iter().filter(|(_, mv)| *mv == Move::PASS).count(), 2);
    assert_eq!(good("(;SZ[9];B[jj];W[ee])").moves()[0].1, Move::PASS);
    let off = read(b"(;SZ[9];B[jk])", None).unwrap_err().to_string();
    assert!(off.contains("is illegal"), "{off}");
}

#[test]
fn nodes_after_a_variation_are_one_more() {
    let record = good("(;SZ[9];B[ee](;W[cc])(;W[gg]);N[late];B[aa])");
    assert_eq!(record.moves().len(), 2);
    assert!(has_warning(&record, "nodes after a variation"), "{:?}", record.warnings);
}

#[test]
fn a_file_of_more_than_16_mib_is_refused() {
    let path = std::env::temp_dir().join(format!("quintet-large-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;SZ[9];B[ee])").unwrap();
    let read = |length: u64| {
        std::fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        contents(&path).map(|bytes| bytes.len() as u64).map_err(|error| error.problem)
    };
    assert_eq!(read(LARGEST), Ok(16 << 20));
    assert_eq!(read(LARGEST + 1), Err(SgfProblem::Large));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn metadata_is_repaired() {
    let fox = good("(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]AP[GNU Go:3.8]RE[W+R]AP[foxwq];B[ee];W[gc])");
    assert_eq!((fox.moves().len(), fox.tree.setup().komi()), (2, 7.0));
    assert_eq!(good("(;SZ[9]PB[A]PB[B]C[one]C[two])").tree.fact("C"), Some("one\ntwo"));
    assert_eq!(good("Two moves (from a book): (;SZ[9];B[ee];W[cc])").moves().len(), 2);
    assert_eq!(good("(;SZ[9]C[one]C[one])").tree.fact("C"), Some("one"));
    assert_eq!(good("(;SZ[9]SZ[9];B[ee])").tree.setup().width(), 9);
    assert_eq!(good("(;SZ[9]PB[A]PB[B])").tree.fact("PB"), Some("A"));
    assert_eq!(good("(;SZ[9]PB[]PB[B])").tree.fact("PB"), Some("B"));
    let old = good("(;GM[1]FF[3]SZ[9]AB[cc]AW[gg]PL[1];B[ee])");
    assert_eq!((old.tree.start().diagram().to_move, old.moves().len()), (Seat::Black, 1));
    assert_eq!(good("(;SZ[9]AB[cc]PL[2])").tree.start().diagram().to_move, Seat::White);
    let komi = |file: &str| good(file).tree.setup().komi();
    assert_eq!(komi("(;SZ[9]KM[6,5])"), 6.5);
    assert_eq!(komi("(;SZ[19]KM[375]HA[0]RU[Chinese]AP[foxwq];B[pd])"), 7.5);
    assert_eq!(komi("(;SZ[19]KM[650]RU[Japanese]AP[foxwq])"), 6.5);
    assert_eq!(komi("(;SZ[19]KM[0]AP[foxwq])"), 0.0);
    assert_eq!(komi("(;SZ[19]KM[6.5]AP[foxwq])"), 6.5);
    assert_eq!(komi("(;SZ[19]KM[100]AP[CGoban:3])"), 100.0);
    // Only files of Go without a size are 19 × 19.
    let cascade = good("(;FF[4]GM[0]RU[cascade])");
    assert_eq!((cascade.tree.setup().width() < 19, cascade.warnings), (true, Vec::new()));
    assert_eq!(good("(;FF[4]GM[1])").tree.setup().width(), 19);
    for file in ["(;SZ[9]KM[nan];B[ee])", "(;SZ[9]HA[none];B[ee])", "(;SZ[9]PL[x];B[ee])", "(;SZ[9]AB[];B[ee])"] {
        let record = good(file);
        assert_eq!((record.moves().len(), record.warnings.len()), (1, 1), "{file}: {:?}", record.warnings);
    }
    for file in ["(GM[1]SZ[9];B[ee](;W[cc])(W[gg]))", "(;SZ[9];B[ee]\n---\n;W[cc])"] {
        let record = good(file);
        assert_eq!((record.tree.setup().width(), record.moves().len()), (9, 2), "{file}");
        assert!(!record.warnings.is_empty(), "{file}");
    }
}

#[test]
fn text_is_decoded_before_it_is_parsed() {
    // The second byte of the character is a backslash.
    let file = b"(;GM[1]CA[Shift_JIS]SZ[9]EV[\x83\\];B[ee])";
    let record = read_bytes(file);
    assert_eq!((record.moves().len(), record.tree.fact("EV")), (1, Some("\u{30bd}")));
    let names = [
        (&b"(;CA[gb2312]SZ[9]PB[\xb9\xc5\xc1\xa6];B[ee])"[..], "\u{53e4}\u{529b}"),
        (&b"(;CA[Big5]SZ[9]PB[\xa6\xbf];B[ee])"[..], "\u{6c5f}"),
        (&b"(;CA[EUC-KR]SZ[9]PB[\xc0\xcc];B[ee])"[..], "\u{c774}"),
        (&b"(;CA[ISO-8859-1]SZ[9]PB[J\xfcrgen];B[ee])"[..], "J\u{fc}rgen"),
        (&b"(;CA[Shift_JIS]SZ[9]PB[\xe5\x8f\xa4];B[ee])"[..], "\u{53e4}"),
        // UTF-8 is read as such, whatever the file says.
        ("(;CA[ISO-2022-JP]SZ[9]PB[\u{53e4}];B[ee])".as_bytes(), "\u{53e4}"),
        ("(;CA[HZ-GB-2312]SZ[9]PB[\u{53e4}~~];B[ee])".as_bytes(), "\u{53e4}~~"),
        // Names that the web has not, and sets whose second bytes are brackets and backslashes of
        // ASCII. The bytes are those of Python's codecs.
        (&b"(;CA[CP936]SZ[9]PB[\x81\\];B[ee])"[..], "\u{4e57}"),
        (&b"(;CA[cp932]SZ[9]PB[\x83\\];B[ee])"[..], "\u{30bd}"),
        (&b"(;CA[CP949]SZ[9]PB[\xc0\xcc];B[ee])"[..], "\u{c774}"),
        (&b"(;CA[UHC]SZ[9]PB[\xc0\xcc];B[ee])"[..], "\u{c774}"),
        (&b"(;CA[IBM850]SZ[9]PB[J\x81rgen\x9e];B[ee])"[..], "J\u{fc}rgen\u{d7}"),
        (&b"(;CA[CP437]SZ[9]PB[\xe1\xab];B[ee])"[..], "\u{df}\u{bd}"),
        (&b"(;CA[ISO-2022-JP]SZ[9]PB[\x1b$B8ENO\x1b(B];B[ee])"[..], "\u{53e4}\u{529b}"),
        (&b"(;CA[ISO-2022-JP]SZ[9]PB[\x1b$B%]\x1b(B];B[ee])"[..], "\u{30dd}"),
        (&b"(;CA[HZ-GB-2312]SZ[9]PB[~{9EA&~}~~];B[ee])"[..], "\u{53e4}\u{529b}~"),
        (&b"(;CA[ISO-2022-KR]\x1b$)CSZ[9]PB[\x0e@L\x0f~];B[ee])"[..], "\u{c774}~"),
    ];
    for (file, name) in names {
        let record = read_bytes(file);
        assert_eq!((record.moves().len(), record.tree.fact("PB")), (1, Some(name)));
    }
    let unknown = read_bytes(b"(;CA[EBCDIC]SZ[9]PB[J\xfcrgen];B[ee])");
    assert_eq!(unknown.tree.fact("PB"), Some("J\u{fc}rgen"));
    assert_eq!(unknown.warnings, ["unknown character set 'EBCDIC': read as Latin-1"]);
    let text = "(;CA[UTF-16]SZ[9]PB[J\u{fc}rgen];B[ee])";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [&[0xff, 0xfe][..], &little].concat();
    for file in [little, marked, text.encode_utf16().flat_map(u16::to_be_bytes).collect()] {
        assert_eq!(read_bytes(&file).tree.fact("PB"), Some("J\u{fc}rgen"));
    }
}

#[test]
fn names_of_rules_are_read_loosely_and_ordinary_go_is_written_by_name() {
    let moves = ";B[ab];W[aa];B[ee];W[ed];B[cc];W[dd];B[ba];W[de]";
    let record = good(&format!("(;GM[1]FF[4]SZ[5]RU[Japanese Rules]KM[6.5]{moves})"));
    assert_eq!((record.tree.setup().rule("ko"), record.moves().len()), ("simple", 8));
    let file = write_game(&record.replay(), &[]);
    assert!(file.contains("RU[Japanese]"), "{file}");
    assert_eq!(good(&file).tree.setup(), record.tree.setup());
    let sets = [
        ("koPOSITIONALscoreAREAtaxNONEsui0", "Tromp-Taylor"),
        ("koPOSITIONALscoreAREAtaxNONEsui0fpok1", "Chinese-OGS"),
        ("AGA Rules", "AGA"),
        ("Tromp/Taylor", "Tromp-Taylor"),
    ];
    for (rules, name) in sets {
        let record = good(&format!("(;SZ[5]RU[{rules}];B[cc])"));
        assert_eq!(record.tree.setup().rule("ko"), "positional", "{rules}");
        let file = write_game(&record.replay(), &[]);
        assert!(file.contains(&format!("RU[{name}]")), "{rules}: {file}");
        assert_eq!(good(&file).tree.setup(), record.tree.setup(), "{rules}");
    }
    let own = good("(;SZ[5]RU[stoical ko=simple repetition=draw])");
    assert!(write_game(&own.replay(), &[]).contains("RU[stoical ko=simple repetition=draw]"));
}
