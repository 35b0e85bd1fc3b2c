//! Analysis: searching until the user has seen enough.

use super::{Mode, XBoardSession};
use crate::position::Move;
use crate::protocol::xboard::command::Which;
use crate::protocol::xboard::error::{Refusal, SessionError};
use crate::protocol::xboard::searcher::Purpose;
use crate::search::{Limits, Score};

impl XBoardSession {
    pub(super) fn analyze(&mut self) -> Result<(), Refusal> {
        self.abandon();
        self.mode = Mode::Analysis;
        self.excluded.clear();
        self.analyse();
        self.game.playable()
    }

    /// Searches the position with the moves that are not excluded, until something
    /// changes. Nothing is searched where there is none.
    pub(super) fn analyse(&mut self) {
        self.abandon();
        if self.paused || self.game.refused.is_some() {
            return;
        }
        let mut moves = self.included();
        if moves.is_empty() {
            return;
        }
        if self.excluded.is_empty() {
            moves.clear();
        }
        let limits = Limits {
            moves,
            infinite: true,
            ..Limits::default()
        };
        self.start(Purpose::Analysis, self.game.position.clone(), limits);
    }

    /// The moves that are not excluded.
    pub(super) fn included(&mut self) -> Vec<Move> {
        let moves = self.game.position.legal_moves();
        let moves = moves.iter().copied();
        moves.filter(|mv| !self.excluded.contains(mv)).collect()
    }

    pub(super) fn leave_analysis(&mut self) -> Result<(), SessionError> {
        self.ensure_analysing()?;
        self.abandon();
        self.mode = Mode::Force;
        self.excluded.clear();
        Ok(())
    }

    fn ensure_analysing(&self) -> Result<(), SessionError> {
        match self.mode {
            Mode::Analysis => Ok(self.game.playable()?),
            _ => Err(SessionError::NotAnalysing),
        }
    }

    /// `.`: how far the analysis has come.
    pub(super) fn show_status(&self) -> Result<(), SessionError> {
        self.ensure_analysing()?;
        let Some(search) = self.searcher.running() else {
            return Ok(());
        };
        let centiseconds = search.since.elapsed().as_millis() / 10;
        let (nodes, depth) = match &search.report {
            Some(report) => (report.nodes, report.depth),
            None => (0, 0),
        };
        let best = self.searcher.best_so_far();
        let text = best.map_or_else(String::new, |mv| self.game.move_text(mv));
        // The number of moves left and of all moves: 0 leaves them out.
        let line = format!("stat01: {centiseconds} {nodes} {depth} 0 0 {text}");
        self.wire.send(line.trim_end());
        Ok(())
    }

    /// What is excluded may be said while analysing, and in force mode about the move that
    /// `go` asks for.
    fn ensure_undecided(&self) -> Result<(), SessionError> {
        match self.mode {
            Mode::Analysis | Mode::Force => Ok(self.game.playable()?),
            Mode::Plays(_) => Err(SessionError::Playing),
        }
    }

    fn analyse_anew(&mut self) {
        if self.mode == Mode::Analysis {
            self.analyse();
        }
    }

    pub(super) fn exclude(&mut self, which: &Which) -> Result<(), SessionError> {
        self.ensure_undecided()?;
        let best = self.searcher.best_so_far();
        let best = best.ok_or(SessionError::NothingFound);
        let all = self.game.position.legal_moves();
        match which {
            Which::All => self.excluded = all.to_vec(),
            Which::Best => self.excluded.push(best?),
            Which::Tail => {
                let best = best?;
                self.excluded = all.iter().copied().filter(|&mv| mv != best).collect();
            }
            Which::Move(text) => {
                let mv = self.read_move(text)?;
                self.excluded.push(mv);
            }
        }
        self.analyse_anew();
        Ok(())
    }

    pub(super) fn include(&mut self, which: &Which) -> Result<(), SessionError> {
        self.ensure_undecided()?;
        match which {
            Which::All | Which::Best | Which::Tail => self.excluded.clear(),
            Which::Move(text) => {
                let wanted = self.read_move(text)?;
                self.excluded.retain(|&mv| mv != wanted);
            }
        }
        self.analyse_anew();
        Ok(())
    }

    /// Notes what the user thinks the position is worth.
    pub(super) fn set_score(&mut self, centipawns: i32, depth: u32) -> Result<(), SessionError> {
        self.ensure_analysing()?;
        self.abandon();
        let position = self.game.position.clone();
        let engine = self.searcher.engine()?;
        engine.note_score(&position, Score::from_centipawns(centipawns), depth);
        self.analyse();
        Ok(())
    }
}
