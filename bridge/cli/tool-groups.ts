import type { ToolGroup } from '../../src/tools/tool.ts';

export const TOOL_GROUPS: readonly ToolGroup[] = ['notebook', 'run', 'runtime', 'state', 'files', 'session'];
