//! Set-ups written as one line, and the list of those that the tests go over.

use quintet::board::PointSet;
use quintet::games;
use quintet::setup::Setup;

/// Reads `GAME SIZE RULE=VALUE ... [block=V,V] [komi=K]`; the size is `N` or `WxH`.
pub fn setup(line: &str) -> Setup {
    let mut words = line.split_whitespace();
    let id = words.next().expect("a game");
    let mut setup = Setup::new(games::find(id).unwrap_or_else(|| panic!("no game is called {id}")));
    let size = words.next().expect("a size");
    let rules: Vec<(&str, &str)> = words.map(|word| word.split_once('=').expect("NAME=VALUE")).collect();
    // Shapes first: they decide which sizes there are.
    for &(name, value) in rules.iter().filter(|(name, _)| !["block", "komi"].contains(name)) {
        setup = setup.with_rule(name, value).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    setup = match size.split_once('x') {
        Some((width, height)) => setup.with_rectangle(width.parse().unwrap(), height.parse().unwrap()),
        None => setup.with_size(size.parse().unwrap()),
    }
    .unwrap_or_else(|error| panic!("{line}: {error}"));
    for (name, value) in rules {
        match name {
            "block" => {
                let geometry = setup.geometry();
                let point = |vertex: &str| geometry.point(vertex.parse().unwrap()).unwrap();
                let blocked: PointSet = value.split(',').map(point).collect();
                setup = setup.with_blocked(blocked).unwrap();
            }
            "komi" => setup.set_komi(value.parse().unwrap()),
            _ => {}
        }
    }
    setup
}

/// Boards on which every rule of every game occurs: the smallest, odd ones, rectangles, blocked points, all options.
/// None is so large that a slow test could not play many games on it.
pub fn small() -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for n in [1, 2, 3, 4, 5, 6, 8, 9, 11, 14] {
        lines.push(format!("alaric {n}"));
        lines.push(format!("alaric {n} board=line"));
        lines.push(format!("alaric {n} board=line edge=wall"));
    }
    for scoring in ["largest", "smallest"] {
        lines.extend([1, 3, 5, 7].map(|n| format!("bracket {n} scoring={scoring}")));
        lines.extend([1, 2, 3, 4, 6].map(|n| format!("bracket {n} shape=rhombus scoring={scoring}")));
    }
    for eye in ["any", "strict", "group"] {
        for pie in ["on", "off"] {
            for size in ["2", "3", "4", "2x3", "5x2", "5x4"] {
                lines.push(format!("cancer {size} eye={eye} pie={pie}"));
            }
        }
    }
    for fill in ["down", "both"] {
        lines.extend([1, 2, 3, 4, 5, 7].map(|n| format!("cascade {n} fill={fill}")));
    }
    for ko in KO {
        for repetition in ["draw", "none"] {
            let rules = format!("ko={ko} repetition={repetition}");
            for board in ["2", "3", "2x3 komi=0.5", "4x3", "3x4 block=B2", "4 block=A1,D4,B3 komi=-2", "5x2", "5"] {
                lines.push(format!("stoical {board} {rules}"));
            }
        }
    }
    lines
}

/// Boards of the sizes that people play on, and the largest.
pub fn large() -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in ["alaric 52", "alaric 33 board=line", "alaric 52 board=line edge=wall"] {
        lines.push(line.into());
    }
    for line in ["bracket 9", "bracket 25", "bracket 25 shape=rhombus scoring=smallest", "bracket 11 shape=rhombus"] {
        lines.push(line.into());
    }
    for line in ["cancer 9", "cancer 25 eye=group", "cancer 7x12 eye=strict pie=off", "cancer 2x25"] {
        lines.push(line.into());
    }
    for line in ["cascade 8", "cascade 25", "cascade 25 fill=both", "cascade 9 fill=both"] {
        lines.push(line.into());
    }
    for ko in KO {
        lines.push(format!("stoical 9 ko={ko} komi=7.5"));
        lines.push(format!("stoical 7x10 ko={ko} repetition=none block=A1,C3,D3,D4,G10"));
    }
    lines.extend(["stoical 25", "stoical 19x25 ko=positional", "stoical 25x2 ko=simple"].map(String::from));
    lines
}

/// The values of Stoical Go's rule `ko`.
pub const KO: [&str; 5] = ["stoical", "bigger", "snapback", "simple", "positional"];
