//! The configuration of an engine that takes part in matches: its name, its command line and its
//! limits.

use std::ffi::OsString;

use quintet_core::time_control::TimeControl;
use serde::{Deserialize, Serialize};

use super::command_line;
use super::process::ProcessError;

/// The notation in which an engine writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveNotation {
    /// The program's own words: `D4`, `red@D4`.
    #[default]
    Words,
    /// One vertex a turn, on a board K times as large for K kinds of stone
    /// ([`quintet_record::coded`]).
    Coded,
}

impl MoveNotation {
    fn is_words(&self) -> bool {
        *self == MoveNotation::Words
    }
}

/// The configuration of an engine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// The name of the engine in results.
    pub name: String,
    /// The command line, split into words as a shell would.
    pub cmd: String,
    /// Visits per move, instead of the match's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The time control, instead of the match's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The notation in which it writes moves.
    #[serde(default, skip_serializing_if = "MoveNotation::is_words")]
    pub moves: MoveNotation,
    /// GTP commands to send before each game, after game, board and komi are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub send: Vec<String>,
    /// Whether to start a fresh process for each game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

/// The error for a description of an engine that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum EngineConfigError {
    /// The description and the reason.
    #[error(
        "cannot read the engine {0:?}: {1}; an engine is name=A,cmd=COMMAND LINE, with visits=N, clock=C, moves=words|coded, send=GTP COMMAND and restart=true before cmd where wanted"
    )]
    Description(String, String),
    /// The command line cannot be split.
    #[error(transparent)]
    CommandLine(#[from] ProcessError),
}

impl EngineConfig {
    /// Parses `name=A,visits=N,clock=C,moves=coded,send=COMMAND,restart=true,cmd=COMMAND LINE`;
    /// `cmd=` comes last and takes the rest, including commas.
    ///
    /// # Errors
    /// Returns an error if the name or the command line is missing or a part cannot be read.
    pub fn parse(text: &str) -> Result<EngineConfig, EngineConfigError> {
        let error = |why: &str| EngineConfigError::Description(text.to_owned(), why.to_owned());
        let mut engine = EngineConfig::default();
        let mut rest = text.trim_start();
        loop {
            if let Some(command) = rest.strip_prefix("cmd=") {
                engine.cmd = command.trim().to_owned();
                break;
            }
            let (part, behind) = rest.split_once(',').ok_or_else(|| error("it has no cmd="))?;
            let (key, value) = part.split_once('=').ok_or_else(|| error("a part has no ="))?;
            match key.trim() {
                "name" => engine.name = value.trim().to_owned(),
                "visits" => {
                    engine.visits = Some(value.trim().parse().map_err(|_| error("visits takes a number"))?);
                }
                "clock" => engine.clock = Some(value.trim().parse().map_err(|e| error(&format!("{e}")))?),
                "moves" => {
                    engine.moves = match value.trim() {
                        "words" => MoveNotation::Words,
                        "coded" => MoveNotation::Coded,
                        _ => return Err(error("moves takes words or coded")),
                    };
                }
                "send" => engine.send.push(value.trim().to_owned()),
                "restart" => {
                    engine.restart = value.trim().parse().map_err(|_| error("restart takes true or false"))?;
                }
                other => return Err(error(&format!("there is no {other:?}"))),
            }
            rest = behind.trim_start();
        }
        if engine.name.is_empty() {
            return Err(error("it has no name="));
        }
        command_line::split(&engine.cmd)?;
        Ok(engine)
    }

    /// Returns the words of the command line.
    ///
    /// # Errors
    /// Returns an error if it cannot be split.
    pub fn words(&self) -> Result<Vec<OsString>, ProcessError> {
        command_line::split(&self.cmd)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn cmd_comes_last_and_takes_the_rest() {
        let engine =
            EngineConfig::parse("name=A, visits=50,moves=coded,clock=fischer:1+2,send=level 1,cmd=x --a=1,2 'b c'")
                .unwrap();
        assert_eq!((engine.name.as_str(), engine.visits), ("A", Some(50)));
        let (main, increment) = (Duration::from_secs(1), Duration::from_secs(2));
        assert_eq!(engine.clock, Some(TimeControl::Fischer { main, increment }));
        assert_eq!((&engine.send[..], engine.moves), (&["level 1".to_owned()][..], MoveNotation::Coded));
        assert_eq!(engine.words().unwrap(), ["x", "--a=1,2", "b c"]);
        for wrong in [
            "name=A",
            "cmd=x",
            "name=A,cmd=",
            "name=A,cmd='x",
            "name=A,foo=1,cmd=x",
            "name=A,visits=x,cmd=x",
            "name=A,moves=x,cmd=x",
        ] {
            assert!(EngineConfig::parse(wrong).is_err(), "{wrong}");
        }
    }
}
