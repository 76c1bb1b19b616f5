import type { PyodideInterface } from 'pyodide';
import type { KernelError, KernelOutput } from './kernel.ts';
import askingSource from './python/asking.py?raw';
import displaySource from './python/display.py?raw';
import runSource from './python/run.py?raw';
import shellSource from './python/shell.py?raw';
import streamsSource from './python/streams.py?raw';
import tracebacksSource from './python/tracebacks.py?raw';
import userdataSource from './python/userdata.py?raw';

export interface PythonReply {
  error: KernelError | null;
  payload: unknown[];
}

export interface Python {
  run(code: string, executionCount: number, silent: boolean): Promise<PythonReply>;
  /** The number of a cell that begins now. */
  nextCount(): number;
  cancel(): void;
  readFile(path: string): ArrayBuffer | null;
  writeFile(path: string, content: ArrayBuffer): boolean;
}

/** How Python asks for a line of text, and gets it without giving up its thread. */
export interface AskForInput {
  ask(prompt: string, isPassword: boolean): void;
  take(ms: number): string | undefined;
}

/** What `run.py` offers, as Pyodide hands it over. */
interface RunModule {
  run_cell(code: string, executionCount: number, silent: boolean): Promise<string | null | undefined>;
  next_count(): number;
  cancel(): void;
}

const MODULES = {
  playground_streams: streamsSource,
  playground_display: displaySource,
  playground_asking: askingSource,
  playground_tracebacks: tracebacksSource,
  playground_shell: shellSource,
  playground_run: runSource,
};

/** Starts CPython and installs the notebook's side of it: streams, display hooks, tracebacks. */
export async function startPython(
  pyodideUrl: string,
  interrupts: Uint8Array | undefined,
  emit: (output: KernelOutput) => void,
  input: AskForInput | undefined,
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
    can_ask: input !== undefined,
    ask: (prompt: string, isPassword: boolean) => input?.ask(prompt, isPassword),
    take_answer: (ms: number) => input?.take(ms),
    // Python looks at the shared byte only now and then; whoever sleeps can look at once.
    take_interrupt: () => interrupts !== undefined && Atomics.exchange(interrupts, 0, 0) !== 0,
  });
  installModules(pyodide);
  const module: RunModule = pyodide.pyimport('playground_run');
  return {
    run: async (code, executionCount, silent) => {
      const reply = await module.run_cell(code, executionCount, silent);
      return reply ? JSON.parse(reply) : { error: null, payload: [] };
    },
    nextCount: () => module.next_count(),
    cancel: () => module.cancel(),
    readFile: (path) => {
      const { exists } = pyodide.FS.analyzePath(path);
      // A copy: what FS gives is a window into Python's memory, or the file itself.
      return exists ? new Uint8Array(pyodide.FS.readFile(path)).buffer : null;
    },
    writeFile: (path, content) => {
      try {
        pyodide.FS.writeFile(path, new Uint8Array(content));
        return true;
      } catch {
        return false;
      }
    },
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
  pyodide.FS.mkdirTree(`${folder}/google/colab`);
  pyodide.FS.writeFile(`${folder}/google/colab/userdata.py`, userdataSource);
  pyodide.runPython(`import sys; sys.path.insert(0, '${folder}')`);
  // A picture of memory has the dice in it, too: all kernels would throw the same.
  pyodide.runPython('import random; random.seed()');
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
