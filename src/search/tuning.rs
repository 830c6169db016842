//! The numbers that shape a search.

use crate::game::{Game, Prior};
use crate::weights::Weights;
use crate::words::Move;

/// How a search weighs what it knows. The defaults were found by matches between settings, 300 to 500 visits a move;
/// `amaf_visits` and `visits_per_burst` at 3,000 to 8,000. Without AMAF a search wins 0 to 3 of 100 games against one
/// with it in all games but Alaric, where it is even.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// Whether playouts and priors are those of a game that knows good play; else moves are drawn alike.
    pub informed: bool,
    /// Weight of the exploration term, `exploration · prior · √(parent's visits) / (1 + visits)` (PUCT, with the
    /// prior as shares that sum to 1).
    pub exploration: f32,
    /// How far below the position's own value an untried move is taken to be, in wins.
    pub first_play_reduction: f32,
    /// How many AMAF samples that guess weighs.
    pub first_play_weight: f32,
    /// How fast the share of AMAF decays: with many samples it is half after `1 / amaf_bias` visits. (The bias that
    /// Gelly and Silver write 4b².)
    pub amaf_bias: f32,
    /// AMAF samples are gathered for the moves of a position until it has so many visits.
    pub amaf_visits: u32,
    /// Whether a stone speaks for a move whichever seat placed it: for games where it is the same stone.
    pub amaf_shared: bool,
    /// The share of the margin in the reward; the rest is winning, drawing or losing.
    pub margin_share: f32,
    /// The share of what a network expects in the result of a simulation; the rest is the game that was played out.
    pub network_share: f32,
    /// A position's moves get into the tree after one visit for so many siblings: where there are many moves, they
    /// take long to make and most are never tried.
    pub siblings_per_visit: usize,
    /// One more simulation is sent through a position at once for so many visits that it has.
    pub visits_per_burst: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            informed: true,
            exploration: 0.6,
            first_play_reduction: 0.1,
            first_play_weight: 1.0,
            amaf_bias: 0.001,
            amaf_visits: 2_000,
            amaf_shared: false,
            margin_share: 0.1,
            network_share: 0.5,
            siblings_per_visit: 16,
            visits_per_burst: 16,
        }
    }
}

/// Numbers by name that are to differ from those of a game's weights.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Adjustments([Option<f64>; Tuning::NAMES.len()]);

impl Adjustments {
    /// What is asked for under this name; `None` where nothing is, and the game's weights or the defaults count.
    pub fn get(&self, name: &str) -> Option<f64> {
        Tuning::NAMES.iter().zip(self.0).find(|(known, _)| **known == name)?.1
    }

    /// Asks for a number; `None`, and nothing changes, where [`Tuning::set`] doesn't take it.
    pub fn set(&mut self, name: &str, value: f64) -> Option<()> {
        Tuning::default().set(name, value)?;
        self.0[Tuning::NAMES.iter().position(|known| *known == name)?] = Some(value);
        Some(())
    }

    /// How a search is shaped with these weights.
    pub fn tuning(&self, weights: &Weights) -> Tuning {
        let mut tuning = Tuning::default();
        // A search without knowledge has none of what was learnt.
        let learnt = weights.search().iter().filter(|_| self.get("informed") != Some(0.0));
        let learnt = learnt.map(|(name, &value)| (name.as_str(), value));
        let asked = Tuning::NAMES.iter().zip(self.0).filter_map(|(name, value)| Some((*name, value?)));
        for (name, value) in learnt.chain(asked) {
            // What isn't taken was refused where it was read.
            _ = tuning.set(name, value);
        }
        tuning
    }
}

impl Tuning {
    /// Appends what is known of a position's legal moves before they were tried.
    /// The result that is expected, for Black, where the game has learnt to.
    pub(crate) fn judge<G: Game>(&self, position: &G, moves: &[Move], priors: &mut Vec<Prior>) -> Option<f32> {
        if self.informed {
            return position.priors(moves, priors);
        }
        priors.extend(moves.iter().map(|&mv| Prior { weight: position.prior(mv), value: 0.0, samples: 0 }));
        None
    }

    /// The names of all numbers, by which [`Tuning::set`] and [`Tuning::get`] know them.
    pub const NAMES: &[&str] = &[
        "informed",
        "exploration",
        "first_play_reduction",
        "first_play_weight",
        "amaf_bias",
        "amaf_visits",
        "amaf_shared",
        "margin_share",
        "network_share",
        "siblings_per_visit",
        "visits_per_burst",
    ];

    /// No number is larger.
    pub const LARGEST: u32 = 1_000_000;

    /// The number of this name; `None` where there is none. Whether the search is informed is 1 or 0.
    pub fn get(&self, name: &str) -> Option<f64> {
        Some(match name {
            "informed" => f64::from(u8::from(self.informed)),
            "exploration" => self.exploration.into(),
            "first_play_reduction" => self.first_play_reduction.into(),
            "first_play_weight" => self.first_play_weight.into(),
            "amaf_bias" => self.amaf_bias.into(),
            "amaf_visits" => self.amaf_visits.into(),
            "amaf_shared" => f64::from(u8::from(self.amaf_shared)),
            "margin_share" => self.margin_share.into(),
            "network_share" => self.network_share.into(),
            "siblings_per_visit" => self.siblings_per_visit as f64,
            "visits_per_burst" => self.visits_per_burst.into(),
            _ => return None,
        })
    }

    /// Sets the number of this name; `None`, and nothing changes, where there is none or it doesn't take the value
    /// (0 to [`Tuning::LARGEST`]).
    pub fn set(&mut self, name: &str, value: f64) -> Option<()> {
        if !(0.0..=f64::from(Tuning::LARGEST)).contains(&value) {
            return None;
        }
        match name {
            "informed" => self.informed = value != 0.0,
            "exploration" => self.exploration = value as f32,
            "first_play_reduction" => self.first_play_reduction = value as f32,
            "first_play_weight" => self.first_play_weight = value as f32,
            "amaf_bias" => self.amaf_bias = value as f32,
            "amaf_visits" => self.amaf_visits = value as u32,
            "amaf_shared" => self.amaf_shared = value != 0.0,
            "margin_share" => self.margin_share = value.min(1.0) as f32,
            "network_share" => self.network_share = value.min(1.0) as f32,
            "siblings_per_visit" => self.siblings_per_visit = value as usize,
            "visits_per_burst" => self.visits_per_burst = value as u32,
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_number_can_be_set_to_what_it_is() {
        let mut tuning = Tuning::default();
        for name in Tuning::NAMES {
            tuning.set(name, tuning.get(name).unwrap()).unwrap();
            assert_eq!(tuning, Tuning::default(), "{name}");
            assert_eq!(tuning.set(name, -1.0), None);
        }
        assert_eq!(tuning.set("explore", 1.0), None);
    }

    #[test]
    fn the_shipped_weights_have_numbers_of_the_search_alone() {
        for info in GAMES {
            for (name, &value) in Weights::of(info).search() {
                Tuning::default().set(name, value).unwrap_or_else(|| panic!("{}: {name} = {value}", info.id));
            }
        }
    }

    #[test]
    fn adjustments_go_before_weights_and_weights_before_defaults() {
        let weights = Weights::zero(GAMES[0]).with_search("exploration", 0.25).with_search("amaf_bias", 0.5);
        let mut adjustments = Adjustments::default();
        adjustments.set("amaf_bias", 2.0).unwrap();
        let tuning = adjustments.tuning(&weights);
        assert_eq!((tuning.exploration, tuning.amaf_bias), (0.25, 2.0));
        adjustments.set("informed", 0.0).unwrap();
        let plain = adjustments.tuning(&weights);
        assert_eq!((plain.exploration, plain.amaf_bias), (Tuning::default().exploration, 2.0));
        assert_eq!(adjustments.set("explore", 1.0), None);
    }
}
