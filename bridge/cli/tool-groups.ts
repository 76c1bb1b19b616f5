import { tools } from '../../src/tools/catalogue.ts';
import type { ToolGroup } from '../../src/tools/tool.ts';

/** The groups that have tools. */
export const TOOL_GROUPS: readonly ToolGroup[] = [...new Set(tools.map(({ group }) => group))];
