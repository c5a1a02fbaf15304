//! Figure 8: how much of the time of incremental slicing lazy slicing saves, property by property.

use super::lazy::{LazyExperiment, Property, PublishedSearch, Way};
use crate::bench::plots::bars::{Bar, Bars, Group};

/// What is compared with incremental slicing.
const COMPARED: [Way; 2] = [Way::LSC, Way::LSCIS];

/// Our times.
pub fn ours(experiment: &LazyExperiment) -> Bars {
    let mut groups = Vec::new();
    for model in &experiment.models {
        groups.extend(model.properties.iter().map(|property| Group {
            name: format!("{}: {}", model.name, property.name),
            bars: COMPARED.map(|way| bar(experiment, property, way)).to_vec(),
        }));
    }
    chart("Time saved by lazy slicing, ours", groups, HOLLOW)
}

const HOLLOW: &str = "Hollow: incremental slicing did not end in time, so at least this is saved.";

fn bar(experiment: &LazyExperiment, property: &Property, way: Way) -> Option<Bar> {
    let saved = property.saved(way, experiment.limit)?;
    Some(Bar {
        share: saved.share,
        is_least: saved.is_least,
    })
}

/// The published times.
pub fn published(experiment: &LazyExperiment) -> Bars {
    let searches = experiment.models.iter().flat_map(|model| {
        let name = |search: &PublishedSearch| format!("{}: phi {}", model.name, search.number);
        model.published.iter().map(move |it| (name(it), it))
    });
    let groups = searches.map(|(name, search)| {
        let [incremental, others @ ..] = search.figures.map(|(_, time)| f64::from(time));
        let bar = |time: f64| Bar {
            share: (incremental - time) / incremental,
            is_least: false,
        };
        let bars = others.map(|time| Some(bar(time))).to_vec();
        Group { name, bars }
    });
    let title = "Time saved by lazy slicing, as published (figure 8)";
    chart(title, groups.collect(), "")
}

fn chart(title: &str, groups: Vec<Group>, remark: &'static str) -> Bars {
    Bars {
        title: title.to_owned(),
        label: "share of the time of isc".to_owned(),
        series: vec!["lsc", "lscis"],
        groups,
        remark,
    }
}
