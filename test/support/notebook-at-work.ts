import type { Failure } from '../../src/notebook/failure.ts';
import type { NotebookKernel } from '../../src/notebook/kernel.ts';
import type { CellRun, Notebook, OnRunUpdate } from '../../src/notebook/notebook.ts';
import { Runner } from '../../src/runs/runner.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { code, memoryNotebook, noKernel, text } from './memory-notebook.ts';
import { callTool } from './tool-call.ts';

export interface CellAtWork {
  cellId: string;
  update: OnRunUpdate;
  end: (run?: Partial<CellRun>) => void;
  fail: (failure: Failure) => void;
}

/** A notebook with the cells a, b (code) and t (text), whose runs go as the test says. */
export function notebookAtWork(changes: Partial<Notebook> = {}, ofKernel: Partial<NotebookKernel> = {}) {
  const atWork: CellAtWork[] = [];
  const notebook: Notebook = {
    ...memoryNotebook([code('a', '1'), code('b', '2'), text('t', '# T')]),
    runCell: ({ cellId }, update = () => {}) =>
      new Promise((resolve, reject) => {
        const end: CellAtWork['end'] = (run = {}) =>
          resolve({ cellId, status: 'ok', executionCount: 4, durationMs: 1_234, ...run });
        atWork.push({ cellId, update, end, fail: reject });
      }),
    ...changes,
  };
  const kernel = { ...noKernel, ...ofKernel };
  const runs = new Runner(notebook, kernel, 'nb');
  const messages: string[] = [];
  const progress = (message: string): void => void messages.push(message);
  const call = (tool: Tool, args: Record<string, unknown> = {}, signal?: AbortSignal) =>
    callTool(tool, notebook, { args, kernel, runs, progress, ...(signal ? { signal } : {}) });
  return { call, atWork, messages, runs };
}

export const print = (line: string, index = 0) => ({
  patches: [
    { op: 'put' as const, index, output: { output_type: 'stream', name: 'stdout', text: [] } },
    { op: 'append' as const, index, text: line },
  ],
});
export const more = (line: string) => ({ patches: [{ op: 'append' as const, index: 0, text: line }] });
