//! Systems as SMT-LIB files: solvers read what is written of every shipped check.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use fretsaw::disk::Disk;
use fretsaw::ground::system::Approximation;
use fretsaw::ground::{Options, System, smtlib};
use fretsaw::model::Model;
use fretsaw::semantics::{Analysis, analyse};
use fretsaw::solver::script::answers;

/// So much work may the solver do for a file, of which only matters that it is read.
const EFFORT: &str = "(set-option :rlimit 20000)\n";

fn shipped() -> Analysis {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let tests = root.join("testmodules");
    let roots = [root.join("rebel-examples"), tests.clone()];
    let analysis = analyse(&Disk, &[tests], &roots);
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    analysis
}

/// The systems of the checks of all test modules, each with its name.
fn systems(analysis: &Analysis) -> Vec<(String, System)> {
    let mut systems = Vec::new();
    for test in &analysis.program.tests {
        for check in &test.checks {
            let Ok(model) = Model::build(&analysis.program, test, check) else {
                continue;
            };
            let line = analysis.sources.line(check.span);
            let system = System::of(&model, Options::default());
            systems.extend(system.map(|system| (format!("{}:{line}", test.name), system)));
        }
    }
    systems
}

/// Whether a solver answers, and with no complaint.
fn is_answer(text: &str) -> bool {
    let first = text.split_whitespace().next();
    matches!(first, Some("sat" | "unsat" | "unknown"))
}

#[test]
fn z3_reads_them() {
    let analysis = shipped();
    let systems = systems(&analysis);
    assert!(systems.len() >= 250, "only {} systems", systems.len());
    for (name, system) in &systems {
        let file = smtlib::write(system);
        let said = answers(&format!("(reset)\n{EFFORT}{file}")).expect("no zero bytes");
        assert!(is_answer(&said), "{name}: {said}");
    }
}

/// Reads a list of files and has cvc5 answer each, for a moment.
const CVC5: &str = r#"
import cvc5, json, sys
for text in json.load(sys.stdin):
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", "50")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "system")
    symbols = parser.getSymbolManager()
    command = parser.nextCommand()
    said = ""
    while not command.isNull():
        said += command.invoke(solver, symbols)
        command = parser.nextCommand()
    print(json.dumps(said), flush=True)
"#;

/// Where Python has it, so does cvc5.
#[test]
fn cvc5_reads_them() {
    let python = |program: &str| {
        let mut command = Command::new("python3");
        command.args(["-c", program]).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    if !python("import cvc5").status().is_ok_and(|it| it.success()) {
        eprintln!("there is no cvc5");
        return;
    }
    let analysis = shipped();
    let systems = systems(&analysis);
    let files: Vec<String> = systems.iter().map(|(_, it)| smtlib::write(it)).collect();
    let mut solver = python(CVC5).spawn().expect("it starts");
    let mut input = solver.stdin.take().expect("it reads");
    let files = serde_json::to_string(&files).expect("JSON");
    // Where it ends before it has read everything, its answers tell.
    let writing = std::thread::spawn(move || input.write_all(files.as_bytes()));
    let output = solver.wait_with_output().expect("it ends");
    let _ = writing.join();
    let complaints = String::from_utf8_lossy(&output.stderr);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for ((name, _), line) in systems.iter().zip(said.lines()) {
        let said: String = serde_json::from_str(line).expect("a text");
        assert!(is_answer(&said), "{name}: {said}");
    }
    assert_eq!(said.lines().count(), systems.len(), "{complaints}");
}

#[test]
fn it_is_said_where_a_system_may_do_more() {
    let analysis = shipped();
    let systems = systems(&analysis);
    let may_do_more = |wanted: &str| {
        let mut named = systems.iter().filter(|(name, _)| name.starts_with(wanted));
        named.any(|(_, system)| system.approximation() == Approximation::MayDoMore)
    };
    assert!(!may_do_more("peterson."));
    assert!(!may_do_more("bank."));
    let all = systems
        .iter()
        .filter(|(_, system)| system.approximation() == Approximation::Exact);
    assert!(all.count() * 2 > systems.len());
}
