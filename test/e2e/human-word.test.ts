import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownTools } from '../../bridge/agent/own-tools.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { ALLOW_ALL, CALL_CLASSES, denying } from '../../src/policy/policy.ts';
import type { Agent, ToolAnswer } from '../support/agent.ts';
import { callerOf, createAgent, listOf } from '../support/agent.ts';
import { startBridge } from '../support/bridge.ts';
import { CONSENT_CARD, press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { openPopup, stopAll, tabIdOf } from '../support/popup-page.ts';
import { intrudingArguments } from '../support/tool-arguments.ts';

/** Those of the bridge are not of the notebook. */
const ownNames = ownTools.map(({ name }) => name);

/** A server as a test needs it, whosever it is. */
interface Server {
  agent: Agent;
  /** How it is called in what the agent reads. */
  called: string;
  tools: () => Promise<string[]>;
  /** Opens its link to this notebook in the page, and gives what its agent is told of that in the end. */
  visit: (page: Page, notebook: string) => Promise<{ told: Promise<ToolAnswer | null> }>;
  close: () => Promise<void>;
}

const SERVERS: Record<string, () => Promise<Server>> = {
  'our bridge': async () => {
    const bridge = await startBridge({ colabUrl: SCRATCH, clientName: 'Tester' });
    const agent = createAgent(callerOf(bridge.client));
    return {
      agent,
      called: 'Tester',
      tools: async () => {
        const { tools } = await bridge.client.listTools();
        return tools.map(({ name }) => name);
      },
      visit: async (page, notebook) => {
        const { next } = await agent.fail('get_status');
        const link = /https:\S+/.exec(next)?.[0] ?? '';
        const told = agent.ask('open_colab_browser_connection', { url: notebook });
        await page.goto(notebook + new URL(link).hash);
        return { told };
      },
      close: () => bridge.close(),
    };
  },
  'a server like Google’s': async () => {
    const server = await GoogleLikeServer.start();
    return {
      agent: createAgent((name, args) => server.callTool(name, args)),
      called: "an agent by Google's server",
      tools: async () => listOf((await server.request('tools/list')).tools).map(({ name }) => String(name)),
      visit: async (page, notebook) => {
        await page.goto(notebook + server.fragment);
        return { told: server.waitForTab().then(() => null) };
      },
      close: () => server.close(),
    };
  },
};

describe.each(Object.keys(SERVERS))('the user’s word, to %s', (kind) => {
  const opened = useBrowser();
  let server: Server;
  let page: Page;
  let popup: Page;
  let tabId: number;
  let count = 0;
  let notebook: string;

  beforeEach(async () => {
    const start = SERVERS[kind];
    if (!start) throw new Error('There is no such server.');
    server = await start();
    page = await opened().newPage();
    count += 1;
    notebook = `${COLAB}/drive/word-${count}`;
  });
  afterEach(async () => {
    await page.close();
    await popup.close();
    await server.close();
  });

  /** The link is opened in the page, and the user is asked. */
  async function visit(): ReturnType<Server['visit']> {
    const visited = await server.visit(page, notebook);
    const { browser } = opened();
    tabId = await tabIdOf(page, browser);
    popup = await openPopup(tabId, browser);
    await page.bringToFront();
    return visited;
  }

  /** All that the page shows of the notebook: sources, outputs, counts. */
  const seen = async (): Promise<string> => (await page.locator('.notebook-cell-list').textContent()) ?? '';

  /** Connected, with a cell that has run. */
  async function connected(): Promise<string> {
    const { told } = await visit();
    await press(page, 'Allow once');
    const answer = await told;
    if (answer) expect(answer.data).toMatchObject({ connected: true, notebook: { url: notebook } });
    const cellId = await server.agent.addCode('print("before")');
    await server.agent.use('execute_cell', { cellId });
    return cellId;
  }

  async function connectAgain(): Promise<void> {
    await popup.getByRole('button', { name: 'Connect again' }).click();
    await popup.getByText(/ is connected\.$/).waitFor();
    expect(await server.agent.use('get_status')).toMatchObject({ connected: true });
  }

  /** Every tool there is is refused, each answer says who decided, and the notebook stays as it is. */
  async function expectAllRefused(decided: string, cellId: string): Promise<void> {
    const before = await seen();
    const names = (await server.tools()).filter((name) => !ownNames.includes(name));
    const args = intrudingArguments(cellId);
    for (const name of names) {
      expect(await server.agent.fail(name, args[name])).toMatchObject({
        kind: 'denied',
        message: `${decided}, so ${name} was not carried out.`,
      });
    }
    expect(names).toContain('get_status');
    expect(await seen()).toBe(before);
    expect(before).not.toContain('intruder');
  }

  it('Disconnect: nothing can be done until the user connects again', async () => {
    const cellId = await connected();
    const tools = await server.tools();
    expect(tools.length).toBeGreaterThan(10);
    await popup.getByRole('button', { name: 'Disconnect' }).click();
    await popup.getByText('Disconnected by you').waitFor();
    const decided = `The user disconnected this notebook from ${server.called}`;
    await expectAllRefused(decided, cellId);
    expect(await server.tools()).toEqual(tools);
    // Nor after a reload.
    await page.reload();
    await page.locator('.notebook-cell-list').waitFor();
    await expectAllRefused(decided, cellId);
    expect(await page.locator(CONSENT_CARD).count()).toBe(0);
    await connectAgain();
    expect(await server.tools()).toEqual(tools);
  });

  it('Pause and deny: nothing is done, and each answer says who decided', async () => {
    const cellId = await connected();
    const before = await seen();
    // The one that connects is not of the notebook; whoever may do nothing may still stop what runs.
    const names = (await server.tools()).filter((name) => !ownNames.includes(name));
    const args = intrudingArguments(cellId);
    const say = (policy: Policy): Promise<unknown> =>
      popup.evaluate((message) => chrome.runtime.sendMessage(message), {
        ...{ to: 'worker', type: 'popup-policy', tabId, policy },
      });
    await say({ ...ALLOW_ALL, paused: true });
    for (const name of names) {
      expect(await server.agent.fail(name, args[name])).toMatchObject({
        kind: 'paused',
        message: `The user has paused agents in this notebook, so ${name} was not carried out.`,
      });
    }
    await say(denying(...CALL_CLASSES));
    for (const name of names.filter((one) => one !== 'interrupt_execution')) {
      expect(await server.agent.fail(name, args[name])).toMatchObject({
        kind: 'denied',
        message: expect.stringMatching(/^The user does not let agents .* was not carried out\.$/),
      });
    }
    expect(await seen()).toBe(before);
    await say(ALLOW_ALL);
    expect(await server.agent.use('get_status')).toMatchObject({ connected: true });
  });

  it('Not now: nothing can be done until the user connects', async () => {
    const { told } = await visit();
    await press(page, 'Not now');
    const answer = await told;
    if (answer) {
      expect(answer.data).toMatchObject({
        error: { kind: 'denied', message: expect.stringContaining('The user was asked and said no') },
      });
    }
    await popup.getByText('Not allowed by you').waitFor();
    await expectAllRefused(`The user did not let ${server.called} work in this notebook`, 'none');
    await connectAgain();
    expect((await server.tools()).length).toBeGreaterThan(10);
    await server.agent.addCode('print("let in")');
  });

  it('Stop: what runs is interrupted, what waits never begins, and nothing more can be done', async () => {
    await connected();
    const slow = await server.agent.addCode('import asyncio\nprint("slow")\nawait asyncio.sleep(600)');
    const next = await server.agent.addCode('print("never" + " run")');
    const running = server.agent.fail('execute_cell', { cellId: slow });
    await page.locator('.cell.running').waitFor();
    const waiting = server.agent.fail('execute_cell', { cellId: next });
    const known = async (): Promise<unknown[]> =>
      listOf((await server.agent.use('list_runs')).runs).map(({ cellId }) => cellId);
    await expect.poll(known).toContain(next);
    await popup.getByText('Working').waitFor();
    await stopAll(popup, tabId);
    const decided = `The user stopped ${server.called} in this notebook`;
    for (const call of [running, waiting]) {
      expect(await call).toMatchObject({
        kind: 'denied',
        message: `${decided} while execute_cell was under way; it may have been done in part.`,
      });
    }
    await expect.poll(() => page.locator('.cell.running').count()).toBe(0);
    expect(await seen()).not.toContain('never run');
    await expectAllRefused(decided, slow);
  });

  it('Disconnect in the middle: calls end at once and say so, and what waits never begins', async () => {
    await connected();
    const slow = await server.agent.addCode('import asyncio\nawait asyncio.sleep(8)\nprint("woke" + " up")');
    const next = await server.agent.addCode('print("never" + " run")');
    const last = await server.agent.addCode('print("never" + " run")');
    const running = server.agent.fail('execute_cell', { cellId: slow });
    await page.locator('.cell.running').waitFor();
    await server.agent.use('execute_cell', { cellId: next, wait: false });
    const waiting = server.agent.fail('execute_cell', { cellId: last });
    await popup.getByText('Working').waitFor();
    await popup.getByRole('button', { name: 'Disconnect' }).click();
    const decided = `The user disconnected this notebook from ${server.called}`;
    expect(await running).toMatchObject({
      kind: 'denied',
      message: `${decided} while execute_cell was under way; what it had begun may go on.`,
    });
    expect(await waiting).toMatchObject({ kind: 'denied', message: expect.stringContaining(decided) });
    await expect.poll(seen, { timeout: 30_000 }).toContain('woke up');
    await expect.poll(() => page.locator('.cell.running').count()).toBe(0);
    expect(await seen()).not.toContain('never run');
  });
});
