//! What an editor says to the language server, byte by byte: every request is answered, whatever comes before it.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fretsaw::lsp::serve_between;
use serde_json::{Value, json};

use super::Target;
use crate::corpus::examples;
use crate::mutate::messages::{join, mutate, split};
use crate::package::{FOLDER, Package};

pub(crate) const TARGET: Target = Target {
    name: "server",
    few: 60,
    seeds,
    mutate,
    run,
};

/// The folder that the server works in.
fn package() -> Package {
    let mut packages = examples().into_iter();
    let keys = packages.find(|it| it.file("keys/Account.ebl").is_some());
    keys.expect("the example is there")
}

/// Conversations: a greeting, open texts, edits, and each request once.
fn seeds() -> Vec<Vec<u8>> {
    let package = package();
    let files: Vec<(String, String)> = package
        .files
        .iter()
        .map(|(path, text)| (uri(path), String::from_utf8_lossy(text).into_owned()))
        .collect();
    let mut seeds = Vec::new();
    for (uri, text) in &files {
        for (number, requests) in requests(uri, text).chunks(6).enumerate() {
            let mut messages = vec![greeting(number), notification("initialized", &json!({}))];
            let item = json!({ "uri": uri, "languageId": "rebel", "version": 1, "text": text });
            messages.push(notification(
                "textDocument/didOpen",
                &json!({ "textDocument": item }),
            ));
            messages.extend(requests.iter().cloned());
            messages.push(change(uri, 3 + number));
            messages.extend(requests.iter().take(3).cloned());
            // Whoever says goodbye does not hear all answers.
            if number == 0 {
                messages.push(json!({ "jsonrpc": "2.0", "id": 99, "method": "shutdown" }));
                messages.push(notification("exit", &Value::Null));
            }
            let messages: Vec<Vec<u8>> = messages.iter().map(|it| it.to_string().into()).collect();
            seeds.push(join(&messages));
        }
    }
    seeds
}

fn uri(path: &str) -> String {
    format!("file://{FOLDER}/{path}")
}

fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

fn greeting(number: usize) -> Value {
    let encoding = ["utf-8", "utf-16", "utf-32"][number % 3];
    let params = json!({
        "processId": null,
        "rootUri": null,
        "workspaceFolders": [{ "uri": format!("file://{FOLDER}"), "name": "work" }],
        "capabilities": { "general": { "positionEncodings": [encoding] } },
    });
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params })
}

fn change(uri: &str, line: usize) -> Value {
    let place = json!({ "line": line, "character": 2 });
    let changes = json!([{ "range": { "start": place, "end": place }, "text": " x " }]);
    let document = json!({ "uri": uri, "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    notification("textDocument/didChange", &params)
}

/// One request of each kind, about places in the middle of the text.
fn requests(uri: &str, text: &str) -> Vec<Value> {
    let document = json!({ "uri": uri });
    let lines = text.lines().count();
    let all =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": lines, "character": 0 } });
    let at = json!({ "textDocument": document, "position": { "line": lines / 2, "character": 8 } });
    let with = |name: &str, value: Value| {
        let mut params = at.clone();
        params[name] = value;
        params
    };
    let whole = json!({ "textDocument": document });
    let ranged =
        json!({ "textDocument": document, "range": all, "context": { "diagnostics": [] } });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let formatted = json!({ "textDocument": document, "options": options });
    let requests = [
        ("textDocument/completion", at.clone()),
        ("textDocument/hover", at.clone()),
        ("textDocument/signatureHelp", at.clone()),
        ("textDocument/definition", at.clone()),
        (
            "textDocument/references",
            with("context", json!({ "includeDeclaration": true })),
        ),
        ("textDocument/documentHighlight", at.clone()),
        ("textDocument/documentSymbol", whole.clone()),
        ("textDocument/codeAction", ranged.clone()),
        ("textDocument/codeLens", whole.clone()),
        ("textDocument/documentLink", whole.clone()),
        ("textDocument/formatting", formatted),
        ("textDocument/rename", with("newName", json!("renamed"))),
        ("textDocument/prepareRename", at.clone()),
        ("textDocument/foldingRange", whole.clone()),
        (
            "textDocument/selectionRange",
            json!({ "textDocument": document, "positions": [at["position"]] }),
        ),
        ("textDocument/semanticTokens/full", whole),
        ("textDocument/semanticTokens/range", ranged.clone()),
        ("textDocument/inlayHint", ranged),
        ("textDocument/prepareCallHierarchy", at),
        ("workspace/symbol", json!({ "query": "a" })),
        (
            "fretsaw/verdict",
            json!({ "textDocument": document, "line": lines / 2 }),
        ),
        (
            "fretsaw/slice",
            json!({ "textDocument": document, "line": lines / 2 }),
        ),
        (
            "fretsaw/why",
            json!({ "textDocument": document, "line": lines / 2, "name": "Account.owner" }),
        ),
    ];
    let numbered = (10..).zip(requests);
    let numbered = numbered.map(|(id, (method, params))| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    });
    numbered.collect()
}

fn run(input: &[u8]) -> bool {
    if asks_for_panic(input) {
        return false;
    }
    let heard = Arc::new(Heard::default());
    let said = Said {
        bytes: Cursor::new(input.to_vec()),
        n_requests: n_requests(input),
        heard: Arc::clone(&heard),
    };
    let files = Arc::new(package_in_memory());
    serve_between(
        said,
        Hearing(Arc::clone(&heard)),
        files,
        Vec::<PathBuf>::new(),
    );
    let told = heard.all();
    let text = String::from_utf8_lossy(&told);
    assert!(!text.contains("defect of Fretsaw"), "{text}");
    let n_messages = split(&told).len();
    assert!(
        told.is_empty() || n_messages > 0,
        "what is said can be read"
    );
    true
}

fn package_in_memory() -> fretsaw::semantics::MemoryFiles {
    thread_local! {
        static PACKAGE: Package = package();
    }
    PACKAGE.with(Package::in_memory)
}

/// Tests of the server itself have a request that panics.
fn asks_for_panic(input: &[u8]) -> bool {
    String::from_utf8_lossy(input).contains("/panic")
}

/// How many requests a stream has, as far as it can be read. Those of the same number are taken for one.
fn n_requests(stream: &[u8]) -> usize {
    let messages = split(stream).into_iter();
    let messages = messages.filter_map(|it| serde_json::from_slice::<Value>(&it).ok());
    let requests = messages.filter(|it| it.get("method").is_some());
    let ids = requests.filter_map(|it| it.get("id").map(Value::to_string));
    ids.collect::<BTreeSet<_>>().len()
}

/// What the server said.
#[derive(Default)]
struct Heard {
    bytes: Mutex<Vec<u8>>,
    more: Condvar,
}

impl Heard {
    fn all(&self) -> Vec<u8> {
        self.bytes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Waits until so many answers are there. Some requests are never answered, as those that are cancelled before;
    /// then silence is enough.
    fn wait(&self, n_answers: usize) {
        const SILENCE: Duration = Duration::from_millis(4);
        const LONGEST: Duration = Duration::from_secs(5);
        let begin = Instant::now();
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        while begin.elapsed() < LONGEST {
            let messages = split(&bytes);
            let answers = messages
                .iter()
                .filter(|it| !it.windows(9).any(|it| it == b"\"method\":"));
            if answers.count() >= n_answers {
                return;
            }
            let waited = self.more.wait_timeout(bytes, SILENCE);
            let (more, silence) = waited.unwrap_or_else(PoisonError::into_inner);
            bytes = more;
            if silence.timed_out() {
                return;
            }
        }
    }
}

/// The end of the server's output.
struct Hearing(Arc<Heard>);

impl Write for Hearing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut heard = self.0.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        heard.extend(bytes);
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is said to the server. Before it ends, there is time for the answers.
struct Said {
    bytes: Cursor<Vec<u8>>,
    n_requests: usize,
    heard: Arc<Heard>,
}

impl Read for Said {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        if read == 0 {
            self.heard.wait(self.n_requests);
        }
        Ok(read)
    }
}
