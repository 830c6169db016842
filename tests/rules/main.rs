//! Holds the five games to their rules: by a second implementation, by published figures, by properties, and by
//! hand-made positions.

mod by_hand;
mod checkpoints;
mod conformance;
mod differential;
mod exact;
mod figures;
mod filling;
mod lessons;
mod lies;
mod properties;
mod safety;
mod setups;
mod slow;
mod solve;
mod sweeps;
mod symmetry;
mod table;
mod walk;
