//! The bytes of file names and arguments, which need not be UTF-8.

use std::ffi::{OsStr, OsString};

/// Returns the bytes of a name; where names are not bytes, in UTF-8.
#[cfg(unix)]
pub fn of(name: &OsStr) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(name).to_vec()
}

/// Returns the bytes of a name; where names are not bytes, in UTF-8.
#[cfg(not(unix))]
pub fn of(name: &OsStr) -> Vec<u8> {
    name.to_string_lossy().into_owned().into_bytes()
}

/// Returns the name with these bytes; where names are not bytes, they are UTF-8.
#[cfg(unix)]
pub fn name(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

/// Returns the name with these bytes; where names are not bytes, they are UTF-8.
#[cfg(not(unix))]
pub fn name(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
