import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentSession } from '../../../content-scripts/session/agent-session.ts';
import { OpenNotebook } from '../../../content-scripts/session/open-notebook.ts';
import type { Call } from '../../../src/calls/perform-call.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { ForeignChange, Notebook } from '../../../src/notebook/notebook.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';
import { editCell } from '../../../src/tools/notebook/edit-cell.ts';
import { updateCell } from '../../../src/tools/notebook/update-cell.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import {
  code,
  memoryNotebook,
  noInspection,
  noKernel,
  noWishes,
  text,
} from '../../support/memory-notebook.ts';
import { contextOf } from '../../support/tool-call.ts';

const CALL = { signal: new AbortController().signal, progress: () => {} };
const ABOUT_A: Call = { name: 'update_cell', effect: 'sets', subject: 'a' };

describe('an agent in a notebook', () => {
  let held: MemoryCell[];
  let page: Notebook;
  let foreign: ForeignChange[];
  let foreignListener: () => void;
  let open: OpenNotebook;
  let claude: AgentSession;
  let codex: AgentSession;

  beforeEach(() => {
    held = [code('a', '1'), code('b', '2'), text('c', '3')];
    foreign = [];
    foreignListener = () => {};
    page = {
      ...memoryNotebook(held),
      takeForeignChanges: async () => foreign.splice(0),
      onForeignChange: (listener) => {
        foreignListener = listener;
        return () => {};
      },
    };
    open = new OpenNotebook(
      'nb',
      { notebook: page, kernel: noKernel, inspection: noInspection },
      noWishes,
      false,
      '0v',
    );
    claude = open.sessionOf('one');
    codex = open.sessionOf('two');
    claude.greet({ agent: 'Claude', isResumed: false });
    codex.greet({ agent: 'Codex', isResumed: false });
  });

  const use = (session: AgentSession): Notebook => session.notebook(CALL);
  const told = async (session: AgentSession, failure: Failure | null = null) =>
    session.rules(() => false, CALL).conclude?.(ABOUT_A, failure);
  const notices = async (session: AgentSession) => (await told(session))?.notices;
  const sources = (): string[] => held.map(({ source }) => source);
  const revisionOf = async (cellId: string): Promise<string> =>
    (await page.readCells({ cellIds: [cellId] })).cells[0]?.revision ?? '';

  it('has the name that its link gives, told apart from others', () => {
    expect(claude.agent).toEqual({ id: 'one', name: 'Claude', colour: 0 });
    codex.greet({ agent: 'Claude', isResumed: false });
    expect(codex.agent.name).toBe('Claude (2)');
    expect(open.view().agents).toHaveLength(2);
    codex.leave();
    expect(open.view().agents).toEqual([claude.agent]);
    expect(open.sessionOf('two')).toBe(codex);
  });

  describe('that has seen a cell', () => {
    beforeEach(async () => claude.memory.saw('a', await revisionOf('a')));

    it.each([
      ['replaceSource', (notebook: Notebook) => notebook.replaceSource({ cellId: 'a', source: 'x' })],
      ['deleteCell', (notebook: Notebook) => notebook.deleteCell({ cellId: 'a' })],
      ['moveCell', (notebook: Notebook) => notebook.moveCell({ cellId: 'a', index: 2 })],
    ] as const)('does not change what is another by now: %s', async (_name, change) => {
      await page.replaceSource({ cellId: 'a', source: 'mine' });
      await expect(change(use(claude))).rejects.toMatchObject({ kind: 'conflict' });
      expect(sources()).toEqual(['mine', '2', '3']);
      // Who has not seen it has nothing to be mistaken about.
      await change(use(codex));
    });

    it('goes by the revision that it names, if it names one', async () => {
      await page.replaceSource({ cellId: 'a', source: 'mine' });
      const expectedRevision = await revisionOf('a');
      await use(claude).replaceSource({ cellId: 'a', source: 'x', expectedRevision });
      // What it wrote it has seen.
      await use(claude).replaceSource({ cellId: 'a', source: 'y' });
      expect(sources()[0]).toBe('y');
    });
  });

  it('knows what it added', async () => {
    const { cellId } = await use(claude).insertCell({ index: 0, kind: 'code', source: 'x\r\ny' });
    expect(claude.memory.revisionOf(cellId)).toBeDefined();
    expect(codex.memory.revisionOf(cellId)).toBeUndefined();
    expect(open.changes.changes).toMatchObject([{ what: { kind: 'added', after: 'x\ny' } }]);
  });

  it('has what it changes written down and told to the others', async () => {
    const notebook = use(claude);
    await notebook.replaceSource({ cellId: 'a', source: 'x' });
    await notebook.replaceSource({ cellId: 'a', source: 'x' });
    await notebook.moveCell({ cellId: 'c', index: 0 });
    await notebook.moveCell({ cellId: 'c', index: 0 });
    await notebook.moveCell({ cellId: 'c', index: 2 });
    await notebook.deleteCell({ cellId: 'b' });
    await notebook.clearOutputs({ cellIds: ['a'] });
    expect(open.changes.changes.map(({ what }) => what)).toMatchObject([
      { kind: 'edited', before: '1', after: 'x' },
      { kind: 'moved', from: { behind: 'b', index: 2 }, to: 0 },
      { kind: 'moved', from: { behind: null, index: 0 }, to: 2 },
      { kind: 'deleted', cellKind: 'code', before: '2', place: { behind: 'a', index: 1 } },
    ]);
    expect(await notices(claude)).toEqual([]);
    expect(await notices(codex)).toEqual([
      'Claude edited cell a.',
      'Claude moved cell c.',
      'Claude deleted cell b.',
      'Claude cleared the outputs of cell a.',
    ]);
    const { undone } = await open.actions.undo([1, 2, 3, 4]);
    expect(undone).toEqual([4, 3, 2, 1]);
    expect(sources()).toEqual(['1', '2', '3']);
    expect(await notices(codex)).toHaveLength(4);
  });

  it('is told what the user did, once the page says so, and who deleted its cell', async () => {
    foreign.push({ kind: 'deleted', cellId: 'a' }, { kind: 'restarted' });
    expect(await notices(claude)).toEqual([]);
    foreignListener();
    const gone = new Failure('not_found', 'There is no cell "a".', 'Read.');
    expect(await told(claude, gone)).toEqual({
      failure: new Failure('not_found', 'The cell "a" was deleted by the user.', 'Read.'),
      notices: [
        'The user deleted cell a.',
        'The runtime was restarted: variables are gone, cells have to be run again.',
      ],
    });
    expect(await notices(codex)).toHaveLength(2);
    expect(await told(claude, gone)).toMatchObject({ notices: [] });
    const other = new Failure('not_found', 'There is no cell "a".', 'Read.');
    expect((await told(claude, other))?.failure?.message).toContain('deleted by the user');
  });

  it('is told by two calls that end together nothing twice, and nothing late', async () => {
    foreign.push({ kind: 'edited', cellId: 'a', revision: 'r' });
    foreignListener();
    const both = await Promise.all([notices(claude), notices(codex)]);
    expect(both).toEqual([['The user edited cell a.'], ['The user edited cell a.']]);
  });

  it('asks again for what could not be read', async () => {
    page.takeForeignChanges = () => Promise.reject(new Error('not now'));
    foreignListener();
    expect(await notices(claude)).toEqual([]);
    page.takeForeignChanges = async () => [{ kind: 'moved', cellId: 'b', index: 0 }];
    expect(await notices(claude)).toEqual(['The user moved cell b.']);
  });

  it('is told of a pause and of another policy, but not of the first one', async () => {
    open.policy = ALLOW_ALL;
    expect(await notices(claude)).toEqual([]);
    open.policy = { paused: true, verdicts: { ...ALLOW_ALL.verdicts, run: 'ask', edit: 'deny' } };
    expect(await notices(claude)).toEqual([
      'The user paused agents in this notebook.',
      'The user changed what agents may do in this notebook. Edit: not allowed; run: the user is asked each time.',
    ]);
    open.policy = { ...open.policy, paused: false };
    expect(await notices(claude)).toEqual(['The user resumed agents in this notebook.']);
    expect(await notices(codex)).toHaveLength(3);
  });

  describe('whose page was loaded anew', () => {
    beforeEach(() => {
      claude = open.sessionOf('three');
      claude.greet({ agent: 'Claude', isResumed: true });
    });

    it('is told, and has to look at a cell before it changes it', async () => {
      expect(await notices(claude)).toEqual([expect.stringContaining('The page was reloaded')]);
      await expect(use(claude).replaceSource({ cellId: 'a', source: 'x' })).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('```\n1\n```'),
      });
      await claude.reading((whole) => whole.readCells({ cellIds: ['a'] }));
      await use(claude).replaceSource({ cellId: 'a', source: 'x' });
      const expectedRevision = await revisionOf('b');
      await use(claude).deleteCell({ cellId: 'b', expectedRevision });
      expect(sources()).toEqual(['x', '3']);
      expect(await notices(codex)).toHaveLength(2);
    });

    it('has not seen what it did not get after all', async () => {
      const tooLarge = claude.reading(async (whole) => {
        await whole.readCells({});
        throw new Failure('unsupported', 'Too large.', 'Read less.');
      });
      await expect(tooLarge).rejects.toThrow('Too large');
      expect(claude.memory.revisionOf('a')).toBeUndefined();
    });

    it('has not seen a cell of which it replaced a part', async () => {
      await page.replaceSource({ cellId: 'a', source: 'one\nmine' });
      const context = { ...contextOf(use(claude)), memory: claude.memory };
      await editCell.prepare({ cellId: 'a', find: 'one', replace: 'two' })(context);
      expect(sources()[0]).toBe('two\nmine');
      const blind = use(claude).replaceSource({ cellId: 'a', source: 'two\nold' });
      await expect(blind).rejects.toMatchObject({ kind: 'conflict' });
    });

    it('is not told again when only its link was made anew', async () => {
      await notices(claude);
      claude.greet({ agent: 'Claude', isResumed: true });
      expect(await notices(claude)).toEqual([]);
    });

    it('begins anew when its server was started anew, but overwrites nothing unseen', async () => {
      await page.replaceSource({ cellId: 'a', source: 'mine' });
      claude.greet({ agent: 'Claude', isResumed: false });
      expect(await notices(claude)).toEqual([]);
      const blind = use(claude).replaceSource({ cellId: 'a', source: 'x' });
      await expect(blind).rejects.toMatchObject({ kind: 'conflict' });
    });
  });

  it('is told of another notebook in the same tab', async () => {
    const later = new OpenNotebook(
      'other',
      { notebook: page, kernel: noKernel, inspection: noInspection },
      noWishes,
      true,
    );
    const session = later.sessionOf('one');
    session.greet({ agent: 'Claude', isResumed: true });
    expect(await notices(session)).toEqual([expect.stringContaining('opened another notebook')]);
  });

  it('proposes where every edit is to be proposed', async () => {
    open.policy = { ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, edit: 'propose' } };
    const edit = use(claude).replaceSource({ cellId: 'a', source: 'x' });
    await expect.poll(() => open.view().proposals).toMatchObject([{ cellId: 'a', before: '1', after: 'x' }]);
    await open.actions.decide(open.view().proposals[0]?.id ?? '', { verdict: 'accept' });
    expect(await edit).toMatchObject({ before: '1' });
    expect(open.changes.changes).toHaveLength(1);
    expect(await notices(codex)).toEqual(['Claude edited cell a.']);
  });

  it.each([
    ['update_cell', updateCell, { content: 'x' }],
    ['edit_cell', editCell, { find: '1', replace: 'x' }],
  ] as const)('sees what the user made of its %s', async (_name, tool, args) => {
    open.policy = { ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, edit: 'propose' } };
    const context = { ...contextOf(use(claude)), memory: claude.memory };
    const edit = tool.prepare({ cellId: 'a', ...args })(context);
    await expect.poll(() => open.view().proposals.length).toBe(1);
    const [proposal] = open.view().proposals;
    await open.actions.decide(proposal?.id ?? '', { verdict: 'accept', content: 'mine' });
    expect((await edit).data).toMatchObject({ editedByUser: true, content: 'mine' });
    expect(claude.memory.revisionOf('a')).toBe(await revisionOf('a'));
  });

  it.each(['deny', 'ask'] as const)('does not get to read by edits that fail: %s', async (read) => {
    open.policy = { ...ALLOW_ALL, verdicts: { ...ALLOW_ALL.verdicts, read } };
    await page.replaceSource({ cellId: 'a', source: 'secret' });
    for (const args of [
      { find: 'zz', replace: '' },
      { find: 'zz', replace: '', expectedRevision: 'x' },
    ]) {
      const failure = await editCell
        .prepare({ cellId: 'a', ...args })(contextOf(use(claude)))
        .then(() => null, Failure.from);
      expect(`${failure?.message} ${failure?.next}`).toContain('secret');
      const { failure: heard } = (await told(claude, failure)) ?? {};
      expect(heard?.kind).toBe(failure?.kind);
      expect(`${heard?.message} ${heard?.next}`).not.toContain('secret');
    }
  });
});
