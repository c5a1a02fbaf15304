//! What is said of the instances that a test state asks for.

use fretsaw::semantics::Analysis;

use crate::support::projects::{Ask, Module, analyse_project};

const SPECIFICATIONS: &str = "\
module Base
specification Base { fields { id: Integer @key n: Integer } events { go[] } lifeCycle { initial a -> b: go final b } }
specification Heir extends Base { }
event go() { }
";

/// Each finding as its code and its message.
fn findings(analysis: &Analysis) -> Vec<String> {
    let diagnostics = analysis.diagnostics.iter();
    diagnostics
        .map(|found| format!("{} {}", found.code.id, found.message))
        .collect()
}

#[test]
fn constraints_on_one_instance_are_no_second_instance() {
    let keys = |setups: &str| -> Vec<String> {
        let tests = format!(
            "module Keys\nimport Base\nstate s {{ {setups} }}\ncheck s reachable in max 1 step;"
        );
        let modules = [
            Module::new("ebl", SPECIFICATIONS),
            Module::new("tebl", &tests),
        ];
        let found = findings(&analyse_project(&modules, Ask::Files));
        found
            .into_iter()
            .filter(|found| found.starts_with("R10"))
            .collect()
    };
    let twice = ["R1004 two instances of `Base` have the same key"];
    assert!(keys("Base with id == 1, id == 1;").is_empty());
    assert!(keys("Base with id == 1; Base with id == 2; Heir with id == 1;").is_empty());
    assert!(keys("2 Base - one with id == 1, id == 1 - one with id == 2;").is_empty());
    assert_eq!(keys("Base with id == 1; Base with 1 == id;"), twice);
    assert_eq!(
        keys("Base with id == 1 && n == 1; Base with n == 2 && id == 1;"),
        twice
    );
    assert_eq!(keys("2 Base - one with id == 1 - one with id == 1;"), twice);
    assert_eq!(
        keys("2 Base with id == 1 && n == 2;"),
        ["R1004 2 instances of `Base` have the same key"]
    );
}
