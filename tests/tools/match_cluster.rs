//! `scripts/match-cluster`: on this machine, and over ssh to a server on the loopback interface.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use quintet_arena::matches::results::read;

use super::{file, scratch, skipped};

/// Returns the first of `names` that can be started.
fn installed(names: &[&str]) -> Option<String> {
    let runs = |name: &&&str| {
        Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok()
    };
    names.iter().find(runs).map(|name| (*name).to_owned())
}

/// Returns whether all of `programs` are installed; they have to be if `CI` is set.
fn has(programs: &[&str], packages: &str) -> bool {
    let missing = programs.iter().any(|name| installed(&[name]).is_none());
    if missing {
        skipped(&format!("not installed: apt-get install {packages}"));
    }
    !missing
}

fn script(out: &Path, more: &[&str]) -> Command {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(root.join("scripts/match-cluster"));
    command
        .args(["--binary", env!("CARGO_BIN_EXE_quintet"), "--seed", "9", "--shards", "2", "--out"])
        .arg(out)
        .args(more);
    command.args(["--", "--game", "bracket", "--size", "5", "--games", "8"]);
    for name in ["A", "B"] {
        command.arg("--engine").arg(format!("name={name},cmd=python3 '{}'", file("match_engine.py").display()));
    }
    command.stdin(Stdio::null());
    command
}

/// Returns the numbers of all games in the shards of a directory.
fn games(out: &Path) -> Vec<u64> {
    let shards = (1..=2).flat_map(|shard| read(&out.join(format!("shard-{shard}/games.jsonl"))).unwrap().records);
    let mut numbers: Vec<u64> = shards.map(|record| record.number).collect();
    numbers.sort_unstable();
    numbers
}

fn run(mut command: Command) {
    let output = command.output().unwrap();
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    assert!(stdout.contains("8 games ended by: 8 score"), "{stdout}\n{stderr}");
}

#[test]
fn shards_are_played_on_this_machine_and_a_second_call_has_nothing_left_to_do() {
    if !has(&["parallel"], "parallel") {
        return;
    }
    let out = scratch("cluster-local").join("out");
    for _ in 0..2 {
        run(script(&out, &[]));
        assert_eq!(games(&out), (1..=8).collect::<Vec<_>>());
        assert!(out.join("report.html").exists());
    }
}

/// An ssh server for this user, killed when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server with keys of its own and returns it with the ssh command that reaches it as
/// `loopback`.
fn server(directory: &Path) -> Option<(Server, String)> {
    let sshd = ["/usr/sbin/sshd", "/usr/bin/sshd"].into_iter().find(|path| Path::new(path).exists());
    if sshd.is_none() {
        skipped("not installed: apt-get install openssh-server");
    }
    let sshd = sshd?;
    // A server started by root needs this directory.
    let _ = fs::create_dir_all("/run/sshd");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for key in ["host", "user"] {
        let mut keygen = Command::new("ssh-keygen");
        keygen.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(directory.join(key));
        assert!(keygen.status().unwrap().success());
    }
    let at = |name: &str| directory.join(name).display().to_string();
    let config = format!(
        "ListenAddress 127.0.0.1\nPort {port}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nStrictModes no\n\
         UsePAM no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n",
        at("host"),
        at("user.pub")
    );
    fs::write(directory.join("sshd_config"), config).unwrap();
    let client = format!(
        "Host loopback\n HostName 127.0.0.1\n Port {port}\n IdentityFile {}\n IdentitiesOnly yes\n BatchMode yes\n\
         \x20StrictHostKeyChecking no\n UserKnownHostsFile /dev/null\n LogLevel ERROR\n",
        at("user")
    );
    fs::write(directory.join("ssh_config"), client).unwrap();
    let log = fs::File::create(directory.join("sshd.log")).unwrap();
    let child =
        Command::new(sshd).args(["-D", "-e", "-f"]).arg(directory.join("sshd_config")).stderr(log).spawn().unwrap();
    let server = Server(child);
    let ssh = format!("ssh -F {}", at("ssh_config"));
    for _ in 0..300 {
        let reached =
            Command::new("ssh").args(["-F", &at("ssh_config"), "loopback", "true"]).stderr(Stdio::null()).status();
        if reached.unwrap().success() {
            return Some((server, ssh));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the server does not answer: {}", fs::read_to_string(directory.join("sshd.log")).unwrap_or_default());
}

#[test]
fn shards_are_played_over_ssh_and_their_results_fetched() {
    if !has(&["parallel", "rsync"], "parallel rsync openssh-client") {
        return;
    }
    let directory = scratch("cluster-ssh");
    let Some((_server, ssh)) = server(&directory) else { return };
    let hosts = directory.join("hosts");
    fs::write(&hosts, "2/loopback\n").unwrap();
    let out = directory.join(format!("out-{}", std::process::id()));
    let mut command = script(&out, &["--hosts", &hosts.display().to_string()]);
    command.env("SSH_COMMAND", ssh);
    run(command);
    assert_eq!(games(&out), (1..=8).collect::<Vec<_>>());
}

#[test]
fn the_tasks_of_a_slurm_array_play_a_shard_each_and_resume_when_requeued() {
    let out = scratch("cluster-slurm").join("out");
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for task in ["1", "2", "2"] {
        let mut command = Command::new(root.join("scripts/match-slurm"));
        command.arg(&out).args(["9", "--game", "bracket", "--size", "5", "--games", "8"]);
        for name in ["A", "B"] {
            command.arg("--engine").arg(format!("name={name},cmd=python3 '{}'", file("match_engine.py").display()));
        }
        command.env("QUINTET", env!("CARGO_BIN_EXE_quintet"));
        command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "2");
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(games(&out), (1..=8).collect::<Vec<_>>());
}
