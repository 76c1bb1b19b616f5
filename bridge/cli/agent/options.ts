import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { splitWords } from '../../browser/split-words.ts';
import { UsageError } from '../usage-error.ts';
import type { ModelProtocol } from './model-protocol.ts';
import type { ToolClass } from './tool-classes.ts';
import { TOOL_CLASSES } from './tool-classes.ts';

type Api = ModelProtocol<unknown>['name'];

export interface ModelOptions {
  api: Api;
  /** Without what the API adds. */
  baseUrl: URL;
  model: string;
  key: string | null;
  withPictures: boolean;
  timeoutMs: number;
}

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

export const DEFAULTS = { maxSteps: 40, maxTokens: 500_000, timeoutS: 240 };
/** Node itself gives up a request after that long without an answer. */
const LONGEST_TIMEOUT_S = 300;

const VENDORS: Record<Api, { baseUrl: string; baseVariable: string; keyVariable: string }> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    baseVariable: 'OPENAI_BASE_URL',
    keyVariable: 'OPENAI_API_KEY',
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    baseVariable: 'ANTHROPIC_BASE_URL',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
};

const OWN_KEY = 'CELLWIRE_AGENT_KEY';

/** Those must not go on to other programs. */
export const KEY_VARIABLES = [OWN_KEY, ...Object.values(VENDORS).map(({ keyVariable }) => keyVariable)];

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
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

type Values = ReturnType<typeof parse>['values'];

function modelIn(values: Values, env: NodeJS.ProcessEnv, warnings: string[]): ModelOptions {
  const api = apiIn(values.api ?? (env.CELLWIRE_AGENT_API || 'openai'));
  const { baseVariable, keyVariable, baseUrl: usual } = VENDORS[api];
  const own = values['base-url'] ?? (env.CELLWIRE_AGENT_BASE_URL || undefined);
  const baseUrl = urlIn(own ?? (env[baseVariable] || usual));
  const model = values.model ?? env.CELLWIRE_AGENT_MODEL;
  if (!model) throw new UsageError('Which model? Give --model NAME, or CELLWIRE_AGENT_MODEL.');
  // The vendor's key is for the vendor's address, and for the one that is set beside it.
  const found = keyIn(
    values['key-file'],
    env[OWN_KEY],
    own === undefined ? env[keyVariable] : undefined,
    warnings,
  );
  if (found === null && baseUrl.href.startsWith(usual)) {
    throw new UsageError(
      `${baseUrl.host} wants a key: put it into ${keyVariable} or ${OWN_KEY}, or into a file (--key-file).`,
    );
  }
  if (found !== null && baseUrl.protocol === 'http:' && !isLoopback(baseUrl.hostname)) {
    throw new UsageError(
      `The key would go to ${baseUrl.host} unencrypted. Use an https address, or a tunnel (ssh -L) to this computer.`,
    );
  }
  const timeoutS = numberIn('--timeout', values.timeout, DEFAULTS.timeoutS);
  if (timeoutS > LONGEST_TIMEOUT_S)
    throw new UsageError(`--timeout takes ${LONGEST_TIMEOUT_S} seconds at most.`);
  return {
    api,
    baseUrl,
    model,
    key: found,
    withPictures: !values['no-pictures'],
    timeoutMs: timeoutS * 1000,
  };
}

function apiIn(text: string): Api {
  if (text === 'openai' || text === 'anthropic') return text;
  throw new UsageError(`--api is openai or anthropic, not "${text}".`);
}

/** What was given is not repeated: people put keys into addresses. */
function urlIn(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--base-url takes an address, as in http://localhost:11434/v1.');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--base-url cannot hold a name or password: a key goes elsewhere, see --help.');
  return url;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

function keyIn(
  file: string | undefined,
  own: string | undefined,
  vendors: string | undefined,
  warnings: string[],
): string | null {
  const key = (file === undefined ? own || vendors : keyInFile(file, warnings))?.trim();
  if (!key) return null;
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      'The key has characters that no key has: spaces, line ends or letters beyond ASCII.',
    );
  return key;
}

function keyInFile(file: string, warnings: string[]): string {
  let text: string;
  try {
    text = readFileSync(filled('--key-file', file), 'utf8');
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      warnings.push(`Others on this computer can read ${file}: chmod 600 ${file}`);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The key file cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  if (text.trim() === '') throw new UsageError(`There is no key in ${file}.`);
  return text;
}

function filled(flag: string, value: string): string {
  if (value.trim() === '') throw new UsageError(`${flag} needs a value.`);
  return value;
}

function numberIn(flag: string, text: string | undefined, usual: number): number {
  if (text === undefined || text === '') return usual;
  const number = Number(text.replaceAll('_', ''));
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`${flag} takes a whole number from 1, not "${text}".`);
  return number;
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
