//! Writing weights files, as TOML.

use std::fmt::Write as _;

use super::{HeuristicsInfo, VERSION, Weights};

impl Weights {
    /// Returns the text of a file that begins with a comment.
    pub fn write(&self, info: &HeuristicsInfo, comment: &str) -> String {
        let mut text = String::new();
        for line in comment.lines() {
            _ = writeln!(text, "# {line}");
        }
        _ = writeln!(text, "version = {VERSION}\ngame = \"{}\"", self.game);
        for domain in &self.domains {
            let domain = toml::to_string(domain).expect("plain data").replace("\n[", "\n[domain.");
            _ = write!(text, "\n[[domain]]\n{domain}");
        }
        _ = writeln!(text, "\n[search]");
        for (name, value) in &self.search {
            _ = writeln!(text, "{name} = {value:?}");
        }
        _ = writeln!(text, "\n[prior]");
        for (table, numbers) in info.prior.iter().zip(&self.prior) {
            _ = writeln!(text, "{} = [", table.name);
            for row in numbers.chunks(16) {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                _ = writeln!(text, "  {},", row.join(", "));
            }
            text.push_str("]\n");
        }
        if let Some(network) = &self.network {
            _ = writeln!(text, "\n[network]");
            for (name, numbers) in network.parameters().write() {
                _ = writeln!(text, "{name} = '''\n{numbers}'''");
            }
        }
        let made = toml::to_string(&self.provenance).expect("plain data");
        _ = write!(text, "\n[made]\n{made}");
        text
    }
}
