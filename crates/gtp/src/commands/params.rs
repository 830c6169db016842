//! Parameters: one table, read and set by our names (`param`) and by KataGo's.

use std::time::Duration;

use quintet_core::notation::{decimal, quote};
use quintet_core::time_control::seconds;
use quintet_engine::Level;
use quintet_search::{MAX_THREADS, THREAD_RANGE, param as search_param_of, param_names};
use serde_json::Value;

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::session::Session;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("param", "param [NAME [VALUE]]", "lists all parameters, shows one or sets one", param),
    Command::new("kata-list-params", "kata-list-params", "KataGo's names for parameters", |_, _| Ok(kata_names(" "))),
    Command::new("kata-get-param", "kata-get-param NAME", "a parameter under KataGo's name", kata_get_param),
    Command::new("kata-set-param", "kata-set-param NAME VALUE", "sets a parameter under KataGo's name", kata_set_param),
    Command::new("kata-get-params", "kata-get-params", "all parameters under KataGo's names, in JSON", kata_get_params),
    Command::new(
        "kata-set-params",
        "kata-set-params {\"NAME\": VALUE, ...}",
        "sets parameters under KataGo's names; none if one is not accepted",
        kata_set_params,
    ),
    Command::new("get_random_seed", "get_random_seed", "the seed of all random choices", |session, _| {
        Ok(session.preferences().settings.seed.to_string())
    }),
    Command::new("set_random_seed", "set_random_seed NUMBER", "sets the seed of all random choices", set_random_seed),
    Command::new("clear_cache", "clear_cache", "forgets what earlier searches found", clear_cache),
];

/// KataGo's number for unlimited visits.
const MANY_VISITS: u64 = 1 << 60;

/// KataGo's number for unlimited seconds.
const MANY_SECONDS: f64 = 1e20;

/// A parameter of the session.
struct Param {
    name: &'static str,
    /// The type in GoGui's parameter dialogs.
    kind: &'static str,
    /// KataGo's names, if KataGo has the parameter.
    kata: &'static [&'static str],
    /// The accepted values.
    accepts: &'static str,
    get: fn(&Session) -> String,
    /// Sets the value; `None` if it is not accepted.
    set: fn(&mut Session, &str) -> Option<()>,
}

impl Param {
    /// Returns the value as KataGo writes it.
    fn kata_value(&self, session: &Session) -> String {
        match (self.name, (self.get)(session).as_str()) {
            ("visits", "0") => MANY_VISITS.to_string(),
            ("seconds", "0") => "1e+20".to_owned(),
            ("ponder", value) => (value == "1").to_string(),
            (_, value) => value.to_owned(),
        }
    }
}

static PARAMS: &[Param] = &[
    Param {
        name: "threads",
        kind: "string",
        kata: &["numSearchThreads"],
        accepts: THREAD_RANGE,
        get: |session| session.preferences().settings.threads.to_string(),
        set: |session, text| {
            let threads = usize::try_from(args::count(text)?).ok().filter(|n| (1..=MAX_THREADS).contains(n))?;
            session.preferences_mut().settings.threads = threads;
            Some(())
        },
    },
    Param {
        name: "level",
        kind: "string",
        kata: &[],
        accepts: "1 (weakest) to 12, 0 for full strength",
        get: |session| session.preferences().level.map_or(0, Level::number).to_string(),
        set: |session, text| {
            session.preferences_mut().level = args::level(args::count(text)?).ok()?;
            Some(())
        },
    },
    Param {
        name: "visits",
        kind: "string",
        kata: &["maxVisits"],
        accepts: "simulations a move, 0 for no limit",
        get: |session| session.preferences().visits.unwrap_or(0).to_string(),
        set: |session, text| {
            let visits = Some(args::count(text)?).filter(|&visits| visits != 0 && visits < MANY_VISITS);
            session.preferences_mut().visits = visits;
            Some(())
        },
    },
    Param {
        name: "seconds",
        kind: "string",
        kata: &["maxTime"],
        accepts: "seconds a move, 0 for no limit",
        get: |session| session.preferences().time.map_or(0.0, |time| time.as_secs_f64()).to_string(),
        set: |session, text| {
            let value = decimal(text)?;
            let time = seconds(value)?;
            session.preferences_mut().time = (time != Duration::ZERO && value < MANY_SECONDS).then_some(time);
            Some(())
        },
    },
    Param {
        name: "seed",
        kind: "string",
        kata: &[],
        accepts: "0 to 18446744073709551615",
        get: |session| session.preferences().settings.seed.to_string(),
        set: |session, text| {
            session.preferences_mut().set_seed(text.parse().ok()?);
            Some(())
        },
    },
    Param {
        name: "resign",
        kind: "string",
        kata: &[],
        accepts: "the expected result from 0 to 1 below which the engine resigns, 0 for never",
        get: |session| session.preferences().settings.resign_below.to_string(),
        set: |session, text| {
            let share = decimal(text).filter(|share| (0.0..=1.0).contains(share))? + 0.0;
            session.preferences_mut().settings.resign_below = share;
            Some(())
        },
    },
    Param {
        name: "hash",
        kind: "string",
        kata: &[],
        accepts: "MiB for the search tree, 1 to 1048576",
        get: |session| session.preferences().settings.hash_mib.to_string(),
        set: |session, text| {
            let mib = args::count(text).filter(|n| (1..=1 << 20).contains(n))? as usize;
            session.preferences_mut().settings.hash_mib = mib;
            Some(())
        },
    },
    Param {
        name: "ponder",
        kind: "bool",
        kata: &["ponderingEnabled"],
        accepts: "0 or 1",
        get: |session| u8::from(session.preferences().settings.ponder).to_string(),
        set: |session, text| {
            session.preferences_mut().settings.ponder = args::truth(text)?;
            Some(())
        },
    },
    Param {
        name: "exact",
        kind: "bool",
        kata: &[],
        accepts: "0 or 1",
        get: |session| u8::from(session.preferences().settings.exact).to_string(),
        set: |session, text| {
            session.preferences_mut().settings.exact = args::truth(text)?;
            Some(())
        },
    },
    Param {
        name: "solve_seconds",
        kind: "string",
        kata: &[],
        accepts: "seconds that quintet-solve may take, 0 for no limit",
        get: |session| session.preferences().solve_limits.time.map_or(0.0, |time| time.as_secs_f64()).to_string(),
        set: |session, text| {
            let time = seconds(decimal(text)?)?;
            session.preferences_mut().solve_limits.time = (time != Duration::ZERO).then_some(time);
            Some(())
        },
    },
    Param {
        name: "solve_nodes",
        kind: "string",
        kata: &[],
        accepts: "nodes that quintet-solve may search, 0 for no limit",
        get: |session| session.preferences().solve_limits.nodes.unwrap_or(0).to_string(),
        set: |session, text| {
            session.preferences_mut().solve_limits.nodes = Some(args::count(text)?).filter(|&nodes| nodes != 0);
            Some(())
        },
    },
    Param {
        name: "lag",
        kind: "string",
        kata: &["lagBuffer"],
        accepts: "seconds of each move on a clock that are kept back for delays",
        get: |session| session.lag().as_secs_f64().to_string(),
        set: |session, text| {
            session.set_lag(seconds(decimal(text)?)?);
            Some(())
        },
    },
    Param {
        name: "wide_root",
        kind: "string",
        kata: &["analysisWideRootNoise", "wideRootNoise"],
        accepts: "0 to 5",
        get: |session| session.preferences().wide_root.to_string(),
        set: |session, text| {
            let share = decimal(text).filter(|share| (0.0..=5.0).contains(share))? + 0.0;
            session.preferences_mut().wide_root = share as f32;
            Some(())
        },
    },
    Param {
        name: "live_gfx",
        kind: "bool",
        kata: &[],
        accepts: "0 or 1",
        get: |session| u8::from(session.preferences().stderr.live_graphics).to_string(),
        set: |session, text| {
            session.preferences_mut().stderr.live_graphics = args::truth(text)?;
            Some(())
        },
    },
];

fn find(name: &str) -> Result<&'static Param, CommandError> {
    PARAMS.iter().find(|param| param.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names = PARAMS.iter().map(|param| param.name).collect::<Vec<_>>().join(", ");
        CommandError::new(format!("'{}' is not a parameter; parameters are {names}", quote(name)))
    })
}

fn set(session: &mut Session, param: &Param, value: &str) -> Answer {
    let refused =
        || CommandError::syntax(format_args!("{} takes {}, not '{}'", param.name, param.accepts, quote(value)));
    (param.set)(session, value).ok_or_else(refused)?;
    Ok(String::new())
}

fn param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let Some(name) = call.args.word(0) else {
        let lines = PARAMS.iter().map(|param| format!("[{}] {} {}", param.kind, param.name, (param.get)(session)));
        return Ok(lines.collect::<Vec<_>>().join("\n"));
    };
    if let Some(name) = name.strip_prefix("search.") {
        return search_param(session, name, call.args.word(1));
    }
    let param = find(name)?;
    match call.args.word(1) {
        Some(value) => set(session, param, value),
        None => Ok((param.get)(session)),
    }
}

/// Returns or sets a search parameter.
fn search_param(session: &mut Session, name: &str, value: Option<&str>) -> Answer {
    let Some(param) = search_param_of(name) else {
        let names = param_names().collect::<Vec<_>>().join(", search.");
        return Err(CommandError::new(format!(
            "'search.{}' is not a parameter; parameters are search.{names}",
            quote(name)
        )));
    };
    let Some(value) = value else {
        let params = session.preferences().settings.params.resolve(session.engine().weights());
        return Ok(params.get(name).map_or_else(String::new, |value| value.to_string()));
    };
    let refused = || {
        CommandError::syntax(format_args!(
            "search.{name} takes a number from {} to {}, not '{}'",
            param.min,
            param.max,
            quote(value)
        ))
    };
    let value = decimal(value).ok_or_else(refused)?;
    session.preferences_mut().settings.params.set(name, value).ok_or_else(refused)?;
    Ok(String::new())
}

fn kata_names(separator: &str) -> String {
    PARAMS.iter().flat_map(|param| param.kata).copied().collect::<Vec<_>>().join(separator)
}

fn find_kata(name: &str) -> Result<&'static Param, CommandError> {
    PARAMS.iter().find(|param| param.kata.iter().any(|kata| kata.eq_ignore_ascii_case(name))).ok_or_else(|| {
        CommandError::new(format!("'{}' is not a parameter; parameters are {}", quote(name), kata_names(", ")))
    })
}

fn kata_get_param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    Ok(find_kata(call.word(0)?)?.kata_value(session))
}

fn kata_get_params(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let number_or_word = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    let values = PARAMS.iter().map(|param| (param.kata, number_or_word(param.kata_value(session))));
    let named = values.flat_map(|(names, value)| names.iter().map(move |&name| (name.to_owned(), value.clone())));
    Ok(Value::Object(named.collect()).to_string())
}

fn kata_set_params(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let Ok(Value::Object(values)) = serde_json::from_str(call.args.line()) else { return Err(call.usage()) };
    let text = |value: Value| if let Value::String(text) = value { text } else { value.to_string() };
    let changes: Vec<_> = values
        .into_iter()
        .map(|(name, value)| Ok((find_kata(&name)?, text(value))))
        .collect::<Result<_, CommandError>>()?;
    let before: Vec<_> = changes.iter().map(|(param, _)| (*param, (param.get)(session))).collect();
    for (param, value) in changes {
        if let Err(error) = set(session, param, &value) {
            for (param, value) in &before {
                set(session, param, value)?;
            }
            return Err(error);
        }
    }
    Ok(String::new())
}

fn kata_set_param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (param, value) = (find_kata(call.word(0)?)?, call.word(1)?);
    set(session, param, value)
}

fn set_random_seed(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let value = call.word(0)?;
    set(session, find("seed")?, value)
}

fn clear_cache(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.clear_tree();
    Ok(String::new())
}
