//! The file that keeps a training after each epoch: the number of the epoch, the network and the
//! moments of Adam as little-endian numbers.

use std::path::Path;

use quintet_network::Parameters;

use super::resume_file::{self, ResumeFileError, sha256};
use super::training::{Plan, Progress, Start};

/// Returns the settings that decide the result of a training.
fn settings(plan: &Plan<'_>, examples: usize) -> String {
    let start = match plan.start {
        Start::New(shape) => format!("a new network {shape}"),
        Start::Refined(net) => format!("the network {:.8}", sha256(&numbers(net))),
    };
    let Plan { rate, epochs, seed, .. } = plan;
    format!("{start}, learning rate {rate}, {epochs} epochs, seed {seed} and {examples} positions")
}

fn numbers(net: &Parameters) -> Vec<u8> {
    net.blocks().into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
}

/// Writes a training.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(path: &Path, plan: &Plan<'_>, examples: usize, progress: &Progress) -> Result<(), ResumeFileError> {
    let mut content = progress.epoch.to_le_bytes().to_vec();
    for part in [&progress.net, &progress.means, &progress.squares] {
        content.extend(numbers(part));
    }
    resume_file::write(path, &settings(plan, examples), &content)
}

/// Reads a training; `None` if there is no file.
///
/// # Errors
/// Returns an error if the file is damaged or was made with other settings.
pub fn read(path: &Path, plan: &Plan<'_>, examples: usize) -> Result<Option<Progress>, ResumeFileError> {
    let content = resume_file::read(path, &settings(plan, examples))?;
    let damaged = || ResumeFileError::Damaged(path.to_owned());
    content.map(|content| progress(plan, &content).ok_or_else(damaged)).transpose()
}

fn progress(plan: &Plan<'_>, content: &[u8]) -> Option<Progress> {
    let (numbers, []) = content.as_chunks::<4>() else { return None };
    let (&epoch, numbers) = numbers.split_first()?;
    let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
    let mut progress = Progress { epoch: u32::from_le_bytes(epoch), ..Progress::new(plan) };
    for part in [&mut progress.net, &mut progress.means, &mut progress.squares] {
        for number in part.blocks_mut().into_iter().flatten() {
            *number = numbers.next()?;
        }
    }
    (numbers.next().is_none() && progress.epoch <= plan.epochs).then_some(progress)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_is_read_as_it_was_written_and_only_with_the_same_settings() {
        let path = std::env::temp_dir().join(format!("quintet-training-{}.bin", std::process::id()));
        let plan = Plan { start: Start::New("24x1".parse().unwrap()), rate: 0.004, epochs: 3, seed: 5, threads: 1 };
        let mut progress = Progress::new(&plan);
        progress.epoch = 2;
        progress.means.value_lead = [0.25];
        progress.squares.value_lead = [f32::MIN_POSITIVE];
        write(&path, &plan, 10, &progress).unwrap();
        let found = read(&path, &Plan { threads: 2, ..plan }, 10).unwrap().unwrap();
        assert_eq!(found.epoch, 2);
        for (read, written) in
            [(&found.net, &progress.net), (&found.means, &progress.means), (&found.squares, &progress.squares)]
        {
            assert_eq!(numbers(read), numbers(written));
        }
        let refined = Plan { start: Start::Refined(&progress.net), ..plan };
        let changed = [Plan { epochs: 4, ..plan }, Plan { seed: 6, ..plan }, Plan { rate: 0.003, ..plan }];
        let others = changed.iter().chain([&refined]).map(|plan| (plan, 10)).chain([(&plan, 11)]);
        for (other, examples) in others {
            assert!(matches!(read(&path, other, examples), Err(ResumeFileError::Differs(..))));
        }
        for content in [&b""[..], &[2, 0, 0, 0], &[0; 5]] {
            resume_file::write(&path, &settings(&plan, 10), content).unwrap();
            assert!(matches!(read(&path, &plan, 10), Err(ResumeFileError::Damaged(_))), "{content:?}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
