//! The arguments of analysis commands.

use std::iter::Peekable;
use std::time::Duration;

use quintet_core::notation::{decimal, quote};
use quintet_core::time_control::seconds;
use quintet_core::types::{Move, Seat};
use quintet_search::{Restriction, SearchOptions};

use crate::answer::CommandError;
use crate::args;
use crate::call::Call;
use crate::notation::Meaning;
use crate::session::{Session, Thinking};

/// The format of reports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Leela Zero's: integers from 0 to 10000.
    Leela,
    /// KataGo's: decimal numbers from 0 to 1.
    Kata,
}

/// KataGo's switches for values that this search does not have. Switching them on is an error.
const UNAVAILABLE: &[&str] = &["ownershipstdev", "movesownershipstdev", "noresultvalue"];

/// The switches that exist in KataGo's format but not in Leela Zero's.
const KATAGO_ONLY: &[&str] = &["ownership", "movesownership", "pvvisits", "pvedgevisits", "rootinfo"];

/// The default time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

/// The side, the format and the contents of reports.
pub struct ReportOptions {
    /// The side to move.
    pub seat: Seat,
    pub format: Format,
    /// The time between two reports.
    pub every: Duration,
    /// The largest number of moves in a report.
    pub most: usize,
    /// `true` if reports contain the ownership of all points.
    pub ownership: bool,
    /// `true` if they contain it for each move.
    pub move_ownership: bool,
    /// `true` if they contain the visits of each move of a variation.
    pub pv_visits: bool,
    /// `true` if they contain the visits of each edge of a variation.
    pub pv_edge_visits: bool,
    /// `true` if they contain the values of the position itself.
    pub root: bool,
    /// The moves that the search excludes.
    pub restrictions: Vec<Restriction>,
}

impl ReportOptions {
    /// Parses `[SEAT] [CENTISECONDS] [KEY VALUE]...`.
    ///
    /// # Errors
    /// Returns an error if an argument cannot be read, a switch is not available, or no legal move
    /// is left.
    pub fn parse(session: &Session, call: &Call<'_>, format: Format) -> Result<ReportOptions, CommandError> {
        let info = session.setup().info();
        let mut words = call.args.words().peekable();
        let seat = words.next_if(|word| args::is_seat(info, word) && args::integer(word).is_none());
        let seat = seat.map_or(Ok(session.game().to_move()), |word| args::seat(info, word))?;
        let mut options = ReportOptions {
            seat,
            format,
            every: INTERVAL,
            most: usize::MAX,
            ownership: false,
            move_ownership: false,
            pv_visits: false,
            pv_edge_visits: false,
            root: false,
            restrictions: Vec::new(),
        };
        if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            options.every = interval(word).ok_or_else(|| call.usage())?;
        }
        while let Some(key) = words.next() {
            options.set(session, call, key, &mut words)?;
        }
        options.check(session)?;
        Ok(options)
    }

    /// Sets the option of a key; takes its values from `words`.
    fn set<'a>(
        &mut self,
        session: &Session,
        call: &Call<'_>,
        name: &str,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<(), CommandError> {
        let key = name.to_ascii_lowercase();
        let mut value = || words.next().ok_or_else(|| call.usage());
        let refused = |value: &str| CommandError::syntax(format_args!("'{}' is not a value of {key}", quote(value)));
        let switch = |value: &str| args::truth(value).ok_or_else(|| refused(value));
        let is_unavailable =
            UNAVAILABLE.contains(&&*key) || self.format == Format::Leela && KATAGO_ONLY.contains(&&*key);
        match key.as_str() {
            _ if is_unavailable => {
                if switch(value()?)? {
                    return Err(CommandError::new(format!("'{}' is not supported", quote(name))));
                }
            }
            "interval" => {
                let value = value()?;
                self.every = interval(value).ok_or_else(|| refused(value))?;
            }
            "minmoves" | "maxmoves" => {
                let value = value()?;
                let count = args::count(value).ok_or_else(|| refused(value))?;
                if key == "maxmoves" {
                    self.most = usize::try_from(count).unwrap_or(usize::MAX).max(1);
                }
            }
            "ownership" => self.ownership = switch(value()?)?,
            "movesownership" => self.move_ownership = switch(value()?)?,
            "pvvisits" => self.pv_visits = switch(value()?)?,
            "pvedgevisits" => self.pv_edge_visits = switch(value()?)?,
            "rootinfo" => self.root = switch(value()?)?,
            "avoid" | "allow" => {
                let (seat, moves, until) = (value()?, value()?, value()?);
                let seat = args::seat(session.setup().info(), seat)?;
                let moves = read_moves(session, seat, moves)?;
                let plies = args::count(until).ok_or_else(|| refused(until))?;
                let plies = usize::try_from(plies).unwrap_or(usize::MAX);
                self.restrictions.push(Restriction { seat, moves, others: key == "allow", plies });
            }
            _ => return Err(call.usage()),
        }
        Ok(())
    }

    /// Checks that the restrictions leave a move to a side that has any.
    fn check(&self, session: &Session) -> Result<(), CommandError> {
        let moves = session.game().legal_moves(self.seat);
        let admits = |mv: &Move| self.restrictions.iter().all(|restriction| restriction.admits(self.seat, *mv, 0));
        if moves.is_empty() || moves.iter().any(admits) {
            Ok(())
        } else {
            Err(CommandError::new("no legal move is left"))
        }
    }

    /// Returns a search for these reports within the limits of `thinking`.
    pub fn search<'a>(&'a self, thinking: Thinking<'a>) -> Thinking<'a> {
        let options = SearchOptions {
            report_every: Some(self.every),
            ownership: self.ownership,
            move_ownership: self.move_ownership,
            restrictions: &self.restrictions,
            ..thinking.options
        };
        Thinking { options, ..thinking }
    }
}

/// Parses moves separated by commas. Words that are not moves on this board are left out.
fn read_moves(session: &Session, seat: Seat, words: &str) -> Result<Vec<Move>, CommandError> {
    let moves = words.split(',').map(|word| match session.read_move(seat, word, None)? {
        Meaning::Move(mv) => Ok(Some(mv)),
        Meaning::Pick(_) | Meaning::Nowhere => Ok(None),
    });
    let moves: Vec<Option<Move>> = moves.collect::<Result<_, CommandError>>()?;
    Ok(moves.into_iter().flatten().collect())
}

/// Parses an interval in hundredths of a second. Reports come at most a hundred times a second.
fn interval(text: &str) -> Option<Duration> {
    let centiseconds = decimal(text).filter(|value| *value >= 0.0)?;
    seconds(centiseconds.max(1.0) / 100.0)
}
