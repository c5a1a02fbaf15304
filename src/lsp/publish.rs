//! Diagnostics as they are published: each file's again only if they have changed.

use std::collections::BTreeMap;

use gen_lsp_types::{self as lsp, LspNotificationMethod};
use lsp_server::Notification;

use super::convert::{Encoding, Places, diagnostic, uri_of};
use super::wire::Client;
use crate::ide::diagnostics::{Findings, findings};
use crate::ide::{Snapshot, Stale, Staleness};

/// The diagnostics of all files of interest.
pub(super) struct Report {
    /// Snapshots themselves are large, and dropping the last of them would take the main loop a while.
    staleness: Staleness,
    files: BTreeMap<String, lsp::PublishDiagnosticsParams>,
}

impl Report {
    /// Works them out.
    pub(super) fn new(snapshot: &Snapshot, encoding: Encoding) -> Result<Report, Stale> {
        let mut files = BTreeMap::new();
        for found in findings(snapshot)? {
            let params = params_of(&found, encoding);
            files.insert(params.uri.0.clone(), params);
        }
        Ok(Report {
            staleness: snapshot.staleness(),
            files,
        })
    }
}

fn params_of(found: &Findings, encoding: Encoding) -> lsp::PublishDiagnosticsParams {
    let places = Places {
        sources: found.project.sources(),
        encoding,
    };
    let diagnostics = found.diagnostics.iter();
    lsp::PublishDiagnosticsParams {
        uri: uri_of(&found.path),
        version: found.version,
        diagnostics: diagnostics.map(|it| diagnostic(places, it)).collect(),
    }
}

/// What the client was told.
#[derive(Default)]
pub(super) struct Published {
    files: BTreeMap<String, lsp::PublishDiagnosticsParams>,
}

impl Published {
    /// Tells the client what has changed.
    pub(super) fn publish(&mut self, report: Report, client: &Client) {
        // What a newer text has to say comes soon, and places of this one may be wrong in it.
        if report.staleness.is_stale() {
            return;
        }
        for (uri, params) in &report.files {
            if self.files.get(uri) != Some(params) {
                send(client, params);
            }
        }
        for uri in self.files.keys() {
            if !report.files.contains_key(uri) {
                let nothing = lsp::PublishDiagnosticsParams {
                    uri: lsp::Uri(uri.clone()),
                    version: None,
                    diagnostics: Vec::new(),
                };
                send(client, &nothing);
            }
        }
        self.files = report.files;
    }
}

fn send(client: &Client, params: &lsp::PublishDiagnosticsParams) {
    let method = LspNotificationMethod::TextDocumentPublishDiagnostics.as_str();
    client.send(Notification::new(method.to_owned(), params));
}
