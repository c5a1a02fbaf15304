//! Imports as links to the files of their modules.

use std::path::Path;

use super::Spot;
use crate::syntax::TextRange;

/// A link.
#[derive(Debug)]
pub struct Link<'p> {
    /// The name of the module.
    pub range: TextRange,
    /// Its file.
    pub target: &'p Path,
}

/// The imports of a text that lead somewhere.
pub fn links(spot: &Spot) -> Vec<Link<'_>> {
    let module = spot.project.module(spot.file);
    let imports = module.into_iter().flat_map(|module| &module.imports);
    let links = imports.filter_map(|import| {
        let target = spot.project.modules()[import.target?].file;
        Some(Link {
            range: import.span.range(),
            target: spot.project.sources().file(target).path(),
        })
    });
    links.collect()
}
