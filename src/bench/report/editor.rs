//! How long an editor waits for the language server: what was measured, as people and programs read it.
//! `schemas/bench-editor.schema.json` describes the document.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::table::{aligned, verdict_line};
use crate::report::JSON_VERSION;

/// What was measured.
#[derive(Debug, Default)]
pub struct Editor {
    /// What takes time.
    pub waits: Vec<Wait>,
    /// What takes memory; none where the system does not tell.
    pub memory: Option<Memory>,
}

/// Something that an editor waits for.
#[derive(Debug)]
pub struct Wait {
    /// What.
    pub what: String,
    /// How long it took, each time.
    pub times: Vec<Duration>,
    /// How long it may take.
    pub target: Duration,
}

/// The memory of the server before and after many edits.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// How many edits.
    pub edits: u32,
    /// Kilobytes when the first edits have been made.
    pub before: u64,
    /// Kilobytes when all have.
    pub after: u64,
}

/// By how much memory may grow, in percent, to be called steady.
const STEADY: u64 = 20;

impl Wait {
    /// The median; none where nothing was measured.
    pub fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }

    fn worst(&self) -> Option<Duration> {
        self.times.iter().max().copied()
    }

    fn is_met(&self) -> bool {
        self.median().is_some_and(|median| median <= self.target)
    }
}

impl Memory {
    /// Whether it has not grown by much.
    pub fn is_steady(&self) -> bool {
        self.after.saturating_mul(100) <= self.before.saturating_mul(100 + STEADY)
    }
}

impl Editor {
    /// Whether something took too long or too much.
    pub fn has_failed(&self) -> bool {
        self.waits.iter().any(|wait| !wait.is_met())
            || self.memory.is_some_and(|it| !it.is_steady())
    }
}

/// The table and the targets.
pub fn render(editor: &Editor) -> String {
    let header = [
        "what an editor waits for",
        "times",
        "median",
        "worst",
        "target",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for wait in &editor.waits {
        rows.push(vec![
            wait.what.clone(),
            wait.times.len().to_string(),
            shown(wait.median()),
            shown(wait.worst()),
            shown(Some(wait.target)),
        ]);
    }
    let mut out = aligned(&rows);
    if let Some(Memory {
        edits,
        before,
        after,
    }) = editor.memory
    {
        let (before, after) = (before / 1024, after / 1024);
        let line = format!("memory: {before} MB, and {after} MB after {edits} edits\n");
        out.push('\n');
        out.push_str(&line);
    }
    out.push_str("\ntargets\n");
    for wait in &editor.waits {
        out.push_str(&verdict_line(word(wait.is_met()), &wait.what));
    }
    if let Some(memory) = editor.memory {
        out.push_str(&verdict_line(word(memory.is_steady()), "steady memory"));
    }
    out
}

fn word(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

fn shown(time: Option<Duration>) -> String {
    time.map_or_else(
        || "-".to_owned(),
        |time| format!("{:.1} ms", time.as_secs_f64() * 1e3),
    )
}

/// What `fretsaw bench editor --format json` prints. All times are seconds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "How long an editor waits")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    #[schemars(extend("const" = "editor"))]
    experiment: &'static str,
    waits: Vec<WaitEntry>,
    /// The memory of the server; missing where the system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<MemoryEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WaitEntry {
    what: String,
    /// How long it took, each time.
    times: Vec<f64>,
    /// Missing where nothing was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    median: Option<f64>,
    /// How long the median may be.
    target: f64,
    #[schemars(extend("enum" = ["met", "missed"]))]
    verdict: &'static str,
}

/// The memory of the server; missing where the system does not tell.
#[derive(Debug, Serialize, JsonSchema)]
struct MemoryEntry {
    edits: u32,
    kilobytes_before: u64,
    kilobytes_after: u64,
    #[schemars(extend("enum" = ["met", "missed"]))]
    verdict: &'static str,
}

/// The document of what was measured.
pub fn document(editor: &Editor) -> Document {
    let waits = editor.waits.iter().map(|wait| WaitEntry {
        what: wait.what.clone(),
        times: wait.times.iter().map(Duration::as_secs_f64).collect(),
        median: wait.median().map(|it| it.as_secs_f64()),
        target: wait.target.as_secs_f64(),
        verdict: word(wait.is_met()),
    });
    Document {
        version: JSON_VERSION,
        experiment: "editor",
        waits: waits.collect(),
        memory: editor.memory.map(|memory| MemoryEntry {
            edits: memory.edits,
            kilobytes_before: memory.before,
            kilobytes_after: memory.after,
            verdict: word(memory.is_steady()),
        }),
    }
}
