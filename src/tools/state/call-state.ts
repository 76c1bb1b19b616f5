import type { PythonScript } from '../../kernel/call-python.ts';
import { callPython } from '../../kernel/call-python.ts';
import { FAILURE_KINDS, Failure } from '../../notebook/failure.ts';
import { isRecord } from '../../wire/json.ts';
import { keepReporting } from '../run/progress-heartbeat.ts';
import type { RuntimeContext, ToolResult } from '../tool.ts';
import { z } from '../tool.ts';

/** How checkpoints and loops are named: it becomes the name of a file in the runtime. */
export const stateName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'use letters, digits, ".", "_" and "-", up to 64');

/** Big variables take their time: the agent hears meanwhile that it goes on. */
export async function callState(
  script: PythonScript,
  args: Record<string, unknown>,
  { kernel, progress }: RuntimeContext,
): Promise<ToolResult> {
  const { stop } = keepReporting(progress);
  try {
    return { data: checked(await callPython(kernel, script, args)) };
  } finally {
    stop();
  }
}

/** What a script gives; what it refuses to do is thrown, in its own words. */
export function checked(answer: unknown): Record<string, unknown> {
  const data = isRecord(answer) ? answer : {};
  if (!isRecord(data.failure)) return data;
  const { kind, message, next } = data.failure;
  throw new Failure(
    FAILURE_KINDS.find((known) => known === kind) ?? 'internal',
    String(message),
    String(next),
  );
}
