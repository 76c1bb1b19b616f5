import { act, asList, isObject, peek, peekObject } from './foreign.ts';
import type { NotebookView, ServiceTool, ToolsService } from './members.ts';

export type ServiceToolName =
  | 'add_code_cell'
  | 'add_text_cell'
  | 'delete_cell'
  | 'get_cells'
  | 'move_cell'
  | 'run_code_cell'
  | 'update_cell';

/** Colab's own tools for agents. They need neither its socket nor its consent dialog when called in the page. */
export function serviceTool(notebook: NotebookView | null, name: ServiceToolName): ServiceTool | null {
  const service: ToolsService | null = peekObject(notebook, 'colabMcpToolsService');
  for (const entry of asList(peek(service, 'tools')) ?? []) {
    if (!isObject(entry)) continue;
    const tool: ServiceTool = entry;
    if (peek(tool, 'toolName') === name && typeof peek(tool, 'toolCallback') === 'function') return tool;
  }
  return null;
}

export async function callServiceTool(
  notebook: NotebookView | null,
  name: ServiceToolName,
  args: Record<string, unknown>,
): Promise<unknown> {
  const tool = serviceTool(notebook, name);
  if (!tool) throw new Error(`the tools service has no ${name}`);
  return await act(tool, 'toolCallback', args);
}
