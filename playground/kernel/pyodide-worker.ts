import { InputBox } from './input-box.ts';
import type { ExecuteReply, KernelOutput } from './kernel.ts';
import type { FileNews, FromKernel, ToWorker } from './kernel-messages.ts';
import { type AskForInput, type Python, type PythonReply, startPython } from './python-runtime.ts';

let python: Python | undefined;
let interrupts: Uint8Array | undefined;
let executionCount = 0;
let runningId = 0;

const post = (message: FromKernel | FileNews) => globalThis.postMessage(message);
const postOutput = (output: KernelOutput) => post({ type: 'output', id: runningId, output });
const epochNow = () => performance.timeOrigin + performance.now();

globalThis.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === 'boot') void boot(message);
  else if (message.type === 'execute') void execute(message.id, message.code, message.silent);
  else if (message.type === 'interrupt') interrupt(message.id);
  else if (message.type === 'read-file' || message.type === 'write-file') {
    const { request, path } = message;
    const answer =
      message.type === 'read-file' ? python?.readFile(path) : python?.writeFile(path, message.content);
    post({ type: 'file', request, answer: answer ?? null });
  }
});

async function boot(message: Extract<ToWorker, { type: 'boot' }>): Promise<void> {
  const { pyodideUrl, interruptBuffer, inputBuffer } = message;
  try {
    if (interruptBuffer) interrupts = new Uint8Array(interruptBuffer);
    const box = inputBuffer ? new InputBox(inputBuffer) : undefined;
    python = await startPython(pyodideUrl, interrupts, postOutput, askWith(box));
    post({ type: 'ready' });
  } catch (error) {
    post({ type: 'boot-failed', reason: String(error) });
  }
}

// What the user's code raises is an answer; what comes here is the end of the interpreter.
for (const type of ['error', 'unhandledrejection']) {
  globalThis.addEventListener(type, () => {
    if (runningId !== 0) post({ type: 'crashed' });
  });
}

/** Without shared memory a worker that runs Python cannot be reached: then there is no way to ask. */
function askWith(box: InputBox | undefined): AskForInput | undefined {
  if (!box) return undefined;
  return {
    ask(prompt, isPassword) {
      box.empty();
      post({ type: 'input', id: runningId, prompt, isPassword });
    },
    take: (ms) => box.take(ms),
  };
}

async function execute(id: number, code: string, silent: boolean): Promise<void> {
  if (!python) return;
  runningId = id;
  if (interrupts) interrupts[0] = 0;
  if (!silent) executionCount = python.nextCount();
  post({ type: 'started', id });
  const startedAt = epochNow();
  const started = performance.now();
  const answer = await python.run(code, executionCount, silent);
  const kernelMs = performance.now() - started;
  const reply = finished(answer, silent, kernelMs, startedAt);
  runningId = 0;
  post({ type: 'done', id, reply });
}

function finished(
  { error, payload }: PythonReply,
  silent: boolean,
  kernelMs: number,
  startedAt: number,
): ExecuteReply {
  return {
    status: error ? 'error' : 'ok',
    executionCount: silent ? null : executionCount,
    ...(error ? { error } : {}),
    payload,
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
