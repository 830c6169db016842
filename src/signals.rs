//! Signals that end a program by default although it can go on.

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
