import type { App } from '../app.ts';
import { type Cell, CodeCell, TextCell } from '../model/cell.ts';
import { outputToJson } from '../model/outputs.ts';
import { insertForScript } from './insertion.ts';
import { type Field, schemaOf, ToolArguments } from './tool-arguments.ts';

interface PageTool {
  toolName: string;
  inputSchema: Record<string, unknown>;
  toolCallback(args?: unknown): Promise<Record<string, unknown>>;
}

const ID: Field = { kind: 'string', required: true };
const INDEX: Field = { kind: 'index', required: true };
const TEXT: Field = { kind: 'string', required: true };

/** `notebook.colabMcpToolsService`: the seven tools of the page's own frontend, called in the page. */
export function toolsService(app: App): { tools: PageTool[] } {
  const { document, executor } = app;
  const find = (id: string): Cell => {
    const cell = document.find(id);
    if (!cell) throw new Error(`No cell was found with ID ${id}`);
    return cell;
  };
  const insert = (index: number, cell: Cell) => {
    insertForScript(app, index, cell);
    return { newCellId: cell.id };
  };
  return {
    tools: [
      tool(
        'add_code_cell',
        { cellIndex: INDEX, language: { kind: 'language', required: true }, code: TEXT },
        (args) => insert(args.index('cellIndex'), new CodeCell(args.text('code'))),
      ),
      tool('add_text_cell', { cellIndex: INDEX, content: TEXT }, (args) =>
        insert(args.index('cellIndex'), new TextCell(args.text('content'))),
      ),
      tool('delete_cell', { cellId: ID }, (args) => {
        document.remove([find(args.text('cellId'))]);
        return {};
      }),
      tool(
        'get_cells',
        {
          cellIndexStart: { kind: 'index' },
          cellIndexEnd: { kind: 'index' },
          includeOutputs: { kind: 'boolean' },
        },
        (args) => {
          const end = args.index('cellIndexEnd', document.cells.length - 1);
          const cells = document.cells.slice(args.index('cellIndexStart'), end + 1);
          return { cells: cells.map((cell) => describe(cell, args.flag('includeOutputs'))) };
        },
      ),
      tool('move_cell', { cellId: ID, cellIndex: INDEX }, (args) => {
        document.move(find(args.text('cellId')), args.index('cellIndex'));
        return {};
      }),
      tool('run_code_cell', { cellId: ID }, async (args) => {
        const cell = find(args.text('cellId'));
        if (cell.kind !== 'code') throw new Error(`Cell with ID ${cell.id} is not a code cell`);
        const before = cell.metadata.executionInfo;
        await executor.run(cell, 'script');
        // Without a runtime the real tool answers with no outputs at all, as if the cell had printed nothing.
        if (cell.metadata.executionInfo === before) return { outputs: [] };
        return { outputs: cell.outputs.items.map(outputToJson) };
      }),
      tool('update_cell', { cellId: ID, content: TEXT }, (args) => {
        find(args.text('cellId')).source.set(args.text('content'));
        return {};
      }),
    ],
  };
}

function tool(
  toolName: string,
  fields: Record<string, Field>,
  run: (args: ToolArguments) => Record<string, unknown> | Promise<Record<string, unknown>>,
): PageTool {
  return {
    toolName,
    inputSchema: schemaOf(fields),
    toolCallback: async (args = {}) => run(new ToolArguments(toolName, fields, args)),
  };
}

function describe(cell: Cell, includeOutputs: boolean): Record<string, unknown> {
  const { cell_type, id, source, execution_count, outputs } = cell.toJson();
  if (cell.kind === 'text' || !includeOutputs) return { cell_type, id, source };
  return { cell_type, id, source, execution_count, outputs };
}
