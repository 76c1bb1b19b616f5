import { z } from 'zod';
import { ownTools } from '../../bridge/agent/own-tools.ts';
import { tools } from '../../src/tools/catalogue.ts';
import type { Json } from './agent.ts';

/** One call of a job that uses every tool once; `$a`, `$b` and `$notebook` stand for what earlier calls gave. */
export interface PlannedCall {
  name: string;
  args: Json;
  /** The kind of failure that it ends with here, and should. */
  fails?: string;
}

/** The text file of the bridge's folder that is sent and fetched. */
export const SENT_FILE = 'sent.txt';

const Answer = z.looseObject({
  structuredContent: z.looseObject({
    error: z.object({ kind: z.string() }).optional(),
    notebook: z.looseObject({ id: z.string().optional() }).optional(),
    newCellIds: z.array(z.string()).optional(),
  }),
});

/** In an order in which each finds what it needs. A client of any language can follow it. */
export const everyTool: readonly PlannedCall[] = [
  { name: 'open_colab_browser_connection', args: {} },
  { name: 'list_notebooks', args: {} },
  { name: 'attach_notebook', args: { notebook: '$notebook' } },
  { name: 'get_status', args: {} },
  {
    name: 'add_cells',
    args: {
      cells: [
        { type: 'code', content: 'x = 41\nprint(x + 1)' },
        { type: 'text', content: '# A title' },
      ],
    },
  },
  { name: 'add_code_cell', args: { code: 'y = 2', cellIndex: 0, language: 'python' } },
  { name: 'add_text_cell', args: { content: 'A text', cellIndex: -1 } },
  { name: 'get_notebook_outline', args: {} },
  { name: 'get_cells', args: {} },
  { name: 'search_notebook', args: { query: 'x + 1' } },
  { name: 'update_cell', args: { cellId: '$b', content: '# Another title' } },
  { name: 'edit_cell', args: { cellId: '$b', find: 'Another', replace: 'The' } },
  { name: 'replace_in_notebook', args: { find: 'The title', replace: 'Title' } },
  { name: 'propose_edit', args: { cellId: '$b', content: '# Proposed', wait: false } },
  { name: 'move_cell', args: { cellId: '$b', cellIndex: 0 } },
  { name: 'move_cells', args: { cellIds: ['$b'], cellIndex: -1 } },
  { name: 'execute_cell', args: { cellId: '$a' } },
  { name: 'run_code_cell', args: { cellId: '$a' } },
  { name: 'run_cells', args: { cellIds: ['$a'] } },
  { name: 'get_run', args: {} },
  { name: 'list_runs', args: {} },
  { name: 'view_output', args: { cellId: '$a' }, fails: 'not_found' },
  { name: 'clear_outputs', args: { cellIds: ['$a'] } },
  { name: 'answer_input', args: { text: 'nobody asks' }, fails: 'conflict' },
  { name: 'interrupt_execution', args: {} },
  { name: 'connect_runtime', args: {} },
  { name: 'execute_code', args: { code: 'x + 1' } },
  { name: 'get_runtime_info', args: {} },
  { name: 'list_variables', args: {} },
  { name: 'inspect_variable', args: { path: 'x' } },
  { name: 'free_memory', args: {} },
  { name: 'run_chunked', args: { items: '[1, 2]', body: 'item * x' } },
  { name: 'detect_sync_needed', args: {} },
  { name: 'sync_state', args: { dryRun: true } },
  { name: 'save_checkpoint', args: { variables: ['x'] } },
  { name: 'list_checkpoints', args: {} },
  { name: 'load_checkpoint', args: { name: 'default' } },
  { name: 'list_secrets', args: {} },
  { name: 'use_secret', args: { name: 'NONE' }, fails: 'not_found' },
  { name: 'upload_file', args: { from: SENT_FILE, overwrite: true } },
  { name: 'list_files', args: {} },
  { name: 'download_file', args: { path: SENT_FILE, to: 'fetched.txt', overwrite: true } },
  { name: 'delete_cell', args: { cellId: '$b' } },
  { name: 'restart_runtime', args: {} },
  { name: 'detach_notebook', args: {} },
];

export const everyToolName: readonly string[] = [...ownTools, ...tools].map(({ name }) => name).sort();

/** How each call ended: with nothing, or the kind of its failure. */
export type Ending = [tool: string, failure: string | null];

export const expectedEndings: readonly Ending[] = everyTool.map(({ name, fails }) => [name, fails ?? null]);

/** Follows the plan. */
export async function callEveryTool(call: (name: string, args: Json) => Promise<unknown>): Promise<Ending[]> {
  const known: Record<string, string> = {};
  const endings: Ending[] = [];
  for (const { name, args } of everyTool) {
    const filled: Json = JSON.parse(
      JSON.stringify(args).replace(/\$(?:notebook|a|b)\b/g, (mark) => known[mark] ?? mark),
    );
    const { structuredContent: data } = Answer.parse(await call(name, filled));
    endings.push([name, data.error?.kind ?? null]);
    if (name === 'open_colab_browser_connection') known.$notebook = data.notebook?.id ?? '';
    if (name === 'add_cells') [known.$a = '', known.$b = ''] = data.newCellIds ?? [];
  }
  return endings;
}
