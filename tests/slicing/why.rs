//! Why something is in a slice: chains on a shipped example as they are shown, and on all shipped checks that they
//! hold.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::report::{why_json, why_text};
use fretsaw::semantics::specification::{EventId, FieldId, SpecId};
use fretsaw::semantics::{Analysis, analyse};
use fretsaw::slice::why::{Answer, Chain, Reason, What, Why, why};
use fretsaw::slice::{Because, Options, Reconnection, Slice};
use fretsaw::syntax::FileKind;

use crate::support::files;
use crate::support::projects::{Ask, Module, analyse_project};
use crate::support::schema;

fn first_model(analysis: &Analysis) -> Model<'_> {
    let test = analysis.program.tests.first().expect("a test module");
    Model::build(&analysis.program, test, &test.checks[0]).expect("a model")
}

/// All that can be asked about.
fn names(analysis: &Analysis) -> Vec<(String, What)> {
    let specs = analysis.program.specifications.iter().enumerate();
    let names = specs.flat_map(|(index, spec)| {
        let id = SpecId::at(index);
        let fields = spec.fields.iter().enumerate();
        let fields =
            fields.map(move |(at, field)| (&field.name.text, What::Field(id, FieldId::at(at))));
        let events = spec.events.iter().enumerate();
        let events =
            events.map(move |(at, event)| (&event.name.text, What::Event(id, EventId::at(at))));
        fields.chain(events).map(move |(member, what)| {
            let is_shared = spec.field_named(member).is_some() && matches!(what, What::Event(..));
            let brackets = if is_shared { "()" } else { "" };
            let name = format!("{}.{}.{member}{brackets}", spec.module, spec.name.text);
            (name, what)
        })
    });
    names.collect()
}

fn is_kept(slice: &Slice, what: What) -> bool {
    let (What::Field(spec, _) | What::Event(spec, _)) = what;
    let parts = &slice.parts.classes[spec.index()];
    match what {
        What::Field(_, field) => parts.kept && parts.keeps_field(field),
        What::Event(_, event) => parts.keeps_event(event),
    }
}

fn told(analysis: &Analysis, options: Options, names: &[&str]) -> String {
    let model = first_model(analysis);
    let slice = Slice::of(&model, options);
    let drawing = Drawing {
        unicode: false,
        width: 100,
        colours: false,
    };
    let mut told = String::new();
    for name in names {
        let why = why(&model, &slice, name).expect("a known name");
        let text = why_text::render(&analysis.sources, &model, &slice, &why, drawing);
        // Writing to a string does not fail.
        let _ = writeln!(told, "{text}");
    }
    told
}

fn assert_told(name: &str, told: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/why"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, told));
}

fn shipped(path: &str) -> Analysis {
    let analysis = analyse(&Disk, &[PathBuf::from(path)], &[]);
    assert!(!analysis.has_errors());
    analysis
}

#[test]
fn chains_in_the_bank() {
    let analysis = shipped("testmodules/bank/NegativeBalance.tebl");
    let asked = [
        "Account.balance",
        "Account.interest",
        "Account.openAccount",
        "Account.accountNumber",
        "Account.close",
        "Transaction.book",
        "Transaction.amount",
        "Transaction.from",
        "Transaction.fail",
    ];
    assert_told("bank", &told(&analysis, Options::default(), &asked));
}

#[test]
fn chains_across_syncs() {
    let analysis = shipped("testmodules/syncchain/Chain.tebl");
    let asked = [
        "Wallet.balance",
        "Payment.settle",
        "Wallet.fill",
        "Order.price",
    ];
    assert_told("syncchain", &told(&analysis, Options::default(), &asked));
    let analysis = shipped("testmodules/negatedsync/Refusal.tebl");
    let asked = [
        "Room.beds",
        "Room.vacate",
        "Request.guests",
        "Request.accept",
    ];
    assert_told("negatedsync", &told(&analysis, Options::default(), &asked));
}

#[test]
fn programs_read_the_same() {
    let analysis = shipped("testmodules/bank/NegativeBalance.tebl");
    let model = first_model(&analysis);
    let slice = Slice::of(&model, Options::default());
    for (name, kept, kinds) in [
        ("Account.interest", true, vec!["asked", "ud", "de", "ncd"]),
        ("Account.close", false, vec![]),
    ] {
        let why = why(&model, &slice, name).expect("a known name");
        let answer = why_json::answer(&analysis.sources, &model, &slice, &why);
        let document = why_json::document(vec![answer], &analysis.sources, &[]);
        let document = serde_json::to_value(document).expect("a document");
        schema::assert_follows("why.schema.json", &document);
        let answer = &document["answers"][0];
        assert_eq!(
            (&answer["kept"], &answer["line"]),
            (&kept.into(), &14.into())
        );
        let chain = answer["chain"].as_array().expect("a list").iter();
        let found: Vec<&str> = chain.filter_map(|step| step["kind"].as_str()).collect();
        assert_eq!(found, kinds);
    }
}

#[test]
fn unknown_names_have_suggestions() {
    let analysis = shipped("testmodules/bank/NegativeBalance.tebl");
    let model = first_model(&analysis);
    let slice = Slice::of(&model, Options::default());
    for (name, message) in [
        (
            "balance",
            "`balance` is not the name of a field or event\n  help: write `Spec.field` or `Spec.event`",
        ),
        (
            "Acount.balance",
            "there is no specification `Acount`\n  help: did you mean `Account`?",
        ),
        (
            "Account.balnce",
            "there is no field or event `Account.balnce`\n  help: did you mean `balance`?",
        ),
        (
            "Transaction.zzz",
            "there is no field or event `Transaction.zzz`\n  help: there are id, amount, from, to, start, book, fail",
        ),
    ] {
        let unknown = why(&model, &slice, name).expect_err("an unknown name");
        assert_eq!(unknown.to_string(), message);
    }
}

/// What the start says of a field keeps it, even if nobody reads it.
#[test]
fn what_the_start_speaks_of_is_kept() {
    let modules = [
        Module::new(
            "ebl",
            "module t.Spec
specification Box {
    fields { id: Integer @key  left: Integer  right: Integer }
    events { open[] }
    lifeCycle { initial shut -> ajar: open  final ajar }
}
event open() {}
",
        ),
        Module::new(
            "tebl",
            "module t.Test
import t.Spec
state begin { shut Box with left < right, left > right; }
state end { ajar Box; }
check end reachable from begin in max 2 steps;
",
        ),
    ];
    let analysis = analyse_project(&modules, Ask::Files);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let model = first_model(&analysis);
    let slice = Slice::of(&model, Options::default());
    let answer = |name| why(&model, &slice, name).expect("a known name").answer;
    assert_eq!(answer("Box.left"), Answer::Start);
    assert_eq!(answer("Box.id"), Answer::Key);
    assert!(matches!(answer("Box.open"), Answer::Chain(_)));
}

/// The files of `tests/slicing/why`, with the answer for each name and way to slice.
fn answers_in(folder: &str, reconnection: Reconnection, names: &[&str]) -> Vec<Why> {
    let folder = files::project().join("tests/slicing/why").join(folder);
    let analysis = analyse(&Disk, &[folder], &[]);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let model = first_model(&analysis);
    let options = Options {
        reconnection,
        ..Options::default()
    };
    let slice = Slice::of(&model, options);
    let whys = names.iter().map(|name| why(&model, &slice, name));
    whys.map(|why| why.expect("a known name")).collect()
}

/// A definition is kept with its event, so it cannot be why the event is kept.
#[test]
fn no_event_is_kept_because_it_is_kept() {
    let whys = answers_in("gift", Reconnection::Conventional, &["Gift.wrap"]);
    let Answer::Chain(chain) = &whys[0].answer else {
        panic!("{whys:?}");
    };
    let mut reasons = chain.links.iter().map(|link| link.reason);
    assert!(reasons.all(|reason| reason != Reason::Frame), "{chain:?}");
}

/// Of what a bridge stands for nobody can say that it does not matter.
#[test]
fn what_only_bridged_events_need_is_not_said_to_be_needless() {
    let names = ["Job.n", "Job.end", "Job.note"];
    let whys = answers_in("job", Reconnection::Amorphous, &names);
    let answers: Vec<&Answer> = whys.iter().map(|why| &why.answer).collect();
    let expected = [
        &Answer::NeededByBridged,
        &Answer::NeededByBridged,
        &Answer::Cut,
    ];
    assert_eq!(answers, expected);
    let whys = answers_in("job", Reconnection::Conventional, &names);
    let cut: Vec<bool> = whys.iter().map(Why::is_cut).collect();
    assert_eq!(cut, [false, false, true]);
}

/// Each link begins where the last one ended, all of them in the slice.
fn assert_holds(slice: &Slice, chain: &Chain) {
    let asked = slice.because(chain.start);
    assert!(matches!(asked, Some(Because::Asked(_))), "{asked:?}");
    let mut at = chain.start;
    for link in &chain.links {
        assert_eq!(link.from, at);
        assert!(slice.contains(link.to));
        at = link.to;
    }
}

#[test]
fn whatever_is_kept_has_a_reason_and_nothing_else_has() {
    let mut n_chains = 0;
    let mut n_for_heirs = 0;
    let mut longest = 0;
    let sources = files::sources_under(&files::project().join("testmodules"));
    for source in sources.iter().filter(|it| it.kind == FileKind::Test) {
        let path = Path::new(&source.name);
        let analysis = analyse(&Disk, &[path.to_path_buf()], &[]);
        let names = names(&analysis);
        let tests = analysis.program.tests.iter();
        let checks = tests.flat_map(|test| test.checks.iter().map(move |check| (test, check)));
        for (test, check) in checks {
            let Ok(model) = Model::build(&analysis.program, test, check) else {
                continue;
            };
            for reconnection in [Reconnection::Conventional, Reconnection::Amorphous] {
                let options = Options {
                    reconnection,
                    ..Options::default()
                };
                let slice = Slice::of(&model, options);
                for (name, asked) in &names {
                    let why = why(&model, &slice, name).expect("a known name");
                    let (is_cut, is_for_heir) = (why.is_cut(), why.what != *asked);
                    let answer = why.answer;
                    n_for_heirs += usize::from(is_for_heir);
                    assert!(!(is_for_heir && is_kept(&slice, *asked)), "{name}");
                    // No shipped check has an empty domain.
                    assert_ne!(answer, Answer::NoState, "{name} in {}", path.display());
                    assert_eq!(
                        is_cut,
                        !is_kept(&slice, why.what),
                        "{name} in {}",
                        path.display()
                    );
                    if let Answer::Chain(chain) = answer {
                        assert_holds(&slice, &chain);
                        n_chains += 1;
                        longest = longest.max(chain.links.len());
                    }
                }
            }
        }
    }
    assert!(n_chains > 500 && longest > 5, "{n_chains} {longest}");
    assert!(n_for_heirs > 5, "{n_for_heirs}");
}
