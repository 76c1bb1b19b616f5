import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { CallToolResult, ClientOptions, JSONRPCMessage } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { parseCommandLine } from '../../bridge/cli/command-line.ts';
import type { Timings } from '../../bridge/limits.ts';
import { TIMINGS } from '../../bridge/limits.ts';
import { Log } from '../../bridge/log.ts';
import { runBridge } from '../../bridge/run-bridge.ts';
import { tokenOf } from '../../src/wire/keys.ts';
import type { FakeTabOptions } from './fake-tab.ts';
import { FakeTab } from './fake-tab.ts';
import { temporaryFolder } from './temporary-folder.ts';

const FailedCall = z.object({
  isError: z.literal(true),
  structuredContent: z.object({
    error: z.object({ kind: z.string(), message: z.string(), next: z.string() }),
  }),
});

export interface AgentOptions {
  flags?: string[];
  /** Lets the bridge open one; by default it must not. */
  browser?: boolean;
  /** Shared by agents that stand for the same bridge, before and after a restart. */
  tokenFile?: string;
  client?: ClientOptions;
  /** Where the bridge is to wait for another time than usual. */
  timings?: Partial<Timings>;
}

/** The bridge as an agent has it, behind the official client: from its command line on, but in this process. */
export interface Agent {
  client: Client;
  /** Everything the bridge has sent: the client itself drops progress that it reads together with the result. */
  messages: JSONRPCMessage[];
  port: number;
  /** A new one each time: it works once. */
  newToken: () => string;
  /** An address of the bridge's own that leads to a notebook. */
  openingTo: () => string;
  stderr: () => string;
  /** For whoever counts what the bridge holds: its lines are held by the test. */
  forgetStderr: () => void;
  /** Resolves when the bridge has said this on stderr. */
  said: (what: RegExp) => Promise<RegExpExecArray>;
  call: (name: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
  /** A line, whatever is in it. */
  sendRaw: (line: string) => void;
  /** Resolves with the next notice that the tools are others: a tab has come, gone or changed. */
  listChange: () => Promise<void>;
  /** A tab that dials in, and goes with the agent. */
  open: (options?: Partial<FakeTabOptions>) => Promise<FakeTab>;
  /** One that the bridge has taken in. */
  openReady: (options?: Partial<FakeTabOptions>) => Promise<FakeTab>;
  /** Ends the tab's socket without a goodbye, and waits until the bridge has noticed. */
  drop: (tab: FakeTab) => Promise<void>;
  /** Lets the bridge say its goodbyes, and forces nothing. */
  end: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startAgent(options: AgentOptions = {}): Promise<Agent> {
  const folder = await temporaryFolder('agent');
  const tokenFile = options.tokenFile ?? join(folder.path, 'bridge.json');
  const command = parseCommandLine([
    ...['--token-file', tokenFile],
    ...(options.browser ? [] : ['--no-browser']),
    ...(options.flags ?? []),
  ]);
  if (command.kind !== 'serve') throw new Error('The command line is for something else.');
  const stderr = new Heard();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const bridge = runBridge(command.options, {
    log: new Log(command.options.logFile, stderr),
    transport: new StdioTransport(input, output),
    timings: { ...TIMINGS, ...options.timings },
  });

  const messages: JSONRPCMessage[] = [];
  const transport = new StdioTransport(output, input);
  transport.onmessage = (message) => void messages.push(message);
  const client = new Client({ name: 'cellwire-tests', version: '1.0.0' }, options.client);
  let onListChange = (): void => {};
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChange());
  await client.connect(transport);
  const { port, keys, endpoint } = await bridge.opened;
  const newToken = (): string => tokenOf(keys.newCode());

  const tabs: FakeTab[] = [];
  const agent: Agent = {
    client,
    messages,
    port,
    newToken,
    openingTo: () => endpoint.openingTo(async () => 'https://colab.research.google.com/'),
    stderr: () => stderr.text,
    forgetStderr: () => stderr.forget(),
    said: (what) => stderr.said(what),
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    sendRaw: (line) => void input.write(`${line}\n`),
    listChange: () =>
      new Promise((resolve) => {
        onListChange = resolve;
      }),
    open: async (tabOptions = {}) => {
      const tab = new FakeTab({ port, token: newToken, ...tabOptions });
      tabs.push(tab);
      return tab.connect();
    },
    openReady: async (tabOptions) => {
      const changed = agent.listChange();
      const tab = await agent.open(tabOptions);
      await changed;
      return tab;
    },
    drop: async (tab) => {
      const noticed = agent.listChange();
      await tab.drop();
      await noticed;
    },
    end: async () => {
      await client.close();
      await bridge.close();
    },
    close: async () => {
      await agent.end();
      for (const tab of tabs) await tab.drop();
      bridge.terminate();
      await folder.remove();
    },
  };
  return agent;
}

/** What the bridge has said so far. */
class Heard {
  text = '';
  readonly #listeners = new Set<() => void>();

  write(text: string): void {
    this.text += text;
    for (const listener of this.#listeners) listener();
  }

  forget(): void {
    this.text = '';
  }

  said(what: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = (): void => {
        const match = what.exec(this.text);
        if (!match) return;
        this.#listeners.delete(look);
        resolve(match);
      };
      this.#listeners.add(look);
      look();
    });
  }
}

/** The address that connects a notebook: its token is another every time. */
export function linkTo(port: number, page = 'notebooks/empty.ipynb'): RegExp {
  const address = `https://colab.research.google.com/${page}`.replace(/[.?*+^$()[\]{}|\\/]/g, '\\$&');
  const token = 'mcpProxyToken=[\\w-]{16}\\.[\\w-]{43}';
  return new RegExp(`${address}#${token}&mcpProxyPort=${port}&cellwireAgent=cellwire-tests`);
}

/** The failure in a result; throws when it is none, or not of the agreed form. */
export function failureIn(result: CallToolResult): { kind: string; message: string; next: string } {
  const { error } = FailedCall.parse(result).structuredContent;
  const [block] = result.content;
  const text = block?.type === 'text' ? block.text : '';
  if (result.content.length !== 1 || text !== `${error.kind}: ${error.message} ${error.next}`) {
    throw new Error(`The text does not say what structuredContent says: ${text}`);
  }
  return error;
}
