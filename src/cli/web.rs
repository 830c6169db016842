//! `quintet web`: the board in a browser.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail};
use clap::Args;
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_core::setup::Setup;
use quintet_core::time_control::seconds;
use quintet_engine::Knowledge;
use quintet_record::sgf;
use quintet_web::{IDLE, OWN_NAMES, WebOptions};

use super::options::EngineOptions;
use super::output::print_result;
use super::{Outcome, exit};

/// The options of `quintet web`.
#[derive(Args, Debug)]
pub struct WebArgs {
    /// The address to listen at; all others than this machine's own let other machines in.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port to listen at; 0: any free one.
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    /// An engine that can be chosen besides our own: name=A,cmd=COMMAND LINE, with visits=N,
    /// clock=C, send=GTP COMMAND before cmd where wanted.
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<String>,
    /// A directory that quintet match writes or has written; can be given several times.
    #[arg(long, value_name = "DIR")]
    matches: Vec<PathBuf>,
    /// So many seconds a given engine may be silent beyond its time before it is given up.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, allow_negative_numbers = true)]
    timeout: f64,
    /// A game to look at first.
    #[arg(value_name = "FILE.sgf")]
    file: Option<PathBuf>,
}

impl WebArgs {
    /// Returns the options of the server.
    fn options(&self, setup: Setup, engine: EngineOptions) -> anyhow::Result<WebOptions> {
        let mut engines: Vec<EngineConfig> = Vec::new();
        for text in &self.engine {
            let engine = EngineConfig::parse(text)?;
            if OWN_NAMES.contains(&&*engine.name) || engines.iter().any(|known| known.name == engine.name) {
                bail!("--engine: the name {} is taken; each engine has a name of its own", engine.name);
            }
            engines.push(engine);
        }
        for directory in &self.matches {
            if !directory.is_dir() {
                bail!("--matches {}: there is no such directory", directory.display());
            }
        }
        let patience = seconds(self.timeout).filter(|time| !time.is_zero());
        let patience = patience.with_context(|| format!("--timeout {}: seconds above 0 are wanted", self.timeout))?;
        let record = match &self.file {
            Some(path) => Some(sgf::load(path, None).with_context(|| path.display().to_string())?),
            None => None,
        };
        let limits = engine.limits();
        let matches = self.matches.clone();
        Ok(WebOptions { setup, record, settings: engine.settings, limits, engines, matches, patience, idle: IDLE })
    }

    /// Serves until a signal ends the program.
    fn serve(&self, options: WebOptions, knowledge: Knowledge) -> anyhow::Result<()> {
        let stop: Arc<AtomicBool> = Arc::default();
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot watch for signals")?;
        let mut ready = |address: &str| {
            print_result(address);
            if self.open && !open_browser(address) {
                log::warn!("no browser could be started; open the address by hand");
            }
        };
        quintet_web::serve((&self.host, self.port), options, knowledge, &stop, &mut ready)
            .with_context(|| format!("cannot listen at {}:{}", self.host, self.port))
    }
}

/// Serves the page.
pub fn run(args: &WebArgs, setup: Setup, engine: EngineOptions, knowledge: Knowledge) -> Outcome {
    let options = args.options(setup, engine)?;
    Ok(exit(args.serve(options, knowledge)))
}

/// Starts the system's browser. Returns whether that was possible.
fn open_browser(address: &str) -> bool {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
