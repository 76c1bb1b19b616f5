import type { KernelMessage } from '@jupyterlab/services';
import type { ExecuteReply } from '../../kernel/kernel.ts';

/** IPython's reply, with the times that it took itself: ours would include the way of the messages. */
export function toReply(message: KernelMessage.IExecuteReplyMsg, silent: boolean): ExecuteReply {
  const { content, header, metadata } = message;
  const endedAt = epochMs(header.date);
  const { started } = metadata;
  const startedAt = typeof started === 'string' ? epochMs(started) : endedAt;
  const times = { kernelMs: Math.max(0, endedAt - startedAt), startedAt, endedAt };
  const executionCount = silent ? null : (content.execution_count ?? null);
  if (content.status === 'ok') {
    return { status: 'ok', executionCount, payload: content.payload ?? [], ...times };
  }
  if (content.status !== 'error') return { status: 'aborted', executionCount: null, payload: [], ...times };
  const { ename, evalue, traceback } = content;
  const error = { ename, evalue, traceback };
  return { status: 'error', executionCount, error, payload: [], ...times };
}

/** Epoch milliseconds with the microseconds that `Date` would cut off; a time without a zone is UTC. */
export function epochMs(iso: string): number {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`;
  const beyondMs = /\.\d{3}(\d+)/.exec(zoned)?.[1] ?? '';
  return Date.parse(zoned) + Number(`0.${beyondMs || 0}`);
}
