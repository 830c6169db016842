//! The Universal Game Interface (UGI) of cutegames, a referee for two-player games that asks the
//! engines for the rules: <https://github.com/kz04px/cutegames/blob/master/ugi.md>.
//!
//! A line is translated into commands of GTP, which the session carries out. An error is answered by
//! a line `info string ERROR`; moves before an illegal one stand.

use std::io::{self, BufWriter, Read, Write};

use quintet_core::notation::decimal;
use quintet_core::types::Seat;
use quintet_search::complete;

use crate::PROGRAM;
use crate::answer::{Answer, CommandError, Output};
use crate::dispatch;
use crate::reader::{CommandReader, InputLine};
use crate::session::Session;
use crate::wire::MAX_LINE;

/// The options that `setoption` sets, their types, and the commands of GTP that set them; `{}`
/// stands for the value. That of `rule` is `NAME=VALUE`.
const OPTIONS: [(&str, &str, &str); 8] = [
    ("game", "string", "set_game {}"),
    ("size", "string", "boardsize {}"),
    ("rule", "string", "quintet-set_rule {}"),
    ("komi", "string", "komi {}"),
    ("level", "spin min 0 max 12", "param level {}"),
    ("threads", "spin min 1 max 256", "param threads {}"),
    ("hash", "spin min 1 max 1048576", "param hash {}"),
    ("seed", "string", "param seed {}"),
];

/// The number of simulations of a search that only `stop` ends.
const ENDLESS: &str = "1000000000000";

/// Answers the lines of `input` on `output` until `quit` or the end of the input.
///
/// ```
/// use std::io::Cursor;
///
/// use quintet_core::setup::Setup;
/// use quintet_gtp::{Options, Session, serve_ugi};
///
/// let mut session = Session::new(Options::new(Setup::new(quintet_games::find("cascade").unwrap()))).unwrap();
/// let mut answers = Vec::new();
/// serve_ugi(&mut session, Cursor::new("position startpos moves red@D4\nquery p1turn\n"), &mut answers)?;
/// assert_eq!(String::from_utf8_lossy(&answers), "response false\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns the error of an output that cannot be written; a closed one ends the session without an
/// error.
pub fn serve_ugi(session: &mut Session, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let reader = CommandReader::spawn(input);
    let limits = ["visits", "seconds"].map(|name| session.execute(&format!("param {name}")).trim().to_owned());
    let limits = limits.map(|answer| answer.trim_start_matches("= ").to_owned());
    let mut ugi = Ugi { session, reader: &reader, limits, start: None, moves: Vec::new() };
    let mut output = BufWriter::new(output);
    while let Some(batch) = reader.next() {
        for line in batch.lines() {
            let mut words = line.text.split_whitespace();
            let Some(name) = words.next() else { continue };
            if name == "quit" {
                return Ok(());
            }
            let answer = if line.too_long {
                Err(CommandError::new(format!("a line has at most {MAX_LINE} bytes")))
            } else {
                ugi.answer(name, &words.collect::<Vec<_>>(), line.number)
            };
            let lines = answer.unwrap_or_else(|error| format!("info string {error}\n"));
            match output.write_all(lines.as_bytes()).and_then(|()| output.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written?,
            }
        }
    }
    Ok(())
}

/// A session of UGI.
struct Ugi<'a> {
    session: &'a mut Session,
    reader: &'a CommandReader,
    /// The limits of the command line in visits and seconds, for a `go` without limits.
    limits: [String; 2],
    /// The position line of the latest `position`, empty for the start of the game; `None` before
    /// the first one.
    start: Option<String>,
    /// The moves of the latest `position`.
    moves: Vec<String>,
}

impl Ugi<'_> {
    /// Returns the lines that answer a line.
    fn answer(&mut self, name: &str, words: &[&str], number: u64) -> Answer {
        match name {
            "ugi" => Ok(greeting()),
            "isready" => Ok("readyok\n".to_owned()),
            "uginewgame" => {
                self.run("clear_cache")?;
                self.begin("").map(|()| String::new())
            }
            "setoption" => self.set_option(words),
            "position" => self.set_position(words).map(|()| String::new()),
            "query" => self.query(words).map(|answer| format!("response {answer}\n")),
            "go" => self.go(words, number).map(|mv| format!("bestmove {mv}\n")),
            // The reader has stopped the searches of earlier lines.
            "stop" => Ok(String::new()),
            _ => Err(CommandError::new(format!(
                "unknown command {name}; ugi, isready, uginewgame, setoption, position, query, go, stop, quit"
            ))),
        }
    }

    /// Carries out a command of GTP, and returns its answer.
    fn run(&mut self, line: &str) -> Answer {
        self.run_at(line, 0, &CommandReader::detached())
    }

    fn run_at(&mut self, text: &str, number: u64, reader: &CommandReader) -> Answer {
        let mut bytes = Vec::new();
        let line = InputLine { number, text, bytes: None, too_long: false };
        let mut output = Output::new(&mut bytes);
        complete(dispatch::answer(self.session, line, reader, &mut output));
        output.flush();
        let answer = String::from_utf8_lossy(&bytes);
        let message = answer.get(1..).unwrap_or_default().trim().to_owned();
        if answer.starts_with('=') { Ok(message) } else { Err(CommandError::new(format!("{message}: {text}"))) }
    }

    /// Begins a game at a position line; an empty one is the start.
    fn begin(&mut self, start: &str) -> Result<(), CommandError> {
        match start {
            "" => self.run("clear_board")?,
            line => self.run(&format!("quintet-set_position {line}"))?,
        };
        (self.start, self.moves) = (Some(start.to_owned()), Vec::new());
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Answer {
        let ["name", name, "value", value @ ..] = words else {
            return Err(CommandError::new("expected setoption name NAME value VALUE"));
        };
        let option = OPTIONS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        let (name, _, command) = option.ok_or_else(|| {
            let names = OPTIONS.map(|(name, ..)| name).join(", ");
            CommandError::new(format!("option {name} has no effect; options are {names}"))
        })?;
        let value = value.join(" ");
        let value = if *name == "rule" { value.replacen('=', " ", 1) } else { value };
        self.run(&command.replace("{}", &value))?;
        // Another game or board begins anew.
        (self.start, self.moves) = (None, Vec::new());
        Ok(String::new())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), CommandError> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let moves = words.get(end + 1..).unwrap_or_default();
        let start = match &words[..end] {
            ["startpos"] => String::new(),
            ["fen", line @ ..] if !line.is_empty() => line.join(" "),
            _ => return Err(CommandError::new("expected position startpos|fen LINE [moves MOVE...]")),
        };
        let is_continued = self.start.as_ref() == Some(&start)
            && moves.len() >= self.moves.len()
            && self.moves.iter().eq(&moves[..self.moves.len()]);
        // A game that goes on keeps what earlier searches found.
        if !is_continued {
            self.begin(&start)?;
        }
        for mv in &moves[self.moves.len()..] {
            let seat = self.session.game().to_move().name();
            self.run(&format!("play {seat} {mv}"))?;
            self.moves.push((*mv).to_owned());
        }
        Ok(())
    }

    fn query(&mut self, words: &[&str]) -> Result<&'static str, CommandError> {
        let game = self.session.game();
        let first = self.session.setup().info().first;
        let is_true = |is: bool| if is { "true" } else { "false" };
        match words {
            ["gameover"] => Ok(is_true(game.is_over())),
            ["p1turn"] => Ok(is_true(game.to_move() == first)),
            ["result"] => Ok(match game.outcome() {
                None => "none",
                Some(outcome) => match outcome.winner() {
                    None => "draw",
                    Some(winner) if winner == first => "p1win",
                    Some(_) => "p2win",
                },
            }),
            _ => Err(CommandError::new("expected query gameover|p1turn|result")),
        }
    }

    /// Chooses a move.
    fn go(&mut self, words: &[&str], number: u64) -> Answer {
        if self.session.game().is_over() {
            return Err(CommandError::new("the game is over"));
        }
        let seat = self.session.game().to_move();
        self.set_limits(words, seat)?;
        let reader = self.reader;
        self.run_at(&format!("kata-search {}", seat.name()), number, reader)
    }

    /// Sets the limits of a `go`.
    fn set_limits(&mut self, words: &[&str], seat: Seat) -> Result<(), CommandError> {
        let seconds = |milliseconds: f64| (milliseconds / 1000.0).to_string();
        let (mut limits, mut clock) = (self.limits.clone(), None);
        match words {
            [] => {}
            ["infinite"] => limits = [ENDLESS.to_owned(), "0".to_owned()],
            ["nodes", nodes] => limits = [(*nodes).to_owned(), "0".to_owned()],
            ["movetime", time] => limits = ["0".to_owned(), seconds(milliseconds(time)?)],
            pairs => {
                let mut times = [[0.0; 2]; 2];
                for pair in pairs.chunks(2) {
                    let (player, at) = match pair[0] {
                        "p1time" => (0, 0),
                        "p2time" => (1, 0),
                        "p1inc" => (0, 1),
                        "p2inc" => (1, 1),
                        other => {
                            return Err(CommandError::new(format!(
                                "go has no {other}: p1time, p2time, p1inc, p2inc, movetime, nodes, infinite"
                            )));
                        }
                    };
                    times[player][at] = milliseconds(pair.get(1).copied().unwrap_or_default())?;
                }
                let [time, increment] = times[usize::from(seat != self.session.setup().info().first)];
                clock = Some((seconds(time), seconds(increment)));
                limits = ["0".to_owned(), "0".to_owned()];
            }
        }
        let [visits, time] = limits;
        self.run(&format!("param visits {visits}"))?;
        self.run(&format!("param seconds {time}"))?;
        match clock {
            None => self.run("kata-time_settings none")?,
            Some((time, increment)) => {
                self.run(&format!("kata-time_settings fischer {time} {increment}"))?;
                self.run(&format!("time_left {} {time} 0", seat.name()))?
            }
        };
        Ok(())
    }
}

/// Parses a number of milliseconds.
fn milliseconds(word: &str) -> Result<f64, CommandError> {
    let number = decimal(word).filter(|number| *number >= 0.0);
    number.ok_or_else(|| CommandError::new(format!("expected milliseconds, not '{word}'")))
}

/// Returns the answer to `ugi`.
fn greeting() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let options: String = OPTIONS.iter().map(|(name, kind, _)| format!("option name {name} type {kind}\n")).collect();
    format!("id name {PROGRAM} {version}\nid author the authors of quintet\n{options}ugiok\n")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use quintet_core::setup::Setup;

    use super::*;
    use crate::Options;

    /// Returns the answers to lines in a game.
    fn answers(game: &str, lines: &str) -> Vec<String> {
        let setup = Setup::new(quintet_games::find(game).unwrap());
        let mut session = Session::new(Options { visits: Some(20), ..Options::new(setup) }).unwrap();
        let mut answers = Vec::new();
        serve_ugi(&mut session, Cursor::new(lines.to_owned()), &mut answers).unwrap();
        String::from_utf8(answers).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_example_of_the_definition_is_answered() {
        let lines =
            "ugi\nsetoption name hash value 512\nisready\nuginewgame\nposition startpos\nquery p1turn\ngo nodes 20\n";
        let answers = answers("stoical", lines);
        assert_eq!(answers[0], format!("id name quintet {}", env!("CARGO_PKG_VERSION")));
        let tail = &answers[answers.iter().position(|line| line == "ugiok").unwrap()..];
        assert_eq!(&tail[..3], ["ugiok", "readyok", "response true"]);
        assert!(tail[3].starts_with("bestmove ") && tail.len() == 4, "{tail:?}");
    }

    #[test]
    fn whole_games_of_all_games_are_played_by_queries_alone() {
        for info in quintet_games::GAMES {
            let setup = Setup::new(info).with_size(5).unwrap();
            let mut session = Session::new(Options { visits: Some(5), ..Options::new(setup) }).unwrap();
            let mut moves = String::new();
            for ply in 0.. {
                assert!(ply < 400, "{} does not end: {moves}", info.id);
                let lines =
                    format!("position startpos{moves}\nquery gameover\nquery result\nquery p1turn\ngo nodes 5\n");
                let mut answers = Vec::new();
                serve_ugi(&mut session, Cursor::new(lines), &mut answers).unwrap();
                let answers = String::from_utf8(answers).unwrap();
                let answers: Vec<&str> = answers.lines().collect();
                if answers[0] == "response true" {
                    assert!(["response p1win", "response p2win", "response draw"].contains(&answers[1]), "{answers:?}");
                    assert_eq!(answers[3], "info string the game is over");
                    break;
                }
                assert_eq!(answers[1], "response none", "{} {moves}", info.id);
                let mv = answers[3].strip_prefix("bestmove ").unwrap_or_else(|| panic!("{answers:?}"));
                moves = format!("{} {mv}", if moves.is_empty() { " moves" } else { &moves });
            }
        }
    }

    #[test]
    fn stop_ends_an_endless_search_with_its_best_move() {
        let answers = answers("bracket", "go infinite\nstop\nisready\n");
        assert!(answers[0].strip_prefix("bestmove ").is_some_and(|mv| mv.len() == 2), "{answers:?}");
        assert_eq!(answers[1..], ["readyok"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_leaves_the_position() {
        let lines = format!("position startpos moves {}\nquery p1turn\n", "D4 ".repeat(MAX_LINE));
        assert_eq!(answers("stoical", &lines), ["info string a line has at most 1048576 bytes", "response true"]);
    }

    #[test]
    fn what_is_refused_leaves_the_position() {
        let lines = "position startpos moves D4\nposition startpos moves D4 D4\nquery p1turn\nposition x\nsetoption name \
                     ownbook value false\ngo depth 3\ngo movetime x\nquery score\nhello\n";
        let answers = answers("stoical", lines);
        assert_eq!(answers[0], "info string illegal move: play white D4");
        assert_eq!(answers[1], "response false");
        let told = [
            "expected position",
            "option ownbook has no effect",
            "go has no depth",
            "expected milliseconds",
            "expected query",
            "unknown command hello",
        ];
        for (answer, told) in answers[2..].iter().zip(told) {
            assert!(answer.starts_with(&format!("info string {told}")), "{answer}");
        }
        assert_eq!(answers.len(), 2 + told.len());
    }

    #[test]
    fn a_position_line_is_a_fen_and_options_choose_the_game() {
        let lines = "position fen alaric 5 board=ring edge=open ..... b moves A1\nquery p1turn\nsetoption name game value \
                     cascade\nsetoption name size value 4\nsetoption name rule value fill=both\nposition startpos moves \
                     red@B2\nquery p1turn\n";
        let answers = answers("bracket", lines);
        assert_eq!(answers, ["response false", "response false"]);
    }

    #[test]
    fn clocks_are_those_of_the_player_to_move() {
        let lines = "go p1time 300 p2time 100000 p1inc 0 p2inc 0\nposition startpos moves A1\ngo p1time 100000 p2time 300 p2inc 10\n";
        let answers = answers("alaric", lines);
        assert!(answers.iter().all(|answer| answer.starts_with("bestmove ")) && answers.len() == 2, "{answers:?}");
    }
}
