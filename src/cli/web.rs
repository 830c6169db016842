//! `quintet web`: the board in a browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail};
use clap::Args;
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_core::time_control::seconds;
use quintet_engine::Knowledge;
use quintet_record::sgf;
use quintet_web::{IDLE, KEPT, WebOptions, is_own_name};

use super::game_source::log_warnings;
use super::option_values::engine_text;
use super::options::{EngineArgs, EngineOptions, LevelArg};
use super::output::{print_message, print_result};
use super::{Outcome, browser, exit};

/// The options of `quintet web`.
#[derive(Args, Debug)]
pub struct WebArgs {
    /// Address to listen at; any other than the default lets other machines connect.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Port to listen at; 0: any free port.
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    /// Another engine to choose from; can be given several times: name=NAME,cmd=COMMAND LINE;
    /// before cmd optionally visits=N, clock=CLOCK, send=GTP COMMAND.
    #[arg(long, value_name = "ENGINE", value_parser = engine_text())]
    engine: Vec<String>,
    /// Directory of a finished or running `quintet match` to watch; can be given several times.
    #[arg(long, value_name = "DIR")]
    matches: Vec<PathBuf>,
    /// Seconds beyond its time after which an engine of --engine is stopped.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "engine", allow_negative_numbers = true)]
    timeout: f64,
    /// SGF file to open first.
    #[arg(value_name = "FILE.sgf")]
    file: Option<PathBuf>,
    #[command(flatten)]
    own: EngineArgs,
    #[command(flatten)]
    level: LevelArg,
}

impl WebArgs {
    /// Returns the options of the server.
    fn options(&self) -> anyhow::Result<WebOptions> {
        let setup = self.own.setup.setup()?;
        let engine = self.own.search.options(&self.level)?;
        let limits = engine.limits();
        let mut engines: Vec<EngineConfig> = Vec::new();
        for text in &self.engine {
            let engine = EngineConfig::parse(text)?;
            if is_own_name(&engine.name) || engines.iter().any(|known| known.name == engine.name) {
                bail!("--engine: the name {} is taken; each engine has a name of its own", engine.name);
            }
            engines.push(engine);
        }
        for directory in &self.matches {
            if !directory.is_dir() {
                bail!("--matches {}: no such directory", directory.display());
            }
        }
        let patience = seconds(self.timeout).filter(|time| !time.is_zero());
        let patience = patience.with_context(|| format!("--timeout {}: expected seconds above 0", self.timeout))?;
        let record = match &self.file {
            Some(path) => Some(sgf::load(path, None).with_context(|| path.display().to_string())?),
            None => None,
        };
        if let (Some(path), Some(record)) = (&self.file, &record) {
            log_warnings(path, record);
        }
        let matches = self.matches.clone();
        let EngineOptions { settings, level, .. } = engine;
        Ok(WebOptions { setup, record, settings, level, limits, engines, matches, patience, idle: IDLE, kept: KEPT })
    }

    /// Serves until a signal ends the program.
    fn serve(&self, options: WebOptions, knowledge: Knowledge) -> anyhow::Result<()> {
        let stop: Arc<AtomicBool> = Arc::default();
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot watch for signals")?;
        let mut opening = None;
        let mut ready = |address: &str, visited: Arc<AtomicBool>| {
            print_result(address);
            if self.open {
                let (address, stop) = (address.to_owned(), Arc::clone(&stop));
                opening = Some(std::thread::spawn(move || open(&address, &visited, &stop)));
            }
        };
        let served = quintet_web::serve((&self.host, self.port), options, knowledge, &stop, &mut ready);
        // It removes its file.
        _ = opening.map(std::thread::JoinHandle::join);
        served.with_context(|| format!("cannot listen at {}:{}", self.host, self.port))
    }
}

/// Opens an address in a browser, or says that none did.
fn open(address: &str, visited: &AtomicBool, stop: &AtomicBool) {
    if let Err(why) = browser::open(address, visited, stop) {
        print_message(format!("quintet: no browser opened the page ({why:#}); open {address} by hand"));
    }
}

/// Serves the page.
pub fn run(args: &WebArgs) -> Outcome {
    let knowledge = args.own.knowledge()?;
    let options = args.options()?;
    Ok(exit(args.serve(options, knowledge)))
}
