//! The progress of a match on stderr: a bar on a terminal that can redraw it,
//! otherwise one line per game.

#[cfg(feature = "progress")]
use indicatif::{ProgressBar, ProgressStyle};
use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::report::standings::Standings;
use quintet_arena::matches::results::GameRecord;
use quintet_arena::matches::runner::MatchObserver;
use quintet_learn::LearnObserver;

use super::output::{print_message, print_result};

/// The progress of a match.
#[derive(Default)]
pub struct Progress {
    done: usize,
    total: usize,
    config: MatchConfig,
    /// Neither lines nor a bar are printed.
    is_quiet: bool,
    /// On a terminal.
    #[cfg(feature = "progress")]
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Creates the progress of a match, which shows nothing but warnings if it is quiet.
    pub fn new(is_quiet: bool) -> Progress {
        Progress { is_quiet, ..Progress::default() }
    }
}

impl MatchObserver for Progress {
    fn started(&mut self, config: &MatchConfig, total: usize, done: usize, standings: &Standings) {
        (self.config, self.total, self.done) = (config.clone(), total, done);
        #[cfg(not(feature = "progress"))]
        let _ = standings;
        #[cfg(feature = "progress")]
        {
            self.bar = (!self.is_quiet && super::output::can_redraw()).then(|| bar(total, done));
            self.show(standings);
        }
    }

    fn game_over(&mut self, record: &GameRecord, standings: &Standings) {
        self.done += 1;
        if self.is_quiet {
            return;
        }
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
        #[cfg(feature = "progress")]
        if let Some(bar) = &self.bar {
            bar.inc(1);
            self.show(standings);
            if record.culprit.is_some() {
                bar.println(line);
            }
            return;
        }
        print_message(format!("[{}/{}] {line}; {}", self.done, self.total, standings.line(&self.config)));
    }

    fn ended(&mut self) {
        #[cfg(feature = "progress")]
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn warn(&mut self, text: &str) {
        print_message(format!("quintet: {text}"));
    }
}

#[cfg(feature = "progress")]
impl Progress {
    fn show(&self, standings: &Standings) {
        if let Some(bar) = &self.bar {
            bar.set_message(standings.line(&self.config));
        }
    }
}

/// Returns a bar for a number of games, of which some are done.
#[cfg(feature = "progress")]
pub fn bar(total: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(total as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} (left {eta})  {msg}") {
        bar.set_style(style);
        bar.enable_steady_tick(std::time::Duration::from_secs(1));
    }
    bar.set_position(done as u64);
    bar.reset_eta();
    bar
}

impl LearnObserver for Progress {
    fn result(&mut self, text: &str) {
        print_result(text);
    }

    fn as_match_observer(&mut self) -> &mut dyn MatchObserver {
        self
    }
}
