import { describe, expect, it } from 'vitest';
import { CLAUDE } from '../../support/agents.ts';
import { cells, options, settled, slowNotebook } from './slow-notebook.ts';

describe('runs whose runtime is lost', () => {
  it('end with the one that ran, and none begins in the next runtime', async () => {
    const { runner, started } = slowNotebook();
    const [first, second] = [runner.start('a', CLAUDE), runner.start('b', CLAUDE)];
    const sequence = runner.startSequence(cells('c', 'd'), options, CLAUDE);
    await settled();
    started[0]?.end({ status: 'lost', reason: 'It crashed.', isRuntimeLost: true });
    await settled();
    expect(first.status).toBe('lost');
    expect(second).toMatchObject({ status: 'lost', end: { reason: 'It crashed. It had not begun.' } });
    expect(sequence).toMatchObject({ status: 'stopped', reason: 'It crashed. It had not begun.' });
    expect(started.map(({ cellId }) => cellId)).toEqual(['a']);
  });

  it('are not those behind a cell that was only deleted', async () => {
    const { runner, started } = slowNotebook();
    runner.start('a', CLAUDE);
    runner.start('b', CLAUDE);
    started[0]?.end({ status: 'lost', reason: 'The cell was deleted while it ran.' });
    await settled();
    expect(started.map(({ cellId }) => cellId)).toEqual(['a', 'b']);
  });
});

describe('a run that waits for input', () => {
  it('tells it, with what is asked, and when it goes on', async () => {
    const { runner, started } = slowNotebook();
    const seen: Array<string | undefined> = [];
    const run = runner.start('a', CLAUDE);
    runner.onChange(({ input }) => seen.push(input?.prompt));
    started[0]?.update({ state: 'waiting_for_input', input: { prompt: 'Name?', isPassword: false } });
    expect(run).toMatchObject({ hasStarted: true, state: 'waiting_for_input' });
    started[0]?.update({ state: 'running' });
    started[0]?.update({ state: 'waiting_for_input', input: { prompt: 'Age?', isPassword: false } });
    started[0]?.end();
    await settled();
    expect(seen).toEqual(['Name?', undefined, 'Age?', undefined]);
  });
});
