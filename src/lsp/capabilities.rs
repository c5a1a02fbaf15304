//! What client and server tell each other about what they can do.

use std::path::PathBuf;

use gen_lsp_types as lsp;

use super::convert::{Encoding, path_of};
use super::handlers::{COMMANDS, MODIFIERS, TYPES};

/// What matters to us of what the client can do.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAbilities {
    pub(super) encoding: Encoding,
    /// It tells of changes on the disk if it is asked to.
    pub(super) watches_files: bool,
    /// It fills in the holes of what it completes.
    pub(super) fills_in: bool,
    /// It shows progress that it did not ask for.
    pub(super) shows_progress: bool,
    /// It asks for lenses again if it is asked to.
    pub(super) refreshes_lenses: bool,
}

impl Default for ClientAbilities {
    fn default() -> ClientAbilities {
        ClientAbilities {
            encoding: Encoding::Utf16,
            watches_files: false,
            fills_in: false,
            shows_progress: false,
            refreshes_lenses: false,
        }
    }
}

impl ClientAbilities {
    pub(super) fn new(capabilities: &lsp::ClientCapabilities) -> ClientAbilities {
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|it| it.position_encodings.as_deref());
        let workspace = capabilities.workspace.as_ref();
        let watching = workspace.and_then(|it| it.did_change_watched_files.as_ref());
        let documents = capabilities.text_document.as_ref();
        let completion = documents.and_then(|it| it.completion.as_ref());
        let lenses = workspace.and_then(|it| it.code_lens.as_ref());
        let window = capabilities.window.as_ref();
        let item = completion.and_then(|it| it.completion_item.as_ref());
        ClientAbilities {
            encoding: Encoding::negotiated(encodings.unwrap_or_default()),
            watches_files: watching.and_then(|it| it.dynamic_registration) == Some(true),
            shows_progress: window.and_then(|it| it.work_done_progress) == Some(true),
            refreshes_lenses: lenses.and_then(|it| it.refresh_support) == Some(true),
            fills_in: item.and_then(|it| it.snippet_support) == Some(true),
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
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(vec![".".to_owned(), "@".to_owned()]),
            ..lsp::CompletionOptions::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(["(", "[", ","].map(str::to_owned).to_vec()),
            ..lsp::SignatureHelpOptions::default()
        }),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(lsp::RenameOptions {
            prepare_provider: Some(true),
            ..lsp::RenameOptions::default()
        })),
        semantic_tokens_provider: Some(lsp::SemanticTokensProvider::SemanticTokensOptions(
            semantic_tokens(),
        )),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            ..lsp::ExecuteCommandOptions::default()
        }),
        document_link_provider: Some(lsp::DocumentLinkOptions::default()),
        ..plain_capabilities()
    }
}

/// What needs no more than to be said.
fn plain_capabilities() -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        hover_provider: Some(lsp::HoverProvider::Bool(true)),
        definition_provider: Some(lsp::DefinitionProvider::Bool(true)),
        references_provider: Some(lsp::ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(lsp::DocumentHighlightProvider::Bool(true)),
        document_symbol_provider: Some(lsp::DocumentSymbolProvider::Bool(true)),
        workspace_symbol_provider: Some(lsp::WorkspaceSymbolProvider::Bool(true)),
        document_formatting_provider: Some(lsp::DocumentFormattingProvider::Bool(true)),
        document_range_formatting_provider: Some(lsp::DocumentRangeFormattingProvider::Bool(true)),
        folding_range_provider: Some(lsp::FoldingRangeProvider::Bool(true)),
        selection_range_provider: Some(lsp::SelectionRangeProvider::Bool(true)),
        inlay_hint_provider: Some(lsp::InlayHintProvider::Bool(true)),
        call_hierarchy_provider: Some(lsp::CallHierarchyProvider::Bool(true)),
        ..lsp::ServerCapabilities::default()
    }
}

fn semantic_tokens() -> lsp::SemanticTokensOptions {
    lsp::SemanticTokensOptions {
        legend: lsp::SemanticTokensLegend {
            token_types: TYPES.map(str::to_owned).to_vec(),
            token_modifiers: MODIFIERS.map(str::to_owned).to_vec(),
        },
        range: Some(lsp::SemanticTokensOptionsRange::Bool(true)),
        full: Some(lsp::Full::Bool(true)),
        work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
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
