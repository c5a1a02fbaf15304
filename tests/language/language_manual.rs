//! Runs the language manual: every code block under `docs/language` must show exactly the findings
//! that its comments announce (`// error: R0401` at the end of the line it is about).

use std::fmt::Write as _;

use fretsaw::semantics::Analysis;

use crate::support::files;
use crate::support::projects;
use crate::support::projects::{Ask, Module};

/// A heading of a page with the modules below it.
struct Section {
    title: String,
    modules: Vec<Module>,
}

#[test]
fn the_manual_is_true() {
    let folder = files::project().join("docs/language");
    let mut pages: Vec<_> = std::fs::read_dir(&folder)
        .expect("the manual is there")
        .map(|entry| entry.expect("its pages can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let mut failures = String::new();
    let mut blocks = 0;
    let mut announced = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("pages are UTF-8");
        for section in sections(&text) {
            blocks += section.modules.len();
            announced += section
                .modules
                .iter()
                .map(|module| expected(module).len())
                .sum::<usize>();
            let analysis = projects::analyse_project(&section.modules, Ask::Folder);
            let (wanted, found) = (all_expected(&section), all_found(&analysis));
            if wanted != found {
                let page = page.file_name().unwrap_or_default().display();
                let heading = format!("{page}, {}:\n", section.title);
                write!(
                    failures,
                    "{heading}  announced: {wanted:#?}\n  found: {found:#?}\n"
                )
                .expect("strings can be written");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(
        blocks >= 20 && announced >= 20,
        "{blocks} blocks, {announced} findings announced"
    );
}

/// The code blocks of a page by heading.
fn sections(page: &str) -> Vec<Section> {
    let mut sections = vec![Section {
        title: String::new(),
        modules: Vec::new(),
    }];
    let mut open: Option<Module> = None;
    for line in page.lines() {
        let section = sections.last_mut().expect("there is always one");
        match (&mut open, line.strip_prefix("```")) {
            (Some(module), None) => {
                module.text.push_str(line);
                module.text.push('\n');
            }
            (Some(_), Some(_)) => section
                .modules
                .extend(open.take().filter(|m| !m.extension.is_empty())),
            (None, Some(info)) => {
                let extension = if matches!(info, "ebl" | "tebl") {
                    info
                } else {
                    ""
                };
                open = Some(Module::new(extension, ""));
            }
            (None, None) if line.starts_with('#') => {
                sections.push(Section {
                    title: line.to_owned(),
                    modules: Vec::new(),
                });
            }
            (None, None) => {}
        }
    }
    sections.retain(|section| !section.modules.is_empty());
    sections
}

fn all_expected(section: &Section) -> Vec<String> {
    let mut all: Vec<String> = section.modules.iter().flat_map(expected).collect();
    all.sort();
    all
}

/// The findings that a module announces: `a/Name.ebl:3 error R0401`.
fn expected(module: &Module) -> Vec<String> {
    let mut findings = Vec::new();
    for (number, line) in module.text.lines().enumerate() {
        let Some((_, comment)) = line.rsplit_once("//") else {
            continue;
        };
        for part in comment.split(',').map(str::trim) {
            if let Some((severity @ ("error" | "warning"), code)) = part.split_once(": ") {
                findings.push(format!(
                    "{}:{} {severity} {code}",
                    module.path().display(),
                    number + 1
                ));
            }
        }
    }
    findings
}

fn all_found(analysis: &Analysis) -> Vec<String> {
    let mut all: Vec<String> = analysis
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let file = analysis.sources.file(diagnostic.primary.span.file);
            let line = file.line_col(diagnostic.primary.span.range().start()).line + 1;
            format!(
                "{}:{line} {} {}",
                file.path().display(),
                diagnostic.severity,
                diagnostic.code
            )
        })
        .collect();
    all.sort();
    all
}
