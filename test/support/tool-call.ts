import type { Notebook } from '../../src/notebook/notebook.ts';
import type { ScalePicture } from '../../src/outputs/picture.ts';
import { Runner } from '../../src/runs/runner.ts';
import type { Tool, ToolContext, ToolResult } from '../../src/tools/tool.ts';

interface CallOptions {
  args?: unknown;
  runs?: Runner;
  signal?: AbortSignal;
  progress?: (message: string) => void;
  scalePicture?: ScalePicture;
}

export function contextOf(notebook: Notebook, options: CallOptions = {}): ToolContext {
  const {
    runs = new Runner(notebook, 'nb'),
    signal = new AbortController().signal,
    progress = () => {},
  } = options;
  const { scalePicture } = options;
  return {
    notebook,
    notebookId: 'nb',
    runs,
    signal,
    progress,
    extensionVersion: '1.2.3',
    ...(scalePicture ? { scalePicture } : {}),
  };
}

/** Calls a tool the way the session does, with the notebook that the test gives. */
export async function callTool(
  tool: Tool,
  notebook: Notebook,
  options: CallOptions = {},
): Promise<ToolResult> {
  return tool.prepare(options.args ?? {})(contextOf(notebook, options));
}
