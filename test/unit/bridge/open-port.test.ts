import { once } from 'node:events';
import { chmod, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveCredentials } from '../../../bridge/endpoint/credentials-file.ts';
import { PortTakenError } from '../../../bridge/endpoint/listen.ts';
import type { OpenedPort } from '../../../bridge/endpoint/open-port.ts';
import { openPort } from '../../../bridge/endpoint/open-port.ts';
import { capturedLog } from '../../support/captured-log.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOKEN = 'T'.repeat(43);
const ANY_TOKEN = expect.stringMatching(/^[\w-]{43}$/);

let folder: TemporaryFolder;
let file: string;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  folder = await temporaryFolder('port');
  file = join(folder.path, 'bridge.json');
  cleanUp = [];
});

afterEach(async () => {
  for (const undo of cleanUp) await undo();
  await folder.remove();
});

/** A port that somebody else listens on, until `release`. */
async function occupy(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const release = async (): Promise<void> => void server.close();
  cleanUp.push(release);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { port: address.port, release };
}

async function freePort(): Promise<number> {
  const { port, release } = await occupy();
  await release();
  return port;
}

const { log } = capturedLog();
const remember = (port: number): Promise<void> => saveCredentials(file, { port, token: TOKEN }, log);
const remembered = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

async function open(wanted?: number): Promise<Omit<OpenedPort, 'servers'> & { lines: string[] }> {
  const captured = capturedLog();
  const { servers, ...opened } = await openPort(file, wanted, captured.log);
  cleanUp.push(...servers.map((server) => () => server.close()));
  for (const server of servers) expect(server.address()).toMatchObject({ port: opened.port });
  // No line may show a token that tabs of last time still know.
  captured.log.info(`token: ${TOKEN}`);
  return { ...opened, lines: captured.lines };
}

describe('without a memory', () => {
  const lines = [`token: ${TOKEN}`];

  it('takes a free port and a new token, and remembers both', async () => {
    const opened = await open();
    expect(opened).toEqual({ port: expect.any(Number), token: ANY_TOKEN, remembered: false, lines });
    expect(await remembered()).toEqual({ port: opened.port, token: opened.token });
  });

  it('takes the port asked for, and remembers it', async () => {
    const port = await freePort();
    const opened = await open(port);
    expect(opened).toEqual({ port, token: ANY_TOKEN, remembered: false, lines });
    expect(await remembered()).toEqual({ port, token: opened.token });
  });
});

describe('with port and token of last time', () => {
  const lines = ['token: [hidden]'];

  it('takes them: tabs come by themselves', async () => {
    const port = await freePort();
    await remember(port);
    expect(await open()).toEqual({ port, token: TOKEN, remembered: true, lines });
    expect(await remembered()).toEqual({ port, token: TOKEN });
  });

  it('takes them also when asked for that very port', async () => {
    const port = await freePort();
    await remember(port);
    expect(await open(port)).toEqual({ port, token: TOKEN, remembered: true, lines });
  });

  it('expects nobody on another port that is asked for, and keeps the memory', async () => {
    const [before, port] = [await occupy(), await freePort()];
    await remember(before.port);
    expect(await open(port)).toEqual({ port, token: TOKEN, remembered: false, lines });
    expect(await remembered()).toEqual({ port: before.port, token: TOKEN });
  });

  it('expects nobody when the token had to be replaced', async () => {
    const port = await freePort();
    await remember(port);
    await chmod(file, 0o644);
    expect(await open()).toMatchObject({ port, token: ANY_TOKEN, remembered: false });
    await chmod(file, 0o644);
    cleanUp.splice(0).forEach((close) => void close());
    expect(await open(port)).toMatchObject({ port, token: ANY_TOKEN, remembered: false });
  });

  it('takes others for this run when the port is taken, and keeps the memory', async () => {
    const { port } = await occupy();
    await remember(port);
    const opened = await open();
    expect(opened).toEqual({
      port: expect.any(Number),
      token: ANY_TOKEN,
      remembered: false,
      lines: [
        `warning: Port ${port}, used last time, is taken (another bridge, perhaps): using a free one with a new token for this run. Tabs of last time will not find it by themselves.`,
        ...lines,
      ],
    });
    expect(opened.port).not.toBe(port);
    expect(opened.token).not.toBe(TOKEN);
    expect(await remembered()).toEqual({ port, token: TOKEN });
  });
});

it('fails when the port asked for is taken', async () => {
  const { port } = await occupy();
  await expect(open(port)).rejects.toEqual(new PortTakenError(port));
});
