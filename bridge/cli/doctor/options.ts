import { parseArgs } from 'node:util';
import { unknownFlag } from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';

export interface DoctorOptions {
  json: boolean;
  /** The port that the bridge is started with; undefined: the one of last time. */
  port: number | undefined;
  /** Where port and keys are kept; undefined where there is no place for that. */
  tokenFile: string | undefined;
  /** False: the browser is on another machine, or the user opens links by hand. */
  opensBrowser: boolean;
  browserCommand: string | undefined;
}

const FLAGS = {
  json: { type: 'boolean' },
  port: { type: 'string' },
  'token-file': { type: 'string' },
  'no-browser': { type: 'boolean' },
  browser: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const doctorHelp = `Usage: cellwire doctor [options]

Looks at this computer for what could keep an agent from your notebook, and says how to mend it.
It changes nothing. If a notebook's tab waits for its bridge, it is asked for its version.

  --json            the findings as JSON

As the bridge is started, if with any of these:
  --no-browser      the browser is on another computer
  --browser CMD     the command that opens links
  --port N          the port to listen on
  --token-file F    where port and keys are kept

Exit code: 0 without failures, 1 with one, 2 when the command line is not understood.
`;

/** Null: the help is wanted. */
export function doctorOptions(args: string[], defaultTokenFile: string | undefined): DoctorOptions | null {
  const values = read(args);
  if (values.help) return null;
  return {
    json: values.json ?? false,
    port: values.port === undefined ? undefined : portIn(values.port),
    tokenFile: values['token-file'] ?? defaultTokenFile,
    opensBrowser: !values['no-browser'],
    browserCommand: values.browser,
  };
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values;
  } catch (error) {
    throw unknownFlag(error);
  }
}

function portIn(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 1 to 65535, not "${text}".`);
}
