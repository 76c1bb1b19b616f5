import { parseArgs } from 'node:util';
import type { ToolGroup } from '../../src/tools/tool.ts';
import { TOOL_GROUPS } from './tool-groups.ts';
import { UsageError } from './usage-error.ts';

export interface BridgeOptions {
  port?: number;
  tokenFile?: string;
  /** False: the user opens the link. */
  openBrowser: boolean;
  browserCommand?: string;
  colabUrl?: string;
  /** Null: all of them. */
  toolGroups: ReadonlySet<ToolGroup> | null;
  logFile?: string;
}

export type Command = { kind: 'help' } | { kind: 'version' } | { kind: 'serve'; options: BridgeOptions };

const FLAGS = {
  port: { type: 'string' },
  'token-file': { type: 'string' },
  'no-browser': { type: 'boolean' },
  browser: { type: 'string' },
  'colab-url': { type: 'string' },
  tools: { type: 'string' },
  'log-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export function parseCommandLine(args: string[]): Command {
  const { values, positionals } = read(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (positionals[0] !== undefined) throw new UsageError(`There is no command "${positionals[0]}".`);

  const { port, browser, tools } = values;
  const options: BridgeOptions = {
    openBrowser: !values['no-browser'],
    toolGroups: tools === undefined ? null : groupsIn(tools),
  };
  if (port !== undefined) options.port = portIn(port);
  if (browser !== undefined) options.browserCommand = filled('--browser', browser);
  if (values['token-file'] !== undefined) options.tokenFile = filled('--token-file', values['token-file']);
  if (values['colab-url'] !== undefined) options.colabUrl = urlIn(values['colab-url']);
  if (values['log-file'] !== undefined) options.logFile = filled('--log-file', values['log-file']);
  return { kind: 'serve', options };
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    // Node's own sentences are good, but those on unknown flags go on about positional arguments.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

function filled(flag: string, value: string): string {
  if (value.trim() === '') throw new UsageError(`${flag} needs a value.`);
  return value;
}

function portIn(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new UsageError(`--port takes a number from 1 to 65535, not "${text}".`);
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
