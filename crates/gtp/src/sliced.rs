//! A session on a thread that has other things to do, such as the only one of a web page.

use std::cell::RefCell;
use std::io::{self, Write};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use quintet_search::poll_now;

use crate::answer::Output;
use crate::dispatch;
use crate::reader::CommandReader;
use crate::session::Session;

/// A session whose searches run in slices: lines go in, [`SlicedSession::step`] works for a short
/// time, answers come out.
///
/// Lines mean what they mean to [`serve`](crate::serve): a line that is fed during an analysis ends
/// it, and `# interrupt` and `stop` end any search.
///
/// ```
/// use std::time::Duration;
///
/// use quintet_core::setup::Setup;
/// use quintet_gtp::{Options, Session, SlicedSession};
///
/// let options = Options { visits: Some(50), ..Options::new(Setup::new(quintet_games::DEFAULT)) };
/// let mut session = SlicedSession::new(Session::new(options).unwrap(), Duration::from_millis(10));
/// session.feed(b"boardsize 5");
/// session.feed(b"genmove b");
/// while session.step() {}
/// assert!(session.take_output().starts_with(b"= \n\n= "));
/// ```
pub struct SlicedSession {
    /// The session; `None` while it works.
    session: Option<Session>,
    working: Option<Work>,
    reader: Arc<CommandReader>,
    output: Buffer,
}

/// The work on the lines that wait, as a future that returns the session.
type Work = Pin<Box<dyn Future<Output = Session>>>;

/// Answers that were not taken yet.
#[derive(Clone, Default)]
struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SlicedSession {
    /// Creates a session whose searches pause after every `slice`.
    pub fn new(session: Session, slice: Duration) -> SlicedSession {
        SlicedSession {
            session: Some(session),
            working: None,
            reader: Arc::new(CommandReader::fed(slice)),
            output: Buffer::default(),
        }
    }

    /// Takes a line of input.
    pub fn feed(&mut self, line: &[u8]) {
        self.reader.feed(line);
    }

    /// Works for about a slice; returns whether there is more to do before the next line.
    pub fn step(&mut self) -> bool {
        if self.working.is_none() {
            let Some(session) = self.session.take() else { return false };
            self.working = Some(Box::pin(work(session, Arc::clone(&self.reader), self.output.clone())));
        } else if self.reader.needs_line() {
            return false;
        }
        if let Some(working) = &mut self.working
            && let std::task::Poll::Ready(session) = poll_now(working.as_mut())
        {
            self.working = None;
            self.session = Some(session);
        }
        self.reader.has_lines() || self.working.is_some() && !self.reader.needs_line()
    }

    /// Returns the answers, or the parts of them, that were written since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut *self.output.0.borrow_mut())
    }

    /// Returns the session; `None` while it works on a line.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Makes the engine use weights that were supplied after the game had begun. Has no effect while
    /// the session works on a line.
    pub fn weights_changed(&mut self) {
        if let Some(session) = &mut self.session {
            session.recover();
        }
    }
}

/// Answers the lines that wait; if there are none, thinks in the opponent's time.
async fn work(mut session: Session, reader: Arc<CommandReader>, mut buffer: Buffer) -> Session {
    if session.has_quit() {
        while reader.try_next().is_some() {}
        return session;
    }
    let Some(batch) = reader.try_next() else {
        session.ponder(&reader).await;
        return session;
    };
    for line in batch.lines() {
        dispatch::answer(&mut session, line, &reader, &mut Output::new(&mut buffer)).await;
    }
    session
}

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;
    use quintet_core::time::ManualTime;
    use quintet_games::GAMES;

    use super::*;
    use crate::session::Options;
    use crate::tests::KNOWLEDGE;

    const SLICE: Duration = Duration::from_millis(3);

    /// A session on a small board with a clock by which every reading takes a millisecond.
    fn session(game: &str, visits: u64) -> Session {
        let info = quintet_games::find(game).unwrap();
        let setup = (7..).find_map(|size| Setup::new(info).with_size(size).ok()).unwrap();
        let time_source = Arc::new(ManualTime::ticking(Duration::from_millis(1)));
        let mut options =
            Options { visits: Some(visits), time_source, knowledge: KNOWLEDGE.clone(), ..Options::new(setup) };
        (options.settings.seed, options.settings.hash_mib, options.settings.exact) = (1, 8, false);
        Session::new(options).unwrap()
    }

    fn text(session: &mut SlicedSession) -> String {
        String::from_utf8(session.take_output()).unwrap()
    }

    #[test]
    fn pauses_change_no_answer() {
        for info in GAMES {
            for level in [0, 3] {
                let lines = [&format!("param level {level}"), "genmove b", "genmove w", "genmove b", "reg_genmove w"];
                let mut whole = session(info.id, 600);
                let mut sliced = SlicedSession::new(session(info.id, 600), SLICE);
                let mut steps = 0;
                for line in lines {
                    sliced.feed(line.as_bytes());
                    while sliced.step() {
                        steps += 1;
                    }
                    assert_eq!(text(&mut sliced), whole.execute(line), "{} {line}", info.id);
                }
                assert!(steps > 4 || level > 0, "{}: {steps} pauses", info.id);
            }
        }
    }

    #[test]
    fn lines_that_wait_are_answered_in_order() {
        let mut sliced = SlicedSession::new(session("cascade", 100), SLICE);
        for line in ["1 name", "# nothing", "2 genmove b", "3 known_command quit", "quit", "5 name"] {
            sliced.feed(line.as_bytes());
        }
        assert!(sliced.session().is_some());
        while sliced.step() {}
        let answers = text(&mut sliced);
        let heads: Vec<&str> = answers.split("\n\n").filter_map(|answer| answer.split(' ').next()).collect();
        assert_eq!(heads, ["=1", "=2", "=3", "=", ""]);
        assert!(sliced.session().unwrap().has_quit() && !sliced.step());
    }

    #[test]
    fn an_interrupt_ends_a_search() {
        for line in ["# interrupt", "stop"] {
            let mut sliced = SlicedSession::new(session("cascade", 1 << 40), SLICE);
            sliced.feed(b"genmove b");
            assert!((0..20).all(|_| sliced.step()));
            assert_eq!(text(&mut sliced), "");
            sliced.feed(line.as_bytes());
            while sliced.step() {}
            assert!(text(&mut sliced).starts_with("= "));
        }
    }

    #[test]
    fn an_analysis_reports_until_a_line_comes() {
        let mut sliced = SlicedSession::new(session("cascade", 100), SLICE);
        sliced.feed(b"kata-analyze b 1");
        let mut reports = String::new();
        while reports.matches('\n').count() < 4 {
            // A small board may have nothing more to find out; then the analysis waits.
            let goes_on = sliced.step();
            reports += &text(&mut sliced);
            if !goes_on {
                break;
            }
        }
        assert!(reports.starts_with("= \ninfo move "), "{reports}");
        assert!(sliced.session().is_none(), "the analysis has not ended");
        sliced.feed(b"name");
        while sliced.step() {}
        reports += &text(&mut sliced);
        assert!(reports.ends_with("\n\n= quintet\n\n"), "{reports}");
    }

    #[test]
    fn an_analysis_that_is_followed_by_a_line_ends_at_once() {
        let mut sliced = SlicedSession::new(session("cascade", 100), SLICE);
        sliced.feed(b"kata-analyze b 1");
        sliced.feed(b"name");
        while sliced.step() {}
        assert!(text(&mut sliced).ends_with("\n\n= quintet\n\n"));
    }
}
