import { createRequire } from 'node:module';

/** Ruff as WebAssembly: the same on every system, and nothing to install but the package. */
const ruff: typeof import('@astral-sh/ruff-wasm-nodejs') = createRequire(import.meta.url)(
  '@astral-sh/ruff-wasm-nodejs',
);

export interface PythonProblem {
  row: number;
  column: number;
  text: string;
}

export interface CheckedPython {
  formatted: string;
  problems: PythonProblem[];
}

/** `options`: what ruff.toml holds. */
export function pythonChecker(options: unknown): (source: string) => CheckedPython {
  const workspace = new ruff.Workspace(options, ruff.PositionEncoding.Utf16);
  return (source) => {
    const found: import('@astral-sh/ruff-wasm-nodejs').Diagnostic[] = workspace.check(source);
    return {
      // What does not parse is told of by the check.
      formatted: found.some(({ code }) => code === null || code === 'invalid-syntax')
        ? source
        : workspace.format(source),
      problems: found
        .map(({ code, message, start_location: { row, column } }) => ({
          row,
          column,
          text: code === null ? message : `${code} ${message}`,
        }))
        .sort((a, b) => a.row - b.row || a.column - b.column),
    };
  };
}
