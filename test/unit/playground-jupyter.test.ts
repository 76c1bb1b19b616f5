import { KernelMessage } from '@jupyterlab/services';
import { expect, test } from 'vitest';
import { toOutput } from '../../playground/server/jupyter/outputs.ts';
import { isOwnPage } from '../../playground/server/jupyter/own-page.ts';
import { epochMs, toReply } from '../../playground/server/jupyter/replies.ts';

const FROM_KERNEL = { channel: 'iopub', session: 'kernel' } as const;

test('outputs of IPython become outputs of the cell', () => {
  const stream = KernelMessage.createMessage<KernelMessage.IStreamMsg>({
    ...FROM_KERNEL,
    msgType: 'stream',
    content: { name: 'stderr', text: 'oops' },
  });
  expect(toOutput(stream)).toEqual({ type: 'stream', name: 'stderr', text: 'oops' });
  const shown = KernelMessage.createMessage<KernelMessage.IDisplayDataMsg>({
    ...FROM_KERNEL,
    msgType: 'display_data',
    content: { data: { 'text/plain': 'x' }, metadata: {}, transient: { display_id: 'd1' } },
  });
  expect(toOutput(shown)).toEqual({
    type: 'display_data',
    data: { 'text/plain': 'x' },
    metadata: {},
    displayId: 'd1',
  });
  const status = KernelMessage.createMessage<KernelMessage.IStatusMsg>({
    ...FROM_KERNEL,
    msgType: 'status',
    content: { execution_state: 'busy' },
  });
  expect(toOutput(status)).toBeUndefined();
});

test('a reply carries the times that the kernel took itself', () => {
  const message = KernelMessage.createMessage<KernelMessage.IExecuteReplyMsg>({
    channel: 'shell',
    session: 'kernel',
    msgType: 'execute_reply',
    metadata: { started: '2030-01-01T00:00:00.000250Z' },
    content: { status: 'ok', execution_count: 3, user_expressions: {} },
  });
  message.header.date = '2030-01-01T00:00:00.002500Z';
  const reply = toReply(message, false);
  expect(reply).toMatchObject({ status: 'ok', executionCount: 3 });
  expect(reply.kernelMs).toBeCloseTo(2.25, 2);
  expect(toReply(message, true).executionCount).toBeNull();
});

test('times keep their microseconds, and are UTC where they do not say', () => {
  expect(epochMs('1970-01-01T00:00:01.000500Z')).toBeCloseTo(1000.5, 6);
  expect(epochMs('1970-01-01T00:00:01.000500')).toBeCloseTo(1000.5, 6);
  expect(epochMs('1970-01-01T01:00:01+01:00')).toBe(1000);
});

test('only a page of the playground may open a socket to a kernel', () => {
  expect(isOwnPage({ host: 'localhost:8443', origin: 'https://localhost:8443' })).toBe(true);
  expect(isOwnPage({ host: 'localhost:8443', origin: 'https://colab.research.google.com' })).toBe(false);
  expect(isOwnPage({ host: 'localhost:8443' })).toBe(false);
  // A name of someone else's that leads to loopback.
  expect(isOwnPage({ host: 'rebound.example:8443', origin: 'https://rebound.example:8443' })).toBe(false);
  // Frames with output run what the user's Python displays.
  expect(isOwnPage({ host: 'x.googleusercontent.com', origin: 'https://x.googleusercontent.com' })).toBe(
    false,
  );
});
