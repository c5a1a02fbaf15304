// Starts the language server and shows what plain editors have no place for: runs and slices of checks.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { type Check, type Slice, Slices, type Why } from "./slices";
import { type Trace, showTrace } from "./traces";

/** A client that leaves it to us to tell why a server could not be started. */
class Client extends LanguageClient {
    private isStarting = false;

    override async start(): Promise<void> {
        this.isStarting = true;
        try {
            await super.start();
        } finally {
            this.isStarting = false;
        }
    }

    override error(message: string, data?: unknown, notify: boolean | "force" = true): void {
        super.error(message, data, this.isStarting ? false : notify);
    }
}

let client: LanguageClient | undefined;
/** The last start or stop, so that each waits for the one before. */
let last: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const slices = new Slices();
    const restart = () => {
        slices.hide();
        last = last.then(stop).then(() => start(slices));
        return last;
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
    await last.then(stop);
}

async function start(slices: Slices): Promise<void> {
    const started = newClient(slices);
    client = started;
    try {
        await started.start();
    } catch (problem) {
        // Nobody waits for the answer, so that the extension is ready for another try.
        void tellOf(problem);
    }
}

/** A server that was never started, or has died, cannot be stopped, and does not need to be. */
async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    try {
        await running?.dispose();
    } catch {
        // What is left of it is of no use to anybody.
    }
}

async function tellOf(problem: unknown): Promise<void> {
    const path = vscode.workspace.getConfiguration("fretsaw.server").get<string>("path", "fretsaw");
    const why = problem instanceof Error ? problem.message : String(problem);
    const choice = await vscode.window.showErrorMessage(
        `The language server could not be started as "${path} lsp": ${why}`,
        "Open Settings",
    );
    if (choice === "Open Settings") {
        await vscode.commands.executeCommand("workbench.action.openSettings", "fretsaw.server.path");
    }
}

function newClient(slices: Slices): LanguageClient {
    const settings = vscode.workspace.getConfiguration("fretsaw.server");
    const roots = settings.get<string[]>("roots", []).flatMap((root) => ["--root", root]);
    const server: ServerOptions = {
        command: settings.get<string>("path", "fretsaw"),
        args: ["lsp", ...roots],
    };
    // The server itself asks for the files that are to be watched.
    const options: LanguageClientOptions = {
        documentSelector: [{ scheme: "file", language: "rebel" }],
        middleware: {
            // The server registers its commands; what they give is shown here.
            executeCommand: async (command, parameters, next) => {
                const result: unknown = await next(command, parameters);
                await show(slices, command, parameters[0] as Check, result);
                return result;
            },
        },
    };
    return new Client("fretsaw", "Fretsaw", server, options);
}

async function show(slices: Slices, command: string, check: Check, result: unknown): Promise<void> {
    if (command !== "fretsaw.showTrace" && command !== "fretsaw.showSlice") {
        return;
    }
    if (!result) {
        void vscode.window.showInformationMessage("The texts have changed meanwhile. Try again.");
    } else if (command === "fretsaw.showTrace") {
        await showTrace(result as Trace);
    } else {
        const why = (name: string) => client?.sendRequest<Why>("fretsaw/why", { ...check, name });
        await slices.show(result as Slice, why);
    }
}
