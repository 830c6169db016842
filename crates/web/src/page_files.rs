//! The files of the page, embedded in the program. The paths of stylesheets, scripts and pictures
//! begin with the build id, so that browsers can cache them for good.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::LazyLock;

use hyper::body::Bytes;
use miniz_oxide::deflate::compress_to_vec_zlib;
use quintet_games::GAMES;

use super::bundle::bundle;
use super::cards;
use super::view::card_file;

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    path: String,
    /// The media type.
    pub kind: &'static str,
    pub content: Bytes,
    /// The content, compressed (the content coding `deflate`).
    pub compressed: Bytes,
    /// `true` if the path changes with the content, so that browsers can cache the file for good.
    pub is_immutable: bool,
}

/// Lists files: name, text.
macro_rules! files {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_str!(concat!("page/", $name)))),+] };
}

/// The stylesheets, which are sent as one, in this order.
const STYLES: &[(&str, &str)] =
    files!["colours.css", "style.css", "screens.css", "layout.css", "board.css", "matches.css", "tasks.css"];

/// The modules of the script, which are sent as one.
const SCRIPTS: &[(&str, &str)] = files![
    "main.js",
    "board.js",
    "clock.js",
    "dom.js",
    "play.js",
    "files.js",
    "move_list.js",
    "panel.js",
    "stone_palette.js",
    "setup.js",
    "analysis.js",
    "player_bars.js",
    "puzzles.js",
    "how_to_play.js",
    "sounds.js",
    "replay.js",
    "lessons.js",
    "matches.js",
    "backups.js",
    "notices.js",
    "remarks.js",
    "earlier_games.js",
    "touch.js",
    "links.js",
    "invitations.js",
    "kept.js",
    "tasks.js",
    "words.js",
    "graph.js",
    "outlines.js",
    "setup_form.js",
    "actions.js",
    "share.js",
    "connection.js",
];

/// The page, with places for the build id and for more in its head.
pub const INDEX: &str = include_str!("page/index.html");

/// The script of the page for refused requests.
const RETRY: &str = include_str!("page/retry.js");

const PICTURE: &str = "image/svg+xml";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// The media type of pages.
pub const PAGE: &str = "text/html; charset=utf-8";

/// The level of compression: more takes much longer and saves little.
const LEVEL: u8 = 7;

/// The build id of the page: a hash of its files.
pub static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    hasher.write(INDEX.as_bytes());
    OTHERS.iter().for_each(|(_, _, text)| hasher.write(text.as_bytes()));
    format!("{:016x}", hasher.finish())
});

/// The files beside the page itself: media types, names, texts.
static OTHERS: LazyLock<Vec<(&'static str, String, String)>> = LazyLock::new(|| {
    let style: String = STYLES.iter().map(|(_, text)| without_comments(text)).collect();
    let module = |name: &str| {
        let found = SCRIPTS.iter().find(|(known, _)| *known == name);
        without_comments(found.unwrap_or_else(|| unreachable!("{name} is not among the modules")).1)
    };
    let mut others = vec![
        (STYLE, "style.css".to_owned(), style),
        (SCRIPT, "main.js".to_owned(), bundle("main.js", &module)),
        (SCRIPT, "retry.js".to_owned(), without_comments(RETRY)),
        (PICTURE, "icon.svg".to_owned(), include_str!("page/icon.svg").to_owned()),
    ];
    others.extend(GAMES.iter().map(|info| (PICTURE, card_file(info), cards::picture(info))));
    others
});

static ALL: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let file = |path: String, kind, text: Cow<'static, str>| PageFile {
        is_immutable: path != "/",
        path,
        kind,
        compressed: compress_to_vec_zlib(text.as_bytes(), LEVEL).into(),
        content: text.into_owned().into(),
    };
    let page = page(&BUILD, "");
    let others = OTHERS.iter().map(|(kind, name, text)| file(path(name), kind, text.as_str().into()));
    std::iter::once(file("/".to_owned(), PAGE, page.into())).chain(others).collect()
});

/// Returns the page of a build, with more in its head.
pub fn page(build: &str, head: &str) -> String {
    let early = GAMES.iter().map(|info| {
        let name = card_file(info);
        format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{build}/{name}\">\n")
    });
    INDEX.replace("{head}", &(head.to_owned() + &early.collect::<String>())).replace("{build}", build)
}

/// Returns the files beside the page: names and texts.
pub fn others() -> impl Iterator<Item = (&'static str, &'static str)> {
    OTHERS.iter().map(|(_, name, text)| (name.as_str(), text.as_str()))
}

/// Returns a script or a stylesheet without the lines that are nothing but comments, which are a
/// fifth of what would be sent.
pub fn without_comments(text: &str) -> String {
    let mut is_inside = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        let is_comment = is_inside || line.starts_with("//") || line.starts_with("/*");
        let ends = line.find("*/").map(|end| end + 2);
        is_inside = (is_inside || line.starts_with("/*")) && ends.is_none();
        // After a comment, such as a type, a line may go on.
        !is_comment || ends.is_some_and(|end| end < line.len() && !line.starts_with("//"))
    };
    text.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the path of a file.
pub fn path(name: &str) -> String {
    format!("/{}/{name}", *BUILD)
}

/// Returns the file at a path.
pub fn find(path: &str) -> Option<&'static PageFile> {
    ALL.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_are_comments_are_left_out() {
        let text = "// head\n/** one line */\nlet a = 1; // kept\n/**\n * many\n * lines\n */\n\
                    /** @type {any} */ (a).b();\n  // nested\n  f(\"//\");\n/* end\n of it */\n.a { }\n";
        let code = "let a = 1; // kept\n/** @type {any} */ (a).b();\n  f(\"//\");\n.a { }\n";
        assert_eq!(without_comments(text), code);
    }

    #[test]
    fn no_text_of_the_page_goes_over_several_lines() {
        // There, a line could look like a comment.
        for (name, text) in SCRIPTS {
            for line in text.lines() {
                assert_eq!(line.matches('`').count() % 2, 0, "{name}: {line}");
            }
        }
    }

    #[test]
    fn every_module_of_the_page_is_in_its_script() {
        let script = &OTHERS.iter().find(|(_, name, _)| name == "main.js").unwrap().2;
        assert!(!script.contains("import {") && !script.contains("\nexport "));
        for (name, _) in SCRIPTS {
            let variable = format!("const ${} = ", name.trim_end_matches(".js"));
            assert_eq!(script.matches(&variable).count(), 1, "{name}");
        }
    }
}
