//! What this machine has for a search: memory and processors.

use sysinfo::System;
use thiserror::Error;

/// The most address space that is left to stacks and allocators, in bytes.
const ROOM: u64 = 384 << 20;

/// Why a hash table cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for a hash table of {wanted} MiB: the largest possible has {most} MiB")]
pub struct NoMemory {
    /// The size asked for, in MiB.
    pub wanted: usize,
    /// The largest size possible, in MiB.
    pub most: usize,
}

/// The memory that is free, in bytes: that of the machine, and the address space of the
/// process where it is limited.
fn free() -> (u64, Option<u64>) {
    let mut system = System::new();
    system.refresh_memory();
    let mut memory = system.available_memory();
    if let Some(limits) = system.cgroup_limits() {
        memory = memory.min(limits.free_memory);
    }
    (memory, free_address_space(&mut system))
}

/// All the memory that is free, in MiB.
pub(super) fn available_mebibytes() -> usize {
    let (memory, space) = free();
    (space.map_or(memory, |space| space.min(memory)) >> 20) as usize
}

/// The size in MiB of the largest table that should be made, beside all that exists: some
/// memory is left to other programs, and address space to the threads.
pub fn free_mebibytes() -> usize {
    let (memory, space) = free();
    let memory = memory - memory / 16;
    let space = space.map(|space| space - (space / 4).min(ROOM));
    (space.map_or(memory, |space| space.min(memory)) >> 20) as usize
}

/// What is left of the address space where the process may not use all of it, in bytes.
#[cfg(unix)]
fn free_address_space(system: &mut System) -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate};
    let limit = getrlimit(Resource::As).current?;
    let process = sysinfo::get_current_pid().ok()?;
    system.refresh_processes_specifics(
        ProcessesToUpdate::Some(&[process]),
        false,
        ProcessRefreshKind::nothing().with_memory(),
    );
    let used = system.process(process)?.virtual_memory();
    Some(limit.saturating_sub(used))
}

#[cfg(not(unix))]
fn free_address_space(_: &mut System) -> Option<u64> {
    None
}

/// The number of threads that can run at the same time: more only get in each other's
/// way.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_something_but_not_everything() {
        let mut system = System::new();
        system.refresh_memory();
        let (free, available) = (free_mebibytes(), available_mebibytes());
        assert!(0 < free && free < available, "{free} {available}");
        assert!(available as u64 <= system.total_memory() >> 20);
        assert!(processors() > 0);
    }
}
