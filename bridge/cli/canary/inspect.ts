import { parseArgs } from 'node:util';
import { SCRATCH_URL } from '../../../src/wire/colab-site.ts';
import { isRecord } from '../../../src/wire/json.ts';
import type { BridgeOptions } from '../command-line.ts';
import { defaultCredentialsFile } from '../credentials-file.ts';
import { unknownFlag } from '../flag-values.ts';
import { failureIn, OwnAgent } from './own-agent.ts';

type Payload = Record<string, unknown>;

/** How a notebook is connected, for commands that look at one. */
const CONNECTION_FLAGS = {
  'colab-url': { type: 'string' },
  'no-browser': { type: 'boolean' },
  browser: { type: 'string' },
  'token-file': { type: 'string' },
  'log-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const CONNECTION_HELP = `  --colab-url URL     the notebook to open (default: a scratch notebook)
  --no-browser        never open a browser; print the link instead
  --browser CMD       open links with this command; the link is added as its last word
  --token-file F      where port and keys are kept for the next start
  --log-file F        write the log to this file too (it goes to stderr in any case)
  --help              this text
`;

type OwnFlags = Record<string, { type: 'string' | 'boolean' }>;

/** The flags of a command, with how it connects; null when its help is asked for. */
export function readFlags(
  args: string[],
  own: OwnFlags,
): { flag: (name: string) => string | boolean | undefined; options: BridgeOptions } | null {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({ args, options: { ...CONNECTION_FLAGS, ...own } }));
  } catch (error) {
    throw unknownFlag(error);
  }
  if (values.help) return null;
  const text = (name: string): string | undefined =>
    typeof values[name] === 'string' ? values[name] : undefined;
  const [browser, logFile] = [text('browser'), text('log-file')];
  const tokenFile = text('token-file') ?? defaultCredentialsFile();
  return {
    flag: (name) => values[name],
    options: {
      ...(tokenFile === undefined ? {} : { tokenFile }),
      openBrowser: !values['no-browser'],
      toolGroups: null,
      colabUrl: text('colab-url') ?? SCRATCH_URL,
      ...(browser === undefined ? {} : { browserCommand: browser }),
      ...(logFile === undefined ? {} : { logFile }),
    },
  };
}

const ALLOW_IT = 'A notebook is to be connected. If its page asks whether this may work there, allow it.';
const NOT_CONNECTED =
  'No notebook has connected; nothing was done. It takes a Chrome with the Cellwire extension, and your yes if the page asks: `cellwire doctor` says what is missing.';

/** Connects a notebook as an agent would, and asks its tab. Says on stderr why not, and gives null. */
export async function askTab(
  options: BridgeOptions,
  method: string,
  params: Payload,
): Promise<Payload | null> {
  const say = (message: string): unknown => process.stderr.write(`cellwire: ${message}\n`);
  const agent = await OwnAgent.start(options);
  try {
    const { colabUrl: url } = options;
    const call = { name: 'open_colab_browser_connection', arguments: { url } };
    say(ALLOW_IT);
    // Without a browser, the log shows the link.
    const connecting = await agent.ask('tools/call', call, options.openBrowser ? say : undefined);
    const connected = isRecord(connecting.structuredContent) ? connecting.structuredContent : {};
    const refusal = failureIn(connecting);
    if (refusal || connected.connected !== true) {
      say(refusal ? `${refusal.message} ${refusal.next}` : NOT_CONNECTED);
      return null;
    }
    const answer = await agent.ask(method, params, say);
    const failure = failureIn(answer);
    if (!failure) return answer;
    say(`${failure.message} ${failure.next}`);
    return null;
  } finally {
    await agent.close();
  }
}
