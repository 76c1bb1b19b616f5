// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how scripts refer to results.
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../bridge/cli/agent/planner.ts';
import { readScript, resolved } from '../../../bridge/cli/agent/script.ts';
import { ScriptPlanner } from '../../../bridge/cli/agent/script-planner.ts';
import example from '../../../bridge/cli/demo/pi-darts.json' with { type: 'json' };

const outcome = (data: Record<string, unknown>, isError = false): Outcome => ({
  call: { id: '1', name: 'x', args: {} },
  isError,
  text: 'the text',
  data,
  pictures: [],
});

const planner = (steps: unknown[]): ScriptPlanner =>
  new ScriptPlanner(readScript({ goal: 'g', steps }, 'it'));

describe('references', () => {
  const results = new Map<string, unknown>([
    ['run', { outputs: [{ text: 'off by 0.1\n' }], n: 3, list: [1], 'a-b': null }],
  ]);

  it.each([
    ['${run.n}', 3],
    ['${run.list}', [1]],
    ['It is ${run.outputs.0.text} (${run.n})', 'It is off by 0.1 (3)'],
    [{ lines: ['a', '${run.n}'] }, 'a\n3'],
    [
      { lines: ['a'], more: '${run.n}' },
      { lines: ['a'], more: 3 },
    ],
    [
      ['${run.a-b}', true, null],
      [null, true, null],
    ],
    ['f"{x}" $HOME ${}', 'f"{x}" $HOME ${}'],
  ])('%j is %j', (value, expected) => {
    expect(resolved(value, results)).toEqual(expected);
  });

  it.each(['${run.outputs.1.text}', '${run.nothing}', '${run.constructor}', '${run.n.x}'])(
    '%s is told to lead nowhere',
    (reference) => {
      expect(() => resolved(reference, results)).toThrow(
        `refers to ${reference}, and there is no such result`,
      );
    },
  );
});

describe('a script', () => {
  it('is replayed call by call, each with what came before', async () => {
    const plan = planner([
      { say: 'Hello.' },
      { say: 'One.', call: 'add', arguments: { n: 1 }, as: 'one' },
      { call: 'run', arguments: { id: '${one.id}' } },
      { say: 'It was ${one.id}.' },
    ]);
    expect(await plan.next([])).toMatchObject({
      say: 'Hello.\nOne.',
      calls: [{ name: 'add', args: { n: 1 } }],
    });
    expect(await plan.next([outcome({ id: 'c7' })])).toMatchObject({
      calls: [{ name: 'run', args: { id: 'c7' } }],
    });
    expect(await plan.next([outcome({ status: 'ok' })])).toMatchObject({
      say: 'It was c7.',
      calls: [],
      isLast: true,
    });
  });

  it('leaves out steps whose condition does not hold', async () => {
    const plan = planner([
      { call: 'count', as: 'count' },
      { call: 'look', as: 'look', when: [{ value: '${count.n}', is: 1 }] },
      {
        call: 'delete',
        when: [
          { value: '${count.n}', is: 1 },
          { value: '${look.empty}', is: [] },
        ],
      },
      { call: 'last' },
    ]);
    await plan.next([]);
    expect(await plan.next([outcome({ n: 2 })])).toMatchObject({ calls: [{ name: 'last' }] });
  });

  it.each([
    ['fails', outcome({}, true), {}, 'Step 1 of the script (run) failed: the text'],
    ['ends badly', outcome({ status: 'error' }), {}, 'ended with "error"'],
    [
      'goes otherwise',
      outcome({ status: 'ok' }),
      { expect: { status: 'error' } },
      'status is "ok", not "error"',
    ],
  ])('stops where a call %s', async (_how, came, more, words) => {
    const plan = planner([{ call: 'run', ...more }, { call: 'never' }]);
    await plan.next([]);
    await expect(plan.next([came])).rejects.toThrow(words);
  });

  it.each<[unknown, string]>([
    [
      {
        goal: 'g',
        steps: [
          { call: 'a', arguments: { x: '${later.y}' } },
          { call: 'b', as: 'later' },
        ],
      },
      'step 1: no step before it is called "later"',
    ],
    [{ goal: 'g', steps: [{ as: 'x' }] }, 'step 1: it has no "call"'],
    [{ goal: 'g', steps: [{ cal: 'x' }] }, 'is no script: steps.0'],
    [[], 'is no script'],
  ])('is refused as a whole: %j', (script, words) => {
    expect(() => readScript(script, 'plan.json')).toThrow(words);
  });

  it('the example is one', () => {
    expect(readScript(example, 'it').steps.length).toBeGreaterThan(10);
  });
});
