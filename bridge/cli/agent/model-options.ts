import { readFileSync, statSync } from 'node:fs';
import { filled, numberIn } from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';
import type { ModelProtocol } from './model-protocol.ts';

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

interface ModelFlags {
  api?: string | undefined;
  'base-url'?: string | undefined;
  model?: string | undefined;
  'key-file'?: string | undefined;
  'no-pictures'?: boolean | undefined;
  timeout?: string | undefined;
}

export const DEFAULT_TIMEOUT_S = 240;
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

export const OWN_KEY = 'CELLWIRE_AGENT_KEY';

/** Those must not go on to other programs. */
export const KEY_VARIABLES = [OWN_KEY, ...Object.values(VENDORS).map(({ keyVariable }) => keyVariable)];

/** What the flags and the environment say of the model; what is doubtful about it goes into `warnings`. */
export function modelIn(values: ModelFlags, env: NodeJS.ProcessEnv, warnings: string[]): ModelOptions {
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
  const timeoutS = numberIn('--timeout', values.timeout, DEFAULT_TIMEOUT_S);
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

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

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
