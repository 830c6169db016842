//! The search parameters: one table of names, ranges, defaults and meanings.

use quintet_core::position::{AnyPosition, Prior};
use quintet_core::types::Move;
use quintet_core::weights::Weights;
use quintet_network::Expectation;

/// The description of a search parameter.
pub struct Param {
    /// The name on the command line, in weights files and in `param search.NAME`.
    pub name: &'static str,
    /// The name before version 0.40.0, which is still read, if it was another one.
    pub old_name: Option<&'static str>,
    /// The least value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// A description.
    pub help: &'static str,
    get: fn(&SearchParams) -> f64,
    set: fn(&mut SearchParams, f64),
}

impl Param {
    pub fn default(&self) -> f64 {
        (self.get)(&SearchParams::default())
    }

    /// Returns whether this is the parameter of a name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.old_name == Some(name)
    }

    /// Returns whether the parameter takes this value.
    pub fn accepts(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

/// A type of parameter: how it is read from a number and shown as one.
trait ParamValue: Copy {
    fn to_number(self) -> f64;
    fn from_number(number: f64) -> Self;
}

impl ParamValue for bool {
    fn to_number(self) -> f64 {
        u8::from(self).into()
    }

    fn from_number(number: f64) -> bool {
        number != 0.0
    }
}

macro_rules! param_value {
    ($($type:ty),+) => {
        $(impl ParamValue for $type {
            fn to_number(self) -> f64 {
                self as f64
            }

            fn from_number(number: f64) -> $type {
                number as $type
            }
        })+
    };
}
param_value!(f32, u32);

const fn first(names: &'static [&'static str]) -> Option<&'static str> {
    match names {
        [name, ..] => Some(name),
        [] => None,
    }
}

/// Defines [`SearchParams`], its defaults and [`PARAMS`] in one place.
macro_rules! search_params {
    ($($field:ident $(/ $old_name:literal)?: $type:ty = $default:expr, $min:literal..=$max:literal, $help:literal;)+) => {
        /// The parameters of the search.
        ///
        /// The defaults were found by matches between settings at 300 to 500 visits a move, those
        /// of `rave_visits` and `visits_per_batch` at 3,000 to 8,000.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct SearchParams {
            $(#[doc = $help] pub $field: $type,)+
        }

        impl Default for SearchParams {
            fn default() -> SearchParams {
                SearchParams { $($field: $default),+ }
            }
        }

        /// All search parameters.
        pub static PARAMS: &[Param] = &[$(Param {
            name: stringify!($field),
            old_name: first(&[$($old_name)?]),
            min: $min,
            max: $max,
            help: $help,
            get: |params| params.$field.to_number(),
            set: |params, value| params.$field = <$type>::from_number(value),
        }),+];

        const COUNT: usize = [$(stringify!($field)),+].len();
    };
}

search_params! {
    informed: bool = true, 0.0..=1.0,
        "Whether playouts and priors use what the game knows about good play; otherwise all moves are alike.";
    exploration: f32 = 0.6, 0.0..=1e6,
        "Weight c of the exploration term c · prior · √(parent visits) / (1 + visits) (PUCT; priors sum to 1).";
    fpu_reduction / "first_play_reduction": f32 = 0.1, 0.0..=1e6,
        "First-play urgency (FPU): how far below the position's own value an untried move is assumed, in wins.";
    fpu_weight / "first_play_weight": f32 = 1.0, 0.0..=1e6,
        "The number of RAVE samples that the first-play value counts for.";
    rave_bias / "amaf_bias": f32 = 0.001, 0.0..=1e6,
        "How fast the weight of RAVE decays: with many samples it is a half after 1 / bias visits (4b² of Gelly and Silver).";
    rave_visits / "amaf_visits": u32 = 2_000, 0.0..=1e6,
        "RAVE samples are gathered for the moves of a position until it has this many visits.";
    rave_shared / "amaf_shared": bool = false, 0.0..=1.0,
        "Whether a stone counts for a move whichever side placed it: for games in which both place the same stones.";
    margin_share: f32 = 0.1, 0.0..=1.0,
        "The share of the margin in the reward; the rest is winning, drawing or losing.";
    value_mix / "network_share": f32 = 0.5, 0.0..=1.0,
        "The share of the network's value in the result of a simulation; the rest is the playout. 1: no playouts, RAVE and margins.";
    network_exploration: f32 = 0.4, 0.0..=1e6,
        "Without playouts: the weight of the exploration term.";
    network_prior_exponent: f32 = 1.0, 0.0..=10.0,
        "Without playouts: the exponent of the priors; more than 1 makes good moves more probable.";
    expansion_siblings / "siblings_per_visit": u32 = 16, 0.0..=1e6,
        "Expansion threshold: a position is expanded after one visit for this many siblings.";
    visits_per_batch / "visits_per_burst": u32 = 16, 0.0..=1e6,
        "One more simulation goes through a position at once for this many visits that it has.";
}

/// Returns the parameter of a name.
pub fn param(name: &str) -> Option<&'static Param> {
    PARAMS.iter().find(|param| param.is_called(name))
}

/// Returns the names of all parameters.
pub fn param_names() -> impl Iterator<Item = &'static str> {
    PARAMS.iter().map(|param| param.name)
}

impl SearchParams {
    /// Returns the value of the parameter of a name; a switch is 1 or 0.
    pub fn get(&self, name: &str) -> Option<f64> {
        param(name).map(|param| (param.get)(self))
    }

    /// Sets the parameter of a name; `None`, and nothing changes, if there is none or it does not
    /// take the value.
    pub fn set(&mut self, name: &str, value: f64) -> Option<()> {
        let param = param(name).filter(|param| param.accepts(value))?;
        (param.set)(self, value);
        Some(())
    }

    /// Returns whether the value of a network, if there is one, replaces playouts.
    pub(crate) fn replaces_playouts(&self) -> bool {
        self.informed && self.value_mix >= 1.0
    }

    /// Returns the parameters of a search without playouts. RAVE and margins come from playouts, and
    /// each position is expanded at its first visit, for its value.
    pub(crate) fn without_playouts(&self) -> SearchParams {
        SearchParams {
            exploration: self.network_exploration,
            rave_visits: 0,
            margin_share: 0.0,
            expansion_siblings: u32::MAX,
            ..*self
        }
    }

    /// Appends the priors of a position's legal moves.
    ///
    /// Returns what a network expects of the position, if there is one.
    pub(crate) fn priors(
        &self,
        position: &dyn AnyPosition,
        weights: &Weights,
        moves: &[Move],
        priors: &mut Vec<Prior>,
    ) -> Option<Expectation> {
        if self.informed {
            let from = priors.len();
            let expected = position.priors(weights, moves, priors);
            if self.replaces_playouts() && expected.is_some() {
                for prior in &mut priors[from..] {
                    // The samples stand for playouts.
                    prior.samples = 0;
                    prior.weight = prior.weight.powf(self.network_prior_exponent);
                }
            }
            return expected;
        }
        priors.extend(moves.iter().map(|&mv| Prior { weight: position.prior(mv), ..Prior::NEUTRAL }));
        None
    }
}

/// Parameters that differ from those of a game's weights.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ParamOverrides([Option<f64>; COUNT]);

impl ParamOverrides {
    /// Returns the value that was set for the parameter of a name.
    pub fn get(&self, name: &str) -> Option<f64> {
        PARAMS.iter().zip(self.0).find(|(param, _)| param.is_called(name))?.1
    }

    /// Sets the parameter of a name; `None`, and nothing changes, if there is none or it does not
    /// take the value.
    pub fn set(&mut self, name: &str, value: f64) -> Option<()> {
        let place = PARAMS.iter().position(|param| param.is_called(name) && param.accepts(value))?;
        self.0[place] = Some(value);
        Some(())
    }

    /// Returns the parameters of a search with these weights: overrides go before weights, and
    /// weights before defaults.
    pub fn resolve(&self, weights: &Weights) -> SearchParams {
        let mut params = SearchParams::default();
        // Without heuristics the search uses nothing that was learned.
        let learned = weights.search().iter().filter(|_| self.get("informed") != Some(0.0));
        let learned = learned.map(|(name, &value)| (name.as_str(), value));
        let overrides = PARAMS.iter().zip(self.0).filter_map(|(param, value)| Some((param.name, value?)));
        for (name, value) in learned.chain(overrides) {
            // Invalid values were refused when they were read.
            _ = params.set(name, value);
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::weights::HeuristicsInfo;

    #[test]
    fn parameters_accept_their_defaults_and_reject_values_out_of_range() {
        let mut params = SearchParams::default();
        for param in PARAMS {
            params.set(param.name, param.default()).unwrap();
            assert_eq!(params, SearchParams::default(), "{}", param.name);
            assert_eq!([param.min - 1.0, param.max + 1.0].map(|value| params.set(param.name, value)), [None; 2]);
        }
        assert_eq!(params.set("explore", 1.0), None);
    }

    #[test]
    fn overrides_go_before_weights_and_weights_before_defaults() {
        let weights =
            Weights::zero("go", &HeuristicsInfo::BASE).with_search("exploration", 0.25).with_search("rave_bias", 0.5);
        let mut overrides = ParamOverrides::default();
        overrides.set("rave_bias", 2.0).unwrap();
        let params = overrides.resolve(&weights);
        assert_eq!((params.exploration, params.rave_bias), (0.25, 2.0));
        overrides.set("informed", 0.0).unwrap();
        let plain = overrides.resolve(&weights);
        assert_eq!((plain.exploration, plain.rave_bias), (SearchParams::default().exploration, 2.0));
        assert_eq!(overrides.set("explore", 1.0), None);
    }

    #[test]
    fn old_names_are_read() {
        let weights = Weights::zero("go", &HeuristicsInfo::BASE).with_search("amaf_bias", 0.5);
        let mut overrides = ParamOverrides::default();
        assert_eq!(overrides.resolve(&weights).rave_bias, 0.5);
        overrides.set("network_share", 0.25).unwrap();
        let params = overrides.resolve(&weights);
        assert_eq!((params.value_mix, overrides.get("value_mix")), (0.25, Some(0.25)));
        assert_eq!((params.get("network_share"), params.get("amaf_bias")), (Some(0.25), Some(0.5)));
    }

    #[test]
    fn the_table_is_consistent() {
        for (i, entry) in PARAMS.iter().enumerate() {
            assert_eq!(PARAMS.iter().position(|other| other.name == entry.name), Some(i), "{} twice", entry.name);
            assert!(entry.accepts(entry.default()) && !entry.help.is_empty(), "{}", entry.name);
            assert!(std::ptr::eq(param(entry.name).unwrap(), entry));
            let mut overrides = ParamOverrides::default();
            assert_eq!(overrides.get(entry.name), None);
            for value in [entry.min, entry.max] {
                overrides.set(entry.name, value).unwrap();
                let params = overrides.resolve(&Weights::zero("go", &HeuristicsInfo::BASE));
                assert_eq!((overrides.get(entry.name), params.get(entry.name)), (Some(value), Some(value)));
                // No other parameter changes.
                let others = PARAMS.iter().filter(|other| other.name != entry.name);
                others.for_each(|other| assert_eq!(params.get(other.name), Some(other.default())));
            }
        }
        assert_eq!(param_names().count(), PARAMS.len());
        assert!(param("explore").is_none());
    }

    #[test]
    fn nan_is_rejected() {
        assert_eq!(ParamOverrides::default().set("exploration", f64::NAN), None);
    }
}
