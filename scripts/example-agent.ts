import type { NotebookTools } from './example/notebook-tools.ts';
import { defineExperiment, drawChart, firstThrows, summarise, throwMore } from './example/python-cells.ts';
import type { CellRun } from './example/results.ts';
import type { Transcript } from './example/transcript.ts';

const GOOD_ENOUGH = 0.003;
const MOST_DARTS = 1_000_000;

/**
 * A small agent with a fixed goal: it plans, acts through MCP tools and decides by what it observes.
 * A language model in its place would make the same calls.
 */
export class ExampleAgent {
  readonly #tools: NotebookTools;
  readonly #transcript: Transcript;
  #nextIndex = 0;

  constructor(tools: NotebookTools, transcript: Transcript) {
    this.#tools = tools;
    this.#transcript = transcript;
  }

  async work(): Promise<void> {
    await this.#lookAround();
    await this.#plan();
    const off = await this.#throwUntilGoodEnough();
    await this.#drawAndRepair();
    await this.#conclude(off);
  }

  async #lookAround(): Promise<void> {
    this.#think('First a look at what is there.');
    await this.#tools.status();
    this.#nextIndex = await this.#tools.outline();
    if (this.#nextIndex !== 1) return;
    const [only] = await this.#tools.read();
    if (only?.source.length === 0) {
      await this.#tools.remove(only.id);
      this.#nextIndex = 0;
    }
  }

  async #plan(): Promise<void> {
    this.#think('The plan goes into the notebook, so that whoever watches can follow.');
    await this.#addText(
      '# How close to π do random darts come?\n\n' +
        `1. Throw darts at a square and count those in the quarter circle.\n` +
        `2. Throw more until the estimate is off by less than ${GOOD_ENOUGH}.\n` +
        '3. Draw how the error shrinks.\n4. Say what was found.',
    );
    await this.#runNew(defineExperiment);
  }

  async #throwUntilGoodEnough(): Promise<number> {
    this.#think('A few darts first.');
    let off = errorIn(await this.#runNew(firstThrows));
    for (let darts = 100_000; off >= GOOD_ENOUGH && darts <= MOST_DARTS; darts *= 3) {
      this.#think(`Still off by ${off}: more darts.`);
      off = errorIn(await this.#runNew(throwMore(darts)));
    }
    this.#think(
      `Off by ${off}: ${off < GOOD_ENOUGH ? 'good enough' : 'that is what darts can do'}. Now the picture.`,
    );
    return off;
  }

  async #drawAndRepair(): Promise<void> {
    const cellId = await this.#addCode(drawChart);
    const run = await this.#tools.run(cellId);
    if (run.status !== 'error') return;

    const wrong = /name '(\w+)' is not defined/.exec(run.text)?.[1];
    if (!wrong) throw new Error(`The chart failed in a way the example does not know: ${run.text}`);
    this.#think(`Python does not know "${wrong}". What does the notebook call it?`);
    const right = closestName(wrong, await this.#tools.search(wrong.slice(0, 4)));
    await this.#tools.edit(cellId, wrong, right);
    const again = await this.#tools.run(cellId);
    if (again.status !== 'ok') throw new Error(`The chart still fails: ${again.text}`);
  }

  async #conclude(off: number): Promise<void> {
    this.#think('What came out of it, in words.');
    const { text } = await this.#runNew(summarise);
    await this.#addText(
      `## What was found\n\nThe last estimate is off by **${off}** (the aim was ${GOOD_ENOUGH}).\n\n> ${text.trim()}\n\n` +
        'Ten times the precision takes a hundred times the darts.',
    );
    await this.#tools.outline();
  }

  async #runNew(code: string): Promise<CellRun> {
    const run = await this.#tools.run(await this.#addCode(code));
    if (run.status !== 'ok') throw new Error(`A cell ended with "${run.status}": ${run.reason ?? run.text}`);
    return run;
  }

  #addCode(code: string): Promise<string> {
    return this.#tools.addCode(this.#nextIndex++, code);
  }

  async #addText(content: string): Promise<void> {
    await this.#tools.addText(this.#nextIndex++, content);
  }

  #think(thought: string): void {
    this.#transcript.think(thought);
  }
}

/** The last "off by" that a cell printed. */
function errorIn({ text }: CellRun): number {
  const found = [...text.matchAll(/off by (\d+\.\d+)/g)].at(-1)?.[1];
  if (found === undefined) throw new Error(`No estimate in the output: ${text}`);
  return Number(found);
}

/** A slip of the fingers keeps the letters: of the names in these lines, the one with the same letters. */
function closestName(wrong: string, lines: readonly string[]): string {
  const names = new Set(lines.flatMap((line) => line.match(/[A-Za-z_]\w*/g) ?? []));
  const letters = (name: string): string => [...name].sort().join('');
  const right = [...names].find((name) => name !== wrong && letters(name) === letters(wrong));
  if (right === undefined) throw new Error(`No name like "${wrong}" in the notebook.`);
  return right;
}
