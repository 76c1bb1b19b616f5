export interface Timing {
  p50: number;
  p95: number;
  count: number;
}

export type Action = () => Promise<unknown>;

const WARM_UP = 20;
const BLOCK = 25;

export interface Measured {
  name: string;
  run: Action;
  /** Not timed; before every block. */
  before?: Action;
}

/** Times several actions in turn, in small blocks, so that a busy moment of the machine falls on all of them. */
export async function measureInTurn(actions: Measured[], times: number): Promise<Map<string, Timing>> {
  const samples = new Map(actions.map(({ name }) => [name, [] as number[]]));
  for (let done = -WARM_UP; done < times; done += BLOCK) {
    for (const { name, run, before } of actions) {
      await before?.();
      for (let i = 0; i < BLOCK; i++) {
        const started = performance.now();
        await run();
        if (done >= 0) samples.get(name)?.push(performance.now() - started);
      }
    }
  }
  return new Map([...samples].map(([name, took]) => [name, timingOf(took)]));
}

export function timingOf(samples: readonly number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), count: sorted.length };
}
