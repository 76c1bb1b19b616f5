import type { Json } from '../support/agent.ts';
import { objectIn } from '../support/agent.ts';
import type { Calls, Ended } from './calls.ts';
import type { Fate, Mark, Marks } from './marks.ts';
import type { Random } from './random.ts';
import type { RunMarks } from './run-marks.ts';
import type { Tickets } from './tickets.ts';

interface Workshop {
  calls: Calls;
  tickets: Tickets;
  marks: Marks;
  runs: RunMarks;
  random: Random;
  /** Which page is there: see `Marks`. */
  page: () => number;
}

interface Cell {
  id: string;
  marks: Mark[];
  /** Whether it is overwritten as a whole, or pieces are put into it. */
  isSlot: boolean;
}

/** As many as are worth changing; what is older is left as it is. */
const MOST_CELLS = 6;
const END = '# end';

/** One thread of an agent's work: call after call, on cells of its own. */
export class Lane {
  readonly #shop: Workshop;
  #cells: Cell[] = [];
  #page = 0;

  constructor(shop: Workshop) {
    this.#shop = shop;
  }

  async work(): Promise<void> {
    const { tickets, random, page } = this.#shop;
    while (await tickets.take()) {
      if (this.#page !== page()) {
        this.#page = page();
        // Some are kept: agents do not know that the page is another one.
        this.#cells = this.#cells.filter(() => random.chance(0.2));
      }
      await this.#step();
    }
  }

  async #step(): Promise<void> {
    const { random } = this.#shop;
    const cell = random.pick(this.#cells);
    if (!cell || random.chance(0.25)) return this.#add();
    const deeds = [
      { weight: 30, do: () => (cell.isSlot ? this.#update(cell) : this.#insert(cell)) },
      { weight: 18, do: () => this.#run() },
      { weight: 10, do: () => this.#read() },
      { weight: 9, do: () => this.#move(cell) },
      { weight: 8, do: () => this.#delete(cell) },
    ];
    await random.weighted(deeds).do();
  }

  async #add(): Promise<void> {
    const { marks, random } = this.#shop;
    const isSlot = random.chance(0.4);
    const mark = marks.begin('add', this.#now);
    const { answer, fate } = await this.#make(
      [mark],
      random.chance(0.3) ? 'add_text_cell' : 'add_code_cell',
      {
        cellIndex: random.chance(0.5) ? 0 : -1,
        text: isSlot ? `# ${mark.name}` : `# ${mark.name}\n${END}`,
      },
    );
    if (fate === 'acknowledged') this.#keep({ id: String(answer?.data.newCellId), marks: [mark], isSlot });
  }

  async #insert(cell: Cell): Promise<void> {
    const mark = this.#shop.marks.begin('edit', this.#now);
    cell.marks.push(mark);
    const args = { cellId: cell.id, find: END, replace: `# ${mark.name}\n${END}` };
    this.#heed(cell, await this.#make([mark], 'edit_cell', args));
  }

  async #update(cell: Cell): Promise<void> {
    const { marks } = this.#shop;
    const removal = marks.beginRemoval(cell.marks, this.#now);
    const mark = marks.begin('update', this.#now);
    cell.marks.push(mark);
    const args = { cellId: cell.id, content: `# ${mark.name}` };
    this.#heed(cell, await this.#make([mark, removal], 'update_cell', args));
  }

  async #delete(cell: Cell): Promise<void> {
    const removal = this.#shop.marks.beginRemoval(cell.marks, this.#now);
    const ended = await this.#make([removal], 'delete_cell', { cellId: cell.id });
    if (ended.fate === 'never') this.#heed(cell, ended);
    else this.#forget(cell);
  }

  async #move(cell: Cell): Promise<void> {
    const cellIndex = Math.floor(this.#shop.random.between(0, 3));
    this.#heed(cell, await this.#make([], 'move_cell', { cellId: cell.id, cellIndex }));
  }

  /** A cell of its own for each run: so no two calls start the same. */
  async #run(): Promise<void> {
    const { runs, random, calls, tickets } = this.#shop;
    const { mark, code } = runs.begin(random.chance(0.5) ? 0 : random.between(0.1, 2));
    const added = await calls.call('add_code_cell', { cellIndex: -1, language: 'python', code });
    if (added.fate !== 'acknowledged' || !(await tickets.take())) {
      // Nobody asked for it to run.
      mark.fate = 'never';
      mark.said = `not asked for; its cell: ${added.answer?.text.slice(0, 200)}`;
      return;
    }
    const { answer, fate } = await calls.call('execute_cell', {
      cellId: String(added.answer?.data.newCellId),
      timeoutSeconds: 30,
    });
    mark.said = answer?.text.slice(0, 300) ?? '';
    mark.fate = fate === 'acknowledged' ? fateOfRun(answer?.data ?? {}) : fate;
  }

  async #read(): Promise<void> {
    await this.#shop.calls.call('get_cells', { cellIndexStart: 0, cellIndexEnd: 20 });
  }

  async #make(endings: Array<Parameters<Marks['end']>[0]>, name: string, args: Json): Promise<Ended> {
    const { calls, marks } = this.#shop;
    const { text, ...rest } = args;
    const written =
      text === undefined
        ? {}
        : name === 'add_text_cell'
          ? { content: text }
          : { language: 'python', code: text };
    const ended = await calls.call(name, { ...rest, ...written });
    for (const ending of endings) marks.end(ending, ended.fate, this.#now);
    return ended;
  }

  /** A cell that was not found is of another page, or was deleted. */
  #heed(cell: Cell, { answer }: Ended): void {
    if (!answer?.isError) return;
    const { kind } = objectIn(answer.data, 'error');
    if (kind === 'not_found') this.#forget(cell);
  }

  #keep(cell: Cell): void {
    this.#cells = [...this.#cells, cell].slice(-MOST_CELLS);
  }

  #forget(cell: Cell): void {
    this.#cells = this.#cells.filter((one) => one !== cell);
  }

  get #now(): number {
    return this.#shop.page();
  }
}

function fateOfRun({ status }: Json): Fate {
  if (status === 'ok') return 'acknowledged';
  return status === 'not_started' ? 'never' : 'maybe';
}
