//! Who thinks about what: our engine for moves, hints, analysis and reviews, and given engines for their moves.

use std::time::{Duration, Instant};

use super::start::start_to_tell;
use super::{Asked, Proof, Purpose, Session, Thought, Who};
use crate::engine::{Choice, Settings};
use crate::record::{move_words, quote};
use crate::search::{Limits, Report};
use crate::web::guest::{Ask, Failure, Guest, GuestGame};
use crate::web::messages::{Fault, ThoughtView, Update};
use crate::web::mind::{Job, Task};
use crate::web::values::MoveValues;
use crate::web::view;
use crate::words::{Move, Seat};

/// What bounds the analysis of a position.
const ANALYSIS: Limits = Limits { visits: Some(1_000_000), time: Some(Duration::from_secs(60)) };
/// What bounds a hint.
const HINT: Limits = Limits { visits: None, time: Some(Duration::from_secs(1)) };
/// What bounds the search of each position in a review.
const REVIEW: Limits = Limits { visits: Some(20_000), time: Some(Duration::from_millis(500)) };
/// Memory for a session's search tree, in MiB: there can be many sessions.
const HASH: usize = 64;

impl Session {
    pub(super) fn stop_search(&mut self) {
        self.mind.stop();
        self.search = None;
    }

    /// Ends the work on exact values, and forgets how far it came.
    pub(super) fn stop_proof(&mut self) {
        self.prover.stop();
        self.proof = None;
        self.valued = None;
    }

    pub(super) fn stop_thinking(&mut self) {
        self.stop_search();
        // A given engine can't be told to stop: it is ended, and started again when it is needed.
        if let Some(asked) = self.asked.take() {
            self.guests[asked.seat.index()] = None;
        }
    }

    pub(super) fn is_searching(&self, purpose: Purpose) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == purpose)
    }

    fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }

    /// Sets going what has to be done now, if it isn't yet.
    pub(super) fn go_on(&mut self) {
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
        if self.exact && !over && self.valued != Some(node) && self.proof.is_none() {
            let job = self.next_job();
            self.proof = Some(Proof { job, node });
            self.prover.think(self.job(job, node, Task::Exact), &self.events);
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
        let whole = purpose != Purpose::Move;
        self.search = Some(Thought { job, node, purpose });
        self.mind.think(self.job(job, node, Task::Search { limits, whole }), &self.events);
        self.changed |= purpose == Purpose::Move;
    }

    fn job(&self, id: u64, node: usize, task: Task) -> Job {
        let settings = Settings {
            hash_mib: self.options.settings.hash_mib.min(HASH),
            resign_below: 0.0,
            ponder: false,
            ..self.options.settings.clone()
        };
        Job { id, game: self.tree.history_at(node), settings, task }
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
            table: GuestGame {
                start: start_to_tell(&setup, &start),
                setup,
                visits: self.visits,
                seconds: self.seconds,
            },
        };
        let entrant = self.options.engines[index].clone();
        let (patience, events) = (self.options.patience, self.events.clone());
        self.guests[seat.index()].get_or_insert_with(|| Guest::seat(entrant, patience, events)).ask(ask);
        self.asked = Some(Asked { job, node, seat, since: Instant::now() });
        self.tell_guest_thinks();
        self.changed = true;
    }

    pub(super) fn tell_guest_thinks(&self) {
        let Some(asked) = &self.asked else { return };
        self.tell(&Update::Thinking(ThoughtView {
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

    pub(super) fn hear_report(&mut self, job: u64, report: &Report) {
        if let Some(search) = self.search.as_ref().filter(|search| search.job == job) {
            self.tell_search(search, report, false);
        }
    }

    fn tell_search(&self, search: &Thought, report: &Report, done: bool) {
        let game = self.tree.history_at(search.node);
        let seat = report.seat;
        let player = match search.purpose {
            Purpose::Move => self.who_name(&self.who[seat.index()]),
            _ => "quintet".to_owned(),
        };
        let progress = self.review.as_ref().filter(|_| search.purpose == Purpose::Review);
        let progress = progress.map(|review| 1.0 - review.left.len() as f64 / review.total as f64);
        let brief = search.purpose == Purpose::Review;
        self.tell(&Update::Thinking(ThoughtView {
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

    pub(super) fn hear_choice(&mut self, job: u64, choice: &Choice) {
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

    pub(super) fn hear_values(&mut self, job: u64, values: &MoveValues, done: bool) {
        let Some(proof) = self.proof.as_ref().filter(|proof| proof.job == job) else { return };
        let node = proof.node;
        let game = self.tree.history_at(node);
        self.tell(&Update::Exact(view::exact_values(&*game, &self.cells, node, values, done)));
        if let Some(value) = values.value {
            self.tree.set_value(node, view::exact_value(game.info(), value, values.margins));
            self.changed = true;
        }
        if done {
            self.proof = None;
            self.valued = Some(node);
        }
    }

    pub(super) fn hear_answer(&mut self, job: u64, result: Result<String, Failure>) {
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
}
