//! The search that the tests of several files run.

use quintet_core::game::Game;
use quintet_search::{ParamOverrides, Report, Search, SearchOptions, SearchResult, Tree};

/// Searches the current position of a game with the built-in weights for its setup.
pub fn run_search(
    game: &Game,
    overrides: &ParamOverrides,
    threads: usize,
    stream: u64,
    options: SearchOptions<'_>,
    on_report: &mut dyn FnMut(&Report),
) -> SearchResult {
    let weights = game.info().weights_for(game.setup());
    let params = overrides.resolve(&weights);
    let mut search = Search {
        tree: Tree::new(4),
        root: game.search_position(game.to_move()),
        geometry: game.geometry(),
        params: &params,
        weights: &weights,
        stream,
        threads,
        options,
        started: options.time.now(),
    };
    search.run(on_report)
}
