import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../bridge/version.ts';
import { HELLO_METHOD, PROTOCOL } from '../../src/wire/hello.ts';
import type { FakeTab } from '../support/fake-tab.ts';
import { Inbox } from '../support/inbox.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { failureIn, startAgent } from '../support/mcp-stdio-client.ts';

const [SHOWN, OTHER] = ['abc123', 'xyz789'];
const NOT_SHOWN = {
  kind: 'not_found',
  message: `No connected tab shows the notebook "${OTHER}", so nothing was done. Shown: ${SHOWN}.`,
  next: 'Use the runs and resources of a notebook that is shown, or ask the user to open that one again in the connected tab.',
};

let agent: Agent;
let updates: Inbox<string>;

beforeEach(async () => {
  agent = await startAgent();
  updates = new Inbox();
  agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    updates.put(params.uri),
  );
});

afterEach(() => agent.close());

/** The tab shows another notebook, and the bridge has heard of it. */
async function show(tab: FakeTab, notebookId: string): Promise<void> {
  tab.show(notebookId);
  await agent.call('get_cells');
}

const subscribedOn = (tab: FakeTab): unknown[] =>
  tab.frames.filter(({ method }) => method === 'resources/subscribe').map(({ params }) => params.uri);

describe('a run of', () => {
  it.each([`run-${SHOWN}-aa-1`, `sequence-${SHOWN}-aa-1`, 'run-1', 'something'])(
    'the notebook that is shown, or of none that is named, is the tab to tell of: %s',
    async (runId) => {
      const tab = await agent.openReady();
      expect(await agent.call('get_cells', { runId })).not.toHaveProperty('isError');
      expect(tab.count('tools/call')).toBe(1);
    },
  );

  it.each([`run-${OTHER}-aa-1`, `sequence-${OTHER}-aa-1`])(
    'another notebook is not found, and the tab is not bothered: %s',
    async (runId) => {
      const tab = await agent.openReady();
      expect(failureIn(await agent.call('get_cells', { runId }))).toEqual(NOT_SHOWN);
      expect(tab.count('tools/call')).toBe(0);
    },
  );

  it('another notebook is for the tab to tell where it does not say what it shows', async () => {
    await agent.openReady({ linkId: null });
    expect(await agent.call('get_cells', { runId: `run-${OTHER}-aa-1` })).not.toHaveProperty('isError');
  });

  it('a notebook is found from the moment on that the tab shows it', async () => {
    const tab = await agent.openReady();
    await show(tab, OTHER);
    expect(await agent.call('get_cells', { runId: `run-${OTHER}-aa-1` })).not.toHaveProperty('isError');
    expect(failureIn(await agent.call('get_cells', { runId: `run-${SHOWN}-aa-1` })).message).toContain(
      `"${SHOWN}", so nothing was done. Shown: ${OTHER}.`,
    );
  });

  it('a notebook that the tab showed on its way back is found too', async () => {
    const tab = await agent.openReady();
    await agent.drop(tab);
    tab.notebookId = OTHER;
    await tab.connect();
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    expect(await agent.call('get_cells', { runId: `run-${OTHER}-aa-1` })).not.toHaveProperty('isError');
  });

  it('another notebook does not wait for a tab that is about to come back', async () => {
    const tab = await agent.openReady();
    await agent.drop(tab);
    expect(failureIn(await agent.call('get_cells', { runId: `run-${OTHER}-aa-1` }))).toEqual(NOT_SHOWN);
  });

  it('a notebook is not connected when no tab is', async () => {
    const call = { runId: `run-${OTHER}-aa-1` };
    expect(failureIn(await agent.call('get_cells', call)).kind).toBe('not_connected');
    const tab = await agent.openReady();
    const gone = agent.listChange();
    await tab.leave();
    await gone;
    expect(failureIn(await agent.call('get_cells', call)).kind).toBe('not_connected');
  });

  it('a notebook is nothing that a frontend which is not ours could change', async () => {
    const tab = await agent.openReady({ linkId: null });
    await show(tab, SHOWN);
    expect(await agent.call('get_cells', { runId: `run-${OTHER}-aa-1` })).not.toHaveProperty('isError');
  });
});

describe('a resource of', () => {
  const read = (uri: string): Promise<unknown> => agent.client.readResource({ uri });
  const MISSING = `not_found: ${NOT_SHOWN.message} ${NOT_SHOWN.next}`;

  it('another notebook is not found, and the tab is not bothered', async () => {
    const tab = await agent.openReady();
    await expect(read(`cellwire://${OTHER}/cells/a`)).rejects.toThrow(MISSING);
    await expect(agent.client.subscribeResource({ uri: `cellwire://${OTHER}` })).rejects.toThrow(MISSING);
    expect(tab.count('resources/read') + tab.count('resources/subscribe')).toBe(0);
  });

  it('the notebook that is shown is the tab to tell of, and so is what is not ours', async () => {
    const tab = await agent.openReady();
    for (const uri of [`cellwire://${SHOWN}/cells/a`, 'other://thing']) {
      await read(uri).catch(() => {});
      expect((await tab.received('resources/read', tab.count('resources/read') - 1)).params.uri).toBe(uri);
    }
  });
});

describe('what an agent subscribed to in one notebook', () => {
  const [here, there] = [`cellwire://${SHOWN}`, `cellwire://${OTHER}`];

  it('is not asked of a tab with another, but again once it shows that one', async () => {
    const before = await agent.openReady();
    await agent.client.subscribeResource({ uri: here });
    const gone = agent.listChange();
    await before.leave();
    await gone;
    const after = await agent.openReady({ hello: { notebookId: OTHER } });
    await agent.call('get_cells');
    expect(subscribedOn(after)).toEqual([]);
    after.show(SHOWN);
    expect(await updates.take()).toBe(here);
    expect(subscribedOn(after)).toEqual([here]);
  });

  it('is not asked again of a tab that has it already, and has shown another since', async () => {
    const tab = await agent.openReady();
    await agent.client.subscribeResource({ uri: here });
    await show(tab, OTHER);
    await agent.client.subscribeResource({ uri: there });
    await show(tab, SHOWN);
    await agent.call('get_cells');
    expect(subscribedOn(tab)).toEqual([here, there]);
  });
});

describe('an extension that', () => {
  const MESSAGE = `cellwire ${VERSION} and the Cellwire extension 0.0.0-fake do not fit together, so nothing was done.`;
  const older = {
    kind: 'unsupported',
    message: MESSAGE,
    next: 'Ask the user to update the Cellwire extension.',
  };
  const newer = {
    kind: 'unsupported',
    message: MESSAGE,
    next: 'Ask the user to update cellwire (npx cellwire@latest).',
  };

  it.each([
    ['is older', PROTOCOL - 1, older],
    ['is from before protocols had numbers', undefined, older],
    ['is newer', PROTOCOL + 1, newer],
  ])('%s stays connected, and calls say which half to update', async (_what, protocol, failure) => {
    const tab = await agent.openReady({ hello: { protocol } });
    expect(failureIn(await agent.call('get_cells'))).toEqual(failure);
    expect(failureIn(await agent.call('open_colab_browser_connection'))).toEqual(failure);
    await expect(agent.client.readResource({ uri: `cellwire://${SHOWN}` })).rejects.toThrow(failure.next);
    expect((await agent.client.listResources()).resources).toEqual([]);
    expect(tab.frames.map(({ method }) => method)).toEqual([HELLO_METHOD]);
    expect(agent.stderr()).toContain(
      `warning: A tab is connected, but cellwire ${VERSION} and the Cellwire extension 0.0.0-fake do not fit together: update `,
    );
  });

  it('does not fit is not in the way of one that does', async () => {
    const unfit = await agent.openReady({ hello: { protocol: PROTOCOL + 1 } });
    const fits = await agent.openReady();
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
    expect([unfit.count('tools/call'), fits.count('tools/call')]).toEqual([0, 1]);
  });

  it('does not fit ends a wait for a connection', async () => {
    const call = agent.call('open_colab_browser_connection');
    await agent.said(/Open this link/);
    await agent.open({ hello: { protocol: PROTOCOL + 1 } });
    expect(failureIn(await call)).toEqual(newer);
  });

  it('does not fit does not take the place of one that does', async () => {
    await agent.openReady();
    await agent.openReady({ hello: { protocol: PROTOCOL + 1 } });
    expect(await agent.call('get_cells')).not.toHaveProperty('isError');
  });
});
