import { beforeEach, describe, expect, it } from 'vitest';
import { askUser } from '../../../content-scripts/session/ask-user.ts';
import type { Call } from '../../../src/calls/perform-call.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import type { CallClass } from '../../../src/policy/policy.ts';
import type { Answer } from '../../../src/policy/questions.ts';
import { Questions } from '../../../src/policy/questions.ts';
import { CLAUDE } from '../../support/agents.ts';
import { code, memoryNotebook } from '../../support/memory-notebook.ts';

const RUN: Call = { name: 'execute_cell', effect: 'runs', subject: 'a', args: { cellId: 'a' } };

describe('asking the user before a call', () => {
  let notebook: Notebook;
  let questions: Questions;
  let granted: Set<CallClass>;
  let allowed: Array<[call: string, cells: string[]]>;
  let progress: string[];
  beforeEach(() => {
    notebook = memoryNotebook([code('a', '1'), code('b', '2')]);
    questions = new Questions();
    granted = new Set();
    allowed = [];
    progress = [];
  });

  const ask = (call = RUN, signal = new AbortController().signal): Promise<void> =>
    askUser(call, {
      ...{ agent: CLAUDE, notebook, questions, granted, signal, running: [] },
      progress: (message) => progress.push(message),
      allowed: ({ name }, shown) => allowed.push([name, [...shown.keys()]]),
    });
  async function answer(given: Answer): Promise<void> {
    await expect.poll(() => questions.open.length).toBe(1);
    questions.answer(questions.open[0]?.id ?? '', given);
  }

  it('lets it pass after a yes, this once', async () => {
    const asked = ask();
    await answer('once');
    await asked;
    expect(progress).toEqual(["waiting for the user to allow it in the notebook's tab"]);
    const again = ask();
    await answer('deny');
    await expect(again).rejects.toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('said no'),
    });
  });

  it('does not ask again what was allowed for the session, and asks for another class', async () => {
    const asked = ask();
    await answer('session');
    await asked;
    await ask();
    const edit = ask({ name: 'delete_cell', effect: 'destroys', subject: 'a', args: { cellId: 'a' } });
    await answer('deny');
    await expect(edit).rejects.toMatchObject({ kind: 'denied' });
  });

  it('takes neither silence nor a withdrawal for a yes', async () => {
    const cancel = new AbortController();
    const asked = ask(RUN, cancel.signal);
    await expect.poll(() => questions.open.length).toBe(1);
    cancel.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'denied' });
  });

  it('lets only that pass which was shown', async () => {
    const asked = ask();
    await expect.poll(() => questions.open.length).toBe(1);
    await notebook.replaceSource({ cellId: 'a', source: 'rm -rf' });
    await answer('session');
    await expect(asked).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('a') });
  });

  it.each([
    { name: 'execute_cell', args: { cellIndex: 0 } },
    { name: 'run_cells', args: { cellIndexStart: 0, cellIndexEnd: 0 } },
    { name: 'run_cells', args: {} },
  ])('lets no cell pass that has come to a place meanwhile: $name $args', async ({ name, args }) => {
    const asked = ask({ ...RUN, name, args });
    await expect.poll(() => questions.open.length).toBe(1);
    await notebook.insertCell({ index: 0, kind: 'code', source: 'rm -rf' });
    await answer('once');
    await expect(asked).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('new2') });
    expect(allowed).toEqual([]);
  });

  it('says what was allowed', async () => {
    const asked = ask();
    await answer('once');
    await asked;
    expect(allowed).toEqual([['execute_cell', ['a']]]);
  });

  it('fails for a cell that is not there, without a question', async () => {
    await expect(ask({ ...RUN, args: { cellId: 'zz' } })).rejects.toMatchObject({ kind: 'not_found' });
    expect(questions.open).toEqual([]);
  });
});
