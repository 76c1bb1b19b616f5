import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VARIANTS as FACES } from '../../playground/variants.ts';
import { canaryText } from '../../src/notebook/canary-text.ts';
import type { CanaryReport, CanaryWish } from '../../src/notebook/inspection.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { bundlePageAgent } from '../support/page-agent.ts';
import { SEEDED_CHANGES } from '../support/seeded-changes.ts';

const SERVICE = ['insert', 'replace', 'move', 'delete', 'run', 'read_outputs'].map(
  (name) => `${name}: tools service`,
);

/** What each variant lacks: pieces of the page, and ways to do things. Those that go together are tried together. */
const VARIANTS: Array<[variants: string, mismatches: string[], missing: string[]]> = [
  ['md-dialog,disconnected,insert-focuses,stdin-flash,dark,status-only-reply', [], []],
  [
    'no-tools-service,no-events,no-counts,build-2025,no-kernel-execute,no-input-field,runtime-warning,lazy-execute',
    [
      'notebook.colabMcpToolsService',
      'cell.model.listenOnce',
      'cell.getExecutionCount',
      'kernel.execute',
      'notebook.kernelFiles',
      'INPUT_FIELD (input.stdin-widget)',
      'kernel.restart',
    ],
    [
      ...SERVICE,
      'run_end_event: execution_completed',
      'execute_code: kernel.execute() and kernelFiles',
      'put_file: kernelFiles.write()',
      'answer_input: input field',
      'restart: kernel.restart()',
      'run: cell.manualExecute()',
    ],
  ],
  [
    'no-globals',
    ['window.colab'],
    [
      ...SERVICE,
      'connect: notebook.attemptAutoconnect()',
      'connect: notebook.connectToKernel()',
      'notebook_name: notebookModel.getTitle()',
      'runtime_state: kernel.isConnected()',
      'runtime_state: kernel.getState()',
      'insert: notebook.insertCell(type, {after, index})',
      'insert: notebook.insertCell(index, type)',
      'insert: notebook.addCell(type, {cellIndex})',
      'read: cell.getText()',
      'read: textModel.getValue()',
      'replace: cell.setText',
      'replace: textModel.setValue',
      'replace: model.setText',
      'move: notebook.moveCell([view], delta, 0)',
      'move: notebook.moveCell(view, delta)',
      'delete: notebook.removeCells([view])',
      'run: cell.manualExecute()',
      'run: cell.executeCellCommand()',
      'run_end_event: execution_completed',
      'read_outputs: model.toJson()',
      'read_outputs: model.outputs',
      'clear_outputs: model.removeOutputs()',
      'execute_code: kernel.execute() and kernelFiles',
      'put_file: kernelFiles.write()',
      'restart: kernel.restart()',
    ],
  ],
  [
    'dom-only',
    [
      ...['focusCell', 'insertCell', 'removeCells', 'moveCell', 'attemptAutoconnect', 'connectToKernel'].map(
        (name) => `notebook.${name}`,
      ),
      ...['notebook.colabMcpToolsService', 'notebook.kernelFiles', 'kernel.execute', 'kernel.restart'],
      ...['getElement', 'isFocused', 'runButton', 'manualExecute', 'executeCellCommand'].map(
        (name) => `cell.${name}`,
      ),
      ...['textModel', 'setText', 'metadata', 'outputs', 'removeOutputs', 'listenOnce'].map(
        (name) => `cell.model.${name}`,
      ),
    ],
    [
      ...SERVICE,
      'connect: notebook.attemptAutoconnect()',
      'connect: notebook.connectToKernel()',
      'insert: notebook.insertCell(type, {after, index})',
      'insert: notebook.insertCell(index, type)',
      'insert: notebook.addCell(type, {cellIndex})',
      'read: textModel.getValue()',
      'replace: textModel.setValue',
      'replace: model.setText',
      'move: notebook.moveCell([view], delta, 0)',
      'move: notebook.moveCell(view, delta)',
      'delete: notebook.removeCells([view])',
      'run: cell.manualExecute()',
      'run: cell.executeCellCommand()',
      'run_end_event: execution_completed',
      'read_outputs: model.outputs',
      'clear_outputs: model.removeOutputs()',
      'execute_code: kernel.execute() and kernelFiles',
      'put_file: kernelFiles.write()',
      'restart: kernel.restart()',
    ],
  ],
];

/** A build has one form of a method. */
const FORMS: Array<[variants: string, mismatches: string[], missing: string[]]> = [
  ['insert-options', [], ['insert: tools service']],
  ['insert-index-first,slow-boot', [], ['insert: tools service']],
  ['add-cell', ['notebook.insertCell'], ['insert: tools service']],
];
const ASKS = ['run-anyway', 'too-many-sessions'];
const BLOCKED: Array<[variant: string, why: string, address: string, words: string]> = [
  ['runtime-lost', 'a dialog is open', SCRATCH, 'A dialog is open'],
  ['cannot-save', 'a dialog is open', SCRATCH, 'A dialog is open'],
  ['read-only', 'it can only be read', SCRATCH, 'can only be read'],
  [
    'default',
    'it is not a scratch notebook',
    SCRATCH.replace('empty', 'mine'),
    'in a scratch notebook alone',
  ],
];

/** What is the user's, wherever a page may have it. */
const PERSONAL = {
  name: 'Diary of Ada',
  mail: 'ada.lovelace@example.com',
  token: 'ya29.a0AfH6SMBxxTokenOfAda0123456789',
  path: '/content/drive/My Drive/ada/notes.txt',
  source: "my_password = 'hunter2 hunter2'",
  file: '1AdaAbCdEfGhIjKlMnOpQrStUvWxYz012345',
};

describe('the canary', () => {
  const opened = useBrowser();
  let script: string;
  let page: Page;
  beforeAll(async () => {
    script = await bundlePageAgent();
  });
  beforeEach(async () => {
    page = await opened().newPage();
  });
  afterEach(() => page.close());

  const open = async (variant: string, address = SCRATCH): Promise<void> => {
    await page.goto(`${address}?variant=${variant}`);
    await page.locator('.notebook-cell-list .cell').first().waitFor();
  };
  const canary = async (wish: CanaryWish = {}): Promise<CanaryReport> => {
    await page.evaluate(script);
    return page.evaluate((asked) => Reflect.get(window, 'pageAgent').inspection.canary(asked), wish);
  };
  const texts = (): Promise<string[]> =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('.cell'), ({ textContent }) => textContent ?? ''),
    );
  const named = ({ mismatches, rows }: CanaryReport) => ({
    mismatches: mismatches.map(({ what }) => what).sort(),
    missing: rows
      .filter(({ works }) => works === false)
      .map(({ operation, strategy }) => `${operation}: ${strategy}`)
      .sort(),
  });

  it.each(VARIANTS)('names exactly what is missing: %s', async (variant, mismatches, missing) => {
    await open(variant);
    const before = await texts();
    const report = await canary();
    expect(named(report)).toEqual({ mismatches: mismatches.sort(), missing: missing.sort() });
    expect(report.left).toBeNull();
    expect(await texts()).toHaveLength(before.length);
  });

  it.each(FORMS)('knows the forms of one method: %s', async (variant, mismatches, missing) => {
    await open(variant);
    const expected = { mismatches: ['notebook.colabMcpToolsService', ...mismatches].sort(), missing };
    expect(named(await canary({ only: ['insert'] }))).toEqual(expected);
  });

  it.each(ASKS)('cancels what Colab asks, and says that it asks: %s', async (variant) => {
    await open(variant);
    const { rows, left } = await canary({ only: ['run'] });
    const [asked, ...others] = rows;
    expect(asked).toMatchObject({
      works: false,
      why: expect.stringMatching(/^asks the user first \(mwc-dialog\.[\w.-]+\)/),
    });
    // Of the others it is not known whether they work.
    expect(asked?.isBlocked).toBeUndefined();
    expect(others.map(({ isBlocked }) => isBlocked)).toEqual(others.map(() => true));
    expect(left).toBeNull();
    expect(await page.locator('mwc-dialog').count()).toBe(0);
  });

  it.each(BLOCKED)('does nothing on %s, where %s', async (variant, _why, address, words) => {
    await open(variant, address);
    const before = await texts();
    await expect(canary()).rejects.toThrow(words);
    expect(await texts()).toEqual(before);
  });

  it('does nothing where something is written, and removes what a canary of before has left', async () => {
    await open('default');
    const add = (source: string): Promise<unknown> =>
      page.evaluate(
        (text) =>
          Reflect.get(window, 'pageAgent').notebook.insertCell({ index: -1, kind: 'code', source: text }),
        source,
      );
    await page.evaluate(script);
    await add('# cellwire:canary 1\nprint(1)');
    expect((await canary({ only: ['notebook_name'] })).left).toBeNull();
    expect((await texts()).join()).not.toContain('canary');
    await add('my_work = 1');
    await expect(canary()).rejects.toThrow('Something is written or runs');
    expect((await texts()).join()).toContain('my_work');
  });

  it.each([
    ['default', ['delete', 'move', 'insert', 'restart', 'execute_code']],
    ['too-many-sessions', ['run', 'execute_code']],
  ])('has nothing of the user in its report, whatever the page says: %s', async (variant, only) => {
    await open(variant);
    await page.evaluate((own) => {
      Object.assign(window, { colabUserEmail: own.mail });
      document.title = `${own.name} - Colab`;
      const field = document.querySelector('#doc-name');
      if (field) Object.assign(field, { value: own.name });
      document.querySelector('#toolbar-add-code')?.classList.add('of-ada');
      const { notebook, notebookModel } = Reflect.get(window, 'colab')?.global ?? {};
      if (!notebook) return;
      const says = `${own.name}.ipynb of ${own.mail}: ${own.path} with Bearer ${own.token} "${own.source}" at https://colab.research.google.com/drive/${own.file}`;
      const breaks = (): never => {
        throw new Error(says);
      };
      const rejects = (): Promise<never> => Promise.reject(new Error(says));
      Object.assign(notebookModel, { getTitle: () => `${own.name}.ipynb`, getFileId: () => own.file });
      Object.assign(notebook, { insertCell: breaks, removeCells: breaks, moveCell: breaks });
      Object.assign(notebook.kernel, { execute: rejects, restart: rejects });
    }, PERSONAL);
    const report = await canary({ only });
    const text = `${canaryText(report, '1.0.0')}\n${JSON.stringify(report)}`;
    // What the page said is there, but for what is somebody's.
    if (variant === 'default') expect(text).toMatch(/removeCells\(\[view\]\) +NO +\d+ +… of …/);
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll('.cell'), ({ id }) => id));
    for (const own of [...Object.values(PERSONAL), ...ids, 'hunter2', 'colab.research', 'example.com']) {
      expect(text).not.toContain(own);
    }
    expect(text).not.toMatch(/\bada\b/i);
  });

  it('was tried on every face that the playground has', () => {
    const tried = [...VARIANTS, ...FORMS, ...BLOCKED].map(([variant]) => variant);
    const names = [...tried, ...ASKS, 'default'].flatMap((variant) => variant.split(','));
    expect([...new Set(names)].sort()).toEqual(Object.keys(FACES).sort());
  });

  it.each(SEEDED_CHANGES.map((change) => [change.what, change] as const))(
    'names a change of the page: %s',
    async (_what, change) => {
      await open('default');
      await page.evaluate(`(${String(change.make)})(window.colab.global.notebook)`);
      const report = await canary({ only: change.only });
      const { mismatches, missing } = named(report);
      expect({ mismatches, missing }).toEqual({
        mismatches: [...change.mismatches].sort(),
        missing: change.missing,
      });
      expect(report.left).toBeNull();
    },
  );
});
