//! The sums of a table.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;

use quintet_system::input_file;
use sha2::{Digest as _, Sha256};

use super::{BLOCK, HEADER, SUM, Sidecar, TableError, sidecar_path};

/// Reads a table once and compares its blocks with their sums, and the whole with its description.
///
/// # Errors
/// [`TableError::Sum`] names the first block that is wrong.
pub fn check_sums(path: &Path, states: u64) -> Result<(), TableError> {
    let failed = |error| TableError::Io(path.to_owned(), error);
    let mut file = File::open(path).map_err(failed)?;
    let body = HEADER + 2 * states as usize;
    let (mut whole, mut sums, mut block) = (Sha256::new(), Vec::new(), vec![0; BLOCK]);
    let mut left = body;
    while left > 0 {
        let part = &mut block[..left.min(BLOCK)];
        file.read_exact(part).map_err(failed)?;
        whole.update(&*part);
        sums.push(Sha256::digest(&*part));
        left -= part.len();
    }
    for (i, sum) in sums.iter().enumerate() {
        let mut stated = [0; SUM];
        file.read_exact(&mut stated).map_err(failed)?;
        whole.update(stated);
        if stated[..] != sum[..] {
            return Err(TableError::Sum(path.to_owned(), i, i * BLOCK, ((i + 1) * BLOCK).min(body) - 1));
        }
    }
    check_sidecar(path, hex(&whole.finalize()))
}

/// Compares the sum of a table with its description, if there is one.
fn check_sidecar(table: &Path, found: String) -> Result<(), TableError> {
    let path = sidecar_path(table);
    let text = match input_file::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        text => text.map_err(|error| TableError::Io(path.clone(), error))?,
    };
    let sidecar: Sidecar = match serde_json::from_str(&text) {
        Ok(sidecar) => sidecar,
        Err(error) => return Err(TableError::Sidecar(path, error)),
    };
    if sidecar.sha256 == found { Ok(()) } else { Err(TableError::SidecarSum { path, stated: sidecar.sha256, found }) }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the bytes of a table, then the sums of its blocks.
pub struct SummingWriter<W: Write> {
    out: W,
    whole: Sha256,
    block: Sha256,
    in_block: usize,
    sums: Vec<u8>,
}

impl<W: Write> SummingWriter<W> {
    pub fn new(out: W) -> SummingWriter<W> {
        SummingWriter { out, whole: Sha256::new(), block: Sha256::new(), in_block: 0, sums: Vec::new() }
    }

    pub fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.whole.update(bytes);
        self.out.write_all(bytes)?;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.in_block));
            self.block.update(now);
            self.in_block += now.len();
            if self.in_block == BLOCK {
                self.end_block();
            }
            bytes = later;
        }
        Ok(())
    }

    fn end_block(&mut self) {
        self.sums.extend_from_slice(&self.block.finalize_reset());
        self.in_block = 0;
    }

    /// Writes the sums of the blocks; returns the writer and the sum of everything.
    pub fn finish(mut self) -> io::Result<(W, String)> {
        if self.in_block > 0 {
            self.end_block();
        }
        self.whole.update(&self.sums);
        self.out.write_all(&self.sums)?;
        Ok((self.out, hex(&self.whole.finalize())))
    }
}
