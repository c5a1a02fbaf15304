//! A client that says what a test tells it to, in a folder of its own.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::files;

/// Longer than anything takes on the slowest machine; only a test that fails waits as long.
const PATIENCE: Duration = Duration::from_mins(2);

/// The server, the folder that it serves, and what it said.
pub(crate) struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    unheard: VecDeque<Value>,
    next_id: i32,
    folder: tempfile::TempDir,
}

/// The shipped bank, the way most tests use it.
pub(crate) fn bank() -> Client {
    let client = Client::start();
    for name in ["Account", "Library", "Transaction"] {
        let path = format!("rebel-examples/bank/{name}.ebl");
        client.copy(&path, &format!("bank/{name}.ebl"));
    }
    let tests = "testmodules/bank/NegativeBalance.tebl";
    client.copy(tests, "bank/NegativeBalance.tebl");
    client
}

impl Client {
    /// Starts a server that has heard nothing yet, and an empty folder.
    pub(crate) fn start() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = server.stdout.take().expect("it has an output");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: server.stdin.take(),
            server,
            messages,
            unheard: VecDeque::new(),
            next_id: 1,
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    // Files.

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        let folder = self.folder.path().canonicalize().expect("it exists");
        folder.join(file)
    }

    pub(crate) fn uri(&self, file: &str) -> String {
        format!("file://{}", self.path(file).display())
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        std::fs::create_dir_all(path.parent().expect("in the folder")).expect("a folder");
        std::fs::write(path, text).expect("it can be written");
    }

    pub(crate) fn copy(&self, from: &str, to: &str) {
        let text = std::fs::read_to_string(files::project().join(from)).expect("it is shipped");
        self.write(to, &text);
    }

    pub(crate) fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).expect("it was written")
    }

    /// The position of some text in a file on disk, counted in bytes.
    pub(crate) fn position(&self, file: &str, before: &str, after: &str) -> Value {
        let text = self.text(file);
        let whole = format!("{before}{after}");
        let offset = text.find(&whole).expect("the file has this") + before.len();
        position_in(&text, offset)
    }

    /// The parameters of a request about a position.
    pub(crate) fn at(&self, file: &str, before: &str, after: &str) -> Value {
        json!({
            "textDocument": self.document(file),
            "position": self.position(file, before, after),
        })
    }

    pub(crate) fn document(&self, file: &str) -> Value {
        json!({ "uri": self.uri(file) })
    }

    // Messages.

    /// Says something, whether it makes sense or not.
    pub(crate) fn say(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).expect("the server listens");
        input.flush().expect("the server listens");
    }

    pub(crate) fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        self.say(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// Sends a request and does not wait for its answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i32 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(json!({ "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer to a request.
    pub(crate) fn answer(&mut self, id: i32) -> Value {
        self.wait_for(|message| message.get("method").is_none() && message["id"] == id)
    }

    /// The result of a request.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The error of a request.
    pub(crate) fn refusal(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_some(), "{method}: {answer}");
        answer["error"].clone()
    }

    /// The next notification of a method.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        self.wait_for(|message| message["method"] == method)["params"].clone()
    }

    /// The first message of a kind, whether it came already or will come.
    pub(crate) fn wait_for(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.unheard.iter().position(&is_it) {
            return self.unheard.remove(index).expect("it is there");
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left);
            let message = message.expect("the server answers");
            if is_it(&message) {
                return message;
            }
            self.unheard.push_back(message);
        }
    }

    // The beginning and the end.

    pub(crate) fn initialize_with(&mut self, capabilities: Value) -> Value {
        let folders = json!([{ "uri": self.uri(""), "name": "work" }]);
        let params = json!({
            "processId": null,
            "capabilities": capabilities,
            "rootUri": null,
            "workspaceFolders": folders,
        });
        let result = self.request("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    /// Greets the server as a client that counts bytes.
    pub(crate) fn initialize(&mut self) -> Value {
        let snippets = json!({ "completionItem": { "snippetSupport": true } });
        self.initialize_with(json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": { "completion": snippets },
        }))
    }

    /// Opens a file as it is on disk.
    pub(crate) fn open(&mut self, file: &str) {
        let text = self.text(file);
        self.open_as(file, &text);
    }

    pub(crate) fn open_as(&mut self, file: &str, text: &str) {
        let item =
            json!({ "uri": self.uri(file), "languageId": "rebel", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Makes changes to an open text.
    pub(crate) fn change(&mut self, file: &str, version: i32, changes: Value) {
        let document = json!({ "uri": self.uri(file), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The diagnostics of a version of an open text, or the next ones of a closed file.
    pub(crate) fn diagnostics(&mut self, file: &str, version: Option<i32>) -> Value {
        let uri = self.uri(file);
        let message = self.wait_for(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri.as_str()
                && (version.is_none() || params["version"] == json!(version))
        });
        message["params"]["diagnostics"].clone()
    }

    pub(crate) fn shut_down(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.wait_for_end().code(), Some(0));
    }

    /// Goes away without a word.
    pub(crate) fn die(mut self) -> ExitStatus {
        self.input = None;
        self.wait_for_end()
    }

    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.server.try_wait().expect("it can be asked") {
                return status;
            }
            assert!(Instant::now() < end, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    // Snapshots.

    /// Compares a value with what it was before. The folder is called `/folder` in it.
    pub(crate) fn assert_snapshot(&self, name: &str, value: &Value) {
        let folder = self.path("").display().to_string();
        let folder = folder.trim_end_matches('/');
        let shown = serde_json::to_string_pretty(value).expect("it is JSON");
        let shown = shown.replace(folder, "/folder");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(files::project().join("snapshots/lsp"));
        settings.set_omit_expression(true);
        settings.set_prepend_module_to_snapshot(false);
        settings.bind(|| insta::assert_snapshot!(name, shown));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The position of an offset, counted in bytes.
pub(crate) fn position_in(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": offset - start })
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut content = vec![0; length];
    output.read_exact(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}
