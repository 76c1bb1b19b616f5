import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clientNamed } from '../clients/catalogue.ts';
import { CLIENT_IDS, type Client } from '../clients/client.ts';
import { unknownFlag } from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';

export interface SetupOptions {
  help: boolean;
  /** Empty: only tell. */
  clients: Client[] | 'all';
  dryRun: boolean;
  remove: boolean;
  print: boolean;
  /** False: leave the extension alone. */
  extension: boolean;
  extensionDir?: string;
  /** Options that clients give the server. */
  extra: string[];
}

const FLAGS = {
  'dry-run': { type: 'boolean' },
  remove: { type: 'boolean' },
  print: { type: 'boolean' },
  'no-extension': { type: 'boolean' },
  'extension-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function setupOptions(args: readonly string[]): SetupOptions {
  const end = args.indexOf('--');
  const { values, positionals } = read(end < 0 ? [...args] : args.slice(0, end));
  const folder = values['extension-dir'];
  if (folder?.trim() === '') throw new UsageError('--extension-dir needs a folder.');
  const flag = values.remove ? '--remove' : values.print ? '--print' : null;
  if (flag && positionals.length === 0 && !values.help)
    throw new UsageError(`${flag}: for which agent? Name one, or all.`);
  return {
    help: values.help ?? false,
    clients: clientsIn(positionals),
    dryRun: values['dry-run'] ?? false,
    remove: values.remove ?? false,
    print: values.print ?? false,
    extension: !values['no-extension'],
    ...(folder === undefined ? {} : { extensionDir: resolve(folder) }),
    extra: end < 0 ? [] : args.slice(end + 1),
  };
}

function clientsIn(names: string[]): Client[] | 'all' {
  if (names.includes('all')) return 'all';
  return names.map((name) => {
    const client = clientNamed(name);
    if (client) return client;
    throw new UsageError(
      `There is no client "${name}" here, only all, ${CLIENT_IDS.join(', ')}. For any other, "cellwire setup cursor --print" shows what most of them take.`,
    );
  });
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw unknownFlag(error);
  }
}
