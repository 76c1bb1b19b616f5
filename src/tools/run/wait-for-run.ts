import type { Run } from '../../runs/run.ts';
import type { RuntimeContext } from '../tool.ts';
import { HEARTBEAT_MS } from './progress-heartbeat.ts';

/** Not more often than a person could read. */
const PROGRESS_MS = 100;

/** Waits for the end of a run, until time is up or somebody has to type, and tells the newest line of its output meanwhile. */
export async function waitForRun(
  run: Run,
  timeoutMs: number,
  { signal, progress, runs }: RuntimeContext,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let told = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  while (run.phase !== 'ended' && run.input === null && !signal.aborted) {
    const now = performance.now();
    if (now >= deadline) return;
    const line = run.log.lastLine() || runs.stateOf(run);
    const overdue = now - toldAt >= HEARTBEAT_MS;
    if ((line !== told && now - toldAt >= PROGRESS_MS) || overdue) {
      progress(overdue && line === told ? `${line} (${Math.round(run.durationMs / 1000)} s)` : line);
      told = line;
      toldAt = now;
    }
    const next = line === told ? HEARTBEAT_MS : PROGRESS_MS;
    await run.change(Math.min(next, deadline - now), signal);
  }
}
