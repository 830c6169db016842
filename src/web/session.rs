//! A session: one page's game, with the engines that play in it.
//!
//! It runs in a thread of its own and does one thing after another: what the page asks, what engines answer. After each
//! it sees whose turn it is, sets searches going or ends them, and shows the page the whole of the game as it then is.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant, SystemTime};

use super::WebOptions;
use super::guest::{Ask, Failure, Guest, Start, Table};
use super::matches::Watch;
use super::messages::{
    Defaults, Fault, Game, Hello, NewGame, PlayerLine, Preview, Reply, Request, Rule, Seat as SeatLine, Seats, State,
    Step, Thinking,
};
use super::mind::{Job, Mind};
use super::outbox::Outbox;
use super::tree::{ROOT, Tree};
use super::view::{self, Cells};
use crate::board::Point;
use crate::engine::{Choice, Settings};
use crate::games::{self, GAMES};
use crate::history::AnyHistory;
use crate::record::setup_words::{SetupWords, Size};
use crate::record::sgf::{self, Notes};
use crate::record::{move_words, position, quote, svg};
use crate::search::{Limits, Report};
use crate::setup::{Diagram, Setup};
use crate::words::{Move, Seat, Stone};

/// So long a session waits for its page to come back, engines running: less than the minute that is promised.
const GRACE: Duration = Duration::from_secs(20);
/// A session that nobody used for so long ends.
const IDLE: Duration = Duration::from_secs(3600);
/// How often matches are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// What bounds the analysis of a position.
const ANALYSIS: Limits = Limits { visits: Some(1_000_000), time: Some(Duration::from_secs(60)) };
/// What bounds a hint.
const HINT: Limits = Limits { visits: None, time: Some(Duration::from_secs(1)) };
/// What bounds the search of each position in a review.
const REVIEW: Limits = Limits { visits: Some(20_000), time: Some(Duration::from_millis(500)) };
/// From fewer simulations nothing is said of a position.
const TRUSTED: u64 = 50;
/// A move that gives away so much of the expected result is a mistake.
const MISTAKE: f64 = 0.12;
/// A tree of more moves than these is no game any more.
const LARGEST_TREE: usize = 20_000;
/// Memory for a session's search tree, in MiB: there can be many sessions.
const HASH: usize = 64;

/// What a session hears of.
pub enum Event {
    /// A page is there; messages for it go here.
    Joined(Arc<Outbox>),
    /// The page has gone.
    Left,
    /// The session is to end.
    End,
    /// The page wants something.
    Asked(Box<Request>),
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
struct Search {
    job: u64,
    node: usize,
    purpose: Purpose,
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
    search: Option<Search>,
    guests: [Option<Guest>; 2],
    asked: Option<Asked>,
    waiting: bool,
    trying: bool,
    analysing: bool,
    /// The position whose analysis has come to its end.
    analysed: Option<usize>,
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
            guests: [None, None],
            asked: None,
            waiting: false,
            trying: false,
            analysing: false,
            analysed: None,
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
                if let Some(reply) = self.watch.look() {
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
        if self.used.elapsed() >= IDLE {
            let text = "nobody played here for an hour: load the page again to go on".to_owned();
            self.tell(&Reply::Ended { text });
            return true;
        }
        self.left.is_some_and(|left| left.elapsed() >= GRACE)
    }

    fn tell(&self, reply: &Reply) {
        if let Some(outbox) = &self.outbox {
            outbox.put(reply);
        }
    }

    fn refuse(&self, text: impl Into<String>) {
        self.tell(&Reply::Refused { text: text.into() });
    }

    fn note(&self, text: impl Into<String>) {
        self.tell(&Reply::Note { text: text.into() });
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
                self.tell(&Reply::Hello(self.hello()));
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
        }
    }

    fn obey(&mut self, request: Request) -> Result<(), String> {
        match request {
            Request::New(new) => return self.begin(&new),
            Request::Preview(new) => {
                let preview = match start_of(&new) {
                    Ok(game) => Preview {
                        board: Some(view::board(&*games::start(game.setup()))),
                        scene: view::scene(&*game, &Cells::new(game.geometry())),
                        error: None,
                    },
                    Err(why) => Preview { board: None, scene: Default::default(), error: Some(why) },
                };
                self.tell(&Reply::Preview(preview));
            }
            Request::Play { word, node } => return self.play(&word, node),
            Request::Undo => return self.undo(),
            Request::Redo => return self.redo(),
            Request::Goto { node } => {
                if !self.tree.has(node) {
                    return Err("there is no such move".to_owned());
                }
                self.look_at(node);
            }
            Request::Return => {
                self.trying = false;
                self.look_at(self.tree.end());
            }
            Request::Resign => return self.resign(),
            Request::Hint => {
                if self.tree.is_over() {
                    return Err("the game is over".to_owned());
                }
                self.hint = true;
            }
            Request::Stop => {
                self.stop_thinking();
                self.review = None;
                self.waiting = true;
                self.changed = true;
            }
            Request::Go => {
                self.waiting = false;
                self.trying = false;
                self.faults.clear();
                self.changed = true;
            }
            Request::Seats(seats) => {
                let who = self.read_seats(&seats)?;
                self.set_seats(who, &seats);
            }
            Request::Flip => {
                self.stop_thinking();
                self.who.swap(0, 1);
                self.guests = [None, None];
                self.faults.clear();
                self.waiting = false;
                self.changed = true;
            }
            Request::Try { on } => {
                self.stop_thinking();
                self.trying = on;
                self.changed = true;
            }
            Request::Analyse { on } => {
                self.analysing = on;
                self.analysed = None;
                if !on && self.is_searching(Purpose::Analysis) {
                    self.stop_search();
                }
                self.changed = true;
            }
            Request::Review => {
                let mut left: Vec<usize> = std::iter::once(ROOT).chain(self.tree.line()).collect();
                left.retain(|&node| self.tree.value(node).is_none_or(|value| !value.exact && value.visits < 1000));
                left.reverse();
                self.review = Some(Review { total: left.len().max(1), left });
            }
            Request::Open { position: line } => {
                let (setup, diagram) = position::read(&line).map_err(|error| error.to_string())?;
                let game = games::start_from(&setup, &diagram).map_err(|error| error.to_string())?;
                self.set_game(game, [Who::Person, Who::Person]);
            }
            Request::Load { sgf: text } => {
                let record = sgf::read(text.as_bytes(), None).map_err(|error| error.to_string())?;
                self.set_game(record.replay(), [Who::Person, Who::Person]);
                if !record.warnings.is_empty() {
                    let more = record.warnings.len().saturating_sub(3);
                    let told = record.warnings.iter().take(3).cloned().collect::<Vec<_>>().join("; ");
                    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                    self.note(format!("The file was opened; not understood: {told}{more}."));
                }
            }
            Request::Save => {
                let name = format!("quintet-{}.sgf", self.game().info().id);
                self.tell(&Reply::File { name, text: self.sgf() });
            }
            Request::Picture => {
                let options = svg::PictureOptions { caption: self.caption(), ..svg::PictureOptions::default() };
                let text = svg::picture(self.game(), &options);
                let name = format!("quintet-{}.svg", self.game().info().id);
                self.tell(&Reply::File { name, text });
            }
            Request::Lesson { game } => {
                let info = games::find(&game).ok_or("there is no such game")?;
                self.tell(&Reply::Lesson(super::lessons::lesson(info)));
            }
            Request::Matches => {
                let reply = self.watch.list();
                self.tell(&reply);
            }
            Request::Match { index } => {
                let reply = self.watch.watch(index)?;
                self.tell(&reply);
            }
            Request::Film { index, number } => {
                let film = self.watch.film(index, number)?;
                self.tell(&Reply::Film(film));
            }
            Request::Unwatch => self.watch.unwatch(),
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
        if let Some(own) = super::OWN_NAMES.iter().copied().find(|own| *own == name) {
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

    /// Whether a person may play now, and why not.
    fn turn(&self) -> Result<(), String> {
        if self.tree.is_over() {
            return Err("the game is over".to_owned());
        }
        let seat = self.game().to_move();
        let free = self.trying || self.waiting || self.who[seat.index()] == Who::Person;
        if free {
            Ok(())
        } else {
            Err(format!("it is {}'s turn: {} plays there", self.name(seat), self.who_name(&self.who[seat.index()])))
        }
    }

    fn play(&mut self, word: &str, node: usize) -> Result<(), String> {
        if node != self.tree.current() {
            return Err("the board has changed in the meantime; look again".to_owned());
        }
        self.turn()?;
        if self.tree.len() >= LARGEST_TREE {
            return Err("so many moves were tried here that no more are kept; begin a new game".to_owned());
        }
        let seat = self.game().to_move();
        let (info, geometry) = (self.game().info(), self.game().geometry());
        let mv = move_words::read(info, geometry, seat, word)
            .ok_or_else(|| format!("'{}' is no move on this board", quote(word)))?;
        if let Some(why) = self.game().why_illegal(seat, mv) {
            return Err(format!("{}: {why}", move_words::format(info, geometry, mv)));
        }
        self.advance(mv, !self.trying);
        if self.who[seat.index()] == Who::Person {
            self.waiting = false;
        }
        Ok(())
    }

    /// Plays a legal move.
    fn advance(&mut self, mv: Move, own: bool) {
        self.stop_thinking();
        self.hint = false;
        self.analysed = None;
        if self.tree.play(mv, own).is_err() {
            log::error!("a move that was legal can't be played");
        }
        self.note_end();
        self.changed = true;
    }

    /// Keeps what the end of a game is worth.
    fn note_end(&mut self) {
        if let Some(outcome) = self.game().outcome() {
            let value = view::final_value(&outcome, self.game().info());
            self.tree.set_value(self.tree.current(), value);
        }
    }

    /// Looks at another position; engines wait there.
    fn look_at(&mut self, node: usize) {
        self.stop_thinking();
        self.hint = false;
        self.analysed = None;
        self.tree.go_to(node);
        let engine = self.who[self.game().to_move().index()] != Who::Person;
        self.waiting = engine && !self.tree.is_over();
        self.changed = true;
    }

    /// Whether it is a person's turn, or nobody's.
    fn is_persons_turn(&self) -> bool {
        self.trying || self.who[self.game().to_move().index()] == Who::Person
    }

    fn undo(&mut self) -> Result<(), String> {
        if self.tree.resigned(self.tree.current()).is_some() {
            self.tree.set_resigned(None);
            self.changed = true;
            return Ok(());
        }
        let mut node = self.tree.parent().ok_or("there is nothing to take back")?;
        self.look_at(node);
        while self.who.contains(&Who::Person) && !self.is_persons_turn() && node != ROOT {
            node = self.tree.before(node);
            self.look_at(node);
        }
        Ok(())
    }

    fn redo(&mut self) -> Result<(), String> {
        let mut next = self.tree.onward().ok_or("there is nothing to play again")?;
        loop {
            self.look_at(next);
            match self.tree.onward() {
                Some(onward) if self.who.contains(&Who::Person) && !self.is_persons_turn() => next = onward,
                _ => return Ok(()),
            }
        }
    }

    fn resign(&mut self) -> Result<(), String> {
        if self.tree.is_over() {
            return Err("the game is over".to_owned());
        }
        let turn = self.game().to_move();
        let persons = Seat::BOTH.into_iter().filter(|seat| self.who[seat.index()] == Who::Person);
        let seat = persons.min_by_key(|seat| *seat != turn).unwrap_or(turn);
        self.stop_thinking();
        self.tree.set_resigned(Some(seat));
        self.changed = true;
        Ok(())
    }

    fn stop_search(&mut self) {
        self.mind.stop();
        self.search = None;
    }

    fn stop_thinking(&mut self) {
        self.stop_search();
        // A given engine can't be told to stop: it is ended, and started again when it is needed.
        if let Some(asked) = self.asked.take() {
            self.guests[asked.seat.index()] = None;
        }
    }

    fn is_searching(&self, purpose: Purpose) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == purpose)
    }

    fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    /// Sets going what has to be done now, if it isn't yet.
    fn go_on(&mut self) {
        if self.left.is_some() && self.outbox.is_none() && self.search.is_none() && self.asked.is_none() {
            // Nothing new is begun for a page that has gone.
            return;
        }
        let node = self.tree.current();
        let over = self.tree.is_over();
        let seat = self.game().to_move();
        let mine = !over && !self.waiting && !self.trying;
        let turn = if mine { self.who[seat.index()].clone() } else { Who::Person };
        if let Who::Guest(index) = turn {
            self.ask_guest(index, seat);
        }
        if let Who::Own(name) = turn
            && !self.hint
        {
            if !self.is_searching(Purpose::Move) {
                self.think(node, Purpose::Move, self.limits(name));
            }
        } else if self.hint {
            if !self.is_searching(Purpose::Hint) {
                self.think(node, Purpose::Hint, HINT);
            }
        } else if self.review.is_some() {
            self.review_on();
        } else if self.analysing && !over && self.analysed != Some(node) && !self.is_searching(Purpose::Analysis) {
            self.think(node, Purpose::Analysis, ANALYSIS);
        }
    }

    fn limits(&self, name: &str) -> Limits {
        let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds));
        match name {
            "quintet-easy" => Limits { visits: Some(40), time: seconds(2.0) },
            "quintet-medium" => Limits { visits: Some(1000), time: seconds(3.0) },
            "quintet-strong" => Limits { visits: None, time: seconds(4.0) },
            _ => {
                let given = Limits { visits: self.visits, time: self.seconds.and_then(seconds) };
                let limits = if given == Limits::default() { self.options.limits } else { given };
                if limits == Limits::default() { Limits { visits: None, time: seconds(1.0) } } else { limits }
            }
        }
    }

    fn think(&mut self, node: usize, purpose: Purpose, limits: Limits) {
        let job = self.next_job();
        let game = self.tree.history_at(node);
        let settings = Settings {
            hash_mib: self.options.settings.hash_mib.min(HASH),
            resign_below: 0.0,
            ponder: false,
            ..self.options.settings.clone()
        };
        let whole = purpose != Purpose::Move;
        self.search = Some(Search { job, node, purpose });
        self.mind.think(Job { id: job, game, limits, settings, whole }, &self.events);
        self.changed |= purpose == Purpose::Move;
    }

    fn review_on(&mut self) {
        if self.is_searching(Purpose::Review) {
            return;
        }
        let Some(review) = &mut self.review else { return };
        let Some(node) = review.left.pop() else {
            self.review = None;
            self.changed = true;
            return;
        };
        let game = self.tree.history_at(node);
        match game.outcome() {
            Some(outcome) => {
                let value = view::final_value(&outcome, game.info());
                self.tree.set_value(node, value);
                self.changed = true;
            }
            None => self.think(node, Purpose::Review, REVIEW),
        }
    }

    fn ask_guest(&mut self, index: usize, seat: Seat) {
        let node = self.tree.current();
        if self.asked.is_some() {
            return;
        }
        let job = self.next_job();
        let (setup, start) = (self.game().setup().clone(), self.game().start_diagram());
        let words = |&(seat, mv): &(Seat, Move)| (seat, move_words::format(setup.info(), self.game().geometry(), mv));
        let ask = Ask {
            id: job,
            seat,
            moves: self.game().moves().iter().map(words).collect(),
            table: Table { start: start_to_tell(&setup, &start), setup, visits: self.visits, seconds: self.seconds },
        };
        let entrant = self.options.engines[index].clone();
        let events = self.events.clone();
        self.guests[seat.index()].get_or_insert_with(|| Guest::seat(entrant, events)).ask(ask);
        self.asked = Some(Asked { job, node, seat, since: Instant::now() });
        self.tell_guest_thinks();
        self.changed = true;
    }

    fn tell_guest_thinks(&self) {
        let Some(asked) = &self.asked else { return };
        self.tell(&Reply::Thinking(Thinking {
            node: asked.node,
            purpose: Purpose::Move.name(),
            player: self.who_name(&self.who[asked.seat.index()]),
            done: false,
            progress: None,
            seconds: asked.since.elapsed().as_secs_f64(),
            visits: 0,
            rate: None,
            exact: None,
            moves: Vec::new(),
            ownership: Vec::new(),
        }));
    }

    fn hear_report(&mut self, job: u64, report: &Report) {
        if let Some(search) = self.search.as_ref().filter(|search| search.job == job) {
            self.tell_search(search, report, false);
        }
    }

    fn tell_search(&self, search: &Search, report: &Report, done: bool) {
        let game = self.tree.history_at(search.node);
        let seat = report.seat;
        let player = match search.purpose {
            Purpose::Move => self.who_name(&self.who[seat.index()]),
            _ => "quintet".to_owned(),
        };
        let progress = self.review.as_ref().filter(|_| search.purpose == Purpose::Review);
        let progress = progress.map(|review| 1.0 - review.left.len() as f64 / review.total as f64);
        let brief = search.purpose == Purpose::Review;
        self.tell(&Reply::Thinking(Thinking {
            node: search.node,
            purpose: search.purpose.name(),
            player,
            done,
            progress,
            seconds: report.time.as_secs_f64(),
            visits: report.visits,
            rate: Some(report.win_rate),
            exact: view::exact(game.info(), report),
            moves: if brief { Vec::new() } else { view::candidates(&*game, &self.cells, report) },
            ownership: if brief { Vec::new() } else { view::ownership(&*game, report) },
        }));
    }

    fn hear_choice(&mut self, job: u64, choice: &Choice) {
        let Some(search) = self.search.take_if(|search| search.job == job) else { return };
        if let Some(value) =
            view::value(self.game().info(), &choice.report).filter(|value| value.exact || value.visits >= 10)
        {
            self.tree.set_value(search.node, value);
        }
        match search.purpose {
            Purpose::Move => {
                self.tell_search(&search, &choice.report, true);
                if let Some(mv) = choice.mv.filter(|_| search.node == self.tree.current()) {
                    self.advance(mv, true);
                }
            }
            Purpose::Analysis => {
                self.tell_search(&search, &choice.report, true);
                self.analysed = Some(search.node);
            }
            Purpose::Hint => {
                self.hint = false;
                self.tell_search(&search, &choice.report, true);
                if let Some(mv) = choice.mv {
                    let word = move_words::format(self.game().info(), self.game().geometry(), mv);
                    self.note(format!("Hint: {word}."));
                }
            }
            Purpose::Review => self.tell_search(&search, &choice.report, true),
        }
        self.changed = true;
    }

    fn hear_answer(&mut self, job: u64, result: Result<String, Failure>) {
        let Some(asked) = self.asked.take_if(|asked| asked.job == job) else { return };
        self.changed = true;
        let seat = asked.seat;
        let word = match result {
            Ok(word) => word,
            Err(failure) => return self.fault(seat, failure),
        };
        if asked.node != self.tree.current() {
            return;
        }
        if word.eq_ignore_ascii_case("resign") {
            self.tree.set_resigned(Some(seat));
            return;
        }
        let (info, geometry) = (self.game().info(), self.game().geometry());
        let mv = move_words::read(info, geometry, seat, &word);
        let why = mv.map_or(Some("that is no move on this board"), |mv| self.game().why_illegal(seat, mv));
        match (mv, why) {
            (Some(mv), None) => self.advance(mv, true),
            (_, why) => {
                let text = format!("it plays {}, which is illegal: {}", quote(&word), why.unwrap_or_default());
                self.fault(seat, Failure { text, traffic: Vec::new() });
            }
        }
    }

    /// Names an engine that can't go on; the game waits for another, or for a person to say that it shall try again.
    fn fault(&mut self, seat: Seat, failure: Failure) {
        let engine = self.who_name(&self.who[seat.index()]);
        self.guests[seat.index()] = None;
        self.faults.push(Fault { seat: seat.letter(), engine, text: failure.text, traffic: failure.traffic });
        self.waiting = true;
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
        self.tell(&Reply::Board(view::board(&*games::start(self.game().setup()))));
    }

    fn show_changes(&mut self) {
        if std::mem::take(&mut self.changed) && self.outbox.is_some() {
            self.tell(&Reply::State(Box::new(self.state())));
        }
    }

    fn step(&self, node: usize) -> Step {
        let (seat, mv) = self.tree.step(node);
        let value = self.tree.value(node);
        let before = self.tree.before(node);
        let trusted = |node| self.tree.value(node).filter(|value| value.exact || value.visits >= TRUSTED);
        let lost = trusted(before).zip(trusted(node)).map(|(before, after)| (before.rate - after.rate) * seat.sign());
        Step {
            node,
            seat: seat.letter(),
            word: move_words::format(self.game().info(), self.game().geometry(), mv),
            value,
            mistake: lost.filter(|lost| *lost >= MISTAKE),
            others: self.tree.children(before).len() - 1,
        }
    }

    fn state(&self) -> State {
        let game = self.game();
        let (info, node) = (game.info(), self.tree.current());
        let resigned = self.tree.resigned(node);
        let over = self.tree.is_over();
        let seat = game.to_move();
        let (kinds, reasons) = view::kinds(game, over);
        let line = self.tree.line();
        let at = line.iter().position(|&step| step == node).map_or(0, |index| index + 1);
        let next = line.get(at).copied();
        let others = self.tree.children(node).iter().filter(|&&child| Some(child) != next);
        let has_swap = info.swap.is_some_and(|name| game.setup().rules().any(|rule| rule == (name, "on")));
        let outcome = game.outcome();
        State {
            node,
            game: info.id,
            title: view::title(game.setup()),
            position: view::position_line(game),
            scene: view::scene(game, &self.cells),
            to_move: seat.letter(),
            over,
            status: view::status(game, resigned),
            news: view::news(game),
            kinds,
            reasons,
            pass: info.passes.then(|| !over && game.is_legal(seat, Move::PASS)),
            swap: has_swap.then(|| !over && game.is_legal(seat, Move::SWAP)),
            insight: view::insight(game, &self.cells),
            captured: game.captured(),
            score: view::score(game),
            reason: outcome.map_or(String::new(), |outcome| view::reason(game, &outcome)),
            line: line.iter().map(|&step| self.step(step)).collect(),
            at,
            aside: node != self.tree.end(),
            branches: others.map(|&child| (child, self.step(child).word)).collect(),
            seats: Seat::BOTH.map(|seat| SeatLine {
                name: view::seat_name(info, seat),
                stone: info.own_stone(seat).name(),
                player: self.who_name(&self.who[seat.index()]),
            }),
            yours: self.turn().is_ok(),
            waiting: self.waiting && !over && self.who[seat.index()] != Who::Person,
            trying: self.trying,
            analysing: self.analysing,
            faults: self.faults.clone(),
            can: [node != ROOT || resigned.is_some(), self.tree.onward().is_some()],
        }
    }

    fn hello(&self) -> Hello {
        let mut players: Vec<PlayerLine> = [
            ("person", "A person", false),
            ("quintet-easy", "quintet, easy", false),
            ("quintet-medium", "quintet, medium", false),
            ("quintet-strong", "quintet, strong", false),
            ("quintet", "quintet, by seconds or visits", true),
        ]
        .map(|(name, about, bounded)| PlayerLine { name: name.to_owned(), about: about.to_owned(), bounded })
        .into();
        players.extend(self.options.engines.iter().map(|engine| PlayerLine {
            name: engine.name.clone(),
            about: engine.name.clone(),
            bounded: true,
        }));
        let setup = &self.options.setup;
        let geometry = setup.geometry();
        Hello {
            session: self.id.clone(),
            resumed: self.resumed,
            version: env!("CARGO_PKG_VERSION"),
            games: GAMES.iter().map(|info| game_line(info)).collect(),
            players,
            matches: !self.options.matches.is_empty(),
            defaults: Defaults {
                game: setup.info().id.to_owned(),
                size: Size::written(setup).to_string(),
                rules: setup.rules().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
                komi: setup.komi(),
                blocked: setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect(),
                visits: self.options.limits.visits,
                seconds: self.options.limits.time.map(|time| time.as_secs_f64()),
            },
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

fn game_line(info: &'static crate::setup::GameInfo) -> Game {
    let lesson = info.lesson;
    let rules = info.rules.iter().zip(lesson.choices).map(|(rule, explained)| Rule {
        name: rule.name,
        about: explained.about,
        values: rule.values.iter().copied().zip(explained.values.iter().copied()).collect(),
    });
    Game {
        id: info.id,
        title: info.title,
        summary: lesson.summary,
        least: *info.sizes.start(),
        most: *info.sizes.end(),
        size: info.default_size,
        size_text: lesson.size,
        rectangular: info.rectangular,
        komi: info.komi,
        blocking: info.blocking,
        handicap: info.handicap,
        seats: Seat::BOTH.map(|seat| view::seat_name(info, seat)),
        rules: rules.collect(),
    }
}

/// The setup that a page asks for.
fn setup_of(new: &NewGame) -> Result<Setup, String> {
    let words = SetupWords {
        game: Some(new.game.clone()),
        size: Some(new.size.trim().to_owned()),
        rules: new.rules.clone().into_iter().collect(),
        komi: Some(new.komi),
        blocked: new.blocked.clone(),
    };
    words.read().map_err(|error| error.to_string())
}

/// The game that a page asks for, before its first move.
fn start_of(new: &NewGame) -> Result<Box<dyn AnyHistory>, String> {
    let setup = setup_of(new)?;
    if new.handicap < 2 {
        return Ok(games::start(&setup));
    }
    if !setup.info().handicap {
        return Err(format!("{} has no handicap stones", setup.info().title));
    }
    let geometry = setup.geometry();
    let most = games::stoical::most_fixed(&geometry);
    if new.handicap > most {
        return Err(match most {
            0 => "this board has no places for handicap stones".to_owned(),
            _ => format!("this board has places for 2 to {most} handicap stones"),
        });
    }
    let mut diagram = Diagram::empty(&setup);
    diagram.to_move = setup.info().first.other();
    for point in games::stoical::fixed_handicap(&geometry, new.handicap) {
        if setup.blocked().contains(point) {
            return Err(format!("{} is blocked, and a handicap stone belongs there", geometry.vertex(point)));
        }
        diagram.stones[point.index()] = Some(Stone::Black);
    }
    games::start_from(&setup, &diagram).map_err(|error| error.to_string())
}

/// What an engine has to be told of a start that isn't the usual one.
fn start_to_tell(setup: &Setup, start: &Diagram) -> Option<Start> {
    if *start == games::start(setup).diagram() {
        return None;
    }
    let geometry = setup.geometry();
    let vertex = |point: Point| geometry.vertex(point).to_string();
    let handicap: Vec<String> = start.points_with(Stone::Black).map(vertex).collect();
    let others = start.stones.iter().flatten().any(|stone| !matches!(stone, Stone::Black | Stone::Blocked));
    let plain = !others && start.state.is_empty() && start.to_move == Seat::White && setup.info().handicap;
    Some(Start { line: position::format(setup, start), handicap: if plain { handicap } else { Vec::new() } })
}
