import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parseCommandLine } from '../../bridge/cli/command-line.ts';
import { serveHttp } from '../../bridge/http/serve-http.ts';
import type { Timings } from '../../bridge/limits.ts';
import { TIMINGS } from '../../bridge/limits.ts';
import { Log } from '../../bridge/log.ts';
import { tokenOf } from '../../src/wire/keys.ts';
import type { FakeTabOptions } from './fake-tab.ts';
import { FakeTab } from './fake-tab.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface HttpAgent {
  client: Client;
  transport: StreamableHTTPClientTransport;
  call: (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<CallToolResult>;
  /** Resolves with the next notice that the tools are others: a tab has come, gone or changed. */
  listChange: () => Promise<void>;
}

export interface HttpBridge {
  url: string;
  token: string;
  /** Of the tabs. */
  port: number;
  stderr: () => string;
  /** The official client, as any agent would use it. */
  join: (name: string) => Promise<HttpAgent>;
  open: (options?: Partial<FakeTabOptions>) => Promise<FakeTab>;
  end: () => Promise<void>;
  close: () => Promise<void>;
}

export interface HttpBridgeOptions {
  flags?: string[];
  /** For its files; one of its own, gone afterwards, when left out. */
  folder?: string;
  timings?: Partial<Timings>;
  idleMs?: number;
}

/** The bridge that several agents share, from its command line on, but in this process. */
export async function startHttpBridge(options: HttpBridgeOptions = {}): Promise<HttpBridge> {
  const folder = await temporaryFolder('http');
  const place = options.folder ?? folder.path;
  const command = parseCommandLine([
    ...['serve', '--http', '--no-browser', '--token-file', join(place, 'bridge.json')],
    ...['--http-token-file', join(place, 'http.json'), '--save-dir', place],
    ...(options.flags ?? []),
  ]);
  if (command.kind !== 'serve' || !command.http) throw new Error('The command line is for something else.');
  let said = '';
  const log = new Log(undefined, {
    write: (text) => {
      said += text;
    },
  });
  const running = serveHttp(command.options, command.http, {
    log,
    timings: { ...TIMINGS, ...options.timings },
    ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
  });
  const { url, token } = await running.opened;
  const { port, keys } = await running.bridge.opened;
  const tabs: FakeTab[] = [];
  const agents: HttpAgent[] = [];
  return {
    url,
    token,
    port,
    stderr: () => said,
    join: async (name) => {
      const agent = await joinOverHttp(url, token, name);
      agents.push(agent);
      return agent;
    },
    open: async (tabOptions = {}) => {
      const tab = new FakeTab({ port, token: () => tokenOf(keys.newCode()), ...tabOptions });
      tabs.push(tab);
      return tab.connect();
    },
    end: () => running.close(),
    close: async () => {
      for (const { client } of agents) await client.close();
      await running.close();
      for (const tab of tabs) await tab.drop();
      running.terminate();
      await folder.remove();
    },
  };
}

export async function joinOverHttp(url: string, token: string, name: string): Promise<HttpAgent> {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name, version: '1.0.0' });
  let onListChange = (): void => {};
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChange());
  await client.connect(transport);
  return {
    client,
    transport,
    call: (tool, args = {}, signal) =>
      client.callTool({ name: tool, arguments: args }, signal ? { signal } : {}),
    listChange: () =>
      new Promise((resolve) => {
        onListChange = resolve;
      }),
  };
}
