import type { PyodideInterface } from 'pyodide';
import type { KernelError, KernelOutput } from './kernel.ts';
import displaySource from './python/display.py?raw';
import runSource from './python/run.py?raw';
import streamsSource from './python/streams.py?raw';
import tracebacksSource from './python/tracebacks.py?raw';

export interface Python {
  run(code: string, executionCount: number, silent: boolean): Promise<KernelError | null>;
  cancel(): void;
}

/** What `run.py` offers, as Pyodide hands it over. */
interface RunModule {
  run_cell(code: string, executionCount: number, silent: boolean): Promise<string | null | undefined>;
  cancel(): void;
}

const MODULES = {
  playground_streams: streamsSource,
  playground_display: displaySource,
  playground_tracebacks: tracebacksSource,
  playground_run: runSource,
};

/** Starts CPython and installs the notebook's side of it: streams, display hooks, tracebacks. */
export async function startPython(
  pyodideUrl: string,
  interrupts: Uint8Array | undefined,
  emit: (output: KernelOutput) => void,
): Promise<Python> {
  const loader: typeof import('pyodide') = await import(/* @vite-ignore */ `${pyodideUrl}pyodide.mjs`);
  const snapshot = await fetchSnapshot(pyodideUrl);
  const pyodide = await loader.loadPyodide({
    indexURL: pyodideUrl,
    ...(snapshot ? { _loadSnapshot: snapshot } : {}),
  });
  if (interrupts) pyodide.setInterruptBuffer(interrupts);
  pyodide.registerJsModule('playground_host', {
    // JSON keeps the border simple: no proxies to destroy, nothing shared by accident.
    emit: (json: string) => emit(JSON.parse(json)),
    emit_stream: (name: 'stdout' | 'stderr', text: string) => emit({ type: 'stream', name, text }),
    pause: makePause(),
    // Python looks at the shared byte only now and then; whoever sleeps can look at once.
    take_interrupt: () => interrupts !== undefined && Atomics.exchange(interrupts, 0, 0) !== 0,
  });
  installModules(pyodide);
  const module: RunModule = pyodide.pyimport('playground_run');
  return {
    run: async (code, executionCount, silent) => {
      const error = await module.run_cell(code, executionCount, silent);
      return error ? JSON.parse(error) : null;
    },
    cancel: () => module.cancel(),
  };
}

/** Python's memory as it is after start-up; without one the interpreter starts from scratch. */
async function fetchSnapshot(pyodideUrl: string): Promise<ArrayBuffer | undefined> {
  const response = await fetch(`${pyodideUrl}snapshot`);
  return response.status === 200 ? response.arrayBuffer() : undefined;
}

function installModules(pyodide: PyodideInterface): void {
  pyodide.FS.mkdirTree('/content');
  pyodide.FS.chdir('/content');
  const folder = '/lib/playground';
  pyodide.FS.mkdirTree(folder);
  for (const [name, source] of Object.entries(MODULES)) pyodide.FS.writeFile(`${folder}/${name}.py`, source);
  pyodide.runPython(`import sys; sys.path.insert(0, '${folder}')`);
}

/** A sleep that leaves the processor alone; without shared memory there is only spinning. */
function makePause(): (ms: number) => void {
  if (!globalThis.crossOriginIsolated) {
    return (ms) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
  }
  const cell = new Int32Array(new SharedArrayBuffer(4));
  return (ms) => {
    Atomics.wait(cell, 0, 0, ms);
  };
}
