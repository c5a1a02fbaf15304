// Places of the protocol as the editor has them.

import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

export function rangeOf({ start, end }: Range): vscode.Range {
    return new vscode.Range(start.line, start.character, end.line, end.character);
}
