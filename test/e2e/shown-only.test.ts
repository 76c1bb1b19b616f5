import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent, pageAgentOf } from '../support/page-agent.ts';
import { openSaved, type SavedCell, savedCells } from '../support/saved-notebook.ts';

const SHOWN_ONLY = '?variant=no-globals';
const LONG = `    # ${'a line that is wrapped, with  two blanks and more, '.repeat(6)}`;
const STREAM = { output_type: 'stream', name: 'stdout', text: ['one\n', 'two  \n'] };
const HTML = { output_type: 'display_data', data: { 'text/html': '<b>x</b>' }, metadata: {} };

/** Whatever a source may hold that a page can show in another way. */
const SOURCES = [
  'a = 1',
  '',
  '\n\n',
  'def f(x):\n    if x:\n        return  x\n\n    return None\n',
  `if True:\n${LONG}\n${'x'.repeat(200)}\n    pass`,
  'print("ünï 日本 😀 <b>&amp;</b>")  # <br>\n"""\n  several\n\nlines"""',
];

const opened = useBrowser();
let script: string;
let page: Page;
let agent: ReturnType<typeof pageAgentOf>;
beforeAll(async () => {
  script = await bundlePageAgent();
});
beforeEach(async () => {
  page = await opened().newPage();
  await page.addInitScript({ content: script });
  agent = pageAgentOf(page);
});
afterEach(() => page.close());

function code(id: string, source: string, more: Partial<SavedCell> = {}): SavedCell {
  return { cell_type: 'code', id, source, execution_count: null, outputs: [], ...more };
}

async function read(cellId?: string): Promise<Array<Record<string, unknown>>> {
  const query = { includeOutputs: true, ...(cellId === undefined ? {} : { cellIds: [cellId] }) };
  const { cells } = Object(await agent.use('readCells', query));
  return cells.map((cell: { source: string[] }) => ({ ...cell, source: cell.source.join('') }));
}

/** What the page shows is the truth: as the notebook's own file has it. */
async function requireTrue(): Promise<void> {
  const now = (await read()).map(({ id, cell_type, source }) => ({ id, cell_type, source }));
  const truth = (await savedCells(page)).map(({ id, cell_type, source }) => ({ id, cell_type, source }));
  expect(now).toEqual(truth);
}

describe('a page without objects to ask', () => {
  it('is read as it is: sources, in editors and outside, counts, outputs, name', async () => {
    const outputs = [STREAM, { ...STREAM, name: 'stderr' }];
    await openSaved(
      page,
      [
        ...SOURCES.map((source, at) => code(`c${at}`, source)),
        code('ran', '1', { execution_count: 7, outputs }),
        code('framed', '2', { execution_count: 8, outputs: [STREAM, HTML] }),
        { cell_type: 'markdown', id: 'text', source: '# Title\n\nsome *words*\n\n- one\n- two' },
      ],
      SHOWN_ONLY,
    );
    expect(await page.evaluate(() => 'colab' in window || 'monaco' in window)).toBe(false);
    const cells = await read();
    expect(cells.slice(0, SOURCES.length).map(({ source }) => source)).toEqual(SOURCES);
    expect(cells.at(-3)).toMatchObject({
      execution_count: 7,
      outputs: outputs.map((output) => ({ ...output, text: output.text.join('') })),
    });
    expect(cells.at(-2)).toMatchObject({
      execution_count: 8,
      outputs: [{ data: { 'text/plain': expect.stringContaining('in a frame') } }],
    });
    expect(cells.at(-1)).toMatchObject({
      source: '# Title\n\nsome *words*\n\n- one\n- two',
      source_is: 'rendered',
    });
    const status = await page.evaluate(() => Reflect.get(window, 'pageAgent').notebook.status());
    expect(status).toMatchObject({
      notebook: { name: 'Kept.ipynb', cells: SOURCES.length + 3 },
      capabilities: { read: expect.stringContaining('what the page shows'), execute_code: 'temporary cell' },
    });

    for (const [at, source] of SOURCES.entries()) {
      await page.locator(`#cell-c${at} .lazy-editor`).click();
      await page.locator(`#cell-c${at} .view-line`).first().waitFor({ state: 'attached' });
      expect((await read(`c${at}`))[0]).toMatchObject({ source });
    }
  });

  it('is changed and run by its own controls, and checked against its own file', async () => {
    await page.goto(`${SCRATCH}${SHOWN_ONLY}&cells=4`);
    await read();
    const [text = '', first = '', second = ''] = await agent.ids();
    for (const [at, source] of SOURCES.entries()) {
      await agent.use('insertCell', { index: at + 2, kind: 'code', source });
    }
    await agent.use('insertCell', { index: 0, kind: 'markdown', source: '## New\n\n* not - as - shown' });
    await agent.use('replaceSource', { cellId: first, source: 'if 1:\n\tprint("tab")\nnb = "\u00a0"' });
    await agent.use('moveCell', { cellId: second, index: 1 });
    await agent.use('deleteCell', { cellId: second });
    await agent.use('replaceSource', { cellId: first, source: '' });
    await agent.use('replaceSource', { cellId: first, source: 'if 1:\n\tprint("tab\u00a0")\n{}["x"]' });
    expect((await read(first))[0]).toMatchObject({ source: 'if 1:\n\tprint("tab\u00a0")\n{}["x"]' });
    expect(await agent.use('runCell', { cellId: first })).toMatchObject({
      status: 'error',
      executionCount: 1,
    });
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: 'tab\u00a0\n' },
      { output_type: 'error', ename: 'KeyError', evalue: "'x'" },
    ];
    expect((await read(first))[0]).toMatchObject({ outputs });
    const truth = (await savedCells(page)).find(({ id }) => id === first);
    expect(truth).toMatchObject({
      execution_count: 1,
      outputs: [{ text: ['tab\u00a0\n'] }, { ename: 'KeyError' }],
    });

    const framed = 'from IPython.display import HTML, display\ndisplay(HTML("<b>x</b>"))\n1 / 0';
    await agent.use('replaceSource', { cellId: first, source: framed });
    expect(await agent.use('runCell', { cellId: first })).toMatchObject({ status: 'error' });
    expect((await read(first))[0]).toMatchObject({
      outputs: [{ output_type: 'display_data' }, { traceback: [expect.stringContaining('cannot be read')] }],
    });
    expect(await agent.use('clearOutputs', {})).toEqual({ cleared: [first] });
    expect((await savedCells(page)).find(({ id }) => id === first)).toMatchObject({ outputs: [] });

    // What was shown of it was not its source: that is told before anything is written over.
    const [shown] = await read(text);
    const change = { cellId: text, source: '# Mine', expectedRevision: String(shown?.revision) };
    await expect(agent.use('replaceSource', change)).rejects.toThrow('is not what you have seen of it');
    const [whole] = await read(text);
    expect(whole).toMatchObject({ source: '## Part 1\nCells 1 to 4 count on.' });
    expect(whole).not.toHaveProperty('source_is');
    await agent.use('replaceSource', { ...change, expectedRevision: String(whole?.revision) });
    await requireTrue();
    expect(await agent.taken()).toEqual([]);
  });

  it('tells what the user changed, and nothing of what was only opened', async () => {
    await page.goto(`${SCRATCH}${SHOWN_ONLY}&cells=3`);
    await read();
    const [text = '', first = ''] = await agent.ids();
    expect(await agent.taken()).toEqual([]);
    await page.locator(`#cell-${text} .markdown`).dblclick();
    await page.locator(`#cell-${text} .view-line`).first().waitFor();
    expect(await agent.taken()).toEqual([]);
    await page.keyboard.type('more');
    const before = (await read(first))[0]?.source;
    await page.locator(`#cell-${first} .lazy-editor`).click();
    await page.keyboard.type('a');
    // Editors draw with the next frame.
    await expect.poll(async () => (await read(first))[0]?.source).not.toBe(before);
    expect((await agent.taken()).sort()).toEqual([`edited ${first}`, `edited ${text}`].sort());
  });

  it('leaves the user where the user is', async () => {
    await page.goto(`${SCRATCH}${SHOWN_ONLY}&cells=4`);
    await read();
    const [text = '', first = '', own = ''] = await agent.ids();
    const before = (await read(own))[0]?.source;
    await page.locator(`#cell-${own} .lazy-editor`).click();
    await page.keyboard.press('Control+End');
    const typed = ' # the quick brown fox jumps over the lazy dog';
    const typing = page.keyboard.type(typed, { delay: 20 });
    await agent.use('insertCell', { index: 0, kind: 'code', source: 'a = [\n1' });
    await agent.use('replaceSource', { cellId: first, source: 'b = (\n2' });
    await agent.use('replaceSource', { cellId: text, source: 'words' });
    await typing;
    const focused = await page.evaluate(() => document.activeElement?.closest('.cell')?.id);
    expect(focused).toBe(`cell-${own}`);
    const truth = await savedCells(page);
    expect(truth.find(({ id }) => id === own)?.source).toBe(before + typed);
    expect(truth.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['a = [\n1', 'b = (\n2', 'words']),
    );
    await expect(agent.use('replaceSource', { cellId: own, source: '' })).rejects.toThrow('is typing');
  });

  it('is not written to in a tab that is not seen', async () => {
    await page.goto(`${SCRATCH}${SHOWN_ONLY}&cells=2`);
    const cells = await read();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    });
    const adding = agent.use('insertCell', { index: 0, kind: 'code', source: 'a' });
    await expect(adding).rejects.toThrow('no cell was added');
    const replacing = agent.use('replaceSource', { cellId: String(cells[1]?.id), source: 'a' });
    await expect(replacing).rejects.toThrow('the cell was not changed');
    expect(await read()).toEqual(cells);
  });

  it('is no longer taken for one when its objects come after all', async () => {
    await page.addInitScript(() => {
      let late: unknown;
      Object.defineProperty(window, 'colab', {
        configurable: true,
        get: () => (Reflect.get(window, 'isLate') ? late : undefined),
        set: (value) => {
          late = value;
        },
      });
    });
    await page.goto(`${SCRATCH}?cells=2`);
    const readBy = async (): Promise<unknown> =>
      (await page.evaluate(() => Reflect.get(window, 'pageAgent').notebook.status())).capabilities.read;
    await read();
    expect(await readBy()).toContain('what the page shows');
    await page.evaluate(() => Reflect.set(window, 'isLate', true));
    expect(await readBy()).toBe('cell.getText()');
    await requireTrue();
  });

  it('is read from what real editors draw, and what they do not draw is told', async () => {
    const body = await readFile(new URL('../support/page/recorded-editors.html', import.meta.url), 'utf8');
    const address = 'https://colab.research.google.com/recorded';
    await page.route(address, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto(address);
    const source =
      'first = 0\nif first:\n    # some words that are long enough to be wrapped at least once, with  two blanks\n    b = "ünï"\n';
    const cells = await read();
    expect(cells.map(({ id, source_is }) => [id, source_is])).toEqual([
      ['wrapped', undefined],
      ['unnumbered', 'part'],
      ['folded', 'part'],
      ['foldedUnnumbered', 'part'],
      ['scrolled', 'part'],
      ['static', undefined],
      ['text', undefined],
    ]);
    for (const at of [0, 5, 6]) expect(cells[at]).toMatchObject({ source });
    const change = { cellId: 'folded', source: 'lost' };
    await expect(agent.use('replaceSource', change)).rejects.toThrow('it was not changed');
  });
});
