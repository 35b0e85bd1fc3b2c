//! The game being played, and the commands that it obeys.

mod files;

use super::Next;
use super::command::{self, PromptCommand, Side};
use super::holdings;
use super::screen::Screen;
use super::think::{self, Strength};
use crate::cli::board::BoardView;
use crate::cli::margin::at_margin;
use crate::cli::{page, pieces, rules, scores, setup};
use crate::geometry::Square;
use crate::pgn::{self, Game, GameResult};
use crate::position::{AnyPosition, Move, MoveKind};
use crate::protocol::{NAME, begun_today};
use crate::rules::ini::shortened;
use crate::rules::{Catalog, Color};
use crate::search::{AnyEngine, LEVELS, Settings};
use anyhow::{Context, anyhow, bail, ensure};

/// A game being played. A command that fails leaves it as it was.
pub(crate) struct TerminalSession {
    catalog: Catalog,
    engine: AnyEngine,
    game: Game,
    /// The position after the last move.
    position: AnyPosition,
    human: Side,
    strength: Strength,
    flipped: bool,
    /// Who has given up.
    resigned: Option<Color>,
}

impl TerminalSession {
    /// A game that begins with this position.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn new(
        catalog: Catalog,
        position: AnyPosition,
        human: Side,
        strength: Strength,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            catalog,
            engine: setup::engine(Settings::default())?,
            game: fresh(&position),
            flipped: human == Side::Black,
            resigned: None,
            position,
            human,
            strength,
        })
    }

    /// Shows the board, and lets the engine move if it is its turn.
    pub(super) fn begin(&mut self, screen: &mut Screen<'_>) {
        if screen.live {
            let title = &self.position.variant().title;
            screen.say(&format!("{title}. `help` lists the commands."));
            // Otherwise the board is drawn when the engine has moved.
            if self.human.plays(self.position.side_to_move()) || self.position.status().is_over() {
                self.show(screen);
            }
        }
        self.say_ending(screen);
        self.answer(screen);
    }

    /// Says to whoever has just opened the program what it is.
    pub(super) fn greet(&self, screen: &mut Screen<'_>) {
        if screen.live {
            let Strength { level, time } = self.strength;
            let (most, time) = (LEVELS.end(), humantime::format_duration(time));
            let others = self.catalog.games().len().saturating_sub(1);
            let text = format!(
                "{NAME} plays chess variants: level {level} of {most}, at most {time} a move. \
                 There are {others} other games: `new` and a name, which Tab completes."
            );
            screen.say(&at_margin(&text, 0));
        }
    }

    /// The games, when the session has ended.
    pub fn into_catalog(self) -> Catalog {
        self.catalog
    }

    /// The names of all games.
    pub fn game_names(&self) -> Vec<String> {
        self.catalog
            .games()
            .iter()
            .map(|g| g.name.clone())
            .collect()
    }

    /// The legal moves.
    pub fn move_texts(&mut self) -> Vec<String> {
        self.position.legal_move_texts()
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        let dots = match self.position.side_to_move() {
            Color::White => ".",
            Color::Black => "...",
        };
        let name = &self.position.variant().name;
        format!("{name} {}{dots} ", self.position.fullmoves())
    }

    /// Obeys a line.
    ///
    /// # Errors
    /// It makes no sense, or cannot be done; the game is as it was.
    pub(super) fn obey(&mut self, line: &str, screen: &mut Screen<'_>) -> anyhow::Result<Next> {
        let Some(command) = command::parse(line)? else {
            return Ok(Next::InputLine);
        };
        match command {
            PromptCommand::New { game, fen } => {
                self.new_game(game.as_deref(), fen.as_deref(), screen)?
            }
            PromptCommand::Move(text) => self.play_text(&text, screen)?,
            PromptCommand::Go => self.go(screen)?,
            PromptCommand::Hint => self.hint(screen)?,
            PromptCommand::Undo => self.undo(screen)?,
            PromptCommand::Resign => self.resign(screen)?,
            PromptCommand::Board => self.show(screen),
            PromptCommand::Flip => {
                self.flipped = !self.flipped;
                self.show(screen);
            }
            PromptCommand::Eval => {
                let (terms, score) = self.engine.evaluate(&self.position);
                let side = self.position.side_to_move();
                let score = f64::from(score) / 100.0;
                screen.say(&format!("{terms}\nscore for {side}: {score:+.2}"));
            }
            PromptCommand::Moves => {
                let moves = self.position.legal_move_texts().join(" ");
                screen.say(&at_margin(&moves, 0));
            }
            PromptCommand::Pieces => {
                let (start, values) = (self.start()?, self.engine.values(&self.position));
                screen.say(pieces::text(&start, &values, page::width()).trim_end());
            }
            PromptCommand::Rules => {
                screen.say(rules::text(&self.start()?, page::width()).trim_end());
            }
            PromptCommand::Where(word) => self.tell_where(&word, screen)?,
            PromptCommand::Fen => screen.say(&self.position.fen()),
            PromptCommand::Save(file) => self.save(&file, screen)?,
            PromptCommand::Load(file) => self.load(&file, screen)?,
            PromptCommand::Level(level) => {
                if let Some(level) = level {
                    self.strength.level = level;
                }
                self.say_strength(screen);
            }
            PromptCommand::Time(time) => {
                if let Some(time) = time {
                    self.strength.time = time;
                }
                self.say_strength(screen);
            }
            PromptCommand::Side(side) => {
                self.human = side.unwrap_or(self.human);
                self.say_side(screen);
                self.answer(screen);
            }
            PromptCommand::Help => screen.say(&command::help()),
            PromptCommand::Quit => return Ok(Next::Quit),
            PromptCommand::Speak(protocol) => return Ok(Next::Speak(protocol)),
        }
        Ok(Next::InputLine)
    }

    /// The start position of the game's kind, wherever this game began.
    fn start(&self) -> anyhow::Result<AnyPosition> {
        let start = &self.position.variant().start_fen;
        Ok(self.position.with_fen(start)?)
    }

    fn say_strength(&self, screen: &mut Screen<'_>) {
        let Strength { level, time } = self.strength;
        let most = LEVELS.end();
        let time = humantime::format_duration(time);
        screen.say(&format!("level {level} of {most}, at most {time} a move"));
    }

    fn say_side(&self, screen: &mut Screen<'_>) {
        screen.say(match self.human {
            Side::White => "You play White.",
            Side::Black => "You play Black.",
            Side::Both => "You play both sides.",
        });
    }

    /// How the game has ended, on the board or because a player has resigned.
    fn ending(&mut self) -> Option<String> {
        match self.resigned {
            Some(loser) => {
                let winner = loser.other();
                let result = GameResult::won_by(winner);
                Some(format!("{loser} resigns: {winner} wins, {result}"))
            }
            None => scores::ending(&mut self.position),
        }
    }

    fn say_ending(&mut self, screen: &mut Screen<'_>) -> bool {
        let ending = self.ending();
        if let Some(text) = &ending {
            screen.say(text);
        }
        ending.is_some()
    }

    /// Draws the board.
    fn show(&self, screen: &mut Screen<'_>) {
        screen.draw(&self.position, &self.view());
    }

    fn view(&self) -> BoardView {
        let side = self.position.side_to_move();
        BoardView {
            flipped: self.flipped,
            last: self.marks(),
            check: self
                .position
                .king(side)
                .filter(|_| self.position.in_check()),
            framed: true,
            beside: holdings::lines(&self.game, &self.position, self.flipped),
        }
    }

    /// The squares of the last move: of a shift, the whole strip.
    fn marks(&self) -> Vec<Square> {
        match self.game.moves.last() {
            None => Vec::new(),
            Some(mv) if mv.kind() == MoveKind::Shift => {
                let shape = self.position.shape();
                let row = shape.rank(mv.to());
                shape.squares().filter(|&s| shape.rank(s) == row).collect()
            }
            Some(mv) => vec![mv.from(), mv.to()],
        }
    }

    fn ensure_going_on(&mut self) -> anyhow::Result<()> {
        match self.ending() {
            None => Ok(()),
            Some(ending) => bail!("the game is over ({ending}); `undo` or `new`"),
        }
    }

    /// Makes a move and shows what it did.
    fn make(&mut self, mv: Move, screen: &mut Screen<'_>) {
        let before = self.position.clone();
        self.position.make_unchecked(mv);
        self.game.moves.push(mv);
        self.game.result = GameResult::of(&self.position);
        // One board a turn: when the person is to move, or nobody is.
        let turn = self.human.plays(self.position.side_to_move());
        if screen.live && (turn || self.position.status().is_over()) {
            screen.draw_move(&before, &self.position, &self.view());
        }
        if !self.say_ending(screen) && self.position.in_check() {
            screen.say("Check.");
        }
    }

    fn play_text(&mut self, text: &str, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        self.ensure_going_on()?;
        let mv = pgn::read_move(&mut self.position, text)
            .map_err(|why| anyhow!("the move '{}' is illegal: {why}", shortened(text)))?;
        self.make(mv, screen);
        self.answer(screen);
        Ok(())
    }

    /// Tells what stands on a square and where it can go.
    fn tell_where(&mut self, word: &str, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        let square = square_named(&self.position, word)?;
        let name = self.position.shape().name(square);
        let Some(piece) = self.position.piece_at(square) else {
            let what = match self.position.is_live(square) {
                true => "empty",
                false => "not part of the board now",
            };
            screen.say(&format!("{name} is {what}."));
            return Ok(());
        };
        let mut moves = self.position.legal_moves().to_vec();
        moves.retain(|mv| mv.from() == square && mv.kind() != MoveKind::Shift);
        let mut texts: Vec<String> = moves
            .iter()
            .map(|&mv| self.position.move_text(mv))
            .collect();
        texts.sort_unstable();
        let def = self.position.variant().piece(piece.kind());
        let (color, id) = (piece.color(), def.id.cased(piece.color()));
        let can = match texts.as_slice() {
            _ if color != self.position.side_to_move() => format!("it is {}'s turn", color.other()),
            [] => "no legal move".into(),
            texts => texts.join(" "),
        };
        let betza = match def.betza.as_str() {
            "" => "does not move",
            betza => betza,
        };
        let text = format!("{name}: {color}'s {} ({id}, {betza}): {can}", def.name);
        screen.say(&at_margin(&text, 2));
        Ok(())
    }

    /// Lets the engine move as long as it is its turn.
    fn answer(&mut self, screen: &mut Screen<'_>) {
        while !self.human.plays(self.position.side_to_move()) {
            if !self.engine_moves(screen) {
                return;
            }
        }
    }

    /// Lets the engine move. Returns whether there was a move to make.
    fn engine_moves(&mut self, screen: &mut Screen<'_>) -> bool {
        if self.resigned.is_some() || self.position.status().is_over() {
            return false;
        }
        let found = think::think(
            &mut self.engine,
            &mut self.position,
            self.strength,
            screen.live,
        );
        let Some(found) = found else { return false };
        let text = self.position.move_text(found.best);
        screen.say(&format!("Sliderule plays {text} ({})", found.facts));
        self.make(found.best, screen);
        true
    }

    fn go(&mut self, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        self.ensure_going_on()?;
        let other = Side::of(self.position.side_to_move().other());
        if self.human != Side::Both && self.human != other {
            self.human = other;
            self.say_side(screen);
        }
        self.engine_moves(screen);
        Ok(())
    }

    fn hint(&mut self, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        self.ensure_going_on()?;
        // A weak player's advice would be no help.
        let best = Strength {
            level: *LEVELS.end(),
            ..self.strength
        };
        let found = think::think(&mut self.engine, &mut self.position, best, screen.live);
        if let Some(found) = found {
            let text = self.position.move_text(found.best);
            let line = found.line.join(" ");
            let text = format!("hint: {text} ({}): {line}", found.facts);
            screen.say(&at_margin(&text, 2));
        }
        Ok(())
    }

    /// The person gives up; who plays both sides, for the player whose turn it is.
    fn resign(&mut self, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        self.ensure_going_on()?;
        let loser = match self.human {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Both => self.position.side_to_move(),
        };
        self.resigned = Some(loser);
        self.game.result = GameResult::won_by(loser.other());
        self.say_ending(screen);
        Ok(())
    }

    /// Takes moves back until it is the person's turn.
    fn undo(&mut self, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        if self.resigned.take().is_some() {
            self.game.result = GameResult::of(&self.position);
            screen.say("taken back: the resignation");
            return Ok(());
        }
        let played = self.game.moves.len();
        ensure!(played > 0, "there is no move to take back");
        let now = self.position.side_to_move();
        // One move back it is the other player's turn.
        let back = if self.human.plays(now.other()) { 1 } else { 2 };
        ensure!(back <= played, "there is no move of yours to take back");
        let texts = self.game.start.line_texts(&self.game.moves);
        for _ in 0..back {
            self.position.undo();
            self.game.moves.pop();
        }
        self.game.result = GameResult::of(&self.position);
        screen.say(&format!("taken back: {}", texts[played - back..].join(" ")));
        if screen.live {
            self.show(screen);
        }
        Ok(())
    }

    fn new_game(
        &mut self,
        name: Option<&str>,
        fen: Option<&str>,
        screen: &mut Screen<'_>,
    ) -> anyhow::Result<()> {
        let name = match name {
            Some(name) => name,
            None => &self.position.variant().name,
        };
        let variant = self.catalog.get(name)?;
        let mut position = AnyPosition::start(variant)
            .with_context(|| format!("the game '{}', startFen", variant.name))?;
        if let Some(fen) = fen {
            position = setup::read_fen(&position, fen)?;
        }
        self.engine.new_game();
        self.resigned = None;
        self.game = fresh(&position);
        self.position = position;
        self.begin(screen);
        Ok(())
    }
}

/// The square that a word names.
fn square_named(position: &AnyPosition, word: &str) -> anyhow::Result<Square> {
    match position.shape().parse_square(&word.to_ascii_lowercase()) {
        Some((square, "")) => Ok(square),
        _ => bail!("'{}' is not a square of this board", shortened(word)),
    }
}

/// A game that begins today.
fn fresh(position: &AnyPosition) -> Game {
    begun_today(position.clone())
}

#[cfg(test)]
mod tests;
