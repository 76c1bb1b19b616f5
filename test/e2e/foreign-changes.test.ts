import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent, pageAgentOf } from '../support/page-agent.ts';

const opened = useBrowser();
let script: string;
beforeAll(async () => {
  script = await bundlePageAgent();
});

const CORE = ['default', 'dom-only', 'no-events,no-tools-service'];

/** What a hand does, and what is told of it, on pages that differ in what they offer. */
describe.each(isAtLength ? [...CORE, 'no-events', 'slow-boot', 'insert-index-first'] : CORE)(
  'changes of the user on variant %s',
  (variant) => {
    let page: Page;
    let agent: ReturnType<typeof pageAgentOf>;
    beforeEach(async () => {
      page = await opened().newPage();
      await page.addInitScript({ content: script });
      await page.goto(`${SCRATCH}?variant=${variant}&cells=12`);
      agent = pageAgentOf(page);
      expect(await agent.use('readCells', {})).toMatchObject({ total: 12 });
    });
    afterEach(() => page.close());

    const edit = async (cellId: string | undefined, text: string): Promise<void> => {
      await page.locator(`#cell-${cellId} .lazy-editor`).click();
      await page.keyboard.type(text);
    };

    it('are told once each, and those of the agent never', async () => {
      const ids = await agent.ids();
      expect(await agent.taken()).toEqual([]);

      await edit(ids[1], 'typed');
      expect(await agent.told()).toBe(1);
      expect(await agent.taken()).toEqual([`edited ${ids[1]}`]);
      expect(await agent.taken()).toEqual([]);

      await page.keyboard.press('Control+m');
      await page.keyboard.press('b');
      const added = (await agent.ids())[2];
      await page.keyboard.type('in the new cell');
      expect(await agent.told()).toBe(1);
      expect(await agent.taken()).toEqual([`added ${added} 2`]);

      await page.keyboard.press('Control+m');
      await page.keyboard.press('j');
      expect(await agent.taken()).toEqual([expect.stringMatching(/^moved \S+ [23]$/)]);

      await page.keyboard.press('Control+m');
      await page.keyboard.press('d');
      expect(await agent.taken()).toEqual([`deleted ${added}`]);
      expect(await agent.told()).toBe(2);

      await agent.use('insertCell', { index: 3, kind: 'code', source: 'ours = 1' });
      await agent.use('replaceSource', { cellId: ids[4] ?? '', source: 'ours = 2' });
      await agent.use('moveCell', { cellId: ids[6] ?? '', index: 1 });
      await agent.use('deleteCell', { cellId: ids[7] ?? '' });
      expect(await agent.taken()).toEqual([]);
      expect(await agent.told()).toBe(0);
    });

    it('are none when a cell is only looked at, or put back as it was', async () => {
      const [, first, second] = await agent.ids();
      await page.locator(`#cell-${first} .lazy-editor`).click();
      await page.locator(`#cell-${second} .lazy-editor`).click();
      await page.locator('#notebook-main').evaluate((main) => main.scrollTo(0, 100));
      expect(await agent.told()).toBe(0);
      await page.keyboard.type('x');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+m');
      await page.keyboard.press('b');
      await page.keyboard.press('Control+m');
      await page.keyboard.press('d');
      expect(await agent.taken()).toEqual([]);
    });
  },
);

describe('the runtime', () => {
  it('has outputs that are no change, and restarts that are one', async () => {
    const page = await opened().newPage();
    await page.addInitScript({ content: script });
    await page.goto(`${SCRATCH}?cells=6`);
    const agent = pageAgentOf(page);
    await agent.use('readCells', {});
    const ids = await agent.ids();
    expect(await agent.use('runCell', { cellId: ids[1] ?? '' })).toMatchObject({ status: 'ok' });
    expect(await agent.told()).toBe(0);
    expect(await agent.taken()).toEqual([]);
    await page.keyboard.press('Control+m');
    await page.keyboard.press('.');
    await page.locator('mwc-dialog[open] md-text-button', { hasText: 'Yes' }).click();
    await page.waitForFunction(
      () => Reflect.get(window, 'colab').global.notebook.kernel.getState() === 'kernel idle',
    );
    expect(await agent.taken()).toEqual(['restarted']);
    expect(await agent.taken()).toEqual([]);
    await page.close();
  });
});
