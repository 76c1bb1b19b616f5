import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HELLO_METHOD } from '../../src/wire/hello.ts';
import { addressProof, newKey } from '../../src/wire/keys.ts';
import type { Agent, AgentOptions } from '../support/mcp-stdio-client.ts';
import { failureIn, linkTo, startAgent } from '../support/mcp-stdio-client.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let cleanUp: Array<() => unknown>;

// Sockets are real and the clock is not: what need not wait ends while it stands still.
beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  cleanUp = [];
  folder = await temporaryFolder('timing');
});

afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  vi.useRealTimers();
  await folder.remove();
});

async function start(options: AgentOptions = {}): Promise<Agent> {
  const agent = await startAgent({ tokenFile: join(folder.path, 'bridge.json'), ...options });
  cleanUp.push(agent.close);
  return agent;
}

/** Returns when the bridge has taken up all that was asked of it, and its answers so far are here. */
async function fence(agent: Agent): Promise<void> {
  await agent.client.ping();
  // Addresses and proofs are made by threads, one after the other.
  for (let job = 0; job < 3; job += 1) await addressProof(newKey(), 'id', 1);
  // Whatever goes on from there without waiting for anything has gone on by then.
  await new Promise((resolve) => setImmediate(resolve));
}

async function pass(agent: Agent, ms: number): Promise<void> {
  await fence(agent);
  vi.advanceTimersByTime(ms);
  await fence(agent);
}

/** Makes sure that the call ends after this time, and not before. */
async function endsAfter<T>(agent: Agent, ms: number, call: Promise<T>): Promise<T> {
  const onend = vi.fn();
  call.then(onend, onend);
  await pass(agent, ms - 1);
  expect(onend).not.toHaveBeenCalled();
  await pass(agent, 1);
  return call;
}

const notConnected = ({ port }: Agent) => ({
  kind: 'not_connected',
  message: 'No notebook tab is connected, so nothing was done.',
  next: expect.stringMatching(
    `^Call open_colab_browser_connection, or ask the user to open this link: ${linkTo(port).source}`,
  ),
});

const links = (agent: Agent): number => agent.stderr().split('Open this link').length - 1;

describe('every call ends', () => {
  it('a new one, when the tab that has just gone does not come back', async () => {
    const agent = await start();
    const tab = await agent.openReady();
    await agent.drop(tab);
    const call = agent.call('get_cells');
    expect(failureIn(await endsAfter(agent, 15_000, call))).toEqual(notConnected(agent));
    // By now the tab has been away for too long to wait for.
    expect(failureIn(await agent.call('get_cells'))).toEqual(notConnected(agent));
    expect(tab.count('tools/call')).toBe(0);
  });

  it('one in flight, as lost', async () => {
    const agent = await start({ timings: { lostMs: 30_000 } });
    const tab = await agent.openReady({ onCall: () => new Promise(() => {}) });
    const call = agent.call('execute_cell');
    await tab.received('tools/call');
    await agent.drop(tab);
    expect(failureIn(await endsAfter(agent, 30_000, call))).toEqual({
      kind: 'lost',
      message:
        'The notebook tab went away during the call and did not come back; the call may have been carried out in part or in full.',
      next: 'Look at the notebook (get_cells) before doing it again; open_colab_browser_connection reconnects.',
    });

    tab.onCall = async () => ({ content: [] });
    await tab.connect();
    expect(await agent.call('get_cells')).toMatchObject({ content: [] });
    expect(tab.count('initialize')).toBe(2);
  });

  it('unless the tab is back before it counts as lost', async () => {
    const agent = await start({ timings: { lostMs: 30_000 } });
    const tab = await agent.openReady();
    await agent.drop(tab);
    await pass(agent, 29_999);
    const back = agent.listChange();
    await tab.connect();
    await back;
    await pass(agent, 30_000);
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    expect(tab.count('initialize')).toBe(1);
  });

  it('one for a connection, with the link; and the tab may still come', async () => {
    const agent = await start();
    const call = agent.call('open_colab_browser_connection');
    expect((await endsAfter(agent, 55_000, call)).structuredContent).toEqual({
      result: false,
      connected: false,
      url: expect.stringMatching(linkTo(agent.port)),
      message:
        'No notebook has connected yet. Ask the user to open the url in Chrome, with the Cellwire extension, and to allow access if the page asks. It may connect at any later time; then the notebook tools work without another call of this one.',
    });
    await agent.openReady();
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
  });
});

describe('a peer that says nothing', () => {
  it('to our hello is taken for a stranger', async () => {
    const agent = await start();
    const tab = await agent.open({ linkId: null, ignores: [HELLO_METHOD] });
    await tab.received(HELLO_METHOD);
    expect(await endsAfter(agent, 5_000, agent.call('get_cells'))).not.toHaveProperty('isError');
    expect(agent.stderr()).toContain("A tab is connected (Colab's own frontend).");
  });

  it('to our hello, though it has named a key, is refused', async () => {
    const agent = await start();
    const tab = await agent.open({ ignores: [HELLO_METHOD] });
    const closed = tab.closed();
    await tab.received(HELLO_METHOD);
    await pass(agent, 10_000);
    expect(await closed).toEqual({ code: 4003, reason: 'not proven' });
    expect(agent.stderr()).toContain('could not prove that it has the key it named');
  });

  it('to initialize is sent away', async () => {
    const agent = await start({ timings: { initializeMs: 50 } });
    const tab = await agent.open({ ignores: ['initialize'] });
    const call = agent.call('get_cells');
    expect(await tab.closed()).toEqual({ code: 1011, reason: 'initialize failed' });
    await agent.said(/warning: A tab connected but did not introduce itself: TimeoutError/);
    expect(failureIn(await call)).toEqual(notConnected(agent));
  });

  it('to two pings is dead, and makes room for the next', async () => {
    const agent = await start();
    const dead = await agent.openReady({ autoPong: false });
    const closed = dead.closed();
    const noticed = agent.listChange();
    await pass(agent, 40_000);
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    await pass(agent, 20_000);
    expect((await closed).code).toBe(1006);
    await noticed;
    await pass(agent, 15_000);
    const alive = await agent.openReady();
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    expect(alive.count('tools/call')).toBe(1);
  });

  it('but answers pings is alive', async () => {
    const agent = await start();
    const tab = await agent.openReady();
    for (let pings = 1; pings <= 4; pings += 1) {
      await pass(agent, 20_000);
      // The answer to the ping is on its way before the answer to this.
      expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    }
    expect(tab.count(HELLO_METHOD)).toBe(1);
  });
});

it('a tab that has dropped keeps its place, before one that is not ours, for so long and no longer', async () => {
  const agent = await start();
  const first = await agent.openReady();
  await agent.drop(first);
  await pass(agent, 14_999);
  const second = await agent.open({ linkId: null });
  expect(await second.closed()).toEqual({ code: 1013, reason: 'Server is busy' });
  await agent.said(/Another tab was sent away: one is about to come back\./);
  await pass(agent, 1);
  await second.connect();
  await second.received('tools/list');
  expect(await agent.call('get_cells')).not.toHaveProperty('isError');
  expect(second.count('tools/call')).toBe(1);
});

it('a call after a goodbye does not wait', async () => {
  const agent = await start();
  const tab = await agent.openReady();
  const noticed = agent.listChange();
  await tab.leave();
  await noticed;
  expect(failureIn(await agent.call('get_cells'))).toEqual(notConnected(agent));
});

it('a call of the first moments does not wait where no tab was connected before', async () => {
  const agent = await start();
  expect(failureIn(await agent.call('get_cells'))).toEqual(notConnected(agent));
});

describe('after a restart, for the tab that dials in by itself', () => {
  /** A browser that does not open is told of: so one can see whether it was tried. */
  const BROWSER = { flags: ['--browser', 'false'], browser: true };

  async function restart(options: AgentOptions = {}): Promise<Agent> {
    const before = await start();
    // Only a bridge that had a tab has one that may come back.
    await before.openReady();
    await before.close();
    const after = await start(options);
    expect(after.port).toBe(before.port);
    return after;
  }

  it('a call waits', async () => {
    const agent = await restart();
    const call = agent.call('get_cells');
    await pass(agent, 4_999);
    await agent.open();
    expect(await call).not.toHaveProperty('isError');
  });

  it('a call waits only so long, and later ones not at all', async () => {
    const agent = await restart();
    const call = agent.call('get_cells');
    expect(failureIn(await endsAfter(agent, 5_000, call))).toEqual(notConnected(agent));
    expect(failureIn(await agent.call('get_cells'))).toEqual(notConnected(agent));
  });

  it('a connection waits, and no second tab is opened', async () => {
    const agent = await restart(BROWSER);
    const call = agent.call('open_colab_browser_connection');
    await pass(agent, 2_999);
    await agent.open();
    expect((await call).structuredContent).toEqual({
      result: true,
      connected: true,
      message: 'A notebook is connected.',
    });
    expect(links(agent)).toBe(0);
  });

  it('a link that the user opens is shown at once', async () => {
    const agent = await restart();
    const call = agent.call('open_colab_browser_connection');
    await pass(agent, 0);
    expect(links(agent)).toBe(1);
    await agent.open();
    expect((await call).structuredContent).toMatchObject({ result: true, connected: true });
  });

  it('a connection waits only so long', async () => {
    const agent = await restart(BROWSER);
    const call = agent.call('open_colab_browser_connection');
    await pass(agent, 2_999);
    expect(links(agent)).toBe(0);
    await pass(agent, 1);
    await agent.said(/No browser could be opened: the browser's launcher ended with exit code 1/);
    expect(links(agent)).toBe(1);
    await pass(agent, 55_000);
    expect((await call).structuredContent).toMatchObject({ result: false });
  });

  it('nothing waits once a tab has come: one that goes then is no tab of last time', async () => {
    const agent = await restart();
    const tab = await agent.openReady();
    const noticed = agent.listChange();
    await tab.leave();
    await noticed;
    expect(failureIn(await agent.call('get_cells'))).toEqual(notConnected(agent));
  });

  it('nothing waits on another port, of which that tab knows nothing', async () => {
    const before = await start();
    const other = await start({ tokenFile: join(folder.path, 'other.json') });
    const { port } = other;
    await before.close();
    await other.close();
    const agent = await start({ flags: ['--port', String(port)] });
    const failure = failureIn(await agent.call('get_cells'));
    expect(failure.next).toMatch(linkTo(port));
  });
});
