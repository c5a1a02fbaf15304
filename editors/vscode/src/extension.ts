// Starts the language server and shows what plain editors have no place for: runs and slices of checks.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { type Slice, Slices } from "./slices";
import { type Trace, showTrace } from "./traces";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const slices = new Slices();
    const restart = async () => {
        slices.hide();
        await client?.stop();
        client = newClient(slices);
        await client.start();
    };
    context.subscriptions.push(
        slices,
        vscode.commands.registerCommand("fretsaw.restart", restart),
        vscode.commands.registerCommand("fretsaw.hideSlice", () => slices.hide()),
        vscode.workspace.onDidChangeConfiguration((change) => {
            if (change.affectsConfiguration("fretsaw.server")) {
                void restart();
            }
        }),
    );
    await restart();
}

export async function deactivate(): Promise<void> {
    await client?.stop();
}

function newClient(slices: Slices): LanguageClient {
    const settings = vscode.workspace.getConfiguration("fretsaw.server");
    const roots = settings.get<string[]>("roots", []).flatMap((root) => ["--root", root]);
    const server: ServerOptions = {
        command: settings.get<string>("path", "fretsaw"),
        args: ["lsp", ...roots],
    };
    const options: LanguageClientOptions = {
        documentSelector: [{ scheme: "file", language: "rebel" }],
        synchronize: {
            fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.ebl,*.tebl,fretsaw.toml}"),
        },
        middleware: {
            // The server registers its commands; what they give is shown here.
            executeCommand: async (command, parameters, next) => {
                const result: unknown = await next(command, parameters);
                if (command === "fretsaw.showTrace") {
                    await showTrace(result as Trace);
                } else if (command === "fretsaw.showSlice") {
                    await slices.show(result as Slice);
                }
                return result;
            },
        },
    };
    return new LanguageClient("fretsaw", "Fretsaw", server, options);
}
