import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult, ClientOptions, JSONRPCMessage } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { projectRoot } from '../../scripts/setup/command.mjs';

export const BRIDGE_FILE = join(projectRoot, 'dist', 'bridge', 'cellwire.js');

const Credentials = z.object({ port: z.number(), token: z.string() });
type BridgeCredentials = z.infer<typeof Credentials>;

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
}

/** The built bridge as an agent has it: a child process behind the official client. */
export interface Agent {
  client: Client;
  /** Everything the bridge has sent: the client itself drops progress that it reads together with the result. */
  messages: JSONRPCMessage[];
  credentials: BridgeCredentials;
  pid: number;
  stderr: () => string;
  /** Resolves when the bridge has said this on stderr. */
  said: (what: RegExp) => Promise<RegExpExecArray>;
  call: (name: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
  close: () => Promise<void>;
}

export async function startAgent(options: AgentOptions = {}): Promise<Agent> {
  const folder = await mkdtemp(join(tmpdir(), 'cellwire-agent-'));
  const tokenFile = options.tokenFile ?? join(folder, 'bridge.json');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      ...[BRIDGE_FILE, '--token-file', tokenFile],
      ...(options.browser ? [] : ['--no-browser']),
      ...(options.flags ?? []),
    ],
    stderr: 'pipe',
    maxBufferSize: 64 * 1024 * 1024,
  });
  const listeners = new Set<() => void>();
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    for (const listener of listeners) listener();
  });
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void messages.push(message);
  const client = new Client({ name: 'cellwire-tests', version: '1.0.0' }, options.client);
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`The bridge did not start (npm run build:bridge?). It said: ${stderr}`, { cause: error });
  }
  return {
    client,
    messages,
    credentials: Credentials.parse(JSON.parse(await readFile(tokenFile, 'utf8'))),
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    said: (what) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match = what.exec(stderr);
          if (!match) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
      }),
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    close: async () => {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
