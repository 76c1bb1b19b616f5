import { Failure } from '../../notebook/failure.ts';
import type { CanaryRow } from '../../notebook/inspection.ts';
import { dialogsOnTop } from '../dialogs.ts';
import { OnlyStrategy } from '../try-strategies.ts';
import { dismissDialogs } from './dismiss-dialogs.ts';
import type { SurfaceProbe } from './probe-surface.ts';
import { withoutNames } from './reason.ts';
import type { Canary } from './run-canary.ts';
import type { Trial, Way } from './trial.ts';
import { PRINTS, type Workbench } from './workbench.ts';

type Seen = Pick<CanaryRow, 'works' | 'why' | 'isBlocked'>;

const blocked = (why: string): Seen => ({ works: false, isBlocked: true, why });

const NOT_OFFERED = 'the page does not offer it';

/** Tries one operation in one way at a time. What stands in the way of many is found out once. */
export class Trier {
  readonly #canary: Canary;
  readonly #bench: Workbench;
  readonly #probe: SurfaceProbe;
  #cannotRun: string | null = null;
  /** Why there is no cell to try anything on. */
  cannotAdd: string | null = null;
  /** What could not be taken back. */
  left: string | null = null;

  constructor(canary: Canary, bench: Workbench, probe: SurfaceProbe) {
    this.#canary = canary;
    this.#bench = bench;
    this.#probe = probe;
  }

  async try(trial: Trial, way: Way): Promise<CanaryRow> {
    const { page } = this.#canary;
    let measured: number | null = null;
    const measure = async <T>(work: () => Promise<T>): Promise<T> => {
      const begun = performance.now();
      return work().finally(() => {
        measured = (measured ?? 0) + performance.now() - begun;
      });
    };
    const seen = (await this.#obstacle(trial, way)) ?? (await this.#attempt(trial, way, measure));
    return {
      operation: trial.operation,
      strategy: way.name,
      works: seen.works,
      ...(seen.isBlocked && { isBlocked: true }),
      milliseconds: measured === null ? null : Math.round(measured),
      why: seen.why && withoutNames(page, seen.why),
    };
  }

  /** What is known without trying; null when it has to be tried. */
  async #obstacle({ needs = [] }: Trial, way: Way): Promise<Seen | null> {
    const { page } = this.#canary;
    // Some are told by a code cell, and a notebook may have none.
    if (!page.firstCodeCell && this.cannotAdd === null) await this.#bench.add('code', PRINTS).catch(() => {});
    if (!way.available(page)) {
      await this.#bench.clear().catch(() => {});
      return way.isSpare
        ? { works: null, why: 'not in this build, and not missed' }
        : { works: false, why: NOT_OFFERED };
    }
    if (way.needsSight && document.visibilityState !== 'visible') return blocked('the tab is hidden');
    const isUp = page.runtimeState === 'idle' || page.runtimeState === 'busy';
    if (needs.includes('runtime') && !isUp) return blocked('no runtime is connected');
    if (needs.includes('cell') && this.cannotAdd !== null) {
      return blocked(`no cell could be added: ${this.cannotAdd}`);
    }
    return needs.includes('run') && this.#cannotRun !== null
      ? blocked(`no cell could be run: ${this.#cannotRun}`)
      : null;
  }

  async #attempt(trial: Trial, way: Way, measure: <T>(work: () => Promise<T>) => Promise<T>): Promise<Seen> {
    const { page, by } = this.#canary;
    const before = dialogsOnTop(page);
    const memory = new OnlyStrategy(trial.keys, way.name);
    const trying = { page, probe: this.#probe, bench: this.#bench, tools: by(memory), way: way.name };
    try {
      await trial.attempt({ ...trying, measure });
      return { works: true, why: memory.verdict === 'corrected' ? 'put right afterwards' : null };
    } catch (thrown) {
      const asked = await dismissDialogs(page, before);
      const why = memory.why ?? Failure.from(thrown).message;
      if (!asked) return way.isSpare ? { works: null, why: `${why}; not missed` } : { works: false, why };
      const how = asked.isClosed ? 'the question was cancelled' : 'the question is still open';
      if (!asked.isClosed) this.left ??= 'a dialog is still open';
      const said = `asks the user first (${asked.kind}); ${how}`;
      // It would be asked again for each of those that run cells.
      if (trial.needs?.includes('run')) this.#cannotRun = `Colab asks the user first (${asked.kind})`;
      return { works: way.asksUser === true, why: said };
    } finally {
      await this.#bench.clear().catch(() => {});
    }
  }
}
