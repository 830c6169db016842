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
    let root = game.search_position(game.to_move());
    let mut search = Search::new(game, root, &params, &weights, Tree::new(4), options);
    (search.stream, search.threads) = (stream, threads);
    search.run(on_report)
}
