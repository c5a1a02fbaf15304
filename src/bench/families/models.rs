//! Families of concurrent algorithms, for experiments with explicit exploration: Peterson's algorithm, a bridge at
//! night, dining philosophers.
//!
//! They take the steps of the models of BEEM that the published experiments use, so that they have as many states.
//! Each is written in two languages: that of `DiVinE`, which this program reads, and Promela, which SPIN does.

mod dve;
mod promela;

/// A member of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Peterson's algorithm: processes that are inside one after the other.
    Peterson {
        /// How many processes there are, at least two.
        processes: u32,
        /// They do not wait for those that have come as far as themselves, so that several get inside.
        faulty: bool,
    },
    /// People who cross a bridge, two at most at a time, and only with the torch.
    Bridge {
        /// How many there are: one to eight.
        people: u32,
        /// How long the torch burns, in minutes.
        minutes: u32,
    },
    /// Philosophers who take the fork on one side, then the one on the other.
    Philosophers {
        /// How many there are, at least two.
        people: u32,
    },
}

/// How many minutes each of the people takes to cross the bridge.
pub const PACES: [u32; 8] = [5, 10, 20, 25, 30, 30, 40, 45];

impl Model {
    /// What the member is called, also as the name of a file.
    pub fn name(self) -> String {
        match self {
            Model::Peterson { processes, faulty } => {
                let error = if faulty { "-error" } else { "" };
                format!("peterson-{processes}{error}")
            }
            Model::Bridge { people, minutes } => format!("bridge-{people}-{minutes}"),
            Model::Philosophers { people } => format!("philosophers-{people}"),
        }
    }

    /// The member in the language of `DiVinE`.
    pub fn dve(self) -> String {
        match self {
            Model::Peterson { processes, faulty } => dve::peterson(processes, faulty),
            Model::Bridge { people, minutes } => dve::bridge(people, minutes),
            Model::Philosophers { people } => dve::philosophers(people),
        }
    }

    /// The member in Promela: a transition there is a transition here.
    pub fn promela(self) -> String {
        match self {
            Model::Peterson { processes, faulty } => promela::peterson(processes, faulty),
            Model::Bridge { people, minutes } => promela::bridge(people, minutes),
            Model::Philosophers { people } => promela::philosophers(people),
        }
    }
}

/// The paces of the people who are there.
fn paces(people: u32) -> impl Iterator<Item = (usize, u32)> {
    let there = PACES.into_iter().take(people as usize);
    (1..).zip(there)
}

/// Whether a process that has come to `j` may ignore another one, as an operator between what the other has come to
/// and `j`.
fn ignored(faulty: bool) -> &'static str {
    if faulty { "<=" } else { "<" }
}

/// A text in which `$name` stands for a value.
fn filled(template: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("${name}"), &value.to_string());
    }
    text
}
