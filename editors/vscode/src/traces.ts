// A run as a list whose entries lead to the events that happen.

import * as vscode from "vscode";
import type { Location } from "vscode-languageclient/node";

import { rangeOf } from "./places";

/** A step of a run, as `docs/language-server.md` describes it. */
interface Step {
    step: number;
    label: string;
    location: Location;
    changes: string[];
    synced: Step[];
}

/** What `fretsaw.showTrace` gives. */
export interface Trace {
    isStale: boolean;
    text: string;
    steps: Step[];
}

interface Entry extends vscode.QuickPickItem {
    location: Location;
}

export async function showTrace(trace: Trace): Promise<void> {
    const picker = vscode.window.createQuickPick<Entry>();
    picker.title = trace.isStale ? "Run (the check has changed since)" : "Run";
    picker.placeholder = "A step leads to its event";
    picker.matchOnDetail = true;
    picker.items = trace.steps.flatMap(entries);
    // Moving through the list moves through the files, as with references.
    picker.onDidChangeActive(([entry]) => entry && void open(entry.location, true));
    picker.onDidAccept(() => {
        const [entry] = picker.activeItems;
        picker.hide();
        if (entry) {
            void open(entry.location, false);
        }
    });
    picker.onDidHide(() => picker.dispose());
    picker.show();
}

function entries(step: Step): Entry[] {
    const own: Entry = {
        label: `${step.step}  ${step.label}`,
        detail: step.changes.join("; "),
        location: step.location,
    };
    const synced = step.synced.map((other) => ({
        label: `      with ${other.label}`,
        detail: other.changes.join("; "),
        location: other.location,
    }));
    return [own, ...synced];
}

async function open(location: Location, preserveFocus: boolean): Promise<void> {
    const uri = vscode.Uri.parse(location.uri);
    const selection = rangeOf(location.range);
    await vscode.window.showTextDocument(uri, { selection, preserveFocus, preview: true });
}
