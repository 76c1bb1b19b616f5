import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Link } from '../../background/link/link.ts';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { parseCommandLine } from '../../bridge/cli/command-line.ts';
import { TIMINGS } from '../../bridge/limits.ts';
import { Log } from '../../bridge/log.ts';
import { runBridge } from '../../bridge/run-bridge.ts';
import { LinkAgents } from '../../content-scripts/session/link-agents.ts';
import { createNotebookServer } from '../../content-scripts/session/notebook-server.ts';
import { OpenNotebook } from '../../content-scripts/session/open-notebook.ts';
import { PortTransport } from '../../content-scripts/session/port-transport.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { tokenOf } from '../../src/wire/keys.ts';
import type { SessionFrame } from '../../src/wire/messages.ts';
import type { FakeTabOptions } from '../support/fake-tab.ts';
import { FakeTab } from '../support/fake-tab.ts';
import { Inbox } from '../support/inbox.ts';
import { useBrowserLikeSockets } from '../support/link-ends.ts';
import { memoryNotebook, noInspection, noKernel, noWishes } from '../support/memory-notebook.ts';
import { PortEnd } from '../support/port-pair.ts';

const URI = 'cellwire://abc123';
const CELL = 'cellwire://abc123/cells/a';

let cleanUp: Array<() => unknown>;
let client: Client;
let port: number;
let newToken: () => string;
/** What the agent was told has changed. */
let updates: Inbox<string>;
let onListChange: () => void;

beforeEach(async () => {
  cleanUp = [];
  updates = new Inbox();
  const folder = await mkdtemp(join(tmpdir(), 'cellwire-subscriptions-'));
  cleanUp.push(() => rm(folder, { recursive: true }));
  const tokenFile = join(folder, 'bridge.json');
  const command = parseCommandLine(['--no-browser', '--token-file', tokenFile]);
  if (command.kind !== 'serve') throw new Error('The command line is for something else.');
  const [input, output] = [new PassThrough(), new PassThrough()];
  const log = new Log();
  log.info = log.show = () => {};
  const bridge = runBridge(command.options, {
    log,
    transport: new StdioTransport(input, output),
    timings: TIMINGS,
  });
  const opened = await bridge.opened;
  port = opened.port;
  newToken = () => tokenOf(opened.keys.newCode());
  cleanUp.push(async () => {
    await bridge.close();
    bridge.terminate();
  });
  client = new Client({ name: 'cellwire-tests', version: '1.0.0' });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => updates.put(params.uri));
  onListChange = () => {};
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChange());
  await client.connect(new StdioTransport(output, input));
  cleanUp.push(() => client.close());
});

afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  vi.unstubAllGlobals();
});

async function open(options: Partial<FakeTabOptions> = {}): Promise<FakeTab> {
  const tab = new FakeTab({ port, token: newToken, ...options });
  cleanUp.push(() => tab.drop());
  await tab.connect();
  await tab.received('tools/list');
  // A call that is answered shows that the bridge has taken the tab for good.
  await client.callTool({ name: 'get_cells', arguments: {} });
  return tab;
}

/** The tab says goodbye, and the bridge has heard it. */
async function leave(tab: FakeTab): Promise<void> {
  const noticed = new Promise<void>((resolve) => {
    onListChange = resolve;
  });
  await tab.leave();
  await noticed;
}

const subscribedOn = (tab: FakeTab): unknown[] =>
  tab.frames.filter(({ method }) => method === 'resources/subscribe').map(({ params }) => params.uri);

describe('what an agent subscribed to', () => {
  it.each([
    ['another tab', { linkId: 'one:1' }, { linkId: 'two:1' }],
    ['the same tab with a link made anew', { linkId: 'one:1' }, { linkId: 'one:2' }],
    ['a frontend that is not ours', { linkId: null }, { linkId: null }],
  ])('is asked for again from %s, and the agent is told to look', async (_who, first, second) => {
    const before = await open(first);
    await client.subscribeResource({ uri: URI });
    await client.subscribeResource({ uri: CELL });
    expect(subscribedOn(before)).toEqual([URI, CELL]);
    await leave(before);
    const after = await open(second);
    expect([await updates.take(), await updates.take()]).toEqual([URI, CELL]);
    expect(subscribedOn(after)).toEqual([URI, CELL]);
    after.notify('notifications/resources/updated', { uri: CELL });
    expect(await updates.take()).toBe(CELL);
  });

  it('is not asked for again from the same tab on a new socket, which has not forgotten', async () => {
    const tab = await open();
    await client.subscribeResource({ uri: URI });
    await tab.drop();
    await tab.connect();
    await client.callTool({ name: 'get_cells', arguments: {} });
    expect(subscribedOn(tab)).toEqual([URI]);
  });

  it('is not asked for again when it was given up, even with no tab to hear of it', async () => {
    const before = await open();
    for (const uri of [URI, CELL, 'cellwire://abc123/cells/b']) await client.subscribeResource({ uri });
    await client.unsubscribeResource({ uri: URI });
    await leave(before);
    await expect(client.unsubscribeResource({ uri: CELL })).rejects.toThrow('not_connected');
    const after = await open();
    expect(await updates.take()).toBe('cellwire://abc123/cells/b');
    expect(subscribedOn(after)).toEqual(['cellwire://abc123/cells/b']);
  });

  it('is only what was granted', async () => {
    await expect(client.subscribeResource({ uri: URI })).rejects.toThrow('not_connected');
    const tab = await open();
    expect(subscribedOn(tab)).toEqual([]);
  });

  it('keeps nobody waiting where the new tab has no answer to it', async () => {
    const before = await open();
    await client.subscribeResource({ uri: URI });
    await leave(before);
    const after = await open({ ignores: ['resources/subscribe'] });
    expect(await client.callTool({ name: 'get_cells', arguments: {} })).toMatchObject({
      content: [{ text: 'get_cells done' }],
    });
    await leave(after);
    await open();
    expect(await updates.take()).toBe(URI);
  });
});

describe('a real link and a real session', () => {
  const linkId = randomUUID();
  let change: () => void;
  let notebook: Notebook;

  beforeEach(() => {
    useBrowserLikeSockets();
    const cells = [{ id: 'a', kind: 'code' as const, source: 'a = 1' }];
    const listeners = new Set<() => void>();
    notebook = {
      ...memoryNotebook(cells),
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    change = () => {
      for (const cell of cells) cell.source += '1';
      for (const listener of listeners) listener();
    };
  });

  function makeLink(): Link {
    const notebookUrl = 'https://colab.research.google.com/drive/1';
    const credentials = { port, token: newToken() };
    const order = { linkId, tabId: 1, notebookId: 'abc123', notebookUrl, credentials, version: '9' };
    const link = new Link(
      { ...order, paired: null, agent: null, refused: null, isWanted: false },
      {
        ...{ report: () => {}, ask: async () => {}, wish: async () => ({}) },
        ...{ paired: () => {}, returned: () => {}, left: () => {} },
      },
    );
    cleanUp.push(() => link.close('The test ends'));
    return link;
  }

  /** The tab's session attaches, as after a page load. */
  function load(link: Link): void {
    const [ours, theirs] = PortEnd.pair();
    ours.onMessage.addListener((frame) => link.fromSession(ours, SessionFrameShape.parse(frame)));
    ours.onDisconnect.addListener(() => link.detach(ours));
    const open = new OpenNotebook(
      'abc123',
      { notebook, kernel: noKernel, inspection: noInspection },
      noWishes,
    );
    const server = createNotebookServer(open, {
      version: '9',
      agents: new LinkAgents(open, linkId),
      begins: async () => {},
      onclose: () => {},
    });
    void server.connect(new PortTransport(theirs));
    link.attach(ours);
  }

  const SessionFrameShape: z.ZodType<SessionFrame> = z.object({
    answers: z.union([z.string(), z.number(), z.null()]),
    text: z.string(),
  });

  async function subscribed(): Promise<Link> {
    const link = makeLink();
    load(link);
    await expect
      .poll(() => client.callTool({ name: 'get_cells', arguments: {} }))
      .toMatchObject({ structuredContent: { cells: [{ id: 'a' }] } });
    await client.subscribeResource({ uri: URI });
    change();
    expect(await updates.take()).toBe(URI);
    return link;
  }

  it('tell of changes after the tab was reloaded', async () => {
    load(await subscribed());
    // Something may have changed while the page loaded; from here on it is the notebook again that tells.
    expect(await updates.take()).toBe(URI);
    await client.callTool({ name: 'get_cells', arguments: {} });
    change();
    expect(await updates.take()).toBe(URI);
  });

  it('tell of changes after the link was lost and made anew', async () => {
    const lost = await subscribed();
    await lost.close('The offscreen document was closed');
    load(makeLink());
    expect(await updates.take()).toBe(URI);
    change();
    expect(await updates.take()).toBe(URI);
  });
});
