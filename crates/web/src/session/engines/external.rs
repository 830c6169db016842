//! The external engines that play for a side.

use std::sync::mpsc::SyncSender;

use crate::engine_process::{CustomStart, ExternalEngine, GameAssignment, MoveRequest};
use crate::messages::{Purpose, ThoughtView};
use crate::options::WebOptions;
use crate::session::Event;
use crate::session::game_clock::GameClock;
use crate::session::live_game::LiveGame;
use crate::session::players::Players;
use quintet_core::time_control::TimeControl;
use quintet_core::types::{Move, Seat};
use quintet_record::tree::NodeId;
use quintet_system::clock::Instant;

/// A move that an engine was asked for.
#[derive(Clone, Copy, Debug)]
struct PendingMove {
    job: u64,
    node: NodeId,
    seat: Seat,
    since: Instant,
}

/// The external engines.
#[derive(Default)]
pub struct ExternalEngines {
    /// The engines of Black and White that were started.
    engines: [Option<ExternalEngine>; 2],
    pending: Option<PendingMove>,
}

impl ExternalEngines {
    /// Returns whether a move is awaited.
    pub fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Asks an engine, by its index, for the move of the side to move.
    pub fn request(
        &mut self,
        job: u64,
        live: &LiveGame,
        index: usize,
        options: &WebOptions,
        events: &SyncSender<Event>,
    ) {
        let (game, players) = (live.game().game(), live.players());
        let seat = game.to_move();
        let word = |&(seat, mv): &(Seat, Move)| (seat, game.word(mv));
        let request = MoveRequest {
            job,
            seat,
            seed: options.settings.seed.wrapping_add(job),
            moves: game.moves().iter().map(word).collect(),
            assignment: GameAssignment {
                setup: game.setup().clone(),
                start: CustomStart::of(game),
                visits: players.visits(),
                clock: live.clock().map(GameClock::control).or(players.time().map(TimeControl::PerMove)),
            },
            time_left: live.clock().map(|clock| clock.time_left(seat)),
        };
        let start = || ExternalEngine::new(options.engines[index].clone(), options.patience, events.clone());
        self.engines[seat.index()].get_or_insert_with(start).request(request);
        self.pending = Some(PendingMove { job, node: live.game().node(), seat, since: Instant::now() });
    }

    /// Returns the node and the side of the job's move, which is no longer awaited.
    pub fn take_pending(&mut self, job: u64) -> Option<(NodeId, Seat)> {
        let pending = self.pending.take_if(|pending| pending.job == job)?;
        Some((pending.node, pending.seat))
    }

    /// Ends the engine that is thinking, if any: GTP has no way to stop it.
    pub fn stop(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.end(pending.seat);
        }
    }

    /// Ends the engine of a side.
    pub fn end(&mut self, seat: Seat) {
        self.engines[seat.index()] = None;
    }

    /// Ends both engines.
    pub fn end_all(&mut self) {
        self.engines = [None, None];
    }

    /// Returns what the page shows of the engine that is thinking, if one is.
    pub fn view(&self, players: &Players) -> Option<ThoughtView> {
        let pending = self.pending.as_ref()?;
        Some(ThoughtView {
            node: pending.node,
            purpose: Purpose::Move,
            player: players.name(pending.seat).to_owned(),
            seconds: pending.since.elapsed().as_secs_f64(),
            ..ThoughtView::default()
        })
    }
}
