//! Signals that end a program by default although it can go on, and the terminal at such an end.

/// Lets a write beyond the limit of file sizes fail with an error, so that the message names the
/// file and temporary files are removed. SIGXFSZ would end the program without a word.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn ignore_file_size_signal() {
    // SAFETY: no other thread runs yet, and ignoring a signal calls no function of this program.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

#[cfg(not(unix))]
pub fn ignore_file_size_signal() {}

/// The mode of the terminal of standard input: a line editor changes it.
#[cfg(all(unix, feature = "play"))]
pub struct TerminalMode(Option<libc::termios>);

#[cfg(all(unix, feature = "play"))]
#[allow(unsafe_code)]
impl TerminalMode {
    /// Returns the present mode.
    pub fn now() -> TerminalMode {
        let mut mode = std::mem::MaybeUninit::uninit();
        // SAFETY: the structure is written if the call succeeds, and read only then.
        let mode = unsafe { (libc::tcgetattr(libc::STDIN_FILENO, mode.as_mut_ptr()) == 0).then(|| mode.assume_init()) };
        TerminalMode(mode)
    }

    /// Gives the terminal this mode again.
    pub fn restore(&self) {
        if let Some(mode) = &self.0 {
            // SAFETY: the call only reads the structure. A terminal that is gone is an error.
            unsafe { libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, mode) };
        }
    }
}

/// The mode of the terminal of standard input.
#[cfg(all(not(unix), feature = "play"))]
pub struct TerminalMode;

#[cfg(all(not(unix), feature = "play"))]
impl TerminalMode {
    /// Returns the present mode.
    pub fn now() -> TerminalMode {
        TerminalMode
    }

    /// Does nothing: the system does it.
    pub fn restore(&self) {}
}
