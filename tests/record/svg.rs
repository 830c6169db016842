//! Pictures.

use quintet_core::board::{Point, PointSet, Shape};
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Stone;
use quintet_games::find;
use quintet_record::svg::{PictureOptions, picture};

use crate::sample;

fn setup(id: &str, size: u16) -> Setup {
    Setup::new(find(id).unwrap()).with_size(size).unwrap()
}

/// Returns the elements of an XML text as names with attributes. Panics if the text is not well
/// formed.
fn elements(xml: &str) -> Vec<(String, String)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for piece in xml.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("no end of <{piece}"));
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)), "{text}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let closed = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
        if !closed {
            open.push(name.to_owned());
        }
        found.push((name.to_owned(), attributes.to_owned()));
    }
    assert!(open.is_empty(), "{open:?} stay open");
    found
}

fn attribute<'a>(attributes: &'a str, name: &str) -> &'a str {
    let from = attributes.find(&format!("{name}=\"")).unwrap_or_else(|| panic!("no {name} in {attributes}"));
    attributes[from + name.len() + 2..].split('"').next().unwrap()
}

fn draw(game: &Game) -> String {
    picture(game, &PictureOptions::default())
}

/// Returns the centres of the stones in a picture without its legend: discs with a dark edge 1.5
/// wide.
fn discs(xml: &str, fill: &str) -> Vec<(f64, f64)> {
    let legend = elements(xml).into_iter().find(|(_, a)| a.contains("text-anchor=\"start\"")).unwrap();
    let legend: f64 = attribute(&legend.1, "y").parse().unwrap();
    let all = elements(xml).into_iter();
    all.filter(|(name, a)| name == "circle" && attribute(a, "fill") == fill && a.contains("stroke-width=\"1.5\""))
        .map(|(_, a)| ["cx", "cy"].map(|name| attribute(&a, name).parse::<f64>().unwrap()))
        .map(|[x, y]| (x, y))
        .filter(|(_, y)| *y < legend - 20.0)
        .collect()
}

#[test]
fn every_stone_of_every_game_is_drawn_once_and_apart_from_the_others() {
    for (seed, setup) in sample::setups().iter().enumerate() {
        let largest = setup.with_size(*setup.info().sizes.end()).unwrap();
        for setup in [setup, &largest] {
            let game = sample::random_game(setup, seed as u64, 40, |_| ());
            let xml = draw(&game);
            let mut places = Vec::new();
            for (fill, stones) in [
                ("#1c1c1c", &[Stone::Black, Stone::Cancer][..]),
                ("#fdfdfd", &[Stone::White]),
                ("#d55e00", &[Stone::Red]),
            ] {
                let drawn = discs(&xml, fill);
                let standing = game.geometry().points().filter(|p| game.stone(*p).is_some_and(|s| stones.contains(&s)));
                assert_eq!(drawn.len(), standing.count(), "{stones:?} {xml}");
                places.extend(drawn);
            }
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    assert!((a.0 - b.0).hypot(a.1 - b.1) > 31.0, "stones at {a:?} and {b:?} overlap");
                }
            }
        }
    }
}

#[test]
fn stones_are_drawn_at_their_points() {
    // A1 is the lowest square in Cascade, the top of a ring, and the left end of the lowest row on
    // other boards.
    let lowest_left = |id: &str, size: u16, mv: quintet_core::types::Move| {
        let mut game = Game::new(setup(id, size));
        let seat = game.to_move();
        game.play(seat, mv).unwrap();
        discs(
            &draw(&game),
            if id == "cascade" {
                "#fdfdfd"
            } else if id == "cancer" {
                "#d55e00"
            } else {
                "#1c1c1c"
            },
        )
    };
    let first = quintet_core::types::Move::place(0, Point(0));
    assert_eq!(lowest_left("stoical", 9, first), [(0.0, 320.0)]);
    assert_eq!(lowest_left("cancer", 3, first), [(0.0, 80.0)]);
    assert_eq!(lowest_left("cascade", 8, first), [(0.0, 0.0)]);
    assert_eq!(lowest_left("bracket", 9, first), [(0.0, 0.0)]);
    let ring = lowest_left("alaric", 12, first);
    assert!(ring[0].0 == 0.0 && ring[0].1 < 0.0, "{ring:?}");
    // On hexagons (x+1, y+1) is a neighbour of (x, y), up and to the right.
    let up = lowest_left("bracket", 9, quintet_core::types::Move::place(0, Point(10)));
    assert_eq!(up, [(20.0, -34.6)]);
}

#[test]
fn each_kind_of_stone_has_a_mark_in_addition_to_its_colour() {
    let count = |xml: &str, what: &str| elements(xml).iter().filter(|(name, _)| name == what).count();
    let start = draw(&Game::new(setup("cascade", 1)));
    let mut game = Game::new(setup("cascade", 1));
    let seat = game.to_move();
    game.play(seat, quintet_core::types::Move::place(2, Point(0))).unwrap();
    // A stone has a shadow, a body and its shading; the last move a double ring; a red stone a
    // light ring in addition.
    assert_eq!(count(&draw(&game), "circle"), count(&start, "circle") + 6);
    let rings = |xml: &str| {
        elements(xml).iter().filter(|(_, a)| a.contains("stroke=\"#fdfdfd\"") && a.contains("\"none\"")).count()
    };
    assert_eq!(rings(&draw(&game)), rings(&start) + 2);
    // The irregular edge of a cancer stone is a polygon.
    let body = |stone: &str| {
        let symbols = quintet_record::svg::symbols(&Game::new(setup("cancer", 3)));
        symbols.split("<symbol").find(|symbol| symbol.contains(&format!("\"stone-{stone}\""))).unwrap().to_owned()
    };
    assert_eq!(["cancer", "red", "white", "black"].map(|stone| body(stone).matches("<polygon").count()), [1, 0, 0, 0]);

    let blocked: PointSet = [Point(0)].into_iter().collect();
    let plain = draw(&Game::new(setup("stoical", 3)));
    let with_block = draw(&Game::new(setup("stoical", 3).with_blocked(blocked).unwrap()));
    // A hatched block on the board and one in the legend.
    assert_eq!(count(&with_block, "polygon"), count(&plain, "polygon") + 2);
    assert_eq!(count(&with_block, "line"), count(&plain, "line") + 6);
}

#[test]
fn the_best_value_of_each_empty_point_is_drawn() {
    let mut game = Game::new(setup("stoical", 3));
    game.play(quintet_core::types::Seat::Black, quintet_core::types::Move::place(0, Point(4))).unwrap();
    let values = vec![(Point(0), 0.25), (Point(0), 0.5), (Point(0), 0.1), (Point(4), 0.9), (Point(8), 7.0)];
    let xml = picture(&game, &PictureOptions { values, caption: None });
    assert!(xml.contains(">50</text>") && xml.contains(">100</text>"), "{xml}");
    assert!(!xml.contains(">25</text>") && !xml.contains(">90</text>"), "{xml}");
    // Numbers contrast with their discs, which are the darker, the better the move is.
    let values = vec![(Point(0), 0.1), (Point(8), 0.9)];
    let xml = picture(&game, &PictureOptions { values, caption: None });
    let brightness = |number: &str| -> u32 {
        let line = xml.lines().find(|line| line.ends_with(&format!(">{number}</text>"))).unwrap();
        let ink = attribute(line, "fill").strip_prefix('#').unwrap();
        (0..3).map(|i| u32::from_str_radix(&ink[2 * i..2 * i + 2], 16).unwrap()).sum()
    };
    assert!(brightness("10") < 200 && brightness("90") > 600, "{xml}");
}

#[test]
fn captions_are_escaped_and_broken_into_lines() {
    let game = Game::new(setup("stoical", 2));
    let caption = Some("<b> & \"c\" said a caption that is too long for a picture of four points".to_owned());
    let xml = picture(&game, &PictureOptions { values: Vec::new(), caption });
    elements(&xml);
    let texts: Vec<&str> = xml.lines().filter(|line| line.starts_with("<text") && line.contains("start")).collect();
    assert!(texts.len() > 5 && texts[2].contains("&lt;b&gt; &amp; &quot;c&quot;"), "{texts:#?}");
}

#[test]
fn the_same_game_gives_the_same_picture_with_its_position_in_words() {
    let game = sample::random_game(&setup("cancer", 5), 3, 20, |_| ());
    let xml = draw(&game);
    assert_eq!(xml, draw(&game.clone()));
    assert!(xml.contains(&format!("<desc>{}</desc>", quintet_record::position_line::write(&game))));
}

#[test]
fn nothing_reaches_over_the_edge_of_a_picture() {
    for setup in sample::setups() {
        let game = sample::random_game(&setup, 3, 12, |_| ());
        let xml = draw(&game);
        let found = elements(&xml);
        let edges: Vec<f64> = attribute(&found[0].1, "viewBox").split(' ').map(|v| v.parse().unwrap()).collect();
        let mut circles = 0;
        for (name, a) in &found {
            if name == "circle" {
                circles += 1;
                let [x, y, r] = ["cx", "cy", "r"].map(|name| attribute(a, name).parse::<f64>().unwrap());
                assert!(x - r >= edges[0] && x + r <= edges[0] + edges[2], "{a} {edges:?}");
                assert!(y - r >= edges[1] && y + r <= edges[1] + edges[3], "{a} {edges:?}");
            }
        }
        assert!(circles > 0, "no stones in {xml}");
        assert!(game.geometry().shape() != Shape::Line || !xml.contains("NaN"));
    }
}

#[test]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    for info in quintet_games::GAMES.iter().filter(|info| info.relative_of.is_none()) {
        let record = quintet_record::sgf::load(&folder.join(format!("{}.sgf", info.id)), None).unwrap();
        let drawn = std::fs::read_to_string(folder.join(format!("{}.svg", info.id))).unwrap();
        assert_eq!(draw(&record.replay()), drawn, "scripts/pictures draws {} anew", info.id);
    }
}

#[test]
fn the_walls_of_a_line_stand_at_its_two_ends() {
    let walls = |rules: &[(&str, &str)]| {
        let setup = rules.iter().fold(setup("alaric", 5), |setup, (name, value)| setup.with_rule(name, value).unwrap());
        let xml = draw(&Game::new(setup));
        let lines = elements(&xml).into_iter().filter(|(name, a)| name == "line" && a.contains("stroke-width=\"7\""));
        lines.map(|(_, a)| ["x1", "y1", "x2", "y2"].map(|n| attribute(&a, n).parse::<f64>().unwrap())).collect()
    };
    let found: Vec<[f64; 4]> = walls(&[("board", "line"), ("edge", "wall")]);
    let [[x1, y1, x2, y2], [x3, y3, x4, y4]] = found[..] else { panic!("{found:?}") };
    // Upright, of the same height, and five cells apart.
    assert!(x1 == x2 && x3 == x4 && (y1, y2) == (y3, y4), "{found:?}");
    let cell = (x3 - x1) / 5.0;
    assert!(cell > 0.0 && (y2 - y1 - 1.2 * cell).abs() < 1.0, "{found:?}");
    assert!(walls(&[("board", "line"), ("edge", "open")]).is_empty());
    assert!(walls(&[]).is_empty());
}

#[test]
fn the_latest_stone_has_a_whole_ring_and_those_that_it_brought_broken_ones() {
    let mut game = Game::new(setup("cascade", 2));
    let place = |kind: u8, vertex: &str, game: &Game| {
        quintet_core::types::Move::place(kind, game.geometry().point(vertex.parse().unwrap()).unwrap())
    };
    let first = place(0, "B1", &game);
    game.play(game.to_move(), first).unwrap();
    let rings = |game: &Game| {
        let xml = draw(game);
        let blue =
            |(name, a): &(String, String)| name == "circle" && a.contains("stroke=\"#0072b2\" stroke-width=\"3\"");
        let circles = elements(&xml).into_iter().filter(blue);
        let mut rings: Vec<bool> = circles.map(|(_, a)| a.contains("stroke-dasharray")).collect();
        rings.sort_unstable();
        rings
    };
    assert_eq!(rings(&game), [false]);
    // Another colour at the other corner of the square fills the one between them.
    let second = place(1, "A2", &game);
    game.play(game.to_move(), second).unwrap();
    assert_eq!(game.latest_changes().len(), 2);
    assert_eq!(rings(&game), [false, true]);
}

#[test]
fn a_card_shows_the_stones_without_labels() {
    let mut game = Game::new(setup("stoical", 5));
    let at =
        |vertex: &str| quintet_core::types::Move::place(0, game.geometry().point(vertex.parse().unwrap()).unwrap());
    let moves = [at("B2"), at("C3")];
    let empty = quintet_record::svg::card("a", &game);
    for mv in moves {
        game.play(game.to_move(), mv).unwrap();
    }
    let card = quintet_record::svg::card("b", &game);
    assert!(!elements(&card).iter().any(|(name, _)| name == "text"));
    let stones =
        |xml: &str| elements(xml).iter().filter(|(n, a)| n == "circle" && a.contains("stroke-width=\"1.5\"")).count();
    assert_eq!((stones(&empty), stones(&card)), (0, 2));
    assert!(card.contains("bshine") && !card.contains("ashine"));
}

#[test]
fn a_card_is_little_larger_than_its_board() {
    for (id, size) in [("stoical", 5), ("stoical", 9), ("cancer", 7)] {
        let game = Game::new(setup(id, size));
        let card = elements(&quintet_record::svg::card("", &game));
        let edges: Vec<f64> = attribute(&card[0].1, "viewBox").split(' ').map(|v| v.parse().unwrap()).collect();
        // From the first line to the last there are one unit of 40 pixels less than lines.
        let lines = 40.0 * f64::from(size - 1);
        assert!(edges[0] < 0.0 && edges[1] < 0.0, "{edges:?}");
        for length in &edges[2..] {
            assert!((lines..lines + 160.0).contains(length), "{edges:?}");
        }
        assert!(edges[0] + edges[2] > lines && edges[1] + edges[3] > lines, "{edges:?}");
    }
}

#[test]
fn the_rows_of_a_long_line_do_not_touch() {
    let line = setup("alaric", 30).with_rule("board", "line").unwrap();
    let mut game = Game::new(line);
    for point in [Point(0), Point(26)] {
        game.play(game.to_move(), quintet_core::types::Move::place(0, point)).unwrap();
    }
    let xml = draw(&game);
    let all = elements(&xml).into_iter();
    let stones = all.filter(|(name, a)| name == "circle" && a.contains("stroke-width=\"1.5\""));
    let rows: Vec<f64> = stones.map(|(_, a)| attribute(&a, "cy").parse().unwrap()).collect();
    assert!(rows[1] - rows[0] >= 40.0, "{rows:?}");
}
