import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { failureIn, startAgent } from '../support/mcp-stdio-client.ts';

const OPEN = 'open_colab_browser_connection';
const MINE = 'https://colab.research.google.com/drive/mine';

/** A tab that says which notebook it has. */
const showing = (url: string, notices?: unknown) => ({
  tools: ['get_status', 'get_cells'],
  hello: { notebookUrl: url.replace(/\?.*/, '') },
  onCall: async () => ({
    content: [],
    structuredContent: { notebook: { name: 'Mine.ipynb', url, cells: 3 }, notices },
  }),
});

const denied = {
  kind: 'denied',
  message:
    'The user was asked and said no: cellwire-tests may not work in the notebook, so nothing was connected.',
  next: 'Do not ask again by yourself. If the user wants it after all, call open_colab_browser_connection again; the user has to allow it in the page.',
};

let agent: Agent;
beforeEach(async () => {
  agent = await startAgent({ timings: { connectMs: 2_000, statusMs: 1_000 } });
});
afterEach(() => agent.close());

/** Connected, and then shut by the user. */
async function shut(): Promise<FakeTab> {
  const tab = await agent.openReady(showing(MINE));
  const noticed = agent.listChange();
  tab.refuse('disconnected');
  await noticed;
  return tab;
}

describe('who the agent is', () => {
  it('is said in the hello', async () => {
    const tab = await agent.openReady();
    expect((await tab.received('cellwire/hello')).params).toMatchObject({ agent: 'cellwire-tests' });
  });
});

describe('a tab that the user has shut', () => {
  it('answers calls itself, whatever it lists', async () => {
    const tab = await shut();
    await agent.call('execute_cell', { cellId: 'a' });
    expect(tab.count('tools/call')).toBe(1);
    const { tools } = await agent.client.listTools();
    expect(tools.find(({ name }) => name === 'get_status')?.description).not.toBe('get_status of the tab');
  });

  it('is not in the way of another, which is served', async () => {
    const first = await shut();
    const second = await agent.openReady(showing(MINE));
    await agent.call('get_cells');
    expect([first.count('tools/call'), second.count('tools/call')]).toEqual([0, 1]);
  });

  it('keeps its no for an agent that worked there, also where another is served', async () => {
    const first = await agent.openReady(showing(MINE));
    await agent.call('get_cells');
    const noticed = agent.listChange();
    first.refuse('disconnected');
    await noticed;
    const second = await agent.openReady({ ...showing(`${MINE}-2`), notebookId: 'second' });
    await second.received('tools/list');
    await agent.call('get_cells');
    expect([first.count('tools/call'), second.count('tools/call')]).toEqual([2, 0]);
    await agent.call('get_cells', { notebook: 'second' });
    expect([first.count('tools/call'), second.count('tools/call')]).toEqual([2, 1]);
  });

  it('has the user asked; a yes connects', async () => {
    const tab = await shut();
    tab.onAsk = async () => {
      tab.refuse(null);
      return 'allowed';
    };
    expect((await agent.call(OPEN)).structuredContent).toEqual({
      result: true,
      connected: true,
      notebook: { id: 'abc123', name: 'Mine.ipynb', url: MINE, cells: 3 },
      message: `The notebook is connected: "Mine.ipynb", ${MINE}, 3 cells.`,
    });
    expect(agent.stderr()).not.toContain('Open this link');
  });

  it('has the user asked; a no is told, and nothing is opened', async () => {
    await shut();
    expect(failureIn(await agent.call(OPEN))).toEqual(denied);
    expect(failureIn(await agent.call(OPEN, { url: MINE }))).toEqual(denied);
    expect(agent.stderr()).not.toContain('Open this link');
  });

  it('has the user asked; who does not answer is not waited for for ever', async () => {
    const tab = await shut();
    tab.onAsk = () => new Promise(() => {});
    expect(failureIn(await agent.call(OPEN))).toMatchObject({ kind: 'user_action_required' });
    await tab.received('notifications/cancelled');
  });

  it('is no place to ask about another notebook, nor where nobody can be asked: another tab is opened', async () => {
    const tab = await shut();
    await agent.call(OPEN, { url: 'https://colab.research.google.com/drive/other' });
    expect(tab.count('cellwire/ask')).toBe(0);
    await agent.said(/Open this link to connect a notebook: \S+\/drive\/other#/);
    tab.onAsk = async () => 'unreachable';
    await agent.call(OPEN);
    expect(tab.count('cellwire/ask')).toBe(1);
    await agent.said(/Open this link to connect a notebook: \S+\/drive\/mine#/);
  });

  it('is the answer to whoever waits for it to connect', async () => {
    const call = agent.call(OPEN);
    await agent.said(/Open this link/);
    await agent.open({ hello: { refused: 'not-now', notebookId: null } });
    expect(failureIn(await call)).toEqual(denied);
  });

  it('is served again when the user says so, with all it lists', async () => {
    const tab = await agent.openReady({
      ...showing(MINE),
      hello: { refused: 'not-now', notebookId: null },
    });
    const noticed = agent.listChange();
    tab.refuse(null);
    await noticed;
    expect((await agent.call('get_cells')).isError).toBeUndefined();
    expect((await agent.call(OPEN)).structuredContent).toMatchObject({ connected: true });
  });
});

describe('a connection', () => {
  it('passes on what the tab has to tell', async () => {
    await agent.openReady(showing(MINE, ['The user edited cell 2.', 7]));
    expect((await agent.call(OPEN)).structuredContent).toMatchObject({
      notices: ['The user edited cell 2.'],
    });
  });

  it('that was lost leads back to its notebook, with all of its address', async () => {
    const tab = await agent.openReady(showing(`${MINE}?authuser=1`));
    await agent.call(OPEN);
    await tab.leave();
    await expect
      .poll(async () => failureIn(await agent.call('get_cells')).next)
      .toContain(`${MINE}?authuser=1#mcpProxyToken=`);
  });

  it.each(['https://evil.example/drive/1', 'javascript:alert(1)', 'nonsense'])(
    'is not led by a tab to where our token does not belong: %s',
    async (url) => {
      const tab = await agent.openReady({ ...showing(url), hello: { notebookUrl: url } });
      await agent.call(OPEN);
      await tab.leave();
      await expect
        .poll(async () => failureIn(await agent.call('get_cells')).next)
        .toContain('https://colab.research.google.com/notebooks/empty.ipynb#');
    },
  );
});
