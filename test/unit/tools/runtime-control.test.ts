import { describe, expect, it, vi } from 'vitest';
import { answerInput } from '../../../src/tools/run/answer-input.ts';
import { executeCell } from '../../../src/tools/run/execute-cell.ts';
import { getRun } from '../../../src/tools/run/get-run.ts';
import { runCells } from '../../../src/tools/run/run-cells.ts';
import { connectRuntime } from '../../../src/tools/runtime/connect-runtime.ts';
import { restartRuntime } from '../../../src/tools/runtime/restart-runtime.ts';
import { notebookAtWork } from '../../support/notebook-at-work.ts';

const ASKING = { state: 'waiting_for_input', input: { prompt: 'Name?', isPassword: false } };

describe('a run that waits for input', () => {
  it('is told at once, by every tool that would wait for its end', async () => {
    const answerInPage = vi.fn(async () => ({ cellId: 'a', prompt: 'Name?' }));
    const { call, atWork, runs } = notebookAtWork({}, { answerInput: answerInPage });
    const executed = call(executeCell, { cellId: 'a' });
    await vi.waitUntil(() => atWork.length === 1);
    atWork[0]?.update(ASKING);
    const told = { status: 'running', state: 'waiting_for_input', prompt: 'Name?' };
    const { data } = await executed;
    expect(data).toMatchObject(told);
    expect((await call(getRun, { runId: data.runId, waitSeconds: 50 })).data).toMatchObject(told);
    expect((await call(answerInput, { text: 'Ada', runId: data.runId })).data).toEqual({
      answered: true,
      prompt: 'Name?',
    });
    expect(answerInPage).toHaveBeenCalledWith({ text: 'Ada', cellId: 'a' });
    atWork[0]?.end();
    await vi.waitUntil(() => runs.underWay.length === 0);
    const late = call(answerInput, { text: 'Ada', runId: data.runId });
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is told of a sequence, too', async () => {
    const { call, atWork } = notebookAtWork();
    const executed = call(runCells, { cellIds: ['a', 'b'] });
    await vi.waitUntil(() => atWork.length === 1);
    atWork[0]?.update(ASKING);
    expect((await executed).data).toMatchObject({
      status: 'running',
      state: 'waiting_for_input',
      prompt: 'Name?',
    });
    atWork[0]?.end();
    await vi.waitUntil(() => atWork.length === 2);
    atWork[1]?.end();
  });
});

describe('restart_runtime', () => {
  it('loses what waits, waits for what ran, and names the cells to run again', async () => {
    let session = 'one';
    const state = async () => ({ state: 'idle' as const, session });
    const { call, atWork, runs } = notebookAtWork(
      {},
      {
        state,
        restart: async () => {
          session = 'two';
          setTimeout(() => atWork[1]?.end({ status: 'lost', isRuntimeLost: true }), 20);
          return state();
        },
      },
    );
    const ran = call(executeCell, { cellId: 'a' });
    await vi.waitUntil(() => atWork.length === 1);
    atWork[0]?.end();
    await ran;
    const running = (await call(executeCell, { cellId: 'b', wait: false })).data;
    const waiting = (await call(executeCell, { cellId: 'a', wait: false })).data;
    const { data } = await call(restartRuntime);
    expect(data).toEqual({
      runtime: { state: 'idle' },
      lost: { variables: 'all', files: 'kept', checkpoints: 'kept', runAgain: ['a'] },
    });
    expect(runs.find(String(running.runId)).status).toBe('lost');
    expect(runs.find(String(waiting.runId)).end?.reason).toBe(
      'Claude Code restarted the runtime before it began.',
    );
    expect(runs.underWay).toEqual([]);
  });
});

describe('connect_runtime', () => {
  it('tells what an earlier runtime took along', async () => {
    let now: { state: 'idle' | 'disconnected'; session?: string; why?: string } = {
      state: 'idle',
      session: '1',
    };
    const connect = vi.fn(async () => {
      now = { state: 'idle', session: '2' };
      return now;
    });
    const { call, atWork } = notebookAtWork({}, { state: async () => now, connect });
    const ran = call(executeCell, { cellId: 'a' });
    await vi.waitUntil(() => atWork.length === 1);
    atWork[0]?.end();
    await ran;
    await new Promise((resolve) => setTimeout(resolve, 5));
    now = { state: 'disconnected', why: 'Nobody was there.' };
    const { data } = await call(connectRuntime);
    expect(connect).toHaveBeenCalledWith({});
    expect(data).toMatchObject({
      runtime: { state: 'idle' },
      lost: { why: 'Nobody was there.', variables: 'all', runAgain: ['a'] },
    });
    expect((await call(connectRuntime)).data).toEqual({ runtime: { state: 'idle' } });
  });
});
