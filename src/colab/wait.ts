import { clock } from '../clock/clock.ts';
/** Calls `wake` whenever something may have changed, until the function it returns is called. */
export type Subscribe = (wake: () => void) => () => void;

export interface WaitOptions {
  timeoutMs: number;
  /** The safety net for changes that no event tells. */
  pollMs: number;
  events?: readonly Subscribe[];
}

/**
 * Waits until `check` gives something else than undefined; undefined again means that the time is up.
 * Everything it set up is taken down when it settles, whatever the reason.
 */
export async function until<T>(check: () => T | undefined, options: WaitOptions): Promise<T | undefined> {
  const first = check();
  if (first !== undefined) return first;
  const { timeoutMs, pollMs, events = [] } = options;

  const cleanups: Array<() => void> = [];
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const look = (): void => {
        try {
          const found = check();
          if (found !== undefined) resolve(found);
        } catch (thrown) {
          reject(thrown);
        }
      };
      const poll = clock.every(pollMs, look);
      const deadline = Number.isFinite(timeoutMs)
        ? clock.after(timeoutMs, () => resolve(undefined))
        : undefined;
      cleanups.push(
        () => clock.clear(poll),
        () => clock.clear(deadline),
      );
      for (const subscribe of events) cleanups.push(subscribe(look));
    });
  } finally {
    for (const cleanup of cleanups) cleanup();
  }
}

/** Lets the page's queued work run. Not by setTimeout, which the browser stretches to 4 ms when nested. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Of a frame's time, so much may be taken from the page at once. */
const SLICE_MS = 8;

/** Cuts long work into slices, so that the page can draw and answer the user between them. */
export class TimeSlices {
  #end = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async next(): Promise<void> {
    await nextTask();
    this.#end = performance.now() + SLICE_MS;
  }
}

/** Mutations of a node as wake-ups; nothing when there is no node, or no DOM at all. */
export function onMutation(node: Node | null, options: MutationObserverInit): Subscribe {
  return (wake) => {
    if (!node || typeof MutationObserver === 'undefined') return () => {};
    const observer = new MutationObserver(wake);
    observer.observe(node, options);
    return () => observer.disconnect();
  };
}
