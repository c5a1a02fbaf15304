//! Changes to what an editor says to the language server: messages with their lengths, one after the other.

use serde_json::Value;

use super::trees::{self, Source};
use super::{bytes, json};
use crate::support::generate::random::Random;
use fretsaw::syntax::FileKind;

/// Requests and notifications of the protocol, and ours.
const METHODS: [&str; 46] = [
    "initialize",
    "initialized",
    "shutdown",
    "exit",
    "$/cancelRequest",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "textDocument/completion",
    "completionItem/resolve",
    "textDocument/hover",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/implementation",
    "textDocument/declaration",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "codeLens/resolve",
    "textDocument/documentLink",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
    "textDocument/rename",
    "textDocument/prepareRename",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "workspace/symbol",
    "workspace/executeCommand",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "window/workDoneProgress/cancel",
    "fretsaw/explain",
    "fretsaw/verdict",
    "fretsaw/slice",
    "fretsaw/why",
];

/// The messages of a stream, as far as their lengths are right.
pub(crate) fn split(stream: &[u8]) -> Vec<Vec<u8>> {
    const HEADER: &[u8] = b"Content-Length: ";
    let mut messages = Vec::new();
    let mut rest = stream;
    while let Some(behind) = rest.strip_prefix(HEADER) {
        let Some(end) = behind.windows(4).position(|it| it == b"\r\n\r\n") else {
            break;
        };
        let length = std::str::from_utf8(&behind[..end]).ok();
        let length: Option<usize> = length.and_then(|it| it.parse().ok());
        let content = &behind[end + 4..];
        let Some(message) = length.and_then(|length| content.get(..length)) else {
            break;
        };
        messages.push(message.to_vec());
        rest = &content[message.len()..];
    }
    messages
}

/// The stream of some messages.
pub(crate) fn join(messages: &[Vec<u8>]) -> Vec<u8> {
    let mut stream = Vec::new();
    for message in messages {
        let header = format!("Content-Length: {}\r\n\r\n", message.len());
        stream.extend(header.into_bytes());
        stream.extend(message);
    }
    stream
}

/// Changes a message, which messages there are, or the bytes of the stream.
pub(crate) fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut messages = split(input);
    if messages.is_empty() || random.chance(6) {
        return bytes::mutate(random, input, other);
    }
    let donors = split(other);
    // Without a greeting nothing else is answered, so it mostly stays.
    let first = usize::from(messages.len() > 1 && random.chance(95));
    let at = random.between((first, messages.len() - 1));
    let second = random.between((first, messages.len() - 1));
    match random.below(10) {
        0 => drop(messages.remove(at)),
        1 => messages.swap(at, second),
        2 => messages.insert(at, messages[second].clone()),
        3 | 4 => {
            if let Some(donor) = random.pick_any(&donors) {
                messages.insert(at, donor.clone());
            }
        }
        5 => messages[at] = with_other_method(random, &messages[at]),
        6 | 7 => messages[at] = with_other_text(random, &messages[at]),
        _ => {
            let donor = random.pick_any(&donors).cloned().unwrap_or_default();
            messages[at] = json::mutate(random, &messages[at], &donor);
        }
    }
    join(&messages)
}

fn with_other_method(random: &mut Random, message: &[u8]) -> Vec<u8> {
    let Ok(mut message) = serde_json::from_slice::<Value>(message) else {
        return message.to_vec();
    };
    if let Some(object) = message.as_object_mut() {
        object.insert("method".to_owned(), Value::from(random.word(&METHODS)));
        if random.chance(50) {
            let id = i64::try_from(random.below(1000)).unwrap_or(0);
            object.insert("id".to_owned(), Value::from(id));
        }
    }
    message.to_string().into_bytes()
}

/// Changes the first text of a message as texts of our language are changed.
fn with_other_text(random: &mut Random, message: &[u8]) -> Vec<u8> {
    let Ok(mut message) = serde_json::from_slice::<Value>(message) else {
        return message.to_vec();
    };
    let places = ["/params/textDocument/text", "/params/contentChanges/0/text"];
    for place in places {
        if let Some(Value::String(text)) = message.pointer_mut(place) {
            let kind = FileKind::Specification;
            let source = Source { text, kind };
            *text = trees::mutate(random, source, source);
        }
    }
    message.to_string().into_bytes()
}
