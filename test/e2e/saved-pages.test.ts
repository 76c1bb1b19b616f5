import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent, pageAgentOf } from '../support/page-agent.ts';

/** Parts of pages that users saved with their shadow roots, without what is not looked at. */
const CELL = `
  <div id="cell-99XXWDTH-TQS" class="cell code focused"><div class="main-content">
    <div class="cell-execution-container"><colab-run-button><template shadowrootmode="open">
      <div class="cell-execution focused stale"><button id="run-button"></button>
        <div class="status"><div class="execution-count">[11]</div></div></div>
    </template></colab-run-button></div>
    <div class="editor flex lazy-editor"><pre class="lazy-virtualized"><pre class="monaco-colorized">x = 1</pre></pre>
      <colab-read-only-cell-placeholder></colab-read-only-cell-placeholder></div>
  </div></div>`;
/** A text cell has a run button, too: it runs a section that is folded. */
const SECTION =
  '<div class="section-header" style="display: none"><colab-run-button></colab-run-button></div>';
const TEXT_CELL = `
  <div id="cell-0YkSLbpNEX2R" class="cell text"><div class="main-content">${SECTION}</div></div>`;
/** After an edit: its editor stays, hidden. */
const TEXT_WITH_HEADING = `
  <div id="cell-8aBcDeFgHiJk" class="cell text"><div class="main-content">${SECTION}<div class="cell-contents">
    <div class="toolbar-root"></div>
    <div class="editor-container horizontal">
      <div class="editor-root" style="display: none"><div class="editor monaco" data-mode-id="markdown"></div></div>
      <div class="text-top-div"><div class="markdown"><span>
        <div class="text-cell-section-header"><md-icon-button class="header-section-toggle"><md-icon>keyboard_arrow_down</md-icon></md-icon-button><h2>Results</h2></div>
      </span></div></div>
    </div></div></div></div>`;
const CELL_WITH_OUTPUT = CELL.replace('99XXWDTH-TQS', '77XXWDTH-TQS').replace(
  /<\/div><\/div>$/,
  `<div class="output"><div class="output-content"><div class="output-iframe-container"><div class="output-iframe-sizer"><div><div>
    <colab-static-output-renderer><div><div class="stream output-id-3 output_text"><pre>done\n</pre></div></div></colab-static-output-renderer>
  </div></div></div></div></div></div></div></div>`,
);
/** It runs, and has asked for a line of text. */
const waiting = (type: string): string =>
  CELL_WITH_OUTPUT.replace('77XXWDTH-TQS', '99XXWDTH-TQS')
    .replace('cell code', 'cell code running')
    .replace('cell-execution focused', 'cell-execution running focused')
    .replace('<pre>done\n</pre>', `<pre>done\nName? <input class="stdin-widget" type="${type}"></pre>`);
const CELL_WITHOUT_OUTPUT = CELL.replace(/<\/div><\/div>$/, '<div class="output"></div></div></div>');
/** It failed, and what it raised is not drawn: it is out of view, or the tab is hidden. */
const CELL_UNDRAWN = CELL_WITHOUT_OUTPUT.replace('cell code', 'cell code code-has-output')
  .replace('99XXWDTH-TQS', '55XXWDTH-TQS')
  .replace('cell-execution ', 'cell-execution error ');
/** The editor that stays need not have drawn anything, or not all. */
const TEXT_WITH_EDITOR = TEXT_WITH_HEADING.replace('8aBcDeFgHiJk', '6aBcDeFgHiJk').replace(
  '<div class="editor monaco" data-mode-id="markdown"></div>',
  '<div class="editor monaco" data-mode-id="markdown"><div class="monaco-editor"><div class="view-lines"></div></div></div>',
);
const DISCONNECTED = `<colab-connect-button><template shadowrootmode="open">
  <colab-toolbar-button id="connect">Reconnect</colab-toolbar-button><md-icon-button id="connect-dropdown"></md-icon-button>
</template></colab-connect-button>`;
const CONNECTED = `<colab-connect-button><template shadowrootmode="open">
  <md-icon-button id="connect-icon" class="icon-okay"></md-icon-button>
  <colab-toolbar-button id="connect"><div id="connect-button-resource-display"></div></colab-toolbar-button>
</template></colab-connect-button>`;
const FURNITURE = `
  <dialog class="doc-comments-area" open>Comments</dialog>
  <colab-callout opened role="tooltip"><md-icon>close</md-icon>Try the new thing<button>Got it</button></colab-callout>
  <other-extension role="dialog">Sign in</other-extension>`;

const pageOf = (body: { cells?: string; connect?: string; rest?: string; attributes?: string }): string => `
  <!doctype html><html><head><title>My notebook.ipynb - Colab</title></head><body>
    <div class="notebook-vertical" ${body.attributes ?? ''}>
      <input id="doc-name">${body.connect ?? CONNECTED}
      <div class="notebook-content"><div class="notebook-cell-list">${body.cells ?? CELL + TEXT_CELL}</div></div>
    </div>${body.rest ?? ''}
  </body></html>`;

const INERT = 'inert aria-hidden="true"';
const inert = (elements: string): string =>
  elements.replaceAll(/<(dialog|colab-callout|other-extension) /g, `<$1 ${INERT} `);

/** As saved: no heading, no text, one button. */
const CONFIRM = `
  <mwc-dialog class="confirm-dialog" open><template shadowrootmode="open">
    <div class="mdc-dialog mdc-dialog--open" role="alertdialog" aria-label="Cannot connect to GPU backend">
      <h2 id="title" class="mdc-dialog__title"></h2>
      <div id="content"><slot id="contentSlot"></slot></div><footer id="actions"><slot name="primaryAction"></slot></footer>
    </div></template>
    <md-text-button slot="primaryAction" dialogaction="ok"><md-icon>close</md-icon>Close</md-text-button>
  </mwc-dialog>`;

/** What Colab's objects tell at least: the rest has to come from the page. */
function pretendObjects(): void {
  const view = (id: string, text: string) => ({
    getId: () => id,
    getText: () => text,
    model: { textModel: { getValue: () => text } },
  });
  const code = Object.assign(view('99XXWDTH-TQS', 'x = 1'), { getType: () => 'code' });
  const notebook = { cells: [code, view('0YkSLbpNEX2R', '# Title')], kernel: {} };
  Reflect.set(window, 'colab', { global: { notebook, notebookModel: {} } });
}

describe('saved pages', () => {
  const opened = useBrowser();
  let script: string;
  let page: Page;
  let agent: ReturnType<typeof pageAgentOf>;
  beforeAll(async () => {
    script = await bundlePageAgent();
    page = await opened().newPage();
    agent = pageAgentOf(page);
  });
  afterEach(() => page.unroute(SCRATCH));

  const load = async (
    body: Parameters<typeof pageOf>[0],
    { hasObjects = true }: { hasObjects?: boolean } = {},
  ): Promise<void> => {
    await page.route(SCRATCH, (route) => route.fulfill({ contentType: 'text/html', body: pageOf(body) }));
    await page.goto(SCRATCH);
    if (hasObjects) await page.evaluate(pretendObjects);
    await page.evaluate(script);
  };

  it('tell the name of the notebook without what the site adds to it', async () => {
    await load({});
    expect(await agent.use('status')).toMatchObject({ notebook: { name: 'My notebook.ipynb' } });
  });

  it('tell the count of a cell in its run button, and a text cell has a run button and no count', async () => {
    await load({});
    const { cells } = Object(await agent.use('readCells', {}));
    expect(cells).toMatchObject([{ cell_type: 'code', execution_count: 11 }, { cell_type: 'markdown' }]);
    expect(cells[1]).not.toHaveProperty('execution_count');
  });

  it.each([
    ['disconnected', DISCONNECTED, CELL],
    ['idle', CONNECTED, CELL],
    ['busy', CONNECTED, CELL.replace('cell code', 'cell code running')],
  ])('tell by the parts that are there that the runtime is %s', async (state, connect, cells) => {
    await load({ connect, cells });
    expect(await agent.kernel('state')).toMatchObject({ state });
  });

  it('are connected by the button in the shadow, the only one there is while no runtime is connected', async () => {
    await load({ connect: DISCONNECTED });
    await page.evaluate(() => {
      const root = document.querySelector('colab-connect-button')?.shadowRoot;
      const button = root?.querySelector('#connect');
      button?.addEventListener('click', () => {
        const icon = document.createElement('md-icon-button');
        Object.assign(icon, { id: 'connect-icon', className: 'icon-okay' });
        button.replaceChildren();
        root?.prepend(icon);
      });
    });
    expect(await agent.kernel('connect', {})).toMatchObject({ state: 'idle' });
  });

  it('take a line of text for a cell that waits for one, but no password', async () => {
    await load({ cells: waiting('text') });
    await page.evaluate(() => {
      const field = document.querySelector('input.stdin-widget');
      field?.addEventListener('keydown', (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== 'Enter') return;
        field.replaceWith(field instanceof HTMLInputElement ? field.value : '');
      });
    });
    expect(await agent.kernel('answerInput', { text: 'Ada' })).toEqual({
      cellId: '99XXWDTH-TQS',
      prompt: 'Name?',
    });
    expect(await page.locator('.stream').textContent()).toBe('done\nName? Ada');
    await load({ cells: waiting('password') });
    await expect(agent.kernel('answerInput', { text: 'Ada' })).rejects.toThrow('only the user may type');
    expect(await page.locator('input.stdin-widget').inputValue()).toBe('');
  });

  it('do not let a cell be started that shows itself running', async () => {
    await load({ cells: CELL.replace('cell code', 'cell code running').replace('cell-execution ', '') });
    await expect(agent.use('runCell', { cellId: '99XXWDTH-TQS' })).rejects.toThrow('already running');
  });

  it('run a cell without an editor by the button in its run button, and show the new count there', async () => {
    await load({});
    await page.evaluate(() => {
      const { cells } = Reflect.get(window, 'colab').global.notebook;
      // Seen to do nothing on such cells.
      cells[0].manualExecute = () => Promise.resolve();
      const root = document.querySelector('colab-run-button')?.shadowRoot;
      root?.querySelector('#run-button')?.addEventListener('click', () => {
        const [box, count] = [root.querySelector('.cell-execution'), root.querySelector('.execution-count')];
        box?.classList.add('running');
        setTimeout(() => {
          if (count) count.textContent = '[12]';
          box?.classList.remove('running');
        }, 50);
      });
    });
    expect(await agent.use('runCell', { cellId: '99XXWDTH-TQS' })).toMatchObject({
      status: 'ok',
      executionCount: 12,
    });
  });

  it('show text cells and outputs that are read without objects, and without what only surrounds them', async () => {
    await load({ cells: TEXT_WITH_HEADING + CELL_WITH_OUTPUT + CELL_WITHOUT_OUTPUT }, { hasObjects: false });
    const { cells } = Object(await agent.use('readCells', { includeOutputs: true }));
    expect(cells).toMatchObject([
      { cell_type: 'markdown', source: ['## Results'] },
      {
        cell_type: 'code',
        outputs: [{ output_type: 'stream', name: 'stdout', text: expect.stringMatching(/^done\n?$/) }],
      },
      { cell_type: 'code', source: ['x = 1'], outputs: [] },
    ]);
  });

  it('show what they do not draw as that: neither as nothing, nor as a run that went well', async () => {
    await load({ cells: TEXT_WITH_EDITOR + CELL_UNDRAWN + CELL }, { hasObjects: false });
    const { cells } = Object(await agent.use('readCells', { includeOutputs: true }));
    expect(cells).toMatchObject([
      { cell_type: 'markdown', source: ['## Results'], source_is: 'rendered' },
      {
        cell_type: 'code',
        outputs: [
          { output_type: 'display_data', data: { 'text/plain': expect.stringContaining('not drawn') } },
          { output_type: 'error', evalue: '' },
        ],
      },
      { cell_type: 'code', outputs: [] },
    ]);
  });

  it('are connecting by the icon of whichever button has it', async () => {
    const connect = DISCONNECTED.replace('Reconnect<', '<md-icon>more_horiz</md-icon> Connecting<');
    await load({ connect });
    expect(await agent.kernel('state')).toMatchObject({ state: 'connecting' });
  });

  it('have elements that look like dialogs, and wait for nobody', async () => {
    await load({ rest: FURNITURE });
    expect(await agent.use('status')).toMatchObject({ dialog: null });
  });

  it('show a dialog whose title is in its shadow alone; icons are no part of what it says', async () => {
    await load({ attributes: INERT, rest: inert(FURNITURE) + CONFIRM });
    expect(await agent.use('status')).toMatchObject({
      dialog: { title: 'Cannot connect to GPU backend', text: '', buttons: ['Close'] },
    });
  });

  it.each([
    [
      'by an element of another name',
      `<colab-modal open><h2><md-icon>warning</md-icon>Too many sessions</h2>Close one.<button>Manage</button></colab-modal>`,
      { title: 'Too many sessions', text: 'Close one.', buttons: ['Manage'] },
    ],
    ['by nothing that can be seen', '', { title: '', text: '', buttons: [] }],
  ])('are held by a dialog when they are inert, %s', async (_by, rest, dialog) => {
    await load({ attributes: INERT, rest: inert(FURNITURE) + rest });
    expect(await agent.use('status')).toMatchObject({ dialog });
    await expect(agent.use('runCell', { cellId: '99XXWDTH-TQS' })).rejects.toThrow(
      rest === ''
        ? /A dialog is open in the Colab tab; what it asks could not be read\./
        : /Too many sessions/,
    );
  });

  it.each([
    ['the file picker, which the user opened', '<mwc-dialog class="colab-open-dialog" open></mwc-dialog>'],
    ['one that is about to be gone', '<mwc-dialog></mwc-dialog>'],
  ])('are inert for %s', async (_for, rest) => {
    await load({ attributes: INERT, rest: FURNITURE + rest });
    expect(await agent.use('status')).toMatchObject({ dialog: null });
  });
});
