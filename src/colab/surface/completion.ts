import { act, can } from './foreign.ts';
import type { CellModel } from './members.ts';

/**
 * `execution_completed` of a cell's model. Colab's `listenOnce` cannot be taken back, so there is at
 * most one of ours on a model at any time, and calls that were cancelled leave nothing behind.
 */
const waiting = new WeakMap<CellModel, Set<() => void>>();

/** Returns how to stop listening, or null when the build has no such event. */
export function onceCompleted(model: CellModel | null, listener: () => void): (() => void) | null {
  if (!model || !can(model, 'listenOnce')) return null;
  let listeners = waiting.get(model);
  if (!listeners) {
    const fresh = new Set<() => void>();
    try {
      act(model, 'listenOnce', 'execution_completed', () => {
        waiting.delete(model);
        for (const each of fresh) each();
      });
    } catch {
      return null;
    }
    waiting.set(model, fresh);
    listeners = fresh;
  }
  const joined = listeners.add(listener);
  return () => joined.delete(listener);
}
