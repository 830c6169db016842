//! A session: one page's game, with the engines that play in it.
//!
//! It runs in a thread of its own and does one thing after another: what the page asks, what engines answer. After each
//! it sees whose turn it is, sets searches going or ends them, and shows the page the whole of the game as it then is.

mod moves;
mod show;
mod start;
mod thinking;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant, SystemTime};

use super::guest::{Failure, Guest};
use super::matches::Watch;
use super::messages::{Fault, NewGame, PageRequest, Preview, Seats, Update};
use super::mind::Mind;
use super::outbox::Outbox;
use super::tree::{ROOT, Tree};
use super::values::MoveValues;
use super::view::{self, Cells};
use super::{OWN_NAMES, WebOptions, lessons};
use crate::engine::Choice;
use crate::games;
use crate::history::AnyHistory;
use crate::record::sgf::{self, Notes};
use crate::record::{position, quote, svg};
use crate::search::{Limits, Report};
use crate::words::Seat;
use start::start_of;

/// So long a session waits for its page to come back, engines running: less than the minute that is promised.
const GRACE: Duration = Duration::from_secs(20);
/// How often matches are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// A tree of more moves than these is no game any more.
const LARGEST_TREE: usize = 20_000;

/// What a session hears of.
pub enum Event {
    /// A page is there; messages for it go here.
    Joined(Arc<Outbox>),
    /// The page has gone.
    Left,
    /// The session is to end.
    End,
    /// The page wants something.
    Asked(Box<PageRequest>),
    /// A search of ours tells of itself.
    Report {
        /// Which.
        job: u64,
        /// What it knows.
        report: Box<Report>,
    },
    /// A search of ours is over.
    Chosen {
        /// Which.
        job: u64,
        /// What it chose.
        choice: Box<Choice>,
    },
    /// A given engine answered.
    Answered {
        /// What.
        job: u64,
        /// Its move, or why there is none.
        result: Result<String, Failure>,
    },
    /// Exact values came to be known.
    Valued {
        /// Of which job.
        job: u64,
        /// All that are known.
        values: Box<MoveValues>,
        /// Whether there will be no more.
        done: bool,
    },
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug)]
enum Who {
    Person,
    /// Our engine, by the name under which it was chosen.
    Own(&'static str),
    /// A given engine, by its index.
    Guest(usize),
}

/// What a search of ours is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Move,
    Analysis,
    Hint,
    Review,
}

impl Purpose {
    const fn name(self) -> &'static str {
        match self {
            Purpose::Move => "move",
            Purpose::Analysis => "analysis",
            Purpose::Hint => "hint",
            Purpose::Review => "review",
        }
    }
}

/// A search of ours that runs.
struct Thought {
    job: u64,
    node: usize,
    purpose: Purpose,
}

/// Exact values that are worked out.
struct Proof {
    job: u64,
    node: usize,
}

/// A given engine that thinks.
struct Asked {
    job: u64,
    node: usize,
    seat: Seat,
    since: Instant,
}

/// Positions to be valued.
struct Review {
    left: Vec<usize>,
    total: usize,
}

/// A session.
pub struct Session {
    id: String,
    options: Arc<WebOptions>,
    events: SyncSender<Event>,
    outbox: Option<Arc<Outbox>>,
    left: Option<Instant>,
    used: Instant,
    resumed: bool,
    tree: Tree,
    cells: Cells,
    who: [Who; 2],
    visits: Option<u64>,
    seconds: Option<f64>,
    mind: Mind,
    search: Option<Thought>,
    /// Works out exact values, beside whatever is searched.
    prover: Mind,
    proof: Option<Proof>,
    guests: [Option<Guest>; 2],
    asked: Option<Asked>,
    waiting: bool,
    trying: bool,
    analysing: bool,
    /// The position whose analysis has come to its end.
    analysed: Option<usize>,
    exact: bool,
    /// The position whose exact values are worked out as far as may be.
    valued: Option<usize>,
    hint: bool,
    review: Option<Review>,
    faults: Vec<Fault>,
    jobs: u64,
    watch: Watch,
    looked: Instant,
    /// Whether the page has to be shown the game again.
    changed: bool,
}

impl Session {
    /// A session at its start. Its engines tell it of themselves by `events`.
    pub fn new(id: String, options: Arc<WebOptions>, events: SyncSender<Event>) -> Session {
        let (game, loaded) = match &options.record {
            Some(record) => (record.replay(), true),
            None => (games::start(&options.setup), false),
        };
        let bounded = options.limits != Limits::default();
        let engine = Who::Own(if bounded { "quintet" } else { "quintet-medium" });
        let who = match (loaded, game.info().first) {
            (true, _) => [Who::Person, Who::Person],
            (false, Seat::Black) => [Who::Person, engine],
            (false, Seat::White) => [engine, Who::Person],
        };
        let now = Instant::now();
        Session {
            id,
            events,
            outbox: None,
            left: None,
            used: now,
            resumed: false,
            cells: Cells::new(game.geometry()),
            tree: Tree::new(game),
            who,
            visits: None,
            seconds: None,
            mind: Mind::default(),
            search: None,
            prover: Mind::default(),
            proof: None,
            guests: [None, None],
            asked: None,
            waiting: false,
            trying: false,
            analysing: false,
            analysed: None,
            exact: false,
            valued: None,
            hint: false,
            review: None,
            faults: Vec::new(),
            jobs: 0,
            watch: Watch::new(options.matches.clone()),
            looked: now,
            changed: false,
            options,
        }
    }

    /// Does what comes until the session is over.
    pub fn run(mut self, events: &Receiver<Event>) {
        loop {
            match events.recv_timeout(LOOK) {
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(event) => self.hear(event),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.is_forgotten() {
                return;
            }
            if self.looked.elapsed() >= LOOK {
                self.looked = Instant::now();
                for reply in self.watch.look() {
                    self.tell(&reply);
                }
                self.tell_guest_thinks();
            }
            // First the stone, then what it sets going.
            self.show_changes();
            self.go_on();
            self.show_changes();
        }
    }

    /// Whether nobody is there any more, or hasn't been for long.
    fn is_forgotten(&mut self) -> bool {
        if self.outbox.as_ref().is_some_and(|outbox| outbox.is_closed()) {
            self.outbox = None;
            self.left = Some(Instant::now());
        }
        if self.used.elapsed() >= self.options.idle {
            let text = "nobody has played here for long: load the page again to go on".to_owned();
            self.tell(&Update::Ended { text });
            return true;
        }
        self.left.is_some_and(|left| left.elapsed() >= GRACE)
    }

    fn tell(&self, reply: &Update) {
        if let Some(outbox) = &self.outbox {
            outbox.put(reply);
        }
    }

    fn refuse(&self, text: impl Into<String>) {
        self.tell(&Update::Refused { text: text.into() });
    }

    fn note(&self, text: impl Into<String>) {
        self.tell(&Update::Note { text: text.into() });
    }

    fn game(&self) -> &dyn AnyHistory {
        self.tree.history()
    }

    fn name(&self, seat: Seat) -> &'static str {
        view::seat_name(self.game().info(), seat)
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Joined(outbox) => {
                self.outbox = Some(outbox);
                self.left = None;
                self.used = Instant::now();
                self.tell(&Update::Hello(self.hello()));
                self.resumed = true;
                self.tell_board();
                self.changed = true;
            }
            Event::Left => {
                self.outbox = None;
                self.left = Some(Instant::now());
                self.watch.unwatch();
            }
            Event::End => {}
            Event::Asked(request) => {
                self.used = Instant::now();
                if let Err(why) = self.obey(*request) {
                    self.refuse(why);
                }
            }
            Event::Report { job, report } => self.hear_report(job, &report),
            Event::Chosen { job, choice } => self.hear_choice(job, &choice),
            Event::Answered { job, result } => self.hear_answer(job, result),
            Event::Valued { job, values, done } => self.hear_values(job, &values, done),
        }
    }

    fn obey(&mut self, request: PageRequest) -> Result<(), String> {
        match request {
            PageRequest::New(new) => return self.begin(&new),
            PageRequest::Preview(new) => {
                let preview = match start_of(&new) {
                    Ok(game) => Preview {
                        board: Some(view::board(&*games::start(game.setup()))),
                        scene: view::scene(&*game, &Cells::new(game.geometry())),
                        error: None,
                    },
                    Err(why) => Preview { board: None, scene: Default::default(), error: Some(why) },
                };
                self.tell(&Update::Preview(preview));
            }
            PageRequest::Play { word, node } => return self.play(&word, node),
            PageRequest::Undo => return self.undo(),
            PageRequest::Redo => return self.redo(),
            PageRequest::Goto { node } => {
                if !self.tree.has(node) {
                    return Err("there is no such move".to_owned());
                }
                self.look_at(node);
            }
            PageRequest::Return => {
                self.trying = false;
                self.look_at(self.tree.end());
            }
            PageRequest::Resign => return self.resign(),
            PageRequest::Hint => {
                if self.tree.is_over() {
                    return Err("the game is over".to_owned());
                }
                self.hint = true;
            }
            PageRequest::Stop => {
                self.stop_thinking();
                self.review = None;
                self.waiting = true;
                self.changed = true;
            }
            PageRequest::Go => {
                self.waiting = false;
                self.trying = false;
                self.faults.clear();
                self.changed = true;
            }
            PageRequest::Seats(seats) => {
                let who = self.read_seats(&seats)?;
                self.set_seats(who, &seats);
            }
            PageRequest::Flip => {
                self.stop_thinking();
                self.who.swap(0, 1);
                self.guests = [None, None];
                self.faults.clear();
                self.waiting = false;
                self.changed = true;
            }
            PageRequest::Try { on } => {
                self.stop_thinking();
                self.trying = on;
                self.changed = true;
            }
            PageRequest::Analyse { on } => {
                self.analysing = on;
                self.analysed = None;
                if !on && self.is_searching(Purpose::Analysis) {
                    self.stop_search();
                }
                self.changed = true;
            }
            PageRequest::Exact { on } => {
                self.exact = on;
                self.stop_proof();
                self.changed = true;
            }
            PageRequest::Review => {
                let mut left: Vec<usize> = std::iter::once(ROOT).chain(self.tree.line()).collect();
                left.retain(|&node| self.tree.value(node).is_none_or(|value| !value.exact && value.visits < 1000));
                left.reverse();
                self.review = Some(Review { total: left.len().max(1), left });
            }
            PageRequest::Open { position: line } => {
                let (setup, diagram) = position::read(&line).map_err(|error| error.to_string())?;
                let game = games::start_from(&setup, &diagram).map_err(|error| error.to_string())?;
                self.set_game(game, [Who::Person, Who::Person]);
            }
            PageRequest::Load { sgf: text } => {
                let record = sgf::read(text.as_bytes(), None).map_err(|error| error.to_string())?;
                self.set_game(record.replay(), [Who::Person, Who::Person]);
                if !record.warnings.is_empty() {
                    let more = record.warnings.len().saturating_sub(3);
                    let told = record.warnings.iter().take(3).cloned().collect::<Vec<_>>().join("; ");
                    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                    self.note(format!("The file was opened; not understood: {told}{more}."));
                }
            }
            PageRequest::Save => {
                let name = format!("quintet-{}.sgf", self.game().info().id);
                self.tell(&Update::File { name, text: self.sgf() });
            }
            PageRequest::Picture => {
                let options = svg::PictureOptions { caption: self.caption(), ..svg::PictureOptions::default() };
                let text = svg::picture(self.game(), &options);
                let name = format!("quintet-{}.svg", self.game().info().id);
                self.tell(&Update::File { name, text });
            }
            PageRequest::Lesson { game } => {
                let info = games::find(&game).ok_or("there is no such game")?;
                self.tell(&Update::Lesson(lessons::lesson(info)));
            }
            PageRequest::Matches => {
                let reply = self.watch.list();
                self.tell(&reply);
            }
            PageRequest::Match { index } => {
                for reply in self.watch.watch(index)? {
                    self.tell(&reply);
                }
            }
            PageRequest::Film { index, number } => {
                if let Some(film) = self.watch.film(index, number)? {
                    self.tell(&Update::Film(film));
                }
            }
            PageRequest::Unwatch => self.watch.unwatch(),
        }
        Ok(())
    }

    /// What the picture says below the board where a game ended otherwise than by its rules.
    fn caption(&self) -> Option<String> {
        self.tree.resigned(self.tree.current()).map(|seat| view::status(self.game(), Some(seat)))
    }

    fn begin(&mut self, new: &NewGame) -> Result<(), String> {
        let who = self.read_seats(&new.seats)?;
        let game = start_of(new)?;
        self.set_game(game, who.clone());
        self.set_seats(who, &new.seats);
        Ok(())
    }

    fn set_game(&mut self, game: Box<dyn AnyHistory>, who: [Who; 2]) {
        self.stop_thinking();
        self.cells = Cells::new(game.geometry());
        self.tree = Tree::new(game);
        self.who = who;
        self.guests = [None, None];
        self.faults.clear();
        self.review = None;
        self.analysed = None;
        self.stop_proof();
        self.waiting = false;
        self.trying = false;
        self.note_end();
        self.tell_board();
        self.changed = true;
    }

    fn set_seats(&mut self, who: [Who; 2], seats: &Seats) {
        self.stop_thinking();
        self.who = who;
        self.guests = [None, None];
        self.visits = seats.visits;
        self.seconds = seats.seconds;
        self.faults.clear();
        self.waiting = false;
        self.trying = false;
        self.changed = true;
    }

    fn read_seats(&self, seats: &Seats) -> Result<[Who; 2], String> {
        if seats.visits == Some(0) {
            return Err("visits is a number above 0".to_owned());
        }
        if seats.seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0 || seconds > 3600.0) {
            return Err("seconds is a number above 0, up to 3600".to_owned());
        }
        Ok([self.read_who(&seats.seat_b)?, self.read_who(&seats.seat_w)?])
    }

    fn read_who(&self, name: &str) -> Result<Who, String> {
        if name == "person" {
            return Ok(Who::Person);
        }
        if let Some(own) = OWN_NAMES.iter().copied().find(|own| *own == name) {
            return Ok(Who::Own(own));
        }
        let found = self.options.engines.iter().position(|engine| engine.name == name);
        found.map(Who::Guest).ok_or_else(|| format!("there is no player called '{}'", quote(name)))
    }

    fn who_name(&self, who: &Who) -> String {
        match who {
            Who::Person => "person".to_owned(),
            Who::Own(name) => (*name).to_owned(),
            Who::Guest(index) => self.options.engines[*index].name.clone(),
        }
    }

    fn sgf(&self) -> String {
        let last = self.tree.line().last().copied().unwrap_or(self.tree.current());
        let game = self.tree.history_at(last);
        let name = |seat: Seat| Some(self.who_name(&self.who[seat.index()])).filter(|name| name != "person");
        let resigned = self.tree.resigned(last);
        let notes = Notes {
            black: name(Seat::Black),
            white: name(Seat::White),
            date: Some(sgf::date(SystemTime::now())),
            result: resigned.map(|seat| format!("{}+R", seat.other().letter().to_ascii_uppercase())),
            ..Notes::default()
        };
        sgf::write(&*game, &notes)
    }

    fn tell_board(&self) {
        self.tell(&Update::Board(view::board(&*games::start(self.game().setup()))));
    }

    fn show_changes(&mut self) {
        if std::mem::take(&mut self.changed) && self.outbox.is_some() {
            self.tell(&Update::State(Box::new(self.state())));
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(outbox) = &self.outbox {
            outbox.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::engine::Settings;
    use crate::setup::Setup;

    #[test]
    fn a_session_that_nobody_uses_ends_and_says_so() {
        let options = WebOptions {
            setup: Setup::new(games::DEFAULT),
            record: None,
            settings: Settings::default(),
            limits: Limits::default(),
            engines: Vec::new(),
            matches: Vec::new(),
            patience: Duration::from_secs(60),
            idle: Duration::from_millis(200),
        };
        let (events, received) = mpsc::sync_channel(8);
        let outbox = Arc::new(Outbox::default());
        events.send(Event::Joined(Arc::clone(&outbox))).unwrap();
        Session::new("id".to_owned(), Arc::new(options), events).run(&received);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut told = Vec::new();
        while let Some(text) = runtime.block_on(outbox.next()) {
            told.push(text);
        }
        assert!(told.last().unwrap().contains("nobody has played here"), "{told:?}");
    }
}
