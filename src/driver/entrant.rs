//! An engine that takes part: its name, its command line, and what it is told.

use serde::{Deserialize, Serialize};

use super::clock::TimeControl;
use super::process::{ProcessError, split_command};

/// How an engine writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveSpelling {
    /// In the program's own words: `D4`, `red@D4`.
    #[default]
    Words,
    /// One vertex a turn, on a board K times as large for K kinds of stone: `record::coded`.
    Coded,
}

impl MoveSpelling {
    fn is_words(&self) -> bool {
        *self == MoveSpelling::Words
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// What it is called in results.
    pub name: String,
    /// Its command line, split into words as a shell would.
    pub cmd: String,
    /// Visits a move, in place of the match's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Its clock, in place of the match's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// How it writes moves.
    #[serde(default, skip_serializing_if = "MoveSpelling::is_words")]
    pub moves: MoveSpelling,
    /// GTP commands for it before each game, once game, board and komi are set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub send: Vec<String>,
    /// Start a fresh process for each game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

/// An engine's description that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    /// In words: the description, and why.
    #[error(
        "cannot read the engine {0:?}: {1}; an engine is name=A,cmd=COMMAND LINE, with visits=N, clock=C, moves=words|coded, send=GTP COMMAND and restart=true before cmd where wanted"
    )]
    Description(String, String),
    /// The command line.
    #[error(transparent)]
    CommandLine(#[from] ProcessError),
}

impl Entrant {
    /// Reads `name=A,visits=N,clock=C,moves=coded,send=COMMAND,restart=true,cmd=COMMAND LINE`; `cmd=` comes last and takes the
    /// rest, commas included.
    ///
    /// # Errors
    /// If name or command line are missing or a part can't be read.
    pub fn parse(text: &str) -> Result<Entrant, EntrantError> {
        let error = |why: &str| EntrantError::Description(text.to_owned(), why.to_owned());
        let mut engine = Entrant::default();
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
                        "words" => MoveSpelling::Words,
                        "coded" => MoveSpelling::Coded,
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
        split_command(&engine.cmd)?;
        Ok(engine)
    }

    /// The words of the command line.
    ///
    /// # Errors
    /// If it can't be split.
    pub fn words(&self) -> Result<Vec<String>, ProcessError> {
        split_command(&self.cmd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cmd_comes_last_and_takes_the_rest() {
        let engine =
            Entrant::parse("name=A, visits=50,moves=coded,clock=fischer:1+2,send=level 1,cmd=x --a=1,2 'b c'").unwrap();
        assert_eq!((engine.name.as_str(), engine.visits), ("A", Some(50)));
        assert_eq!(engine.clock, Some(TimeControl::Fischer { main: 1.0, increment: 2.0 }));
        assert_eq!((&engine.send[..], engine.moves), (&["level 1".to_owned()][..], MoveSpelling::Coded));
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
            assert!(Entrant::parse(wrong).is_err(), "{wrong}");
        }
    }
}
