//! `quintet learn` and `quintet tune`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use quintet_arena::driver::command_line;
use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::stats::sprt::Sprt;
use quintet_core::time::SystemTime;
use quintet_learn::{LearnError, LearnOptions, ParamRange, SelfPlay, TuneOptions, WIN_RATE_SHARE};
use quintet_network::Shape;
use quintet_record::setup_words;

use super::matches::GamesArgs;
use super::option_values::{engine_text, learning_rate, part, share, whole};
use super::options::{BlockArg, CommonArgs, WeightsArg, check_weights};
use super::progress::Progress;
use super::{Exit, Outcome, exit, interrupt};

/// The options of `quintet learn`, besides the shared ones.
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// Directory for games, weights and the test match.
    #[arg(long, value_name = "DIR", default_value = "learn")]
    out: PathBuf,
    /// Resume the run in the --out directory.
    #[arg(long)]
    resume: bool,
    /// Self-play games to learn from.
    #[arg(long, value_name = "N", default_value = "400", value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// Learn from the games in these result files or directories of `quintet match` instead of
    /// self-play; boards and optional rules may differ.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "games")]
    from: Vec<PathBuf>,
    /// Train the game's network instead of its weights, which stay as they are (Alaric,
    /// Bracket, Cancer, Stoical Go).
    #[arg(long)]
    network: bool,
    /// Training epochs of the network.
    #[arg(long, value_name = "N", default_value = "6", requires = "network", value_parser = whole::<u32>(1, 1000))]
    epochs: u32,
    /// Search a quarter of the positions again, with this many visits, and learn what the search
    /// found instead of the played move; 0: none.
    #[arg(long, value_name = "VISITS", default_value = "0", requires = "network", value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    reanalyze: u32,
    /// Let the network of this engine (GTP command kata-raw-nn) evaluate the positions, and learn
    /// its policy, expected results and owners.
    #[arg(long, value_name = "COMMAND LINE", requires = "network", conflicts_with_all = ["reanalyze", "from_searches"], value_parser = engine_text())]
    teacher: Option<String>,
    /// Record visit counts and win rates in self-play, and learn them instead of the played moves
    /// and the results alone; with --from, learn recorded ones.
    #[arg(long, requires = "network", conflicts_with = "reanalyze")]
    from_searches: bool,
    /// Share of a recorded win rate in the result that the network learns, from 0 to 1; the rest is
    /// the result of the game. Less is better where searches are far from certain of games that are
    /// decided.
    // Clap waives a requirement if a given option conflicts with what is required.
    #[arg(long, value_name = "SHARE", default_value_t = WIN_RATE_SHARE, requires = "from_searches", conflicts_with_all = ["reanalyze", "teacher"], value_parser = part::<f32>)]
    win_rate_share: f32,
    /// Continue to train the present network, in smaller steps, instead of a new one.
    #[arg(long, requires = "network")]
    refine: bool,
    /// Make the new network the mean of the present one, with this share (above 0, below 1), and the
    /// refined one. It keeps more of what the present network knows of positions that are not in the
    /// games.
    #[arg(long, value_name = "SHARE", requires = "refine", conflicts_with = "shape", value_parser = share)]
    original_share: Option<f32>,
    /// Largest learning rate of the network, up to 0.1; it falls to 0 during the training. By
    /// default 0.004, and 0.001 with --refine.
    #[arg(long, value_name = "NUMBER", requires = "network", value_parser = learning_rate)]
    learning_rate: Option<f32>,
    /// Shape of a new network: 24, 32, 48 or 64 channels, 1 to 8 residual blocks, optionally with
    /// global pooling.
    #[arg(long, value_name = "CHANNELSxBLOCKS[-pooling]", default_value_t = Shape::DEFAULT, requires = "network", conflicts_with = "refine")]
    shape: Shape,
    /// Random plies at the start of each game.
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    opening_plies: u32,
    /// Games played at the same time, and threads for training a network.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16>(1, u64::from(u16::MAX)))]
    concurrency: u16,
    /// Maximum games of the test match against the old weights; 0: no test.
    #[arg(long, value_name = "N", default_value = "400", value_parser = whole::<u64>(0, u64::MAX))]
    check_games: u64,
    /// Sequential probability ratio test (SPRT) of the test match.
    #[arg(long, value_name = "TEST", default_value = "elo0=0,elo1=30")]
    sprt: Sprt,
    /// File for a copy of the weights, written if they are stronger.
    #[arg(long, value_name = "FILE")]
    install: Option<PathBuf>,
    #[command(flatten)]
    self_play: SelfPlayArgs,
}

/// The options of self-play.
#[derive(Args, Debug)]
struct SelfPlayArgs {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    _common: CommonArgs,
}

/// The options of `quintet tune`, besides the shared ones.
#[derive(Args, Debug)]
pub struct TuneArgs {
    /// Parameter to tune and its bounds; can be given several times.
    #[arg(long = "range", value_name = "NAME=FROM..TO", required = true)]
    ranges: Vec<ParamRange>,
    /// Steps, each a short match.
    #[arg(long, value_name = "N", default_value = "50", value_parser = whole::<u64>(1, u64::MAX))]
    steps: u64,
    /// Games per step.
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// Directory for games and tuned weights.
    #[arg(long, value_name = "DIR", default_value = "tune")]
    out: PathBuf,
    /// Resume the run in the --out directory.
    #[arg(long)]
    resume: bool,
    /// Random plies at the start of each game.
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    opening_plies: u32,
    /// Games played at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16>(1, u64::from(u16::MAX)))]
    concurrency: u16,
    /// Maximum games of the test match against the old parameters; 0: no test.
    #[arg(long, value_name = "N", default_value = "200", value_parser = whole::<u64>(0, u64::MAX))]
    check_games: u64,
    /// Sequential probability ratio test (SPRT) of the test match.
    #[arg(long, value_name = "TEST", default_value = "elo0=0,elo1=30")]
    sprt: Sprt,
    #[command(flatten)]
    self_play: SelfPlayArgs,
}

/// Visits per move of self-play games if neither visits nor seconds are given.
const VISITS: u64 = 500;

/// Runs `quintet learn`.
pub fn learn(args: &LearnArgs) -> Outcome {
    let knowledge = args.self_play.weights.knowledge()?;
    let mut progress = Progress::default();
    let interrupt = interrupt::flag();
    let mut config = args.self_play.config(args.opening_plies)?;
    if config.visits.is_none() && config.clock.is_none() {
        config.visits = Some(VISITS);
    }
    let setup = config.setup()?;
    let info = setup.info();
    check_weights(&knowledge, info)?;
    let weights = if args.refine { knowledge.weights_to_train(&setup).into() } else { knowledge.weights(&setup) };
    let self_play = SelfPlay {
        config,
        weights_file: args.self_play.weights.weights.clone(),
        concurrency: args.concurrency.into(),
        interrupt: &interrupt,
        observer: &mut progress,
    };
    let learn_options = LearnOptions {
        out: args.out.clone(),
        resume: args.resume,
        games: args.games,
        from: args.from.clone(),
        network: args.network,
        epochs: args.epochs,
        reanalyze: args.reanalyze,
        teacher: args.teacher.clone(),
        from_searches: args.from_searches,
        win_rate_share: args.win_rate_share,
        refine: args.refine,
        original_share: args.original_share,
        learning_rate: args.learning_rate,
        shape: args.shape,
        check_games: args.check_games,
        sprt: args.sprt,
        install: args.install.clone(),
        command: own_command(),
    };
    outcome(quintet_learn::learn(&learn_options, info, &weights, self_play, &SystemTime))
}

/// Runs `quintet tune`.
pub fn tune(args: &TuneArgs) -> Outcome {
    let knowledge = args.self_play.weights.knowledge()?;
    let mut progress = Progress::default();
    let interrupt = interrupt::flag();
    let config = args.self_play.config(args.opening_plies)?;
    let setup = config.setup()?;
    let info = setup.info();
    check_weights(&knowledge, info)?;
    let weights = knowledge.weights(&setup);
    let self_play = SelfPlay {
        config,
        weights_file: args.self_play.weights.weights.clone(),
        concurrency: args.concurrency.into(),
        interrupt: &interrupt,
        observer: &mut progress,
    };
    let tune_options = TuneOptions {
        ranges: args.ranges.clone(),
        steps: args.steps,
        games: args.games,
        out: args.out.clone(),
        resume: args.resume,
        check_games: args.check_games,
        sprt: args.sprt,
    };
    outcome(quintet_learn::tune(&tune_options, info, &weights, self_play))
}

/// Returns the outcome of a run: a failure if what is new was not shown to be stronger, or if the
/// disk was full.
fn outcome(stronger: Result<bool, LearnError>) -> Outcome {
    match stronger {
        Ok(true) => Ok(Exit::Success),
        Ok(false) => Ok(Exit::Failure),
        Err(error) if error.is_unwritten() => Ok(exit(Err(error.into()))),
        Err(error) => Err(error.into()),
    }
}

impl SelfPlayArgs {
    /// Returns the configuration of matches of the program against itself.
    fn config(&self, opening_plies: u32) -> anyhow::Result<MatchConfig> {
        let GamesArgs { board, komi, seed, visits, .. } = &self.games;
        let setup = board.setup(komi, &BlockArg::default())?;
        let rules = board
            .rule
            .iter()
            .map(|rule| Ok(setup_words::rule(rule).map(|(name, value)| (name.to_owned(), value.to_owned()))?));
        Ok(MatchConfig {
            game: setup.info().id.to_owned(),
            size: board.size.clone(),
            rules: rules.collect::<anyhow::Result<_>>()?,
            komi: komi.komi.unwrap_or(0.0),
            visits: visits.visits,
            clock: self.games.time_per_move()?,
            opening_plies: Some(opening_plies),
            seed: seed.seed.unwrap_or(1),
            ..MatchConfig::default()
        })
    }
}

/// Returns the command line in a form that can be repeated, without the program's folder.
fn own_command() -> String {
    let words = std::env::args_os().skip(1).filter(|word| word != "--resume");
    let words: Vec<OsString> = std::iter::once("quintet".into()).chain(words).collect();
    // The system passes no zero bytes.
    command_line::join(&words).unwrap_or_default()
}
