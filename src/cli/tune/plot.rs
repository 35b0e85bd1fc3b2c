//! The way of every parameter as a drawing: a panel for each, in its own unit.

use crate::arena::Progress;
use crate::arena::spsa::{Parameter, Spsa};
use crate::rules::ini::shown_path;
use anyhow::{Context, anyhow};
use plotters::prelude::*;
use std::path::Path;

/// The size of a panel, in pixels.
const PANEL: (u32, u32) = (420, 260);
const COLUMNS: usize = 3;
const MARGIN: u32 = 8;
const FONT: &str = "sans-serif";
const TITLE: u32 = 16;
const LABELS: u32 = 12;
/// Room for the numbers at the axes.
const X_LABELS: u32 = 28;
const Y_LABELS: u32 = 48;
/// What is left free above and below a line, as a share of its height.
const AIR: f64 = 0.1;

/// Writes the drawing to a file.
pub(super) fn write(path: &Path, spsa: &Spsa, progress: &Progress) -> anyhow::Result<()> {
    let drawing = draw(spsa, progress);
    let drawing = drawing.map_err(|why| anyhow!("{}: {why}", shown_path(path)))?;
    std::fs::write(path, drawing).with_context(|| format!("cannot write {}", shown_path(path)))
}

fn draw(spsa: &Spsa, progress: &Progress) -> Result<String, Box<dyn std::error::Error>> {
    let count = spsa.parameters.len();
    let columns = COLUMNS.min(count).max(1);
    let rows = count.div_ceil(columns).max(1);
    let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32);
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE)?;
        let panels = root.split_evenly((rows, columns));
        for (index, (parameter, panel)) in spsa.parameters.iter().zip(&panels).enumerate() {
            let mut way: Vec<(f64, f64)> = progress
                .way
                .iter()
                .map(|(done, values)| (*done as f64, values[index]))
                .collect();
            way.push((progress.done as f64, progress.values[index]));
            let title = format!("{}: {:.2}", parameter.name, progress.values[index]);
            let heights = heights(parameter, &way);
            let mut chart = ChartBuilder::on(panel)
                .margin(MARGIN)
                .caption(title, (FONT, TITLE))
                .x_label_area_size(X_LABELS)
                .y_label_area_size(Y_LABELS)
                .build_cartesian_2d(0.0..spsa.iterations as f64, heights)?;
            chart
                .configure_mesh()
                .x_labels(5)
                .y_labels(6)
                .label_style((FONT, LABELS))
                .x_label_formatter(&|x| format!("{x:.0}"))
                .draw()?;
            let start = [0.0, spsa.iterations as f64].map(|x| (x, parameter.start));
            chart.draw_series(LineSeries::new(start, &BLACK.mix(0.4)))?;
            chart.draw_series(LineSeries::new(way, &BLUE))?;
        }
        root.present()?;
    }
    Ok(text)
}

/// From where to where a panel reaches: the way, and at least one move of the parameter.
fn heights(parameter: &Parameter, way: &[(f64, f64)]) -> std::ops::Range<f64> {
    let start = parameter.start;
    let (low, high) = (start - parameter.c_end, start + parameter.c_end);
    let low = way.iter().map(|point| point.1).fold(low, f64::min);
    let high = way.iter().map(|point| point.1).fold(high, f64::max);
    let air = (high - low) * AIR;
    low - air..high + air
}
