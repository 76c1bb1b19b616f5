import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadKept, saveKept } from '../../../bridge/endpoint/keys-file.ts';
import { PortTakenError } from '../../../bridge/endpoint/listen.ts';
import type { OpenedPort } from '../../../bridge/endpoint/open-port.ts';
import { openPort } from '../../../bridge/endpoint/open-port.ts';
import { capturedLog } from '../../support/captured-log.ts';
import { onPosix } from '../../support/on-posix.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = { id: 'K'.repeat(16), secret: 'S'.repeat(43) };
const OTHER_KEY = { id: 'L'.repeat(16), secret: 'T'.repeat(43) };
const SERVER_ID = 'N'.repeat(16);
const ANY_ID = expect.stringMatching(/^[\w-]{16}$/);

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

/** As Windows does with ranges of ports, which are other ones after each start. */
async function reserve(): Promise<number> {
  const reserved = await freePort();
  const listen = Server.prototype.listen;
  const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args) {
    const [{ port } = { port: 0 }] = args;
    if (port !== reserved) return listen.apply(this, args);
    const error = Object.assign(new Error(`listen EACCES: permission denied 127.0.0.1:${reserved}`), {
      code: 'EACCES',
    });
    process.nextTick(() => this.emit('error', error));
    return this;
  });
  cleanUp.push(() => spy.mockRestore());
  return reserved;
}

const { log } = capturedLog();
const remember = (port: number): Promise<void> =>
  saveKept(file, { port, serverId: SERVER_ID, keys: [KEY] }, log);
const remembered = (): Promise<unknown> => loadKept(file, log);

async function open(wanted?: number): Promise<Omit<OpenedPort, 'servers'> & { lines: string[] }> {
  const captured = capturedLog();
  const { servers, ...opened } = await openPort(file, wanted, captured.log);
  cleanUp.push(...servers.map((server) => () => server.close()));
  for (const server of servers) expect(server.address()).toMatchObject({ port: opened.port });
  return { ...opened, lines: captured.lines };
}

describe('without a memory', () => {
  it('takes a free port and a new name, and remembers both', async () => {
    const { port, kept, remembered: isKnown, lines } = await open();
    expect([isKnown, lines]).toEqual([false, []]);
    expect(kept).toEqual({ port, serverId: ANY_ID, keys: [] });
    expect(await remembered()).toEqual(kept);
  });

  it('takes the port asked for, and remembers it', async () => {
    const port = await freePort();
    const { kept, remembered: isKnown } = await open(port);
    expect(isKnown).toBe(false);
    expect(kept).toEqual({ port, serverId: ANY_ID, keys: [] });
    expect(await remembered()).toEqual(kept);
  });

  it('remembers the keys of tabs that come', async () => {
    const { kept, save } = await open();
    await save([KEY, OTHER_KEY]);
    expect(await remembered()).toEqual({ ...kept, keys: [KEY, OTHER_KEY] });
  });
});

describe('with port and keys of last time', () => {
  const last = (port: number) => ({ port, serverId: SERVER_ID, keys: [KEY] });

  it.each(['', 'also when asked for that very port'])(
    'takes them: tabs come by themselves %s',
    async (asked) => {
      const port = await freePort();
      await remember(port);
      const opened = await open(asked ? port : undefined);
      expect(opened).toMatchObject({ port, kept: last(port), remembered: true, lines: [] });
      expect(await remembered()).toEqual(last(port));
    },
  );

  it('expects nobody on another port that is asked for, and keeps the memory, also of whom it meets there', async () => {
    const [before, port] = [await occupy(), await freePort()];
    await remember(before.port);
    const opened = await open(port);
    expect(opened).toMatchObject({ port, kept: { ...last(port) }, remembered: false, lines: [] });
    expect(await remembered()).toEqual(last(before.port));
    await opened.save([KEY, OTHER_KEY]);
    expect(await remembered()).toEqual({ ...last(before.port), keys: [KEY, OTHER_KEY] });
  });

  it('keeps the keys that another bridge of the same name has added meanwhile', async () => {
    const [before, port] = [await occupy(), await freePort()];
    await remember(before.port);
    const opened = await open(port);
    await saveKept(file, { port: before.port, serverId: SERVER_ID, keys: [KEY, OTHER_KEY] }, log);
    const met = { id: 'M'.repeat(16), secret: 'U'.repeat(43) };
    await opened.save([KEY, met]);
    expect(await remembered()).toEqual({ ...last(before.port), keys: [OTHER_KEY, KEY, met] });
  });

  it('expects nobody when no tab was ever there', async () => {
    const port = await freePort();
    await saveKept(file, { port, serverId: SERVER_ID, keys: [] }, log);
    expect(await open()).toMatchObject({ port, remembered: false });
  });

  onPosix.it.each([false, true])(
    'expects nobody when the keys had to be given up (port asked for: %s)',
    async (isAsked) => {
      const port = await freePort();
      await remember(port);
      await chmod(file, 0o644);
      const { kept, remembered: isKnown } = await open(isAsked ? port : undefined);
      expect([isKnown, kept]).toEqual([false, { port, serverId: ANY_ID, keys: [] }]);
      expect(kept.serverId).not.toBe(SERVER_ID);
    },
  );

  it('is another bridge for this run when the port is taken, and leaves the memory alone', async () => {
    const { port } = await occupy();
    await remember(port);
    const { port: actual, kept, remembered: isKnown, lines, save } = await open();
    expect([isKnown, lines]).toEqual([
      false,
      [
        `warning: Port ${port}, used last time, is taken (another bridge, perhaps): using a free one for this run. Tabs of last time will not find it by themselves.`,
      ],
    ]);
    expect(actual).not.toBe(port);
    expect(kept).toEqual({ port: actual, serverId: ANY_ID, keys: [] });
    expect(kept.serverId).not.toBe(SERVER_ID);
    await save([OTHER_KEY]);
    expect(await remembered()).toEqual(last(port));
  });
});

describe('with a port of last time that the system keeps for itself now', () => {
  it('takes another, under the same name, and remembers it: the next run has it again', async () => {
    const port = await reserve();
    await remember(port);
    const first = await open();
    expect(first.port).not.toBe(port);
    expect(first.kept).toEqual({ port: first.port, serverId: SERVER_ID, keys: [KEY] });
    expect([first.remembered, first.lines]).toEqual([
      false,
      [
        `warning: Port ${port}, used last time, is now kept by the system for itself: using another from now on. Tabs of last time will not find it by themselves.`,
      ],
    ]);
    expect(await remembered()).toEqual(first.kept);
    for (const undo of cleanUp.splice(1)) await undo();
    const second = await open();
    expect(second).toMatchObject({ port: first.port, kept: first.kept, remembered: true, lines: [] });
  });

  it('fails, with the way to see such ports, when asked for that very one', async () => {
    const port = await reserve();
    await expect(open(port)).rejects.toThrow(
      `Port ${port} is kept by the system for itself (Windows lists such ports with "netsh interface ipv4 show excludedportrange tcp"). Choose another with --port, or leave --port out.`,
    );
  });
});

it('keeps nothing where there is no place for it, and says so', async () => {
  const captured = capturedLog();
  const {
    servers,
    port,
    kept,
    remembered: isKnown,
    save,
  } = await openPort(undefined, undefined, captured.log);
  cleanUp.push(...servers.map((server) => () => server.close()));
  await save([KEY]);
  expect([isKnown, kept]).toEqual([false, { port, serverId: ANY_ID, keys: [] }]);
  expect(captured.lines).toEqual([
    'warning: There is no home folder to keep port and keys in, so tabs must be connected anew after a restart. Name a file for them with --token-file.',
  ]);
});

it('fails when the port asked for is taken', async () => {
  const { port } = await occupy();
  await expect(open(port)).rejects.toEqual(new PortTakenError(port));
});
