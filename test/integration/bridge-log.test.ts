import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitConnectionUrl } from '../../src/wire/connection-url.ts';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { FakeTab } from '../support/fake-tab.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let tokenFile: string;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  cleanUp = [];
  folder = await temporaryFolder('log');
  tokenFile = join(folder.path, 'bridge.json');
});

afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  await folder.remove();
});

/** Each is answered with a refusal, and makes a line of the log. */
async function knock(port: number, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await new Promise<void>((resolve, reject) => {
      get(
        { host: '127.0.0.1', port, headers: { connection: 'upgrade', upgrade: 'websocket' } },
        (response) => {
          response.resume().once('close', resolve);
        },
      ).once('error', reject);
    });
  }
}

type Bridge = ReturnType<typeof spawn>;

/** An agent of a line or two: asks, and waits for the answer or for the end of the bridge. */
function agentOf(child: Bridge) {
  let stdout = '';
  let id = 0;
  return {
    ask(method: string, params: object = {}): Promise<unknown> {
      const mine = ++id;
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: mine, method, params })}\n`);
      return new Promise((resolve, reject) => {
        const look = (chunk: Buffer): void => {
          const lines = (stdout + chunk).split('\n');
          stdout = lines.pop() ?? '';
          const answer = lines.map((line) => JSON.parse(line)).find((message) => message.id === mine);
          if (!answer) return;
          child.stdout?.off('data', look);
          resolve(answer);
        };
        child.stdout?.on('data', look);
        const gone = (code: number | null): void => reject(new Error(`The bridge ended with code ${code}.`));
        if (child.exitCode !== null) gone(child.exitCode);
        child.once('exit', gone);
      });
    },
  };
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'agent', version: '1' },
};

/** Serves its agent and a tab, after it has had so much to say. */
async function expectToServe(child: Bridge, lines: number): Promise<{ port: number }> {
  const agent = agentOf(child);
  await agent.ask('initialize', INITIALIZE);
  // Its answer comes when the port is open.
  const answer = await agent.ask('tools/call', { name: 'get_cells', arguments: {} });
  const [address = ''] = /https:[^"\s\\]+mcpProxyPort[^"\s\\]+/.exec(JSON.stringify(answer)) ?? [];
  const { port = 0, token = '' } = splitConnectionUrl(address).caller?.credentials ?? {};
  await knock(port, lines);
  const tab = await new FakeTab({ port, token: () => token }).connect();
  cleanUp.push(() => tab.drop());
  await tab.received('tools/list');
  expect(await agent.ask('tools/call', { name: 'get_cells', arguments: {} })).toMatchObject({
    result: { content: [{ type: 'text', text: 'get_cells done' }] },
  });
  return { port };
}

async function expectToEnd(child: Bridge): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  expect(await ended).toEqual([0, null]);
}

function start(stderr: 'pipe' | number, args: string[] = []): Bridge {
  const child = spawn(process.execPath, [BRIDGE_FILE, '--no-browser', '--token-file', tokenFile, ...args], {
    stdio: ['pipe', 'pipe', stderr],
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  return child;
}

const hasFullDevice = process.platform === 'linux';

describe('the bridge goes on', () => {
  it('when whoever read stderr has closed it', async () => {
    const child = start('pipe');
    child.stderr?.destroy();
    await expectToServe(child, 3);
    await expectToEnd(child);
  });

  it('when nobody reads stderr, and it is full', async () => {
    const child = start('pipe');
    const lines = 5_000;
    const { port } = await expectToServe(child, lines);
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    // What waited is bounded; the rest was left out, which the next line says.
    await expect.poll(() => stderr.length).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await knock(port, 1);
        return stderr;
      })
      .toMatch(/\[[\d,]+ lines left out: nobody read them\]/);
    expect(stderr.split('Refused a connection').length).toBeLessThan(lines);
    await expectToEnd(child);
  });

  it('to its own end, when nobody reads stderr', async () => {
    const child = start('pipe');
    await expectToServe(child, 3_000);
    await expectToEnd(child);
  });

  it.runIf(hasFullDevice)('when stderr goes to a full disk', async () => {
    const child = start(openSync('/dev/full', 'w'));
    await expectToServe(child, 3);
    await expectToEnd(child);
  });

  it.runIf(hasFullDevice)('when the log file is on a full disk, which it says once', async () => {
    const child = start('pipe', ['--log-file', '/dev/full']);
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    await expectToServe(child, 3);
    await expectToEnd(child);
    expect(stderr.match(/The log file cannot be written, so it ends here: Error: ENOSPC/g)).toHaveLength(1);
    expect(stderr).toContain('Refused a connection');
  });
});
