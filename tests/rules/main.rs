//! Holds the five games to their rules: by a second implementation, by published figures, by properties, and by
//! hand-made positions.

mod by_hand;
mod differential;
mod figures;
mod lessons;
mod properties;
mod setups;
mod slow;
mod solve;
mod symmetry;
mod table;
