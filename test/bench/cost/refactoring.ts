import type { Agent, Json } from '../../support/agent.ts';
import { asJson, listOf } from '../../support/agent.ts';
import type { Job } from './counting-agent.ts';
import { requireOk } from './counting-agent.ts';

const REGIONS = ['north', 'south', 'east', 'west'];

const SETTINGS = `cfg = {"year": 2007, "scale": 1.5, "regions": ${JSON.stringify(REGIONS)}}
data = {region: [{"year": 2000 + i, "amount": (i * 37 + len(region)) % 101} for i in range(20)] for region in cfg["regions"]}`;
const LOADER = `def load_data(region):
    """All rows of a region, scaled."""
    return [{**row, "amount": row["amount"] * cfg["scale"]} for row in data[region]]`;
const RATE = 'RATE = 0.19';

const step = (number: number): string => {
  const region = REGIONS[number % REGIONS.length];
  return `# Step ${number}: what the ${region} sold, and how it compares
rows_${number} = [row for row in load_data("${region}") if row["year"] > cfg["year"]]
total_${number} = sum(row["amount"] for row in rows_${number})
mean_${number} = total_${number} / max(1, len(rows_${number}))
best_${number} = max(rows_${number}, key=lambda row: row["amount"])
print("${region}", len(rows_${number}), round(total_${number}, 2), round(mean_${number}, 2), best_${number}["year"])`;
};
const plain = (number: number): string => `# Summary ${number}: of the steps before
numbers_${number} = [value for name, value in sorted(globals().items()) if name.startswith("total_")]
print(len(numbers_${number}), round(sum(numbers_${number}), 2))
spread_${number} = max(numbers_${number}) - min(numbers_${number})
print("spread", round(spread_${number}, 2))`;
const taxed = 'tax = sum(numbers_51) * RATE\nprint("tax", round(tax, 2))';

/** Sixty cells: settings, imports here and there, twenty steps that use the loader, summaries, headings. */
const CELLS: Array<{ kind: 'code' | 'text'; content: string }> = Array.from({ length: 60 }, (_, at) => {
  if (at === 0) return { kind: 'text', content: '# Sales of four regions\nGrown over two years.' };
  if (at === 1) return { kind: 'code', content: SETTINGS };
  if (at === 2) return { kind: 'code', content: LOADER };
  if (at === 57) return { kind: 'code', content: taxed };
  if ([8, 18, 28].includes(at)) return { kind: 'code', content: at === 18 ? RATE : `old_${at} = None` };
  if ([5, 15, 25, 35, 45, 55].includes(at)) {
    const library = ['json', 'math', 'statistics', 'itertools', 'collections', 'datetime'][(at - 5) / 10];
    return { kind: 'code', content: `import ${library}` };
  }
  if (at % 10 === 0) return { kind: 'text', content: `## Part ${at / 10}` };
  return { kind: 'code', content: at % 2 === 1 || at < 6 ? plainOrStep(at) : step(at) };
});

function plainOrStep(at: number): string {
  return at < 6 ? step(at) : plain(at);
}

const IMPORTS = [5, 15, 25, 35, 45, 55];
const DELETED = [8, 18, 28];

/**
 * A refactoring of sixty cells: two names over many cells, imports to the top, three cells out, and all run again. Both
 * sides see the outline and all cells before they begin, how often and in which lines a name stands (before they are
 * changed where that takes a search; afterwards, and of the first twenty cells, where the change itself tells), which
 * cell fails and of what error, that all runs, and in the end the order of the cells and that no old name is left.
 */
export const refactoring: Job = {
  name: 'a refactoring of sixty cells',

  async setUp(agent: Agent) {
    for (const [at, { kind, content }] of CELLS.entries()) {
      if (kind === 'code') await agent.addCode(content, at);
      else await agent.use('add_text_cell', { cellIndex: at, content });
    }
  },

  async before(agent) {
    await agent.use('get_notebook_outline');
    const { cells } = await agent.use('get_cells');
    const ids = listOf(cells).map(({ id }) => String(id));
    for (const [find, replace] of [
      ['load_data', 'read_rows'],
      ['cfg', 'settings'],
    ]) {
      const { matches } = await agent.use('search_notebook', { query: find, caseSensitive: true });
      for (const cellId of new Set(listOf(matches).map((match) => match.cellId))) {
        await agent.use('edit_cell', { cellId, find, replace, replaceAll: true });
      }
    }
    for (const [place, at] of IMPORTS.entries()) {
      await agent.use('move_cell', { cellId: ids[at], cellIndex: place + 1 });
    }
    for (const at of DELETED) await agent.use('delete_cell', { cellId: ids[at] });
    const broken = failedIn(await agent.use('run_cells'));
    await agent.use('edit_cell', { cellId: ids[1], find: 'data = ', replace: `${RATE}\ndata = ` });
    await agent.use('execute_cell', { cellId: ids[1] });
    requireOk(await agent.use('run_cells', { cellIndexStart: broken }));
    await agent.use('get_notebook_outline');
    await agent.use('search_notebook', { query: 'load_data' });
    await agent.use('search_notebook', { query: 'cfg' });
  },

  async after(agent) {
    await agent.use('get_notebook_outline');
    const ids = idsIn(await agent.use('get_cells', { format: 'text' }));
    await agent.use('replace_in_notebook', { find: 'load_data', replace: 'read_rows' });
    await agent.use('replace_in_notebook', { find: 'cfg', replace: 'settings' });
    await agent.use('move_cells', { cellIds: IMPORTS.map((at) => ids[at]), cellIndex: 1 });
    for (const at of DELETED) await agent.use('delete_cell', { cellId: ids[at] });
    const broken = failedIn(await agent.use('run_cells'));
    await agent.use('edit_cell', { cellId: ids[1], find: 'data = ', replace: `${RATE}\ndata = `, run: true });
    requireOk(await agent.use('run_cells', { cellIndexStart: broken }));
    await agent.use('get_notebook_outline');
    await agent.use('search_notebook', { query: 'load_data' });
    await agent.use('search_notebook', { query: 'cfg' });
  },
};

/** From the headers of cells as text: "3 a1b2 [5]". */
function idsIn({ text }: Json): string[] {
  return [...String(text).matchAll(/^\d+ (\S+) (?:\[|text)/gm)].map(([, id]) => String(id));
}

/** The index of the cell that failed: the one that needs what was deleted. */
function failedIn({ cells }: Json): number {
  const failed = listOf(cells).find(({ status }) => status === 'error');
  return Number(asJson(failed).index);
}
