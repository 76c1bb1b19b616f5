import { afterAll, beforeAll, describe } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { PythonScript } from '../../src/kernel/call-python.ts';
import { callPython } from '../../src/kernel/call-python.ts';
import { PrintedText } from '../../src/kernel/printed-text.ts';
import { startIPython } from './python/ipython-kernel.ts';
import { startPyodide } from './python/pyodide-kernel.ts';
import type { PythonKernel } from './python/python-kernel.ts';

export type Engine = 'pyodide' | 'ipython';

/** A Python that scripts of ours are tried on, with nothing in between but what always is. */
export interface Python extends PythonKernel {
  engine: Engine;
  /** Runs code as a cell would, and gives what it printed. Throws what it raises. */
  run(code: string): Promise<string>;
  /** Calls main() of a script as tools do. */
  call(script: string | PythonScript, args?: Record<string, unknown>): Promise<unknown>;
}

/** The Python with IPython (numpy and pandas are there too); undefined where there is none. */
export const ipython = await findJupyter();

export async function startPython(engine: Engine): Promise<Python> {
  const kernel = engine === 'pyodide' ? await startPyodide() : await startIPython(ipython ?? 'python3');
  return pythonOn(kernel, engine);
}

export function pythonOn(kernel: PythonKernel, engine: Engine): Python {
  return {
    engine,
    execute: (request, onUpdate) => kernel.execute(request, onUpdate),
    close: () => kernel.close(),
    async run(code) {
      const printed = new PrintedText();
      const { status, reason } = await kernel.execute({ code }, (update) => {
        if ('patches' in update) printed.apply(update.patches);
      });
      if (status !== 'ok') throw new Error(`${status}: ${reason ?? printed.text}`);
      return printed.text;
    },
    call: (script, args = {}) =>
      callPython(kernel, typeof script === 'string' ? { name: 'script', source: script } : script, args),
  };
}

/** One call in a Python of its own. `before` is run first, as a cell. For several, `describePython`. */
export async function runPython(
  engine: Engine,
  script: string | PythonScript,
  args: Record<string, unknown> = {},
  { before = '' }: { before?: string } = {},
): Promise<unknown> {
  const python = await startPython(engine);
  try {
    if (before) await python.run(before);
    return await python.call(script, args);
  } finally {
    await python.close();
  }
}

/**
 * Tests on every engine, each with one Python for all of them: `python()` gives it within a test. IPython's are
 * skipped where there is none.
 */
export function describePython(
  name: string,
  tests: (python: () => Python, engine: Engine) => void,
  engines: Engine[] = ['pyodide', 'ipython'],
): void {
  for (const engine of engines) {
    describe.skipIf(engine === 'ipython' && ipython === undefined)(`${name}, on ${engine}`, () => {
      let python: Python | undefined;
      beforeAll(async () => {
        python = await startPython(engine);
      }, 60_000);
      afterAll(() => python?.close());
      tests(() => {
        if (!python) throw new Error('Python is there only within a test.');
        return python;
      }, engine);
    });
  }
}
