/// <reference path="./raw-python.d.ts" />
// Every world that brings tools along has to know what importing a Python file gives.
import { Failure } from '../notebook/failure.ts';
import type { Kernel } from '../notebook/kernel.ts';
import type { RunUpdate } from '../notebook/run-update.ts';
import { isRecord } from '../wire/json.ts';
import caller from './call.py?raw';
import forgetSource from './forget_source.py?raw';
import { PrintedText } from './printed-text.ts';

/** A Python file of ours: defines `main(**arguments)`, which gives something that JSON can hold. */
export interface PythonScript {
  name: string;
  source: string;
}

export interface CallOptions {
  /** Whoever asked does not wait any more; what Python has begun goes on. */
  signal?: AbortSignal;
  /** How long it may wait for a kernel that is busy with something else. */
  startWithinMs?: number;
}

/** Nobody looks at a runtime to be told in an hour. */
const START_WITHIN_MS = 15_000;

/**
 * Runs a script in the kernel, quietly: in a namespace of its own, with no trace in the user's. Arguments and result
 * are JSON. Rejects with `Failure`; what the script raises is `internal` unless the script says otherwise, and a kernel
 * that is busy for too long is `timeout`.
 */
export async function callPython(
  kernel: Pick<Kernel, 'execute'>,
  { name, source }: PythonScript,
  args: Record<string, unknown> = {},
  onPrinted?: (text: string) => void,
  { signal, startWithinMs = START_WITHIN_MS }: CallOptions = {},
): Promise<unknown> {
  const mark = `\u0001cellwire:${crypto.randomUUID()}\u0001`;
  const printed = new PrintedText();
  const follow = (update: RunUpdate): void => {
    if (!('patches' in update)) return;
    printed.apply(update.patches);
    onPrinted?.(printed.text);
  };
  const code = codeOf({ script: source, name, arguments: JSON.stringify(args), mark });
  const executing = kernel.execute({ code, isQuiet: true, startWithinMs }, follow);
  const { status, reason, wasBusy } = await unlessAborted(executing, name, signal);
  const answer = answerAfter(mark, printed.text);
  if (answer && 'result' in answer) return answer.result;
  if (answer && isRecord(answer.error)) throw raised(name, answer.error);
  if (wasBusy) throw busy(name, reason);
  throw unanswered(name, answer ? 'interrupted' : status, reason);
}

async function unlessAborted<T>(work: Promise<T>, name: string, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(cancelled(name));
  });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function cancelled(name: string): Failure {
  return new Failure(
    'lost',
    `${name} was cancelled while it waited for Python; what Python had begun goes on.`,
    'Call it again if it is still wanted.',
  );
}

function codeOf(names: Record<string, string>): string {
  const given = Object.entries(names).map(([name, text]) => `${name} = ${JSON.stringify(text)}`);
  return asOneStatement([...given, caller].join('\n'));
}

/**
 * So that it names nothing in the user's namespace, and IPython does not keep it: a file that is written piece by piece
 * would stay in the kernel's memory. First of all, as an interrupt may come later. A JSON string is a string of Python
 * as well.
 */
export function asOneStatement(source: string): string {
  const all = `${forgetSource}\n\nforget_source(sys._getframe(1))\n${source}`;
  return `exec(compile(${JSON.stringify(all)}, "<cellwire>", "exec"), {"__name__": "cellwire"})`;
}

function answerAfter(mark: string, text: string): Record<string, unknown> | null {
  const start = text.lastIndexOf(mark);
  if (start < 0) return null;
  const end = text.indexOf('\n', start);
  try {
    const answer: unknown = JSON.parse(text.slice(start + mark.length, end < 0 ? undefined : end));
    return isRecord(answer) ? answer : null;
  } catch {
    return null;
  }
}

function raised(name: string, { type, message }: Record<string, unknown>): Failure {
  return new Failure(
    'internal',
    `Python could not do ${name}: ${String(type)}: ${String(message)}`,
    'Nothing of the notebook was changed. If it happens again, do it with code of your own.',
  );
}

function busy(name: string, reason = 'The kernel was busy.'): Failure {
  return new Failure(
    'timeout',
    `${name} could not begin, and nothing was done. ${reason}`,
    'Wait until that has ended (get_run), or stop it (interrupt_execution), then try again.',
  );
}

function unanswered(name: string, status: string, reason: string | undefined): Failure {
  if (status === 'interrupted') {
    return new Failure(
      'lost',
      `${name} was interrupted before its end.`,
      'Call it again if it is still wanted.',
    );
  }
  if (status === 'ok') {
    return new Failure(
      'lost',
      `${name} ran to its end, but its answer could not be read: a notebook page may show only the end of a long text.`,
      'Ask for less at a time (a smaller file, a narrower filter), and see in get_status what this page allows.',
    );
  }
  const kind = status === 'not_started' ? 'not_connected' : 'lost';
  const why = reason ?? `the kernel said "${status}" and gave no answer`;
  return new Failure(kind, `${name} has no result: ${why}`, 'Look at get_status, then try again.');
}
