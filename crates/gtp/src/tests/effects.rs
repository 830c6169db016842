//! Lines with every command of the protocol, and what they change.

use Effect::{Client, End, Position, Restored, Search, Setting};
use quintet_core::types::Seat;

use crate::session::Session;

/// What a line changes in a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// Nothing but what a search of the position leaves.
    Search,
    /// A position or a setting; later lines change it back.
    Restored,
    Position,
    /// A setting of the engine.
    Setting,
    /// The clock, or how the client's words are read.
    Client,
    /// The session ends.
    End,
}

/// Lines with their effects. In braces are words for the position: the side to move and its
/// opponent, a legal move and its vertex, a vertex with a stone, and the kind of that stone.
#[rustfmt::skip]
const LINES: &[(Effect, &[&str])] = &[
    (Effect::None, &[
        "protocol_version", "name", "version", "known_command genmove", "list_commands", "help", "help play",
        "cputime", "gomill-cpu_time", "get_komi", "query_boardsize", "get_handicap", "last_move", "kata-get-params", "quintet-list_games", "quintet-get_game", "quintet-block", "quintet-get_rules",
        "kata-get-rules", "all_legal {seat}", "all_legal {other}", "is_legal {seat} {move}",
        "quintet-why {other} {move}", "list_stones {stone}", "quintet-side_to_move", "quintet-stone", "showboard",
        "quintet-outcome", "quintet-position", "quintet-perft 2", "gogui-rules_game_id", "gogui-rules_board_size",
        "gogui-rules_board", "gogui-rules_board_gfx", "gogui-rules_legal_moves", "gogui-rules_side_to_move",
        "gogui-rules_final_result", "gogui-rules_captured_count", "gogui-interrupt", "gogui-title", "gogui-version 1.5",
        "gogui-analyze_commands", "quintet-show exact", "quintet-show legal", "quintet-show status",
        "quintet-show effect {vertex}", "final_score", "final_status_list dead", "final_status_list alive",
        "final_status_list black_territory", "final_status {vertex}", "estimate_score", "captures {seat}",
        "countlib {taken}", "findlib {taken}", "heatmap", "top_moves", "kata-list_time_settings", "printsgf", "quintet-svg", "param",
        "param seed", "param search.exploration", "kata-list-params", "kata-get-param maxVisits", "get_random_seed",
        "clear_cache", "stop", "kgs-game_over", "kgs-chat game somebody hello", "gg-undo 0", "play {seat} nowhere",
        "no_such_command", "genmove nobody", "# a comment", "",
    ]),
    (Search, &[
        "reg_genmove {seat}", "reg_genmove {other}", "quintet-solve", "quintet-solve {other}", "quintet-show win_rates",
        "quintet-show visits", "quintet-show variation", "quintet-show ownership", "quintet-show proven",
        "top_moves_black", "top_moves_white", "analyze", "lz-analyze {seat} 10", "lz-analyze {other}",
        "kata-analyze {seat} 10 ownership true", "kata-analyze {other} interval 1 movesOwnership true",
        "kata-analyze {seat} 1 avoid {seat} {move} 1", "kata-search", "kata-search_cancellable", "kata-search_cancellable {other}",
        "kata-search_analyze {seat} 1", "kata-search_analyze {other} 1 ownership true",
        "kata-search_analyze_cancellable {seat} 1", "kata-search_analyze_cancellable {other}", "kata-benchmark 30",
    ]),
    (Restored, &[
        "genmove {seat}\nundo", "genmove {other}\nundo", "genmove_black\nundo", "genmove_white\nundo", "genmove_analyze {seat} 1\nundo",
        "lz-genmove_analyze {seat} 1\nundo", "kata-genmove_analyze {other} 1\nundo", "kgs-genmove_cleanup {seat}\nundo",
        "play {seat} {move}\nundo", "{seat} {move}\nundo", "play {seat} {move}\ngenmove {other}\ngg-undo 2",
        "play {seat} {move}\nkata-analyze\nreg_genmove {seat}\ngg-undo 1",
        "gogui-play_sequence {seat} {move}\nkata-search_analyze\nundo",
        "param visits 17\nkata-search_analyze {seat}\ngenmove {seat}\nundo\nparam visits {visits}",
        "kata-set-param maxVisits 1000\nkata-search_cancellable\nkata-set-param maxVisits {visits}",
        "param seconds 0.01\nparam visits 0\nkata-search_analyze\nparam visits {visits}\nparam seconds 0",
        "param threads 2\nkata-search_analyze\nparam threads 1", "level 3\nreg_genmove {seat}\nlevel 0",
        "param level 12\nkata-search_analyze\nparam level 0", "param exact 0\nkata-search_analyze\nparam exact 1",
        "set_random_seed 9\nkata-search_analyze\nset_random_seed {seed}",
        "param resign 1\nreg_genmove {seat}\nparam resign {resign}",
        "param resign 0\nreg_genmove {seat}\nparam resign {resign}",
        "param wide_root 1\nkata-analyze\nparam wide_root 0.04",
        "komi 30.5\nkata-analyze\nkata-search_analyze {seat}\nkomi {komi}",
    ]),
    (Position, &[
        "boardsize 7", "rectangular_boardsize 7 6", "clear_board", "komi 3.5", "set_game stoical", "set_game alaric",
        "play {other} {move}", "play {seat} {move}", "genmove {seat}\nplay {other} {move}", "undo", "gg-undo",
        "gogui-play_sequence {other} {move}", "gogui-setup", "gogui-setup_player {other}",
        "quintet-set_position stoical 3 ko=stoical repetition=draw komi=0 .../.../... b", "set_position", "clear_board\nquintet-block A1",
        "clear_board\nquintet-unblock A1", "clear_board\nquintet-set_rule ko simple",
        "clear_board\nkata-set-rules chinese", "clear_board\nkata-set-rule ko SIMPLE", "clear_board\nkgs-rules chinese",
        "clear_board\nfixed_handicap 2", "clear_board\nplace_free_handicap 2",
        "clear_board\nset_free_handicap C3 G7", "loadsgf {file}",
    ]),
    (Setting, &[
        "param visits 31", "param threads 2", "param seed 77", "param resign 0.2", "param hash 9", "param exact 0",
        "param solve_nodes 3", "param lag 1", "param wide_root 0.2", "param search.exploration 0.7", "param ponder 0",
        "kata-set-param maxVisits 33", "kata-set-params {\"maxVisits\": 34}", "set_random_seed 78", "level 5",
    ]),
    (Client, &[
        "quintet-stone own", "time_settings 600 30 5", "time_left {seat} 100 0", "kgs-time_settings absolute 300",
        "kata-time_settings fischer 100 5", "komi {komi}", "param visits {visits}",
    ]),
    (End, &["quit"]),
];

/// Returns all lines with their effects. What is left to be filled in is in braces; see [`fill`].
pub fn lines() -> impl Iterator<Item = (&'static str, Effect)> {
    LINES.iter().flat_map(|&(effect, lines)| lines.iter().map(move |&line| (line, effect)))
}

/// Returns lines for the position of a session.
pub fn fill(session: &mut Session, line: &str) -> String {
    let game = session.game();
    let (seat, preferences) = (game.to_move(), session.preferences());
    let legal = game.legal_moves(seat);
    let mv = legal.iter().find(|mv| mv.point().is_some()).map_or("PASS".to_owned(), |&mv| session.word(mv));
    let taken = game.geometry().points().filter_map(|point| Some((point, game.stone(point)?))).last();
    let values = [
        ("seat", seat.name().to_owned()),
        ("other", seat.other().name().to_owned()),
        ("vertex", mv.rsplit('@').next().unwrap_or_default().to_owned()),
        ("move", mv),
        ("taken", taken.map_or("A1".to_owned(), |(point, _)| game.geometry().vertex(point).to_string())),
        ("stone", taken.map_or("red", |(_, stone)| stone.name()).to_owned()),
        ("visits", preferences.visits.unwrap_or(0).to_string()),
        ("seed", preferences.settings.seed.to_string()),
        ("resign", preferences.settings.resign_below.to_string()),
        ("komi", session.setup().komi().to_string()),
        ("file", concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/stoical.sgf").to_owned()),
    ];
    values.iter().fold(line.to_owned(), |line, (name, value)| line.replace(&format!("{{{name}}}"), value))
}

#[test]
fn every_command_is_in_a_line() {
    let used: Vec<&str> =
        lines().flat_map(|(line, _)| line.lines()).filter_map(|line| line.split(' ').next()).collect();
    for command in crate::commands() {
        // Commands that are named like the seats.
        let is_seat = Seat::BOTH.iter().any(|seat| seat.name() == command.name) && used.contains(&"{seat}");
        assert!(is_seat || used.contains(&command.name), "{}", command.name);
    }
}
