//! Holds the five games to their rules: by a second implementation, by published figures, by properties, and by
//! hand-made positions.

mod by_hand;
mod conformance;
mod differential;
mod figures;
mod lessons;
mod lies;
mod properties;
mod safety;
mod setups;
mod slow;
mod symmetry;
mod table;
mod walk;
