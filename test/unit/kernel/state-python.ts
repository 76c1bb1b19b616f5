import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, type Json } from '../../support/agent.ts';
import type { Python } from '../../support/python.ts';

/** Lets a Python keep its state in a folder of the test. Gives the folder. */
export async function useStateFolder(python: Python): Promise<string> {
  const folder =
    python.engine === 'pyodide' ? '/tmp/state' : join(tmpdir(), `cellwire-state-${randomUUID()}`);
  await python.run(
    `import os\nos.environ.pop("CELLWIRE_STATE_DIR", None)\nos.environ["HOME"] = ${JSON.stringify(folder)}\nos.makedirs(${JSON.stringify(folder)}, exist_ok=True)\ndel os`,
  );
  return folder;
}

export const removeStateFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** What a call to one of our scripts gives, as tools read it. */
export async function answer(call: Promise<unknown>): Promise<Json> {
  return asJson(await call);
}

/** Why it was refused. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ kind: string; message: string; next: string }> {
  const { failure } = await answer(call);
  const { kind, message, next } = asJson(failure);
  return { kind: String(kind), message: String(message), next: String(next) };
}
