import type { Run } from '../../runs/run.ts';
import type { ToolContext } from '../tool.ts';
import { HEARTBEAT_MS } from './progress-heartbeat.ts';

/** Not more often than a person could read. */
const PROGRESS_MS = 100;

/** Waits for the end of a run, or until time is up, and tells the newest line of its output meanwhile. */
export async function waitForRun(
  run: Run,
  timeoutMs: number,
  { signal, progress, runs }: ToolContext,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let told = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  while (run.phase !== 'ended' && !signal.aborted) {
    const now = performance.now();
    if (now >= deadline) return;
    const place = runs.positionOf(run);
    const line = run.log.lastLine() || (place > 0 ? `queued behind ${place} other runs` : run.state);
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
