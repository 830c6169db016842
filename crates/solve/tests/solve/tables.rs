//! Tables on disk: written the same by every run, proved, and errors in them found.

use std::fs;
use std::path::{Path, PathBuf};

use quintet_core::setup::Setup;
use quintet_solve::retrograde::RangeValues;
use quintet_solve::tablebase::{self, Values};
use quintet_solve::{Limits, ValueStore, open_table, prove_table, verify, write_table};

use crate::retrograde::analyze;
use crate::setup;

/// Writes a table in a folder of its own.
fn written(line: &str, folder: &str) -> (Setup, PathBuf) {
    let folder = std::env::temp_dir().join(format!("quintet-tables-{}-{folder}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (setup, path) = (setup(line), folder.join("table"));
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    write_table(&path, &setup, limits, &ValueStore::default(), &|_| true).unwrap();
    (setup, path)
}

fn remove_folder_of(path: &Path) {
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

/// Proves a table as that of a setup, whatever it says itself.
fn prove(path: &Path, setup: &Setup) -> Result<(), String> {
    let states = (setup.info().solving.states)(setup).unwrap();
    let values = Values::open(path, setup, states.len()).map_err(|error| error.to_string())?;
    tablebase::check_sums(path, states.len()).map_err(|error| error.to_string())?;
    let proved = verify::prove(&*states, &values, 2, &|_| true).unwrap();
    proved.map_err(|error| error.to_string())
}

#[test]
fn a_table_is_proved_and_what_is_wrong_in_one_is_found_and_named() {
    let (seven, path) = written("alaric 7", "proof");
    assert_eq!(prove(&path, &seven), Ok(()));
    let (named, states) = prove_table(&path, quintet_games::find, 1, &|_, _| true).unwrap();
    assert_eq!((named, states), (seven.clone(), 526));
    let right = fs::read(&path).unwrap();
    for at in [0, 20, 1023, 1024, 1100, 1024 + 526, right.len() - 40, right.len() - 1] {
        for bit in [0, 7] {
            let mut wrong = right.clone();
            wrong[at] ^= 1 << bit;
            fs::write(&path, &wrong).unwrap();
            assert!(prove(&path, &seven).is_err(), "byte {at} bit {bit}");
        }
    }
    fs::write(&path, &right[..right.len() - 1]).unwrap();
    assert!(prove(&path, &seven).unwrap_err().contains("bytes; a table of 526 positions has"));
    fs::write(&path, String::from_utf8_lossy(&right[..1024]).replace("table 1", "table 2")).unwrap();
    assert!(prove(&path, &seven).unwrap_err().contains("a table of version 2; version 1 is read"));
    fs::write(&path, &right).unwrap();
    let other = prove(&path, &setup("alaric 7 board=line")).unwrap_err();
    assert!(other.contains("'alaric 7 board=ring edge=open', not of 'alaric 7 board=line edge=open'"), "{other}");
    remove_folder_of(&path);
}

/// To number the positions of these boards would take seconds, and memory that no file needs.
#[test]
fn a_file_without_the_values_that_its_header_states_is_refused_before_positions_are_numbered() {
    let (_, path) = written("alaric 7", "claims");
    let refused = |header: &str, length: usize| {
        let mut bytes = header.as_bytes().to_vec();
        bytes.resize(length.max(header.len()), 0);
        fs::write(&path, bytes).unwrap();
        open_table(&path, quintet_games::find, &ValueStore::default()).map(|_| ()).unwrap_err().to_string()
    };
    let large = "quintet table 1\nalaric 22 board=ring edge=open\n";
    let no_number = "does not say its number of positions";
    assert!(refused(large, 0).contains(no_number));
    assert!(refused(&format!("{large}set 91\n"), 1024).contains(no_number));
    assert!(refused(&format!("{large}states many\n"), 1024).contains(no_number));
    assert!(refused(&format!("{large}states 18446744073709551615\n"), 1024).contains(no_number));
    let short = refused(&format!("{large}states 713205900\n"), 5000);
    assert!(short.contains("has 5000 bytes; a table of 713205900 positions has 14"), "{short}");
    // A length that fits another number of positions.
    let small = "quintet table 1\nalaric 7 board=ring edge=open\nstates 500\n";
    let wrong = refused(small, tablebase::size(500) as usize);
    assert!(wrong.contains("is for 500 positions; there are 526"), "{wrong}");
    remove_folder_of(&path);
}

#[test]
fn values_that_support_each_other_in_a_circle_are_not_proved() {
    let setup = setup("alaric 9");
    let states = (setup.info().solving.states)(&setup).unwrap();
    let right = analyze("alaric 9", 1);
    let prove = |values: &[i8], ranks: &[u8]| {
        let all = vec![RangeValues { values: values.to_vec(), ranks: ranks.to_vec() }];
        verify::prove(&*states, &Values::new(all), 1, &|_| true).unwrap()
    };
    assert_eq!(prove(&right.values, &right.ranks), Ok(()));
    // A won position listed as drawn, and its neighbours too, would agree with each other but for
    // ranks.
    let won = right.values.iter().position(|&value| value > 0).unwrap();
    let mut forged = right.ranks.clone();
    forged[won] += 1;
    assert!(prove(&right.values, &forged).is_err());
    let mut forged = right.values.clone();
    let drawn = (0..forged.len()).find(|&i| forged[i] == 0 && right.ranks[i] == 0).unwrap();
    forged[drawn] = 1;
    assert!(prove(&forged, &right.ranks).is_err());
}

#[test]
fn the_first_damaged_block_is_named_by_its_bytes() {
    // Two blocks, the second of them shorter. All sums are wrong.
    let states = 600_000;
    let path = std::env::temp_dir().join(format!("quintet-sums-{}", std::process::id()));
    fs::write(&path, vec![0; tablebase::size(states) as usize]).unwrap();
    let error = tablebase::check_sums(&path, states).unwrap_err().to_string();
    assert!(error.contains("0 to 1048575"), "{error}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn the_description_of_a_table_counts_its_positions_by_margin() {
    let (_, path) = written("alaric 9", "margins");
    let described: serde_json::Value =
        serde_json::from_slice(&fs::read(tablebase::sidecar_path(&path)).unwrap()).unwrap();
    let mut expected = std::collections::BTreeMap::new();
    analyze("alaric 9", 1).values.iter().for_each(|&margin| *expected.entry(margin).or_insert(0u64) += 1);
    assert!(expected.keys().any(|&margin| margin < 0) && expected.keys().any(|&margin| margin > 0));
    assert_eq!(described["margins"], serde_json::json!(Vec::from_iter(expected)));
    remove_folder_of(&path);
}

#[test]
fn a_table_has_the_same_bytes_from_every_run() {
    let (_, one) = written("alaric 10", "one");
    let (_, two) = written("alaric 10", "two");
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
    assert_eq!(fs::read(tablebase::sidecar_path(&one)).unwrap(), fs::read(tablebase::sidecar_path(&two)).unwrap());
    for path in [one, two] {
        remove_folder_of(&path);
    }
}

#[test]
fn writing_a_table_again_leaves_the_opened_one_intact() {
    let (setup, path) = written("alaric 9", "again");
    let store = ValueStore::default();
    assert_eq!(open_table(&path, quintet_games::find, &store).unwrap(), setup);
    let known = store.get(&setup).unwrap();
    let before = known.value(&*setup.start());
    // The values come from the table that is replaced.
    let sidecar = write_table(&path, &setup, Limits::default(), &store, &|_| true).unwrap();
    assert_eq!(sidecar.states, known.len());
    assert_eq!(known.value(&*setup.start()), before);
    assert_eq!(prove(&path, &setup), Ok(()));
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2, "the table and its description");
    remove_folder_of(&path);
}

#[test]
fn a_store_finds_the_values_of_an_opened_table_and_no_others() {
    let (setup, path) = written("alaric 8", "store");
    let (store, other) = (ValueStore::default(), ValueStore::default());
    open_table(&path, quintet_games::find, &store).unwrap();
    assert!(store.contains(&setup) && !other.contains(&setup), "stores are independent");
    assert!(!store.contains(&setup.with_size(9).unwrap()));
    remove_folder_of(&path);
}
