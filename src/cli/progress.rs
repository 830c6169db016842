//! The progress of a match on stderr: a bar on a terminal, otherwise one line per game.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::report::standings::Standings;
use quintet_arena::matches::results::GameRecord;
use quintet_arena::matches::runner::MatchObserver;
use quintet_learn::LearnObserver;

use super::output::{print_message, print_result};

/// The progress of a match.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    config: MatchConfig,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
            is_terminal: std::io::stderr().is_terminal(),
            config: MatchConfig::default(),
        }
    }
}

impl Progress {
    fn show(&self, standings: &Standings) {
        self.bar.set_message(standings.line(&self.config));
    }
}

impl MatchObserver for Progress {
    fn started(&mut self, config: &MatchConfig, total: usize, done: usize, standings: &Standings) {
        self.config = config.clone();
        self.bar = ProgressBar::new(total as u64);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} (left {eta})  {msg}");
        if !self.is_terminal {
            self.bar.set_draw_target(ProgressDrawTarget::hidden());
        } else if let Ok(style) = style {
            self.bar.set_style(style);
            self.bar.enable_steady_tick(Duration::from_secs(1));
        }
        self.bar.set_position(done as u64);
        self.bar.reset_eta();
        self.show(standings);
    }

    fn game_over(&mut self, record: &GameRecord, standings: &Standings) {
        self.bar.inc(1);
        self.show(standings);
        let line = format!(
            "game {}: {} (b) - {} (w): {} ({}{}), {} moves",
            record.number,
            record.black,
            record.white,
            record.result,
            record.reason.name(),
            record.culprit.as_ref().map_or(String::new(), |name| format!(" of {name}: {}", record.detail)),
            record.moves.len(),
        );
        if !self.is_terminal {
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            print_message(format!("[{done}/{total}] {line}; {}", standings.line(&self.config)));
        } else if record.culprit.is_some() {
            self.bar.println(line);
        }
    }

    fn ended(&mut self) {
        self.bar.finish_and_clear();
    }

    fn warn(&mut self, text: &str) {
        print_message(format!("quintet: {text}"));
    }
}

impl LearnObserver for Progress {
    fn result(&mut self, text: &str) {
        print_result(text);
    }

    fn as_match_observer(&mut self) -> &mut dyn MatchObserver {
        self
    }
}
