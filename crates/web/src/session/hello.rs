//! The greeting of a page: the games, players and defaults to choose from.

use super::Session;
use crate::cards;
use crate::messages::{Defaults, GameChoice, Hello, PlayerChoice, RuleChoice};
use crate::view;
use quintet_core::setup::GameInfo;
use quintet_core::types::Seat;
use quintet_games::GAMES;
use quintet_record::setup_words::Size;

impl Session {
    /// Returns the greeting.
    pub(super) fn hello(&mut self) -> Hello {
        let setup = &self.options.setup;
        let geometry = setup.geometry();
        let resumed = self.connection.take_resumed();
        Hello {
            session: self.id.clone(),
            resumed,
            playing: resumed || self.options.record.is_some(),
            version: env!("CARGO_PKG_VERSION"),
            games: GAMES.iter().map(|info| game_choice(info)).collect(),
            players: self.player_choices(),
            matches: !self.options.matches.is_empty(),
            defaults: Defaults {
                game: setup.info().id.to_owned(),
                size: Size::written(setup).to_string(),
                rules: setup.rules().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
                komi: setup.komi(),
                blocked: setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect(),
                visits: self.options.limits.visits,
                seconds: self.options.limits.time.map(|time| time.as_secs_f64()),
            },
        }
    }

    fn player_choices(&self) -> Vec<PlayerChoice> {
        let own = [
            ("person", "A person", false),
            ("quintet-easy", "quintet, easy", false),
            ("quintet-medium", "quintet, medium", false),
            ("quintet-strong", "quintet, strong", false),
            ("quintet", "quintet, by seconds or visits", true),
        ];
        let choice =
            |name: &str, about: &str, bounded| PlayerChoice { name: name.to_owned(), about: about.to_owned(), bounded };
        let own = own.into_iter().map(|(name, about, bounded)| choice(name, about, bounded));
        own.chain(self.options.engines.iter().map(|engine| choice(&engine.name, &engine.name, true))).collect()
    }
}

fn game_choice(info: &'static GameInfo) -> GameChoice {
    let tutorial = info.presentation.tutorial;
    let rules = info.rules.iter().zip(tutorial.choices).map(|(rule, explained)| RuleChoice {
        name: rule.name,
        about: explained.about,
        values: rule.values.iter().copied().zip(explained.values.iter().copied()).collect(),
    });
    GameChoice {
        id: info.id,
        title: info.title,
        summary: tutorial.headline,
        picture: cards::picture(info),
        signs: tutorial.signs,
        least: *info.sizes.start(),
        most: *info.sizes.end(),
        size: info.default_size,
        size_text: tutorial.size,
        rectangular: info.rectangular,
        komi: info.komi,
        blocking: info.blocking,
        handicap: info.handicap.is_some(),
        seats: Seat::BOTH.map(|seat| view::seat_name(info, seat)),
        first: info.first.letter(),
        rules: rules.collect(),
    }
}
