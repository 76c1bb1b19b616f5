import type { Tool as McpTool } from '@modelcontextprotocol/client';
import type { CallClass } from '../../../src/policy/policy.ts';
import { CALL_CLASSES, CLASS_WORDS, classOf } from '../../../src/policy/policy.ts';
import { tools } from '../../../src/tools/catalogue.ts';
import type { ToolEffect } from '../../../src/tools/tool.ts';
import { ownTools } from '../../agent/own-tools.ts';

/** `other`: a tool of another server, of which we know only that it may change something. */
export type ToolClass = CallClass | 'other';

export const TOOL_CLASSES: readonly ToolClass[] = [...CALL_CLASSES, 'other'];

/** As in "wants to …". */
export const TOOL_CLASS_WORDS: Readonly<Record<ToolClass, string>> = {
  ...CLASS_WORDS,
  other: 'use a tool of this server',
};

const known = new Map<string, { effect: ToolEffect; mayRun: boolean }>(
  [...tools, ...ownTools].map(({ name, effect, mayRun = false }) => [name, { effect, mayRun }]),
);

/** What the user has to allow before this call. Nothing for what stops, connects, or asks in the notebook by itself. */
export function classesOf(tool: McpTool, args: Record<string, unknown>): ToolClass[] {
  const ours = known.get(tool.name);
  if (!ours) return [tool.annotations?.readOnlyHint === true ? 'read' : 'other'];
  if (ours.effect === 'proposes') return [];
  const one = classOf(ours.effect);
  if (one === null) return [];
  // Anything but a plain no: what the server makes of it is not ours to know.
  const alsoRuns = ours.mayRun && args.run !== undefined && args.run !== false;
  return alsoRuns ? [one, 'run'] : [one];
}
