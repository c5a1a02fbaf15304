// What a check does not depend on, faded in the text; and why each part is kept or cut.

import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

import { rangeOf } from "./places";

/** A check, as `docs/language-server.md` describes it. */
export interface Check {
    uri: string;
    check: string;
    number?: number;
}

/** A part of a text that is kept or cut. */
interface Part {
    range: Range;
    what: string;
}

/** What `fretsaw.showSlice` gives. */
export interface Slice {
    files: { uri: string; cut: Part[]; kept: Part[] }[];
}

/** What `fretsaw/why` gives. */
export interface Why {
    sentence: string;
    text: string;
}

/** Asks why something is kept or cut. */
type Ask = (name: string) => Promise<Why> | undefined;

interface ShownPart {
    range: vscode.Range;
    what: string;
}

interface ShownFile {
    cut: ShownPart[];
    all: ShownPart[];
}

export class Slices implements vscode.Disposable, vscode.HoverProvider {
    private readonly faded = vscode.window.createTextEditorDecorationType({ opacity: "0.35" });
    private readonly listeners: vscode.Disposable[] = [];
    /** What is shown, by the address of the file. */
    private files = new Map<string, ShownFile>();
    private why: Ask | undefined;

    constructor() {
        this.listeners.push(
            vscode.languages.registerHoverProvider({ scheme: "file", language: "rebel" }, this),
            vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
            // Ranges of another text are wrong, and the slice may be another one.
            vscode.workspace.onDidChangeTextDocument((change) => {
                if (change.contentChanges.length > 0 && this.files.has(change.document.uri.toString())) {
                    this.hide();
                }
            }),
        );
    }

    async show(slice: Slice, why: Ask): Promise<void> {
        this.why = why;
        this.files = new Map(
            slice.files.map((file) => {
                const cut = file.cut.map(shown);
                return [vscode.Uri.parse(file.uri).toString(), { cut, all: [...cut, ...file.kept.map(shown)] }];
            }),
        );
        this.draw();
        const parts = [...this.files.values()].reduce((sum, file) => sum + file.cut.length, 0);
        const choice = await vscode.window.showInformationMessage(
            `${parts} parts of ${this.files.size} files are cut. They are faded until a text changes; hovering over a part tells why it is kept or cut.`,
            "Hide",
        );
        if (choice === "Hide") {
            this.hide();
        }
    }

    hide(): void {
        this.files.clear();
        this.why = undefined;
        this.draw();
    }

    dispose(): void {
        this.faded.dispose();
        for (const listener of this.listeners) {
            listener.dispose();
        }
    }

    /** Why the part at a place is kept or cut, while a slice is shown. */
    async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
        const parts = this.files.get(document.uri.toString())?.all.filter(({ range }) => range.contains(position));
        // Of parts within each other the innermost one is meant.
        const part = parts?.reduce<ShownPart | undefined>(
            (inner, next) => (inner && !inner.range.contains(next.range) ? inner : next),
            undefined,
        );
        const name = part?.what.split(" ").at(-1);
        if (!part || !name?.includes(".")) {
            return undefined;
        }
        const why = await Promise.resolve(this.why?.(name)).catch(() => undefined);
        if (!why) {
            return undefined;
        }
        const text = new vscode.MarkdownString().appendText(why.sentence).appendCodeblock(why.text, "text");
        return new vscode.Hover(text, part.range);
    }

    private draw(): void {
        for (const editor of vscode.window.visibleTextEditors) {
            const file = this.files.get(editor.document.uri.toString());
            editor.setDecorations(
                this.faded,
                (file?.cut ?? []).map(({ range }) => range),
            );
        }
    }
}

function shown({ range, what }: Part): ShownPart {
    return { range: rangeOf(range), what };
}
