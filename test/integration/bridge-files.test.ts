import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Transfers } from '../../src/files/transfers.ts';
import { Failure } from '../../src/notebook/failure.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';
import { TRANSFER, transferOf } from '../../src/wire/transfer.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { failureIn, startAgent } from '../support/mcp-stdio-client.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let agent: Agent;
let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder('bridge-files');
  agent = await startAgent({ flags: ['--save-dir', folder.path] });
});
afterEach(async () => {
  await agent.close();
  await folder.remove();
});

const never = new AbortController().signal;

/** A tab with one file, which serves transfers as the extension does. `deny`: the user says no. */
async function openTab(content: Buffer, { deny = false } = {}): Promise<FakeTab> {
  const transfers = new Transfers();
  const sha256 = (length?: number): string =>
    createHash('sha256').update(content.subarray(0, length)).digest('hex');
  const tab = await agent.openReady({ tools: ['download_file', 'upload_file'] });
  tab.onTransfer = (params) =>
    transfers.answer(params, never).catch((thrown: unknown) => ({ failure: Failure.from(thrown).toData() }));
  tab.onCall = async (_, { signal }) => {
    if (deny) return failureResult(new Failure('denied', 'The user said no.', 'Ask.').toData());
    const { _meta } = (await lastCall(tab)).params;
    const meta = transferOf(isRecord(_meta) ? _meta : undefined);
    if (!meta) throw new Error(`The call has no ${TRANSFER}.`);
    const end = await transfers.begin(meta).serve(
      {
        facts: { path: '/content/x.bin', bytes: content.length },
        perform: async (step) => {
          if (step.step === 'hash') return { sha256: sha256(step.length) };
          if (step.step !== 'read') throw new Error(step.step);
          return { base64: content.subarray(step.offset, step.offset + step.length).toString('base64') };
        },
      },
      signal,
    );
    transfers.forget(meta.name);
    if ('failure' in end) return failureResult(end.failure.toData());
    return { content: [], structuredContent: end.data };
  };
  return tab;
}

const lastCall = (tab: FakeTab) => tab.received('tools/call', tab.count('tools/call') - 1);

it('saves a file that the tab hands over in pieces, by one call, which names where it goes', async () => {
  const content = randomBytes(2_000_000);
  const tab = await openTab(content);
  const { structuredContent } = await agent.call('download_file', { path: 'x.bin', to: 'y.bin' });
  const savedTo = join(folder.path, 'y.bin');
  expect(structuredContent).toMatchObject({ savedTo, bytes: content.length });
  expect((await readFile(savedTo)).equals(content)).toBe(true);
  expect(tab.count('tools/call')).toBe(1);
  expect((await lastCall(tab)).params.arguments).toMatchObject({ path: 'x.bin', to: savedTo });
});

it('writes nothing when the user says no', async () => {
  await openTab(randomBytes(10), { deny: true });
  expect(failureIn(await agent.call('download_file', { path: 'x.bin' }))).toMatchObject({ kind: 'denied' });
  expect(await readdir(folder.path)).toEqual([]);
});

it('goes on over a socket that is lost in the middle', async () => {
  const content = randomBytes(5_000_000);
  const tab = await openTab(content);
  const { onTransfer } = tab;
  let steps = 0;
  tab.onTransfer = async (params) => {
    const answer = await onTransfer(params);
    if (++steps === 4) void tab.drop().then(() => tab.connect());
    return answer;
  };
  const { structuredContent } = await agent.call('download_file', { path: 'x.bin' });
  expect(structuredContent).toMatchObject({ bytes: content.length });
  expect((await readFile(join(folder.path, 'x.bin'))).equals(content)).toBe(true);
});

it('does not ask the tab for a path that leads out', async () => {
  const tab = await openTab(randomBytes(10));
  for (const to of ['../x', '/etc/passwd'])
    expect(failureIn(await agent.call('download_file', { path: 'x', to }))).toMatchObject({ kind: 'denied' });
  await writeFile(join(folder.path, 'here'), '');
  expect(failureIn(await agent.call('upload_file', { from: '../here' }))).toMatchObject({ kind: 'denied' });
  expect(tab.count('tools/call')).toBe(0);
});
