import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

describe('bad input, from the agent to the page', () => {
  let stack: Stack;
  let agent: Agent;
  let before: string[];

  beforeAll(async () => {
    stack = await startStack();
    agent = createAgent(callerOf(stack.client));
    await agent.addCode('kept = 1', 0);
    before = await agent.sources();
  });
  afterAll(() => stack?.close());

  const cases: Array<[string, string, Record<string, unknown>, string, RegExp]> = [
    [
      'an unknown cell id',
      'update_cell',
      { cellId: 'nope', content: 'x' },
      'not_found',
      /There is no cell "nope".*kept = 1/s,
    ],
    ['an unknown cell to run', 'execute_cell', { cellId: 'nope' }, 'not_found', /There is no cell "nope"/],
    [
      'an unknown cell to move',
      'move_cell',
      { cellId: 'nope', cellIndex: 0 },
      'not_found',
      /There is no cell "nope"/,
    ],
    ['an unknown cell to delete', 'delete_cell', { cellId: 'nope' }, 'not_found', /There is no cell "nope"/],
    ['a missing argument', 'move_cell', { cellId: 'nope' }, 'invalid_input', /cellIndex/],
    ['no arguments', 'add_code_cell', {}, 'invalid_input', /cellIndex.*language.*code/s],
    ['a wrong type', 'get_cells', { cellIndexStart: 'zero' }, 'invalid_input', /cellIndexStart.*number/s],
    ['an unknown argument', 'get_cells', { cellIndex: 0 }, 'invalid_input', /cellIndex/],
    ['a negative index', 'add_text_cell', { cellIndex: -2, content: 'x' }, 'invalid_input', /cellIndex/],
    [
      'an index out of range',
      'get_cells',
      { cellIndexStart: 99 },
      'invalid_input',
      /out of range.*2 cells.*0 to 1/s,
    ],
    ['an index out of range to run', 'execute_cell', { cellIndex: 99 }, 'not_found', /index 99.*2 cells/s],
    [
      'a range that ends before it starts',
      'get_cells',
      { cellIndexStart: 1, cellIndexEnd: 0 },
      'invalid_input',
      /before/,
    ],
    ['both id and index', 'execute_cell', { cellId: 'a', cellIndex: 0 }, 'invalid_input', /either/],
    [
      'a language the kernel does not speak',
      'add_code_cell',
      { cellIndex: 0, language: 'julia', code: '1' },
      'unsupported',
      /python/i,
    ],
    [
      'a cell of 5 MB',
      'add_code_cell',
      { cellIndex: 0, language: 'python', code: 'x'.repeat(5_000_000) },
      'invalid_input',
      /5,000,000 characters.*1,000,000/s,
    ],
    ['an unknown tool', 'paint_cell', {}, 'invalid_input', /no tool "?paint_cell"?.*get_cells/is],
  ];

  it.each(cases)('%s', async (_name, tool, args, kind, words) => {
    const failure = await agent.fail(tool, args);
    expect(failure.kind).toBe(kind);
    expect(`${failure.message} ${failure.next}`).toMatch(words);
    expect(failure.next).not.toBe('');
    expect(await agent.sources()).toEqual(before);
  });

  it('a text cell cannot be run', async () => {
    const { newCellId } = await agent.use('add_text_cell', { cellIndex: -1, content: 'words' });
    expect(await agent.fail('execute_cell', { cellId: newCellId })).toMatchObject({ kind: 'invalid_input' });
    await agent.use('delete_cell', { cellId: newCellId });
  });

  it('and none of all that counts as a run', async () => {
    expect(await agent.fail('get_run')).toMatchObject({ message: 'Nothing has been run yet.' });
  });

  it('left no error in the browser', () => {
    expect(stack.problems.found).toEqual([]);
  });
});
