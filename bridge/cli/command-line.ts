import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ToolGroup } from '../../src/tools/tool.ts';
import type { RuntimeAddress } from '../runtime/runtime-address.ts';
import { runtimeAddress } from '../runtime/runtime-address.ts';
import { commands } from './commands.ts';
import { defaultCredentialsFile, formerCredentialsFile, machineOf } from './credentials-file.ts';
import { filled, unknownFlag } from './flag-values.ts';
import { UsageError } from './usage-error.ts';

/** The groups that have tools. Not taken from the tools: they would all be loaded before the agent's first answer. */
export const TOOL_GROUPS: readonly ToolGroup[] = ['session', 'notebook', 'run', 'runtime', 'state', 'files'];

export interface BridgeOptions {
  port?: number;
  /** Where port and keys are kept; they are not where it is left out. */
  tokenFile?: string;
  /** Where an earlier version kept them. */
  formerTokenFile?: string;
  /** False: the user opens the link. */
  openBrowser: boolean;
  browserCommand?: string;
  colabUrl?: string;
  /** Null: all of them. */
  toolGroups: ReadonlySet<ToolGroup> | null;
  /** The folder for files that go to and from the runtime; by default the one it is started in. */
  saveDir?: string;
  logFile?: string;
  /** A kernel of this server instead of a notebook in a browser. */
  runtime?: RuntimeAddress;
}

/** For agents that do not start the bridge themselves. */
export interface HttpOptions {
  port?: number;
  /** Left out: only this computer. */
  host?: string;
  /** Where port and token for agents are kept. */
  tokenFile: string;
}

export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'command'; name: string; run: () => Promise<number> }
  | { kind: 'serve'; options: BridgeOptions; http?: HttpOptions };

const FLAGS = {
  port: { type: 'string' },
  'token-file': { type: 'string' },
  'no-browser': { type: 'boolean' },
  browser: { type: 'string' },
  'colab-url': { type: 'string' },
  tools: { type: 'string' },
  'save-dir': { type: 'string' },
  'log-file': { type: 'string' },
  runtime: { type: 'string' },
  http: { type: 'boolean' },
  'http-port': { type: 'string' },
  host: { type: 'string' },
  'http-token-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Only for the notebook in a browser. */
const BROWSER_FLAGS = ['port', 'browser', 'colab-url', 'token-file'] as const;

const HTTP_FLAGS = ['http-port', 'host', 'http-token-file'] as const;

export function parseCommandLine(args: string[], env: NodeJS.ProcessEnv = process.env): Command {
  const [first = '', ...rest] = args;
  // As people are used to it from other programs.
  if (first === 'help') return parseCommandLine([...rest.slice(0, 1), '--help'], env);
  const named = commands.get(first);
  if (named) return { kind: 'command', name: first, run: () => named.run(rest) };
  const { values, positionals } = read(first === 'serve' ? rest : args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (positionals[0] !== undefined) throw new UsageError(`There is no command "${positionals[0]}".`);

  const { port, browser, tools, 'token-file': tokenFile } = values;
  const options: BridgeOptions = {
    ...(tokenFile === undefined ? usualFiles(env) : { tokenFile: filled('--token-file', tokenFile) }),
    openBrowser: !values['no-browser'],
    toolGroups: tools === undefined ? null : groupsIn(tools),
  };
  if (port !== undefined) options.port = portIn(port, '--port');
  if (browser !== undefined) options.browserCommand = filled('--browser', browser);
  if (values['colab-url'] !== undefined) options.colabUrl = urlIn(values['colab-url']);
  if (values['save-dir'] !== undefined) options.saveDir = resolve(filled('--save-dir', values['save-dir']));
  if (values['log-file'] !== undefined) options.logFile = filled('--log-file', values['log-file']);
  const runtime = values.runtime ?? env.CELLWIRE_RUNTIME;
  if (runtime !== undefined && runtime !== '') {
    options.runtime = runtimeIn(runtime, values.runtime === undefined ? 'CELLWIRE_RUNTIME' : '--runtime');
    const other = BROWSER_FLAGS.find((flag) => values[flag] !== undefined);
    if (other) throw new UsageError(`--${other} is for a notebook in a browser, and a runtime has none.`);
  }
  const http = httpIn(values, env);
  if (!http) return { kind: 'serve', options };
  if (options.runtime) throw new UsageError('--http is for notebooks in a browser, and a runtime has none.');
  // Beside bridges that agents start themselves: each has a port and keys of its own.
  if (tokenFile === undefined && options.tokenFile) {
    options.tokenFile = join(dirname(options.tokenFile), 'shared-bridge.json');
  }
  return { kind: 'serve', options, http };
}

function httpIn(values: ReturnType<typeof read>['values'], env: NodeJS.ProcessEnv): HttpOptions | null {
  const { host, 'http-port': port, 'http-token-file': tokenFile, 'token-file': keys } = values;
  if (!values.http) {
    const other = HTTP_FLAGS.find((flag) => values[flag] !== undefined);
    if (other) throw new UsageError(`--${other} goes with --http.`);
    return null;
  }
  return {
    tokenFile: tokenFile === undefined ? usualHttpFile(keys, env) : filled('--http-token-file', tokenFile),
    ...(port !== undefined && { port: portIn(port, '--http-port') }),
    ...(host !== undefined && { host: filled('--host', host).replace(/^\[(.*)\]$/, '$1') }),
  };
}

/** Beside the file of port and keys. */
function usualHttpFile(keys: string | undefined, env: NodeJS.ProcessEnv): string {
  const beside = keys ?? defaultCredentialsFile(machineOf(env));
  if (beside) return join(dirname(beside), 'http.json');
  throw new UsageError('There is no home folder to keep the token in: name a file with --http-token-file.');
}

function usualFiles(env: NodeJS.ProcessEnv): Pick<BridgeOptions, 'tokenFile' | 'formerTokenFile'> {
  const machine = machineOf(env);
  const [tokenFile, formerTokenFile] = [defaultCredentialsFile(machine), formerCredentialsFile(machine)];
  return { ...(tokenFile ? { tokenFile } : {}), ...(formerTokenFile ? { formerTokenFile } : {}) };
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw unknownFlag(error);
  }
}

function portIn(text: string, flag: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new UsageError(`${flag} takes a number from 1 to 65535, not "${text}".`);
  }
  return port;
}

function urlIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new UsageError(`--colab-url takes the address of a notebook, not "${text}".`);
  }
  return url.href;
}

/** What was given is not repeated: it may hold a token. */
function runtimeIn(text: string, source: string): RuntimeAddress {
  const address = runtimeAddress(text);
  if (address) return address;
  throw new UsageError(
    `${source} takes the address of a Jupyter server, as in http://localhost:8888/?token=…`,
  );
}

function groupsIn(text: string): ReadonlySet<ToolGroup> {
  return new Set(
    text.split(',').map((name) => {
      const group = TOOL_GROUPS.find((known) => known === name.trim());
      if (group) return group;
      throw new UsageError(
        `--tools: there is no group "${name.trim()}". Groups are ${TOOL_GROUPS.join(', ')}.`,
      );
    }),
  );
}
