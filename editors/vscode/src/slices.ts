// What a check does not depend on, faded in the text.

import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

import { rangeOf } from "./places";

/** A part of a text that is kept or cut, as `docs/language-server.md` describes it. */
interface Part {
    range: Range;
    what: string;
}

/** What `fretsaw.showSlice` gives. */
export interface Slice {
    files: { uri: string; cut: Part[]; kept: Part[] }[];
}

export class Slices implements vscode.Disposable {
    private readonly faded = vscode.window.createTextEditorDecorationType({ opacity: "0.35" });
    private readonly listeners: vscode.Disposable[] = [];
    /** What is cut, by the address of the file. */
    private cut = new Map<string, vscode.DecorationOptions[]>();

    constructor() {
        this.listeners.push(
            vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
            // Ranges of another text are wrong, and the slice may be another one.
            vscode.workspace.onDidChangeTextDocument((change) => {
                if (change.contentChanges.length > 0 && this.cut.has(change.document.uri.toString())) {
                    this.hide();
                }
            }),
        );
    }

    async show(slice: Slice): Promise<void> {
        const files = slice.files.map((file) => {
            const cut = file.cut.map((part) => ({
                range: rangeOf(part.range),
                hoverMessage: `${part.what} is cut: the check does not depend on it`,
            }));
            return [vscode.Uri.parse(file.uri).toString(), cut] as const;
        });
        this.cut = new Map(files);
        this.draw();
        const parts = files.reduce((sum, [, cut]) => sum + cut.length, 0);
        const choice = await vscode.window.showInformationMessage(
            `${parts} parts of ${files.length} files are cut. They are faded until a text changes.`,
            "Hide",
        );
        if (choice === "Hide") {
            this.hide();
        }
    }

    hide(): void {
        this.cut.clear();
        this.draw();
    }

    dispose(): void {
        this.faded.dispose();
        for (const listener of this.listeners) {
            listener.dispose();
        }
    }

    private draw(): void {
        for (const editor of vscode.window.visibleTextEditors) {
            editor.setDecorations(this.faded, this.cut.get(editor.document.uri.toString()) ?? []);
        }
    }
}
