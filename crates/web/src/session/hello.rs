//! The greeting of a page: the games, players and defaults to choose from.

use super::guests::Role;
use super::players::{GUEST, Strength};
use crate::messages::{ClockChoice, Defaults, GameChoice, Hello, PlayerChoice, RuleChoice};
use crate::options::WebOptions;
use crate::program_run::ProgramRun;
use crate::view;
use quintet_core::setup::GameInfo;
use quintet_core::time_control::TimeControl;
use quintet_core::types::Seat;
use quintet_engine::Level;
use quintet_games::GAMES;
use quintet_puzzles::{puzzle, task};
use quintet_record::setup_words::Size;

/// Returns the greeting of a page with a role; `resumed`: the page has returned to its session. A guest learns nothing of other games and players.
pub fn hello(session: &str, run: &ProgramRun, role: Role, options: &WebOptions, resumed: bool) -> Hello {
    let is_host = role == Role::Host;
    let setup = &options.setup;
    let geometry = setup.geometry();
    Hello {
        session: if is_host { session.to_owned() } else { String::new() },
        run: run.id.clone(),
        resumed,
        playing: resumed || options.record.is_some(),
        guest: !is_host,
        version: env!("CARGO_PKG_VERSION"),
        build: run.build.clone(),
        games: GAMES.iter().map(|info| game_choice(info, &run.build)).collect(),
        players: player_choices(options, run, is_host),
        clocks: view::standard_clocks().map(clock_choice).collect(),
        matches: is_host && !options.matches.is_empty(),
        defaults: Defaults {
            game: setup.info().id.to_owned(),
            size: Size::written(setup).to_string(),
            rules: setup.rules().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            komi: setup.komi(),
            blocked: setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect(),
            level: options.level.map(Level::number),
            visits: options.limits.visits,
            seconds: options.limits.time.map(|time| time.as_secs_f64()),
        },
    }
}

fn player_choices(options: &WebOptions, run: &ProgramRun, is_host: bool) -> Vec<PlayerChoice> {
    let choice = |name, about, bounded, level| PlayerChoice { name, about, bounded, level };
    let person = choice("person".to_owned(), "A person".to_owned(), false, None);
    let own = Strength::all().map(|strength| {
        let level = strength.level().map(Level::number);
        choice(strength.name(), strength.about(), strength == Strength::Limited, level)
    });
    let guest = choice(GUEST.to_owned(), "A person whom you invite".to_owned(), false, None);
    let guest = Some(guest).filter(|_| run.can_invite());
    let engines = if is_host { options.engines.as_slice() } else { &[] };
    let external = engines.iter().map(|engine| choice(engine.name.clone(), engine.name.clone(), true, None));
    std::iter::once(person).chain(guest).chain(own).chain(external).collect()
}

fn clock_choice(control: TimeControl) -> ClockChoice {
    ClockChoice { name: control.to_string(), about: view::clock_words(control) }
}

fn game_choice(info: &'static GameInfo, build: &str) -> GameChoice {
    let tutorial = info.presentation.tutorial;
    let rules = info.rules.iter().zip(tutorial.choices).map(|(rule, explained)| RuleChoice {
        name: rule.name,
        about: explained.about,
        values: rule.values.iter().copied().zip(explained.values.iter().copied()).collect(),
    });
    GameChoice {
        id: info.id,
        title: info.title,
        relative: info.relative_of.is_some(),
        summary: tutorial.headline,
        picture: format!("{build}/{}", view::card_file(info)),
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
        first: info.first,
        puzzles: puzzle::of_game(info).len(),
        tasks: task::of_game(info).len(),
        rules: rules.collect(),
    }
}
