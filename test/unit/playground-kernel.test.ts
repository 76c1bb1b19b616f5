import { expect, test, vi } from 'vitest';
import { ExecutionQueue, type QueuedExecution } from '../../playground/kernel/execution-queue.ts';
import type { ExecuteReply, KernelOutput } from '../../playground/kernel/kernel.ts';
import { OutputBatcher } from '../../playground/kernel/output-batcher.ts';

function reply(status: ExecuteReply['status']): ExecuteReply {
  return { status, executionCount: 1, payload: [], kernelMs: 0, startedAt: 0, endedAt: 0 };
}

test('runs one execution at a time, in order', async () => {
  const sent: QueuedExecution[] = [];
  const queue = new ExecutionQueue((execution) => sent.push(execution));
  const first = queue.add('a', {}, false);
  const second = queue.add('b', {}, false);
  expect(sent.map((execution) => execution.code)).toEqual(['a']);
  queue.settle(1, reply('ok'));
  expect(sent.map((execution) => execution.code)).toEqual(['a', 'b']);
  queue.settle(2, reply('ok'));
  expect((await first).status).toBe('ok');
  expect((await second).status).toBe('ok');
});

test('a failure aborts what waits behind it, a silent failure does not', async () => {
  const queue = new ExecutionQueue(() => {});
  const silent = queue.add('probe', {}, true);
  const failing = queue.add('1/0', {}, false);
  const waiting = queue.add('print()', {}, false);
  queue.settle(1, reply('error'));
  expect((await silent).status).toBe('error');
  queue.settle(2, reply('error'));
  expect((await failing).status).toBe('error');
  expect((await waiting).status).toBe('aborted');
});

test('a kernel that goes away answers everything, and late news of it is ignored', async () => {
  const queue = new ExecutionQueue(() => {});
  const running = queue.add('a', {}, false);
  queue.abortAll();
  queue.settle(1, reply('ok'));
  expect((await running).status).toBe('aborted');
});

test('joins a burst of stream text and keeps the order', () => {
  vi.useFakeTimers();
  const seen: KernelOutput[] = [];
  const batcher = new OutputBatcher((output) => seen.push(output));
  batcher.add({ type: 'stream', name: 'stdout', text: 'a' });
  batcher.add({ type: 'stream', name: 'stdout', text: 'b' });
  batcher.add({ type: 'stream', name: 'stdout', text: 'c' });
  expect(seen).toEqual([{ type: 'stream', name: 'stdout', text: 'a' }]);
  vi.advanceTimersByTime(40);
  batcher.add({ type: 'stream', name: 'stderr', text: 'd' });
  batcher.add({ type: 'clear_output', wait: false });
  expect(seen.slice(1)).toEqual([
    { type: 'stream', name: 'stdout', text: 'bc' },
    { type: 'stream', name: 'stderr', text: 'd' },
    { type: 'clear_output', wait: false },
  ]);
  vi.useRealTimers();
});
