//! Where one game after the other is played.

use super::fault::Fault;
use super::game::{Adjudication, Ending, Played, play};
use super::launch::Launcher;
use super::openings::Opening;
use super::player::Player;
use crate::rules::Color;
use std::collections::HashMap;

/// Where one game after the other is played, by engines that stay as long as they are
/// needed.
pub(super) struct Table<'a> {
    launchers: &'a [Launcher],
    adjudication: &'a Adjudication,
    engines: HashMap<usize, Box<dyn Player>>,
}

impl<'a> Table<'a> {
    /// One at which nobody sits yet.
    pub fn new(launchers: &'a [Launcher], adjudication: &'a Adjudication) -> Self {
        Self {
            launchers,
            adjudication,
            engines: HashMap::new(),
        }
    }

    /// Plays a game between two engines, given by their numbers, with some options for it.
    /// The first has White.
    pub fn play(
        &mut self,
        engines: [usize; 2],
        options: [&[(String, i64)]; 2],
        opening: &Opening,
    ) -> Played {
        self.engines.retain(|engine, _| engines.contains(engine));
        let limits = engines.map(|engine| &self.launchers[engine].spec().limits);
        let mut seats = Vec::new();
        for (engine, color) in engines.into_iter().zip([Color::White, Color::Black]) {
            let ready = match self.engines.remove(&engine) {
                Some(ready) => Ok(ready),
                None => self.launchers[engine].start(),
            };
            match ready {
                Ok(player) => seats.push(player),
                Err(fault) => {
                    // The other one is not to blame.
                    self.engines.extend(engines.into_iter().zip(seats));
                    return Played::forfeited(opening, limits, color, fault);
                }
            }
        }
        for (player, options) in seats.iter_mut().zip(options) {
            player.configure(options);
        }
        let played = match &mut seats[..] {
            [white, black] => {
                let players = [&mut **white as &mut dyn Player, &mut **black];
                play(opening, players, limits, self.adjudication)
            }
            _ => Played::forfeited(opening, limits, Color::White, Fault::Interrupted),
        };
        // An engine that may still be at it does not get another game.
        let faulty = match &played.ending {
            Ending::Fault(color, fault) if !fault.leaves_it_alive() => Some(*color),
            _ => None,
        };
        if played.ending != Ending::Unterminated {
            let kept = engines.into_iter().zip(seats);
            let kept = kept.zip([Color::White, Color::Black]);
            let kept = kept.filter(|(_, color)| faulty != Some(*color));
            self.engines.extend(kept.map(|(engine, _)| engine));
            let restarts = |engine: usize| self.launchers[engine].spec().restart;
            self.engines
                .retain(|&engine, player| !restarts(engine) && player.can_go_on());
        }
        played
    }
}
