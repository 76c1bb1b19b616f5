import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkedCode } from '../../../src/kernel/state/scripts.ts';
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

const MARK = '[run_chunked test]';

/** What a call of run_chunked is told. */
export interface LoopWish {
  name: string;
  items: string;
  body: string;
  batchSize?: number;
  onError?: 'stop' | 'skip';
}

/** What a loop says at its end, whatever that is. */
export async function loop(python: Python, wish: LoopWish): Promise<Json> {
  let text = '';
  const code = chunkedCode({ batchSize: 10, onError: 'stop', ...wish, mark: MARK });
  await python.execute({ code }, (update) => {
    for (const patch of 'patches' in update ? update.patches : []) {
      if (patch.op === 'append') text += patch.text;
      else if (patch.op === 'put') text += String(patch.output.text);
    }
  });
  const place = text.lastIndexOf(MARK);
  if (place < 0) throw new Error(`No last word: ${text}`);
  return asJson(JSON.parse(text.slice(place + MARK.length).split('\n')[0] ?? ''));
}

/** Why it was refused. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ kind: string; message: string; next: string }> {
  const { failure } = await answer(call);
  const { kind, message, next } = asJson(failure);
  return { kind: String(kind), message: String(message), next: String(next) };
}
