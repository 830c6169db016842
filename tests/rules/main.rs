//! Tests the rules of the five games against a second implementation, published figures,
//! properties, and positions made by hand.

mod broken_games;
mod by_hand;
mod conformance;
mod differential;
mod figures;
mod identity;
mod lessons;
mod proofs;
mod properties;
mod safety;
mod setups;
mod slow;
mod solver;
mod symmetry;
mod table;
mod walk;
