//! Short Sliders (RULES.md section 1).

mod hia;
mod pieces;
mod promotion;
mod special;
