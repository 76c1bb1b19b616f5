import type { Tool } from '../../src/tools/tool.ts';
import { openConnectionTool } from '../browser/open-connection-tool.ts';
import { attachNotebookTool } from '../notebooks/attach-notebook-tool.ts';
import { detachNotebookTool } from '../notebooks/detach-notebook-tool.ts';
import { listNotebooksTool } from '../notebooks/list-notebooks-tool.ts';
import type { BridgeContext } from './bridge-context.ts';

/** The tools that the bridge carries out itself. */
export const ownTools: ReadonlyArray<Tool<BridgeContext>> = [
  openConnectionTool,
  listNotebooksTool,
  attachNotebookTool,
  detachNotebookTool,
];
