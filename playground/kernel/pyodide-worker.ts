import type { ExecuteReply, KernelError, KernelOutput } from './kernel.ts';
import type { FromKernel, ToWorker } from './kernel-messages.ts';
import { type Python, startPython } from './python-runtime.ts';

let python: Python | undefined;
let interrupts: Uint8Array | undefined;
let executionCount = 0;
let runningId = 0;

const post = (message: FromKernel) => globalThis.postMessage(message);
const postOutput = (output: KernelOutput) => post({ type: 'output', id: runningId, output });
const epochNow = () => performance.timeOrigin + performance.now();

globalThis.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === 'boot') void boot(message.pyodideUrl, message.interruptBuffer);
  else if (message.type === 'execute') void execute(message.id, message.code, message.silent);
  else interrupt(message.id);
});

async function boot(pyodideUrl: string, buffer: SharedArrayBuffer | null): Promise<void> {
  try {
    if (buffer) interrupts = new Uint8Array(buffer);
    python = await startPython(pyodideUrl, interrupts, postOutput);
    post({ type: 'ready' });
  } catch (error) {
    post({ type: 'boot-failed', reason: String(error) });
  }
}

async function execute(id: number, code: string, silent: boolean): Promise<void> {
  if (!python) return;
  runningId = id;
  if (interrupts) interrupts[0] = 0;
  if (!silent) executionCount += 1;
  post({ type: 'started', id });
  const startedAt = epochNow();
  const started = performance.now();
  const error = await python.run(code, executionCount, silent);
  const kernelMs = performance.now() - started;
  const reply = finished(error, silent, kernelMs, startedAt);
  runningId = 0;
  post({ type: 'done', id, reply });
}

function finished(
  error: KernelError | null,
  silent: boolean,
  kernelMs: number,
  startedAt: number,
): ExecuteReply {
  return {
    status: error ? 'error' : 'ok',
    executionCount: silent ? null : executionCount,
    ...(error ? { error } : {}),
    kernelMs,
    startedAt,
    endedAt: epochNow(),
  };
}

/** Reached only while Python awaits: code that computes is interrupted through the shared byte. */
function interrupt(id: number): void {
  if (id !== runningId) return;
  if (interrupts) interrupts[0] = 0;
  python?.cancel();
}
