//! What client and server tell each other about what they can do.

use std::path::PathBuf;

use gen_lsp_types as lsp;

use super::convert::{Encoding, path_of};

/// What matters to us of what the client can do.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAbilities {
    pub(super) encoding: Encoding,
    /// It tells of changes on the disk if it is asked to.
    pub(super) watches_files: bool,
}

impl Default for ClientAbilities {
    fn default() -> ClientAbilities {
        ClientAbilities {
            encoding: Encoding::Utf16,
            watches_files: false,
        }
    }
}

impl ClientAbilities {
    pub(super) fn new(capabilities: &lsp::ClientCapabilities) -> ClientAbilities {
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|it| it.position_encodings.as_deref());
        let workspace = capabilities.workspace.as_ref();
        let watching = workspace.and_then(|it| it.did_change_watched_files.as_ref());
        ClientAbilities {
            encoding: Encoding::negotiated(encodings.unwrap_or_default()),
            watches_files: watching.and_then(|it| it.dynamic_registration) == Some(true),
        }
    }
}

/// The folders that the client has open.
pub(super) fn folders(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    let listed = &params.workspace_folders_initialize_params.workspace_folders;
    if let Some(lsp::WorkspaceFolders::WorkspaceFolderList(folders)) = listed {
        return folders.iter().filter_map(|it| path_of(&it.uri)).collect();
    }
    #[allow(deprecated, reason = "older clients tell nothing else")]
    let root = params.root_uri.as_ref();
    root.and_then(path_of).into_iter().collect()
}

/// The answer to `initialize`.
pub(super) fn initialize_result(encoding: Encoding) -> lsp::InitializeResult {
    lsp::InitializeResult {
        capabilities: server_capabilities(encoding),
        server_info: Some(lsp::ServerInfo {
            name: "fretsaw".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn server_capabilities(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSync::Options(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Incremental),
                save: Some(lsp::Save::Bool(true)),
                ..lsp::TextDocumentSyncOptions::default()
            },
        )),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix]),
                ..lsp::CodeActionOptions::default()
            },
        )),
        workspace: Some(workspace_options()),
        ..lsp::ServerCapabilities::default()
    }
}

fn workspace_options() -> lsp::WorkspaceOptions {
    lsp::WorkspaceOptions {
        workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(lsp::ChangeNotifications::Bool(true)),
        }),
        text_document_content: Some(lsp::TextDocumentContent::Options(
            lsp::TextDocumentContentOptions {
                schemes: vec!["fretsaw".to_owned()],
            },
        )),
        ..lsp::WorkspaceOptions::default()
    }
}

/// Asks to be told of specifications, test modules and configurations that change on the disk.
pub(super) fn watched_files() -> lsp::RegistrationParams {
    let globs = ["**/*.ebl", "**/*.tebl", "**/fretsaw.toml"];
    let watchers = globs.map(|glob| lsp::FileSystemWatcher {
        glob_pattern: lsp::GlobPattern::Pattern(glob.to_owned()),
        kind: None,
    });
    let options = lsp::DidChangeWatchedFilesRegistrationOptions {
        watchers: watchers.to_vec(),
    };
    lsp::RegistrationParams {
        registrations: vec![lsp::Registration {
            id: "watched-files".to_owned(),
            method: "workspace/didChangeWatchedFiles".to_owned(),
            // Plain structures can always be written.
            register_options: serde_json::to_value(options).ok(),
        }],
    }
}
