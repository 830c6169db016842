//! Exit statuses and process groups.

use std::process::{Child, Command, ExitStatus};

/// Describes an exit status: `status 2`, `signal 6`.
pub fn describe_status(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return format!("signal {signal}");
        }
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("status {code}"))
}

/// Makes a command start in a process group of its own, so that its children can be killed with it.
#[cfg(unix)]
pub fn set_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

/// Kills the process group of a child.
#[cfg(unix)]
pub fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub fn set_own_group(_command: &mut Command) {}

#[cfg(not(unix))]
pub fn kill_group(_child: &Child) {}
