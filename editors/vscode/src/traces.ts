// A run as a list whose entries lead to the events that happen.

import * as vscode from "vscode";
import type { Location } from "vscode-languageclient/node";

import { rangeOf } from "./places";

/** A step of a run, as `docs/language-server.md` describes it. */
interface Step {
    step: number;
    label: string;
    /** Absent where the event is gone since the check was run. */
    location?: Location;
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
    location: Location | undefined;
}

export async function showTrace(trace: Trace): Promise<void> {
    const picker = vscode.window.createQuickPick<Entry>();
    picker.title = trace.isStale ? "Run (the check has changed since)" : "Run";
    picker.placeholder = "A step leads to its event";
    picker.matchOnDetail = true;
    picker.items = trace.steps.flatMap((step) => entries(step, 0));
    // Moving through the list moves through the files, as with references.
    picker.onDidChangeActive(([entry]) => void open(entry?.location, true));
    picker.onDidAccept(() => {
        const [entry] = picker.activeItems;
        picker.hide();
        void open(entry?.location, false);
    });
    picker.onDidHide(() => picker.dispose());
    picker.show();
}

/** A step and the events that happen with it, which may have events with them in turn. */
function entries(step: Step, depth: number): Entry[] {
    const own: Entry = {
        label: depth === 0 ? `${step.step}  ${step.label}` : `${"      ".repeat(depth)}with ${step.label}`,
        detail: step.changes.join("; "),
        location: step.location,
    };
    return [own, ...step.synced.flatMap((other) => entries(other, depth + 1))];
}

async function open(location: Location | undefined, preserveFocus: boolean): Promise<void> {
    if (!location) {
        return;
    }
    const uri = vscode.Uri.parse(location.uri);
    const selection = rangeOf(location.range);
    await vscode.window.showTextDocument(uri, { selection, preserveFocus, preview: true });
}
