import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import { ALLOW_ALL, denying } from '../../../src/policy/policy.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';
import { SessionRig } from './session-rig.ts';

const URI = 'cellwire://nb';

let cells: MemoryCell[];
let listeners: Set<() => void>;
let tab: SessionRig;
let reading: Notebook['readCells'];

function change(): void {
  for (const cell of cells) cell.source += '+';
  for (const listener of listeners) listener();
}

beforeEach(() => {
  cells = [{ id: 'a', kind: 'markdown', source: 'hello' }];
  listeners = new Set();
  const memory = memoryNotebook(cells);
  reading = memory.readCells;
  tab = new SessionRig({
    ...memory,
    readCells: (query) => reading(query),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
});

describe('resources', () => {
  it('are the notebook, and what is addressed within it', async () => {
    expect((await tab.ask('resources/list')).result).toEqual({
      resources: [
        {
          uri: URI,
          name: 'notebook',
          title: 'The notebook',
          description: 'All cells with their outputs, as an ipynb. Pictures are described, not included.',
          mimeType: 'application/x-ipynb+json',
        },
      ],
    });
    expect((await tab.ask('resources/templates/list')).result).toEqual({
      resourceTemplates: [
        {
          uriTemplate: 'cellwire://nb/cells/{id}',
          name: 'cell',
          title: 'One cell',
          mimeType: 'application/json',
        },
        {
          uriTemplate: 'cellwire://nb/runs/{runId}/outputs/{index}?page={page}',
          name: 'output',
          title: 'The text of an output of a run, page by page',
          mimeType: 'text/plain',
        },
        {
          uriTemplate: 'cellwire://nb/runs/{runId}/outputs/{index}/{type}/{subtype}',
          name: 'picture',
          title: 'A picture of a run as the code made it',
        },
      ],
    });
  });

  it('are read as they are now', async () => {
    expect(await tab.ask('resources/read', { uri: 'cellwire://nb/cells/a' })).toMatchObject({
      result: { contents: [{ uri: 'cellwire://nb/cells/a', text: expect.stringContaining('"hello"') }] },
    });
  });

  it.each([
    ['not_found', { code: -32_602, message: 'not_found: No. Look.', data: { uri: URI } }],
    ['timeout', { code: -32_000, message: 'timeout: No. Look.' }],
  ] as const)('say why they cannot be read: %s', async (kind, error) => {
    reading = () => Promise.reject(new Failure(kind, 'No.', 'Look.'));
    expect((await tab.ask('resources/read', { uri: URI })).error).toEqual(error);
  });

  it.each([
    ['resources/read', 'cellwire://nb/nonsense'],
    ['resources/subscribe', 'cellwire://nb/nonsense'],
    ['resources/read', 'https://colab.research.google.com'],
  ])('%s says that %s is no address', async (method, uri) => {
    const { error } = await tab.ask(method, { uri });
    expect(error).toEqual({ code: -32_602, message: `Resource not found: ${uri}`, data: { uri } });
    expect(listeners.size).toBe(0);
    expect(tab.open.journal.entries).toEqual([]);
  });

  const NEXT = 'Watch the notebook that the tab shows, or a cell of it.';
  it.each([
    // What a run has shown does not change any more.
    ['resources/subscribe', 'cellwire://nb/runs/run-nb-1/outputs/0', `to watch at %s. ${NEXT}`],
    ['resources/subscribe', 'cellwire://other', `to watch at %s. ${NEXT}`],
    ['resources/subscribe', 'cellwire://other/cells/a', `to watch at %s. ${NEXT}`],
    [
      'resources/read',
      'cellwire://other/cells/a',
      'at %s. The tab shows another notebook. List the resources, or run the cell again.',
    ],
  ])('%s says that there is nothing at %s, and that is written down', async (method, uri, words) => {
    const { error } = await tab.ask(method, { uri });
    const message = `not_found: There is nothing ${words.replace('%s', uri)}`;
    expect(error).toEqual({ code: -32_602, message, data: { uri } });
    expect(listeners.size).toBe(0);
    expect(tab.open.journal.entries).toMatchObject([{ name: method, subject: uri, outcome: 'not_found' }]);
  });

  it.each(['resources/read', 'resources/subscribe'])('%s goes the way of every call', async (method) => {
    const ask = () => tab.ask(method, { uri: URI });
    let reads = 0;
    const really = reading;
    reading = (query) => {
      reads += 1;
      return really(query);
    };
    tab.policy = { ...ALLOW_ALL, paused: true };
    expect((await ask()).error).toEqual({
      code: -32_000,
      message: `paused: The user has paused agents in this notebook, so ${method} was not carried out. Wait for the user to resume, or ask; the same call works then.`,
    });
    tab.policy = denying('read');
    expect((await ask()).error).toEqual({
      code: -32_000,
      message: `denied: The user does not let agents read this notebook, so ${method} was not carried out. Do not try another way. Ask the user, who can allow it in Cellwire's side panel.`,
    });
    expect([reads, listeners.size]).toEqual([0, 0]);
    tab.policy = denying('edit', 'run');
    expect((await ask()).result).toBeDefined();
    expect(reads).toBe(1);
    const entry = { name: method, effect: 'reads', subject: URI };
    expect(tab.open.journal.entries).toMatchObject([
      { ...entry, outcome: 'paused' },
      { ...entry, outcome: 'denied' },
      { ...entry, outcome: 'ok' },
    ]);
  });
});

describe('a subscription', () => {
  it('that was granted before a reload goes on, also if the user has paused agents meanwhile', async () => {
    tab.policy = { ...ALLOW_ALL, paused: true };
    tab.say({ id: 'cellwire-replayed-1', method: 'resources/subscribe', params: { uri: URI } });
    await tab.frames.take();
    expect(tab.open.journal.entries).toEqual([]);
    tab.policy = ALLOW_ALL;
    change();
    expect(await tab.notification()).toMatchObject({ params: { uri: URI } });
  });

  it('tells of changes until it is given up', async () => {
    expect((await tab.ask('resources/subscribe', { uri: URI })).result).toEqual({});
    await tab.ask('resources/subscribe', { uri: 'cellwire://nb/cells/b' });
    change();
    expect(await tab.notification()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: URI },
    });
    expect((await tab.ask('resources/unsubscribe', { uri: URI })).result).toEqual({});
    change();
    // The next frame is the answer, not another word about the change.
    await tab.ask('ping');
    await tab.ask('ping');
    await tab.ask('resources/unsubscribe', { uri: 'cellwire://nb/cells/b' });
    expect(listeners.size).toBe(0);
  });

  it('ends with the Port', async () => {
    await tab.ask('resources/subscribe', { uri: URI });
    expect(listeners.size).toBe(1);
    tab.port.disconnect();
    await expect.poll(() => listeners.size).toBe(0);
  });
});
