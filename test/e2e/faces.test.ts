import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent, pageAgentOf } from '../support/page-agent.ts';

/** Faces of the page that change a few things only, and what stays of a notebook. The other variants: variants.test.ts. */
describe('faces of the page', () => {
  const opened = useBrowser();
  let script: string;
  let pages: Page[];
  beforeAll(async () => {
    script = await bundlePageAgent();
  });
  beforeEach(() => {
    pages = [];
  });
  afterEach(() => Promise.all(pages.map((page) => page.close())));

  async function open(address: string): Promise<{ page: Page; agent: ReturnType<typeof pageAgentOf> }> {
    const page = await opened().newPage();
    pages.push(page);
    await page.addInitScript({ content: `if (window === top) { ${script} }` });
    await page.goto(address);
    return { page, agent: pageAgentOf(page) };
  }

  const add = async (agent: ReturnType<typeof pageAgentOf>, source: string): Promise<string> =>
    Object(await agent.use('insertCell', { index: -1, kind: 'code', source })).cellId;

  const sources = async (agent: ReturnType<typeof pageAgentOf>): Promise<string[]> =>
    Object(await agent.use('readCells', {})).cells.map(({ source }: { source: string[] }) => source.join(''));

  it('one frame, of an origin of its own, holds all outputs of a cell with a picture or HTML', async () => {
    const { page, agent } = await open(SCRATCH);
    const cellId = await add(
      agent,
      'from IPython.display import HTML\nprint("first")\ndisplay(HTML("<b>bold</b>"), HTML("<i>leaning</i>"))\nprint("last")',
    );
    expect(await agent.use('runCell', { cellId })).toMatchObject({ status: 'ok' });
    const cell = page.locator(`#cell-${cellId}`);
    expect(await cell.locator('iframe').count()).toBe(1);
    const inFrame = cell.frameLocator('iframe').locator('#output-body');
    await expect.poll(() => inFrame.textContent()).toMatch(/^first\s*bold\s*leaning\s*last\s*$/);
    expect(await inFrame.evaluate(() => window.origin)).toMatch(
      /^https:\/\/\w+-0-colab\.googleusercontent\.com$/,
    );
    expect(await cell.locator('.output_text').count()).toBe(0);
    const { cells } = Object(await agent.use('readCells', { cellIds: [cellId], includeOutputs: true }));
    expect(cells[0].outputs.map((output: { output_type: string }) => output.output_type)).toEqual([
      ...['stream', 'display_data', 'display_data', 'stream'],
    ]);
  });

  it('code that waits without a field to type in is running, and can be interrupted', async () => {
    const { page, agent } = await open(`${SCRATCH}?variant=no-input-field`);
    const cellId = await add(agent, 'input("Name? ")');
    const run = agent.use('runCell', { cellId });
    await page.locator(`#cell-${cellId}.running`).waitFor();
    await expect(agent.kernel('answerInput', { text: 'Ada' })).rejects.toThrow('No cell waits for input');
    expect(await agent.kernel('state')).toMatchObject({ state: 'busy' });
    await agent.kernel('interrupt', {});
    expect(await run).toMatchObject({ status: 'interrupted' });
  });

  it('a notebook that is shared to read says so, and is left as it is', async () => {
    const { agent } = await open(`${COLAB}/drive/shared?variant=read-only&cells=3`);
    const before = await sources(agent);
    await expect(add(agent, 'x = 1')).rejects.toThrow(/shared with the user to read only/);
    expect(await sources(agent)).toEqual(before);
    expect(await agent.use('status')).toMatchObject({ notebook: { saves: false } });
  });

  it('a notebook in Drive survives a reload, and is the same by either address', async () => {
    const { page, agent } = await open(`${COLAB}/drive/kept`);
    const cellId = await add(agent, 'print("kept")');
    await agent.use('runCell', { cellId });
    expect(await agent.use('status')).toMatchObject({ notebook: { id: 'kept', name: 'Untitled.ipynb' } });
    await page
      .locator('colab-last-saved-indicator')
      .getByText(/^Last saved at/)
      .waitFor();
    await page.reload();
    const expected = { id: cellId, execution_count: 1, outputs: [{ text: ['kept\n'] }] };
    const after = await agent.use('readCells', { cellIds: [cellId], includeOutputs: true });
    expect(after).toMatchObject({ cells: [expected] });
    const { agent: other } = await open(`${COLAB}/notebook#fileId=kept`);
    expect(await other.use('status')).toMatchObject({
      notebook: { id: 'kept', url: `${COLAB}/notebook#fileId=kept` },
    });
    expect(await sources(other)).toEqual(await sources(agent));
  });

  it('several users work in one notebook', async () => {
    const { agent: ada } = await open(`${COLAB}/drive/common`);
    const { page, agent: bob } = await open(`${COLAB}/drive/common`);
    await page.locator('colab-collaborator-bar .collaborator').waitFor();
    const ofAda = await add(ada, 'ada = 1');
    await expect.poll(() => sources(bob)).toContain('ada = 1');
    expect(await bob.taken()).toEqual([`added ${ofAda} 1`]);
    await Promise.all([ada.use('replaceSource', { cellId: ofAda, source: 'ada = 2' }), add(bob, 'bob = 1')]);
    for (const each of [ada, bob]) await expect.poll(() => sources(each)).toEqual(['', 'ada = 2', 'bob = 1']);
  });

  it('the theme is the page’s own, and formulas are drawn', async () => {
    const { page, agent } = await open(`${SCRATCH}?variant=dark`);
    await agent.use('insertCell', { index: 0, kind: 'markdown', source: 'Euler: $e^{i\\pi} = -1$ for $5' });
    expect(await page.locator('html').getAttribute('theme')).toBe('dark');
    const surface = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--colab-primary-surface-color').trim(),
    );
    expect(surface).toBe('#282a2c');
    await page.locator('.markdown math').waitFor();
    expect(await page.locator('.markdown').textContent()).toContain('for $5');
  });

  it('left no error on the console and broke no policy', () => {
    expect(opened().problems.found).toEqual([]);
  });
});
