import type { CDPSession, Page } from 'playwright';

/** Microseconds between two looks of the profiler. */
const INTERVAL = 100;

interface CallFrame {
  url: string;
}

/** Of a page's main thread, how long it worked in our scripts; what they call of the page's own is not counted. */
export class OwnTime {
  readonly #cdp: CDPSession;

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  static async watch(page: Page): Promise<OwnTime> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.setSamplingInterval', { interval: INTERVAL });
    return new OwnTime(cdp);
  }

  /** Milliseconds, while this was done. */
  async during(work: () => Promise<unknown>): Promise<number> {
    await this.#cdp.send('Profiler.start');
    await work();
    const { profile } = await this.#cdp.send('Profiler.stop');
    const frames = new Map<number, CallFrame>();
    const callers = new Map<number, number>();
    for (const { id, callFrame, children = [] } of profile.nodes) {
      frames.set(id, callFrame);
      for (const child of children) callers.set(child, id);
    }
    /** Built-ins have no address: their time is that of the script that called them. */
    const scriptOf = (node: number | undefined): string => {
      if (node === undefined) return '';
      return frames.get(node)?.url || scriptOf(callers.get(node));
    };
    const { samples = [], timeDeltas = [] } = profile;
    const own = samples.map((node, at) =>
      scriptOf(node).includes('/content-scripts/') ? (timeDeltas[at] ?? 0) : 0,
    );
    return own.reduce((sum, micros) => sum + micros, 0) / 1000;
  }
}
