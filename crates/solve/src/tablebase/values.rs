//! Values and ranks of all positions, in memory or mapped from a table.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use memmap2::Mmap;
use quintet_core::setup::Setup;
use quintet_system::atomic_file::AtomicFile;

use super::checksum::SummingWriter;
use super::{BLOCK, HEADER, Header, Sidecar, TableError, VERSION, sidecar_path, size};
use crate::retrograde::{RANGE_BITS, RangeValues};
use crate::setup_name;

/// Values and ranks of all positions of a setup.
pub struct Values {
    bytes: Bytes,
    states: usize,
}

/// The bytes of a table.
enum Bytes {
    Memory(Vec<RangeValues>),
    File(Mmap),
}

impl Values {
    /// Creates values in memory from those of all ranges.
    pub fn new(ranges: Vec<RangeValues>) -> Values {
        Values { states: ranges.iter().map(|range| range.values.len()).sum(), bytes: Bytes::Memory(ranges) }
    }

    /// Maps the table of a setup with this many positions into memory. Does not check its sums:
    /// [`check_sums`](super::check_sums) does.
    ///
    /// # Errors
    /// Returns an error if the file is no table, not that of the setup, or has a wrong length.
    pub fn open(path: &Path, setup: &Setup, states: u64) -> Result<Values, TableError> {
        let failed = |error| TableError::Io(path.to_owned(), error);
        Header::read(path)?.expect(path, setup, states)?;
        let file = File::open(path).map_err(failed)?;
        // Another file may have taken the place of the one whose header was read.
        let length = file.metadata().map_err(failed)?.len();
        if length != size(states) {
            return Err(TableError::Length(path.to_owned(), length, states, size(states)));
        }
        // SAFETY: the map is only read. If another program cut the file meanwhile, this one would
        // end with a signal; tables are replaced as a whole and not changed in place.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Ok(Values { bytes: Bytes::File(map), states: states as usize })
    }

    /// Returns the margin for the side to move and the rank of a position, 0 without ranks.
    ///
    /// # Panics
    /// If there is no such position.
    #[inline]
    pub fn get(&self, state: u64) -> (i32, u32) {
        let state = state as usize;
        assert!(state < self.states);
        match &self.bytes {
            Bytes::Memory(ranges) => {
                let (range, at) = (&ranges[state >> RANGE_BITS], state & ((1 << RANGE_BITS) - 1));
                (range.values[at].into(), range.ranks.get(at).copied().unwrap_or_default().into())
            }
            Bytes::File(map) => ((map[HEADER + state] as i8).into(), map[HEADER + self.states + state].into()),
        }
    }

    /// Returns whether there are ranks.
    pub fn has_ranks(&self) -> bool {
        match &self.bytes {
            Bytes::Memory(ranges) => ranges.iter().all(|range| range.ranks.len() == range.values.len()),
            Bytes::File(_) => true,
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> u64 {
        self.states as u64
    }

    /// Returns whether there are no positions, which is so for no game.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Writes the table of a setup and its description, each replacing an old file as a whole.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write(&self, path: &Path, setup: &Setup, start: u64) -> Result<Sidecar, TableError> {
        let failed = |error| TableError::Io(path.to_owned(), error);
        let name = setup_name::format(setup);
        let mut out = SummingWriter::new(AtomicFile::create(path).map_err(failed)?);
        let mut header = format!("quintet table {VERSION}\n{name}\nstates {}\n", self.states).into_bytes();
        header.resize(HEADER, 0);
        out.write(&header).map_err(failed)?;
        let mut block = Vec::with_capacity(BLOCK);
        let bytes =
            self.states().map(|(margin, _)| margin as i8 as u8).chain(self.states().map(|(_, rank)| rank as u8));
        for byte in bytes {
            block.push(byte);
            if block.len() == BLOCK {
                out.write(&block).map_err(failed)?;
                block.clear();
            }
        }
        out.write(&block).map_err(failed)?;
        let (file, sha256) = out.finish().map_err(failed)?;
        file.commit().map_err(failed)?;
        let sidecar = self.describe(name, start, sha256);
        let text = serde_json::to_string_pretty(&sidecar).expect("plain data") + "\n";
        let beside = sidecar_path(path);
        let written = AtomicFile::create(&beside).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.commit()
        });
        written.map_err(|error| TableError::Io(beside, error))?;
        Ok(sidecar)
    }

    fn states(&self) -> impl Iterator<Item = (i32, u32)> + '_ {
        (0..self.states as u64).map(|state| self.get(state))
    }

    fn describe(&self, setup: String, start: u64, sha256: String) -> Sidecar {
        let (mut counts, mut longest) = (vec![0u64; 256], 0);
        for (margin, rank) in self.states() {
            counts[(margin + 128) as usize] += 1;
            longest = longest.max(rank);
        }
        let (margin, rank) = self.get(start);
        Sidecar {
            version: VERSION,
            setup,
            states: self.states as u64,
            start: [margin, rank as i32],
            longest,
            margins: (-128..).zip(counts).filter(|(_, count)| *count > 0).collect(),
            bytes: size(self.states as u64),
            sha256,
        }
    }
}
