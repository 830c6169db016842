//! The files of the page, embedded in the program. The paths of stylesheets, scripts and pictures
//! begin with the build id, so that browsers can cache them for good.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::LazyLock;

use hyper::body::Bytes;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    path: String,
    /// The media type.
    pub kind: &'static str,
    /// The content.
    pub content: Bytes,
    /// The content, compressed (the content coding `deflate`).
    pub compressed: Bytes,
    /// `true` if the path changes with the content, so that browsers can cache the file for good.
    pub is_immutable: bool,
}

/// Lists files: media type, name, text.
macro_rules! files {
    ($($kind:ident: $($name:literal),+;)+) => { &[$($(($kind, $name, include_str!(concat!("page/", $name)))),+),+] };
}

/// The files beside the page itself.
const FILES: &[(&str, &str, &str)] = files! {
    STYLE: "style.css", "layout.css", "board.css", "matches.css";
    SCRIPT: "main.js", "board.js", "clock.js", "dom.js", "play.js", "files.js", "move_list.js", "panel.js",
        "stone_palette.js", "setup.js", "analysis.js", "player_bars.js", "puzzles.js", "how_to_play.js", "sounds.js",
        "replay.js", "lessons.js", "matches.js", "messages.js", "retry.js", "backups.js", "notices.js", "remarks.js",
        "earlier_games.js", "touch.js", "links.js";
    PICTURE: "icon.svg";
};
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
    for (_, name, text) in FILES {
        hasher.write(name.as_bytes());
        hasher.write(text.as_bytes());
    }
    hasher.write(include_bytes!("page/index.html"));
    format!("{:016x}", hasher.finish())
});

static ALL: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let file = |path: String, kind, text: Cow<'static, str>| PageFile {
        is_immutable: path != "/",
        path,
        kind,
        compressed: compress_to_vec_zlib(text.as_bytes(), LEVEL).into(),
        content: text.into_owned().into(),
    };
    let page = include_str!("page/index.html").replace("{build}", &BUILD);
    let others = FILES.iter().map(|&(kind, name, text)| file(path(name), kind, text.into()));
    std::iter::once(file("/".to_owned(), PAGE, page.into())).chain(others).collect()
});

/// Returns the path of a file.
pub fn path(name: &str) -> String {
    format!("/{}/{name}", *BUILD)
}

/// Returns the file at a path.
pub fn find(path: &str) -> Option<&'static PageFile> {
    ALL.iter().find(|file| file.path == path)
}
