import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NotebookTab } from '../support/notebook-tab.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import type { KernelName } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BridgeUnderFault } from './bridge-under-fault.ts';
import { Calls } from './calls.ts';
import type { Fault, Scene } from './faults.ts';
import { FAULTS } from './faults.ts';
import { Lane } from './lane.ts';
import type { Violation } from './marks.ts';
import { Marks } from './marks.ts';
import { Random } from './random.ts';
import { RunMarks } from './run-marks.ts';
import { Tickets } from './tickets.ts';
import { Truth } from './truth.ts';
import { Witness } from './witness.ts';

export interface ChaosOptions {
  seed: number;
  calls: number;
  faults: number;
  kernel: KernelName;
  /** Only faults of these names. */
  only?: readonly string[];
  /** In a short time: each kind of fault as often as the others, and none that takes long. */
  isShort?: true;
  log?: (line: string) => void;
}

export interface Outcome {
  seed: number;
  seconds: number;
  calls: Calls['noted'];
  sentences: ReadonlyMap<string, number>;
  runs: number;
  faults: Map<string, number>;
  violations: Array<Violation & { after: string }>;
}

const LANES = 3;
/** How often the next fault does not wait until things have settled. */
const AT_ONCE = 0.2;

/** An agent at work while faults come, against a model of the notebook. */
export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const folder = await temporaryFolder('chaos');
  const playground = await startTestPlayground(options.kernel);
  const browser = await PlainBrowser.launch({ playground });
  const bridge = new BridgeUnderFault(folder.path);
  try {
    const isConnected = await (await bridge.current).connect((link) => browser.open(link));
    if (!isConnected) throw new Error('The notebook did not connect.');
    return await new Chaos(options, { browser, bridge, folder: folder.path }).run();
  } finally {
    await bridge.close();
    await browser.close();
    await playground.close();
    await folder.remove();
  }
}

class Chaos {
  readonly #options: ChaosOptions;
  readonly #scene: Scene;
  readonly #calls: Calls;
  readonly #truth: Truth;
  readonly #tickets = new Tickets();
  readonly #marks = new Marks();
  readonly #runs: RunMarks;
  readonly #runFile: string;
  readonly #violations: Outcome['violations'] = [];
  readonly #faults = new Map<string, number>();
  /** The last faults, for whoever has to find out why. */
  readonly #history: string[] = [];
  /** Counted; the page's own word for itself. */
  #page = 1;
  #pageOrigin = 0;

  constructor(
    options: ChaosOptions,
    { browser, bridge, folder }: { browser: PlainBrowser; bridge: BridgeUnderFault; folder: string },
  ) {
    this.#options = options;
    this.#runFile = join(folder, 'runs');
    this.#runs = new RunMarks(this.#runFile, options.kernel === 'jupyter');
    const witness = new Witness(browser);
    const untrue = (text: string): void => this.#note([{ kind: 'untrue', text }]);
    this.#calls = new Calls(bridge, {
      tell: (text) => this.#note([{ kind: 'late', text }]),
      onSlow: (text) => void this.#explain(text),
    });
    this.#truth = new Truth(witness, this.#calls, untrue);
    this.#scene = {
      ...{ browser, bridge, witness, tab: new NotebookTab(browser) },
      random: new Random(options.seed),
      isShut: (why) => this.#truth.isShut(why),
    };
  }

  async run(): Promise<Outcome> {
    const { seed, calls, faults } = this.#options;
    const { random, tab, witness } = this.#scene;
    const startedAt = performance.now();
    this.#pageOrigin = await witness.pageAfter(null);
    await tab.show();
    const lanes = Array.from({ length: LANES }, (_, at) => this.#lane(seed * LANES + at).work());
    for (let count = 0; count < faults; count++) {
      this.#tickets.release(
        Math.round(((count + 1) * calls) / faults) - Math.round((count * calls) / faults),
      );
      await pause(random.between(0, 250));
      await this.#happen(this.#next());
      if (count + 1 < faults && random.chance(AT_ONCE)) continue;
      await this.#truth.settles();
      await this.#verify();
    }
    this.#tickets.end();
    await Promise.all(lanes);
    await this.#truth.settles();
    await this.#verify();
    return {
      ...{ seed, seconds: (performance.now() - startedAt) / 1000, calls: this.#calls.noted },
      ...{ sentences: this.#calls.sentences, runs: this.#runs.count },
      ...{ faults: this.#faults, violations: this.#violations },
    };
  }

  #lane(seed: number): Lane {
    return new Lane({
      ...{ calls: this.#calls, tickets: this.#tickets, marks: this.#marks, runs: this.#runs },
      ...{ random: new Random(seed), page: () => this.#page },
    });
  }

  #next(): Fault {
    const { only, isShort } = this.#options;
    const allowed = FAULTS.filter(
      ({ name, isLong }) => (only?.includes(name) ?? true) && !(isShort && isLong),
    );
    const count = ({ name }: Fault): number => this.#faults.get(name) ?? 0;
    const least = Math.min(...allowed.map(count));
    return this.#scene.random.weighted(isShort ? allowed.filter((fault) => count(fault) === least) : allowed);
  }

  async #happen({ name, endsPage, happen }: Fault): Promise<void> {
    this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
    this.#history.push(name);
    const at = (performance.now() / 1000).toFixed(1);
    this.#options.log?.(`${at} ${this.#history.length} ${name} (${this.#calls.noted.length} calls)`);
    if (!endsPage) {
      await happen(this.#scene);
      return;
    }
    // What goes with the page is looked at before.
    await this.#verify();
    this.#page += 0.5;
    await happen(this.#scene);
    this.#pageOrigin = await this.#scene.witness.pageAfter(this.#pageOrigin);
    this.#page += 0.5;
  }

  async #verify(): Promise<void> {
    const judge = this.#marks.look(this.#page);
    const judgeRuns = this.#runs.look();
    const { page, texts, outputs } = await this.#scene.witness.notebook();
    if (page !== this.#pageOrigin) throw new Error('The page is another one, and nobody reloaded it.');
    this.#note(judge(texts));
    const lines = (await readFile(this.#runFile, 'utf8').catch(() => '')).split('\n');
    this.#note(judgeRuns(lines, outputs));
  }

  async #explain(text: string): Promise<void> {
    const shown = await this.#scene.witness.shown().catch(String);
    this.#options.log?.(`${text}\n  shown: ${JSON.stringify(shown)}`);
  }

  #note(violations: readonly Violation[]): void {
    const after = `fault ${this.#history.length}, after ${this.#history.slice(-3).join(', ')}`;
    for (const violation of violations) {
      this.#violations.push({ ...violation, after });
      this.#options.log?.(
        `${(performance.now() / 1000).toFixed(1)} !! ${violation.kind}: ${violation.text} (${after})`,
      );
    }
  }
}
