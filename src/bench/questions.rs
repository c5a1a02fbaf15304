//! What the experiment on lazy slicing looks for, and what the paper found: Huang and others, Lazy Slicing for
//! State-Space Exploration, section 9.

use super::families::models::Model;
use super::report::lazy::{Property, PublishedSearch, Subject};

/// A model, and what is asked and known of it.
pub(super) struct Planned {
    pub(super) model: Model,
    pub(super) subject: Subject,
}

/// The models of Tables 5 and 6, or the smallest of each.
pub(super) fn planned(quick: bool) -> Vec<Planned> {
    let mut planned = vec![bridge(4, 60, 3186, &PUBLISHED[0..2])];
    if !quick {
        planned.push(bridge(6, 140, 3186, &PUBLISHED[2..4]));
        planned.push(bridge(8, 200, 96_923, &PUBLISHED[4..6]));
    }
    planned.push(peterson(3, false, 12_498, &PUBLISHED[6..8]));
    if !quick {
        planned.push(peterson(3, true, 124_704, &PUBLISHED[8..10]));
        planned.push(peterson(4, false, 1_119_560, &PUBLISHED[10..12]));
    }
    planned
}

/// Tables 5 and 6: two properties a model, each with evaluations and milliseconds of ISC, LSC and LSCIS.
const PUBLISHED: [PublishedSearch; 12] = [
    published(7, [(28, 253), (23, 194), (17, 101)]),
    published(8, [(250, 485), (143, 375), (121, 298)]),
    published(9, [(184, 532), (111, 264), (97, 191)]),
    published(10, [(393, 1641), (206, 807), (101, 462)]),
    published(11, [(1823, 10_126), (786, 3878), (564, 2391)]),
    published(12, [(4703, 33_110), (1689, 12_465), (1069, 8398)]),
    published(13, [(185, 431), (111, 361), (60, 143)]),
    published(14, [(379, 1043), (298, 891), (227, 715)]),
    published(15, [(6523, 20_098), (2787, 13_437), (802, 5046)]),
    published(16, [(10_011, 35_477), (2270, 11_459), (736, 6101)]),
    published(17, [(56_245, 238_378), (13_841, 76_229), (9028, 59_257)]),
    published(18, [(52_046, 275_153), (11_310, 62_934), (3533, 23_546)]),
];

const fn published(number: u32, figures: [(u32, u32); 3]) -> PublishedSearch {
    PublishedSearch { number, figures }
}

fn bridge(people: u32, minutes: u32, states: u64, published: &[PublishedSearch]) -> Planned {
    let model = Model::Bridge { people, minutes };
    let properties = vec![
        general(
            "three on the bridge",
            "person_1.to_right && person_2.to_right && person_3.to_right".to_owned(),
        ),
        general("all are over in time", format!("on_right == {people}")),
        local("the torch burns too long", format!("elapsed > {minutes}")),
        local(
            "a free torch with a pace",
            "torch.free && torch.slower > 0".to_owned(),
        ),
        local(
            "two people without a pace",
            "torch.two && torch.slower == 0".to_owned(),
        ),
    ];
    let parameters = format!("N = {people}, M = {minutes}");
    subject(model, parameters, states, published, properties)
}

fn peterson(n: u32, faulty: bool, states: u64, published: &[PublishedSearch]) -> Planned {
    let model = Model::Peterson {
        processes: n,
        faulty,
    };
    let all: Vec<String> = (0..n).map(|it| format!("P_{it}.CS")).collect();
    let properties = vec![
        general("two inside", "P_0.CS && P_1.CS".to_owned()),
        general("all inside", all.join(" && ")),
        local("inside too early", format!("P_0.CS && P_0.j != {n}")),
        local(
            "a look past the last",
            format!("P_0.looking && P_0.k > {n}"),
        ),
        local(
            "inside without its level",
            format!("P_0.CS && level[0] != {}", n - 1),
        ),
    ];
    let error = if faulty { ", E = 1" } else { "" };
    let parameters = format!("N = {n}{error}");
    subject(model, parameters, states, published, properties)
}

fn subject(
    model: Model,
    parameters: String,
    published_states: u64,
    published: &[PublishedSearch],
    properties: Vec<Property>,
) -> Planned {
    let subject = Subject {
        name: model.name(),
        parameters,
        published_states,
        published: published.to_vec(),
        properties,
    };
    Planned { model, subject }
}

fn general(name: &'static str, text: String) -> Property {
    Property {
        name,
        text,
        is_local: false,
        searches: Vec::new(),
    }
}

/// A property of one process and what it alone assigns to.
fn local(name: &'static str, text: String) -> Property {
    Property {
        is_local: true,
        ..general(name, text)
    }
}
