//! Counting a thread's nodes, and seeing when the search has to end.

use super::shared::Shared;
use std::sync::atomic::Ordering;

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// The nodes of one thread, and whether it has to stop.
pub(super) struct Watch<'a> {
    shared: &'a Shared<'a>,
    /// Whether this thread looks after the limits, and reports.
    leads: bool,
    nodes: u64,
    /// How many of them the other threads know of.
    told: u64,
    /// Whether the opponent's time was running when last looked at.
    was_pondering: bool,
    stopped: bool,
}

impl<'a> Watch<'a> {
    pub fn new(shared: &'a Shared<'a>, leads: bool) -> Self {
        Self {
            shared,
            leads,
            nodes: 0,
            told: 0,
            was_pondering: shared.limits.ponder,
            stopped: false,
        }
    }

    /// Whether this thread looks after the limits, and reports.
    pub fn leads(&self) -> bool {
        self.leads
    }

    /// Whether the search was found to have ended: no score from then on counts.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// The nodes of this thread.
    #[inline]
    pub fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of all threads, as far as this one knows.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.told
    }

    /// Counts a node, and looks at the clock from time to time.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.tell_nodes();
            if self.leads && !self.shared.pondering.load(Ordering::Relaxed) {
                self.look_at_clock();
            }
        }
    }

    fn look_at_clock(&mut self) {
        if std::mem::take(&mut self.was_pondering) {
            self.shared.restart_clock();
        }
        if !self.shared.limits.infinite && self.shared.clock().is_up() {
            self.shared.done.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the search has to end now.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        let shared = self.shared;
        let out_of_nodes = self.leads
            && shared
                .limits
                .nodes
                .is_some_and(|limit| self.nodes() >= limit);
        if out_of_nodes {
            shared.done.store(true, Ordering::Relaxed);
        }
        self.stopped = shared.stop.load(Ordering::Relaxed) || shared.done.load(Ordering::Relaxed);
        self.stopped
    }

    /// Adds this thread's nodes to those of all.
    pub fn tell_nodes(&mut self) {
        self.shared
            .nodes
            .fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }
}
