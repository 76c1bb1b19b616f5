import { loadPyodide, type PyodideAPI } from 'pyodide';
import { PYODIDE_FOLDER } from '../../../playground/server/paths.ts';
import type { PythonKernel } from './python-kernel.ts';
import { tellStreams } from './python-kernel.ts';

/** Told where it is: by itself it gets that wrong in a folder that has parentheses in its name. */
export const loadPython = (): Promise<PyodideAPI> => loadPyodide({ indexURL: PYODIDE_FOLDER });

/** Pyodide in this process. Its namespace is that of `__main__`, as in a notebook; it has no history. */
export async function startPyodide(): Promise<PythonKernel> {
  const pyodide = await loadPython();
  let count = 0;
  return {
    async execute({ code, isQuiet = false }, onUpdate) {
      const tell = tellStreams(onUpdate);
      for (const [name, set] of [
        ['stdout', pyodide.setStdout],
        ['stderr', pyodide.setStderr],
      ] as const) {
        const decoder = new TextDecoder();
        set({
          write: (bytes) => {
            tell(name, decoder.decode(bytes, { stream: true }));
            return bytes.length;
          },
        });
      }
      if (!isQuiet) count += 1;
      const end = { executionCount: isQuiet ? null : count, durationMs: 0 };
      try {
        const value: unknown = await pyodide.runPythonAsync(code);
        // Else JavaScript would keep the value of a last line alive.
        if (value instanceof pyodide.ffi.PyProxy) value.destroy();
        return { status: 'ok', ...end };
      } catch (error) {
        return { status: 'error', reason: String(error), ...end };
      }
    },
    async close() {},
  };
}
