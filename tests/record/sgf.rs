//! SGF files, read and written.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat, Stone};
use quintet_games::find;
use quintet_record::position_line;
use quintet_record::sgf::{Reading, Record, read, write, write_game};

use crate::sample;

fn message(file: &str) -> String {
    read(file.as_bytes(), None).map(|_| ()).expect_err(file).to_string()
}

fn good(file: &str) -> Record {
    read(file.as_bytes(), None).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn words(record: &Record) -> String {
    let game = record.replay();
    let words = record.moves().into_iter().map(|(seat, mv)| format!("{}:{}", seat.letter(), game.word(mv)));
    words.collect::<Vec<_>>().join(" ")
}

fn game(id: &str, size: u16, moves: &str) -> Game {
    let setup = Setup::new(find(id).unwrap()).with_size(size).unwrap();
    let mut game = Game::new(setup.clone());
    for word in moves.split_whitespace() {
        let (seat, word) = word.split_once(':').unwrap();
        let seat = if seat == "b" { Seat::Black } else { Seat::White };
        let mv = game.read_word(seat, word).unwrap();
        game.play(seat, mv).unwrap();
    }
    game
}

#[test]
fn games_of_every_kind_read_back_from_their_files() {
    for (seed, setup) in sample::setups().iter().enumerate() {
        let mut game = sample::random_game(setup, 1000 + seed as u64, 90, |_| ());
        if game.is_over() {
            // Referees end a game after two passes.
            game.play(Seat::White, Move::PASS).unwrap();
            game.play(Seat::Black, Move::PASS).unwrap();
        }
        let file = write_game(&game, &[]);
        let record = read(file.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{file}"));
        assert_eq!(record.warnings, Vec::<String>::new(), "{file}");
        assert_eq!(record.tree.setup(), game.setup(), "{file}");
        assert_eq!(record.tree.start().diagram(), game.start_diagram(), "{file}");
        assert_eq!(record.moves(), game.moves(), "{file}");
        let again = record.replay();
        assert_eq!(again.outcome(), game.outcome(), "{file}");
        assert_eq!(write(&record.tree), file);
    }
}

#[test]
fn positions_in_the_middle_of_games_read_back_as_starting_positions() {
    for (seed, setup) in sample::setups().iter().enumerate() {
        let middle = sample::random_game(setup, 2000 + seed as u64, 7, |_| ());
        if middle.is_over() {
            continue;
        }
        let mut game = Game::from_diagram(setup.clone(), &middle.diagram()).unwrap();
        for number in 0..3 {
            let seat = game.to_move();
            let moves = game.legal_moves(seat);
            let Some(&mv) = moves.get(number % moves.len().max(1)) else { break };
            game.play(seat, mv).unwrap();
            let file = write_game(&game, &[]);
            let record = read(file.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{file}"));
            assert_eq!(record.tree.start().diagram(), game.start_diagram(), "{file}");
            assert_eq!(record.moves(), game.moves(), "{file}");
            assert_eq!(position_line::write(&record.replay()), position_line::write(&game), "{file}");
        }
    }
}

#[test]
fn a_file_is_written_with_fixed_properties_in_a_fixed_order() {
    let version = env!("CARGO_PKG_VERSION");
    let facts = [("PB", "a]b\\c"), ("PW", ""), ("DT", "2026-11-20")];
    let bracket = game("bracket", 3, "b:A1 w:B1 b:A2 w:B2");
    let head = format!("(;FF[4]GM[0]CA[UTF-8]AP[quintet:{version}]\n");
    assert_eq!(
        write_game(&bracket, &facts),
        format!(
            "{head}SZ[3]RU[bracket shape=hexagon scoring=largest]PB[a\\]b\\\\c]DT[2026-11-20]\n;B[ac];W[bc];B[ab];W[bb])\n"
        )
    );
}

#[test]
fn only_games_that_a_go_program_plays_right_claim_to_be_go() {
    let number = |setup: &Setup| {
        let file = write_game(&Game::new(setup.clone()), &[]);
        file[file.find("GM[").unwrap()..].chars().take(5).collect::<String>()
    };
    for info in quintet_games::GAMES {
        let expected = if info.id == "stoical" { "GM[1]" } else { "GM[0]" };
        assert_eq!(number(&Setup::new(info)), expected, "{}", info.id);
    }
    // A Go program would see liberties on the blocked points.
    let blocked = Setup::new(find("stoical").unwrap()).with_blocked([Point(0)].into_iter().collect()).unwrap();
    assert_eq!(number(&blocked), "GM[0]");
    // Older files of every game have GM[1].
    assert_eq!(good("(;FF[4]GM[1]SZ[5]RU[cancer eye=any pie=on];B[cc])").tree.setup().info().id, "cancer");
}

#[test]
fn every_file_names_its_game() {
    for info in quintet_games::GAMES {
        let game = Game::new(Setup::new(info));
        let (width, row) = (info.default_size, if game.geometry().height() == 1 { ":1" } else { "" });
        let rules: String = info.rules.iter().map(|rule| format!(" {}={}", rule.name, rule.values[0])).collect();
        let komi = if info.komi { "KM[0]" } else { "" };
        let file = write_game(&game, &[]);
        assert_eq!(file.lines().nth(1).unwrap(), format!("SZ[{width}{row}]RU[{}{rules}]{komi})", info.id));
    }
    let stoical = Setup::new(find("stoical").unwrap()).with_rectangle(7, 5).unwrap();
    assert!(write_game(&Game::new(stoical.clone()), &[]).contains("SZ[7:5]"));
}

#[test]
fn kinds_of_stone_and_the_swap_have_private_properties() {
    let file = "(;GM[1]RU[cancer]SZ[5];B[cc];QS[];B[ab];W[ee];B[ba];W[aa]QK[cancer])";
    assert_eq!(words(&good(file)), "b:C3 w:swap-pieces b:A4 w:E1 b:B5 w:cancer@A5");
    let swapped = game("cancer", 5, "b:C3 w:swap-pieces b:A4");
    assert!(write_game(&swapped, &[]).ends_with("\n;B[cc];QS[];B[ab])\n"));
    let record = good("(;RU[Cascade fill=both]SZ[3];W[ac]QK[red];B[bc]QK[w])");
    assert_eq!(words(&record), "w:red@A1 b:white@B1");
    assert_eq!(record.tree.setup().rule("fill"), "both");
}

#[test]
fn a_plain_go_file_is_read_as_stoical_go() {
    let record = good("(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]PB[X]PW[Y]DT[2001-02-03]RE[W+R];B[ee];W[];B[tt])");
    assert_eq!(
        (record.tree.setup().info().id, record.tree.setup().width(), record.tree.setup().komi()),
        ("stoical", 9, 6.5)
    );
    assert_eq!(record.tree.setup().rule("ko"), "simple");
    assert_eq!(words(&record), "b:E5 w:pass b:pass");
    assert_eq!(record.tree.fact("PB"), Some("X"));
    assert_eq!(record.tree.fact("RE"), Some("W+R"));
    assert!(!record.warnings.iter().any(|warning| warning.contains("RU")), "{:?}", record.warnings);
    let house = good("(;SZ[9]RU[of the house])");
    assert_eq!((house.tree.setup().rule("ko"), house.tree.setup().rule("repetition")), ("simple", "none"));
    assert!(house.warnings[0].contains("RU[of the house]: rules that are not known"), "{:?}", house.warnings);
    // The default size is 19, where tt is a pass; on larger boards it is a point.
    assert_eq!(good("(;B[as])").tree.setup().width(), 19);
    assert_eq!(words(&good("(;SZ[19];B[tt])")), "b:pass");
    assert_eq!(words(&good("(;SZ[21];B[tt];W[ua])")), "b:U2 w:V21");
}

#[test]
fn handicap_stones_are_set_up_and_white_begins() {
    let record = good("(;SZ[9]HA[2]AB[gc][cg])");
    assert_eq!(record.tree.start().diagram().to_move, Seat::White);
    let file = write_game(&record.replay(), &[]);
    assert!(file.contains("HA[2]AB[cg][gc]PL[W]"), "{file}");
    assert_eq!(good("(;SZ[9]AB[gc][cg];W[ee];B[ef])").tree.start().diagram().to_move, Seat::White);
    assert_eq!(good("(;SZ[9]AB[gc][cg];B[ee];W[ef])").tree.start().diagram().to_move, Seat::Black);
    assert_eq!(good("(;SZ[9]AB[gc][cg]PL[W];B[ee];W[ef])").tree.start().diagram().to_move, Seat::White);
    let bare = good("(;SZ[9]HA[4];W[ee])");
    assert!(bare.warnings[0].contains("handicap stones are not on the board"), "{:?}", bare.warnings);
}

#[test]
fn set_up_stones_of_every_kind_are_read_and_written() {
    let record = good("(;SZ[3]RU[stoical]QA[blocked:bb];AB[aa:ab]AW[ca]AE[aa];W[cb])");
    let stones: Vec<_> = [Stone::Blocked, Stone::Black, Stone::White]
        .map(|stone| record.replay().start_diagram().points_with(stone).map(|p| p.0).collect::<Vec<_>>())
        .to_vec();
    assert_eq!(stones, [vec![4], vec![3], vec![8]]);
    assert_eq!(record.tree.setup().blocked().count(), 1);
    for again in [write_game(&record.replay(), &[]), write(&record.tree)] {
        let again = good(&again);
        assert_eq!((again.tree.setup(), again.moves()), (record.tree.setup(), record.moves()));
        assert_eq!(again.replay().start_diagram(), record.replay().start_diagram());
    }

    let cancer = good("(;SZ[3]RU[cancer pie=off]AB[aa]AW[cc]QA[cancer:bb]PL[W])");
    let game = cancer.replay();
    let at = |vertex: &str| game.stone(game.geometry().point(vertex.parse().unwrap()).unwrap());
    assert_eq!([at("A3"), at("C1"), at("B2")], [Some(Stone::Red), Some(Stone::White), Some(Stone::Cancer)]);
}

#[test]
fn reading_stops_before_the_move_that_is_named() {
    let file = "(;SZ[9];B[aa];W[bb];C[pause];B[cc];B[aa])";
    let moves = |stop| read(file.as_bytes(), stop).map(|record| record.moves().len());
    assert_eq!(moves(Some(1)), Ok(0));
    assert_eq!(moves(Some(2)), Ok(1));
    assert_eq!(moves(Some(4)), Ok(3));
    assert_eq!(moves(None).unwrap_err().to_string(), "line 1: move 4, black A9, is illegal");
}

#[test]
fn the_first_variation_is_the_main_line() {
    let record = good("mail header\n(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))(;SZ[5])");
    assert_eq!(words(&record), "b:A9 w:B8 b:C7 w:D6");
    assert_eq!(record.warnings, ["text before the game: not read", "what follows the first game: not read"]);
}

#[test]
fn encodings_line_breaks_and_escapes_of_real_files_are_read() {
    assert_eq!(good("\u{feff}(;SZ[9]\r\n;B[aa]\r\n;W[bb])\r\n").moves().len(), 2);
    assert_eq!(good("(;SZ[9]PB[a\\]b\\\\\\\nc\\:d])").tree.fact("PB"), Some("a]b\\c:d"));
    // A line break after a backslash does not count, whichever bytes make it.
    for line_break in ["\n", "\r", "\r\n", "\n\r"] {
        assert_eq!(good(&format!("(;SZ[9]PB[a\\{line_break}b])")).tree.fact("PB"), Some("ab"), "{line_break:?}");
    }
    assert_eq!(good("(;SiZe[9]PlayerBlack[Jürgen];Black[aa])").tree.fact("PB"), Some("Jürgen"));
    let latin = b"(;SZ[9]PW[J\xfcrgen];B[aa])";
    assert_eq!(read(latin, None).unwrap().tree.fact("PW"), Some("Jürgen"));
    assert_eq!(good("( ; SZ [9] ; B [ aa ] )").moves().len(), 1);
}

#[test]
fn what_counts_in_the_first_node_only_gets_a_warning_elsewhere() {
    let late = good("(;SZ[9]XY[1];B[aa];W[bb]KM[5];B[cc]KM[6])");
    let expected = ["line 1: KM[5]: counts in the first node only"];
    assert_eq!((late.tree.setup().komi(), late.warnings), (0.0, expected.map(str::to_owned).to_vec()));
}

#[test]
fn a_wrong_result_gets_a_warning() {
    let file = "(;SZ[3]KM[0.5]RE[B+3];B[];W[])";
    assert_eq!(good(file).warnings, ["line 1: RE[B+3]: the game as it was played ended W+0.5"]);
    assert_eq!(good("(;SZ[3]KM[0.5]RE[W+0.50];B[];W[])").warnings, Vec::<String>::new());
    assert_eq!(good("(;SZ[3]KM[0.5]RE[B+R];B[])").warnings, Vec::<String>::new());
    // A claim that names no other winner is not wrong.
    for claim in ["W+R", "W+T", "Void", "?"] {
        assert_eq!(good(&format!("(;SZ[3]KM[0.5]RE[{claim}];B[];W[])")).warnings, Vec::<String>::new(), "{claim}");
    }
    let wrong = good("(;SZ[3]KM[0.5]RE[B+R];B[];W[])");
    assert_eq!(wrong.warnings, ["line 1: RE[B+R]: the game as it was played ended W+0.5"]);
}

#[test]
fn errors_name_line_and_reason() {
    let files = [
        ("", "line 1: no game tree; it begins with (;"),
        ("no game", "line 1: no game tree; it begins with (;"),
        ("(;SZ[9]\n;B[aa]", "line 2: the file ends within a game"),
        ("(;SZ[9]\n;B[aa", "line 2: the file ends within the value that begins here"),
        ("(;SZ[9]\n;B[aa]B[bb])", "line 2: two moves in one node"),
        ("(;SZ[9];B[aa][bb])", "line 1: two moves in one node"),
        ("(;RU[cancer]SZ[5];B[aa]W[bb]QK[cancer])", "line 1: two moves in one node"),
        ("(;GM[0]SZ[9];B[aa])", "line 1: GM[0] is another game; read are GM[1], and GM[0] with one of our games in RU"),
        ("(;SZ[9]SZ[7])", "line 1: SZ stands in a node twice, with two values"),
        ("(;SZ[9]\r\n\r\n!)", "line 3: '!' does not belong here"),
        ("(;SZ)", "line 1: ')' does not belong here"),
        ("(;SZ[9](;B[aa])W[bb])", "line 1: 'W' does not belong here"),
        ("(;GM[2]SZ[8])", "line 1: GM[2] is another game; read are GM[1], and GM[0] with one of our games in RU"),
        ("(;SZ[30])", "line 1: unacceptable size"),
        ("(;SZ[9x9])", "line 1: SZ[9x9] cannot be read; it takes a size like 9, or 9:7"),
        ("(;RU[bracket]SZ[8])", "line 1: unacceptable size"),
        ("(;RU[cancer eye=none])", "line 1: eye takes any, strict, group"),
        ("(;RU[cancer ko=simple])", "line 1: no such rule; cancer has eye, pie"),
        ("(;SZ[9];B[ee];W[ee])", "line 1: move 2, white E5, is illegal"),
        ("(;SZ[9];B[jk])", "line 1: move 1, black B[jk], is illegal"),
        ("(;SZ[9];B[e])", "line 1: B[e] cannot be read; it takes two letters for a point, or nothing for a pass"),
        ("(;SZ[9];B[ee]QK[red])", "line 1: QK[red] does not go with Stoical Go"),
        ("(;SZ[9];QS[])", "line 1: move 1, swap-pieces, is illegal"),
        ("(;RU[cascade];B[aa])", "line 1: move 1 does not say what stone it is; QK takes white, black, red"),
        ("(;RU[bracket];B[])", "line 1: move 1, black pass, is illegal"),
        ("(;SZ[9]AB[zz])", "line 1: AB[zz] cannot be read; it takes points of this board, like cd or aa:cc"),
        ("(;SZ[9]QA[red:aa])", "line 1: QA[red:aa] does not go with Stoical Go"),
        (
            "(;SZ[9]QA[pink:aa])",
            "line 1: QA[pink:aa] cannot be read; it takes a stone and a point of the board, like red:cd",
        ),
        ("(;SZ[2]AB[aa:bb])", "line 1: the set-up position cannot be: the chain at A1 has no liberty"),
    ];
    for (file, expected) in files {
        assert_eq!(message(file), expected, "{file}");
    }
}

/// Runs `work` on a stack as small as that of any thread of the program, and returns the time that
/// it took.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) -> Duration {
    let start = Instant::now();
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
    start.elapsed()
}

#[test]
fn trees_of_a_hundred_thousand_nodes_need_little_stack_and_time() {
    let n = 100_000;
    let nested = format!("(;SZ[9]{}{}", "(;B[]".repeat(n), ")".repeat(n + 1));
    let flat = format!("(;SZ[9]{})", ";W[]C[x]".repeat(n));
    let forks = format!("(;SZ[9]{}{}", "(;B[])(;W[]".repeat(n), ")".repeat(n + 1));
    let open = "(;".repeat(n);
    let time = on_a_small_stack(move || {
        assert_eq!(read(nested.as_bytes(), None).unwrap().moves().len(), n);
        assert_eq!(read(flat.as_bytes(), None).unwrap().moves().len(), n);
        assert_eq!(read(forks.as_bytes(), None).unwrap().moves().len(), 1);
        assert!(read(open.as_bytes(), None).is_err());
    });
    assert!(time < Duration::from_secs(60), "{time:?}");
}

#[test]
fn many_unknown_properties_or_moves_take_little_time() {
    let letters = |i: usize| (0..5).map(|k| char::from(b'A' + (i / 26usize.pow(k) % 26) as u8)).collect::<String>();
    let strange = format!("(;SZ[9]{})", (0..300_000).map(|i| format!("X{}[]", letters(i))).collect::<String>());
    let many = format!("(;SZ[9]{})", (0..300_000).map(|i| format!(";X{}[]", letters(i))).collect::<String>());
    let illegal = format!("(;SZ[9];B[aa](;W[bb]){})", "(;W[aa];B[cc])".repeat(100_000));
    let long = format!("(;SZ[9]{})", ";B[]".repeat(200_001));
    let boards = format!("(;SZ[9]AB{})", "[aa:ia]".repeat(300_000));
    let time = on_a_small_stack(move || {
        assert_eq!(write(&good(&strange).tree).matches("[]").count(), 300_000);
        assert_eq!(write(&good(&many).tree).matches(";X").count(), 300_000);
        assert_eq!(good(&illegal).warnings.len(), 101);
        assert_eq!(message(&long), "line 1: a game of more than 200000 moves");
        assert_eq!(good(&boards).tree.start().diagram().points_with(Stone::Black).count(), 9);
    });
    assert!(time < Duration::from_secs(60), "{time:?}");
}

#[test]
fn a_truncated_file_is_refused() {
    let setup = Setup::new(find("cancer").unwrap()).with_size(3).unwrap();
    let file = write_game(&sample::random_game(&setup, 5, 9, |_| ()), &[]);
    for end in 0..file.trim_end().len() {
        assert!(read(&file.as_bytes()[..end], None).is_err(), "{}", &file[..end]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, None);
    }

    #[test]
    fn no_file_like_text_makes_the_reader_panic(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "(", ")", ";", "B[aa]", "W[ab]", "AB[aa:cc]", "AE[bb]", "QA[red:aa]", "QA[blocked:ab]", "QK[red]", "QS[]",
                "RU[cancer]", "RU[alaric]", "RU[cascade fill=both]", "RU[bracket]", "SZ[3]", "SZ[3:2]", "SZ[4:1]", "PL[W]",
                "QT[ban=1]", "HA[3]", "KM[1e999]", "B[]", "B[tt]", "\\", "]", "[", "\n", "é",
            ]),
            0..20,
        )
    ) {
        let _ = read(format!("(;{}", parts.concat()).as_bytes(), None);
        let _ = read(format!("(;{})", parts.concat()).as_bytes(), Some(2));
    }
}

#[test]
fn days_are_those_of_the_calendar() {
    // From the Unix command `date -u -d @SECONDS +%F`.
    let days = [
        (0, "1970-01-01"),
        (86_399, "1970-01-01"),
        (951_782_400, "2000-02-29"),
        (951_868_800, "2000-03-01"),
        (1_795_132_800, "2026-11-20"),
        (4_107_542_400, "2100-03-01"),
        (4_107_456_000, "2100-02-28"),
        (1_735_603_200, "2024-12-31"),
    ];
    for (seconds, day) in days {
        let time = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(quintet_record::sgf::date(time), day);
    }
}

#[test]
fn a_komi_in_tenths_gives_the_same_result_in_every_text_and_reads_back() {
    let mut game = game("stoical", 3, "b:B2 w:pass b:pass");
    game.set_komi(6.1);
    let text = write_game(&game, &[]);
    assert!(text.contains("RE[B+2.9]"), "{text}");
    assert_eq!(good(&text).warnings, [""; 0]);
    let dusty = text.replace("RE[B+2.9]", "RE[B+2.9000000000000004]");
    assert_eq!(good(&dusty).warnings, [""; 0], "files of earlier versions");
    assert_eq!(good(&text.replace("RE[B+2.9]", "RE[B+3]")).warnings.len(), 1);
}

/// A game that GoGui 1.6 saved: without `GM` and `RU`, and with `PL` after each move.
const SAVED_BY_GOGUI: &str = "(;FF[4]CA[UTF-8]AP[GoGui:1.6.0]SZ[5]\nKM[6.5]DT[2026-11-20]PL[B]\n\
                              ;B[cc]PL[W];W[bb]PL[B];B[dd]PL[W];W[]PL[B];B[]PL[W])\n";

#[test]
fn a_game_saved_by_gogui_is_read() {
    let record = good(SAVED_BY_GOGUI);
    assert_eq!(words(&record), "b:C3 w:B4 b:D2 w:pass b:pass");
    assert_eq!((record.tree.setup().komi(), record.warnings), (6.5, Vec::new()));
    // Other programs write the side to move before the move.
    assert_eq!(good("(;SZ[5];PL[B]B[cc];PL[W]W[bb];PL[B])").moves().len(), 2);
}

#[test]
fn ordinary_go_is_read_with_ordinary_rules() {
    let rules = |file: &str, present: &[(&str, &str)]| {
        let start = Setup::new(find("stoical").unwrap());
        let present = present.iter().fold(start, |setup, (name, value)| setup.with_rule(name, value).unwrap());
        let record = read(file.as_bytes(), Reading { present: Some(&present), ..Reading::default() }).unwrap();
        (record.tree.setup().rule("ko"), record.tree.setup().rule("repetition"), record.warnings.len())
    };
    let chinese = "(;GM[1]SZ[9]RU[Chinese]KM[7.5])";
    assert_eq!(rules(chinese, &[]), ("simple", "none", 0));
    assert_eq!(rules(chinese, &[("ko", "positional"), ("repetition", "none")]), ("positional", "none", 0));
    assert_eq!(rules(chinese, &[("ko", "bigger")]), ("simple", "none", 0));
    for name in ["AGA", "NZ", "Tromp-Taylor", "GOE", "new zealand"] {
        assert_eq!(rules(&format!("(;SZ[9]RU[{name}])"), &[]).0, "positional", "{name}");
    }
    let unnamed = "(;GM[1]SZ[9])";
    assert_eq!(rules(unnamed, &[]), ("stoical", "draw", 0));
    assert_eq!(rules(unnamed, &[("ko", "bigger"), ("repetition", "none")]), ("bigger", "none", 0));
    assert_eq!(rules("(;SZ[9]RU[of the house])", &[("ko", "simple")]), ("simple", "draw", 1));
    // A file that names its game is read with its own rules.
    assert_eq!(rules("(;SZ[9]RU[stoical ko=snapback])", &[("ko", "simple")]), ("snapback", "draw", 0));
    let other = Setup::new(find("bracket").unwrap());
    let record = read(unnamed.as_bytes(), Reading { present: Some(&other), ..Reading::default() }).unwrap();
    assert_eq!((record.tree.setup().info().id, record.tree.setup().rule("ko")), ("stoical", "stoical"));
}

#[test]
fn captures_that_ordinary_go_allows_are_legal_in_files_of_ordinary_go() {
    // Black takes a ko just after White has taken a stone elsewhere.
    let moves = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[]";
    let file = format!("(;GM[1]SZ[5]RU[Japanese]{moves})");
    assert_eq!(good(&file).moves().len(), 10);
    let takes_back = ";B[ee];W[ed];B[cb]";
    assert_eq!(good(&format!("(;SZ[5]RU[Japanese]{}{takes_back})", &moves[..moves.len() - 8])).moves().len(), 11);
}

#[test]
fn a_start_is_a_handicap_only_with_two_stones_of_the_first_seat_and_the_other_to_move() {
    for (file, expected) in [
        ("(;SZ[9]AB[gc][cg]PL[W])", Some("HA[2]")),
        ("(;SZ[9]AB[gc][cg][cc]PL[W])", Some("HA[3]")),
        ("(;SZ[9]AB[gc]PL[W])", None),
        ("(;SZ[9]AB[gc][cg]PL[B])", None),
        ("(;SZ[9]AB[gc][cg]AW[ee]PL[W])", None),
        ("(;SZ[9]AW[gc][cg]PL[B])", None),
    ] {
        let written = write_game(&good(file).replay(), &[]);
        let found = written.find("HA[").map(|at| &written[at..at + 5]);
        assert_eq!(found, expected, "{file}: {written}");
    }
}
