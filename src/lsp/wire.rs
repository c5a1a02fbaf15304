//! Messages on the wire. What cannot be read is told and skipped: it must not end the server.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::Value;

use super::server::Event;

/// The longest message that is read; an editor's are a thousand times shorter.
const LONGEST: usize = 1 << 28;

/// What came from the client.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// Something that is none.
    Malformed(Malformed),
    /// There will be nothing more.
    End,
}

/// Something that is no message, and how to answer it.
#[derive(Debug)]
pub(super) struct Malformed {
    /// The request that it seems to be.
    pub(super) id: Option<RequestId>,
    pub(super) code: ErrorCode,
    pub(super) why: String,
}

/// Reads messages in a thread of its own until there are no more.
pub(super) fn read_in_background(input: impl Read + Send + 'static, sender: Sender<Event>) {
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let incoming = read(&mut input);
            let is_last = matches!(incoming, Incoming::End);
            if sender.send(Event::Client(incoming)).is_err() || is_last {
                return;
            }
        }
    });
}

/// Writes messages in a thread of its own, so that a slow client holds nothing up.
pub(super) fn write_in_background(mut output: impl Write + Send + 'static) -> Client {
    let (sender, receiver): (Sender<Message>, Receiver<Message>) = channel();
    let (finished, is_finished) = channel();
    std::thread::spawn(move || {
        for message in receiver {
            // A client that does not listen any more closes our input as well, which ends everything.
            if message.write(&mut output).is_err() {
                break;
            }
        }
        drop(finished);
    });
    Client {
        sender,
        is_finished,
    }
}

/// How long a client may take to read what is left for it when everything ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// The other end.
pub(super) struct Client {
    sender: Sender<Message>,
    /// Hangs up when everything is written.
    is_finished: Receiver<()>,
}

impl Client {
    pub(super) fn send(&self, message: impl Into<Message>) {
        // There is nobody left to tell if this fails.
        let _ = self.sender.send(message.into());
    }

    /// Waits until everything is written. A client that does not read it must not keep us.
    pub(super) fn finish(self) {
        drop(self.sender);
        let _ = self.is_finished.recv_timeout(PATIENCE);
    }
}

/// The next message.
pub(super) fn read(input: &mut impl BufRead) -> Incoming {
    match read_content(input) {
        Ok(Some(content)) => parse(&content),
        Ok(None) | Err(Broken::Stream) => Incoming::End,
        Err(Broken::Header(why)) => Incoming::Malformed(Malformed {
            id: None,
            code: ErrorCode::ParseError,
            why,
        }),
    }
}

/// Why there is no content.
enum Broken {
    Stream,
    Header(String),
}

impl From<io::Error> for Broken {
    fn from(_: io::Error) -> Broken {
        Broken::Stream
    }
}

/// The content behind the next header. Lines that are no header are skipped up to one that is.
fn read_content(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, Broken> {
    let mut length: Option<usize> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        match (text.trim(), length) {
            ("", Some(length)) => return read_exactly(input, length).map(Some),
            ("", None) => {}
            (header, _) => {
                if let Some(told) = content_length(header) {
                    length = Some(told.map_err(Broken::Header)?);
                }
            }
        }
    }
}

/// The length that a header line tells; none for other lines.
fn content_length(header: &str) -> Option<Result<usize, String>> {
    let (name, value) = header.split_once(':')?;
    // A message may be cut off right before a header.
    let is_length = name.to_ascii_lowercase().ends_with("content-length");
    is_length.then(|| match value.trim().parse() {
        Ok(length) if length <= LONGEST => Ok(length),
        Ok(length) => Err(format!("a message of {length} bytes is too long")),
        Err(_) => Err(format!("`{}` is no length", value.trim())),
    })
}

fn read_exactly(input: &mut impl BufRead, length: usize) -> Result<Vec<u8>, Broken> {
    let mut content = Vec::new();
    let read = input
        .take(length as u64)
        .read_to_end(&mut content)
        .map_err(|_| Broken::Stream)?;
    if read < length {
        return Err(Broken::Stream);
    }
    Ok(content)
}

fn parse(content: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(content) {
        Ok(value) => value,
        Err(error) => {
            return Incoming::Malformed(Malformed {
                id: None,
                code: ErrorCode::ParseError,
                why: format!("this is no JSON: {error}"),
            });
        }
    };
    let id = value.get("id").cloned();
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => Incoming::Malformed(Malformed {
            id: id.and_then(|id| serde_json::from_value(id).ok()),
            code: ErrorCode::InvalidRequest,
            why: "this is neither a request nor a notification nor a response".to_owned(),
        }),
    }
}
