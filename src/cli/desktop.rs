//! How much room there is on the screen.

/// The width and height in pixels of the screen on which windows open; `None` if there is
/// no display that can be asked.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn screen() -> Option<(u32, u32)> {
    use x11rb::connection::Connection;
    use x11rb::protocol::randr::ConnectionExt;

    let (connection, number) = x11rb::connect(None).ok()?;
    let root = connection.setup().roots.get(number)?;
    let whole = (root.width_in_pixels, root.height_in_pixels);
    // Several monitors share one root window.
    let monitors = connection.randr_get_monitors(root.root, true).ok();
    let monitors = monitors.and_then(|asked| asked.reply().ok());
    let monitors = monitors.map(|reply| reply.monitors).unwrap_or_default();
    let primary = monitors.iter().find(|monitor| monitor.primary);
    let shown = primary.or(monitors.first());
    let (width, height) = shown.map_or(whole, |monitor| (monitor.width, monitor.height));
    Some((width.into(), height.into()))
}

/// As above; nothing is known here about the screens of other systems.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn screen() -> Option<(u32, u32)> {
    None
}
