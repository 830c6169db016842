//! Small charts as SVG, drawn without a library and readable without colour.

use std::fmt::Write as _;

use quintet_record::xml::escape;

/// A value with its interval at a point of the horizontal axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// The place on the horizontal axis.
    pub x: f64,
    pub y: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A line with a name.
pub struct Series {
    pub name: String,
    /// The values, from left to right.
    pub spots: Vec<Spot>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;
/// The distance between the names of two lines, so that both are readable.
const APART: f64 = 16.0;
const COLOURS: [&str; 6] = ["#1f6f8b", "#c1502e", "#5b7f2b", "#7a4f9a", "#a0762b", "#3d3d3d"];

/// Returns a step of 1, 2 or 5 times a power of ten that divides `span` into about six parts at
/// most.
fn step(span: f64) -> f64 {
    let rough = (span / 6.0).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

fn open(out: &mut String, title: &str, x_label: &str) {
    let _ = write!(
        out,
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\"><text x=\"{}\" y=\"{}\" \
         class=\"axis\" text-anchor=\"middle\">{}</text>",
        escape(title),
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 4.0,
        escape(x_label)
    );
}

fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let step = step(high - low);
    let first = (low / step).ceil() as i64;
    (first..).map(move |i| i as f64 * step).take_while(move |value| *value <= high + step * 1e-6)
}

/// Draws horizontal grid lines, and the numbers beside and below: each a value and its place.
fn grid(out: &mut String, rows: impl Iterator<Item = (f64, f64)>, columns: impl Iterator<Item = (f64, f64)>) {
    let (right, left, below) = (WIDTH - RIGHT, LEFT - 6.0, HEIGHT - BOTTOM + 14.0);
    for (value, at) in rows {
        let class = if value == 0.0 { "zero" } else { "grid" };
        let (text, base) = (number(value), at + 4.0);
        let _ = write!(
            out,
            "<path class=\"{class}\" d=\"M{LEFT} {at:.1}H{right:.1}\"/><text class=\"axis\" x=\"{left}\" y=\"{base:.1}\" \
             text-anchor=\"end\">{text}</text>"
        );
    }
    for (value, at) in columns {
        let text = number(value);
        let _ = write!(out, "<text class=\"axis\" x=\"{at:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{text}</text>");
    }
}

fn number(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// Draws lines with their intervals as bands. Values beyond ±`bound` are cut off. The range covers
/// at least ±10, or ±`bound` if that is less.
pub fn lines(title: &str, x_label: &str, series: &[Series], bound: f64) -> String {
    let mut out = String::new();
    open(&mut out, title, x_label);
    let cut = |y: f64| y.clamp(-bound, bound);
    let least = bound.min(10.0);
    let spots = || series.iter().flat_map(|series| &series.spots);
    let right = spots().map(|spot| spot.x).fold(1.0, f64::max);
    let low = spots().map(|spot| cut(spot.low)).fold(-least, f64::min);
    let high = spots().map(|spot| cut(spot.high)).fold(least, f64::max);
    let x_of = |x: f64| LEFT + (WIDTH - LEFT - RIGHT) * x / right;
    let y_of = |y: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - cut(y)) / (high - low);
    grid(&mut out, ticks(low, high).map(|y| (y, y_of(y))), ticks(0.0, right).map(|x| (x, x_of(x))));
    let mut names = Vec::new();
    for (series, colour) in series.iter().zip(COLOURS.iter().cycle()) {
        let Some(last) = series.spots.last() else { continue };
        let point = |x: f64, y: f64| format!("{:.1},{:.1}", x_of(x), y_of(y));
        let upper = series.spots.iter().map(|spot| point(spot.x, spot.high));
        let lower = series.spots.iter().rev().map(|spot| point(spot.x, spot.low));
        let band: Vec<_> = upper.chain(lower).collect();
        let line: Vec<_> = series.spots.iter().map(|spot| point(spot.x, spot.y)).collect();
        let _ = write!(
            out,
            "<polygon points=\"{}\" fill=\"{colour}\" opacity=\".18\"/><polyline points=\"{}\" fill=\"none\" \
             stroke=\"{colour}\" stroke-width=\"1.8\"/>",
            band.join(" "),
            line.join(" "),
        );
        names.push((series.name.as_str(), *colour, x_of(last.x) + 6.0, y_of(last.y) + 4.0));
    }
    write_names(&mut out, names);
    out + "</svg>"
}

/// Writes the names of lines, each with its colour and the place to the right of the line's end.
/// Names that would overlap are moved apart, and a name without room there is written above the end
/// of its line.
fn write_names(out: &mut String, mut names: Vec<(&str, &str, f64, f64)>) {
    names.sort_by(|a, b| a.3.total_cmp(&b.3));
    let mut least = TOP;
    for (_, _, _, y) in &mut names {
        *y = y.max(least);
        least = *y + APART;
    }
    let mut most = HEIGHT - BOTTOM + 4.0;
    for (_, _, _, y) in names.iter_mut().rev() {
        *y = y.min(most);
        most = *y - APART;
    }
    for (name, colour, x, y) in names {
        // The width of a letter in the largest font that pages use.
        let fits = x + 9.0 * name.chars().count() as f64 <= WIDTH;
        let (x, y, anchor) = if fits { (x, y, "start") } else { (WIDTH - 4.0, y - 10.0, "end") };
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\" text-anchor=\"{anchor}\" class=\"name\">{}</text>",
            escape(name)
        );
    }
}

/// Draws how often values fall into equal ranges. Each value comes with its number.
pub fn histogram(title: &str, x_label: &str, values: &[(f64, u64)]) -> String {
    let mut out = String::new();
    open(&mut out, title, x_label);
    let high = values.iter().map(|(value, _)| *value).fold(0.0, f64::max);
    let whole = values.iter().all(|(value, _)| value.fract() == 0.0);
    let width = if whole { step(high.max(1.0) / 4.0).max(1.0).ceil() } else { step(high.max(1e-6) / 4.0) };
    let bars = (high / width).floor() as usize + 1;
    let mut counts = vec![0u64; bars];
    for (value, count) in values {
        counts[((value / width).floor() as usize).min(bars - 1)] += count;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let right = bars as f64 * width;
    let x_of = |x: f64| LEFT + (WIDTH - LEFT - RIGHT) * x / right;
    let y_of = |count: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - count / most as f64);
    let counted = ticks(0.0, most as f64).filter(|y| y.fract() == 0.0);
    grid(&mut out, counted.map(|y| (y, y_of(y))), ticks(0.0, right).map(|x| (x, x_of(x))));
    for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (from, to) = (x_of(index as f64 * width), x_of((index + 1) as f64 * width));
        let top = y_of(*count as f64);
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"bar\"><title>{} to {}: \
             {count}</title></rect>",
            from + 0.5,
            (to - from - 1.0).max(0.5),
            HEIGHT - BOTTOM - top,
            number(index as f64 * width),
            number((index + 1) as f64 * width)
        );
    }
    out + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_four_decimals_and_no_minus_zero() {
        let texts = [0.123456, -0.00004, -0.5, 1200.0].map(number);
        assert_eq!(texts, ["0.1235", "0", "-0.5", "1200"]);
    }

    #[test]
    fn charts_of_nothing_and_of_one_value_are_drawn() {
        for svg in [
            lines("t", "x", &[], 800.0),
            lines("t", "x", &[Series { name: "<A>".to_owned(), spots: vec![] }], 800.0),
            histogram("t", "x", &[]),
            histogram("t", "x", &[(0.0, 1)]),
            histogram("t", "x", &[(0.0001, 1)]),
        ] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn values_beyond_the_bound_are_cut_off_and_names_escaped() {
        let spots = vec![Spot { x: 5.0, y: 0.0, low: -2400.0, high: 2400.0 }];
        let svg = lines("t", "x", &[Series { name: "<A>".to_owned(), spots }], 800.0);
        assert!(svg.contains("&lt;A&gt;") && !svg.contains("2400"), "{svg}");
    }

    /// Returns the numbers of the points of a polygon or polyline.
    fn points(svg: &str, shape: &str) -> Vec<(f64, f64)> {
        let list = svg.split(&format!("<{shape} points=\"")).nth(1).unwrap().split('"').next().unwrap();
        let number = |text: &str| text.parse::<f64>().unwrap();
        list.split(' ').map(|point| point.split_once(',').map(|(x, y)| (number(x), number(y))).unwrap()).collect()
    }

    /// Returns the texts of a class or anchor, with their places.
    fn texts(svg: &str, mark: &str) -> Vec<(String, f64, f64)> {
        let texts = svg.split("<text ").skip(1).filter(|text| text.contains(mark));
        let place = |text: &str, name: &str| {
            let rest = text.split(&format!("{name}=\"")).nth(1).unwrap();
            rest.split('"').next().unwrap().parse::<f64>().unwrap()
        };
        texts
            .map(|text| {
                let shown = text.split('>').nth(1).unwrap().split('<').next().unwrap();
                (shown.to_owned(), place(text, "x"), place(text, "y"))
            })
            .collect()
    }

    #[test]
    fn lines_bands_and_numbers_have_one_scale() {
        let spot = |x: f64, y: f64| Spot { x, y, low: y - 5.0, high: y + 5.0 };
        let flat = |x: f64, y: f64| Spot { x, y, low: y, high: y };
        let rising = Series { name: "A".to_owned(), spots: vec![spot(0.0, -10.0), spot(50.0, 0.0), spot(100.0, 10.0)] };
        let low = Series { name: "B".to_owned(), spots: vec![flat(0.0, -12.0), flat(100.0, -12.0)] };
        let svg = lines("t", "x", &[rising, low], 800.0);
        let [(x0, y0), (x1, y1), (x2, y2)] = points(&svg, "polyline")[..] else { panic!("{svg}") };
        let close = |a: f64, b: f64| (a - b).abs() < 0.21;
        // The whole width and height are used: from -15 to 15 and from 0 to 100.
        assert!(x0 == LEFT && close(x1, (x0 + x2) / 2.0) && close(x2, WIDTH - RIGHT), "{svg}");
        let unit = (HEIGHT - TOP - BOTTOM) / 30.0;
        assert!(close(y1, TOP + 15.0 * unit) && close(y0, y1 + 10.0 * unit) && close(y2, y1 - 10.0 * unit), "{svg}");
        let band = points(&svg, "polygon");
        assert!(close(band[0].1, y0 - 5.0 * unit) && close(band[5].1, y0 + 5.0 * unit), "{svg}");
        assert!(svg.contains(&format!("class=\"zero\" d=\"M{LEFT} {y1:.1}H{:.1}\"", WIDTH - RIGHT)), "{svg}");
        // Numbers stand beside and below what they measure.
        let rows = texts(&svg, "text-anchor=\"end\"");
        let values: Vec<&str> = rows.iter().map(|(text, ..)| &**text).collect();
        assert_eq!(values, ["-15", "-10", "-5", "0", "5", "10", "15"]);
        for (text, x, y) in rows {
            let line = y1 - text.parse::<f64>().unwrap() * unit;
            assert!((LEFT - 12.0..LEFT).contains(&x) && y > line && y < line + 8.0, "{text}: {svg}");
        }
        let columns = texts(&svg, "text-anchor=\"middle\"");
        let values: Vec<&str> = columns[1..].iter().map(|(text, ..)| &**text).collect();
        assert_eq!(values, ["0", "20", "40", "60", "80", "100"]);
        for (text, x, y) in &columns[1..] {
            assert!(close(*x, x0 + (x2 - x0) * text.parse::<f64>().unwrap() / 100.0), "{text}: {svg}");
            assert!(*y > HEIGHT - BOTTOM && *y < HEIGHT - 8.0, "{svg}");
        }
        // The names stand at the ends of the lines.
        let ends = [("A", y2), ("B", y1 + 12.0 * unit)];
        for ((name, x, y), (expected, end)) in texts(&svg, "class=\"name\"").iter().zip(ends) {
            assert!(name == expected && *x > x2 && *y > end && *y < end + 8.0, "{svg}");
        }
    }

    #[test]
    fn bars_stand_on_the_axis_and_are_as_high_as_their_counts() {
        for last in [9.5, 30.0] {
            let svg = histogram("t", "x", &[(1.0, 4), (7.0, 1), (last, 2)]);
            let bars: Vec<[f64; 4]> = svg
                .split("<rect ")
                .skip(1)
                .map(|bar| {
                    ["x", "y", "width", "height"].map(|name| {
                        let rest = bar.split(&format!("{name}=\"")).nth(1).unwrap();
                        rest.split('"').next().unwrap().parse().unwrap()
                    })
                })
                .collect();
            assert_eq!(bars.len(), 3, "empty ranges have no bar: {svg}");
            let titles: Vec<&str> = svg.split("<title>").skip(1).map(|t| t.split('<').next().unwrap()).collect();
            let ranges: Vec<f64> =
                titles.iter().map(|title| title.split(' ').next().unwrap().parse().unwrap()).collect();
            let counts: Vec<&str> = titles.iter().map(|title| title.rsplit(' ').next().unwrap()).collect();
            assert_eq!(counts, ["4", "1", "2"], "{titles:?}");
            // Equal ranges from zero on.
            let width = titles[0].split(' ').nth(2).unwrap().trim_end_matches(':').parse::<f64>().unwrap() - ranges[0];
            assert!(ranges[0] <= 1.0 && 1.0 < ranges[0] + width && ranges[2] <= last, "{titles:?}");
            let all = (last / width).floor() + 1.0;
            let height = HEIGHT - TOP - BOTTOM;
            for ((bar, from), share) in bars.iter().zip(ranges).zip([1.0, 0.25, 0.5]) {
                let [x, y, wide, high] = *bar;
                assert!((high - share * height).abs() < 0.11 && (y + high - (HEIGHT - BOTTOM)).abs() < 0.11, "{svg}");
                let part = (WIDTH - LEFT - RIGHT) / all;
                assert!((x - (LEFT + from / width * part)).abs() < 1.1 && (wide - part).abs() < 1.1, "{svg}");
            }
        }
    }

    #[test]
    fn names_of_lines_are_whole_and_apart() {
        let name = "a long name over one that is longer";
        let series = |name: &str, y| Series { name: name.to_owned(), spots: vec![Spot { x: 9.0, y, low: y, high: y }] };
        let svg = lines("t", "x", &[series(name, 0.0), series("B", -0.1), series("C", 0.1), series("D", -10.0)], 20.0);
        let places: Vec<(f64, bool)> = svg
            .split("<text ")
            .filter(|text| text.contains("class=\"name\""))
            .map(|text| {
                let y = text.split("y=\"").nth(1).and_then(|rest| rest.split('"').next());
                (y.and_then(|y| y.parse().ok()).expect("a number"), text.contains("text-anchor=\"end\""))
            })
            .collect();
        assert_eq!(places.len(), 4);
        assert_eq!(places.iter().filter(|(_, end)| *end).count(), 1, "the long one alone goes to the left");
        let short: Vec<f64> = places.iter().filter(|(_, end)| !end).map(|(y, _)| *y).collect();
        assert!(short.windows(2).all(|pair| pair[1] - pair[0] >= APART - 0.11), "{short:?}");
        assert!(places.iter().all(|(y, _)| (0.0..=HEIGHT).contains(y)), "{places:?}");
        // The line lies in the middle, and its name above it.
        let svg = lines("t", "x", &[series(name, 0.0)], 20.0);
        let (_, x, y) = texts(&svg, "class=\"name\"")[0];
        assert!(x <= WIDTH && y < TOP + (HEIGHT - TOP - BOTTOM) / 2.0, "{svg}");
    }

    #[test]
    fn every_value_is_in_a_bar() {
        let svg = histogram("t", "x", &[(1.0, 2), (7.0, 1), (30.0, 1)]);
        let counted: u64 = svg
            .split("class=\"bar\"")
            .skip(1)
            .map(|bar| {
                let title = &bar[..bar.find("</title>").unwrap()];
                title.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
            })
            .sum();
        assert_eq!(counted, 4);
    }
}
