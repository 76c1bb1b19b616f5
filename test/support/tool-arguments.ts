import type { Json } from './agent.ts';

/**
 * For each tool that needs some, arguments that would do something to the notebook, the runtime or the user's disk, if
 * anything could. A tool that is new belongs here: tests of what the user allows go through all tools.
 */
export function intrudingArguments(cellId: string): Record<string, Json> {
  return {
    search_notebook: { query: 'x' },
    add_code_cell: { cellIndex: 0, language: 'python', code: 'print("intruder")', run: true },
    add_text_cell: { cellIndex: 0, content: 'intruder' },
    add_cells: { cells: [{ type: 'code', content: 'intruder' }], run: true },
    update_cell: { cellId, content: 'intruder' },
    edit_cell: { cellId, find: 'p', replace: 'intruder', replaceAll: true },
    replace_in_notebook: { find: 'p', replace: 'intruder' },
    propose_edit: { cellId, content: 'intruder' },
    delete_cell: { cellId },
    move_cell: { cellId, cellIndex: 0 },
    move_cells: { cellIds: [cellId], cellIndex: 0 },
    execute_cell: { cellId },
    run_code_cell: { cellId },
    run_cells: { cellIds: [cellId] },
    clear_outputs: { cellIds: [cellId] },
    view_output: { cellId },
    answer_input: { text: 'intruder' },
    execute_code: { code: 'print("intruder")' },
    inspect_variable: { path: 'intruder' },
    run_chunked: { items: '[1]', body: 'print("intruder")' },
    load_checkpoint: { name: 'intruder' },
    download_file: { path: 'intruder' },
    // A file that is there: the bridge would not even ask for another.
    upload_file: { from: 'token.json' },
    use_secret: { name: 'INTRUDER' },
  };
}
