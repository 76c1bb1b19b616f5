import { describe, expect, it } from 'vitest';
import { withoutNames } from '../../../src/colab/canary/reason.ts';
import { EXPECTED_SELECTORS, SELECTORS } from '../../../src/colab/expected-surface.ts';
import { Tokens } from '../../../src/colab/shape/shown-attributes.ts';
import { ColabPage } from '../../../src/colab/surface/page.ts';
import { OnlyStrategy } from '../../../src/colab/try-strategies.ts';
import { canaryText, isAllWell } from '../../../src/notebook/canary-text.ts';
import type { CanaryReport } from '../../../src/notebook/inspection.ts';
import { FakeColab } from './fake-colab.ts';

const REPORT: CanaryReport = {
  build: 'colab-external_1',
  mismatches: [{ kind: 'member', what: 'notebook.removeCells', found: 'missing', neededBy: ['delete'] }],
  rows: [
    { operation: 'delete', strategy: 'edit menu', works: true, milliseconds: 7, why: null },
    { operation: 'delete', strategy: 'removeCells', works: false, milliseconds: null, why: 'not offered' },
    { operation: 'move', strategy: 'other form', works: null, milliseconds: 62, why: 'not needed' },
    {
      ...{ operation: 'run', strategy: 'menu', works: false, isBlocked: true },
      ...{ milliseconds: null, why: 'no cell could be added' },
    },
  ],
  left: null,
};

describe('a report of the canary', () => {
  it('is a table that says what is missing, and what needs it', () => {
    expect(canaryText(REPORT, '1.2.3').split('\n')).toEqual([
      'Cellwire 1.2.3, Colab build colab-external_1',
      '1 way works, 1 does not, 1 could not be tried.',
      'The page differs from what src/colab/expected-surface.ts expects:',
      '  member notebook.removeCells: missing; needed by delete',
      'The notebook is as it was.',
      '',
      'operation  strategy     works  ms  why not, or what else',
      'delete     edit menu    yes    7',
      'delete     removeCells  NO         not offered',
      'move       other form   -      62  not needed',
      'run        menu         ?          no cell could be added',
    ]);
  });

  it.each([
    [{ rows: [], mismatches: [] }, true],
    [{ mismatches: [], rows: REPORT.rows.filter(({ works }) => works !== false) }, true],
    [{ mismatches: [] }, false],
    [{ rows: [] }, false],
    [{ rows: [], mismatches: [], left: 'a cell' }, false],
  ])('is well only when nothing is missing: %j', (parts, expected) => {
    expect(isAllWell({ ...REPORT, ...parts })).toBe(expected);
  });

  it('has no words of the user in it', () => {
    const page = new ColabPage(new FakeColab('a').window);
    const id = page.cells[0]?.id ?? '';
    expect(id).not.toBe('');
    const said = `No cell "${id}-xyz" for ada@example.com at https://colab.research.google.com/drive/1x: "Dear Ada, here is what you wrote" in 1AbCdEfGhIjKlMnOpQrSt`;
    expect(withoutNames(page, said)).not.toMatch(/ada|example|https|Dear|1AbC/i);
    for (const [words, left] of [
      ["Cannot read properties of undefined (reading 'textModel')", "(reading 'textModel')"],
      ["no such file: 'notes of ada.txt'", '"…"'],
      ['in /home/ada/notes.txt, or ~/ada/x, or C:\\Users\\Ada Lovelace\\notes', 'in …, or …, or …'],
      ["the page's own word on the user's run", "the page's own word on the user's run"],
    ] as const) {
      expect(withoutNames(page, words)).toContain(left);
      expect(withoutNames(page, words)).not.toMatch(/ada/i);
    }
    expect(withoutNames(page, 'asks first (mwc-dialog.local-mcp-connect-dialog)')).toContain(
      'local-mcp-connect-dialog',
    );
  });
});

describe('a recorded shape', () => {
  it.each([
    ['toolbar-add-code', 'toolbar-add-code'],
    ['goog-menuitem', 'goog-menuitem'],
    ['output-id-3', 'output-id-3'],
    ['cell-execution', 'cell-execution'],
    ['cell-99XXWDTH_TQS', 'cell-x1_x2'],
    ['user_118204478129944', 'user_x1'],
    ['formerly-zB3xQ', 'formerly-x1'],
    ['Ada@Lovelace', 'x1'],
    ['collaborator-anna.schmidt@example.com', 'x1'],
    ['file-tree-salaries.csv', 'x1'],
    ['Überschrift', 'x1'],
  ])('says of %s: %s', (token, plain) => {
    expect(new Tokens([]).plain(token)).toBe(plain);
  });

  it('gives the same number to the same thing', () => {
    const tokens = new Tokens(['a1B2', 'merger-acme']);
    const given = [
      'cell-a1B2',
      'cell-merger-acme',
      'ai-menu-anchor-merger-acme',
      'cell-a1B2',
      'toolbar-add-code',
    ].map((id) => tokens.plainId(id));
    expect(given).toEqual(['cell-1', 'cell-2', 'ai-menu-anchor-2', 'cell-1', 'toolbar-add-code']);
  });
});

describe('the expected surface', () => {
  it('has every selector, and looks only where something is to be found', () => {
    for (const [name, { in: host }] of Object.entries(EXPECTED_SELECTORS)) {
      expect(SELECTORS, name).toHaveProperty(name);
      if (host) expect(EXPECTED_SELECTORS).toHaveProperty(host);
    }
  });
});

describe('one strategy alone', () => {
  const ways = [{ name: 'a' }, { name: 'b' }];

  it('is all that is left of its operation, and keeps what came of it', () => {
    const memory = new OnlyStrategy(['insert'], 'b');
    expect(memory.order('insert', ways)).toEqual([{ name: 'b' }]);
    expect(memory.order('delete', ways)).toEqual(ways);
    memory.note('delete', 'a', 'worked');
    expect(memory.verdict).toBe('untried');
    memory.note('insert', 'b', 'failed', 'no effect');
    expect(memory).toMatchObject({ verdict: 'failed', why: 'no effect' });
  });
});
