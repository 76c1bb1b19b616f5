import { join } from 'node:path';
import type { Stream } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { MAX_MESSAGE_BYTES } from '../../bridge/limits.ts';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { temporaryFolder } from './temporary-folder.ts';

export const BRIDGE_FILE = bridgeIn(projectRoot);

/** The bridge that is built in this folder. */
export function bridgeIn(folder: string): string {
  return join(folder, 'dist', 'bridge', 'cellwire.js');
}

/** The bridge waits a minute for a tab; its answer must still reach us. */
const CONNECT_TIMEOUT_MS = 70_000;
const LINK =
  /https:\/\/\S*mcpProxyToken=[\w.-]+&mcpProxyPort=\d+&cellwireAgent=[\w%.+*-]*(?:&cellwireProof=[\w.-]+)?/;

export interface BridgeOptions {
  /** The notebook that the bridge's link opens. */
  colabUrl: string;
  /** Where the bridge keeps its port and token; a file of its own, gone afterwards, when left out. */
  tokenFile?: string;
  clientName?: string;
  /** The folder for files; one of its own, gone afterwards, when left out. */
  saveDir?: string;
  /** Another build; an earlier one knows no folder for files. */
  file?: string;
  /** For Node itself, before the bridge. */
  nodeArguments?: string[];
  /** Besides what every child gets. */
  env?: Record<string, string>;
}

export interface RunningBridge {
  /** The official MCP client, as any agent would use it. */
  client: Client;
  /** Of its process. */
  pid: number;
  /** What the bridge said on stderr so far. */
  log(): string;
  /**
   * Asks the bridge for a connection, lets `open` take the link it offers to a browser, and waits for the tab.
   * False when none has come within the bridge's patience.
   */
  connect(open: (link: string) => Promise<unknown>): Promise<boolean>;
  /** Ends the process at once, without a goodbye. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** The built bridge as a child process, started the way an MCP client starts it. */
export async function startBridge(options: BridgeOptions): Promise<RunningBridge> {
  const folder = await temporaryFolder('bridge');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      ...(options.nodeArguments ?? []),
      options.file ?? BRIDGE_FILE,
      '--no-browser',
      ...['--token-file', options.tokenFile ?? join(folder.path, 'token.json')],
      ...['--colab-url', options.colabUrl],
      ...(options.file === undefined ? ['--save-dir', options.saveDir ?? folder.path] : []),
    ],
    ...(options.env ? { env: options.env } : {}),
    stderr: 'pipe',
    // As much as the bridge itself takes.
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const stderr = new TextLog(transport.stderr);
  const client = new Client({ name: options.clientName ?? 'cellwire-tests', version: '1.0.0' });
  const close = async (): Promise<void> => {
    await client.close();
    await folder.remove();
  };
  try {
    await client.connect(transport);
  } catch (error) {
    await close();
    throw new Error(`The bridge did not start. It said: ${stderr.text}`, { cause: error });
  }
  return {
    client,
    pid: transport.pid ?? -1,
    log: () => stderr.text,
    connect: (open) => connectThroughLink(client, stderr, open),
    close,
    kill: async () => {
      const gone = new Promise<void>((resolve) => {
        // The client has to hear it too: it ends what is open.
        const { onclose } = transport;
        transport.onclose = () => {
          onclose?.();
          resolve();
        };
      });
      if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL');
      await gone;
    },
  };
}

async function connectThroughLink(
  client: Client,
  stderr: TextLog,
  open: (link: string) => Promise<unknown>,
): Promise<boolean> {
  let look: (text: string) => void = () => {};
  const opened = new Promise<void>((resolve, reject) => {
    let seen = false;
    look = (text) => {
      const link = LINK.exec(text)?.[0];
      if (!link || seen) return;
      seen = true;
      open(link).then(() => resolve(), reject);
    };
  });
  // A link of before works no more.
  const said = stderr.text.length;
  stderr.onText = (text) => look(text.slice(said));
  const connected = client.callTool(
    { name: 'open_colab_browser_connection', arguments: {} },
    { onprogress: ({ message }) => look(message ?? ''), timeout: CONNECT_TIMEOUT_MS },
  );
  // A page that does not open must not leave us waiting for the connection it would have made.
  const { structuredContent } = await Promise.race([connected, opened.then(() => connected)]);
  return z.looseObject({ connected: z.boolean() }).parse(structuredContent).connected;
}

class TextLog {
  text = '';
  onText: (text: string) => void = () => {};

  constructor(stream: Stream | null) {
    stream?.on('data', (chunk: Buffer) => {
      this.text += chunk.toString();
      this.onText(this.text);
    });
  }
}
