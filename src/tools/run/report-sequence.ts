import type { Sequence } from '../../runs/sequence.ts';
import type { ToolContext } from '../tool.ts';
import { HEARTBEAT_MS, keepReporting } from './progress-heartbeat.ts';

/** What every tool says of a sequence of runs: how it stands, and how each of its cells went so far. */
export function reportSequence({
  id,
  status,
  reports,
  totals,
  total,
  state,
  reason,
}: Sequence): Record<string, unknown> {
  return {
    runId: id,
    status,
    cells: reports.map((report) => ({ ...report })),
    totals,
    ...(reason === null ? {} : { reason }),
    ...(status === 'running' ? { state, remaining: total - reports.length } : {}),
  };
}

/** Waits for the end, or until time is up, and tells meanwhile what it does. */
export async function waitForSequence(
  sequence: Sequence,
  timeoutMs: number,
  { signal, progress }: ToolContext,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const { tell, stop } = keepReporting(progress);
  let told = '';
  try {
    while (sequence.status === 'running' && !signal.aborted && performance.now() < deadline) {
      if (sequence.state !== told) tell(sequence.state);
      told = sequence.state;
      await sequence.change(Math.min(HEARTBEAT_MS, deadline - performance.now()), signal);
    }
  } finally {
    stop();
  }
}
