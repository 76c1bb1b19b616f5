import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyIn } from '../../src/wire/keys.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder('canary');
});
afterEach(() => folder.remove());

const SECRET = /(\w*)=?[\w-]{16}\.([\w-]{43})(?![\w-])/g;

it('a bridge that opens no browser shows codes in links, and the lasting key nowhere', async () => {
  const [tokenFile, logFile] = [join(folder.path, 'bridge.json'), join(folder.path, 'bridge.log')];
  const agent = await startAgent({
    tokenFile,
    flags: ['--log-file', logFile],
    timings: { reconnectGraceMs: 50, connectMs: 50, lostMs: 100 },
  });
  const code = agent.newToken();
  const tab = await agent.openReady({ token: () => code });
  await agent.call('get_cells');
  // Whatever goes wrong: a socket that drops, one with a code that is void, nonsense, a tab that is gone for good.
  await tab.drop();
  await tab.connect();
  // Only one that the bridge has taken in again can be gone for it.
  const calls = (): number => tab.frames.filter(({ method }) => method === 'tools/call').length;
  await expect
    .poll(async () => {
      await agent.call('get_cells');
      return calls();
    })
    .toBeGreaterThan(1);
  await expect(agent.open({ token: () => code, linkId: null })).rejects.toThrow('401');
  tab.sendRaw(`nonsense with ${code}`);
  const gone = agent.listChange();
  await tab.leave();
  await gone;
  await agent.call('get_cells');
  await agent.call('open_colab_browser_connection');
  const { keys }: { keys: string[] } = JSON.parse(await readFile(tokenFile, 'utf8'));
  await agent.close();

  const lasting = keyIn(keys.at(-1) ?? '')?.secret ?? '?';
  const log = await readFile(logFile, 'utf8');
  const told = JSON.stringify(agent.messages);
  for (const place of [log, told, agent.stderr()]) {
    expect(place).not.toContain(lasting);
    // What has let a tab in is not said again, not even now that it is void.
    expect(place).not.toContain(keyIn(code)?.secret);
  }
  expect(log).not.toMatch(SECRET);
  const shown = [...told.matchAll(SECRET), ...agent.stderr().matchAll(SECRET)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, name] of shown) expect(['mcpProxyToken', 'cellwireProof']).toContain(name);
});
