import { clearStrategies } from '../strategies/clear-outputs.ts';
import { deleteStrategies } from '../strategies/delete.ts';
import { insertStrategies } from '../strategies/insert.ts';
import { moveStrategies } from '../strategies/move.ts';
import { serviceOutputs } from '../strategies/read.ts';
import { replaceStrategies } from '../strategies/replace.ts';
import type { ColabCell } from '../surface/cell.ts';
import { ask, can } from '../surface/foreign.ts';
import { outputsInItems, outputsInJson } from '../surface/outputs.ts';
import type { ColabPage } from '../surface/page.ts';
import { readShownOutputs } from '../surface/shown-outputs.ts';
import { readShownSource } from '../surface/shown-source.ts';
import { serviceTool } from '../surface/tools-service.ts';
import { expect, type Trial } from './trial.ts';
import { PRINTS, says } from './workbench.ts';

const insert: Trial = {
  operation: 'insert',
  ways: insertStrategies,
  keys: ['insert a cell'],
  attempt: async ({ tools, bench, measure, page }) => {
    // Between two others: the places at the ends are the easy ones.
    await bench.add('code', PRINTS);
    const index = page.cells.length - 1;
    for (const kind of ['code', 'markdown'] as const) {
      const source = bench.source(kind, PRINTS);
      const { cellId } = await measure(() => tools.notebook.insertCell({ index, kind, source }));
      const cell = bench.cell(cellId);
      expect(page.indexOf(cellId) === index && cell.kind === kind, 'the cell is not as it was to be');
    }
  },
};

const readWays: ReadonlyArray<{ name: string; isSpare?: boolean; read: (cell: ColabCell) => unknown }> = [
  { name: 'cell.getText()', read: ({ view }) => ask(view, 'getText') },
  { name: 'textModel.getValue()', read: ({ textModel }) => ask(textModel, 'getValue') },
  {
    name: 'what the page shows',
    isSpare: true,
    read: ({ element }) => element && readShownSource(element)?.text,
  },
];

const read: Trial = {
  operation: 'read',
  ways: readWays.map(({ name, isSpare }) => ({
    name,
    ...(isSpare ? { isSpare } : {}),
    available: (page: ColabPage) => !isSpare || page.cellList !== null,
  })),
  keys: [],
  needs: ['cell'],
  attempt: async ({ bench, way, measure }) => {
    const source = bench.source('code', PRINTS);
    const added = await bench.tools.notebook.insertCell({ index: -1, kind: 'code', source });
    const cell = bench.cell(added.cellId);
    const text = await measure(async () => readWays.find(({ name }) => name === way)?.read(cell));
    expect(typeof text === 'string', 'it gives no text');
    expect(text === source, 'it gives another text');
  },
};

const replace: Trial = {
  operation: 'replace',
  ways: replaceStrategies,
  keys: ['replace the text of a cell'],
  needs: ['cell'],
  attempt: async ({ tools, bench, measure }) => {
    for (const kind of ['code', 'markdown'] as const) {
      const { id } = await bench.add(kind, 'before');
      // Editors add brackets and indents of their own to what is typed.
      const source = bench.source(kind, kind === 'code' ? 'if True:\n    after = "(["\n' : 'after');
      await measure(() => tools.notebook.replaceSource({ cellId: id, source }));
    }
  },
};

const move: Trial = {
  operation: 'move',
  ways: moveStrategies,
  keys: ['move a cell'],
  needs: ['cell'],
  attempt: async ({ tools, bench, measure, page }) => {
    const { id } = await bench.add('code', PRINTS);
    for (let more = 0; more < 2; more += 1) await bench.add('code', PRINTS);
    const from = page.indexOf(id);
    await measure(() => tools.notebook.moveCell({ cellId: id, index: from + 2 }));
    await measure(() => tools.notebook.moveCell({ cellId: id, index: from }));
  },
};

const remove: Trial = {
  operation: 'delete',
  ways: deleteStrategies,
  keys: ['delete a cell'],
  needs: ['cell'],
  attempt: async ({ tools, bench, measure, page }) => {
    const { id } = await bench.add('code', PRINTS);
    await measure(() => tools.notebook.deleteCell({ cellId: id }));
    expect(page.find(id) === null, 'the cell is still there');
  },
};

const outputWays: ReadonlyArray<{
  name: string;
  needsSight?: boolean;
  available: (page: ColabPage) => boolean;
  read: (page: ColabPage, cell: ColabCell) => Promise<unknown>;
}> = [
  {
    name: 'model.toJson()',
    available: (page) => can(page.firstCodeCell?.model, 'toJson'),
    read: async (_page, { model }) => model && outputsInJson(model),
  },
  {
    name: 'model.outputs',
    available: (page) => page.firstCodeCell?.model != null,
    read: async (_page, { model }) => model && outputsInItems(model),
  },
  {
    name: 'tools service',
    available: (page) => serviceTool(page.notebook, 'get_cells') !== null,
    read: async (page, { id }) => (await serviceOutputs(page))?.get(id),
  },
  {
    name: 'what the page shows',
    needsSight: true,
    available: (page) => page.cellList !== null,
    read: async (_page, { element, executionCount }) => element && readShownOutputs(element, executionCount),
  },
];

const readOutputs: Trial = {
  operation: 'read_outputs',
  ways: outputWays,
  keys: [],
  needs: ['cell', 'run', 'runtime'],
  attempt: async ({ bench, way, measure, page }) => {
    const { id } = await bench.add('code', PRINTS);
    await bench.run(id);
    const cell = bench.cell(id);
    const outputs = await measure(async () => outputWays.find(({ name }) => name === way)?.read(page, cell));
    expect(Array.isArray(outputs), 'it gives no outputs');
    expect(says(outputs), 'it gives other outputs');
  },
};

const clear: Trial = {
  operation: 'clear_outputs',
  ways: clearStrategies,
  keys: ['clear outputs'],
  needs: ['cell', 'run', 'runtime'],
  attempt: async ({ tools, bench, measure }) => {
    const { id } = await bench.add('code', PRINTS);
    await bench.run(id);
    await measure(() => tools.notebook.clearOutputs({}));
    expect(!says(await bench.outputs(id)), 'the output is still there');
  },
};

export const cellTrials: readonly Trial[] = [insert, read, replace, move, remove, readOutputs, clear];
