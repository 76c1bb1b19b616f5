import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { createAgent } from '../support/agent.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { startBridge } from '../support/bridge.ts';
import { findFirefox } from '../support/find-firefox.ts';
import { Firefox } from '../support/firefox.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';
import { toolSuite } from './tool-suite.ts';

const path = await findFirefox();

describe.skipIf(path === null)('in Firefox', () => {
  let playground: Playground;
  let firefox: Firefox;
  let bridge: RunningBridge;
  let agent: Agent;

  beforeAll(async () => {
    playground = await startTestPlayground();
    firefox = await Firefox.launch(path ?? '', playground.port);
    bridge = await startBridge({ colabUrl: SCRATCH });
    agent = createAgent((name, args) => bridge.client.callTool({ name, arguments: args }));
  });
  afterAll(async () => {
    await bridge?.close();
    await firefox?.close();
    await playground?.close();
  });

  it('opens the start page once it is installed, and finds nothing wrong but that no server was met', async () => {
    const start = await firefox.pageAt('/start/start.html');
    const grades = `[...document.querySelectorAll('.check-row')].map((row) => row.innerText)`;
    await expect.poll(() => firefox.evaluate(start, `${grades}.length`)).toBeGreaterThan(4);
    expect(await firefox.evaluate(start, `${grades}.join()`)).toContain('Firefox 1');
    expect(await firefox.evaluate(start, `${grades}.filter((row) => !row.startsWith('OK')).join()`)).toMatch(
      /^Warning\s+Server\s+None was ever met/,
    );
  });

  it('lets an agent work in a notebook, also after a reload', async () => {
    const tab = await firefox.newTab();
    expect(await bridge.connect((link) => firefox.goTo(tab, link))).toBe(true);
    // The code is out of the address before the page can see it.
    expect(await firefox.evaluate(tab, 'location.hash')).toBe('');
    const cellId = await agent.addCode('print(6 * 7)');
    const run = await agent.use('execute_cell', { cellId });
    expect(run).toMatchObject({ status: 'ok', outputs: [{ text: '42\n' }] });
    await firefox.reload(tab);
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
    expect(await agent.use('execute_code', { code: 'print("again")' })).toMatchObject({ status: 'ok' });
    const start = await firefox.pageAt('/start/start.html');
    const state = `document.querySelector('#state').innerText`;
    await expect
      .poll(() => firefox.evaluate(start, state))
      .toContain('Connected to a notebook: cellwire-tests');
  });

  it('asks the user where a page led to the notebook', async () => {
    const tab = await firefox.newTab();
    await firefox.goTo(tab, 'https://colab.google.com/notebooks/empty.ipynb');
    const server = await GoogleLikeServer.start();
    await firefox.evaluate(tab, `location.href = ${JSON.stringify(SCRATCH + server.fragment)}; 0`);
    await expect
      .poll(() =>
        firefox.evaluate(tab, `document.querySelector('#cellwire-consent') !== null`).catch(() => false),
      )
      .toBe(true);
    expect(server.origins).toEqual([]);
    await server.close();
  });

  toolSuite(() => ({ agent, run: agent.use }));
});
