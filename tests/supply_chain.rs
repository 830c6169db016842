//! Dependencies: their licences, sources and Rust versions are those that `deny.toml` and
//! `Cargo.toml` allow. `cargo deny` checks more, where it is installed.

use std::process::Command;

use serde_json::Value;
use toml::Table;

/// Returns the packages of all dependencies.
fn dependencies() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages").iter();
    packages.filter(|package| !package["source"].is_null()).cloned().collect()
}

#[test]
fn a_program_without_features_compiles_no_server_and_no_terminal() {
    let names = |options: &[&str]| -> Vec<String> {
        let mut cargo = Command::new(env!("CARGO"));
        let options = [&["tree", "--locked", "--edges", "normal,build", "--prefix", "none"], options].concat();
        let output = cargo.args(options).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("names are ASCII");
        text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
    };
    let (all, few) = (names(&[]), names(&["--no-default-features"]));
    for name in ["encoding_rs", "hyper", "indicatif", "quintet-web", "rustyline", "tokio", "tokio-tungstenite"] {
        assert!(all.iter().any(|known| known == name), "{name} is not found");
        assert!(!few.iter().any(|known| known == name), "{name} is compiled without features");
    }
}

fn table(text: &str) -> Table {
    text.parse().expect("a TOML file")
}

/// Returns whether a licence expression without nested parentheses permits the use under the
/// allowed licences. `/` is an old way to write `OR`.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let any =
        |part: &str| part.trim_matches(['(', ')', ' ']).split(" OR ").any(|licence| allowed.contains(&licence.trim()));
    expression.replace('/', " OR ").split(" AND ").all(any)
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed = ["MIT", "Unicode-3.0"];
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT OR Apache-2.0", true),
        ("Apache-2.0/MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND BSD-3-Clause", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn dependencies_come_from_the_registry_under_allowed_licences() {
    let deny = table(include_str!("../deny.toml"));
    let list = |section: &str, key: &str| -> Vec<&str> {
        deny[section][key].as_array().expect("a list").iter().filter_map(toml::Value::as_str).collect()
    };
    let (allowed, registries) = (list("licenses", "allow"), list("sources", "allow-registry"));
    let packages = dependencies();
    assert!(packages.len() > 50, "{} packages", packages.len());
    for package in packages {
        let name = &package["name"];
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{name} has the licence {licence:?}");
        let source = package["source"].as_str().unwrap_or_default();
        assert!(registries.iter().any(|url| source.strip_prefix("registry+") == Some(url)), "{name} is from {source}");
    }
}

#[test]
fn no_dependency_needs_a_later_rust_than_declared() {
    let version = |text: &str| -> Vec<u32> { text.split('.').map(|part| part.parse().unwrap()).collect() };
    let manifest = table(include_str!("../Cargo.toml"));
    let declared = manifest["workspace"]["package"]["rust-version"].as_str().expect("a version").to_owned();
    let declared = [version(&declared), vec![0]].concat();
    let mut declaring = 0;
    for package in dependencies() {
        if let Some(needed) = package["rust_version"].as_str() {
            assert!(version(needed) <= declared, "{} needs Rust {needed}", package["name"]);
            declaring += 1;
        }
    }
    assert!(declaring > 10, "only {declaring} dependencies declare a version of Rust");
}
