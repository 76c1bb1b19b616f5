import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ATTACH_METHOD, DETACH_METHOD, NOTEBOOKS_METHOD } from '../../src/wire/notebook-list.ts';
import type { FakeTab, FakeTabOptions } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { failureIn, startAgent } from '../support/mcp-stdio-client.ts';

const COLAB = 'https://colab.research.google.com';
const URL_OF = (id: string): string => `${COLAB}/drive/${id}`;

let agents: Agent[];
let agent: Agent;

async function start(): Promise<Agent> {
  const started = await startAgent({ timings: { connectMs: 2_000, statusMs: 500 } });
  agents.push(started);
  return started;
}

beforeEach(async () => {
  agents = [];
  agent = await start();
});
afterEach(async () => {
  for (const one of agents) await one.close();
});

/** A tab with a notebook of this id, called `<id>.ipynb`, in a browser that tells the names of all these tabs. */
async function openTab(id: string, options: Partial<FakeTabOptions> = {}, of = agent): Promise<FakeTab> {
  const tab = await of.openReady({
    notebookId: id,
    tools: ['get_status', 'get_cells', 'add_code_cell'],
    hello: { notebookUrl: URL_OF(id) },
    onCall: async (name, { args }) => ({
      content: [],
      structuredContent: { by: id, name, args, notebook: { name: `${id}.ipynb`, url: URL_OF(id) } },
    }),
    ...options,
  });
  tab.onBrowser = async (method) => (method === NOTEBOOKS_METHOD ? { tabs: shown(), others: null } : {});
  browser.push({ id, tab });
  return tab;
}

const browser: Array<{ id: string; tab: FakeTab }> = [];
beforeEach(() => void browser.splice(0));
const shown = () =>
  browser.map(({ id, tab }) => ({
    ...{ notebookId: id, name: `${id}.ipynb`, url: URL_OF(id), linkId: tab.linkId, agents: ['Tester'] },
  }));

/** Which notebook answered. */
async function answeredBy(args: Record<string, unknown> = {}, name = 'get_cells'): Promise<unknown> {
  const { structuredContent } = await agent.call(name, args);
  return z.looseObject({ by: z.string() }).parse(structuredContent).by;
}

async function goodbye(tab: FakeTab): Promise<void> {
  const noticed = agent.listChange();
  await tab.leave();
  await noticed;
}

describe('a call goes', () => {
  it('to the only notebook that there is, and stays there when others come', async () => {
    await openTab('first');
    expect(await answeredBy()).toBe('first');
    await openTab('second');
    expect(await answeredBy()).toBe('first');
  });

  it('to the one that is named, by id or by name; and so do the next ones that name none', async () => {
    const first = await openTab('first');
    await openTab('second');
    for (const name of ['second', 'second.ipynb']) {
      expect(await answeredBy({ notebook: 'first' })).toBe('first');
      expect(await answeredBy()).toBe('first');
      expect(await answeredBy({ notebook: name })).toBe('second');
      expect(await answeredBy()).toBe('second');
    }
    expect(first.frames.some(({ params }) => JSON.stringify(params).includes('"notebook":"first"'))).toBe(
      false,
    );
  });

  it('to that of its run, without leaving the one that the agent works in', async () => {
    await openTab('first');
    await openTab('second');
    expect(await answeredBy({ notebook: 'first' })).toBe('first');
    expect(await answeredBy({ runId: 'run-second-aa-1' })).toBe('second');
    expect(await answeredBy()).toBe('first');
  });

  it('nowhere when several are there and none was chosen: it lists them', async () => {
    const tabs = [await openTab('first'), await openTab('second')];
    const failure = failureIn(await agent.call('get_cells'));
    expect(failure).toMatchObject({ kind: 'invalid_input' });
    expect(failure.message).toContain(
      `Connected: first, "first.ipynb", ${URL_OF('first')}; second, "second.ipynb", ${URL_OF('second')}.`,
    );
    expect(failure.next).toContain('give its id or name as notebook');
    expect(tabs.map((tab) => tab.count('tools/call'))).toEqual([0, 0]);
  });

  it('nowhere when the one that the agent worked in is gone, however few are left', async () => {
    const first = await openTab('first');
    expect(await answeredBy()).toBe('first');
    const second = await openTab('second');
    await goodbye(first);
    for (let twice = 0; twice < 2; twice += 1) {
      const failure = failureIn(await agent.call('add_code_cell', { code: 'x' }));
      expect(failure).toMatchObject({ kind: 'not_connected' });
      expect(failure.message).toContain('(first, ');
      expect(failure.message).toContain('Connected: second, "second.ipynb"');
    }
    expect(second.count('tools/call')).toBe(0);
    expect(await answeredBy({ notebook: 'second' })).toBe('second');
    expect(await answeredBy()).toBe('second');
  });

  it('nowhere when the user shows another notebook in the same tab; it may be named', async () => {
    const first = await openTab('first');
    expect(await answeredBy()).toBe('first');
    const noticed = agent.listChange();
    first.show('elsewhere');
    first.refuse(null);
    await noticed;
    const failure = failureIn(await agent.call('add_code_cell', { code: 'x' }));
    expect(failure).toMatchObject({ kind: 'not_connected' });
    expect(failure.message).toContain(`(first, ${URL_OF('first')}) is not connected any more`);
    expect(failure.message).toContain('Connected: elsewhere');
    await agent.call('get_cells', { notebook: 'elsewhere' });
    await agent.call('get_cells');
    expect(first.count('tools/call')).toBe(3);
  });

  it('with the notebook that is meant, so that a tab which shows another can tell', async () => {
    const first = await openTab('first');
    await agent.client.callTool({ name: 'get_cells', arguments: {} }, { onprogress: () => {} });
    const { _meta } = (await first.received('tools/call')).params;
    expect(_meta).toEqual({ progressToken: expect.any(String), 'cellwire/notebook': 'first' });
  });

  it('back to the one that is gone when a connection is asked for, not to another that is there', async () => {
    const first = await openTab('first');
    expect(await answeredBy()).toBe('first');
    const second = await openTab('second');
    const asked: unknown[] = [];
    second.onBrowser = async (method, params) => {
      asked.push([method, params]);
      void openTab('first', { linkId: 'anew:1' });
      return { answer: 'begun', linkId: 'anew' };
    };
    await goodbye(first);
    expect((await agent.call('open_colab_browser_connection')).structuredContent).toMatchObject({
      notebook: { id: 'first' },
    });
    expect(asked).toEqual([[ATTACH_METHOD, { url: URL_OF('first') }]]);
    expect(await answeredBy()).toBe('first');
    expect(second.count('tools/call')).toBe(0);
  });

  it('to the same notebook in another tab', async () => {
    const first = await openTab('first');
    expect(await answeredBy()).toBe('first');
    await openTab('second');
    await goodbye(first);
    await openTab('first');
    expect(await answeredBy()).toBe('first');
  });

  it('to what comes after the agent was told that nothing is connected', async () => {
    const first = await openTab('first');
    expect(await answeredBy()).toBe('first');
    await goodbye(first);
    expect(failureIn(await agent.call('get_cells')).message).toContain('No notebook tab is connected');
    await openTab('second');
    expect(await answeredBy()).toBe('second');
  });

  it('nowhere when nobody, or more than one, has that name', async () => {
    await openTab('first');
    await openTab('second');
    expect(failureIn(await agent.call('get_cells', { notebook: 'third' }))).toMatchObject({
      kind: 'not_connected',
      message: expect.stringContaining('No connected notebook has the id or name "third"'),
    });
    for (const { tab } of browser) {
      tab.onBrowser = async () => ({ tabs: shown().map((one) => ({ ...one, name: 'Untitled.ipynb' })) });
    }
    await agent.call('list_notebooks');
    expect(failureIn(await agent.call('get_cells', { notebook: 'Untitled' }))).toMatchObject({
      kind: 'invalid_input',
      message: expect.stringContaining('2 connected notebooks are called "Untitled"'),
    });
    expect(failureIn(await agent.call('get_cells', { notebook: 7 })).kind).toBe('invalid_input');
    expect(browser.map(({ tab }) => tab.count('tools/call'))).toEqual([0, 0]);
  });
});

describe('every tool of a notebook', () => {
  it('takes which notebook is meant, in few words, connected or not; tools of the bridge do not', async () => {
    const listings = async () => (await agent.client.listTools()).tools;
    const before = await listings();
    await openTab('first');
    for (const { name, inputSchema } of [...before, ...(await listings())]) {
      const own = [
        'open_colab_browser_connection',
        'list_notebooks',
        'attach_notebook',
        'detach_notebook',
      ].includes(name);
      const { notebook } = inputSchema.properties ?? {};
      if (own) continue;
      expect(notebook, name).toEqual({ type: 'string', description: expect.any(String) });
      expect(JSON.stringify(notebook).length).toBeLessThan(80);
      expect(inputSchema.required ?? []).not.toContain('notebook');
    }
  });
});

describe('resources', () => {
  it('of all notebooks are listed, and a change of one is told once, by its own tab', async () => {
    const tabs = [await openTab('first'), await openTab('second')];
    const told: string[] = [];
    agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri);
    });
    await agent.client.subscribeResource({ uri: 'cellwire://second' });
    expect(tabs.map((tab) => tab.count('resources/subscribe'))).toEqual([0, 1]);
    await openTab('third');
    expect(browser.map(({ tab }) => tab.count('resources/subscribe'))).toEqual([0, 1, 0]);
    tabs[1]?.notify('notifications/resources/updated', { uri: 'cellwire://second' });
    await agent.call('get_cells', { notebook: 'second' });
    expect(told).toEqual(['cellwire://second']);
    await agent.client.listResources();
    expect(browser.map(({ tab }) => tab.count('resources/list'))).toEqual([1, 1, 1]);
  });
});

describe('list_notebooks', () => {
  const data = async (): Promise<Record<string, unknown>> =>
    z.looseObject({}).parse((await agent.call('list_notebooks')).structuredContent);
  const others = (word: string, ...ids: string[]) => ({
    tabs: [
      ...shown(),
      ...ids.map((id) => ({
        ...{ notebookId: id, name: `${id}.ipynb`, url: URL_OF(id), linkId: null, agents: ['Cursor'] },
      })),
    ],
    others: word,
  });

  it('says how to connect where nothing is', async () => {
    expect(await data()).toEqual({
      notebooks: [],
      message: 'No notebook is connected. Call open_colab_browser_connection.',
    });
  });

  it('names those that are connected, and which one calls go to; of a shut one only that it is', async () => {
    const first = await openTab('first');
    await openTab('second');
    await agent.call('get_cells', { notebook: 'second' });
    first.onBrowser = async () => others('refused');
    for (const { tab } of browser) tab.onBrowser = async () => others('refused');
    const noticed = agent.listChange();
    first.refuse('disconnected');
    await noticed;
    expect(await data()).toEqual({
      notebooks: [
        { refused: 'The user has shut it for you.' },
        { id: 'second', name: 'second.ipynb', url: URL_OF('second'), isCurrent: true },
      ],
      message: expect.stringContaining('does not let you see which other notebooks are open'),
    });
  });

  it('has the others when the user lets it, and says so while the user is asked', async () => {
    const first = await openTab('first');
    first.onBrowser = async () => others('unanswered');
    expect(await data()).toMatchObject({ message: expect.stringContaining('has not answered yet') });
    first.onBrowser = async () => others('shown', 'third');
    expect(await data()).toEqual({
      notebooks: [{ id: 'first', name: 'first.ipynb', url: URL_OF('first'), isCurrent: true }],
      others: [{ id: 'third', name: 'third.ipynb', url: URL_OF('third'), connectedTo: ['Cursor'] }],
    });
    expect((await first.received(NOTEBOOKS_METHOD)).params).toEqual({ others: true });
  });

  it('does without an extension that does not know of it', async () => {
    const first = await openTab('first');
    first.onBrowser = async () => ({});
    expect(await data()).toMatchObject({
      notebooks: [{ id: 'first', url: URL_OF('first') }],
      message: 'Which other notebooks are open cannot be told from here.',
    });
  });
});

describe('attach_notebook', () => {
  it('has an open tab connected by its id or name, and works there from then on', async () => {
    const first = await openTab('first');
    first.onBrowser = async (method, params) => {
      if (method === NOTEBOOKS_METHOD) {
        const third = { notebookId: 'third', name: 'third.ipynb', url: URL_OF('third'), agents: [] };
        return { tabs: [...shown(), { ...third, linkId: null }], others: 'shown' };
      }
      expect([method, params]).toEqual([ATTACH_METHOD, { notebookId: 'third' }]);
      void openTab('third', { linkId: 'link-of-third:1' });
      return { answer: 'begun', linkId: 'link-of-third' };
    };
    expect(
      (await agent.call('attach_notebook', { notebook: 'third.ipynb' })).structuredContent,
    ).toMatchObject({ connected: true, notebook: { id: 'third', url: URL_OF('third') } });
    expect(await answeredBy()).toBe('third');
    // Once more is no other one.
    expect((await agent.call('attach_notebook', { notebook: 'first' })).structuredContent).toMatchObject({
      notebook: { id: 'first' },
    });
    expect(await answeredBy()).toBe('first');
  });

  it('tells the user’s no', async () => {
    const first = await openTab('first');
    first.onBrowser = async () => {
      void agent.open({ linkId: 'asked:1', hello: { refused: 'not-now', notebookId: null } });
      return { answer: 'begun', linkId: 'asked' };
    };
    expect(failureIn(await agent.call('attach_notebook', { notebook: URL_OF('mine') }))).toMatchObject({
      kind: 'denied',
    });
    expect(await answeredBy()).toBe('first');
  });

  it('opens an address of Colab through the connected browser, and no other address', async () => {
    const first = await openTab('first');
    const asked: unknown[] = [];
    first.onBrowser = async (_method, params) => {
      asked.push(params);
      void openTab('fresh', { linkId: 'fresh:1' });
      return { answer: 'begun', linkId: 'fresh' };
    };
    const scratch = `${COLAB}/notebooks/empty.ipynb`;
    expect((await agent.call('attach_notebook', { notebook: scratch })).structuredContent).toMatchObject({
      connected: true,
      notebook: { id: 'fresh' },
    });
    expect(asked).toEqual([{ url: scratch }]);
    expect(
      failureIn(await agent.call('attach_notebook', { notebook: 'https://evil.example/' })),
    ).toMatchObject({ kind: 'invalid_input' });
    expect(asked).toHaveLength(1);
    expect(agent.stderr()).not.toContain('Open this link');
  });

  it('finds nothing that the user has not let it see', async () => {
    const first = await openTab('first');
    first.onBrowser = async () => ({ tabs: shown(), others: 'refused' });
    expect(failureIn(await agent.call('attach_notebook', { notebook: 'third' }))).toMatchObject({
      kind: 'not_found',
      next: 'Ask the user for the address of the notebook, and attach it by that.',
    });
    expect(first.count(ATTACH_METHOD)).toBe(0);
  });
});

describe('detach_notebook', () => {
  it('ends what is under way there, and nothing else', async () => {
    await openTab('first', { onCall: () => new Promise(() => {}) });
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const second = await openTab('second', {
      onCall: async () => {
        await held;
        return { content: [], structuredContent: { by: 'second' } };
      },
    });
    const ended = agent.call('get_cells', { notebook: 'first' });
    const goesOn = answeredBy({ notebook: 'second' });
    await second.received('tools/call');
    await agent.call('detach_notebook', { notebook: 'first' });
    expect(failureIn(await ended)).toMatchObject({
      kind: 'lost',
      message: expect.stringContaining('You detached the notebook during the call'),
    });
    finish();
    expect(await goesOn).toBe('second');
  });

  it('leaves one and keeps the others; nothing goes there any more, nor silently elsewhere', async () => {
    const first = await openTab('first');
    await openTab('second');
    await agent.call('get_cells', { notebook: 'first' });
    const closed = first.closed();
    expect((await agent.call('detach_notebook')).structuredContent).toMatchObject({
      detached: true,
      notebook: { id: 'first' },
      notebooks: [{ id: 'second' }],
    });
    expect(first.count(DETACH_METHOD)).toBe(1);
    expect((await closed).code).toBe(1000);
    expect(failureIn(await agent.call('get_cells')).kind).toBe('not_connected');
    expect(await answeredBy({ notebook: 'second' })).toBe('second');
  });
});

it('two bridges, three tabs each, 1,000 calls at once: each is answered by its own tab, once', async () => {
  const other = await start();
  const made: Array<{ of: number; id: string; tab: FakeTab }> = [];
  for (const [number, of] of [agent, other].entries()) {
    for (const id of ['one', 'two', 'three']) {
      const mark = `${id}-${number}`;
      const tab = await of.openReady({
        notebookId: mark,
        hello: { notebookUrl: URL_OF(mark) },
        onCall: async (_name, { args }) => {
          // Out of order, so that an answer that goes astray is seen.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
          return { content: [], structuredContent: { by: mark, args } };
        },
      });
      made.push({ of: number, id: mark, tab });
    }
  }
  const calls = Array.from({ length: 1_000 }, async (_none, count) => {
    const { of, id } = made[count % made.length] ?? { of: 0, id: '' };
    const caller = [agent, other][of];
    const mark = `${of}/${id}/${count}`;
    const { structuredContent } = (await caller?.call('get_cells', { notebook: id, mark })) ?? {};
    return { expected: { by: id, args: { mark } }, got: structuredContent };
  });
  // Sockets come and go meanwhile.
  for (const { tab } of made) {
    await tab.drop();
    await tab.connect();
  }
  for (const { expected, got } of await Promise.all(calls)) expect(got).toEqual(expected);
  const heard = made.map(({ tab }) => tab.frames.filter(({ method }) => method === 'tools/call'));
  expect(heard.flat()).toHaveLength(1_000);
  for (const [index, { of, id }] of made.entries()) {
    for (const { params } of heard[index] ?? []) {
      expect(JSON.stringify(params)).toContain(`"mark":"${of}/${id}/`);
    }
  }
  await other.close();
  expect(
    (await agent.call('get_cells', { notebook: 'one-0', mark: 'after' })).structuredContent,
  ).toMatchObject({ by: 'one-0' });
});
