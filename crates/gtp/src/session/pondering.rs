//! Pondering: searching in the opponent's time.

use std::time::Duration;

use quintet_search::Urgency;
use quintet_system::panics::caught;

use super::{Preferences, Session};
use crate::reader::CommandReader;

/// The use of the opponent's time after a move of the engine.
///
/// A session drops it when the position changes, when another search begins, and when pondering has
/// nothing more to find out.
#[derive(Default)]
pub(super) struct Pondering {
    /// The preferences and the lag with which the engine ponders; `None` if it has not begun.
    with: Option<(Preferences, Duration)>,
}

impl Session {
    /// Thinks in the opponent's time until a line comes, if that is enabled and the engine has just
    /// moved. Goes on from there the next time, unless the line changed the position or a setting,
    /// or searched.
    pub(crate) async fn ponder(&mut self, reader: &CommandReader) {
        let now = (self.preferences.clone(), self.lag());
        let Some(pondering) = &mut self.pondering else { return };
        if pondering.with.as_ref().is_some_and(|with| *with != now) {
            self.pondering = None;
            return;
        }
        let ponders = self.preferences.settings.ponder && self.preferences.level.is_none();
        if !ponders || self.engine.game().is_over() {
            return;
        }
        let Some(interrupt) = reader.begin_pondering() else { return };
        pondering.with = Some(now);
        let (engine, settings, time) = (&mut self.engine, &self.preferences.settings, &*self.time_source);
        let pondered = caught(engine.ponder_in_slices(settings, interrupt, time, reader.slice())).await;
        let urgency = reader.end_search();
        if pondered.is_err() {
            self.engine.clear_tree();
        }
        // A search that ended by itself has nothing more to find out.
        if pondered.is_err() || urgency == Urgency::None {
            self.pondering = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use quintet_core::setup::Setup;
    use quintet_core::time::{ManualTime, TimeSource};
    use quintet_search::complete;

    use super::*;
    use crate::session::Options;
    use crate::tests::KNOWLEDGE;
    use crate::tests::effects::{Effect, fill, lines};

    /// A clock that calls the interrupt of pondering whenever it was read so many times.
    struct Readings {
        clock: ManualTime,
        reader: CommandReader,
        count: AtomicU64,
    }

    const UNTIL_INTERRUPT: u64 = 10;

    impl TimeSource for Readings {
        fn now(&self) -> Duration {
            if (self.count.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(UNTIL_INTERRUPT) {
                self.reader.interrupt().call(Urgency::Now);
            }
            self.clock.now()
        }
    }

    /// A session whose engine has just moved, and its clock.
    fn answered(game: &str) -> (Session, Arc<Readings>) {
        let (clock, reader) = (ManualTime::ticking(Duration::from_millis(1)), CommandReader::default());
        let readings = Arc::new(Readings { clock, reader, count: AtomicU64::new(0) });
        let setup = Setup::new(quintet_games::find(game).unwrap()).with_size(7).unwrap();
        let mut options = Options { visits: Some(30), time_source: readings.clone(), ..Options::new(setup) };
        options.knowledge = KNOWLEDGE.clone();
        options.settings.hash_mib = 8;
        options.settings.ponder = true;
        let mut session = Session::new(options).unwrap();
        session.execute("param solve_nodes 300");
        assert!(session.execute("genmove b").starts_with("= "));
        (session, readings)
    }

    /// Returns whether the session ponders now.
    fn ponders(session: &mut Session, readings: &Readings) -> bool {
        let before = readings.count.load(Ordering::Relaxed);
        complete(session.ponder(&readings.reader));
        readings.count.load(Ordering::Relaxed) > before
    }

    #[test]
    fn pondering_goes_on_until_the_position_a_search_or_the_settings_change() {
        let mut seen = [0; 2];
        for (line, effect) in lines() {
            let goes_on = match effect {
                Effect::None | Effect::Client => true,
                Effect::Search | Effect::Restored | Effect::Position | Effect::Setting => false,
                Effect::End => continue,
            };
            let (mut session, readings) = answered("stoical");
            assert!(ponders(&mut session, &readings), "after a move");
            for line in fill(&mut session, line).lines() {
                let answer = session.execute(line);
                assert!(goes_on || answer.starts_with("= "), "{line}: {answer}");
            }
            assert_eq!(ponders(&mut session, &readings), goes_on, "after {line}");
            assert_eq!(ponders(&mut session, &readings), goes_on, "once more after {line}");
            seen[usize::from(goes_on)] += 1;
        }
        assert!(seen[0] > 60 && seen[1] > 60, "{seen:?}");
    }

    /// Returns the visits of the tree, which an analysis goes on from. It ends at once.
    fn visits(session: &mut Session) -> u64 {
        let answer = session.execute("kata-analyze rootInfo true");
        let mut words = answer.split_whitespace().skip_while(|&word| word != "rootInfo");
        words.nth(2).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
    }

    #[test]
    fn pondering_goes_on_with_the_same_tree() {
        for info in quintet_games::GAMES {
            let visits = [0, 1, 2, 3].map(|times| {
                let (mut session, readings) = answered(info.id);
                for _ in 0..times {
                    assert!(ponders(&mut session, &readings));
                    session.execute("name");
                    session.execute("kgs-chat game a hello");
                }
                visits(&mut session)
            });
            assert!(visits.is_sorted_by(|a, b| a < b), "{}: {visits:?}", info.id);
        }
    }

    #[test]
    fn pondering_may_be_enabled_after_the_move_and_ends_with_the_game() {
        let (mut session, readings) = answered("stoical");
        session.execute("param ponder 0");
        assert!(!ponders(&mut session, &readings));
        session.execute("param ponder 1");
        assert!(ponders(&mut session, &readings));
        session.execute("param ponder 0");
        assert!(!ponders(&mut session, &readings));
        session.execute("play w pass");
        session.execute("play b pass");
        session.execute("genmove w");
        session.execute("param ponder 1");
        assert!(session.game().is_over() && !ponders(&mut session, &readings));
    }

    #[test]
    fn no_line_is_left_waiting() {
        let reader = CommandReader::spawn(std::io::Cursor::new(b"name\n".to_vec()));
        let (mut session, readings) = answered("stoical");
        // The line waits, or comes and interrupts; then the input has ended.
        complete(session.ponder(&reader));
        assert_eq!(reader.next().map(|batch| batch.lines().count()), Some(1));
        assert!(reader.next().is_none());
        let before = readings.count.load(Ordering::Relaxed);
        complete(session.ponder(&reader));
        assert_eq!(readings.count.load(Ordering::Relaxed), before, "nobody could interrupt it");
    }
}
