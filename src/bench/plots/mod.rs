//! Charts of measurements as SVG: curves and bars.

pub mod bars;
pub mod lines;
