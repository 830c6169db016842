//! The page as static files, for a web server that knows nothing of it: its session is a WebAssembly
//! module in a worker. A service worker keeps the files for use without a network.
//!
//! Beside the page itself, the manifest and the service worker, everything is in a folder named by the
//! build id, a hash of all contents, so that it can be cached for good.

use std::hash::{DefaultHasher, Hasher as _};

use super::page_files;

/// A file of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteFile {
    /// The path, relative to the folder of the site.
    pub path: String,
    pub content: Vec<u8>,
}

const WORKER: &str = include_str!("site/worker.js");
const SERVICE_WORKER: &str = include_str!("site/service_worker.js");
const MANIFEST: &str = include_str!("site/manifest.webmanifest");

/// The additions to the head of the page: the policy that the server sends as a header, which has to
/// let the module be compiled, the manifest, and the worker.
const HEAD: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' \
    'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'\">\n\
    <meta name=\"description\" content=\"Alaric, Bracket, Cancer, Cascade, Stoical Go, Redstone and Alak in your \
    browser, against a strong engine.\">\n\
    <meta name=\"theme-color\" content=\"#0b5c8f\">\n\
    <meta name=\"worker\" content=\"{build}/worker.js\">\n\
    <link rel=\"manifest\" href=\"manifest.webmanifest\">\n";

/// Files that a page needs only once it plays a game, or on few machines.
fn is_loaded_later(name: &str) -> bool {
    name.starts_with("weights/") || name == "quintet-fallback.wasm"
}

/// Returns the files of the site with those of the engine: names and contents of `quintet.wasm`, of
/// `quintet-fallback.wasm` for machines without SIMD, and of `weights/*.json`.
pub fn site_files(engine: Vec<(String, Vec<u8>)>) -> Vec<SiteFile> {
    let mut inside: Vec<(String, Vec<u8>)> =
        vec![("worker.js".to_owned(), page_files::without_comments(WORKER).into())];
    inside.extend(page_files::others().map(|(name, text)| (name.to_owned(), text.into())));
    inside.extend(engine);
    let mut hasher = DefaultHasher::new();
    for text in [page_files::INDEX, SERVICE_WORKER, MANIFEST, HEAD] {
        hasher.write(text.as_bytes());
    }
    for (name, content) in &inside {
        hasher.write(name.as_bytes());
        hasher.write(content);
    }
    let build = format!("{:016x}", hasher.finish());
    let kept = inside.iter().map(|(name, _)| name).filter(|name| !is_loaded_later(name));
    let kept: Vec<String> = kept.map(|name| format!("{build}/{name}")).collect();
    let kept = serde_json::to_string(&kept).expect("a list of names is plain data");
    let filled = |text: &str| text.replace("{build}", &build).replace("{files}", &kept).into_bytes();
    let outside = [
        ("index.html", page_files::page(&build, &HEAD.replace("{build}", &build)).into_bytes()),
        ("service_worker.js", filled(&page_files::without_comments(SERVICE_WORKER))),
        ("manifest.webmanifest", filled(MANIFEST)),
    ];
    let outside = outside.into_iter().map(|(name, content)| SiteFile { path: name.to_owned(), content });
    let inside = inside.into_iter().map(|(name, content)| SiteFile { path: format!("{build}/{name}"), content });
    outside.chain(inside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(file: &SiteFile) -> &str {
        std::str::from_utf8(&file.content).unwrap()
    }

    fn find<'a>(files: &'a [SiteFile], end: &str) -> &'a SiteFile {
        files.iter().find(|file| file.path.ends_with(end)).unwrap()
    }

    #[test]
    fn every_address_of_the_page_is_relative_and_is_a_file_of_the_site() {
        let engine = vec![("quintet.wasm".to_owned(), vec![1]), ("weights/cancer.json".to_owned(), vec![2])];
        let files = site_files(engine);
        let page = text(find(&files, "index.html"));
        assert!(!page.contains('{'), "everything is filled in");
        // The page itself, the worker and the others.
        let named = ["href=\"", "src=\"", "name=\"worker\" content=\""];
        let named = named.into_iter().flat_map(|head| page.split(head).skip(1));
        let addresses: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
        assert!(addresses.len() > 8, "{addresses:?}");
        for address in addresses {
            assert!(files.iter().any(|file| file.path == address), "{address}");
        }
        let service_worker = text(find(&files, "service_worker.js"));
        for name in ["quintet.wasm", "main.js", "card-alak.svg"] {
            assert!(service_worker.contains(&find(&files, name).path), "{name}");
        }
        assert!(!service_worker.contains("weights/"), "weights are kept when their game is played");
        assert!(serde_json::from_str::<serde_json::Value>(text(find(&files, "manifest.webmanifest"))).is_ok());
    }

    #[test]
    fn another_engine_has_another_build_id() {
        let page = |byte| site_files(vec![("quintet.wasm".to_owned(), vec![byte])]);
        assert_eq!(page(1), page(1));
        assert_ne!(find(&page(1), "main.js").path, find(&page(2), "main.js").path);
    }
}
