import { parseArgs } from 'node:util';
import { splitWords } from '../../browser/split-words.ts';
import { filled, numberIn, unknownFlag } from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';
import type { ModelOptions } from './model-options.ts';
import { modelIn, OWN_KEY } from './model-options.ts';
import type { ToolClass } from './tool-classes.ts';
import { TOOL_CLASSES } from './tool-classes.ts';

export interface AgentOptions {
  goal: string;
  /** What decides: a model, or the script in this file. */
  planner: { kind: 'model'; model: ModelOptions } | { kind: 'script'; file: string };
  maxSteps: number;
  maxTokens: number;
  allowed: ToolClass[];
  transcript?: string;
  /** Another MCP server than our bridge. */
  server?: string[];
  /** For the bridge. */
  bridgeFlags: string[];
  warnings: string[];
}

const FLAGS = {
  api: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  'key-file': { type: 'string' },
  'max-steps': { type: 'string' },
  'max-tokens': { type: 'string' },
  timeout: { type: 'string' },
  yes: { type: 'string', multiple: true },
  transcript: { type: 'string' },
  script: { type: 'string' },
  server: { type: 'string' },
  'no-pictures': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const DEFAULTS = { maxSteps: 40, maxTokens: 500_000 };

export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): AgentOptions | 'help' {
  const end = args.indexOf('--');
  const [own, bridgeFlags] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
  const { values, positionals } = parse([...own]);
  if (values.help) return 'help';
  const goal = positionals.join(' ').trim();
  const { script, server, transcript } = values;
  if (script !== undefined && goal !== '') throw new UsageError('Give a task or --script FILE, not both.');
  if (script === undefined && goal === '')
    throw new UsageError('Say what is to be done, as in: cellwire agent "plot a random walk".');
  if (server !== undefined && bridgeFlags.length > 0)
    throw new UsageError('What follows -- is for the bridge, and --server takes another one.');
  const warnings: string[] = [];
  const options: AgentOptions = {
    goal,
    planner:
      script === undefined
        ? { kind: 'model', model: modelIn(values, env, warnings) }
        : { kind: 'script', file: filled('--script', script) },
    maxSteps: numberIn(
      '--max-steps',
      values['max-steps'] ?? env.CELLWIRE_AGENT_MAX_STEPS,
      script === undefined ? DEFAULTS.maxSteps : Number.POSITIVE_INFINITY,
    ),
    maxTokens: numberIn(
      '--max-tokens',
      values['max-tokens'] ?? env.CELLWIRE_AGENT_MAX_TOKENS,
      DEFAULTS.maxTokens,
    ),
    allowed: (values.yes ?? []).flatMap(classesIn),
    bridgeFlags: [...bridgeFlags],
    warnings,
  };
  if (transcript !== undefined) options.transcript = filled('--transcript', transcript);
  if (server !== undefined) options.server = splitWords(filled('--server', server));
  return options;
}

function parse(args: string[]) {
  const key = args.find((word) => /^--(api-?)?key(=|$)/.test(word));
  if (key !== undefined) {
    throw new UsageError(
      `A key does not belong on a command line, which others can read: put it into ${OWN_KEY}, or into a file (--key-file).`,
    );
  }
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw unknownFlag(error);
  }
}

function classesIn(text: string): ToolClass[] {
  return text.split(',').map((name) => {
    const found = TOOL_CLASSES.find((one) => one === name.trim());
    if (found) return found;
    throw new UsageError(
      `--yes: there is no class "${name.trim()}". Classes are ${TOOL_CLASSES.join(', ')}.`,
    );
  });
}
