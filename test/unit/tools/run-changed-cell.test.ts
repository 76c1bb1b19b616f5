import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { editCell } from '../../../src/tools/notebook/edit-cell.ts';
import { notebookAtWork, print } from '../../support/notebook-at-work.ts';

/** Changes a cell and runs it; what has to happen meanwhile is the test's. */
async function changed() {
  const { call, atWork } = notebookAtWork();
  const answer = call(editCell, { cellId: 'a', find: '1', replace: 'x', run: true });
  await vi.advanceTimersByTimeAsync(10);
  const [cell] = atWork;
  if (!cell) throw new Error('The cell was not run.');
  return { cell, run: async () => (await answer).data.run };
}

describe('the run of a cell that was changed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells what it shows, and nothing of which the agent knows or has no use', async () => {
    const { cell, run } = await changed();
    cell.update(print('hello\n'));
    cell.end({ durationMs: 20 });
    expect(await run()).toEqual({
      status: 'ok',
      executionCount: 4,
      outputs: [{ output_type: 'stream', name: 'stdout', text: 'hello\n' }],
    });
  });

  it('tells how long it took, where that was long', async () => {
    const { cell, run } = await changed();
    cell.end({ durationMs: 1_234 });
    expect(await run()).toMatchObject({ durationMs: 1_234 });
  });

  it('can be read further where it failed, or is not shown whole', async () => {
    const failed = await changed();
    failed.cell.end({ status: 'error' });
    expect(await failed.run()).toMatchObject({ status: 'error', runId: 'run-nb-1' });
    const long = await changed();
    long.cell.update(print('x'.repeat(50_000)));
    long.cell.end();
    expect(await long.run()).toMatchObject({ status: 'ok', runId: 'run-nb-1' });
  });

  it('can be followed where it goes on', async () => {
    const { run } = await changed();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await run()).toMatchObject({ status: 'running', runId: 'run-nb-1', cursor: expect.any(String) });
  });

  it('is told as not started where it could not be: the change is made all the same', async () => {
    const { cell, run } = await changed();
    cell.fail(new Failure('user_action_required', 'No runtime.', 'Ask the user.'));
    expect(await run()).toEqual({
      status: 'not_started',
      reason: 'user_action_required: No runtime. Ask the user.',
    });
  });
});
