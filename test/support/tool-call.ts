import { AgentMemory } from '../../src/agents/agent-memory.ts';
import type { NotebookKernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { ScalePicture } from '../../src/outputs/picture.ts';
import { Proposals } from '../../src/proposals/proposals.ts';
import { Runner } from '../../src/runs/runner.ts';
import { Secrets } from '../../src/secrets/secrets.ts';
import type { Tool, ToolContext, ToolResult } from '../../src/tools/tool.ts';
import { CLAUDE } from './agents.ts';
import { checkResult } from './check-result.ts';
import { noKernel } from './memory-notebook.ts';

interface CallOptions {
  args?: unknown;
  kernel?: NotebookKernel;
  runs?: Runner;
  signal?: AbortSignal;
  progress?: (message: string) => void;
  scalePicture?: ScalePicture;
}

export function contextOf(notebook: Notebook, options: CallOptions = {}): ToolContext {
  const { kernel = noKernel, runs = new Runner(notebook, kernel, 'nb') } = options;
  const { signal = new AbortController().signal, progress = () => {}, scalePicture } = options;
  return {
    agent: CLAUDE,
    memory: new AgentMemory(),
    proposals: new Proposals(notebook, 'nb'),
    secrets: new Secrets(),
    notebook,
    notebookId: 'nb',
    kernel,
    runs,
    started: () => {},
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
  const result = await tool.prepare(options.args ?? {})(contextOf(notebook, options));
  checkResult(tool.name, result.data);
  return result;
}
