//! An editor that only wants to know how long things take.

use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// A place in a file, from 0, in bytes.
pub(super) struct FilePosition {
    pub(super) path: PathBuf,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A server, and the end of the conversation that an editor holds.
pub(super) struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    version: i32,
    requests: i32,
}

impl Client {
    /// Starts this program as a server and waits until it has answered the greeting.
    pub(super) fn start(folder: &Path) -> io::Result<Client> {
        let mut server = Command::new(std::env::current_exe()?)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
            return Err(io::Error::other("the server has no streams"));
        };
        let mut client = Client {
            server,
            input,
            output: BufReader::new(output),
            version: 1,
            requests: 0,
        };
        let folder = folder.canonicalize()?;
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": { "general": { "positionEncodings": ["utf-8"] } },
            "workspaceFolders": [{ "uri": uri(&folder), "name": "bench" }],
        });
        client.request("initialize", params)?;
        client.notify("initialized", json!({}))?;
        Ok(client)
    }

    /// Opens a text and waits for its diagnostics.
    pub(super) fn open(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let item = json!({ "uri": uri(path), "languageId": "rebel", "version": self.version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }))?;
        self.diagnostics(self.version)
    }

    /// Writes a letter at a place, or takes it back again, and tells the version of the text.
    pub(super) fn edit(&mut self, place: &FilePosition) -> io::Result<i32> {
        self.version += 1;
        // A name that stands for nothing, and what cannot be read: either is taken back by the next edit.
        let typed = match self.version % 4 {
            2 => "x",
            0 => "+",
            _ => "",
        };
        let position = |column: usize| json!({ "line": place.line, "character": column });
        let end = place.column + usize::from(typed.is_empty());
        let change = json!({
            "range": { "start": position(place.column), "end": position(end) },
            "text": typed,
        });
        let document = json!({ "uri": uri(&place.path), "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.notify("textDocument/didChange", params)?;
        Ok(self.version)
    }

    /// Waits for the diagnostics of a version.
    pub(super) fn diagnostics(&mut self, version: i32) -> io::Result<()> {
        self.wait_for(|message| match message {
            Message::Notification(it) => {
                it.method == "textDocument/publishDiagnostics" && it.params["version"] == version
            }
            _ => false,
        })?;
        Ok(())
    }

    /// Asks what can be written at a place.
    pub(super) fn completion(&mut self, place: &FilePosition) -> io::Result<()> {
        self.request("textDocument/completion", at(place))
    }

    /// Asks what there is to say of the name at a place.
    pub(super) fn hover(&mut self, place: &FilePosition) -> io::Result<()> {
        self.request("textDocument/hover", at(place))
    }

    /// Asks for the hints of the lines that a screen shows around a place.
    pub(super) fn hints(&mut self, place: &FilePosition) -> io::Result<()> {
        const LINES: usize = 60;
        let first = place.line.saturating_sub(LINES / 2);
        let params = json!({
            "textDocument": { "uri": uri(&place.path) },
            "range": {
                "start": { "line": first, "character": 0 },
                "end": { "line": first + LINES, "character": 0 },
            },
        });
        self.request("textDocument/inlayHint", params)
    }

    /// Asks what the slice of a check cuts.
    pub(super) fn slice(&mut self, tests: &Path, check: &str) -> io::Result<()> {
        let params = json!({ "uri": uri(tests), "check": check });
        self.request("fretsaw/slice", params)
    }

    /// Whether everything that was typed has been taken back.
    pub(super) fn is_clean(&self) -> bool {
        self.version % 2 == 1
    }

    /// The memory of the server, where the system tells.
    pub(super) fn kilobytes(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.server.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&Notification::new(method.to_owned(), params).into())
    }

    fn request(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.send(&request.into())?;
        let answer =
            self.wait_for(|message| matches!(message, Message::Response(it) if it.id == id))?;
        match answer {
            Message::Response(Response {
                response_result: Err(error),
                ..
            }) => Err(io::Error::other(format!("{method}: {}", error.message))),
            _ => Ok(()),
        }
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        message.write(&mut self.input)?;
        self.input.flush()
    }

    fn wait_for(&mut self, is_it: impl Fn(&Message) -> bool) -> io::Result<Message> {
        while let Some(message) = Message::read(&mut self.output)? {
            if is_it(&message) {
                return Ok(message);
            }
        }
        Err(io::Error::other("the server has ended"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Whatever it still does is of no interest.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The parameters of a question about a place.
fn at(place: &FilePosition) -> Value {
    json!({
        "textDocument": { "uri": uri(&place.path) },
        "position": { "line": place.line, "character": place.column },
    })
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
