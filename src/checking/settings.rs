//! What checks are answered with.

use std::time::Duration;

use super::method::Method;
use super::selection::Selected;
use crate::semantics::Analysis;
use crate::semantics::test_module::Check;

/// The time for a check with bounds, so that nobody waits for ever where nobody looks.
const TIME_WITHIN_BOUNDS: Duration = Duration::from_mins(1);

/// The time for a check without bounds, of which some engines can only ever find that it is reachable.
const TIME_WITHOUT_BOUNDS: Duration = Duration::from_secs(10);

/// How long checks may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeLimit {
    /// As long as is sensible where the user does not say.
    #[default]
    Standard,
    /// Each as long as the user says.
    Every(Duration),
    /// As long as it takes.
    Unlimited,
}

impl TimeLimit {
    fn of(self, check: &Check) -> Option<Duration> {
        match self {
            TimeLimit::Standard if check.bounds.is_some() => Some(TIME_WITHIN_BOUNDS),
            TimeLimit::Standard => Some(TIME_WITHOUT_BOUNDS),
            TimeLimit::Every(limit) => Some(limit),
            TimeLimit::Unlimited => None,
        }
    }
}

/// What checks are answered with. How answers are shown is no part of it.
#[derive(Clone)]
pub struct Settings {
    /// Who answers, on which slices.
    pub method: Method,
    /// How specifications are sliced, in one word.
    pub slice: &'static str,
    /// How long each check may take.
    pub time_limit: TimeLimit,
    /// The seed of everything that is chosen at random.
    pub seed: u32,
    /// How long it took to read all texts: a part of each answer's time.
    pub load: Duration,
}

/// What `fretsaw check` does without options.
impl Default for Settings {
    fn default() -> Settings {
        Settings::standard(Duration::ZERO)
    }
}

impl Settings {
    /// What `fretsaw check` does without options, on texts that took so long to read.
    pub fn standard(load: Duration) -> Settings {
        Settings {
            method: Method::default(),
            slice: "conventional",
            time_limit: TimeLimit::Standard,
            seed: 0,
            load,
        }
    }

    /// The time that a check may take.
    pub fn limit(&self, analysis: &Analysis, selected: Selected) -> Option<Duration> {
        self.time_limit.of(selected.check(analysis))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::{Settings, TimeLimit};
    use crate::checking::select;
    use crate::semantics::analyse;
    use crate::semantics::load::MemoryFiles;

    /// A check with a bound and one without.
    const TESTS: &str = "module Tests\n\nimport Lamp\n\nstate lit {\n    lit Lamp;\n}\n\n\
        check lit reachable in max 3 steps;\n\ncheck lit reachable;\n";

    const LAMP: &str = "module Lamp\n\nspecification Lamp {\n    fields {\n        number: Integer @key\n    }\n    \
        events {\n        light[]\n    }\n    lifeCycle {\n        initial dark -> lit: light\n        final lit\n    }\n}\n\n\
        event light() {\n}\n";

    fn limits(time_limit: TimeLimit) -> Vec<Option<u64>> {
        let mut files = MemoryFiles::default();
        files.insert("/Lamp.ebl", LAMP);
        files.insert("/Tests.tebl", TESTS);
        let analysis = analyse(&files, &[PathBuf::from("/Tests.tebl")], &[]);
        assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
        let checks = select(&analysis, &[], None).unwrap();
        let settings = Settings {
            time_limit,
            ..Settings::standard(Duration::ZERO)
        };
        let limits = checks.iter().map(|it| settings.limit(&analysis, *it));
        limits.map(|it| it.map(|it| it.as_secs())).collect()
    }

    #[test]
    fn every_check_has_a_time_limit_unless_the_user_wants_none() {
        let standard = Settings::standard(Duration::ZERO).time_limit;
        assert_eq!(limits(standard), [Some(60), Some(10)]);
        let given = TimeLimit::Every(Duration::from_secs(7));
        assert_eq!(limits(given), [Some(7), Some(7)]);
        assert_eq!(limits(TimeLimit::Unlimited), [None, None]);
    }
}
