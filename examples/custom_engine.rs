//! Answers the checks of a test module with an engine of one's own:
//! `cargo run --example custom_engine testmodules/bank`
//!
//! An engine is asked about a system of terms, which has no language left in it. All the rest is done for it: models
//! are made and sliced, and the interpreter takes every step of a run that it finds, so that nobody is shown a run
//! that is none. That there is no run is believed: an engine that is not sure says `Undecided`.

#![allow(clippy::print_stdout, reason = "it is what an example does")]

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use fretsaw::checking::method::Method;
use fretsaw::checking::{Settings, answer_all, select};
use fretsaw::disk::Disk;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::statistics::Statistics;
use fretsaw::engines::{Control, Engine, Finding, Found, Needs, Why};
use fretsaw::ground::{Lengths, Property, PropertyId, System};
use fretsaw::report::check_text;
use fretsaw::report::checks::Checked;
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::semantics::analyse;

/// Looks at short runs only, by the engine `bmc`: a quick first look at checks that may take it long.
#[derive(Debug, Clone, Copy)]
pub struct Glance {
    /// The most steps of a run that it looks at.
    pub steps: u64,
}

impl Engine for Glance {
    fn name(&self) -> &'static str {
        "glance"
    }

    fn needs(&self) -> Needs {
        Bmc::default().needs()
    }

    fn find(&self, system: &System, property: PropertyId, control: &Control<'_>) -> Found {
        let (wanted, lengths) = match system.property(property) {
            Some(Property::Reach { wanted, lengths }) => (wanted, lengths),
            // Whoever answers no such question says so.
            Some(Property::Temporal(_)) | None => {
                return Bmc::default().find(system, property, control);
            }
        };
        if lengths.most.is_some_and(|most| most <= self.steps) {
            return Bmc::default().find(system, property, control);
        }
        if lengths.least > self.steps {
            return Found {
                finding: self.longer(None).into(),
                statistics: Statistics::default(),
            };
        }
        // The same question about fewer runs.
        let mut shorter = system.clone();
        shorter.properties = vec![Property::Reach {
            wanted: wanted.clone(),
            lengths: Lengths {
                least: lengths.least,
                most: Some(self.steps),
            },
        }];
        let mut found = Bmc::default().find(&shorter, PropertyId(0), control);
        // A run that is found answers the whole question, and so does a proof about runs of any length. That the short
        // ones do not get there tells nothing of the others.
        if let Finding::Excluded { upto } = found.finding {
            let excluded = (lengths.least == 0).then_some(upto);
            found.finding = self.longer(excluded).into();
        }
        found
    }
}

impl Glance {
    /// The runs that are left are too long for it.
    fn longer(self, excluded: Option<u64>) -> Why {
        Why::TooLarge {
            what: format!("there may be runs of more than {} steps", self.steps),
            excluded,
        }
    }
}

/// What the engine has to say of the checks of a test module or a folder of them.
pub fn told(path: PathBuf, engine: Glance) -> Result<String, Box<dyn Error>> {
    let analysis = Arc::new(analyse(&Disk, &[path], &[]));
    if analysis.has_errors() {
        return Err("there are errors in the texts".into());
    }
    let settings = Settings {
        method: Method {
            checker: Arc::new(engine),
            ..Method::default()
        },
        ..Settings::default()
    };
    let mut text = String::new();
    for answered in answer_all(&analysis, &settings, &select(&analysis, &[], None)?) {
        let answer = answered?;
        text += &check_text::render(&Checked::of(&analysis, &answer), Drawing::PLAIN);
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1);
    let path = path.unwrap_or_else(|| "testmodules/bank".into());
    print!("{}", told(path.into(), Glance { steps: 4 })?);
    Ok(())
}
